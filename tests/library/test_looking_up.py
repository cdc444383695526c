"""What becomes of items when they are looked up: found, uncertain, waiting, merged; and back again."""

import gzip
from collections.abc import Callable

import httpx
import pytest

from conftest import Clock
from rlist.errors import ServiceFailed
from rlist.library import Library
from rlist.library.collecting import Wishes, add
from rlist.library.editing import edit
from rlist.library.history import redo, undo
from rlist.library.importing import ImportWishes, import_
from rlist.library.looking_up import accept, check, chosen, look_up, reject, to_review
from rlist.library.outcomes import LookupReport
from rlist.model.item import Item, Kind, LookupState
from rlist.store import items as stored
from rlist.store.attempts import get_attempt
from services import Services

SARATHI = "Taming Throughput-Latency Tradeoff in LLM Inference with Sarathi-Serve"
LISTED = "Sarathi-Serve: Taming Throughput-Latency Tradeoff in LLM Inference"
PLACE = "osdi24/presentation/agrawal"
DOWN: Callable[[], httpx.Response] = lambda: httpx.Response(503, stream=httpx.ByteStream(b"busy"))  # noqa: E731


Run = Callable[..., LookupReport]


@pytest.fixture
def run(library: Library, services: Services) -> Run:
    def run(*what: str, which: str = "missing") -> LookupReport:
        if what:
            add(library, what, Wishes(lookup=False), "add")
        return look_up(library, chosen(library, (), which=which), "lookup")

    return run


def item(library: Library, number: int = 1) -> Item:
    return stored.get_items(library.store.db, [number])[0]


def test_an_identifier_fills_an_item(library: Library, services: Services, run: Run) -> None:
    services.arxiv["2403.02310"] = (SARATHI, ["Amey Agrawal", "Nitin Kedia"], 2024)
    assert run("2403.02310").count(LookupState.FOUND) == 1
    found = item(library)
    assert (found.title, found.metadata.authors, found.metadata.year) == (
        SARATHI,
        ("Amey Agrawal", "Nitin Kedia"),
        2024,
    )
    assert (found.metadata.venue, found.metadata.abstract, found.kind) == ("arXiv", "About it.", Kind.PAPER)
    assert [link.url for link in found.links] == ["https://arxiv.org/abs/2403.02310"]
    assert found.notes == ()
    assert (found.lookup.provider, found.lookup.score) == ("arxiv", 1.0)
    assert dict(get_attempt(library.store.db, 1).sources) == dict.fromkeys(
        ("title", "authors", "year", "venue", "abstract"), "arxiv"
    )


def test_preprint_and_published_version_become_one_item(library: Library, services: Services, run: Run) -> None:
    services.arxiv["2403.02310"] = (SARATHI, ["Amey Agrawal"], 2023)
    services.usenix[PLACE] = (SARATHI, ["Amey Agrawal", "Nitin Kedia"], 2024)
    run(f"{LISTED} — Agrawal et al., OSDI 2024. USENIX")
    found = item(library)
    assert found.metadata.identifiers == {"arxiv": "2403.02310", "usenix": PLACE}
    assert (found.title, found.metadata.year, found.metadata.venue) == (SARATHI, 2024, "OSDI")
    assert found.metadata.abstract == "About it."
    assert [note.body for note in found.notes] == [f"Listed as: “{LISTED}”"]
    sources = get_attempt(library.store.db, 1).sources
    assert (sources["venue"], sources["abstract"]) == ("usenix", "arxiv")


def test_a_venue_of_the_list_goes_before_that_of_a_preprint(library: Library, services: Services, run: Run) -> None:
    services.arxiv["2403.02310"] = (SARATHI, ["Amey Agrawal"], 2023)
    run(f"{SARATHI} — Agrawal et al., OSDI 2024")
    found = item(library)
    assert (found.metadata.venue, found.metadata.year) == ("OSDI", 2024)
    assert (found.metadata.authors, found.notes) == (("Amey Agrawal",), ())


def test_what_the_reader_set_is_never_overwritten(library: Library, services: Services, run: Run) -> None:
    services.arxiv["2403.02310"] = (SARATHI, ["Amey Agrawal"], 2024)
    add(library, ["arXiv:2403.02310"], Wishes(title="My own title"), "add")
    edit(library, "1", {"year": "1999"}, "edit")
    run()
    found = item(library)
    assert (found.title, found.metadata.year, found.metadata.authors) == ("My own title", 1999, ("Amey Agrawal",))


def test_an_uncertain_one_is_shown_and_not_applied(library: Library, services: Services, run: Run) -> None:
    services.arxiv["2405.00003"] = ("A Tale of State Space Duality Part III", ["Tri Dao"], 2024)
    before = "A Tale of State Space Duality Part II"
    report = run(before)
    (outcome,) = report.outcomes
    assert outcome.state is LookupState.UNCERTAIN
    assert (item(library).title, item(library).metadata.identifiers) == (before, {})
    assert item(library).lookup.error == "other numbers: 3, not 2"
    (waiting,) = to_review(library, ())
    assert waiting.offers == outcome.offers
    assert chosen(library, (), which="missing") == []


def test_an_address_that_leads_to_another_title_is_a_mismatch(library: Library, services: Services, run: Run) -> None:
    address = "https://proceedings.mlr.press/v202/wrong23a.html"
    services.pages[address] = '<!doctype html><meta name="citation_title" content="Gaussian Processes for Everybody">'
    services.arxiv["2211.10435"] = ("PAL: Program-aided Language Models", ["Luyu Gao"], 2022)
    run(f"PAL: Program-Aided Language Models — Gao et al., ICML 2023. {address}")
    found = item(library)
    assert (found.title, found.lookup.state) == ("PAL: Program-Aided Language Models", LookupState.UNCERTAIN)
    offers = get_attempt(library.store.db, 1).offers
    assert {offer.candidate.provider for offer in offers} == {"proceedings", "arxiv"}
    assert "the item's own address leads to “Gaussian Processes for Everybody”" in offers[-1].against


def test_an_identifier_that_leads_nowhere_gives_way_to_the_title(
    library: Library, services: Services, run: Run
) -> None:
    services.usenix["osdi24/presentation/lin-zhiqi"] = ("nnScaler: Plan Generation for Training", ["Zhiqi Lin"], 2024)
    run("nnScaler: Plan Generation for Training https://www.usenix.org/conference/osdi24/presentation/lin")
    found = item(library)
    assert found.metadata.identifiers == {"usenix": "osdi24/presentation/lin-zhiqi"}
    assert [link.url.rpartition("/")[2] for link in found.links] == ["lin", "lin-zhiqi"]


def test_a_decision_of_the_reader_is_kept(library: Library, services: Services, run: Run) -> None:
    services.arxiv["2405.00003"] = ("A Tale of State Space Duality Part III", ["Tri Dao"], 2024)
    run("A Tale of State Space Duality Part II", "A Tale of State Space Duality Part IV")
    first, second = to_review(library, ())
    assert accept(library, first.item.id, first.offers[0], "lookup --review").state is LookupState.FOUND
    assert item(library).metadata.identifiers == {"arxiv": "2405.00003"}
    reject(library, second.item.id, "lookup --review")
    assert to_review(library, ()) == []
    assert chosen(library, (), which="missing") == []
    assert item(library, 2).title == "A Tale of State Space Duality Part IV"


class TestWaiting:
    """What fails waits, with the reason and the next time to try."""

    def test_a_silent_service_leaves_the_item_queued(
        self, library: Library, services: Services, run: Run, clock: Clock
    ) -> None:
        services.failing["export.arxiv.org"] = DOWN
        report = run("2403.02310")
        assert item(library).lookup.state is LookupState.QUEUED
        assert item(library).lookup.error == "export.arxiv.org answers 503"
        attempt = get_attempt(library.store.db, 1)
        assert attempt.attempts == 1
        assert attempt.next_at is not None
        assert attempt.next_at > library.now
        with pytest.raises(ServiceFailed, match="no service answered"):
            check(report)
        assert chosen(library, (), which="due") == []
        assert chosen(library, (), which="retry") == chosen(library, (), which="missing") == [1]
        services.failing.clear()
        services.arxiv["2403.02310"] = (SARATHI, ["Amey Agrawal"], 2024)
        assert run(which="retry").count(LookupState.FOUND) == 1

    def test_no_network_at_all_is_one_reason_and_one_try_for_each_host(
        self, library: Library, services: Services, run: Run
    ) -> None:
        services.failing["*"] = lambda: httpx.ConnectError("Name or service not known")
        report = run("2403.02310", "A Title That Is Long Enough — Agrawal et al., OSDI 2024. USENIX", "10.1145/1")
        assert report.count(LookupState.QUEUED) == 3
        hosts = [httpx.URL(url).host for url in services.asked]
        assert len(hosts) == len(set(hosts))

    def test_what_no_service_knows_is_asked_again_after_a_week(
        self, library: Library, services: Services, run: Run, clock: Clock
    ) -> None:
        assert run("A Title That Nobody Has Ever Given").count(LookupState.FAILED) == 1
        asked = len(services.asked)
        assert run().outcomes == ()
        assert len(services.asked) == asked
        clock.move_on(days=8)
        assert chosen(library, (), which="missing") == chosen(library, (), which="due") == [1]

    def test_an_answer_is_kept_and_not_asked_for_again(self, services: Services, run: Run) -> None:
        services.arxiv["2403.02310"] = (SARATHI, ["Amey Agrawal"], 2024)
        run("2403.02310")
        asked = list(services.asked)
        assert run(which="all").count(LookupState.FOUND) == 1
        assert services.asked == asked

    def test_a_bomb_is_a_failed_lookup(self, library: Library, services: Services, run: Run) -> None:
        bomb = gzip.compress(bytes(64 << 20))
        headers = {"Content-Encoding": "gzip"}
        services.failing["export.arxiv.org"] = lambda: httpx.Response(
            200, stream=httpx.ByteStream(bomb), headers=headers
        )
        run("2403.02310")
        assert item(library).lookup.error == "export.arxiv.org answers with more than 4 MB"


class TestMerging:
    """Two items that turn out to be one by an identifier become one, in the same step."""

    def test_items_with_one_identifier_and_agreeing_titles_are_merged(
        self, library: Library, services: Services
    ) -> None:
        services.arxiv["2403.02310"] = (SARATHI, ["Amey Agrawal"], 2024)
        text = f"- https://arxiv.org/abs/2403.02310\n- {LISTED}\n  - what stands below it\n"
        import_(library, ["-"], text.encode(), ImportWishes(), "import -")
        before = stored.get_items(library.store.db, range(1, 9))
        look_up(library, [one.id for one in before], "lookup")
        left = stored.get_items(library.store.db, range(1, 9))
        assert left[0].metadata.identifiers == {"arxiv": "2403.02310"}
        assert [entry.text for entry in left[0].entries] == [one.entries[0].text for one in before[:2]]
        assert len(left) == len(before) - 1
        assert {entry.parent for one in left[1:] for entry in one.entries} <= {left[0].id}
        undo(library, 1, "undo")
        again = stored.get_items(library.store.db, range(1, 9))
        assert [one._replace(updated_at=library.now) for one in again] == [
            one._replace(updated_at=library.now) for one in before
        ]

    @pytest.mark.parametrize("first", ["2403.02310", f"https://www.usenix.org/conference/{PLACE}"])
    def test_a_preprint_and_its_published_version_are_merged(
        self, library: Library, services: Services, run: Run, first: str
    ) -> None:
        services.arxiv["2403.02310"] = (SARATHI, ["Amey Agrawal"], 2023)
        services.usenix[PLACE] = (SARATHI, ["Amey Agrawal", "Nitin Kedia"], 2024)
        places = ["2403.02310", f"https://www.usenix.org/conference/{PLACE}"]
        run(first, *(place for place in places if place != first))
        (found,) = stored.get_items(library.store.db, [1, 2])
        assert found.metadata.identifiers == {"arxiv": "2403.02310", "usenix": PLACE}
        assert (found.metadata.venue, found.metadata.year, found.notes) == ("OSDI", 2024, ())

    @pytest.mark.parametrize(
        ("authors", "year"),
        [
            pytest.param(["Somebody Else"], 2024, id="other authors"),
            pytest.param(["Amey Agrawal"], 2019, id="years apart"),
        ],
    )
    def test_equal_titles_alone_are_two(
        self, library: Library, services: Services, run: Run, authors: list[str], year: int
    ) -> None:
        services.arxiv["2403.02310"] = (SARATHI, authors, year)
        services.usenix[PLACE] = (SARATHI, ["Amey Agrawal"], 2024)
        run("2403.02310", f"https://www.usenix.org/conference/{PLACE}")
        assert [one.lookup.state for one in stored.get_items(library.store.db, [1, 2])] == [LookupState.FOUND] * 2

    def test_with_other_titles_they_stay_two(self, library: Library, services: Services, run: Run) -> None:
        services.usenix[PLACE] = (SARATHI, ["Amey Agrawal"], 2024)
        address = f"https://www.usenix.org/conference/{PLACE}"
        run(f"Something Else That Has This Address {address}", f"{LISTED} — Agrawal et al., OSDI 2024. USENIX")
        first, second = stored.get_items(library.store.db, [1, 2])
        assert first.lookup.state is second.lookup.state is LookupState.UNCERTAIN
        assert second.lookup.error == "item 1 has the same identifier and another title"


def test_undo_takes_the_whole_run_back_and_redo_brings_it_again(library: Library, services: Services, run: Run) -> None:
    services.arxiv["2403.02310"] = (SARATHI, ["Amey Agrawal"], 2024)
    services.arxiv["2405.00003"] = ("A Tale of State Space Duality Part III", ["Tri Dao"], 2024)
    add(
        library,
        ["2403.02310", "A Tale of State Space Duality Part II", "Nobody Knows This Title At All"],
        Wishes(),
        "add",
    )
    before = stored.get_items(library.store.db, [1, 2, 3])
    run()
    after = stored.get_items(library.store.db, [1, 2, 3])
    assert [one.lookup.state for one in after] == [LookupState.FOUND, LookupState.UNCERTAIN, LookupState.FAILED]
    undo(library, 1, "undo")
    assert stored.get_items(library.store.db, [1, 2, 3]) == before
    redo(library, 1, "undo --redo")
    assert stored.get_items(library.store.db, [1, 2, 3]) == after
    assert len(get_attempt(library.store.db, 2).offers) == 1


def test_an_interrupted_run_keeps_what_was_finished_and_goes_on(library: Library, services: Services, run: Run) -> None:
    services.arxiv["2403.02310"] = (SARATHI, ["Amey Agrawal"], 2024)
    add(library, ["2403.02310", "A Tale of State Space Duality Part II"], Wishes(), "add")

    def interrupt(done: int, total: int, what: str) -> None:
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        look_up(library, [1, 2], "lookup", progress=interrupt)
    first, second = stored.get_items(library.store.db, [1, 2])
    assert (first.lookup.state, second.lookup.state) == (LookupState.FOUND, LookupState.QUEUED)
    assert run().count(LookupState.FAILED) == 1


def test_hints_and_titles_of_a_list_cost_few_requests(library: Library, services: Services) -> None:
    lines = [f"- A Long Enough Title with the Number {n} in It — Author et al., 2024. arXiv" for n in range(60)]
    lines += [f"- https://arxiv.org/abs/2401.{n:05}" for n in range(100)]
    import_(library, ["-"], "\n".join(lines).encode(), ImportWishes(), "import -")
    look_up(library, chosen(library, (), which="missing"), "lookup")
    assert sum("id_list" in url for url in services.asked) == 1
    assert sum("export.arxiv.org" in url for url in services.asked) <= 6


def test_a_citekey_comes_with_the_metadata_and_stays(library: Library, services: Services, run: Run) -> None:
    services.arxiv["2403.02310"] = (SARATHI, ["Amey Agrawal", "Nitin Kedia"], 2024)
    services.arxiv["2403.02311"] = ("Taming more of it", ["Amey Agrawal"], 2024)
    run("2403.02310", "2403.02311")
    assert [item(library, number).citekey for number in (1, 2)] == ["agrawal2024taming", "agrawal2024tamingb"]
    edit(library, "1", {"title": "Another title", "year": 2025}, "edit 1")
    assert item(library).citekey == "agrawal2024taming"
    edit(library, "1", {"citekey": ""}, "edit 1")
    look_up(library, chosen(library, ["1"], which="missing"), "lookup 1")
    assert item(library).citekey is None
    undo(library, 4, "undo")
    assert (item(library).lookup.state, item(library).citekey) == (LookupState.NONE, None)


def test_a_bibliography_brings_its_citekey_to_an_item_that_was_looked_up(
    library: Library, services: Services, run: Run
) -> None:
    services.arxiv["2403.02310"] = (SARATHI, ["Amey Agrawal", "Nitin Kedia"], 2024)
    run("2403.02310")
    for key in ("sarathi", "other"):
        record = f"@misc{{{key}, title={{{SARATHI}}}, eprint={{2403.02310}}, archiveprefix={{arXiv}}}}"
        import_(library, ["-"], record.encode(), ImportWishes(list_name=key), f"import {key}")
        assert item(library).citekey == "sarathi"

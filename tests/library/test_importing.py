"""What happens to the library when a list comes in: once, again, edited, after the reader has been at work."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from conftest import Clock
from rlist.formats.document import Problem
from rlist.library import Library
from rlist.library.accounting import Became
from rlist.library.editing import edit
from rlist.library.finding import list_items
from rlist.library.importing import FileReport, ImportWishes, import_, written_report
from rlist.library.organising import add_note, remove
from rlist.library.reading import move
from rlist.model.item import Entry, Item, Status
from rlist.store import rows

LIST = """\
Reading

SSMs

- Mamba: Linear-Time Sequence Modeling https://arxiv.org/abs/2312.00752
  - selective scan is the point.
- Hyena Hierarchy: Towards Larger Convolutional Language Models

Systems

- Ray: A Distributed Framework for Emerging AI Applications — Moritz et al., OSDI 2018. USENIX
"""


@pytest.fixture
def bring(library: Library) -> Callable[..., FileReport]:
    def bring(text: str, **wishes: object) -> FileReport:
        report = import_(library, ["-"], text.encode(), ImportWishes(**wishes), "import -")  # type: ignore[arg-type]
        assert report.failures == ()
        return report.files[0]

    return bring


def everything(library: Library) -> list[Item]:
    return [hit.item for hit in list_items(library, ["status:unread,reading,done,dropped"], sort="id").hits]


def titles(library: Library) -> list[str]:
    return [item.title for item in everything(library)]


def places(library: Library) -> list[tuple[int, str]]:
    entries = [(entry.position, item.title) for item in everything(library) for entry in item.entries]
    return sorted(entries)


def test_every_line_is_in_the_account_once(bring: Callable[..., FileReport]) -> None:
    report = bring(LIST)
    assert [line.number for line in report.lines] == list(range(1, len(LIST.splitlines()) + 1))
    assert sum(report.counts.values()) == len(LIST.splitlines())
    assert report.counts[Became.NEW] == 3
    assert report.counts[Became.NOTE] == 1
    assert written_report([report]).count("\n") == LIST.count("\n")


def test_the_same_list_again_changes_nothing(library: Library, bring: Callable[..., FileReport]) -> None:
    bring(LIST)
    before = everything(library)
    report = bring(LIST)
    assert everything(library) == before
    assert report.counts[Became.NEW] == 0
    assert report.counts[Became.THERE] == 3
    bring("Reading\n\nSSMs\n\n- RWKV\n")
    assert [item.id for item in everything(library)] == [1, 2, 3, 4]


def test_a_dry_run_tells_all_and_keeps_nothing(library: Library, bring: Callable[..., FileReport]) -> None:
    report = bring(LIST, dry_run=True)
    assert report.counts[Became.NEW] == 3
    assert everything(library) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            "- Hyena Hierarchy: Towards Larger Convolutional Language Models\n",
            "- Hyena Hierarchy: Towards Larger Convolutional Language Models\n- RWKV: Reinventing RNNs\n",
            [
                "Mamba: Linear-Time Sequence Modeling",
                "Hyena Hierarchy: Towards Larger Convolutional Language Models",
                "Ray: A Distributed Framework for Emerging AI Applications",
                "RWKV: Reinventing RNNs",
            ],
            id="a new line is a new item",
        ),
        pytest.param(
            "Hyena Hierarchy: Towards Larger Convolutional Language Models",
            "Hyena Hierarchy: Towards Larger Convolutional Language Model",
            [
                "Mamba: Linear-Time Sequence Modeling",
                "Hyena Hierarchy: Towards Larger Convolutional Language Model",
                "Ray: A Distributed Framework for Emerging AI Applications",
            ],
            id="a mended title is the same item",
        ),
        pytest.param(
            "Hyena Hierarchy: Towards Larger Convolutional Language Models",
            "Hyena Hierarchy: Towards Larger Convolutional Language Models https://arxiv.org/abs/2302.10866",
            [
                "Mamba: Linear-Time Sequence Modeling",
                "Hyena Hierarchy: Towards Larger Convolutional Language Models",
                "Ray: A Distributed Framework for Emerging AI Applications",
            ],
            id="an address for a title is the same item",
        ),
        pytest.param(
            "- Hyena Hierarchy: Towards Larger Convolutional Language Models\n",
            "",
            [
                "Mamba: Linear-Time Sequence Modeling",
                "Hyena Hierarchy: Towards Larger Convolutional Language Models",
                "Ray: A Distributed Framework for Emerging AI Applications",
            ],
            id="a line that is gone takes nothing away",
        ),
    ],
)
def test_an_edited_list_changes_only_what_was_edited(
    library: Library, bring: Callable[..., FileReport], old: str, new: str, expected: list[str]
) -> None:
    bring(LIST)
    bring(LIST.replace(old, new))
    assert titles(library) == expected
    assert all(len(item.entries) == 1 for item in everything(library))


def test_an_address_that_a_line_gains_is_the_items(library: Library, bring: Callable[..., FileReport]) -> None:
    bring(LIST)
    bring(LIST.replace("Language Models\n", "Language Models https://arxiv.org/abs/2302.10866\n"))
    hyena = everything(library)[1]
    assert [link.url for link in hyena.links] == ["https://arxiv.org/abs/2302.10866"]
    assert hyena.metadata.identifiers == {"arxiv": "2302.10866"}
    assert hyena.entries[0].text.endswith("2302.10866")


def test_positions_are_those_of_the_source_as_it_is_now(library: Library, bring: Callable[..., FileReport]) -> None:
    bring(LIST)
    bring(LIST.replace("- Mamba:", "- RWKV: Reinventing RNNs\n- Mamba:"))
    assert places(library) == [
        (1, "RWKV: Reinventing RNNs"),
        (2, "Mamba: Linear-Time Sequence Modeling"),
        (3, "Hyena Hierarchy: Towards Larger Convolutional Language Models"),
        (4, "Ray: A Distributed Framework for Emerging AI Applications"),
    ]


def test_what_the_reader_did_stays_when_the_list_comes_again(
    library: Library, bring: Callable[..., FileReport]
) -> None:
    bring(LIST)
    mamba, hyena, ray = everything(library)
    remove(library, [str(hyena.id)], "rm")
    move(library, [str(mamba.id)], Status.DONE, "done", rating=5)
    add_note(library, str(ray.id), "section 4", "note")
    before = everything(library)
    report = bring(LIST)
    assert everything(library) == before
    assert report.counts[Became.REMOVED] == 1


def test_a_box_that_was_checked_since_is_news_and_one_that_was_not_is_none(
    library: Library, bring: Callable[..., FileReport]
) -> None:
    bring("Reading\n\nSSMs\n\n- [ ] Mamba: Linear-Time Sequence Modeling\n- [x] Hyena Hierarchy\n")
    mamba, hyena = everything(library)
    assert (mamba.status, hyena.status) == (Status.UNREAD, Status.DONE)
    move(library, [str(hyena.id)], Status.UNREAD, "unread")
    bring("Reading\n\nSSMs\n\n- [x] Mamba: Linear-Time Sequence Modeling\n- [x] Hyena Hierarchy\n")
    mamba, hyena = everything(library)
    assert (mamba.status, hyena.status) == (Status.DONE, Status.UNREAD)


def test_two_lists_that_mention_one_work_share_the_item(library: Library, bring: Callable[..., FileReport]) -> None:
    bring(LIST)
    report = bring("Other\n\nPapers\n\n- notes on it: https://arxiv.org/pdf/2312.00752v2.pdf\n", tags=["again"])
    mamba = everything(library)[0]
    assert [entry.list for entry in mamba.entries] == ["Reading", "Other"]
    assert [link.url for link in mamba.links] == [
        "https://arxiv.org/abs/2312.00752",
        "https://arxiv.org/pdf/2312.00752v2.pdf",
    ]
    assert mamba.tags == ("again",)
    assert report.lines[-1].what == f"merged into {mamba.id}"


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [
        pytest.param("On Caching", "On Caching", 1, id="two bare titles"),
        pytest.param("On Caching", "On Caching https://example.org/caching", 1, id="one has an address"),
        pytest.param("On Caching https://example.org/a", "On Caching https://example.org/b", 2, id="two addresses"),
        pytest.param("On Caching — Doe, 2020. arXiv", "On Caching — Roe, 2020. arXiv", 2, id="other authors"),
        pytest.param("On Caching — Doe, 2020. arXiv", "On Caching — Doe, 2021. arXiv", 2, id="another year"),
        pytest.param("On Caching — Doe, 2020. arXiv", "On Caching — Doe, 2020. arXiv", 1, id="the same citation"),
    ],
)
def test_equal_titles_are_one_item_only_where_nothing_speaks_against_it(
    library: Library, bring: Callable[..., FileReport], first: str, second: str, count: int
) -> None:
    bring(f"One\n\nPart\n\n- {first}\n- Another Paper on Storage\n")
    bring(f"Two\n\nPart\n\n- {second}\n- Another Paper on Networks\n")
    assert titles(library).count("On Caching") == count


def test_one_unreadable_path_stops_nothing(library: Library, tmp_path: object) -> None:
    report = import_(library, [f"{tmp_path}/missing.txt", "seeds"], None, ImportWishes(), "import")
    assert len(report.failures) == 1
    assert "missing.txt" in report.failures[0].message
    assert len(everything(library)) == 126


@pytest.mark.parametrize(
    ("before", "after", "act", "check"),
    [
        pytest.param(
            "Frist paper on things",
            "First paper on things",
            {"title": "paper"},
            lambda item: item.title == "paper",
            id="a title of the reader's own",
        ),
        pytest.param(
            "A longer title #x",
            "A longer title #x #y",
            {"tags": ""},
            lambda item: item.tags == ("y",),
            id="a tag that was taken off",
        ),
        pytest.param(
            "[x] A longer title",
            "[x] A longer titel",
            {"status": "unread"},
            lambda item: item.status is Status.UNREAD,
            id="a status that was set back",
        ),
        pytest.param(
            "A longer title https://a.example/1",
            "A longer titel https://a.example/1",
            {"urls": "https://mine.example/"},
            lambda item: [link.url for link in item.links] == ["https://mine.example/"],
            id="an address that was replaced",
        ),
        pytest.param(
            "A longer title — Smith et al., 2020. arXiv",
            "A longer title — Smith et al., 2021. arXiv",
            {"status": "done"},
            lambda item: (item.metadata.year, item.status) == (2021, Status.DONE),
            id="a year that was corrected",
        ),
    ],
)
def test_an_edited_line_leaves_what_the_reader_did(
    library: Library,
    bring: Callable[..., FileReport],
    before: str,
    after: str,
    act: dict[str, object],
    check: Callable[[Item], bool],
) -> None:
    bring(f"Mine\n\nPart\n\n- {before}\n- Another paper on caches\n")
    edit(library, "1", act, "edit 1")
    bring(f"Mine\n\nPart\n\n- {after}\n- Another paper on caches\n")
    items = everything(library)
    assert len(items) == 2
    assert check(items[0]), items[0]


def test_what_was_removed_stays_so_when_its_words_change(library: Library, bring: Callable[..., FileReport]) -> None:
    bring("Mine\n\nPart\n\n- A longer title https://a.example/1\n- Another paper on caches\n")
    remove(library, ["1"], "rm 1")
    report = bring("Mine\n\nPart\n\n- A much longer title https://a.example/1\n- Another paper on caches\n")
    assert titles(library) == ["Another paper on caches"]
    assert report.counts[Became.REMOVED] == 1


def test_a_citekey_comes_with_its_record_and_belongs_to_one_item(
    library: Library, bring: Callable[..., FileReport]
) -> None:
    bring("@article{gu, title={Mamba Models}}\n\n@article{dao, title={Flash Attention}}\n", list_name="A")
    assert [item.citekey for item in everything(library)] == ["gu", "dao"]
    bring("@article{gu, title={Another Work}}\n\n@article{ray, title={Ray}}\n", list_name="B")
    assert [item.citekey for item in everything(library)] == ["gu", "dao", None, "ray"]


def test_a_citekey_that_the_reader_took_away_or_set_stays_so(
    library: Library, bring: Callable[..., FileReport]
) -> None:
    records = "@article{gu, title={Mamba Models}}\n\n@article{dao, title={Flash Attention}}\n"
    bring(records)
    edit(library, "1", {"citekey": ""}, "edit 1")
    edit(library, "2", {"citekey": "mine"}, "edit 2")
    bring(records)
    assert [item.citekey for item in everything(library)] == [None, "mine"]


def test_an_import_happens_at_one_time(library: Library, clock: Clock, tmp_path: Path) -> None:
    def ticking() -> datetime:
        clock.move_on(seconds=1)
        return clock()

    for name in ("first.txt", "second.txt"):
        (tmp_path / name).write_text(f"{name}\n\n- {LIST.splitlines()[4][2:]}\n", encoding="utf-8")
    import_(library._replace(clock=ticking), [str(tmp_path)], None, ImportWishes(), "import")
    (item,) = everything(library)
    assert len(item.entries) == 2
    assert item.updated_at == item.added_at


def test_a_line_that_comes_again_and_again_is_one_item_with_all_its_mentions(
    library: Library, bring: Callable[..., FileReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def entry(list_name: str, section: tuple[str, ...], position: int, *rest: Any) -> Entry:
        read.append(position)
        return Entry(list_name, section, position, *rest)

    monkeypatch.setattr(rows, "Entry", entry)
    report = bring("- Raft\n" * 5000)
    # What it has already isn't read again and again.
    assert len(read) <= 5000
    (item,) = everything(library)
    assert [mention.position for mention in item.entries] == list(range(1, 5001))
    assert report.counts == {Became.NEW: 1, Became.MERGED: 4999}


def test_a_work_that_is_mentioned_again_and_again_keeps_all_that_is_said_of_it(
    library: Library, bring: Callable[..., FileReport]
) -> None:
    count = 2500
    lines = (f"- arXiv:1706.03762 #t{n} https://a.org/{n}\n  - A remark on it, number {n}.\n" for n in range(count))
    bring("".join(lines))
    (item,) = everything(library)
    assert [link.url for link in item.links] == [f"https://a.org/{n}" for n in range(count)]
    assert {note.body for note in item.notes} == {f"A remark on it, number {n}." for n in range(count)}
    assert (len(item.tags), len(item.notes), len(item.entries)) == (count, count, count)
    bring("- arXiv:1706.03762 #t0 #new https://a.org/0\n", list_name="another")
    assert len(everything(library)[0].tags) == count + 1


def test_an_item_is_known_below_each_bullet_that_it_was_mentioned_under(
    library: Library, bring: Callable[..., FileReport]
) -> None:
    text = "- Consensus for All https://a.org/1\n- Distributed Systems Course\n"
    bring(text + "  - Consensus for All https://a.org/1\n  - Consensus for All\n")
    assert titles(library) == ["Consensus for All", "Distributed Systems Course"]
    bring(text + "  - Consensus for All\n", list_name="another")
    assert len(everything(library)[0].entries) == 5


def test_a_citekey_that_another_item_has_is_told_of(bring: Callable[..., FileReport]) -> None:
    first = "@article{gu2023,\n title = {Mamba},\n author = {Gu, Albert},\n year = {2023}\n}\n"
    assert not bring(first, list_name="Bibliography").problems
    other = "\n@article{gu2023,\n title = {Something else},\n author = {Gu, Ann},\n year = {2023}\n}\n"
    told = Problem(2, "the citekey gu2023 is that of item 1, so item 2 doesn't get it")
    assert bring(other, list_name="Bibliography").problems == (told,)
    assert not bring(other, list_name="Bibliography").problems

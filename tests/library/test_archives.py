"""A library that was exported as JSON comes back: into an empty one the same, into another one with nothing lost."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conftest import Rlist
from rlist.library import Library, history, importing
from rlist.library.accounting import Became
from rlist.library.exporting import export
from rlist.library.finding import list_items
from rlist.library.organising import remove
from rlist.model.item import Item, Section, Status
from rlist.settings import Settings
from rlist.store import bulk, lists
from rlist.store.database import open_store
from rlist.store.recording import LOGGED_TABLES
from strategies import items, sections

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
BOTH = "- Mamba https://arxiv.org/abs/2312.00752\n- Hyena\n"


@contextmanager
def new_library(at: datetime = NOW) -> Iterator[Library]:
    with open_store(None) as store:
        yield Library(store, Settings(Path("none"), Path("none")), lambda: at)


def fill(library: Library, drawn: list[Item], parts: list[Section]) -> None:
    """The items with ids of their own, and entries below each other."""
    with library.store.step("fill", NOW):
        ids = [2 * number + 1 for number in range(len(drawn))]
        numbered = [
            item._replace(id=number, entries=tuple(entry._replace(parent=parent) for entry in item.entries))
            for number, parent, item in zip(ids, [None, *ids], drawn, strict=False)
        ]
        for section in parts:
            if lists.find_list_by_name(library.store.db, section.list) is None:
                found = lists.add_list(library.store.db, section.list, f"title:{section.list}")
                lists.save_sections(
                    library.store.db, found.id, [other for other in parts if other.list == section.list]
                )
        bulk.add_items(library.store.db, numbered)


def exported(library: Library) -> str:
    return re.sub(r'"exported_at": "[^"]*"', "", export(library, "json", ()))


def bring(library: Library, text: str) -> importing.ImportReport:
    return importing.import_(library, ["-"], text.encode(), importing.ImportWishes(), "import -")


def rows(library: Library) -> dict[str, list[object]]:
    db = library.store.db
    return {table: db.execute(f"SELECT * FROM {table} ORDER BY id").fetchall() for table in LOGGED_TABLES}


def everything(library: Library) -> list[Item]:
    return [hit.item for hit in list_items(library, ["status:unread,reading,done,dropped"], sort="id").hits]


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=25)
@given(st.lists(items(), max_size=4), st.lists(sections, max_size=4))
def test_a_library_comes_back_the_same_and_again_changes_nothing(drawn: list[Item], parts: list[Section]) -> None:
    with new_library() as source, new_library(NOW + timedelta(days=9)) as target:
        fill(source, drawn, parts)
        written = export(source, "json", ())
        report = bring(target, written)
        assert report.files[0].problems == ()
        assert exported(target) == exported(source)
        before = rows(target)
        again = bring(target, written)
        assert rows(target) == before
        assert set(again.files[0].counts) <= {"already there", "field", "section", "left out"}


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=25)
@given(st.lists(items(), max_size=3), st.lists(items(), max_size=3), st.lists(sections, max_size=3), st.booleans())
def test_into_a_library_that_holds_other_things_nothing_is_lost(
    theirs: list[Item], mine: list[Item], parts: list[Section], shares: bool
) -> None:
    if shares and theirs:
        mine = [theirs[0]._replace(notes=(), tags=("mine",), citekey=None), *mine]
    with new_library() as source, new_library(NOW + timedelta(days=9)) as target:
        fill(source, theirs, parts)
        fill(target, mine, [])
        before = rows(target)
        had = everything(target)
        bring(target, export(source, "json", ()))
        now = {item.uid: item for item in everything(target)}
        assert {item.id for item in had} <= {item.id for item in now.values()}
        for item in [*had, *everything(source)]:
            found = now.get(item.uid)
            if found is None:  # merged with one that says nothing else
                continue
            assert {tag.casefold() for tag in item.tags} <= {tag.casefold() for tag in found.tags}
            assert {link.url for link in item.links} <= {link.url for link in found.links}
            assert {note.body for note in item.notes} <= {note.body for note in found.notes}
            placed = {(entry.list, entry.section, entry.text) for entry in found.entries}
            assert {(entry.list, entry.section, entry.text) for entry in item.entries} <= placed
        after = rows(target)
        if after != before:
            history.undo(target, 1, "undo")
            assert rows(target) == before
            history.redo(target, 1, "undo --redo")
            assert rows(target) == after


def item(number: int, **fields: object) -> dict[str, object]:
    return {"id": number, "uid": f"u{number}", "title": f"Title {number}", "added_at": "2026-01-02T03:04:05Z", **fields}


def archive_of(*found: object, sections: object = ()) -> str:
    return json.dumps({"format": "rlist", "version": 1, "exported_at": None, "items": found, "sections": sections})


def test_ids_that_are_taken_get_new_ones_that_the_account_names(library: Library) -> None:
    bring(library, BOTH)
    entries = [{"list": "A", "section": [], "position": 1, "parent": 1, "text": "below"}]
    report = bring(library, archive_of(item(1), item(2, entries=entries), item(7)))
    assert {found.title: found.id for found in everything(library)} == {
        "Mamba": 1, "Hyena": 2, "Title 1": 8, "Title 2": 9, "Title 7": 7,
    }  # fmt: skip
    assert [problem.message for problem in report.files[0].problems] == ["2 ids are taken here: 1 to 2 are 8 to 9 now"]
    assert everything(library)[-1].entries[0].parent == 8


def test_an_id_goes_back_to_the_item_that_had_it_and_to_no_other(library: Library) -> None:
    bring(library, archive_of(item(1), item(2), item(3)))
    remove(library, ["2", "3"], "rm 2 3")
    bring(library, archive_of(item(2), item(3, uid="another")))
    assert {found.uid: found.id for found in everything(library)} == {"u1": 1, "u2": 2, "another": 4}


def test_an_id_from_which_nothing_could_count_on_is_not_taken(library: Library) -> None:
    bring(library, archive_of(item(2**63 - 1)))
    bring(library, BOTH)
    assert [found.id for found in everything(library)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("theirs", "status", "title"),
    [
        pytest.param({"updated_at": "2027-01-01", "title": "New", "status": "done"}, Status.DONE, "New", id="newer"),
        pytest.param(
            {"updated_at": "2020-01-01", "title": "Old", "status": "unread"}, Status.READING, "Mamba", id="older"
        ),
        pytest.param({"updated_at": "2027-01-01", "status": "unread"}, Status.UNREAD, "Title 1", id="newer and unread"),
    ],
)
def test_of_one_item_in_both_the_state_that_was_changed_last_holds(
    library: Library, theirs: dict[str, object], status: Status, title: str
) -> None:
    bring(library, archive_of(item(1, title="Mamba", status="reading", tags=["mine"], updated_at="2026-05-05")))
    bring(library, archive_of(item(1, tags=["theirs"], **theirs)))
    (found,) = everything(library)
    assert (found.status, found.title, found.tags) == (status, title, ("mine", "theirs"))


def test_the_same_work_under_another_uid_is_merged(library: Library) -> None:
    bring(library, BOTH)
    report = bring(
        library,
        archive_of(
            item(5, urls=[{"url": "https://arxiv.org/pdf/2312.00752"}], identifiers={"arxiv": "2312.00752"}, rating=4)
        ),
    )
    assert report.files[0].counts[Became.MERGED] == 1
    assert [(found.id, found.rating) for found in everything(library)] == [(1, 4), (2, None)]


def test_two_items_that_were_kept_apart_stay_so(library: Library) -> None:
    address = [{"url": "https://github.com/a/b"}]
    bring(library, archive_of(item(1, urls=address), item(2, urls=address)))
    assert len(everything(library)) == 2


def test_what_only_one_item_can_have_stays_with_the_first(library: Library) -> None:
    twice = {"citekey": "gu", "identifiers": {"doi": "10.1/a"}}
    report = bring(library, archive_of(item(1, **twice), item(2, **twice), item(3, uid="u1")))
    assert [(found.id, found.citekey) for found in everything(library)] == [(1, "gu"), (2, None), (3, None)]
    (problem,) = report.files[0].problems
    assert problem.message == "what other items have stays theirs: doi 10.1/a of 2, citekey gu of 2"


def test_entries_come_into_a_list_that_is_there_at_their_places(library: Library) -> None:
    def entry(position: int, text: str) -> list[dict[str, object]]:
        return [{"list": "A", "section": ["S"], "position": position, "text": text}]

    def part(text: str) -> list[dict[str, object]]:
        return [{"list": "A", "section": ["S"], "text": text}]

    bring(library, archive_of(item(1, entries=entry(1, "a")), item(2, entries=entry(2, "b")), sections=part("x\ny")))
    bring(library, archive_of(item(4, entries=entry(2, "c")), sections=part("y\nz")))
    placed = sorted((found.entries[0].position, found.entries[0].text) for found in everything(library))
    assert placed == [(1, "a"), (2, "b"), (3, "c")]
    assert lists.sections(library.store.db) == [Section("A", ("S",), "x\ny\nz")]


def test_a_list_that_came_in_an_archive_is_the_one_of_its_file(rlist: Rlist, tmp_path: Path) -> None:
    source = tmp_path / "papers.txt"
    source.write_text(BOTH)
    rlist("import", str(source))
    rlist("export", "json", "-o", str(tmp_path / "all.json"))
    db = str(tmp_path / "other.db")
    assert rlist("import", str(tmp_path / "all.json"), "--db", db).status == 0
    again = rlist("import", str(source), "--db", db)
    assert "2 already there" in again.out
    assert json.loads(rlist("lists", "--json", "--db", db).out)[0]["name"] == "papers"
    rlist("rm", "1", "--db", db)
    assert "1 removed earlier" in rlist("import", str(source), "--db", db).out


def test_an_archive_on_the_command_line(rlist: Rlist, tmp_path: Path) -> None:
    rlist("import", "-", stdin=BOTH)
    written = rlist("export", "json").out
    db = str(tmp_path / "other.db")
    tried = rlist("import", "-", "--dry-run", "--db", db, stdin=written)
    assert tried.out.startswith("would import standard input\n")
    assert rlist("list", "--json", "--db", db).out == "[]\n"
    report = tmp_path / "report.tsv"
    done = rlist("import", "-", "--tag", "t", "--list", "X", "--report", str(report), "--db", db, stdin=written)
    assert "--list names none" in done.err
    assert len(report.read_text().splitlines()) == len(written.splitlines())
    assert [found["tags"] for found in json.loads(rlist("list", "--json", "--db", db).out)] == [["t"], ["t"]]
    newer = rlist("import", "-", "--db", db, stdin=written.replace('"version": 1', '"version": 2'))
    assert (newer.status, newer.out) == (3, "")
    assert newer.err == "rlist: standard input: this library is of version 2, and rlist knows 1\n"
    assert rlist("import", "-", "--format", "json", "--db", db, stdin="[]").status == 3

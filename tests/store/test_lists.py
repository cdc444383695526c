from __future__ import annotations

from collections.abc import Iterator

import pytest

from rlist.model.item import Entry, Item, Kind, Section, Status
from rlist.model.metadata import Metadata
from rlist.store.changes import changes_of
from rlist.store.database import Store, open_store
from rlist.store.lists import (
    ListRecord,
    add_list,
    add_seen,
    find_list,
    find_list_by_name,
    save_sections,
    sections,
    seen_keys,
)
from rlist.store.places import PlacedEntry, entries_of, place_entries
from rlist.store.saving import add_item
from rlist.store.summaries import ListSummary, summaries
from rlist.store.tags import TagCount, ids_with_tag, tag_counts
from strategies import NOW


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store(None) as store:
        yield store


def _item(uid: str, *entries: Entry, status: Status = Status.UNREAD, tags: tuple[str, ...] = ()) -> Item:
    return Item(0, uid, Metadata(uid), Kind.PAPER, NOW, NOW, status=status, entries=entries, tags=tags)


def _entry(position: int, *section: str, parent: int | None = None, name: str = "L") -> Entry:
    return Entry(name, section, position, f"text {position}", parent)


def _fill(store: Store, *added: Item) -> None:
    with store.step("add", NOW):
        for item in added:
            add_item(store.db, item)


def test_a_list_is_found_by_source_and_by_name(store: Store) -> None:
    with store.step("import", NOW):
        record = add_list(store.db, "Reading\n List", "title:Reading List\0")
    assert record == ListRecord(1, "Reading List", "title:Reading List")
    assert find_list(store.db, "title:Reading List") == record
    assert find_list_by_name(store.db, " Reading List ") == record
    assert find_list(store.db, "Reading List") is None
    assert find_list_by_name(store.db, "reading list \ud800") is None


def test_entries_come_by_position(store: Store) -> None:
    _fill(store, _item("a", _entry(2, "S")), _item("b", _entry(1), _entry(3, "S", "T", parent=1), _entry(1, name="M")))
    assert entries_of(store.db, 1) == [
        PlacedEntry(2, 2, (), 1, None, None, "text 1", "b", "b"),
        PlacedEntry(1, 1, ("S",), 2, None, None, "text 2", "a", "a"),
        PlacedEntry(3, 2, ("S", "T"), 3, 1, None, "text 3", "b", "b"),
    ]


def test_entries_are_placed_anew_under_their_ids(store: Store) -> None:
    _fill(store, _item("a", _entry(1, "S")), _item("b", _entry(2, "S")))
    one, two = entries_of(store.db, 1)
    one = one._replace(position=2, section=("New",), label="arXiv", text="reworded\0", parent=2)
    two = two._replace(position=1, item_id=1, uid="a", title="a")
    with store.step("import", NOW):
        place_entries(store.db, 1, {one.id: one, two.id: two})
    assert entries_of(store.db, 1) == [two, one._replace(text="reworded")]
    assert [section.path for section in sections(store.db)] == [("S",), ("New",)]
    with store.step("import", NOW) as step_id:
        place_entries(store.db, 1, {one.id: one, two.id: two})
    assert changes_of(store.db, step_id) == []


def test_sections_are_saved_in_order_and_what_is_there_keeps_its_row(store: Store) -> None:
    _fill(store, _item("a", _entry(1, "A"), _entry(2, "Gone"), _entry(3)))
    ids = dict(store.db.execute("SELECT path, id FROM section").fetchall())
    with store.step("import", NOW):
        save_sections(
            store.db, 1, [Section("L", ("B\nB",)), Section("L", ("A",), "words"), Section("L", ("A", "C"), "x")]
        )
    assert sections(store.db) == [
        Section("L", ("B B",)),
        Section("L", ("A",), "words"),
        Section("L", ("A", "C"), "x"),
        Section("L", ("Gone",)),
    ]
    assert ids.items() <= dict(store.db.execute("SELECT path, id FROM section").fetchall()).items()
    with store.step("import", NOW):
        save_sections(store.db, 1, [Section("L", ("A",)), Section("L", (), "before all")])
    assert sections(store.db) == [
        Section("L", ("A",)),
        Section("L", (), "before all"),
        Section("L", ("B B",)),
        Section("L", ("A", "C"), "x"),
        Section("L", ("Gone",)),
    ]


def test_sections_come_list_by_list(store: Store) -> None:
    _fill(store, _item("a", _entry(1, "A", name="M"), _entry(1, "B", name="L"), _entry(2, "C", name="M")))
    assert [(section.list, section.path) for section in sections(store.db)] == [
        ("M", ("A",)),
        ("M", ("C",)),
        ("L", ("B",)),
    ]


def test_what_a_list_brought_is_remembered(store: Store) -> None:
    with store.step("import", NOW):
        one, two = add_list(store.db, "L", "l"), add_list(store.db, "M", "m")
        add_seen(store.db, one.id, ["a", "b\0", "a"])
        add_seen(store.db, one.id, ["b", "c\ud800"])
        add_seen(store.db, two.id, [])
    assert seen_keys(store.db, one.id) == {"a", "b", "c\ufffd"}
    assert seen_keys(store.db, two.id) == set()


def test_lists_are_summed_up_by_items_and_not_by_entries(store: Store) -> None:
    _fill(
        store,
        _item("a", _entry(1, "A"), _entry(2, "B"), _entry(1, name="M")),
        _item("b", _entry(3, "A"), status=Status.DONE),
        _item("c", _entry(4, "A"), status=Status.READING),
        _item("d", _entry(5, "A"), status=Status.DROPPED),
        _item("in no list"),
    )
    with store.step("import", NOW):
        add_list(store.db, "empty", "e")
    assert summaries(store.db) == [
        ListSummary("L", items=4, unread=1, reading=1, done=1, dropped=1),
        ListSummary("M", items=1, unread=1, reading=0, done=0, dropped=0),
        ListSummary("empty", items=0, unread=0, reading=0, done=0, dropped=0),
    ]


def test_tags_are_counted_whatever_their_case(store: Store) -> None:
    _fill(
        store,
        _item("a", tags=("SSM", "a")),
        _item("b", tags=("ssm",), status=Status.DONE),
        _item("c", tags=("ssm", "Z"), status=Status.READING),
        _item("d", tags=("Z",), status=Status.DROPPED),
    )
    assert tag_counts(store.db) == [TagCount("a", 1, 1), TagCount("SSM", 3, 2), TagCount("Z", 2, 1)]
    assert ids_with_tag(store.db, " Ssm") == [1, 2, 3]
    assert ids_with_tag(store.db, "ss") == []

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlist.errors import LibraryUnavailable
from rlist.model.item import Entry, Item, Kind
from rlist.model.metadata import Metadata
from rlist.store.bulk import add_items
from rlist.store.changes import changes_of
from rlist.store.database import Store, open_store
from rlist.store.items import get_items
from rlist.store.recording import LOGGED_TABLES
from rlist.store.saving import add_item, free_ids, remove_items
from strategies import NOW, hostile_items, items


def _contents(store: Store) -> dict[str, list[object]]:
    tables = (*LOGGED_TABLES, "change", "item_text")
    return {table: store.db.execute(f"SELECT * FROM {table}").fetchall() for table in tables}


def _plain(*ids: int) -> list[Item]:
    return [Item(number, f"uid {number}", Metadata(f"Title {number}"), Kind.PAPER, NOW, NOW) for number in ids]


@settings(deadline=None)
@given(st.lists(st.one_of(items(), hostile_items), max_size=5))
def test_many_at_once_are_what_they_are_one_by_one(drawn: list[Item]) -> None:
    with open_store(None) as at_once, open_store(None) as one_by_one:
        with at_once.step("import", NOW):
            ids = free_ids(at_once.db, len(drawn))
            add_items(at_once.db, (item._replace(id=number) for item, number in zip(drawn, ids, strict=True)))
        with one_by_one.step("import", NOW):
            for item in drawn:
                add_item(one_by_one.db, item)
        one, other = _contents(at_once), _contents(one_by_one)
        # The same rows went in, in another order.
        assert len(one.pop("change")) == len(other.pop("change"))
        assert get_items(at_once.db, ids) == get_items(one_by_one.db, ids)
        assert {table: len(rows) for table, rows in one.items()} == {table: len(rows) for table, rows in other.items()}
        assert one["item_text"] == other["item_text"]


def test_nothing_of_a_step_that_fails_stays() -> None:
    def add_and_fail(store: Store) -> None:
        with store.step("import", NOW):
            add_items(store.db, _plain(2, 3))
            add_items(store.db, _plain(4))
            raise ZeroDivisionError

    with open_store(None) as store:
        with store.step("add", NOW):
            add_items(store.db, _plain(1))
        before = _contents(store)
        with pytest.raises(ZeroDivisionError):
            add_and_fail(store)
        assert _contents(store) == before
        assert not store.db.in_transaction


def test_a_full_disk_is_told_as_anywhere_else(tmp_path: Path) -> None:
    with open_store(tmp_path / "library.db") as store:
        store.db.execute("PRAGMA max_page_count = 1")
        with pytest.raises(LibraryUnavailable, match="full"), store.step("import", NOW):
            add_items(store.db, _plain(*range(1, 500)))
        assert get_items(store.db, [1]) == []


def test_adding_ends_neither_the_step_nor_the_connection() -> None:
    with open_store(None) as store:
        with store.step("import", NOW) as step_id:
            add_items(store.db, _plain(1))
            assert store.db.in_transaction
            add_items(store.db, _plain(2))
        assert len(changes_of(store.db, step_id)) == 2
        assert [item.id for item in get_items(store.db, [1, 2])] == [1, 2]


def test_parents_may_come_after_those_below_them() -> None:
    above, below = _plain(2, 1)
    below = below._replace(entries=(Entry("L", (), 2, "below", parent=2),))
    with open_store(None) as store:
        with store.step("import", NOW):
            add_items(store.db, [below, above])
        assert get_items(store.db, [1])[0].entries[0].parent == 2


def test_free_ids_are_those_that_no_item_ever_had() -> None:
    with open_store(None) as store:
        with store.step("import", NOW):
            assert free_ids(store.db, 3) == range(1, 4)
            add_items(store.db, _plain(1, 2, 5))
            assert free_ids(store.db, 2) == range(6, 8)
            assert free_ids(store.db, 0) == range(6, 6)
        with store.step("rm", NOW):
            remove_items(store.db, [5])
            assert free_ids(store.db, 1) == range(6, 7)
            (added,) = _plain(0)
            assert add_item(store.db, added).id == 6

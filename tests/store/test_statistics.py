from __future__ import annotations

import pytest

from rlist.library.counting import COUNTED
from rlist.model.item import Entry, Item, Kind, Priority, Status
from rlist.model.metadata import Metadata
from rlist.store.database import Store, open_store
from rlist.store.query import Query, parse
from rlist.store.saving import add_item
from rlist.store.statistics import EVENTS, Statistics
from rlist.store.summaries import summaries
from rlist.store.tags import tag_counts
from strategies import NOW


@pytest.fixture
def store() -> Store:
    """Items of every status, kind and priority, in no list, in one, in two, and in one twice."""
    store = open_store(None)
    with store.step("test", NOW):
        number = 0
        for status in Status:
            for kind in Kind:
                for priority in (*Priority, None):
                    number += 1
                    places = ("One", "Two")[: number % 3] + ("One",) * (number % 5 == 0)
                    entries = tuple(Entry(name, (str(at),), 1, "x") for at, name in enumerate(places))
                    metadata = Metadata(f"Title {number}", year=2000 + number % 7 if number % 2 else None)
                    item = Item(0, str(number), metadata, kind, NOW, NOW, status, priority, entries=entries)
                    tags = ("ml", "Ml/a")[: number % 3]
                    times = {"started_at": NOW} if status is Status.READING else {}
                    times |= {"finished_at": NOW} if status is Status.DONE else {}
                    add_item(store.db, item._replace(tags=tags, **times))  # type: ignore[arg-type]
    return store


def test_all_is_counted_as_each_is(store: Store) -> None:
    """The counts of all items come from indexes, those of some from the items."""
    everything = Statistics(store.db, Query("", None))
    each = Statistics(store.db, parse(["status:any"], now=NOW, today=NOW.date()))
    for what in COUNTED:
        assert everything.counts(what) == each.counts(what) != []
    assert everything.left() == each.left() != {}
    assert everything.finished_since(NOW) == each.finished_since(NOW) == dict.fromkeys(map(str, Kind), 4)
    for event in EVENTS:
        assert everything.by_week(event, [NOW]) == each.by_week(event, [NOW]) != [0]


def test_lists_and_tags_add_up_to_what_a_query_finds(store: Store) -> None:
    def count(*words: str) -> int:
        counts = Statistics(store.db, parse(words, now=NOW, today=NOW.date())).counts("status")
        return sum(number for _, number in counts)

    for summary in summaries(store.db):
        by_status = [count(f"list:{summary.name}", f"status:{status}") for status in Status]
        assert [summary.unread, summary.reading, summary.done, summary.dropped] == by_status
        assert summary.items == sum(by_status)
    assert [(tag.name, tag.items) for tag in tag_counts(store.db)] == [("ml", 96), ("Ml/a", 48)]
    assert [tag.open for tag in tag_counts(store.db)] == [48, 24]


def test_all_is_counted_without_a_look_at_the_items(store: Store) -> None:
    statements: list[str] = []
    store.db.set_trace_callback(statements.append)
    everything = Statistics(store.db, Query("", None))
    for what in COUNTED:
        everything.counts(what)
    everything.finished_since(NOW)
    for event in EVENTS:
        everything.by_week(event, [NOW])
    store.db.set_trace_callback(None)
    plans = [row[3] for sql in statements for row in store.db.execute(f"EXPLAIN QUERY PLAN {sql}")]
    assert not [plan for plan in plans if plan == "SCAN item" or plan.startswith("SEARCH item USING INTEGER")]

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime, timedelta
from functools import cache
from sqlite3 import Connection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlist.model import ranking
from rlist.model.item import Entry, Item, Kind, Priority, Status
from rlist.model.metadata import Metadata
from rlist.model.ranking import Scored, Situation
from rlist.store import suggest as suggesting
from rlist.store.database import Store, open_store
from rlist.store.items import get_items
from rlist.store.query import Query, parse
from rlist.store.saving import add_item
from rlist.store.search import find
from rlist.store.suggest import add_skips, suggest

NOW = datetime(2024, 6, 1, 12, tzinfo=UTC)
TODAY = NOW.date()
DAY = timedelta(days=1)


def read(text: str) -> Query:
    return parse([text], now=NOW, today=TODAY)


def make(title: str = "x", *places: tuple[str, str, int], days: float = 10, **fields: object) -> Item:
    """An item added `days` ago, mentioned in `places`: list, section, position."""
    entries = tuple(Entry(name, (section,) if section else (), position, title) for name, section, position in places)
    item = Item(0, "", Metadata(title), Kind.PAPER, NOW - days * DAY, NOW, entries=entries)
    return item._replace(**fields)  # type: ignore[arg-type]


def fill(store: Store, *added: Item) -> Connection:
    with store.step("test", NOW):
        for index, item in enumerate(added):
            add_item(store.db, item._replace(uid=str(index)))
    return store.db


def skip(store: Store, *ids: int, on: date = TODAY) -> None:
    with store.step("skip", NOW):
        add_skips(store.db, ids, on)


def ids_of(db: Connection, text: str = "", count: int = 10, **options: object) -> list[int]:
    query = read(text) if text else None
    found = suggest(db, query, now=NOW, today=TODAY, count=count, **options)  # type: ignore[arg-type]
    return [scored.id for scored in found]


@contextmanager
def empty_library() -> Iterator[Store]:
    """A library in memory, without the work of making its tables anew for each example."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        _empty().db.backup(db)
        yield Store(db, None)


@cache
def _empty() -> Store:
    return open_store(None)


@pytest.fixture
def store() -> Iterator[Store]:
    with empty_library() as store:
        yield store


def test_nothing_to_read(store: Store) -> None:
    assert ids_of(store.db) == []
    fill(store, make(status=Status.DONE), make(status=Status.DROPPED))
    assert ids_of(store.db) == []
    assert ids_of(store.db, random=True) == []


def test_unread_items_come_by_score_and_equal_ones_as_they_were_added(store: Store) -> None:
    db = fill(
        store,
        make(),
        make(priority=Priority.LOW),
        make(priority=Priority.HIGH),
        make(days=20),
        make(kind=Kind.BOOK),
        make(),
    )
    assert ids_of(db) == [3, 4, 1, 6, 5, 2]
    assert ids_of(db, count=2) == [3, 4]
    assert ids_of(db, count=0) == []


def test_what_is_being_read_comes_first_and_last_begun_before_others(store: Store) -> None:
    started = [make(status=Status.READING, started_at=at) for at in (None, NOW - 3 * DAY, NOW - DAY)]
    db = fill(store, make(priority=Priority.HIGH), *started)
    assert ids_of(db) == [4, 3, 2, 1]
    assert ids_of(db, count=1) == [4]
    assert suggest(db, None, now=NOW, today=TODAY)[0].reason == "you are reading it, waiting 10 days"


def test_what_was_put_off_today_does_not_come_up(store: Store) -> None:
    db = fill(store, make(status=Status.READING), make(days=30), make(days=20))
    skip(store, 1, 2)
    assert ids_of(db) == [3]
    skip(store, 3)
    assert ids_of(db) == []
    tomorrow = suggest(db, None, now=NOW + DAY, today=TODAY + DAY, count=3)
    assert [scored.id for scored in tomorrow] == [1, 2, 3]
    assert tomorrow[1].reason == "waiting 31 days, put off once"


def test_putting_off_counts_once_a_day(store: Store) -> None:
    db = fill(store, make())
    for on in (TODAY - 2 * DAY, TODAY - 2 * DAY, TODAY - DAY):
        skip(store, 1, on=on)
    (scored,) = suggest(db, None, now=NOW, today=TODAY)
    assert scored.reason == "waiting 10 days, put off 2 times"


def test_the_next_in_the_section_being_read_comes_before_others(store: Store) -> None:
    db = fill(
        store,
        make("a", ("L", "A", 1)),
        make("b", ("L", "B", 2), status=Status.READING, started_at=NOW),
        make("c", ("L", "B", 3)),
        make("d", ("L", "C", 4), status=Status.DONE, finished_at=NOW - 3 * DAY),
        make("e", ("L", "C", 5)),
        make("f", ("L", "D", 6), status=Status.DONE, finished_at=NOW - 30 * DAY),
        make("g", ("L", "D", 7)),
    )
    found = suggest(db, None, now=NOW, today=TODAY, count=5)
    assert [scored.id for scored in found] == [2, 3, 5, 1, 7]
    assert found[1].reason == "next in B, which you are reading, near the top of L, waiting 10 days"
    assert found[2].reason == "near the top of L, next in C, where you finished something lately, waiting 10 days"
    assert found[3].reason == "next in L, waiting 10 days"


def test_the_text_before_the_first_heading_is_no_section(store: Store) -> None:
    db = fill(store, make("a", ("L", "", 1), status=Status.READING), make("b", ("L", "", 2)))
    assert suggest(db, None, now=NOW, today=TODAY, count=2)[1].reason == "next in L, waiting 10 days"


def test_a_query_narrows_the_choice(store: Store) -> None:
    db = fill(
        store,
        make("mamba one", ("L", "A", 1)),
        make("mamba two", status=Status.READING, tags=("ml",)),
        make("other", tags=("ml",)),
        make("mamba three", status=Status.DONE),
    )
    assert ids_of(db, "mamba") == [2, 1]
    assert ids_of(db, "mam -one") == [2]
    assert ids_of(db, "tag:ml") == [2, 3]
    assert ids_of(db, "tag:ml OR mamba") == [2, 1, 3]
    assert ids_of(db, "nothing") == []
    assert ids_of(db, "status:done") == []


def test_at_random_the_same_seed_gives_the_same(store: Store) -> None:
    db = fill(store, make("a", status=Status.READING), *(make("b", days=number) for number in range(30)))
    skip(store, 2)
    drawn = ids_of(db, count=5, random=True, seed=3)
    assert drawn == ids_of(db, count=5, random=True, seed=3)
    assert len(set(drawn)) == 5
    assert not {1, 2} & set(ids_of(db, count=100, random=True))
    assert ids_of(db, "b", count=100, random=True, seed=4) == ids_of(db, count=100, random=True, seed=4)


_PLACES = st.tuples(st.sampled_from(["K", "L"]), st.sampled_from(["", "A", "B", "C"]), st.integers(1, 20))
_ITEMS = st.builds(
    lambda title, places, **fields: make(title, *places, **fields),
    title=st.sampled_from(["a", "b", "a b", "ab"]),
    places=st.lists(_PLACES, max_size=2),
    days=st.sampled_from([0, 1, 30, 30.5, 3000]),
    status=st.sampled_from([Status.UNREAD] * 8 + [Status.READING, Status.DONE]),
    priority=st.sampled_from([None, None, Priority.LOW, Priority.HIGH]),
    kind=st.sampled_from([Kind.PAPER, Kind.PAPER, Kind.BOOK, Kind.THREAD]),
    finished_at=st.sampled_from([None, NOW - DAY, NOW - 100 * DAY]),
    started_at=st.sampled_from([None, NOW - DAY, NOW - 2 * DAY]),
)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(_ITEMS, max_size=30),
    st.lists(st.tuples(st.integers(1, 30), st.integers(0, 3)), max_size=6),
    st.integers(0, 4),
    st.sampled_from(["", "", "a", "a*", "a b", "kind:paper", "a -b kind:book", "title:b OR list:k", "priority:none"]),
    st.sampled_from([(0, 0), (0, 3), (3, 3), (3, 100), (100, 100)]),
)
def test_the_answer_is_that_of_scoring_every_item(
    added: list[Item], skips: list[tuple[int, int]], count: int, text: str, most: tuple[int, int]
) -> None:
    with empty_library() as store, pytest.MonkeyPatch.context() as patch:
        # So small that most items lie beyond them.
        patch.setattr(ranking, "PLACES", 3)
        patch.setattr(ranking, "SECTION_PLACES", 2)
        patch.setattr(suggesting, "_MOST_HITS", most[0])
        patch.setattr(suggesting, "_MOST_GATHERED", most[1])
        db = fill(store, *added)
        for item_id, days_ago in skips:
            if item_id <= len(added):
                skip(store, item_id, on=TODAY - days_ago * DAY)
        found = suggest(db, read(text) if text else None, now=NOW, today=TODAY, count=count)
        assert found == _scoring_all(db, find(db, read(text)).ids, count)


def _scoring_all(db: Connection, hits: list[int], count: int) -> list[Scored]:
    skips = db.execute("SELECT item_id, day FROM skip").fetchall()
    put_off = {item_id for item_id, day in skips if day == str(TODAY)}
    items = {item.id: item for item in get_items(db, range(1, 100)) if item.id not in put_off}
    facts = {
        item_id: Situation(item.priority, item.kind, (NOW - item.added_at) / DAY) for item_id, item in items.items()
    }
    for item_id, day in skips:
        if item_id in facts:
            facts[item_id] = facts[item_id]._replace(skips=facts[item_id].skips + (day < str(TODAY)))
    entries = db.execute(
        """
        SELECT list.name, section.id, path, item_id FROM entry
        JOIN section ON section.id = section_id JOIN list ON list.id = list_id
        ORDER BY list.id, section.position, section.id, entry.position, entry.id"""
    ).fetchall()
    unread = {item_id for item_id, item in items.items() if item.status is Status.UNREAD}
    for name in dict.fromkeys(entry[0] for entry in entries):
        here = dict.fromkeys(entry[3] for entry in entries if entry[0] == name and entry[3] in unread)
        for place, item_id in enumerate(list(here)[: ranking.PLACES]):
            known = facts[item_id]
            if known.place is None or place < known.place:
                facts[item_id] = known._replace(place=place, list=name)
    everything = get_items(db, range(1, 100))
    being_read = {item.id for item in everything if item.status is Status.READING}
    lately = {
        item.id for item in everything
        if item.status is Status.DONE and item.finished_at and item.finished_at > NOW - 14 * DAY
    }  # fmt: skip
    for some, is_open in ((being_read, True), (lately, False)):
        for section_id, path in dict.fromkeys((entry[1], entry[2]) for entry in sorted(entries, key=lambda e: e[1])):
            if path and any(entry[1] == section_id and entry[3] in some for entry in entries):
                here = dict.fromkeys(entry[3] for entry in entries if entry[1] == section_id and entry[3] in unread)
                for place, item_id in enumerate(list(here)[: ranking.SECTION_PLACES]):
                    known = facts[item_id]
                    worth = ranking.section_value(place, is_open)
                    before = known.section_place
                    if before is None or worth > ranking.section_value(before, known.section_is_open):
                        facts[item_id] = known._replace(section_place=place, section=path, section_is_open=is_open)
    first = [items[item_id] for item_id in hits if item_id in items and item_id in being_read]
    first.sort(key=lambda item: (-item.started_at.timestamp() if item.started_at else 0.0, item.id))
    rest = [items[item_id] for item_id in hits if item_id in unread]
    rest.sort(key=lambda item: (-ranking.score(facts[item.id]), item.added_at, item.id))
    chosen = [ranking.explain(item.id, facts[item.id], is_being_read=True) for item in first]
    chosen += [ranking.explain(item.id, facts[item.id]) for item in rest]
    return chosen[:count]

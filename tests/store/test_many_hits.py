from __future__ import annotations

import random

import pytest

from rlist.library import Library
from rlist.model.item import Item, Kind, Status
from rlist.model.metadata import Metadata
from rlist.store import best_first, search
from rlist.store.query import parse
from rlist.store.saving import add_item
from rlist.store.search import Page, find
from strategies import NOW

WORDS = ("scan", "sparse", "kernel", "graph", "table", "cache", "shard", "prune", "route")


@pytest.fixture
def many(library: Library, monkeypatch: pytest.MonkeyPatch) -> Library:
    """Items with one word in most titles, and bounds that are soon reached."""
    monkeypatch.setattr(best_first, "_MOST_RANKED", 40)
    monkeypatch.setattr(best_first, "_LIKELY_TITLES", 15)
    monkeypatch.setattr(search, "_MOST_COUNTED", 60)
    draw = random.Random(7)
    with library.store.step("test", NOW):
        for number in range(200):
            words = draw.sample(WORDS, draw.randint(0, 8))
            words.insert(draw.randrange(len(words) + 1), "attention" if number % 10 else "memory")
            tags = ("ml/deep",) if number % 3 == 0 else ()
            authors = ("Scan Kernel",) if number % 4 == 0 else ()
            status = Status.READING if number % 50 == 1 else Status.DONE if number % 2 else Status.UNREAD
            about = "attention again, with memories" if number % 20 == 0 else None
            metadata = Metadata(" ".join(words), authors, abstract=about)
            add_item(library.store.db, Item(0, str(number), metadata, Kind.PAPER, NOW, NOW, status, tags=tags))
    return library


def hits(library: Library, text: str, *, limit: int | None = 5, exact: bool = False) -> Page:
    return find(library.store.db, parse([text], now=NOW, today=NOW.date()), ranked=True, limit=limit, exact=exact)


def titles_with(library: Library, *words: str, condition: str = "1") -> list[int]:
    """The items with all `words` in the title, the shortest first."""
    rows = library.store.db.execute(f"SELECT id, title FROM item WHERE {condition}").fetchall()
    found = [(len(title), number) for number, title in rows if {*words} <= {*title.split()}]
    return [number for _, number in sorted(found)]


@pytest.mark.parametrize(
    ("text", "words", "condition"),
    [
        pytest.param("attention", ["attention"], "1", id="a word"),
        pytest.param("attentio", ["attention"], "1", id="an unfinished word"),
        pytest.param("attent*", ["attention"], "1", id="the beginning of a word"),
        pytest.param("attention cache", ["attention", "cache"], "1", id="two words"),
        pytest.param("attention status:unread", ["attention"], "status = 'unread'", id="a condition that many fulfil"),
        pytest.param("attention status:reading", ["attention"], "status = 'reading'", id="one that few fulfil"),
        pytest.param("attention tag:ml", ["attention"], "id IN (SELECT item_id FROM tag)", id="a tag"),
        pytest.param("attention -shard", ["attention"], "title NOT LIKE '%shard%'", id="a word and not another"),
        pytest.param("attention author:kernel", ["attention"], "authors <> ''", id="a word and an author"),
        pytest.param("title:attention", ["attention"], "1", id="a word in the title alone"),
        pytest.param("cache OR shard", ["cache", "shard"], "1", id="one or the other: those with both"),
    ],
)
def test_the_shortest_titles_with_the_words_come_first(
    many: Library, text: str, words: list[str], condition: str
) -> None:
    expected = titles_with(many, *words, condition=condition)[:5]
    assert hits(many, text).ids[: len(expected)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "attention",
        "attention cache",
        "attention status:unread",
        "attention status:reading",
        "attention tag:ml -shard",
        "attention author:kernel",
        "attention (cache OR -shard)",
        "attention (cache OR author:kernel)",
        "cache OR shard",
        "cache OR tag:ml",
        "kern",
        "memories",
        "author:kernel",
        "c++ OR attention",
    ],
)
def test_the_first_hits_are_the_first_of_all(many: Library, text: str) -> None:
    everything = hits(many, text, limit=None)
    assert hits(many, text, exact=True).ids == everything.ids[:5]
    assert len(everything.ids) == len(set(everything.ids))
    if hits(many, text).ranked is None:
        assert hits(many, text).ids == everything.ids[:5]


def test_a_whole_word_among_authors_and_tags_comes_before_the_beginning_of_a_title(many: Library) -> None:
    with many.store.step("test", NOW):
        for title, author, about in (("Guided", "A B", None), ("Other", "C Gu", None), ("More", "D E", "gu")):
            metadata = Metadata(title, (author,), abstract=about)
            add_item(many.store.db, Item(0, title, metadata, Kind.PAPER, NOW, NOW))
    assert hits(many, "gu").ids == [202, 201, 203]


def test_of_very_many_hits_beside_the_titles_the_newest_are_ranked(many: Library) -> None:
    with many.store.step("test", NOW):
        for number in range(100):
            metadata = Metadata(f"graph {number}", abstract="vision " * (1 + number % 7))
            add_item(many.store.db, Item(0, f"more {number}", metadata, Kind.PAPER, NOW, NOW))
    page = hits(many, "vision")
    assert (page.total, page.is_least, page.ranked) == (60, True, 40)
    assert min(page.ids) > 260
    assert hits(many, "vision", exact=True).ranked is None
    assert hits(many, "vision status:unread").ranked == 40
    assert hits(many, "vision title:3").ranked is None


def test_what_takes_long_to_count_is_counted_up_to_a_bound(many: Library) -> None:
    page = hits(many, "attention status:done")
    assert (page.total, page.is_least) == (60, True)

from __future__ import annotations

import random

import pytest

from rlist.library import Library
from rlist.model.item import Item, Kind, Status
from rlist.model.metadata import Metadata
from rlist.store import search
from rlist.store.items import add_item
from rlist.store.query import parse
from rlist.store.search import Page, find
from strategies import NOW

WORDS = ("scan", "sparse", "kernel", "graph", "table", "cache", "shard", "prune", "route")


@pytest.fixture
def many(library: Library, monkeypatch: pytest.MonkeyPatch) -> Library:
    """Items with one word in most titles, and a bound above which not all hits are ranked that is soon reached."""
    monkeypatch.setattr(search, "_MOST_RANKED", 40)
    monkeypatch.setattr(search, "_ENOUGH", 8)
    monkeypatch.setattr(search, "_MOST_COUNTED", 60)
    draw = random.Random(7)
    with library.store.step("test", NOW):
        for number in range(200):
            words = draw.sample(WORDS, draw.randint(0, 8))
            words.insert(draw.randrange(len(words) + 1), "attention" if number % 10 else "memory")
            tags = ("ml/deep",) if number % 3 == 0 else ()
            status = Status.DONE if number % 2 else Status.UNREAD
            about = "attention again" if number % 20 == 0 else None
            metadata = Metadata(" ".join(words), abstract=about)
            add_item(library.store.db, Item(0, str(number), metadata, Kind.PAPER, NOW, NOW, status, tags=tags))
    return library


def hits(library: Library, text: str, *, exact: bool = False) -> Page:
    return find(library.store.db, parse([text], now=NOW, today=NOW.date()), ranked=True, limit=5, exact=exact)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("attention", id="a word"),
        pytest.param("attent*", id="the beginning of a word"),
        pytest.param("attention cache", id="two words"),
        pytest.param("attention status:unread", id="a word and a condition"),
        pytest.param("attention tag:ml", id="a word and a tag"),
        pytest.param("attention -shard", id="a word and not another"),
        pytest.param("attention OR memory", id="one or the other"),
        pytest.param("cache OR shard", id="one or the other in titles"),
        pytest.param("attention (cache OR -shard)", id="brackets"),
    ],
)
def test_the_first_of_many_hits_are_those_of_ranking_all(many: Library, text: str) -> None:
    assert hits(many, text).ids == hits(many, text, exact=True).ids


def test_few_titles_with_a_word_are_all_ranked(many: Library) -> None:
    """Too many mention the word to rank them all, and few have it in the title."""
    with many.store.step("test", NOW):
        for number in range(100):
            metadata = Metadata(f"graph {number}", abstract="memory " * (number % 7 + 1))
            add_item(many.store.db, Item(0, f"more {number}", metadata, Kind.PAPER, NOW, NOW))
    page = hits(many, "memory")
    assert page.ids == hits(many, "memory", exact=True).ids
    assert (page.total, page.ranked) == (120, 20)


def test_a_page_says_that_not_all_were_ranked(many: Library) -> None:
    page = hits(many, "attention")
    assert page.total == 190
    assert page.ranked is not None
    assert 8 <= page.ranked < 190
    assert hits(many, "attention", exact=True).ranked is None


def test_what_takes_long_to_count_is_counted_up_to_a_bound(many: Library) -> None:
    page = hits(many, "attention status:done")
    assert (page.total, page.is_least) == (60, True)

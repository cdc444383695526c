"""The items nearest to one, by the score of `model.nearness`, from those alone that share something rare with it."""

from __future__ import annotations

import re
from collections import defaultdict
from heapq import nsmallest
from typing import TYPE_CHECKING

from rlist.model import nearness
from rlist.model.nearness import Shared, Trait
from rlist.store.query_sql import as_condition, in_library

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from sqlite3 import Connection

    from rlist.model.item import Item
    from rlist.model.ranking import Scored
    from rlist.store.query_tree import Query

# What more items have than this is not rare, and gathering them would take long.
_MOST_ITEMS = 1_000
# So many different words of an item are looked up: more than a title and a long abstract have that are rare.
_MOST_WORDS = 80
# A word that stands in the abstract alone says less of what an item is about than one of its title.
_IN_ABSTRACT = 0.4
# Common words that short libraries have too few of to know them as common, and what every abstract says.
_SMALL_WORDS_LISTED = """
    a about all also an and any are as at be been between both by can do for from has have how if in into is it its
    may more most new no not of on one or our other over paper propose show such than that the their them there these
    they this to two under up use using via was we well were what when where which while who why will with without you
    your"""
_SMALL_WORDS = frozenset(_SMALL_WORDS_LISTED.split())
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")

_Gathered = dict[int, list[Trait]]


def related(db: Connection, item: Item, query: Query, *, count: int) -> list[Scored]:
    """The `count` items nearest to `item` among the hits of `query`, the nearest first, without itself."""
    traits = {
        "words": _by_words(db, item),
        "authors": _by_phrases(db, "authors", [name for name in item.metadata.authors if len(name.split()) > 1]),
        "tags": _by_tags(db, item.tags),
        "sections": _by_sections(db, item.id),
    }
    beside = _beside(db, item.id)
    ids = set(beside).union(*traits.values()) - {item.id}
    venues = _by_venue(db, item.metadata.venue, ids)
    shared = {
        number: Shared(
            **{name: found.get(number, ()) for name, found in traits.items()},
            venues=venues.get(number, ()),
            bullet=number in beside,
        )
        for number in _hits(db, query, ids)
    }
    best = nsmallest(count, shared, key=lambda number: (-nearness.score(shared[number]), number))
    return [nearness.explain(number, shared[number]) for number in best]


def _hits(db: Connection, query: Query, ids: Iterable[int]) -> list[int]:
    condition, parameters = as_condition(in_library(db, query))
    sql = f"SELECT id FROM item WHERE id IN (SELECT value FROM json_each(?)) AND {condition}"
    return [number for (number,) in db.execute(sql, (str(list(ids)), *parameters))]


def _by_words(db: Connection, item: Item) -> _Gathered:
    """The items that share words of title and abstract."""
    in_title = dict.fromkeys(_words(item.title))
    words = [*in_title, *(word for word in dict.fromkeys(_words(item.metadata.abstract or "")) if word not in in_title)]
    found = _by_phrases(db, "title abstract", words[:_MOST_WORDS])
    return {
        number: [
            trait if trait.name in in_title else Trait(trait.name, trait.weight * _IN_ABSTRACT) for trait in traits
        ]
        for number, traits in found.items()
    }


def _words(text: str) -> list[str]:
    words = [word.casefold() for word in _WORD.findall(text)]
    return [word for word in words if len(word) > 1 and not word.isdecimal() and word not in _SMALL_WORDS]


def _by_phrases(db: Connection, columns: str, phrases: Sequence[str]) -> _Gathered:
    """The items with each of `phrases` in `columns` of the full text, of those that are rare."""
    sql = "SELECT rowid FROM item_text WHERE item_text MATCH ? LIMIT ?"
    rows = ((phrase, (f'{{{columns}}} : "{phrase.replace(chr(34), chr(32))}"',)) for phrase in phrases)
    return _gathered(db, sql, rows)


def _by_tags(db: Connection, tags: Sequence[str]) -> _Gathered:
    return _gathered(db, "SELECT item_id FROM tag WHERE name = ? LIMIT ?", ((tag, (tag,)) for tag in tags))


def _by_sections(db: Connection, item_id: int) -> _Gathered:
    sections = db.execute(
        """
        SELECT DISTINCT section_id, path, list.name FROM entry JOIN section ON section.id = section_id
        JOIN list ON list.id = list_id WHERE item_id = ?""",
        (item_id,),
    ).fetchall()
    named = ((path.replace("\n", " / ") or name, (number,)) for number, path, name in sections)
    return _gathered(db, "SELECT DISTINCT item_id FROM entry WHERE section_id = ? LIMIT ?", named)


def _gathered(db: Connection, sql: str, rows: Iterable[tuple[str, tuple[str | int, ...]]]) -> _Gathered:
    """By item what it shares: the names of `rows` with their rarity; `sql` gives the items of a row's parameters."""
    (total,) = db.execute("SELECT count(*) FROM item").fetchone()
    gathered: _Gathered = defaultdict(list)
    for name, parameters in rows:
        ids = [number for (number,) in db.execute(sql, (*parameters, _MOST_ITEMS + 1))]
        weight = nearness.rarity(len(ids), total)
        if 1 < len(ids) <= _MOST_ITEMS and weight > 0:
            for number in ids:
                gathered[number].append(Trait(name, weight))
    return gathered


def _beside(db: Connection, item_id: int) -> list[int]:
    """The items that stand right below or above it in a list."""
    sql = """
        SELECT item_id FROM entry WHERE parent_id = ?1
        UNION SELECT parent_id FROM entry WHERE item_id = ?1 AND parent_id IS NOT NULL LIMIT ?2"""
    return [number for (number,) in db.execute(sql, (item_id, _MOST_ITEMS))]


def _by_venue(db: Connection, venue: str | None, ids: Iterable[int]) -> _Gathered:
    """Those of `ids` that came out at `venue`: it alone makes nothing related."""
    if venue is None:
        return {}
    sql = "SELECT id FROM item WHERE venue = ? COLLATE NOCASE AND id IN (SELECT value FROM json_each(?))"
    return {number: [Trait(venue, 1.0)] for (number,) in db.execute(sql, (venue, str(list(ids))))}

"""Runs a Query: which items, in which order, how many in all."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from rlist.errors import WrongUsage
from rlist.store.excerpts import Match, matches
from rlist.store.marks import size_mark
from rlist.store.query_sql import RANKING, Selection, contains, in_library, literals, marking, pattern, select
from rlist.store.query_tree import as_typed, has_choice, twins_of, ways_of, whole_words
from rlist.store.rows import limit_to_sql

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from sqlite3 import Connection

    from rlist.store.query_tree import Query

__all__ = ["SORTS", "Match", "Page", "find", "matches"]

# Hits that are ranked one by one within some milliseconds; of more, those are ranked that are likely to be the best.
_MOST_RANKED = 20_000
# The sizes of items among which these are looked for, until there are enough of them, and the more where conditions
# leave too few.
_SIZES = (8, 12, 16, 20, 24, 28, 32, 37, 42, 48, 55, 63, 71, 80, 86, 92, 100)
_ENOUGH, _MORE = 200, 4
# Hits that are counted: beyond this it is only said that there are more.
_MOST_COUNTED = 10_000

_BY_NUMBER = "item.id"
_RANK = "rank"


class _Order(NamedTuple):
    """What to sort by and in which direction; items without a value come last either way."""

    sql: str
    direction: str = "ASC"


# What is looked for at the top: the newest, the best, the most urgent.
SORTS = {
    "id": _Order(_BY_NUMBER),
    # `position` counts through the whole list, and no list has a million million entries.
    "place": _Order(
        """(SELECT min(list_id * 1000000000000 + entry.position)
        FROM entry JOIN section ON section.id = section_id WHERE item_id = item.id)"""
    ),
    "added": _Order("item.added_at", "DESC"),
    "updated": _Order("item.updated_at", "DESC"),
    "started": _Order("item.started_at", "DESC"),
    "finished": _Order("item.finished_at", "DESC"),
    "year": _Order("item.year", "DESC"),
    "title": _Order("item.title COLLATE NOCASE"),
    "status": _Order("CASE item.status WHEN 'reading' THEN 1 WHEN 'unread' THEN 2 WHEN 'done' THEN 3 ELSE 4 END"),
    "priority": _Order("CASE item.priority WHEN 'high' THEN 3 WHEN 'medium' THEN 2 WHEN 'low' THEN 1 END", "DESC"),
    "rating": _Order("item.rating", "DESC"),
    _RANK: _Order(_RANK),
}
_OPPOSITE = {"ASC": "DESC", "DESC": "ASC"}


class Page(NamedTuple):
    """The ids of the first hits, in order, and how many hits there are in all.

    Of very many hits `total` says only that there are at least so many, if `is_least`; `ranked` is how many of them
    were ranked, None where all were. Of ranked ids the first `typed` have the words as they were typed.
    """

    ids: list[int]
    total: int
    is_least: bool = False
    ranked: int | None = None
    typed: int = 0


def find(
    db: Connection,
    query: Query,
    *,
    sort: str | None = None,
    reverse: bool = False,
    limit: int | None = None,
    ranked: bool = False,
    exact: bool = False,
) -> Page:
    """The hits of `query`, at most `limit` of them, by the key `sort` of SORTS, equal ones by number.

    Without `sort` they come by number, which is the order of the lists and then that of adding, twins beside each
    other, or best first if `ranked`: those that have the words as typed, then those that have other ways to say them.
    Of very many hits only those are ranked that are likely to be the best, unless `exact`. Raises WrongUsage for a key
    that isn't there.
    """
    key = sort or (_RANK if ranked else "id")
    if key not in SORTS:
        raise WrongUsage(f"nothing can be sorted by “{key}”", f"sort by {', '.join(SORTS)}")
    query = in_library(db, query)
    if sort is None and not ranked and (twins := twins_of(query.node)) is not None:
        return _beside_each_other(db, query, twins, reverse=reverse, limit=limit)
    if key != _RANK:
        chosen = select(query)
        order = _ordered(SORTS[key], reverse)
        source = chosen.source
        if key == "added" and not reverse and limit is not None and query.mentions_nothing_else:
            # SQLite would gather all items of the status and sort them.
            source = source.replace("FROM item", "FROM item INDEXED BY item_newest", 1)
        return _page(db, chosen, _rows(db, source, order, chosen.parameters, limit), limit)
    if reverse or next(ways_of(query.node), None) is None:
        page = _ranked(db, query, reverse=reverse, limit=limit, exact=exact)
        return page._replace(typed=len(page.ids))
    first = _ranked(db, as_typed(query), reverse=False, limit=limit, exact=exact)
    if limit is not None and len(first.ids) >= limit:
        return first._replace(typed=len(first.ids))
    known = set(first.ids)
    more = _ranked(db, query, reverse=False, limit=None if limit is None else limit + len(known), exact=exact)
    ids = [*first.ids, *(item_id for item_id in more.ids if item_id not in known)]
    return more._replace(ids=ids[:limit], typed=len(known))


def _beside_each_other(
    db: Connection, query: Query, twins: Sequence[Sequence[int]], *, reverse: bool, limit: int | None
) -> Page:
    chosen = select(query)
    ids = set(_rows(db, chosen.source, _BY_NUMBER, chosen.parameters, None))
    ordered = [item_id for works in (reversed(twins) if reverse else twins) for item_id in works if item_id in ids]
    return Page(ordered[:limit], len(ordered))


def _ranked(db: Connection, query: Query, *, reverse: bool, limit: int | None, exact: bool) -> Page:
    chosen = select(query)
    if not chosen.match:
        source, order, parameters = _ranked_otherwise(query, chosen, reverse)
        return _page(db, chosen, _rows(db, source, order, parameters, limit), limit)
    # Where one word or another will do, the rarer one ranks higher wherever it stands: all are ranked.
    if limit is not None and not (reverse or exact or has_choice(query.node)):
        whole = select(whole_words(query))
        if _has_many(db, whole) or _has_many(db, chosen):
            for match, hits in _likely(db, whole):
                ids = _by_rank(db, whole, match, reverse=False, limit=limit)
                if len(ids) == limit:
                    return _page(db, chosen, ids, limit)._replace(ranked=hits)
    return _page(db, chosen, _by_rank(db, chosen, chosen.match, reverse=reverse, limit=limit), limit)


def _by_rank(db: Connection, chosen: Selection, match: str, *, reverse: bool, limit: int | None) -> list[int]:
    source = f"{chosen.source} AND rank MATCH '{RANKING}'"
    order = f"rank {'DESC' if reverse else 'ASC'}"
    return _rows(db, source, order, (match, *chosen.where_parameters), limit)


def _count_up_to(db: Connection, match: str, most: int) -> int:
    sql = "SELECT count(*) FROM (SELECT 1 FROM item_text WHERE item_text MATCH ? LIMIT ?)"
    number: int = db.execute(sql, (match, most)).fetchone()[0]
    return number


def _has_many(db: Connection, chosen: Selection) -> bool:
    return chosen.match is not None and _count_up_to(db, chosen.match, _MOST_RANKED + 1) > _MOST_RANKED


def _likely(db: Connection, whole: Selection) -> Iterator[tuple[str, int]]:
    """Expressions for more and more hits among which the best are likely to be, with their numbers.

    A word in the title outweighs any other place, and a whole word its mere beginning, so those with all `whole` words
    in the title come before the rest. Of two such items the one with less text ranks higher: where there are too many
    of them, the smallest come before the others, but for those that have a word twice.
    """
    if whole.wanted is None or " NOT " in whole.wanted:
        return
    # Both, so that the places beside the title count in the rank as they do when all are ranked.
    in_title = f"({whole.wanted}) AND (title : ({whole.wanted}))"
    match = whole.narrowed(in_title)
    if (hits := _count_up_to(db, match, _MOST_RANKED + 1)) <= _MOST_RANKED:
        yield match, hits
        return

    def up_to(largest: int) -> str:
        sizes = " OR ".join(f'"{size_mark(size)}"' for size in range(largest + 1))
        return whole.narrowed(f"{in_title} AND marks : ({sizes})")

    enough = _ENOUGH
    first = bisect_left(_SIZES, True, key=lambda largest: _count_up_to(db, up_to(largest), _ENOUGH) >= _ENOUGH)
    for largest in _SIZES[first:]:
        if (hits := _count_up_to(db, up_to(largest), _MOST_RANKED)) >= enough:
            yield up_to(largest), hits
            enough = hits * _MORE


def _rows(db: Connection, source: str, order: str, parameters: tuple[str | int, ...], limit: int | None) -> list[int]:
    sql = f"SELECT item.id {source} ORDER BY {order} LIMIT ?"
    return [row[0] for row in db.execute(sql, (*parameters, limit_to_sql(limit)))]


def _page(db: Connection, chosen: Selection, ids: list[int], limit: int | None) -> Page:
    """The page with the number of hits, which is counted no further than is quick."""
    if limit is None or len(ids) < limit:
        return Page(ids, len(ids))
    if chosen.match and chosen.where == "1":
        sql = "SELECT count(*) FROM item_text WHERE item_text MATCH ?"
        return Page(ids, db.execute(sql, chosen.parameters).fetchone()[0])
    sql = f"SELECT count(*) FROM (SELECT 1 {chosen.source} LIMIT ?)"
    total = db.execute(sql, (*chosen.parameters, _MOST_COUNTED + 1)).fetchone()[0]
    return Page(ids, min(total, _MOST_COUNTED), is_least=total > _MOST_COUNTED)


def _ordered(order: _Order, reverse: bool) -> str:
    direction = _OPPOSITE[order.direction] if reverse else order.direction
    if order.sql == _BY_NUMBER:
        return f"{_BY_NUMBER} {direction}"
    return f"{order.sql} {direction} NULLS LAST, {_BY_NUMBER}"


def _ranked_otherwise(query: Query, chosen: Selection, reverse: bool) -> tuple[str, str, tuple[str | int, ...]]:
    """Source, order and parameters for a query whose hits needn't have any word of the index in them.

    Those with literal words in the title come first, then those with words of the index by their rank, then the rest.
    """
    direction = "DESC" if reverse else "ASC"
    order: list[str] = []
    parameters: tuple[str | int, ...] = chosen.parameters
    source = f"FROM item WHERE {chosen.where}"
    if expression := marking(query):
        # The limit makes a table of it, or SQLite would ask the index anew for each item.
        source = f"""FROM item LEFT JOIN (
            SELECT rowid AS ranked_id, rank AS place FROM item_text
            WHERE item_text MATCH ? AND rank MATCH '{RANKING}' LIMIT -1
            ) ON ranked_id = item.id WHERE {chosen.where}"""
        order.append(f"place {direction} NULLS {'FIRST' if reverse else 'LAST'}")
        parameters = (expression, *parameters)
    if literal := literals(query):
        in_title = " OR ".join([contains("item.title")] * len(literal))
        order.insert(0, f"({in_title}) {'ASC' if reverse else 'DESC'}")
        parameters = (*parameters, *(pattern(text.text) for text in literal))
    return source, ", ".join([*order, f"{_BY_NUMBER} {direction}"]), parameters

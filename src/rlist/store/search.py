"""Runs a Query: which items, in which order, how many in all."""

from collections.abc import Sequence
from sqlite3 import Connection
from typing import NamedTuple

from rlist.errors import WrongUsage
from rlist.store.query_sql import Selection, in_library, select
from rlist.store.query_tree import Query, twins_of
from rlist.store.rows import limit_to_sql

# Hits that are counted: beyond this it is only said that there are more.
_MOST_COUNTED = 10_000

_BY_NUMBER = "item.id"
_RANK = "rank"


class _Order(NamedTuple):
    """What to sort by and in which direction; items without a value come last either way.

    The indexes have items of any status in this order, and the other way round; "" where there is none.
    """

    sql: str
    direction: str = "ASC"
    index_name: str = ""
    opposite_index_name: str = ""


# What is looked for at the top: the newest, the best, the most urgent.
SORTS = {
    "id": _Order(_BY_NUMBER),
    # `position` counts through the whole list, and no list has a million million entries.
    "place": _Order(
        """(SELECT min(list_id * 1000000000000 + entry.position)
        FROM entry JOIN section ON section.id = section_id WHERE item_id = item.id)"""
    ),
    "added": _Order("item.added_at", "DESC", "item_newest", "item_added"),
    "updated": _Order("item.updated_at", "DESC"),
    "started": _Order("item.started_at", "DESC"),
    "finished": _Order("item.finished_at", "DESC"),
    "year": _Order("item.year", "DESC", "item_year"),
    "title": _Order("item.title COLLATE NOCASE"),
    "status": _Order("CASE item.status WHEN 'reading' THEN 1 WHEN 'unread' THEN 2 WHEN 'done' THEN 3 ELSE 4 END"),
    "priority": _Order("CASE item.priority WHEN 'high' THEN 3 WHEN 'medium' THEN 2 WHEN 'low' THEN 1 END", "DESC"),
    "rating": _Order("item.rating", "DESC"),
    _RANK: _Order(_RANK),
}
_OPPOSITE = {"ASC": "DESC", "DESC": "ASC"}


class Page(NamedTuple):
    """The ids of the first hits, in order, and how many hits there are in all.

    Of very many hits `total` says only that there are at least so many, if `is_least`. Of those that don't have the
    words in the title the newest `ranked` were ranked, None where all were. Of ranked ids the first `typed` have the
    words as they were typed.
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
    other, or best first if `ranked`, as `best_first` has them. Raises WrongUsage for a key that isn't there.
    """
    key = sort or (_RANK if ranked else "id")
    if key not in SORTS:
        raise WrongUsage(f"nothing can be sorted by “{key}”", f"sort by {', '.join(SORTS)}")
    query = in_library(db, query)
    if sort is None and not ranked and (twins := twins_of(query.node)) is not None:
        return _beside_each_other(db, query, twins, reverse=reverse, limit=limit)
    chosen = select(query)
    if key == _RANK:
        # Most pages are in another order, and what ranks takes long to load.
        from rlist.store.best_first import best_first

        best = best_first(db, query, None if reverse else limit, exact=exact)
        if reverse:
            return _page(db, chosen, best.ids[::-1][:limit], limit)
        return _page(db, chosen, best.ids, limit)._replace(ranked=best.ranked, typed=best.typed)
    order = SORTS[key]
    index = order.opposite_index_name if reverse else order.index_name
    source = chosen.source
    if index and limit is not None and query.mentions_nothing_else:
        # SQLite would gather all items of the status and sort them.
        source = source.replace("FROM item", f"FROM item INDEXED BY {index}", 1)
    return _page(db, chosen, _rows(db, source, _ordered(order, reverse), chosen.parameters, limit), limit)


def _beside_each_other(
    db: Connection, query: Query, twins: Sequence[Sequence[int]], *, reverse: bool, limit: int | None
) -> Page:
    chosen = select(query)
    ids = set(_rows(db, chosen.source, _BY_NUMBER, chosen.parameters, None))
    ordered = [item_id for works in (reversed(twins) if reverse else twins) for item_id in works if item_id in ids]
    return Page(ordered[:limit], len(ordered))


def _rows(db: Connection, source: str, order: str, parameters: tuple[str | int, ...], limit: int | None) -> list[int]:
    sql = f"SELECT item.id {source} ORDER BY {order} LIMIT ?"
    return [row[0] for row in db.execute(sql, (*parameters, limit_to_sql(limit)))]


def _page(db: Connection, chosen: Selection, ids: list[int], limit: int | None) -> Page:
    """The page with the number of hits, which is counted no further than is quick."""
    if limit is None or len(ids) < limit:
        return Page(ids, len(ids))
    source = "FROM item_text WHERE item_text MATCH ?" if chosen.match and chosen.where == "1" else chosen.source
    sql = f"SELECT count(*) FROM (SELECT 1 {source} LIMIT ?)"
    total = db.execute(sql, (*chosen.parameters, _MOST_COUNTED + 1)).fetchone()[0]
    return Page(ids, min(total, _MOST_COUNTED), is_least=total > _MOST_COUNTED)


def _ordered(order: _Order, reverse: bool) -> str:
    direction = _OPPOSITE[order.direction] if reverse else order.direction
    if order.sql == _BY_NUMBER:
        return f"{_BY_NUMBER} {direction}"
    return f"{order.sql} {direction} NULLS LAST, {_BY_NUMBER}"

"""Runs a Query: which items, in which order, how many in all."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rlist.errors import WrongUsage
from rlist.store.excerpts import Match, matches
from rlist.store.query_sql import RANKING, Selection, contains, literals, marking, pattern, select, with_stems
from rlist.store.rows import limit_to_sql

if TYPE_CHECKING:
    from sqlite3 import Connection

    from rlist.store.query_tree import Query

__all__ = ["SORTS", "Match", "Page", "find", "matches"]

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
    """The ids of the first hits, in order, and how many hits there are in all."""

    ids: list[int]
    total: int


def find(
    db: Connection,
    query: Query,
    *,
    sort: str | None = None,
    reverse: bool = False,
    limit: int | None = None,
    ranked: bool = False,
) -> Page:
    """The hits of `query`, at most `limit` of them, by the key `sort` of SORTS, equal ones by number.

    Without `sort` they come by number, which is the order of the lists and then that of adding, or best first if
    `ranked`. Raises WrongUsage for a key that isn't there.
    """
    key = sort or (_RANK if ranked else "id")
    if key not in SORTS:
        raise WrongUsage(f"nothing can be sorted by “{key}”", f"sort by {', '.join(SORTS)}")
    query = with_stems(db, query)
    chosen = select(query)
    source, parameters = chosen.source, chosen.parameters
    if key == _RANK and chosen.match:
        order = f"rank {'DESC' if reverse else 'ASC'}"
        source += f" AND rank MATCH '{RANKING}'"
    elif key == _RANK:
        source, order, parameters = _ranked_otherwise(query, chosen, reverse)
    else:
        order = _ordered(SORTS[key], reverse)
    rows = db.execute(f"SELECT item.id {source} ORDER BY {order} LIMIT ?", (*parameters, limit_to_sql(limit)))
    ids = [row[0] for row in rows]
    if limit is None or len(ids) < limit:
        return Page(ids, len(ids))
    return Page(ids, _count(db, chosen))


def _count(db: Connection, chosen: Selection) -> int:
    """How many hits `chosen` has."""
    if chosen.match and chosen.where == "1":
        sql = "SELECT count(*) FROM item_text WHERE item_text MATCH ?"
    else:
        sql = f"SELECT count(*) {chosen.source}"
    number: int = db.execute(sql, chosen.parameters).fetchone()[0]
    return number


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

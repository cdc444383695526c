"""The hits of a query, best first.

Those come first that have the words as they were typed, then those that have other ways to say them. Of either, those
with the words in the title come before the rest, the shortest title first: the less else it says, the more it is about
them. An index that has the titles in this order gives the first of a million hits without a look at the others. The
rest is ranked by bm25, one by one.
"""

from collections.abc import Iterator
from sqlite3 import Connection
from typing import NamedTuple

from rlist.store.query_columns import in_column, titled
from rlist.store.query_sql import RANKING, Selection, contains, literals, marking, pattern, select
from rlist.store.query_tree import Query, as_typed, has_choice, whole_words, with_all
from rlist.store.rows import limit_to_sql

# Here a whole word says more of an item than the beginning of one in its title.
_NAMES = "{title authors tags venue}"
# So many of the shortest titles are looked at for enough that fulfil the conditions, before all that do are gathered.
_LIKELY_TITLES = 200
# Hits that bm25 ranks within some tens of milliseconds; of more, the newest are ranked.
_MOST_RANKED = 20_000
# The number of an item out of that of its row in `item_titles`; see the step of the schema that makes it.
_ITEM_ID = f"place & {2**40 - 1}"


class Best(NamedTuple):
    """The ids of hits, best first; the first `typed` of them have the words as they were typed.

    `ranked` is how many of those that don't have the words in the title were ranked, None where all were.
    """

    ids: list[int]
    typed: int
    ranked: int | None


def best_first(db: Connection, query: Query, limit: int | None, *, exact: bool) -> Best:
    """The first `limit` hits of `query`, which comes from `in_library`; `exact` ranks however many there are."""
    ranking = _Ranking(db, limit, exact=exact)
    found: dict[int, None] = {}
    own = as_typed(query)
    ranking.add(found, own)
    typed = len(found)
    if own != query and (limit is None or typed < limit):
        ranking.add(found, query)
    ids = [*found][:limit]
    return Best(ids, min(typed, len(ids)), ranking.ranked)


class _Ranking:
    """Gathers hits, `limit` of each part; `ranked` says whether of some only the newest were ranked."""

    def __init__(self, db: Connection, limit: int | None, *, exact: bool) -> None:
        self._db = db
        self._limit = limit
        self._is_exact = exact or limit is None
        self.ranked: int | None = None

    def add(self, found: dict[int, None], query: Query) -> None:
        """Adds hits of `query` to those `found`, best first, until there are enough or no more."""
        there_are: int | None = None
        for part in self._parts(query):
            found.update(dict.fromkeys(part))
            if self._limit is None:
                continue
            if there_are is None and len(found) < self._limit:
                there_are = self._count(query)
            if len(found) >= (self._limit if there_are is None else there_are):
                return

    def _parts(self, query: Query) -> Iterator[list[int]]:
        """The hits in parts, best first, some of them again in later parts."""
        whole = whole_words(query)
        if whole != query:
            yield from self._in_titles(whole)
            yield self._by_rank(select(in_column(whole, _NAMES)))
        yield from self._in_titles(query)
        yield self._anywhere(query)

    def _count(self, query: Query) -> int:
        """How many hits there are, counted no further than the limit."""
        chosen = select(query)
        sql = f"SELECT count(*) FROM (SELECT 1 {chosen.source} LIMIT ?)"
        return self._ids(sql, (*chosen.parameters, limit_to_sql(self._limit)))[0]

    def _in_titles(self, query: Query) -> Iterator[list[int]]:
        """The hits with the words in the title, the shortest first; of alternatives those before that have all."""
        if has_choice(query.node):
            yield self._shortest(with_all(query))
        yield self._shortest(query)

    def _shortest(self, query: Query) -> list[int]:
        wanted = titled(query)
        if wanted is None:
            return []
        chosen, where, parameters = wanted.chosen, wanted.chosen.where, wanted.chosen.where_parameters
        if chosen.wanted != wanted.words or chosen.unwanted:
            # All of them at once: to ask for each of the titles would take longer where few are among them.
            where += " AND item.id IN (SELECT rowid FROM item_text WHERE item_text MATCH ?)"
            parameters = (*parameters, chosen.match or "")
        limit = limit_to_sql(self._limit)
        if where == "1" or self._limit is not None:
            sql = f"""
                SELECT item.id FROM (
                    SELECT rowid AS place FROM item_titles WHERE item_titles MATCH ? ORDER BY rowid LIMIT ?)
                CROSS JOIN item ON item.id = {_ITEM_ID} WHERE {where} ORDER BY place LIMIT ?"""
            looked_at = limit if where == "1" else _LIKELY_TITLES
            ids = self._ids(sql, (wanted.words, looked_at, *parameters, limit))
            if where == "1" or len(ids) == self._limit:
                return ids
        sql = f"SELECT item.id {chosen.source} ORDER BY length(item_text.title), item.id LIMIT ?"
        return self._ids(sql, (*chosen.parameters, limit))

    def _anywhere(self, query: Query) -> list[int]:
        chosen = select(query)
        return self._by_rank(chosen) if chosen.match else self._otherwise(query, chosen)

    def _by_rank(self, chosen: Selection) -> list[int]:
        if chosen.match is None:
            return []
        # Without the table of the items, which says nothing more, it is a third quicker.
        source = "FROM item_text WHERE item_text MATCH ?" if chosen.where == "1" else chosen.source
        order = f"ORDER BY {RANKING}, item_text.rowid LIMIT ?"
        limit = limit_to_sql(self._limit)
        if not self._is_exact:
            newest = "SELECT rowid FROM item_text WHERE item_text MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?"
            if first := self._ids(newest, (chosen.match, _MOST_RANKED)):
                sql = f"SELECT item_text.rowid {source} AND item_text.rowid > ? {order}"
                ids = self._ids(sql, (*chosen.parameters, *first, limit))
                if len(ids) == self._limit:
                    self.ranked = _MOST_RANKED
                    return ids
        return self._ids(f"SELECT item_text.rowid {source} {order}", (*chosen.parameters, limit))

    def _otherwise(self, query: Query, chosen: Selection) -> list[int]:
        """The hits of a query that needn't have any word of the index in them.

        Those with literal words in the title come first, then those with words of the index by their rank, then the
        rest.
        """
        order: list[str] = []
        parameters: tuple[str | int, ...] = chosen.parameters
        source = f"FROM item WHERE {chosen.where}"
        if expression := marking(query):
            # The limit makes a table of it, or SQLite would ask the index anew for each item.
            source = f"""FROM item LEFT JOIN (
                SELECT rowid AS ranked_id, {RANKING} AS place FROM item_text WHERE item_text MATCH ? LIMIT -1
                ) ON ranked_id = item.id WHERE {chosen.where}"""
            order.append("place NULLS LAST")
            parameters = (expression, *parameters)
        if literal := literals(query):
            in_title = " OR ".join([contains("item.title")] * len(literal))
            order.insert(0, f"({in_title}) DESC")
            parameters = (*parameters, *(pattern(text.text) for text in literal))
        sql = f"SELECT item.id {source} ORDER BY {', '.join([*order, 'item.id'])} LIMIT ?"
        return self._ids(sql, (*parameters, limit_to_sql(self._limit)))

    def _ids(self, sql: str, parameters: tuple[str | int, ...]) -> list[int]:
        return [row[0] for row in self._db.execute(sql, parameters)]

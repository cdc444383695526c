"""How many items there are of what, counted by the database: no item is loaded."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from typing import TYPE_CHECKING, Any

from rlist.model.item import Kind, Priority, Status
from rlist.store.query_sql import in_library, select
from rlist.store.query_tree import Query
from rlist.store.rows import time_to_text
from rlist.store.summaries import ITEMS_OF_LISTS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from sqlite3 import Connection

# What is counted, as SQL over the items `chosen`; what most items have comes first, years from the latest.
_STATES = "SELECT status, kind, count(*) FROM chosen GROUP BY 1, 2"
_COUNTS = {
    "year": "SELECT year, count(*) FROM chosen WHERE year IS NOT NULL GROUP BY 1 ORDER BY 1 DESC",
    "tag": """
        SELECT name, count(*) FROM tag JOIN chosen ON chosen.id = item_id GROUP BY name
        ORDER BY 2 DESC, name COLLATE NOCASE""",
    "list": """
        SELECT list.name, count(DISTINCT chosen.id) FROM entry JOIN chosen ON chosen.id = item_id
        JOIN section ON section.id = section_id JOIN list ON list.id = list_id GROUP BY list.id ORDER BY 2 DESC, 1""",
}
# The plus keeps SQLite from going through all that is done in place of the few that were finished since.
_FINISHED = "SELECT kind, count(*) FROM chosen WHERE +status = 'done' AND finished_at >= ? GROUP BY 1"

# The same of all items, from indexes alone.
_STATES_OF_ALL = f"""
    SELECT state.value, kind.value, sum((
        SELECT count(*) FROM item INDEXED BY item_next
        WHERE status = state.value AND priority IS urgency.value AND kind = kind.value)) AS items
    FROM json_each('{json.dumps([*Status])}') AS state, json_each('{json.dumps([*Priority, None])}') AS urgency,
        json_each('{json.dumps([*Kind])}') AS kind
    GROUP BY 1, 2 HAVING items > 0"""
_COUNTS_OF_ALL = {
    "year": "SELECT year, count(*) FROM item WHERE year IS NOT NULL GROUP BY 1 ORDER BY 1 DESC",
    "tag": "SELECT name, count(*) FROM tag GROUP BY name ORDER BY 2 DESC, name COLLATE NOCASE",
    "list": f"SELECT name, items FROM ({ITEMS_OF_LISTS}) WHERE items > 0 ORDER BY 2 DESC, 1",
}

# The columns with the times of what happened to an item.
EVENTS = {"added": "added_at", "started": "started_at", "finished": "finished_at"}


class Statistics:
    """Counts of the hits of one query."""

    def __init__(self, db: Connection, query: Query) -> None:
        self._db = db
        chosen = select(in_library(db, query))
        # Without a condition the table itself is counted, from its indexes.
        columns = "id, status, kind, year, added_at, started_at, finished_at"
        of_items = ", ".join(f"item.{column}" for column in columns.split(", "))
        self._chosen = f"WITH chosen AS (SELECT {of_items} {chosen.source})"
        self._parameters = chosen.parameters
        self._is_all = query.node is None
        # By status and kind.
        self._states = db.execute(_STATES_OF_ALL).fetchall() if self._is_all else self._rows(_STATES)

    def counts(self, what: str) -> list[tuple[str, int]]:
        """How many items there are of each status, kind, year, tag or list: `what` is one of these words."""
        if what in ("status", "kind"):
            by_name: Counter[str] = Counter()
            for status, kind, count in self._states:
                by_name[status if what == "status" else kind] += count
            return sorted(by_name.items(), key=lambda counted: (-counted[1], counted[0]))
        rows = self._db.execute(_COUNTS_OF_ALL[what]) if self._is_all else self._rows(_COUNTS[what])
        return [(str(name), count) for name, count in rows]

    def left(self) -> dict[str, int]:
        """How many items of each kind are unread or being read."""
        by_kind: Counter[str] = Counter()
        for status, kind, count in self._states:
            by_kind[kind] += count if status in (Status.UNREAD, Status.READING) else 0
        return dict(+by_kind)

    def finished_since(self, time: datetime) -> dict[str, int]:
        """How many items of each kind were finished at `time` or later."""
        return dict(self._rows(_FINISHED, time_to_text(time)))

    def by_week(self, event: str, weeks: Sequence[datetime]) -> list[int]:
        """How many items were added, started or finished in each of `weeks`, given by their first moments, in order.

        The last week goes on to the end. An item counts once, by the last time it was started or finished.
        """
        column = EVENTS[event]
        # Minutes, because weeks begin at the reader's midnight, and a million items may have come in one import.
        sql = f"SELECT substr({column}, 1, 16), count(*) FROM chosen WHERE {column} >= ? GROUP BY 1"
        firsts = [time_to_text(week)[:16] for week in weeks]
        counts = [0] * len(weeks)
        for minute, count in self._rows(sql, firsts[0]):
            counts[bisect_right(firsts, minute) - 1] += count
        return counts

    def first_added(self) -> str | None:
        """When the oldest of the items was added, as a text; None where there is none."""
        first: str | None = self._rows("SELECT min(added_at) FROM chosen")[0][0]
        return first

    def _rows(self, sql: str, *parameters: str) -> list[tuple[Any, ...]]:
        return self._db.execute(f"{self._chosen} {sql}", (*self._parameters, *parameters)).fetchall()

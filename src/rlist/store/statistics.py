"""How many items there are of what, counted by the database: no item is loaded."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from rlist.store.query_sql import in_library, select
from rlist.store.query_tree import Query
from rlist.store.rows import time_to_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from sqlite3 import Connection

# What is counted, as SQL over the items `chosen`; what most items have comes first, years from the latest.
_COUNTS = {
    "status": "SELECT status, count(*) FROM chosen GROUP BY 1 ORDER BY 2 DESC, 1",
    "kind": "SELECT kind, count(*) FROM chosen GROUP BY 1 ORDER BY 2 DESC, 1",
    "year": "SELECT year, count(*) FROM chosen WHERE year IS NOT NULL GROUP BY 1 ORDER BY 1 DESC",
    "tag": """
        SELECT name, count(*) FROM tag JOIN chosen ON chosen.id = item_id GROUP BY name
        ORDER BY 2 DESC, name COLLATE NOCASE""",
    "list": """
        SELECT list.name, count(DISTINCT chosen.id) FROM entry JOIN chosen ON chosen.id = item_id
        JOIN section ON section.id = section_id JOIN list ON list.id = list_id GROUP BY list.id ORDER BY 2 DESC, 1""",
}
_OPEN = "SELECT kind, count(*) FROM chosen WHERE status IN ('unread', 'reading') GROUP BY 1"
_FINISHED = "SELECT kind, count(*) FROM chosen WHERE status = 'done' AND finished_at >= ? GROUP BY 1"

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

    def counts(self, what: str) -> list[tuple[str, int]]:
        """How many items there are of each status, kind, year, tag or list: `what` is one of these words."""
        return [(str(name), count) for name, count in self._rows(_COUNTS[what])]

    def left(self) -> dict[str, int]:
        """How many items of each kind are unread or being read."""
        return dict(self._rows(_OPEN))

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

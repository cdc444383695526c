"""Tags as the items have them: which there are, and how often."""

from sqlite3 import Connection
from typing import NamedTuple

from rlist.store.rows import clean, fold


class TagCount(NamedTuple):
    """A tag with the number of its items, and of those that are unread or being read."""

    name: str
    items: int
    open: int


def ids_with_tag(db: Connection, name: str) -> list[int]:
    """The ids, in order, of the items with this tag in whatever case."""
    rows = db.execute("SELECT item_id FROM tag WHERE name = ? ORDER BY item_id", (fold(name),))
    return [number for (number,) in rows]


def tag_counts(db: Connection) -> list[TagCount]:
    """Each tag, in the order of the alphabet and as it was first written."""
    # From indexes alone, and of the items one by one only those with a status that fewer have.
    rows = db.execute(
        """
        WITH closed AS MATERIALIZED (
            SELECT name, count(*) AS items FROM item INDEXED BY item_status CROSS JOIN tag ON item_id = item.id
            WHERE status IN ('done', 'dropped') GROUP BY name)
        SELECT name, count(*) AS items, (SELECT items FROM closed WHERE closed.name = tag.name), min(id)
        FROM tag GROUP BY name"""
    )
    counts = [TagCount(name, items, items - (closed or 0)) for name, items, closed, _ in rows]
    return sorted(counts, key=lambda count: count.name.casefold())


def tag_names(db: Connection, beginning: str, most: int) -> list[str]:
    """The first `most` tags, in the order of the alphabet, that begin so, whatever the case."""
    # Each is found behind the one before it in the index, however many items have it.
    rows = db.execute(
        """
        WITH RECURSIVE found (name) AS (
            SELECT min(name) FROM tag WHERE name >= :beginning
            UNION ALL SELECT (SELECT min(name) FROM tag WHERE name > found.name) FROM found WHERE name < :behind)
        SELECT name FROM found WHERE name < :behind LIMIT :most""",
        {"beginning": clean(beginning), "behind": f"{clean(beginning)}\U0010ffff", "most": most},
    )
    return [row[0] for row in rows]

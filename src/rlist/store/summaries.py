"""What each list has, counted."""

from sqlite3 import Connection
from typing import NamedTuple


class ListSummary(NamedTuple):
    """A list with the number of its items, in all and by status."""

    name: str
    items: int
    unread: int
    reading: int
    done: int
    dropped: int


# How many items each list has, from indexes alone: its entries, less those of items that it has already.
ITEMS_OF_LISTS = """
    WITH surplus AS MATERIALIZED (
        SELECT list_id, count(*) - count(DISTINCT entry.item_id) AS entries
        FROM (SELECT item_id FROM entry GROUP BY item_id HAVING count(*) > 1) AS repeated
        CROSS JOIN entry ON entry.item_id = repeated.item_id JOIN section ON section.id = section_id GROUP BY list_id)
    SELECT list.id, name, ifnull(sum((SELECT count(*) FROM entry WHERE section_id = section.id)), 0)
        - ifnull((SELECT entries FROM surplus WHERE surplus.list_id = list.id), 0) AS items
    FROM list LEFT JOIN section ON section.list_id = list.id GROUP BY list.id ORDER BY list.id"""


def summaries(db: Connection) -> list[ListSummary]:
    """Each list, in order."""
    # Most items of a long list are unread: only the others are counted one by one.
    moved = db.execute(
        """
        SELECT list_id, status, count(DISTINCT item_id) FROM item INDEXED BY item_status
        CROSS JOIN entry ON item_id = item.id JOIN section ON section.id = section_id
        WHERE status IN ('reading', 'done', 'dropped') GROUP BY 1, 2"""
    )
    counts = {(list_id, status): count for list_id, status, count in moved}
    found = []
    for list_id, name, items in db.execute(ITEMS_OF_LISTS):
        others = [counts.get((list_id, status), 0) for status in ("reading", "done", "dropped")]
        found.append(ListSummary(name, items, items - sum(others), *others))
    return found

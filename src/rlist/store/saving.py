"""Adds, changes and removes items."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from typing import TYPE_CHECKING

from rlist.errors import NothingFound
from rlist.store.items import CHOSEN, SELECT_PARTS, get_items, ids_as_json
from rlist.store.keys import add_keys
from rlist.store.lists import make_section
from rlist.store.rows import PART_COLUMNS, PART_LIKENESS, entry_to_row, item_to_row, parts_to_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from sqlite3 import Connection

    from rlist.model.item import Entry, Item
    from rlist.store.rows import Row, Values

# Fewer are added one by one in less time than SQLModel takes to load.
_MANY = 3000


def free_ids(db: Connection, count: int) -> range:
    """The next `count` ids, which no item ever had; inside a step, where they are taken once items have them."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'item'").fetchone()
    first = row[0] + 1 if row else 1
    return range(first, first + count)


def add_item(db: Connection, item: Item) -> Item:
    """The item as it is stored, with a new id when its own is 0; lists and sections that it names are made."""
    return get_items(db, [_add(db, item)])[0]


def add_items(db: Connection, items: Sequence[Item], *, expected: int) -> None:
    """Adds items that have their ids already, some of those `expected` in the step that is open.

    Lists and sections that they name are made. An item may be the parent of any entry among them.
    """
    if items and expected >= _MANY:
        from rlist.store.bulk import add_items as add_many

        add_many(db, items)
        return
    # At the end of the transaction all parents are there.
    db.execute("PRAGMA defer_foreign_keys = ON")
    for item in items:
        _add(db, item)


def add_mentions(db: Connection, mentions: Sequence[tuple[int, Entry]]) -> None:
    """Adds entries to items that are there, each with the id of its item; sections that are missing are made."""
    section_of = cache(partial(make_section, db))
    rows = (part_to_row("entry", item_id, entry_to_row(entry), section_of) for item_id, entry in mentions)
    if len(mentions) >= _MANY:
        from rlist.store.bulk import insert_rows

        insert_rows(db, "entry", rows)
        return
    for row in rows:
        _insert(db, "entry", row)


def change_item(db: Connection, before: Item, after: Item) -> Item:
    """Writes what differs between the two and gives the item as it is then; their `id` is the same.

    What both agree on isn't written, so what others changed in the meantime stays; a part that changes keeps its row.
    Raises NothingFound when the item isn't there any more.
    """
    old, new = item_to_row(before), item_to_row(after)
    _update(db, "item", after.id, {column: value for column, value in new.items() if value != old[column]})
    old_parts, new_parts = parts_to_rows(before), parts_to_rows(after)
    for table, rows in new_parts.items():
        if rows != old_parts[table]:
            _change_parts(db, table, after.id, old_parts[table], rows)
    changed = get_items(db, [after.id])
    if not changed:
        raise NothingFound(f"item {after.id} isn't there any more")
    return changed[0]


def remove_items(db: Connection, ids: Sequence[int]) -> None:
    """Removes the items with all that belongs to them; their ids are given to no other."""
    db.execute(f"DELETE FROM item WHERE id IN {CHOSEN}", (ids_as_json(ids),))


def part_to_row(table: str, item_id: int, values: Values, section_of: Callable[[str, str], int]) -> Row:
    """A row for `table`, without keys, of these PART_COLUMNS; `section_of` gives a section's id by list and path."""
    row: Row = {"item_id": item_id, **dict(zip(PART_COLUMNS[table], values, strict=True))}
    if table == "entry":
        row["section_id"] = section_of(str(row.pop("list")), str(row.pop("path")))
    return row


def _add(db: Connection, item: Item) -> int:
    (item_id,) = _insert(db, "item", item_to_row(item))
    for table, rows in parts_to_rows(item).items():
        for values in rows:
            _insert(db, table, part_to_row(table, item_id, values, partial(make_section, db)))
    return item_id


def _change_parts(db: Connection, table: str, item_id: int, old: list[Values], new: list[Values]) -> None:
    stored: dict[Values, list[int]] = {}
    for _, number, *values in db.execute(SELECT_PARTS[table], (ids_as_json([item_id]),)):
        stored.setdefault(tuple(values), []).append(number)
    # What another process has changed meanwhile isn't there to be changed.
    gone = [
        (stored[values].pop(0), values) for values in (Counter(old) - Counter(new)).elements() if stored.get(values)
    ]
    come = list((Counter(new) - Counter(old)).elements())
    changed: list[tuple[int, Values]] = []
    for likeness in PART_LIKENESS[table]:
        for number, values in list(gone):
            like = next((other for other in come if likeness(other) == likeness(values)), None)
            if like is not None:
                changed.append((number, like))
                gone.remove((number, values))
                come.remove(like)
    for number, _ in gone:
        db.execute(f"DELETE FROM {table} WHERE id = ?", (number,))
    for number, values in changed:
        _update(db, table, number, part_to_row(table, item_id, values, partial(make_section, db)))
    for values in come:
        _insert(db, table, part_to_row(table, item_id, values, partial(make_section, db)))


def _insert(db: Connection, table: str, row: Row) -> tuple[int]:
    row = add_keys(table, row)
    marks = ", ".join("?" * len(row))
    statement = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks}) RETURNING id"
    inserted: tuple[int] = db.execute(statement, tuple(row.values())).fetchone()
    return inserted


def _update(db: Connection, table: str, row_id: int, row: Row) -> None:
    row = add_keys(table, row)
    if row:
        settings = ", ".join(f"{column} = ?" for column in row)
        db.execute(f"UPDATE {table} SET {settings} WHERE id = ?", (*row.values(), row_id))

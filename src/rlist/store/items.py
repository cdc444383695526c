"""Add, get, change and remove items; find those that have an identifier, an address, a title."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from typing import TYPE_CHECKING

from rlist.errors import NothingFound
from rlist.model.metadata import Metadata
from rlist.store.lists import make_section
from rlist.store.rows import (
    ITEM_COLUMNS,
    LARGEST,
    PART_COLUMNS,
    PART_LIKENESS,
    add_keys,
    clean,
    entry_to_row,
    item_from_row,
    item_to_row,
    limit_to_sql,
    parts_to_rows,
    split_lines,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from sqlite3 import Connection

    from rlist.model.item import Entry, Item
    from rlist.store.rows import Row, Values

# Fewer are added one by one in less time than SQLModel takes to load.
_MANY = 3000

# Any number of ids is one parameter, so that a statement is the same text every time.
_CHOSEN = "(SELECT value FROM json_each(?))"
_SELECT_ITEMS = f"SELECT {', '.join(ITEM_COLUMNS)} FROM item WHERE id IN {_CHOSEN}"
_SELECT_PARTS = {
    "link": f"SELECT item_id, id, position, url, label FROM link WHERE item_id IN {_CHOSEN} ORDER BY position, id",
    "identifier": f"SELECT item_id, id, scheme, value FROM identifier WHERE item_id IN {_CHOSEN} ORDER BY scheme",
    "tag": f"SELECT item_id, id, name FROM tag WHERE item_id IN {_CHOSEN}",
    "note": f"SELECT item_id, id, body, created_at FROM note WHERE item_id IN {_CHOSEN} ORDER BY created_at, id",
    "entry": f"""
        SELECT item_id, entry.id, list.name, section.path, entry.position, parent_id, label, entry.text
        FROM entry JOIN section ON section.id = section_id JOIN list ON list.id = list_id
        WHERE item_id IN {_CHOSEN} ORDER BY list_id, entry.position, entry.id""",
}


def get_items(db: Connection, ids: Sequence[int]) -> list[Item]:
    """The items in the order of `ids`; one that isn't there is left out."""
    chosen = (_array(ids),)
    parts: dict[int, dict[str, list[Values]]] = {number: {} for number in ids}
    for table, select in _SELECT_PARTS.items():
        for item_id, _, *values in db.execute(select, chosen):
            parts[item_id].setdefault(table, []).append(tuple(values))
    found = {row[0]: item_from_row(row, parts[row[0]]) for row in db.execute(_SELECT_ITEMS, chosen)}
    return [found[number] for number in ids if number in found]


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
    db.execute(f"DELETE FROM item WHERE id IN {_CHOSEN}", (_array(ids),))


def field_sources(db: Connection, ids: Sequence[int]) -> dict[int, dict[str, str]]:
    """By item and field of its metadata the provider, or "reader", that it is from; only what is known."""
    query = f"""
        SELECT item_id, key, value FROM lookup, json_each(sources) WHERE item_id IN {_CHOSEN} ORDER BY item_id, key"""
    found: dict[int, dict[str, str]] = {}
    for item_id, name, provider in db.execute(query, (_array(ids),)):
        found.setdefault(item_id, {})[name] = provider
    return found


def titles(db: Connection, beginning: str, limit: int) -> list[tuple[int, str]]:
    """The numbers that begin with the digits `beginning`, the highest first, with the titles of their items."""
    (highest,) = db.execute("SELECT ifnull(max(id), 0) FROM item").fetchone()
    if not beginning:
        ranges = [(0, highest)]
    elif beginning.isascii() and beginning.isdecimal() and beginning[0] != "0":
        # 7, 70 to 79, 700 to 799, …: to look at the digits of every number takes long in a large library.
        tens = [10**more for more in range(len(str(highest)) - len(beginning), -1, -1)]
        ranges = [(int(beginning) * ten, int(beginning) * ten + ten - 1) for ten in tens]
    else:
        return []
    query = "SELECT id, title FROM item WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT ?"
    found: list[tuple[int, str]] = []
    for first, last in ranges:
        found += db.execute(query, (first, last, limit - len(found)))
    return found


def existing_ids(db: Connection, ids: range) -> list[int]:
    """Those of `ids` that items have, in order."""
    if not ids or ids[0] > LARGEST:
        return []
    query = "SELECT id FROM item WHERE id BETWEEN ? AND ? ORDER BY id"
    return [number for (number,) in db.execute(query, (ids[0], min(ids[-1], LARGEST)))]


def ids_by_uid(db: Connection) -> dict[str, int]:
    """The id of each item by its uid."""
    return dict(db.execute("SELECT uid, id FROM item"))


def find_by_citekey(db: Connection, citekey: str) -> int | None:
    """The id of the item with this citekey, or None."""
    return next(iter(_ids(db, "SELECT id FROM item WHERE citekey = ?", citekey)), None)


def works_to_cite(db: Connection) -> Iterator[tuple[int, str | None, Metadata]]:
    """Of each item the id, the citekey that it has, and title, authors and year."""
    for item_id, citekey, title, authors, year in db.execute("SELECT id, citekey, title, authors, year FROM item"):
        yield item_id, citekey, Metadata(title, split_lines(authors), year=year)


def find_by_identifier(db: Connection, scheme: str, value: str) -> int | None:
    """The id of the item with this identifier, or None."""
    query = "SELECT item_id FROM identifier WHERE scheme = ? AND value = ?"
    row = db.execute(query, (clean(scheme), clean(value))).fetchone()
    return None if row is None else int(row[0])


def find_by_address(db: Connection, canonical: str, *, limit: int | None = None) -> list[int]:
    """The ids, in order, of the items with a link to this canonical address; the first `limit` of them."""
    return _ids(db, "SELECT DISTINCT item_id FROM link WHERE address = ? ORDER BY item_id", canonical, limit)


def find_by_title_key(db: Connection, key: str, *, limit: int | None = None) -> list[int]:
    """The ids, in order, of the items whose titles have this key; the first `limit` of them."""
    return _ids(db, "SELECT id FROM item WHERE title_key = ? ORDER BY id", key, limit)


def known_values(db: Connection, scheme: str, values: Collection[str]) -> set[str]:
    """Those of `values` that an item has as "address", as "title" (its key), as "citekey", or as such an identifier.

    One that can't be stored as it is counts as known.
    """
    asked = [value for value in values if clean(value) == value]
    known = set(values).difference(asked)
    select, *own = _SELECT_VALUES.get(
        scheme, ("SELECT value FROM identifier WHERE scheme = ? AND value", clean(scheme))
    )
    for start in range(0, len(asked), _VALUES_OF_A_STATEMENT):
        some = asked[start : start + _VALUES_OF_A_STATEMENT]
        marks = ", ".join("?" * len(some))
        known.update(value for (value,) in db.execute(f"{select} IN ({marks})", (*own, *some)))
    return known


_VALUES_OF_A_STATEMENT = 1000
_SELECT_IDENTIFIERS = "SELECT value FROM identifier WHERE scheme = ? AND value"
_SELECT_VALUES = {
    "address": ("SELECT address FROM link WHERE address",),
    "title": ("SELECT title_key FROM item WHERE title_key",),
    "citekey": ("SELECT citekey FROM item WHERE citekey",),
}


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
    for _, number, *values in db.execute(_SELECT_PARTS[table], (_array([item_id]),)):
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


def _ids(db: Connection, query: str, value: str, limit: int | None = None) -> list[int]:
    return [number for (number,) in db.execute(f"{query} LIMIT ?", (clean(value), limit_to_sql(limit)))]


def _array(ids: Iterable[int]) -> str:
    return f"[{', '.join(map(str, ids))}]"

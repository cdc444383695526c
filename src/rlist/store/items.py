"""Items as they are stored, by their ids, and which have an identifier, an address, a title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rlist.model.metadata import Metadata
from rlist.store.rows import ITEM_COLUMNS, LARGEST, clean, item_from_row, limit_to_sql, split_lines

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from sqlite3 import Connection

    from rlist.model.item import Item
    from rlist.store.rows import Values

# Any number of ids is one parameter, `ids_as_json`, so that a statement is the same text every time.
CHOSEN = "(SELECT value FROM json_each(?))"
_SELECT_ITEMS = f"SELECT {', '.join(ITEM_COLUMNS)} FROM item WHERE id IN {CHOSEN}"
SELECT_PARTS = {
    "link": f"SELECT item_id, id, position, url, label FROM link WHERE item_id IN {CHOSEN} ORDER BY position, id",
    "identifier": f"SELECT item_id, id, scheme, value FROM identifier WHERE item_id IN {CHOSEN} ORDER BY scheme",
    "tag": f"SELECT item_id, id, name FROM tag WHERE item_id IN {CHOSEN}",
    "note": f"SELECT item_id, id, body, created_at FROM note WHERE item_id IN {CHOSEN} ORDER BY created_at, id",
    "entry": f"""
        SELECT item_id, entry.id, list.name, section.path, entry.position, parent_id, label, entry.text
        FROM entry JOIN section ON section.id = section_id JOIN list ON list.id = list_id
        WHERE item_id IN {CHOSEN} ORDER BY list_id, entry.position, entry.id""",
}


def get_items(db: Connection, ids: Sequence[int]) -> list[Item]:
    """The items in the order of `ids`; one that isn't there is left out."""
    chosen = (ids_as_json(ids),)
    parts: dict[int, dict[str, list[Values]]] = {number: {} for number in ids}
    for table, select in SELECT_PARTS.items():
        for item_id, _, *values in db.execute(select, chosen):
            parts[item_id].setdefault(table, []).append(tuple(values))
    found = {row[0]: item_from_row(row, parts[row[0]]) for row in db.execute(_SELECT_ITEMS, chosen)}
    return [found[number] for number in ids if number in found]


def field_sources(db: Connection, ids: Sequence[int]) -> dict[int, dict[str, str]]:
    """By item and field of its metadata the provider, or "reader", that it is from; only what is known."""
    query = f"""
        SELECT item_id, key, value FROM lookup, json_each(sources) WHERE item_id IN {CHOSEN} ORDER BY item_id, key"""
    found: dict[int, dict[str, str]] = {}
    for item_id, name, provider in db.execute(query, (ids_as_json(ids),)):
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


def without_facts(db: Connection, ids: Sequence[int]) -> set[int]:
    """Those of the items of which no more is known than a title: no author, no year, no address, no identifier."""
    if not ids:
        return set()
    query = f"""
        SELECT id FROM item WHERE id IN {CHOSEN} AND authors = '' AND ifnull(year, 0) = 0
            AND NOT EXISTS (SELECT 1 FROM link WHERE item_id = item.id)
            AND NOT EXISTS (SELECT 1 FROM identifier WHERE item_id = item.id)"""
    return {number for (number,) in db.execute(query, (ids_as_json(ids),))}


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


def _ids(db: Connection, query: str, value: str, limit: int | None = None) -> list[int]:
    return [number for (number,) in db.execute(f"{query} LIMIT ?", (clean(value), limit_to_sql(limit)))]


def ids_as_json(ids: Iterable[int]) -> str:
    """What `CHOSEN` takes for these ids."""
    return f"[{', '.join(map(str, ids))}]"

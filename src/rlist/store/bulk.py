"""Adds many items at once, through SQLModel, on the connection and in the transaction of an open step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool
from sqlmodel import insert

from rlist.store.items import part_to_row
from rlist.store.lists import make_section
from rlist.store.rows import PART_COLUMNS, add_keys, item_to_row, parts_to_rows
from rlist.store.tables import ROWS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from sqlite3 import Connection

    from rlist.model.item import Item
    from rlist.store.rows import Row

# What an engine would forget with itself: the statements, for the next file of an import.
_COMPILED: dict[Any, Any] = {}


def reserve_ids(db: Connection, count: int) -> range:
    """Ids for `count` new items, given to no others; inside a step."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'item'").fetchone()
    last = row[0] if row else 0
    if row:
        db.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'item'", (last + count,))
    else:
        db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('item', ?)", (count,))
    return range(last + 1, last + count + 1)


def add_items(db: Connection, items: Iterable[Item]) -> None:
    """Adds items that have their ids already, from `reserve_ids` or from elsewhere; inside a step.

    Lists and sections that they name are made. An item may be the parent of any entry among them.
    """
    rows: dict[str, list[Row]] = {"item": [], **{table: [] for table in PART_COLUMNS}}
    sections: dict[tuple[str, str], int] = {}

    def section_of(list_name: str, path: str) -> int:
        if (list_name, path) not in sections:
            sections[list_name, path] = make_section(db, list_name, path)
        return sections[list_name, path]

    for item in items:
        rows["item"].append(add_keys("item", item_to_row(item)))
        for table, parts in parts_to_rows(item).items():
            rows[table] += [add_keys(table, part_to_row(table, item.id, values, section_of)) for values in parts]
    # Never disposed of: that would close the connection, which isn't the engine's.
    engine = create_engine("sqlite://", creator=lambda: _Borrowed(db), poolclass=StaticPool)
    options = {"compiled_cache": _COMPILED}
    try:
        with engine.connect() as connection:
            for table, table_rows in rows.items():
                if table_rows:
                    connection.execute(insert(ROWS[table]), table_rows, execution_options=options)
    except DBAPIError as error:
        # The step knows SQLite's errors, not SQLAlchemy's.
        raise (error.orig or error) from error


class _Borrowed:
    """A connection that whoever has it can neither commit, roll back nor close: its transaction is the step's."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)

    def commit(self) -> None: ...

    def rollback(self) -> None: ...

    def close(self) -> None: ...

"""Adds many items at once: statements that the SQLModel tables give, many rows in each, inside the open step."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from sqlalchemy.dialects.sqlite import dialect
from sqlmodel import SQLModel, insert

from rlist.store.keys import add_keys
from rlist.store.lists import make_section
from rlist.store.rows import PART_COLUMNS, item_to_row, parts_to_rows
from rlist.store.saving import part_to_row
from rlist.store.tables import ROWS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from sqlite3 import Connection

    from rlist.model.item import Item
    from rlist.store.rows import Row

# For each statement SQLite keeps a copy of every page that it writes, to take it back alone: row by row, that is half
# of the work. More rows than this gain nothing.
_ROWS_OF_A_STATEMENT = 100


def add_items(db: Connection, items: Iterable[Item]) -> None:
    """Adds items that have their ids already, from `free_ids` or from elsewhere; inside a step.

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
    for table, table_rows in rows.items():
        insert_rows(db, table, table_rows)


def insert_rows(db: Connection, table: str, rows: Iterable[Row]) -> None:
    """Inserts rows for `table`, all with the same columns."""
    coming = iter(rows)
    # SQLAlchemy names the columns in the order of the table, whatever that of the row.
    names = [column.name for column in SQLModel.metadata.tables[table].c]
    while some := list(islice(coming, _ROWS_OF_A_STATEMENT)):
        # Python's driver takes six times as long for a NULL as for a text, and half of an item is empty.
        columns = tuple(name for name in names if any(row.get(name) is not None for row in some))
        statement, marks = _of_one_row(table, columns)
        db.execute(
            f"{statement}{marks}{f', {marks}' * (len(some) - 1)}", [row[name] for row in some for name in columns]
        )


@cache
def _of_one_row(table: str, columns: Sequence[str]) -> tuple[str, str]:
    """The statement up to the values of a row, and these: for many rows SQLAlchemy takes as long as SQLite."""
    whole = str(insert(ROWS[table]).values(dict.fromkeys(columns)).compile(dialect=dialect()))
    start = whole.rindex("(")
    return whole[:start], whole[start:]

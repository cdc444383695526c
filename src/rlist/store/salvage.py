"""What is left of a file that SQLite can't read any more, put into a new library.

Every page is read for itself. Which table it belongs to says the tree of pages above it, and where that is lost, the
form of its rows. What is lost on a page of a table comes back from the log or the index, as far as they know it.
"""

from __future__ import annotations

import mmap
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rlist.store.log_check import logged_rows
from rlist.store.pages import Pages
from rlist.store.recording import LOGGED_TABLES, install_triggers, remove_triggers

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
    from sqlite3 import Connection

    from rlist.store.pages import Cell

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
# What tells tables apart whose columns are of the same types: a column, and what stands in it.
_TELLING = {
    "change": (3, re.compile("|".join(LOGGED_TABLES))),
    "note": (3, _TIME),
    "skip": (2, _DAY),
    "seen": (2, re.compile(r"[0-9a-f]{24}")),
    "step": (2, _TIME),
    "list": (2, re.compile(r"(?:title|recovered):.*|.*[/\\].*", re.DOTALL)),
    "identifier": (2, re.compile(r"[a-z0-9_-]+")),
}
_TYPES: Mapping[str, tuple[type, ...]] = {"TEXT": (str,), "INTEGER": (int,), "BOOLEAN": (int,), "FLOAT": (int, float)}

Columns = dict[str, list[tuple[str, str, bool]]]


class Salvaged(NamedTuple):
    """How many items came out, and of how many pages with rows, some of which belonged to no table any more."""

    items: int
    pages: int
    strays: int


def read_pages(path: Path) -> Pages:
    """The pages of a library's file and of its write-ahead log; raises OSError."""
    log = Path(f"{path}-wal")
    with path.open("rb") as file:
        content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if path.stat().st_size else b""
    return Pages(content, log.read_bytes() if log.exists() else b"")


def salvage(pages: Pages, db: Connection) -> Salvaged:
    """Put every row that can be read into the new library `db`, which nothing has been put into yet.

    What doesn't fit together is for the checks to mend.
    """
    columns = _columns(db)
    db.execute("PRAGMA foreign_keys = OFF")
    db.execute("BEGIN IMMEDIATE")
    remove_triggers(db)
    owned = _owners(pages, columns)
    strays = [number for number in range(1, pages.count + 1) if number not in owned and number not in pages.free()]
    read = stray = 0
    for number, table in owned.items():
        read += bool(_insert(db, columns, table, pages.rows(number)))
    for number in strays:
        cells = pages.rows(number)
        for table in _alike(columns, cells):
            stray += 1
            _insert(db, columns, table, cells)
    db.execute("DELETE FROM change WHERE NOT (json_valid(ifnull(before, '{}')) AND json_valid(ifnull(after, '{}')))")
    for table in LOGGED_TABLES:
        _insert_rows(db, table, ({**row, "id": number} for number, row in logged_rows(db, table) if row))
    _read_index(pages, db)
    install_triggers(db)
    db.execute("COMMIT")
    db.execute("PRAGMA foreign_keys = ON")
    return Salvaged(db.execute("SELECT count(*) FROM item").fetchone()[0], read + stray, stray)


def _columns(db: Connection) -> Columns:
    tables = (*LOGGED_TABLES, "step", "change")
    return {
        table: [(name, kind, bool(needed)) for _, name, kind, needed, *_ in db.execute(f"PRAGMA table_info({table})")]
        for table in tables
    }


def _owners(pages: Pages, tables: Container[str]) -> dict[int, str]:
    """Of each page below one of the `tables`, as far as the file still names them, the table."""
    owners: dict[int, str] = {}
    for number in _below(pages, 1):
        for cell in pages.rows(number):
            match cell.values:
                case ("table", str(name), _, int(root), *_) if name in tables:
                    owners |= dict.fromkeys(_below(pages, root), name)
    return owners


def _read_index(pages: Pages, db: Connection) -> None:
    """Takes over the texts of the index, and makes the items that are lost elsewhere known to the checks by them."""
    names = [name for _, name, *_ in db.execute("PRAGMA table_info(item_text)")]
    marks = ", ".join("?" * (len(names) + 1))
    for number in _owners(pages, ("item_text_content",)):
        for cell in pages.rows(number):
            if len(cell.values) == len(names) + 1 and all(isinstance(text, str | None) for text in cell.values):
                values = (cell.rowid, *cell.values[1:])
                db.execute(f"INSERT OR IGNORE INTO item_text (rowid, {', '.join(names)}) VALUES ({marks})", values)
    # The index of titles knows the texts by these rows, and can forget only what it has.
    db.execute("INSERT INTO item_titles (item_titles) VALUES ('rebuild')")


def _below(pages: Pages, root: int) -> Iterator[int]:
    seen, waiting = set[int](), [root]
    while waiting:
        number = waiting.pop()
        if number not in seen:
            seen.add(number)
            yield number
            waiting += pages.children(number)


def _alike(columns: Columns, cells: Sequence[Cell]) -> list[str]:
    """The table whose rows look like these, if there is one."""
    alike = [table for table in columns if cells and all(_fits(columns, table, cell) for cell in cells)]
    # Where several are alike, those that are told apart by what stands in a column are surer.
    return sorted(alike, key=lambda table: table not in _TELLING)[:1]


def _fits(columns: Columns, table: str, cell: Cell) -> bool:
    wanted = columns[table]
    if len(cell.values) != len(wanted) or cell.values[0] is not None:
        return False
    for (_, kind, needed), value in zip(wanted[1:], cell.values[1:], strict=True):
        if (value is None and needed) or not isinstance(value, (*_TYPES[kind], type(None))):
            return False
    at, pattern = _TELLING.get(table, (0, None))
    return pattern is None or bool(pattern.fullmatch(str(cell.values[at])))


def _insert(db: Connection, columns: Columns, table: str, cells: Sequence[Cell]) -> int:
    names = [name for name, *_ in columns[table]]
    # A row of before a column came has no value for it; its number stands beside the values.
    return _insert_rows(
        db, table, ({**dict(zip(names, cell.values, strict=False)), "id": cell.rowid} for cell in cells)
    )


def _insert_rows(db: Connection, table: str, rows: Iterable[Mapping[str, object]]) -> int:
    before = db.total_changes
    for row in rows:
        names = ", ".join(f'"{name}"' for name in row)
        db.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))
    return db.total_changes - before

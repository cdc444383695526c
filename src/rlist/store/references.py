"""Rows that belong to what isn't there: it is brought back from the log, or made anew, so that no word is lost."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from rlist.store.keys import add_keys

if TYPE_CHECKING:
    from sqlite3 import Connection

    from rlist.store.rows import Row

# What a row gets that nothing is known of; `{id}` is its number, the open step gives the time.
_RECOVERED = "Recovered"
_UNKNOWN: dict[str, Row] = {
    "list": {"name": f"{_RECOVERED} {{id}}", "source": "recovered:{id}"},
    "section": {"path": f"{_RECOVERED} {{id}}", "position": 1, "text": ""},
    "step": {"command": "?", "undone": 0},
    "item": {
        "uid": "recovered-{id}",
        "title": f"{_RECOVERED} {{id}}",
        "kind": "other",
        "status": "unread",
        "authors": "",
        "et_al": 0,
        "lookup_state": "none",
    },
}
_TIMES = {"item": ("added_at", "updated_at"), "step": ("made_at",)}

# A list brought back may itself miss nothing, its section a list, the entry a section: no chain is longer.
_ROUNDS = 4

_CHANGED_BY_OPEN_STEP = """
    SELECT 1 FROM change WHERE step_id = (SELECT step_id FROM open_step) AND table_name = ? AND row_id = ? LIMIT 1"""


def dangling(db: Connection) -> list[str]:
    """The rows whose reference leads nowhere, a sentence each."""
    return [
        f"row {row} of {table} belongs to {parent} {number}, which isn't there"
        for table, row, parent, _, number in _find(db)
    ]


def mend_references(db: Connection) -> None:
    """Brings back what rows belong to, or forgets the reference where a row is whole without it; inside a step."""
    for _ in range(_ROUNDS):
        for table, row_id, parent, column, number in _find(db):
            if (table, column) == ("entry", "parent_id"):
                db.execute("UPDATE entry SET parent_id = NULL WHERE id = ?", (row_id,))
            elif number is not None and not db.execute(f"SELECT 1 FROM {parent} WHERE id = ?", (number,)).fetchone():
                bring_back(db, parent, number)


def forget_dangling(db: Connection) -> None:
    """Takes away what the open step has put back for what isn't there; the log of the step keeps it."""
    for _ in range(_ROUNDS):
        for table, row_id, _, column, _ in _find(db):
            if db.execute(_CHANGED_BY_OPEN_STEP, (table, row_id)).fetchone() is None:
                continue
            if (table, column) == ("entry", "parent_id"):
                db.execute("UPDATE entry SET parent_id = NULL WHERE id = ?", (row_id,))
            else:
                db.execute(f"DELETE FROM {table} WHERE id = ?", (row_id,))


def bring_back_indexed(db: Connection) -> int:
    """Brings back the items of which the index alone knows, inside a step; the number of all items then."""
    for (number,) in db.execute("SELECT rowid FROM item_text WHERE rowid NOT IN (SELECT id FROM item)").fetchall():
        bring_back(db, "item", number)
    (count,) = db.execute("SELECT count(*) FROM item").fetchone()
    return int(count)


def _find(db: Connection) -> list[tuple[str, int, str, str, int | None]]:
    found = []
    for table, row_id, parent, key in db.execute("PRAGMA foreign_key_check").fetchall():
        columns = {number: column for number, _, _, column, *_ in db.execute(f"PRAGMA foreign_key_list({table})")}
        column = columns[key]
        (number,) = db.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row_id,)).fetchone()
        found.append((table, row_id, parent, column, number))
    return found


def bring_back(db: Connection, table: str, number: int) -> None:
    """Puts a row back as it was last known, or with no more than its number; inside a step."""
    (now,) = db.execute("SELECT made_at FROM step WHERE id = (SELECT step_id FROM open_step)").fetchone()
    unknown = {
        name: value.format(id=number) if isinstance(value, str) else value for name, value in _UNKNOWN[table].items()
    }
    unknown |= dict.fromkeys(_TIMES.get(table, ()), now)
    if table == "section":
        unknown["list_id"] = _recovered_list(db)
    # What was known may be another row's by now.
    for row in (unknown | _last_known(db, table, number), unknown):
        row = add_keys(table, {**row, "id": number})
        try:
            marks = ", ".join("?" * len(row))
            db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
        except sqlite3.IntegrityError:
            continue
        return


def _last_known(db: Connection, table: str, number: int) -> Row:
    """What the index and the log say of the row as it was when it was last there."""
    row = _indexed(db, number) if table == "item" else {}
    query = "SELECT ifnull(after, before) FROM change WHERE table_name = ? AND row_id = ? ORDER BY id"
    for (text,) in db.execute(query, (table, number)):
        row |= {} if text is None else dict(db.execute("SELECT key, value FROM json_each(?)", (text,)))
    return row


def _indexed(db: Connection, number: int) -> Row:
    try:
        found = db.execute(
            "SELECT title, authors, venue, abstract FROM item_text WHERE rowid = ?", (number,)
        ).fetchone()
    except sqlite3.DatabaseError:
        return {}
    return {} if found is None else dict(zip(("title", "authors", "venue", "abstract"), found, strict=True))


def _recovered_list(db: Connection) -> int:
    db.execute("INSERT OR IGNORE INTO list (name, source) VALUES (?, ?)", (_RECOVERED, f"title:{_RECOVERED}"))
    (number,) = db.execute("SELECT id FROM list WHERE source = ?", (f"title:{_RECOVERED}",)).fetchone()
    return int(number)

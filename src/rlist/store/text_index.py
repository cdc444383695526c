"""The full-text index: kept right before each commit, checked against the library, made anew."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite3 import Connection

_COLUMNS = "title, authors, tags, venue, headings, notes, text, abstract"


def refresh_index(db: Connection) -> None:
    """Indexes anew the text of the items that changed since they were last indexed; inside a transaction."""
    if db.execute("SELECT 1 FROM stale LIMIT 1").fetchone() is None:
        return
    db.execute("DELETE FROM item_text WHERE rowid IN (SELECT item_id FROM stale)")
    db.execute(
        f"""
        INSERT INTO item_text (rowid, {_COLUMNS})
        SELECT id, {_COLUMNS} FROM searchable WHERE id IN (SELECT item_id FROM stale)"""
    )
    db.execute("DELETE FROM stale")


def check_index(db: Connection) -> list[str]:
    """What is wrong with the index, a sentence each; nothing where a search finds all that stands in the library.

    `rebuild_index` mends whatever it names. It reads all texts: some seconds for 100,000 items with abstracts.
    """
    try:
        faults = [
            ("stands in the index with other words", _differing(db)),
            ("is missing in the index", _missing(db)),
            ("is gone and still in the index", _surplus(db)),
        ]
        db.execute("INSERT INTO item_text (item_text) VALUES ('integrity-check')")
    except sqlite3.DatabaseError as error:
        return [f"the index of words can't be read: {error}"]
    return [_sentence(ids, what) for what, ids in faults if ids]


def rebuild_index(db: Connection) -> None:
    """Makes the index anew from the library; inside a transaction."""
    # Dropped, not emptied: FTS5 reads what it deletes, and that may be what is damaged.
    (statement,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'item_text'").fetchone()
    db.execute("DROP TABLE item_text")
    db.execute(statement)
    db.execute("INSERT OR IGNORE INTO stale SELECT id FROM item")
    refresh_index(db)


def _differing(db: Connection) -> list[int]:
    wanted = " OR ".join(f"searchable.{name} IS NOT item_text.{name}" for name in _COLUMNS.split(", "))
    sql = f"SELECT id FROM item_text CROSS JOIN searchable ON id = item_text.rowid WHERE {wanted}"
    return _numbers(db, sql)


def _missing(db: Connection) -> list[int]:
    return _numbers(db, "SELECT id FROM item WHERE id NOT IN (SELECT id FROM item_text_content)")


def _surplus(db: Connection) -> list[int]:
    return _numbers(db, "SELECT id FROM item_text_content WHERE id NOT IN (SELECT id FROM item)")


def _numbers(db: Connection, sql: str) -> list[int]:
    return sorted(row[0] for row in db.execute(sql))


def _sentence(ids: list[int], what: str) -> str:
    if len(ids) == 1:
        return f"item {ids[0]} {what}"
    return f"{len(ids)} items, the first of them {ids[0]}: each {what}"

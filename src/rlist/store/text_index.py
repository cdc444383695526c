"""The index of words: kept right before each commit, checked against the library, made anew.

`item_text` has the texts of the items with their marks, `item_titles` the titles once more, the shortest first,
`item_pieces` the pairs of characters of unspaced scripts, `definition` the short forms that texts explain, `vocabulary`
the words of all texts. The vocabulary never forgets: a word that is gone is found in no text, and whoever takes a word
from it asks for its items anyway.
"""

from __future__ import annotations

import sqlite3
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from sqlite3 import Connection

    from rlist.store.index_rows import IndexRows

_TEXTS = ("title", "authors", "tags", "venue", "headings", "notes", "text", "abstract")
_COLUMNS = ", ".join(_TEXTS)
_FULL_TEXTS = ("item_text", "item_titles", "item_pieces")
_INDEXED = f"SELECT id, {_COLUMNS} FROM searchable WHERE id IN (SELECT item_id FROM stale)"
# By place: before a row that isn't behind the last one FTS5 writes all that it has gathered.
_TITLES = "SELECT {} place, title FROM titles_by_length WHERE item_id IN ({}) ORDER BY place"
_ROWS_AT_ONCE = 1000


def refresh_index(db: Connection) -> None:
    """Indexes anew the text of the items that changed since they were last indexed; inside a transaction."""
    if db.execute("SELECT 1 FROM stale LIMIT 1").fetchone() is None:
        return
    known = _TITLES.format("'delete',", "SELECT item_id FROM stale")
    db.execute(f"INSERT INTO item_titles (item_titles, rowid, title) {known}")
    for table, column in (
        ("item_text", "rowid"),
        ("item_pieces", "rowid"),
        ("folded", "item_id"),
        ("definition", "item_id"),
    ):
        db.execute(f"DELETE FROM {table} WHERE {column} IN (SELECT item_id FROM stale)")
    for rows in _batches(db, _INDEXED):
        _write(db, rows)
    db.execute("DELETE FROM stale")


def _batches(db: Connection, sql: str) -> Iterator[list[tuple[int, IndexRows]]]:
    # Most commands change no text, and load nothing that reads one.
    from rlist.store.index_rows import index_rows

    found = db.execute(sql)
    while some := list(islice(found, _ROWS_AT_ONCE)):
        yield [(item_id, index_rows(texts)) for item_id, *texts in some]


def _write(db: Connection, rows: list[tuple[int, IndexRows]]) -> None:
    places = ", ".join("?" * len(_TEXTS))
    db.executemany(
        f"INSERT INTO item_text (rowid, {_COLUMNS}, marks) VALUES (?, {places}, ?)",
        [(item_id, *row.texts, row.marks) for item_id, row in rows],
    )
    added = _TITLES.format("", "SELECT value FROM json_each(?)")
    db.execute(f"INSERT INTO item_titles (rowid, title) {added}", (str([item_id for item_id, _ in rows]),))
    db.executemany(
        f"INSERT INTO item_pieces (rowid, {_COLUMNS}) VALUES (?, {places})",
        [(item_id, *row.pieces) for item_id, row in rows if row.pieces],
    )
    db.executemany("INSERT INTO folded (item_id) VALUES (?)", [(item_id,) for item_id, row in rows if row.is_folded])
    db.executemany(
        "INSERT INTO definition (item_id, short, long, short_key, long_key) VALUES (?, ?, ?, ?, ?)",
        [(item_id, *definition) for item_id, row in rows for definition in row.definitions],
    )
    from rlist.store.index_rows import vocabulary_of

    words = vocabulary_of(row for _, row in rows)
    db.executemany(
        "INSERT OR IGNORE INTO vocabulary (word, backwards) VALUES (?, ?)", [(word, word[::-1]) for word in words]
    )


def check_index(db: Connection) -> list[str]:
    """What is wrong with the index, a sentence each; nothing where a search finds all that stands in the library.

    `rebuild_index` mends whatever it names. It reads all texts: about a minute for a million titles.
    """
    try:
        differing = _differing(db)
        gone = db.execute(
            "SELECT id FROM item_text_content WHERE id NOT IN (SELECT id FROM item) ORDER BY id"
        ).fetchall()
        for table in ("item_text", "item_pieces"):
            _ask(db, f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
    except sqlite3.DatabaseError as error:
        if is_busy(error):
            raise
        return [f"the index of words can't be read: {error}"]
    faults = [("is gone and still in the index", [row[0] for row in gone])]
    faults += [(f"isn't in the index as it is: its {what}", ids) for what, ids in differing.items()]
    return [_sentence(ids, what) for what, ids in faults if ids] or _check_titles(db)


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another process was waited for in vain, which says nothing of the file."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def _ask(db: Connection, question: str) -> None:
    """Ask an index in the form of a row, as SQLite wants it; one that can't be written isn't asked."""
    try:
        db.execute(question)
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_READONLY:
            raise


def _check_titles(db: Connection) -> list[str]:
    try:
        # With a rank it also compares them with what `titles_by_length` has.
        _ask(db, "INSERT INTO item_titles (item_titles, rank) VALUES ('integrity-check', 1)")
    except sqlite3.DatabaseError as error:
        if is_busy(error):
            raise
        return ["the index of titles isn't that of the titles there are"]
    return []


def rebuild_index(db: Connection) -> None:
    """Makes the index anew from the library; inside a transaction."""
    # Dropped, not emptied: FTS5 reads what it deletes, and that may be what is damaged.
    for table in _FULL_TEXTS:
        (statement,) = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        db.execute(f"DROP TABLE {table}")
        db.execute(statement)
    for table in ("folded", "definition", "vocabulary"):
        db.execute(f"DELETE FROM {table}")
    db.execute("INSERT OR IGNORE INTO stale SELECT id FROM item")
    refresh_index(db)


def _differing(db: Connection) -> dict[str, list[int]]:
    """By part of the index, the items of which it keeps something else than it would if it were made now."""
    from rlist.store.index_rows import vocabulary_of

    found: dict[str, list[int]] = {}
    for rows in _batches(db, f"SELECT id, {_COLUMNS} FROM searchable ORDER BY id"):
        first, last = rows[0][0], rows[-1][0]
        kept = {part: _kept(db, sql, first, last) for part, sql in _KEPT.items()}
        for item_id, row in rows:
            expected = {
                "words": {(*row.texts, row.marks)},
                "characters": {row.pieces} - {None},
                "letters": {()} if row.is_folded else set(),
                "short forms": set(row.definitions),
            }
            for part, wanted in expected.items():
                if kept[part].get(item_id, set()) != wanted:
                    found.setdefault(part, []).append(item_id)
            if _unknown(db, vocabulary_of([row])):
                found.setdefault("vocabulary", []).append(item_id)
    return found


_KEPT = {
    "words": f"SELECT rowid, {_COLUMNS}, marks FROM item_text WHERE rowid BETWEEN ? AND ?",
    "characters": f"SELECT rowid, {_COLUMNS} FROM item_pieces WHERE rowid BETWEEN ? AND ?",
    "letters": "SELECT item_id FROM folded WHERE item_id BETWEEN ? AND ?",
    "short forms": "SELECT item_id, short, long, short_key, long_key FROM definition WHERE item_id BETWEEN ? AND ?",
}


def _kept(db: Connection, sql: str, first: int, last: int) -> dict[int, set[tuple[str | None, ...]]]:
    kept: dict[int, set[tuple[str | None, ...]]] = {}
    for item_id, *row in db.execute(sql, (first, last)):
        kept.setdefault(item_id, set()).add(tuple(row))
    return kept


def _unknown(db: Connection, words: set[str]) -> bool:
    return any(db.execute("SELECT 1 FROM vocabulary WHERE word = ?", (word,)).fetchone() is None for word in words)


def _sentence(ids: list[int], what: str) -> str:
    if len(ids) == 1:
        return f"item {ids[0]} {what}"
    return f"{len(ids)} items, the first of them {ids[0]}: each {what}"

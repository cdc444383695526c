from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlmodel import SQLModel

from rlist.store import database
from rlist.store.changes import changes_of, last_to_redo, last_to_undo, take_back
from rlist.store.database import open_store
from rlist.store.migrations import MIGRATIONS
from rlist.store.recording import LOGGED_TABLES
from rlist.store.tables import ROWS
from strategies import NOW

ITEM = """
    INSERT INTO item (uid, title, title_key, kind, status, authors, et_al, added_at, updated_at, lookup_state)
    VALUES ('a', 'Mamba', 'mamba', 'paper', 'unread', '', 0, '2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z', 'none')"""


def _shape(db: sqlite3.Connection, table: str) -> dict[str, Any]:
    """All that the two ways to make a table must agree on."""
    ((sql,),) = db.execute("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", (table,))
    # A primary key is never null, whether it says so or not.
    columns = {
        name: (kind, bool(not_null or key), default, bool(key))
        for _, name, kind, not_null, default, key in db.execute(f"PRAGMA table_info({table})")
    }
    indexes = set()
    for _, index, unique, _, partial in db.execute(f"PRAGMA index_list({table})"):
        key = tuple(
            (name, collation)
            for _, _, name, _, collation, is_key in db.execute(f"PRAGMA index_xinfo({index})")
            if is_key
        )
        ((condition,),) = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (index,))
        where = condition.partition(" WHERE ")[2] if condition else ""
        indexes.add(("" if index.startswith("sqlite_autoindex") else index, bool(unique), bool(partial), key, where))
    return {
        "columns": columns,
        "indexes": indexes,
        "references": {row[2:] for row in db.execute(f"PRAGMA foreign_key_list({table})")},
        "checks": set(re.findall(r"CHECK \((\w+ (?:IN \(.*?\)|BETWEEN .*?))\)", sql)),
        "ids once": "AUTOINCREMENT" in sql,
    }


@pytest.mark.parametrize("table", ROWS)
def test_the_migrations_make_what_the_tables_say(table: str, tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    SQLModel.metadata.create_all(engine)
    engine.dispose()
    with open_store(None) as store, closing(sqlite3.connect(tmp_path / "tables.db")) as db:
        assert _shape(store.db, table) == _shape(db, table)


def test_every_table_is_in_the_tables_and_logged_or_part_of_the_log() -> None:
    with open_store(None) as store:
        found = {name for (name,) in store.db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    own = {name for name in found if not name.startswith(("sqlite_", "item_"))}
    assert own - {"open_step", "stale", "folded", "definition", "vocabulary"} == set(ROWS)
    assert set(ROWS) - {"step", "change"} == set(LOGGED_TABLES)


def _m998_effort(db: sqlite3.Connection) -> None:
    db.execute("ALTER TABLE item ADD COLUMN effort INTEGER DEFAULT 3")
    db.execute("UPDATE item SET effort = 5")


def _m999_breaks(db: sqlite3.Connection) -> None:
    db.execute("UPDATE item SET title = 'lost'")
    db.execute("ALTER TABLE item ADD COLUMN broken INTEGER")
    raise ZeroDivisionError


def test_a_log_written_before_a_migration_is_undone_after_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    with open_store(path) as store:
        with store.step("add", NOW):
            store.db.execute(ITEM)
        with store.step("rm", NOW):
            store.db.execute("DELETE FROM item")
    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, _m998_effort))
    with open_store(path) as store:
        last = last_to_undo(store.db)
        assert last
        with store.step("undo", NOW):
            take_back(store.db, last.id)
        assert store.db.execute("SELECT id, title, effort FROM item").fetchall() == [(1, "Mamba", 3)]
        with store.step("edit", NOW) as step_id:
            store.db.execute("UPDATE item SET effort = 4")
        assert [(change.before, change.after) for change in changes_of(store.db, step_id)] == [
            ({"effort": 3}, {"effort": 4})
        ]
        assert last_to_redo(store.db) is None


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "library.db"
    with open_store(path) as store, store.step("add", NOW):
        store.db.execute(ITEM)
    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, _m999_breaks))
    with pytest.raises(ZeroDivisionError):
        open_store(path)
    monkeypatch.undo()
    with open_store(path) as store:
        assert store.db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert store.db.execute("SELECT title FROM item").fetchall() == [("Mamba",)]
        with store.step("edit", NOW) as step_id:
            store.db.execute("UPDATE item SET title = 'Mamba 2'")
        assert len(changes_of(store.db, step_id)) == 1

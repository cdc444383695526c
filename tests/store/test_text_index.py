from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rlist.library import Library
from rlist.store.database import Store, open_store
from rlist.store.library_file import APPLICATION_ID
from rlist.store.migrations import m001_library
from rlist.store.text_index import check_index, rebuild_index
from strategies import NOW

ITEM = """
    INSERT INTO item (uid, title, title_key, kind, status, authors, et_al, added_at, updated_at, lookup_state)
    VALUES ('{0}', '{0}', '{0}', 'paper', 'unread', '', 0, '2026', '2026', 'none')"""


TITLES = ("Mamba", "Low-rank adaptation (LoRA)", "状态 ﬁne")


@pytest.fixture
def store(library: Library) -> Store:
    store = library.store
    with store.step("add", NOW):
        for title in TITLES:
            store.db.execute(ITEM.format(title))
    return store


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        pytest.param("UPDATE item_text SET title = 'Rwkv' WHERE rowid = 1", "item 1 isn't", id="other words"),
        pytest.param("UPDATE item_text SET marks = '' WHERE rowid = 2", "item 2 isn't", id="other marks"),
        pytest.param("DELETE FROM item_text WHERE rowid = 2", "item 2 isn't", id="a row less"),
        pytest.param("DELETE FROM item_text", "3 items, the first of them 1: each isn't", id="no row"),
        pytest.param("INSERT INTO item_text (rowid, title) VALUES (9, 'x')", "item 9 is gone", id="a row more"),
        pytest.param("UPDATE item_text_content SET c0 = 'Rwkv' WHERE id = 1", "can't be read", id="other text"),
        pytest.param("DELETE FROM item_text_data WHERE id > 10", "can't be read", id="no words"),
        pytest.param("DELETE FROM item_pieces", "item 3 isn't in the index as it is: its characters", id="no pairs"),
        pytest.param("DELETE FROM definition", "its short forms", id="no definitions"),
        pytest.param("DELETE FROM folded", "its letters", id="letters that aren't the author's"),
        pytest.param("DELETE FROM vocabulary WHERE word = 'mamba'", "item 1 isn't", id="a word less"),
        pytest.param("INSERT INTO item_pieces (rowid, title) VALUES (1, 'x')", "item 1 isn't", id="pairs too many"),
        pytest.param("INSERT INTO folded VALUES (1)", "item 1 isn't", id="letters too many"),
        pytest.param("DELETE FROM item_titles_data WHERE id > 10", "the index of titles isn't", id="no titles"),
        pytest.param(
            "INSERT INTO item_titles (item_titles, rowid, title) SELECT 'delete', place, title FROM titles_by_length",
            "the index of titles isn't",
            id="titles less",
        ),
        pytest.param(
            "INSERT INTO item_titles (rowid, title) VALUES (9, 'x')", "the index of titles", id="a title more"
        ),
    ],
)
def test_a_damaged_index_is_named_and_made_anew(store: Store, damage: str, fault: str) -> None:
    assert check_index(store.db) == []
    store.db.execute(damage)
    found = check_index(store.db)
    assert fault in "; ".join(found)
    with store.step("doctor", NOW):
        rebuild_index(store.db)
    assert check_index(store.db) == []
    assert store.db.execute("SELECT rowid FROM item_text WHERE item_text MATCH 'mamba'").fetchall() == [(1,)]
    titles = "SELECT item_id FROM item_titles JOIN titles_by_length ON place = item_titles.rowid"
    assert store.db.execute(f"{titles} WHERE item_titles MATCH 'mamba'").fetchall() == [(1,)]


def test_a_library_of_the_first_version_is_searched_as_a_new_one(tmp_path: Path, store: Store) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as db:
        m001_library(db)
        for title in TITLES:
            db.execute(ITEM.format(title))
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("PRAGMA user_version = 1")
        db.commit()
    with open_store(path) as old:
        assert check_index(old.db) == []
        for table in ("item_text", "item_titles", "item_pieces", "definition", "folded", "vocabulary"):
            rows = f"SELECT * FROM {table}"
            assert sorted(map(str, old.db.execute(rows))) == sorted(map(str, store.db.execute(rows)))

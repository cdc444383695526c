from __future__ import annotations

import pytest

from rlist.library import Library
from rlist.store.database import Store
from rlist.store.text_index import check_index, rebuild_index
from strategies import NOW

ITEM = """
    INSERT INTO item (uid, title, title_key, kind, status, authors, et_al, added_at, updated_at, lookup_state)
    VALUES ('{0}', '{0}', '{0}', 'paper', 'unread', '', 0, '2026', '2026', 'none')"""


@pytest.fixture
def store(library: Library) -> Store:
    store = library.store
    with store.step("add", NOW):
        for title in ("Mamba", "Attention"):
            store.db.execute(ITEM.format(title))
    return store


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        pytest.param("UPDATE item_text SET title = 'Rwkv' WHERE rowid = 1", "item 1 stands", id="other words"),
        pytest.param("DELETE FROM item_text WHERE rowid = 2", "item 2 is missing", id="a row less"),
        pytest.param("DELETE FROM item_text", "2 items, the first of them 1: each is missing", id="no row"),
        pytest.param("INSERT INTO item_text (rowid, title) VALUES (9, 'x')", "item 9 is gone", id="a row more"),
        pytest.param("UPDATE item_text_content SET c0 = 'Rwkv' WHERE id = 1", "can't be read", id="other text"),
        pytest.param("DELETE FROM item_text_data WHERE id > 10", "can't be read", id="no words"),
    ],
)  # fmt: skip
def test_a_damaged_index_is_named_and_made_anew(store: Store, damage: str, fault: str) -> None:
    assert check_index(store.db) == []
    store.db.execute(damage)
    found = check_index(store.db)
    assert fault in "; ".join(found)
    with store.step("doctor", NOW):
        rebuild_index(store.db)
    assert check_index(store.db) == []
    assert store.db.execute("SELECT rowid FROM item_text WHERE item_text MATCH 'mamba'").fetchall() == [(1,)]

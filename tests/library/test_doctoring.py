"""The doctor finds every kind of damage, and mends it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rlist.store.checks import CHECKS
from rlist.store.database import open_store
from rlist.store.salvage import read_pages, salvage

if TYPE_CHECKING:
    from conftest import Rlist

LIST = """Reading

SSMs

- Mamba https://arxiv.org/abs/2312.00752
  - the scan is the point of it all
- Hyena Hierarchy https://arxiv.org/abs/2302.10866

Systems

- Ray https://example.org/ray
- Pathways https://example.org/pathways
"""

Damage = Callable[[Path], None]


@pytest.fixture
def stocked(rlist: Rlist, tmp_path: Path) -> Rlist:
    (tmp_path / "list.txt").write_text(LIST, encoding="utf-8")
    assert rlist("import", str(tmp_path / "list.txt")).status == 0
    assert rlist("tag", "1-2", "+ssmodel").status == 0
    assert rlist("note", "3", "read section 3 again").status == 0
    assert rlist("edit", "1", "--url", "https://example.org/a").status == 0
    assert rlist("done", "4").status == 0
    return rlist


def _faults(rlist: Rlist, *options: str) -> tuple[int, dict[str, list[str]], dict[str, list[str]]]:
    status, out, _ = rlist("doctor", *options, "--json")
    found = json.loads(out)
    return (
        status,
        {one["check"]: one["faults"] for one in found if one["faults"]},
        {one["check"]: one["left"] for one in found if one["left"]},
    )


def _sql(*statements: str, log: bool = False) -> Damage:
    """Damage by another program, which keeps no references and, unless `log`, has taken the log's triggers away."""

    def damage(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE name GLOB 'log_*'").fetchall()
            for name, _ in () if log else triggers:
                db.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                db.execute(statement)
            for _, statement in () if log else triggers:
                db.execute(statement)

    return damage


def _mode(path: Path) -> None:
    path.chmod(0o644)


def _index_of_tags(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tag_name'").fetchone()
    content = bytearray(path.read_bytes())
    start = (page - 1) * 4096
    content[start : start + 4096] = content[start : start + 4096].replace(b"ssmodel", b"zzmodel")
    path.write_bytes(content)


def _without_uniqueness(path: Path) -> None:
    _sql(
        "CREATE TABLE copy (id INTEGER PRIMARY KEY, item_id INTEGER, scheme TEXT, value TEXT)",
        "INSERT INTO copy SELECT * FROM identifier",
        "INSERT INTO copy (item_id, scheme, value) SELECT 4, scheme, value FROM identifier WHERE item_id = 2",
        "PRAGMA legacy_alter_table = ON",
    )(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        triggers = [
            sql
            for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE tbl_name = 'identifier' AND type = 'trigger'")
        ]
        db.execute("DROP TABLE identifier")
        db.execute("ALTER TABLE copy RENAME TO identifier")
        for statement in triggers:
            db.execute(statement)


DAMAGES = [
    pytest.param("permissions", _mode, id="a file that others can read"),
    pytest.param("schema", _sql("DROP TRIGGER log_tag_insert", log=True), id="a trigger of the log is gone"),
    pytest.param("schema", _sql("DROP INDEX item_status", "DROP VIEW searchable"), id="an index and a view are gone"),
    pytest.param("schema", _sql("DROP INDEX note_item", "CREATE INDEX note_item ON note (body)"), id="another index"),
    pytest.param("schema", _sql("DROP TABLE skip", log=True), id="a table is gone"),
    pytest.param("pages", _index_of_tags, id="an index that is wrong"),
    pytest.param("references", _sql("DELETE FROM item WHERE id = 1"), id="parts without their item"),
    pytest.param("references", _sql("DELETE FROM section"), id="entries without a section"),
    pytest.param("references", _sql("DELETE FROM list", "DELETE FROM section"), id="entries without a list"),
    pytest.param("references", _sql("INSERT INTO tag (item_id, name) VALUES (99, 'x')"), id="a tag of no item"),
    pytest.param("references", _sql("UPDATE entry SET parent_id = 99 WHERE id = 2"), id="a parent that isn't there"),
    pytest.param("references", _sql("DELETE FROM step WHERE id = 2"), id="changes without a step"),
    pytest.param("positions", _sql("UPDATE entry SET position = 1"), id="entries in one place"),
    pytest.param("positions", _sql("UPDATE link SET position = 0"), id="links without a place"),
    pytest.param("positions", _sql("UPDATE section SET position = 7"), id="sections in one place"),
    pytest.param("look-ups", _sql("UPDATE item SET lookup_state = 'uncertain' WHERE id = 1"), id="nothing to review"),
    pytest.param(
        "look-ups",
        _sql("INSERT OR REPLACE INTO lookup VALUES (1, 1, 2, NULL, '{', '[')"),
        id="a look-up that can't be read",
    ),
    pytest.param(
        "look-ups",
        _sql("INSERT OR REPLACE INTO lookup VALUES (1, 1, 2, '3026-01-01T00:00:00Z', '{}', '[]')"),
        id="a look-up that waits for ever",
    ),
    pytest.param("index", _sql("DELETE FROM item_text WHERE rowid = 1"), id="an item that no search finds"),
    pytest.param("index", _sql("UPDATE item_text SET title = 'x' WHERE rowid = 1"), id="other words in the index"),
    pytest.param("index", _sql("DELETE FROM item_text_data WHERE id > 10"), id="an index without its words"),
    pytest.param(
        "log", _sql("UPDATE item SET status = 'dropped' WHERE id = 4"), id="a change that the log doesn't know"
    ),
    pytest.param("log", _sql("DELETE FROM note WHERE item_id = 3"), id="a row that is gone"),
    pytest.param("log", _sql("INSERT INTO tag (item_id, name) VALUES (3, 'x')"), id="a row that came"),
    pytest.param("log", _sql("DELETE FROM change WHERE table_name = 'tag'"), id="a log with holes"),
]


def test_every_check_is_tested() -> None:
    assert {case.values[0] for case in DAMAGES} | {"duplicates"} == {check.name for check in CHECKS}


def test_a_sound_library_has_no_faults(stocked: Rlist, tmp_path: Path) -> None:
    assert _faults(stocked) == (0, {}, {})
    before = (tmp_path / "library.db").read_bytes()
    assert _faults(stocked, "--fix") == (0, {}, {})
    assert (tmp_path / "library.db").read_bytes() == before
    assert stocked("doctor").out.count("fine") == len(CHECKS)


@pytest.mark.parametrize(("check", "damage"), DAMAGES)
def test_a_damage_is_found_and_mended_and_no_word_is_lost(
    stocked: Rlist, tmp_path: Path, check: str, damage: Damage
) -> None:
    damage(tmp_path / "library.db")
    before = (tmp_path / "library.db").read_bytes()
    status, faults, _ = _faults(stocked)
    assert status == 3
    assert check in faults
    assert (tmp_path / "library.db").read_bytes() == before, "it only looks"
    status, mended, left = _faults(stocked, "--fix")
    assert (status, left) == (0, {})
    assert mended == faults
    assert _faults(stocked) == (0, {}, {})
    text = stocked("export", "markdown").out
    assert all(word in text for word in ("scan is the point", "Hyena", "Ray", "Pathways"))
    saved = [one for one in json.loads(stocked("backup", "--list", "--json").out) if one["why"] == "before-doctor"]
    assert len(saved) == 1
    assert stocked("add", "A new title", "--no-lookup").status == 0
    assert stocked("search", "hyena").status == 0
    mended_items = _text_of(stocked)
    assert stocked("undo", "-n", "99").status == 0
    assert _text_of(stocked) == []
    assert _faults(stocked) == (0, {}, {})
    assert stocked("undo", "--redo", "-n", "99").status == 0
    assert _text_of(stocked) == mended_items


@pytest.mark.parametrize(("check", "damage"), DAMAGES)
def test_a_step_in_a_damaged_library_is_done_or_points_at_the_doctor(
    stocked: Rlist, tmp_path: Path, check: str, damage: Damage
) -> None:
    damage(tmp_path / "library.db")
    for words in (("undo", "-n", "99"), ("undo", "--redo", "-n", "99"), ("tag", "1-4", "+x"), ("merge", "3", "4")):
        status, _, err = stocked(*words)
        assert status in (0, 1) or (status == 4 and "rlist doctor" in err), err


def test_an_identifier_of_two_items_stays_with_the_first(stocked: Rlist, tmp_path: Path) -> None:
    _without_uniqueness(tmp_path / "library.db")
    status, faults, _ = _faults(stocked)
    assert status == 3
    assert faults["duplicates"] == ["the identifier arxiv:2302.10866 belongs to items 2,4"]
    status, _, left = _faults(stocked, "--fix")
    assert (status, list(left)) == (3, ["schema"]), "a table isn't made anew"
    assert json.loads(stocked("show", "4", "--json").out)["identifiers"] == {}


def test_what_cannot_be_saved_is_not_mended(stocked: Rlist, tmp_path: Path) -> None:
    _sql("DELETE FROM item WHERE id = 1")(tmp_path / "library.db")
    (tmp_path / "file").touch()
    stocked("config", "backups", str(tmp_path / "file"))
    before = (tmp_path / "library.db").read_bytes()
    status, _, err = stocked("doctor", "--fix")
    assert status == 3
    assert "nothing was changed" in err
    assert (tmp_path / "library.db").read_bytes() == before


def _header(content: bytearray) -> None:
    content[:100] = b"\xff" * 100


def _half(content: bytearray) -> None:
    del content[len(content) // 2 :]


def _first_page(content: bytearray) -> None:
    content[:4096] = bytes(4096)


def _text_of(rlist: Rlist) -> list[dict[str, object]]:
    items = json.loads(rlist("export", "json").out)["items"]
    return [{name: value for name, value in item.items() if name != "updated_at"} for item in items]


@pytest.mark.parametrize("damage", [_header, _half, _first_page])
def test_what_sqlite_cannot_read_is_salvaged(
    stocked: Rlist, tmp_path: Path, damage: Callable[[bytearray], None]
) -> None:
    before = _text_of(stocked)
    library, new = tmp_path / "library.db", tmp_path / "new.db"
    content = bytearray(library.read_bytes())
    damage(content)
    library.write_bytes(content)
    status, out, err = stocked("list")
    assert (status, out, err.count("\n")) == (4, "", 1)
    assert "rlist doctor --salvage FILE" in err
    assert "rlist restore FILE" in err
    status, out, err = stocked("doctor", "--salvage", str(new))
    assert (status, err) == (0, ""), out
    assert out.startswith("salvaged 4 items")
    assert library.read_bytes() == content
    library.unlink()
    assert stocked("restore", str(new)).status == 0
    assert _faults(stocked) == (0, {}, {})
    after = _text_of(stocked)
    assert [item["title"] for item in after] == [item["title"] for item in before]
    assert after == before or damage is _half, "half of a file has not all that belongs to the items"
    assert stocked("undo", "-n", "9").status == 0


@settings(max_examples=settings().max_examples // 4, deadline=None, suppress_health_check=list(HealthCheck))
@given(chosen=st.sets(st.integers(0, 70), max_size=25), junk=st.sampled_from([b"\0", b"\xff", b"\x0d\0\1\x7f"]))
def test_what_undamaged_pages_hold_is_salvaged(chosen: set[int], junk: bytes, tmp_path_factory: Any) -> None:
    """Whatever pages are overwritten: a row that stands on a whole page of a table, or of the log, comes out."""
    folder = tmp_path_factory.mktemp("salvage")
    path = folder / "library.db"
    source = Path(__file__).parents[1] / "store" / "files" / "version-1.db"
    content = bytearray(source.read_bytes())
    with closing(sqlite3.connect(f"file:{source}?immutable=1", uri=True)) as db:
        pages = dict(db.execute("SELECT name, rootpage FROM sqlite_master WHERE type = 'table' AND rootpage > 0"))
        titles = {title for (title,) in db.execute("SELECT title FROM item")}
    for number in chosen:
        start = number * 4096
        if start < len(content):
            content[start : start + 4096] = (junk * 4096)[:4096]
    path.write_bytes(content)
    whole = {name for name, page in pages.items() if page - 1 not in chosen}
    with open_store(folder / "new.db") as store:
        salvage(read_pages(path), store.db)
        found = {title for (title,) in store.db.execute("SELECT title FROM item")}
    assert found <= titles | {"Gone again"}
    if "item" in whole:
        assert found >= titles


def test_nothing_is_made_of_what_holds_nothing(stocked: Rlist, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no library\n" * 1000, encoding="utf-8")
    status, out, err = stocked("--db", str(tmp_path / "text"), "doctor", "--salvage", str(tmp_path / "new.db"))
    assert (status, out, err.count("\n")) == (3, "", 1)
    assert not (tmp_path / "new.db").exists()
    (tmp_path / "mine").touch()
    assert stocked("doctor", "--salvage", str(tmp_path / "mine")).status == 2
    assert stocked("doctor", "--salvage", str(tmp_path / "library.db")).status == 2

"""Copies of the library: made unasked and asked, and brought back."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rlist.store.database import open_store
from strategies import NOW

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Clock, Rlist


def _copies(rlist: Rlist) -> list[tuple[str, Path]]:
    return [(one["why"], Path(one["file"])) for one in json.loads(rlist("backup", "--list", "--json").out)]


def _titles(rlist: Rlist) -> list[str]:
    return [item["title"] for item in json.loads(rlist("list", "status:any", "--sort", "id", "--json").out)]


def _add(rlist: Rlist, *titles: str) -> None:
    assert rlist("add", *titles, "--no-lookup").status == 0


@pytest.fixture
def of_two(rlist: Rlist) -> Rlist:
    """A library whose copy of the day has the first of its two items."""
    _add(rlist, "First title")
    _add(rlist, "Second title")
    return rlist


def test_the_first_change_of_a_day_is_preceded_by_a_copy(rlist: Rlist, clock: Clock, tmp_path: Path) -> None:
    _add(rlist, "First title")
    assert _copies(rlist) == [], "there was nothing to lose"
    rlist("list")
    assert _copies(rlist) == []
    for title in ("Second title", "Third title"):
        _add(rlist, title)
    ((why, copy),) = _copies(rlist)
    assert why == "day"
    clock.move_on(days=1)
    _add(rlist, "Fourth title")
    assert len(_copies(rlist)) == 2
    rlist("restore", str(copy))
    assert _titles(rlist) == ["First title"]


def test_the_last_ten_of_a_kind_are_kept_and_those_that_were_asked_for(of_two: Rlist, clock: Clock) -> None:
    for number in range(12):
        of_two("backup")
        clock.move_on(days=1)
        _add(of_two, f"Title number {number}")
    kept = [why for why, _ in _copies(of_two)]
    assert (kept.count("day"), kept.count("backup")) == (10, 12)


@pytest.mark.parametrize(("kept", "expected"), [("0", 0), ("3", 3)])
def test_how_many_are_kept_is_a_setting(rlist: Rlist, clock: Clock, kept: str, expected: int) -> None:
    rlist("config", "backups_kept", kept)
    for number in range(6):
        clock.move_on(days=1)
        _add(rlist, f"Title number {number}")
    assert len(_copies(rlist)) == expected


def test_two_libraries_of_one_name_have_folders_of_their_own(of_two: Rlist, tmp_path: Path) -> None:
    other = str(tmp_path / "other" / "library.db")
    for title in ("One", "Two"):
        of_two("--db", other, "add", title, "--no-lookup")
    ((_, of_other),) = [
        (one["why"], Path(one["file"])) for one in json.loads(of_two("backup", "--list", "--json", "--db", other).out)
    ]
    ((_, copy),) = _copies(of_two)
    assert copy.parent != of_other.parent
    assert copy.parent.parent == of_other.parent.parent


def test_a_copy_that_cannot_be_made_stops_nothing_and_is_said_once(rlist: Rlist, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    rlist("config", "backups", str(tmp_path / "file"))
    _add(rlist, "First title")
    status, out, err = rlist("add", "Second title", "--no-lookup")
    assert (status, out) == (0, "added 2  Second title\n")
    assert err.count("\n") == 1
    assert "no copy of the library could be kept" in err


def test_all_of_it_is_its_owners_alone(of_two: Rlist, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        of_two("config", "backups", str(tmp_path / "new" / "copies"))
        _add(of_two, "Third title")
        of_two("backup", str(tmp_path / "copy.db"))
        of_two("restore", str(tmp_path / "copy.db"))
    finally:
        os.umask(before)
    copies = [path for _, path in _copies(of_two)]
    assert len(copies) == 2
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (*copies, tmp_path / "copy.db", tmp_path / "library.db")}
    assert modes == {0o600}
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_a_copy_is_one_file_that_opens_where_nothing_can_be_written(of_two: Rlist, tmp_path: Path) -> None:
    assert of_two("backup", str(tmp_path / "copy.db")).out == f"wrote {tmp_path / 'copy.db'}\n"
    assert (tmp_path / "copy.db").read_bytes()[18:20] == b"\1\1", "no write-ahead log"
    assert [path.name for path in tmp_path.iterdir() if "copy" in path.name] == ["copy.db"]
    assert "Second title" in of_two("list", "--db", str(tmp_path / "copy.db")).out


@pytest.mark.parametrize(
    ("target", "said"),
    [
        pytest.param("library.db", "the library itself", id="the library"),
        pytest.param("folder", "is a folder", id="a folder"),
        pytest.param("there.db", "exists already", id="what is there"),
    ],
)
def test_a_copy_overwrites_nothing_unasked(of_two: Rlist, tmp_path: Path, target: str, said: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "there.db").write_text("mine", encoding="utf-8")
    status, out, err = of_two("backup", str(tmp_path / target))
    assert (status, out) == (2, "")
    assert said in err
    assert (tmp_path / "there.db").read_text(encoding="utf-8") == "mine"
    assert of_two("backup", str(tmp_path / "there.db"), "--force").status == 0
    assert of_two("backup", str(tmp_path / "library.db"), "--force").status == 2


def test_there_is_no_copy_of_no_library(rlist: Rlist, tmp_path: Path) -> None:
    assert rlist("backup").status == 1
    assert rlist("backup", "--list") == (0, "", "")
    assert rlist("backup", str(tmp_path / "no" / "folder" / "x.db")).status == 1
    assert not (tmp_path / "no").exists()


def test_what_a_restoring_replaces_comes_back_the_same_way(of_two: Rlist, tmp_path: Path) -> None:
    of_two("backup", str(tmp_path / "copy.db"))
    _add(of_two, "Third title")
    before = of_two("export", "json").out
    restored = of_two("restore", str(tmp_path / "copy.db"))
    assert restored.status == 0
    assert _titles(of_two) == ["First title", "Second title"]
    saved = restored.out.partition("`rlist restore ")[2].partition("`")[0]
    assert of_two("restore", saved).status == 0
    assert of_two("export", "json").out == before


def test_a_number_is_given_to_no_other_item_after_a_restoring(of_two: Rlist, tmp_path: Path) -> None:
    of_two("backup", str(tmp_path / "copy.db"))
    _add(of_two, "Third title")
    of_two("restore", str(tmp_path / "copy.db"))
    assert of_two("add", "Another title", "--no-lookup").out.startswith("added 4 ")


def test_one_that_reads_meanwhile_sees_the_old_or_the_new(of_two: Rlist, tmp_path: Path) -> None:
    of_two("backup", str(tmp_path / "copy.db"))
    _add(of_two, "Third title")
    with open_store(tmp_path / "library.db") as reader:
        reader.db.execute("BEGIN")
        assert reader.db.execute("SELECT count(*) FROM item").fetchone() == (3,)
        assert of_two("restore", str(tmp_path / "copy.db")).status == 0
        assert reader.db.execute("SELECT count(*) FROM item").fetchone() == (3,)
        reader.db.execute("COMMIT")
        assert reader.db.execute("SELECT count(*) FROM item").fetchone() == (2,)
        with reader.step("rm", NOW):
            reader.db.execute("DELETE FROM item WHERE id = 1")
    assert _titles(of_two) == ["Second title"]


def test_a_missing_library_is_restored(of_two: Rlist, tmp_path: Path) -> None:
    of_two("backup", str(tmp_path / "copy.db"))
    (tmp_path / "library.db").unlink()
    assert of_two("restore", str(tmp_path / "copy.db"), "--json").status == 0
    assert _titles(of_two) == ["First title", "Second title"]
    with closing(sqlite3.connect(tmp_path / "library.db")) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:70_000])


def _overwrite(path: Path) -> None:
    path.write_bytes(b"\xff" * path.stat().st_size)


def _empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [_cut, _overwrite, _empty])
def test_a_damaged_library_is_saved_as_it_is_and_replaced(
    of_two: Rlist, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    library = tmp_path / "library.db"
    of_two("backup", str(tmp_path / "copy.db"))
    damage(library)
    damaged = library.read_bytes()
    if damaged:
        status, _, err = of_two("list")
        assert (status, err.count("\n")) == (4, 1)
    assert of_two("restore", str(tmp_path / "copy.db")).status == 0
    assert _titles(of_two) == ["First title", "Second title"]
    saved = [path for why, path in _copies(of_two) if why.startswith("before-restore")]
    assert [path.read_bytes() for path in saved] == ([damaged] if damaged else [])


def _text(path: Path) -> None:
    path.write_text("Reading List\n" * 50, encoding="utf-8")


def _other(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE moz_places (id INTEGER)")


def _newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 999")


def _dangling(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TRIGGER log_tag_insert")
        db.execute("INSERT INTO tag (item_id, name) VALUES (99, 'x')")
        db.commit()


@pytest.mark.parametrize("damage", [_cut, _overwrite, _empty, _text, _other, _newer, _dangling])
def test_what_is_no_sound_library_is_not_restored(
    of_two: Rlist, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    of_two("backup", str(tmp_path / "copy.db"))
    damage(tmp_path / "copy.db")
    before = (tmp_path / "library.db").read_bytes()
    status, out, err = of_two("restore", str(tmp_path / "copy.db"))
    assert (status, out, err.count("\n")) == (3, "", 1)
    assert "nothing was changed" in err
    assert str(tmp_path / "copy.db") in err
    assert (tmp_path / "library.db").read_bytes() == before
    assert len(_copies(of_two)) == 1
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_another_programs_database_is_not_replaced(of_two: Rlist, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.touch()
    _other(other)
    before = other.read_bytes()
    of_two("backup", str(tmp_path / "copy.db"))
    assert of_two("restore", str(tmp_path / "copy.db"), "--db", str(other)).status == 4
    assert other.read_bytes() == before


def test_a_library_with_a_log_that_a_crash_left_is_restored_with_it(of_two: Rlist, tmp_path: Path) -> None:
    (tmp_path / "crashed").mkdir()
    with open_store(tmp_path / "library.db") as store:
        with store.step("rm", NOW):
            store.db.execute("DELETE FROM item WHERE id = 1")
        for suffix in ("", "-wal"):
            shutil.copyfile(f"{store.path}{suffix}", tmp_path / "crashed" / f"copy.db{suffix}")
    of_two("undo")
    assert len(_titles(of_two)) == 2
    assert of_two("restore", str(tmp_path / "crashed" / "copy.db")).status == 0
    assert _titles(of_two) == ["Second title"]
    assert sorted(path.name for path in (tmp_path / "crashed").iterdir()) == ["copy.db", "copy.db-wal"]

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from rlist.errors import LibraryUnavailable, NothingFound
from rlist.store import database
from rlist.store.changes import steps
from rlist.store.database import Store, open_store
from rlist.store.library_file import APPLICATION_ID
from rlist.store.migrations import MIGRATIONS
from strategies import NOW

NOBODY = 65534
ADD = "INSERT INTO list (name, source) VALUES (?, ?)"

# Adds lists, two at a time, and prints how many there are after each step.
WRITER = """
import sys
from datetime import datetime, UTC
from pathlib import Path
from rlist.store.database import open_store
print("ready", flush=True)
path, name, step_count = sys.stdin.readline().rstrip("\\n").split("|")
with open_store(Path(path)) as store:
    for n in range(int(step_count)):
        with store.step("add", datetime.now(UTC)):
            for part in "ab":
                values = (f"{name}{n}{part}", f"{name}{n}{part}")
                store.db.execute("INSERT INTO list (name, source) VALUES (?, ?)", values)
        print(2 * n + 2, flush=True)
"""


def _writer() -> subprocess.Popen[str]:
    """A WRITER that has loaded everything and waits to be told the path, its name and the number of steps."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
    )
    assert writer.stdout is not None
    assert writer.stdout.readline() == "ready\n"
    return writer


def _tell(writer: subprocess.Popen[str], line: str) -> None:
    assert writer.stdin is not None
    writer.stdin.write(f"{line}\n")
    writer.stdin.flush()


def _library(path: Path, *names: str) -> None:
    with open_store(path) as store, store.step("add", NOW):
        store.db.executemany(ADD, [(name, name) for name in names])


def _names(store: Store) -> list[str]:
    return [name for (name,) in store.db.execute("SELECT name FROM list ORDER BY id")]


def _contents(folder: Path) -> dict[str, bytes | None]:
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


@contextmanager
def _as_nobody() -> Iterator[Path]:
    """A folder of its own, and the rights of a user to whom permissions apply."""
    with tempfile.TemporaryDirectory() as folder:
        if os.geteuid() != 0:
            yield Path(folder)
            return
        os.chown(folder, NOBODY, -1)
        os.setresuid(NOBODY, NOBODY, 0)
        try:
            yield Path(folder)
        finally:
            os.setresuid(0, 0, 0)


def test_a_new_library_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folders" / "library.db"
    with open_store(path) as store:
        with store.step("add", NOW):
            store.db.execute(ADD, ("a", "a"))
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes == dict.fromkeys(("library.db", "library.db-wal", "library.db-shm"), 0o600)
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in (path.parent, path.parent.parent)] == [0o700, 0o700]


def test_a_folder_that_was_there_keeps_its_permissions(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    _library(tmp_path / "library.db")
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_library_opens_again_with_what_was_in_it(tmp_path: Path) -> None:
    _library(tmp_path / "library.db", "a", "b")
    with open_store(tmp_path / "library.db") as store:
        assert _names(store) == ["a", "b"]
        assert store.path == tmp_path / "library.db"


def test_an_empty_file_becomes_a_library(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    path.touch()
    _library(path, "a")
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_relative_path_and_one_that_looks_special_name_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _library(Path(":memory:"), "a")
    _library(Path("file:b?mode=memory"), "a")
    assert sorted(_contents(tmp_path)) == [":memory:", "file:b?mode=memory"]


def test_a_link_to_nowhere_makes_the_library_there(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "library.db")
    _library(tmp_path / "link.db", "a")
    assert stat.S_IMODE((tmp_path / "library.db").stat().st_mode) == 0o600


def test_without_create_a_missing_library_is_empty_and_stays_missing(tmp_path: Path) -> None:
    with open_store(tmp_path / "missing" / "library.db", create=False) as store:
        assert _names(store) == []
        assert store.path is None
    assert _contents(tmp_path) == {}


def test_what_must_hold_while_a_library_is_open(tmp_path: Path) -> None:
    with open_store(tmp_path / "library.db") as store:
        pragmas = ("foreign_keys", "synchronous", "busy_timeout", "journal_mode", "recursive_triggers")
        found = [store.db.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in pragmas]
    assert found == [1, 2, 60000, "wal", 1]


def _text(path: Path) -> None:
    path.write_text("Reading List\n\n• Mamba\n" * 20)


def _short(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0")


def _other_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE moz_places (id INTEGER)")


def _other_program_that_crashed(path: Path) -> None:
    alive = path.with_name("alive.db")
    with closing(sqlite3.connect(alive)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE moz_places (id INTEGER)")
        for suffix in ("", "-wal"):
            path.with_name(path.name + suffix).write_bytes(alive.with_name(alive.name + suffix).read_bytes())


def _newer(path: Path) -> None:
    _library(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 999")


def _truncated(path: Path) -> None:
    _library(path)
    path.write_bytes(path.read_bytes()[:5000])


def _overwritten(path: Path) -> None:
    _library(path)
    content = path.read_bytes()
    path.write_bytes(content[:100] + b"\xff" * (len(content) - 100))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(_text, "is no rlist library", id="a text"),
        pytest.param(_short, "is no rlist library", id="the beginning of a database"),
        pytest.param(_other_program, "another program's database", id="another program's database"),
        pytest.param(_other_program_that_crashed, "another program's database", id="one with a write-ahead log"),
        pytest.param(_newer, "newer version", id="a newer version"),
        pytest.param(_truncated, "damaged", id="a file that was cut off"),
        pytest.param(_overwritten, "damaged", id="a file that was overwritten"),
        pytest.param(Path.mkdir, "is a folder", id="a folder"),
        pytest.param(os.mkfifo, "no ordinary file", id="a pipe"),
    ],
)
def test_what_is_no_usable_library_is_refused_and_left_as_it_is(
    tmp_path: Path, make: Callable[[Path], None], message: str
) -> None:
    path = tmp_path / "library.db"
    make(path)
    before = _contents(tmp_path)
    with pytest.raises(LibraryUnavailable, match=message) as raised:
        open_store(path)
    assert _contents(tmp_path) == before
    assert str(path) in raised.value.message
    assert "\n" not in raised.value.message
    assert raised.value.hint


def test_a_page_that_is_damaged_is_told_by_whatever_meets_it(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    _library(path, *(f"a list with the number {n}" for n in range(1000)))
    content = bytearray(path.read_bytes())
    page = content.index(b"a list with the number 500") // 4096 * 4096
    content[page : page + 4096] = b"\xff" * 4096
    path.write_bytes(content)
    with pytest.raises(LibraryUnavailable, match="damaged"), open_store(path) as store:
        _names(store)
    with open_store(path) as store, pytest.raises(LibraryUnavailable, match="damaged"), store.step("rm", NOW):
        store.db.execute("DELETE FROM list")
    assert path.read_bytes() == content


def test_a_file_in_place_of_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LibraryUnavailable, match="can't be opened"):
        open_store(tmp_path / "file" / "library.db")


@pytest.mark.parametrize(
    ("of_file", "of_folder"),
    [
        pytest.param(0o000, 0o700, id="a file for nobody"),
        pytest.param(0o600, 0o000, id="a folder for nobody"),
    ],
)
def test_a_place_without_the_rights_is_refused(of_file: int, of_folder: int) -> None:
    with _as_nobody() as folder:
        path = folder / "library.db"
        _library(path, "a")
        before = path.read_bytes()
        path.chmod(of_file)
        folder.chmod(of_folder)
        try:
            with pytest.raises(LibraryUnavailable, match="can't be opened"):
                open_store(path)
        finally:
            folder.chmod(0o700)
            path.chmod(0o600)
        assert path.read_bytes() == before


def _closed(path: Path) -> None:
    _library(path, "a", "b")


def _crashed(path: Path) -> None:
    """A library whose second list is in the write-ahead log alone, as a crash leaves it."""
    alive = path.with_name("alive.db")
    _library(alive, "a")
    with open_store(alive) as store:
        with store.step("add", NOW):
            store.db.execute(ADD, ("b", "b"))
        for suffix in ("", "-wal"):
            path.with_name(path.name + suffix).write_bytes(alive.with_name(alive.name + suffix).read_bytes())


def _old(path: Path) -> None:
    _library(path, "a", "b")
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) - 1}")


def _m999_harmless(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE harmless (id INTEGER PRIMARY KEY)")


@pytest.mark.parametrize("make", [_closed, _crashed, _old])
@pytest.mark.parametrize(
    ("of_file", "of_folder"),
    [
        pytest.param(0o400, 0o700, id="a file for reading only"),
        pytest.param(0o600, 0o500, id="a folder for reading only"),
        pytest.param(0o400, 0o500, id="both"),
    ],
)
def test_what_is_for_reading_only_is_read_and_left_as_it_is(
    make: Callable[[Path], None], of_file: int, of_folder: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _as_nobody() as folder:
        path = folder / "what? 100%#.db"
        make(path)
        if make is _old:
            monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS[:-1], _m999_harmless))
        before = _contents(folder)
        for file in folder.iterdir():
            file.chmod(of_file)
        folder.chmod(of_folder)
        try:
            with open_store(path) as store:
                assert _names(store) == ["a", "b"]
                with pytest.raises(LibraryUnavailable, match="can't be written"), store.step("add", NOW):
                    store.db.execute(ADD, ("c", "c"))
            assert sorted(file.name for file in folder.iterdir()) == sorted(before)
        finally:
            folder.chmod(0o700)
            for file in folder.iterdir():
                file.chmod(0o600)
        assert _contents(folder) == before


def test_no_library_is_made_in_a_folder_for_reading_only() -> None:
    with _as_nobody() as folder:
        folder.chmod(0o500)
        with pytest.raises(LibraryUnavailable, match="can't be opened"):
            open_store(folder / "library.db")
        folder.chmod(0o700)
        assert _contents(folder) == {}


def test_a_library_that_another_program_writes_to_is_locked_for_writers_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT_SECONDS", 0.02)
    path = tmp_path / "library.db"
    _library(path, "a")
    with open_store(path) as writer, open_store(path) as other, writer.step("add", NOW):
        writer.db.execute(ADD, ("b", "b"))
        assert _names(other) == ["a"]
        with pytest.raises(LibraryUnavailable, match="locked"), other.step("add", NOW):
            pass


def test_a_library_that_another_program_keeps_to_itself_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT_SECONDS", 0.02)
    _library(tmp_path / "library.db", "a")
    with closing(sqlite3.connect(tmp_path / "library.db", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(LibraryUnavailable, match="locked"):
            open_store(tmp_path / "library.db")


def test_a_full_disk_undoes_the_step_and_is_told(tmp_path: Path) -> None:
    with open_store(tmp_path / "library.db") as store:
        store.db.execute("PRAGMA max_page_count = 1")
        with pytest.raises(LibraryUnavailable, match="full"), store.step("add", NOW):
            store.db.executemany(ADD, [(f"{n}" * 500, f"{n}") for n in range(500)])
        assert _names(store) == []


def test_a_wrong_statement_is_a_bug_and_not_the_librarys_fault(tmp_path: Path) -> None:
    with open_store(tmp_path / "library.db") as store:
        with pytest.raises(sqlite3.OperationalError, match="no such table"), store.step("add", NOW):
            store.db.execute("SELECT * FROM missing")
        with pytest.raises(sqlite3.IntegrityError), store.step("add", NOW):
            store.db.executemany(ADD, [("a", "a"), ("a", "a")])
        assert _names(store) == []


@pytest.mark.parametrize("error", [NothingFound("12"), KeyboardInterrupt(), ZeroDivisionError()], ids=repr)
def test_a_step_happens_wholly_or_not_at_all(error: BaseException) -> None:
    def work(store: Store) -> None:
        with store.step("add", NOW):
            store.db.execute(ADD, ("a", "a"))
            raise error

    with open_store(None) as store:
        with pytest.raises(type(error)):
            work(store)
        assert _names(store) == []
        assert steps(store.db) == []
        with store.step("add", NOW):
            store.db.execute(ADD, ("b", "b"))
        assert _names(store) == ["b"]


def test_a_step_inside_a_step_is_a_bug() -> None:
    with open_store(None) as store, pytest.raises(RuntimeError), store.step("add", NOW), store.step("tag", NOW):
        pass


def test_what_passes_by_the_log_fails() -> None:
    with open_store(None) as store, pytest.raises(sqlite3.IntegrityError):
        store.db.execute(ADD, ("a", "a"))


def test_processes_that_make_a_library_at_once_all_succeed(tmp_path: Path) -> None:
    path = tmp_path / "new" / "library.db"
    writers = [_writer() for _ in range(5)]
    for number, writer in enumerate(writers):
        _tell(writer, f"{path}|writer {number} |8")
    assert [writer.communicate()[0].split()[-1] for writer in writers] == ["16"] * 5
    with open_store(path) as store:
        assert len(_names(store)) == 5 * 8 * 2
        assert len(steps(store.db)) == 5 * 8


def test_a_library_that_another_process_is_about_to_make_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        other.execute("BEGIN")
        other.execute("SELECT * FROM sqlite_master").fetchall()
        done = threading.Timer(0.05, other.execute, ["COMMIT"])
        done.start()
        with open_store(path) as store:
            assert store.db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        done.join()


@pytest.mark.parametrize(
    ("steps_first", "milliseconds"), [(0, 0), (0, 4), (0, 8), (0, 12), (1, 0), (1, 1), (3, 2), (8, 3)]
)
def test_a_process_that_is_killed_leaves_a_whole_library(tmp_path: Path, steps_first: int, milliseconds: int) -> None:
    path = tmp_path / "library.db"
    with _writer() as writer:
        assert writer.stdout is not None
        _tell(writer, f"{path}|a|100000")
        reported = 0
        for _ in range(steps_first):
            reported = int(writer.stdout.readline())
        time.sleep(milliseconds / 1000)
        writer.send_signal(signal.SIGKILL)
        reported = int([str(reported), *writer.stdout.read().split()][-1])
    with open_store(path) as store:
        names = _names(store)
        assert reported <= len(names) <= reported + 2
        assert len(names) == 2 * len(steps(store.db))
        assert store.db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert store.db.execute("PRAGMA foreign_key_check").fetchall() == []

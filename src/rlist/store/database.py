"""Opens the library's file, brings it up to date, and does one step of the log in one transaction."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rlist.errors import DanglingReference, LibraryUnavailable
from rlist.store.library_file import (
    APPLICATION_ID,
    UNREACHABLE,
    check_file,
    exists,
    make_file,
    newer,
    translate_os_errors,
)
from rlist.store.migrations import MIGRATIONS
from rlist.store.recording import begin_step, end_step, install_triggers, remove_triggers
from rlist.store.text_index import refresh_index

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from types import TracebackType
    from typing import Self

    from rlist.store.snapshots import Snapshots

# Longer than the import of a hundred thousand items, for which everybody else waits.
BUSY_TIMEOUT_SECONDS = 60.0
# SQLite looks the more rarely the longer it waits, so that of many who write some come last for ever. In spells as
# short as this one all of them look alike often; and between two of them Ctrl-C is heard.
_WAITING_SPELL_SECONDS = 0.02

_DAMAGED = (
    "is damaged",
    "`rlist backup --list` shows its copies, `rlist restore FILE` brings one back, "
    "and `rlist doctor --salvage FILE` gets out what can be read",
)
_LOCKED = ("is locked by another program", "try again in a moment, or close what has it open")
_MENDED = "`rlist doctor --fix` mends it; nothing of this step was kept"
_DANGLING = ("is damaged: it has parts of what isn't there", _MENDED)
_READ_ONLY = ("can't be written", "look at the permissions of the file and of its folder")
_FULL = ("can't grow: the disk is full", "make room and try again; nothing of this step was kept")
_UNREADABLE_DISK = (
    "can't be read or written: the disk failed, or is full",
    "look at the disk; nothing of this step was kept",
)

# Where SQLite can't make the companions of the file, it can still be read.
_NOT_TO_BE_WRITTEN = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)

# What SQLite says that isn't a bug of rlist, by primary result code: https://www.sqlite.org/rescode.html
_OUTSIDE = {
    sqlite3.SQLITE_PERM: UNREACHABLE,
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_IOERR: _UNREADABLE_DISK,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_CANTOPEN: UNREACHABLE,
    sqlite3.SQLITE_PROTOCOL: _LOCKED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}


class Store:
    """An open library: `db` is its connection, `path` its file, None for one in memory.

    As a context manager it closes itself at the end, and SQLite's complaints of the place or the file (locked, damaged,
    full, read-only), whichever statement meets them, come out as LibraryUnavailable.
    """

    __slots__ = ("_snapshots", "db", "path")

    def __init__(self, db: sqlite3.Connection, path: Path | None, snapshots: Snapshots | None = None) -> None:
        self.db = db
        self.path = path
        self._snapshots = snapshots

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with translate_errors(self.path):
            self.close()
            if isinstance(error, sqlite3.Error):
                raise error

    @contextmanager
    def step(self, command: str, now: datetime, step_id: int | None = None) -> Iterator[int]:
        """One step of the log in one transaction: all that is done inside happens, or nothing; the step's id.

        A step that changed nothing leaves no row. `step_id` goes on with a step of before, for commands that commit
        item by item, as long as it is still the last one: what others did meanwhile must be undone first, so after
        that a new step begins. Raises LibraryUnavailable, DanglingReference where it would leave one.
        """
        if self.db.in_transaction:
            raise RuntimeError("a step inside a step")
        if self._snapshots is not None:
            snapshots, self._snapshots = self._snapshots, None
            snapshots.before_change(self.db, now)
        with translate_errors(self.path), _transaction(self.db):
            number = begin_step(self.db, command, now, step_id)
            yield number
            refresh_index(self.db)
            end_step(self.db, number)

    def close(self) -> None:
        """Closes the file; what isn't committed is forgotten."""
        self.db.close()


def open_store(path: Path | None, *, create: bool = True, snapshots: Snapshots | None = None) -> Store:
    """The library in the file `path`, made when it is missing; without `create` a missing one is empty, in memory.

    None is a library in memory. `snapshots` are made before a migration and before the first change. Raises
    LibraryUnavailable, leaving the file as it is, when it can't be opened, is no rlist library, or one of a newer
    version. What can't be written is opened for reading only, and a step on it raises.
    """
    if path is not None:
        path = Path(os.path.abspath(path))
        if not exists(path):
            path = make_file(path) if create else None
    if path is None:
        return Store(_connect(":memory:"), None)
    check_file(path)
    with translate_errors(path):
        try:
            if os.access(path, os.W_OK):
                return Store(_connect(path, snapshots), path, snapshots)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _NOT_TO_BE_WRITTEN:
                raise
        with translate_os_errors(path):
            return Store(_connect_for_reading(path), path)


@contextmanager
def translate_errors(path: Path | None) -> Iterator[None]:
    """Turns what SQLite says of the file or its place into LibraryUnavailable; a wrong statement stays a bug."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
            what, hint = _DANGLING
            raise DanglingReference(f"the library {path or 'in memory'} {what}", hint) from error
        if _is_of_missing_table(error):
            raise LibraryUnavailable(f"the library {path or 'in memory'} is damaged: {error}", _MENDED) from error
        if code is None and str(error).startswith("Could not decode to UTF-8"):
            code = sqlite3.SQLITE_CORRUPT
        # The primary code is the lowest byte of the extended one.
        reason = None if code is None else _OUTSIDE.get(code & 0xFF)
        if reason is None:
            raise
        what, hint = reason
        raise LibraryUnavailable(f"the library {path or 'in memory'} {what}", hint) from error


def _connect(place: Path | str, snapshots: Snapshots | None = None) -> sqlite3.Connection:
    # Without an isolation level the driver begins no transactions of its own: it would leave DDL outside of them.
    db = sqlite3.connect(place, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None)
    try:
        _configure(db)
        version = _number(db, "user_version")
        if version > len(MIGRATIONS):
            raise newer(place, version)
        if version < len(MIGRATIONS):
            if version == 0:
                _claim(db)
            elif snapshots is not None:
                snapshots.before(db, "migration")
            _migrate(db)
    except BaseException:
        db.close()
        raise
    return db


def _connect_for_reading(path: Path) -> sqlite3.Connection:
    from rlist.store.read_only import connect_read_only

    db = connect_read_only(path)
    try:
        if _number(db, "user_version") < len(MIGRATIONS):
            db = _in_memory(db)
            _migrate(db)
        _configure(db)
        db.execute("PRAGMA query_only = ON")
    except BaseException:
        db.close()
        raise
    return db


def _in_memory(db: sqlite3.Connection) -> sqlite3.Connection:
    copy = sqlite3.connect(":memory:", isolation_level=None)
    with closing(db):
        db.backup(copy)
    return copy


def _configure(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")
    # Else REPLACE removes rows without a word to the triggers of the log.
    db.execute("PRAGMA recursive_triggers = ON")
    # Else SQLite writes to a temporary file before each statement that sets off triggers: 20 times for a new item.
    db.execute("PRAGMA temp_store = MEMORY")


def _claim(db: sqlite3.Connection) -> None:
    """Makes an empty file rlist's own."""
    # First of all, and not in the write-ahead log, so that from here on `_check_file` always finds it in the file.
    with _transaction(db):
        if _number(db, "application_id") == 0:
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    deadline = time.monotonic() + BUSY_TIMEOUT_SECONDS
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # SQLite doesn't wait by itself here when two processes make the library at once.
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _migrate(db: sqlite3.Connection) -> None:
    while True:
        with _transaction(db):
            version = _number(db, "user_version")  # another process may have done it while this one waited
            if version >= len(MIGRATIONS):
                return
            remove_triggers(db)
            MIGRATIONS[version](db)
            install_triggers(db)
            if version + 1 == len(MIGRATIONS):
                refresh_index(db)
            db.execute(f"PRAGMA user_version = {version + 1}")


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    _begin(db)
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        # After a full disk and the like SQLite has rolled back already.
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _begin(db: sqlite3.Connection) -> None:
    deadline = time.monotonic() + BUSY_TIMEOUT_SECONDS
    _wait_at_most(db, _WAITING_SPELL_SECONDS)
    while True:
        try:
            db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        else:
            break
    _wait_at_most(db, BUSY_TIMEOUT_SECONDS)


def _wait_at_most(db: sqlite3.Connection, seconds: float) -> None:
    db.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")


def _is_of_missing_table(error: sqlite3.Error) -> bool:
    """Whether a table that every library has isn't there; the name of any other is a wrong statement's."""
    what, _, name = str(error).partition(": ")
    if what != "no such table":
        return False
    with closing(_connect(":memory:")) as sound:
        return (
            sound.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name.rpartition(".")[2],)).fetchone()
            is not None
        )


def _number(db: sqlite3.Connection, pragma: str) -> int:
    number: int = db.execute(f"PRAGMA {pragma}").fetchone()[0]
    return number

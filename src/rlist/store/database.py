"""Opens the library's file, brings it up to date, and does one step of the log in one transaction."""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rlist.errors import LibraryUnavailable
from rlist.store.changes import begin_step, end_step, install_triggers, remove_triggers
from rlist.store.migrations import MIGRATIONS
from rlist.store.text_index import refresh_index

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from types import TracebackType
    from typing import Self

APPLICATION_ID = 0x726C7374  # "rlst", in the file's header: https://www.sqlite.org/fileformat2.html#application_id
BUSY_TIMEOUT_SECONDS = 5.0

_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
_USER_VERSION_AT = 60
_APPLICATION_ID_AT = 68

_ELSEWHERE = "move it away, or name another file with --db"
_DAMAGED = ("is damaged", "nothing was changed in it: put a copy of it in its place")
_LOCKED = ("is locked by another program", "try again in a moment, or close what has it open")
_READ_ONLY = ("can't be written", "look at the permissions of the file and of its folder")
_UNREACHABLE = ("can't be opened", "look at the permissions of the file and of its folder")
_FULL = ("can't grow: the disk is full", "make room and try again; nothing of this step was kept")
_UNREADABLE_DISK = (
    "can't be read or written: the disk failed, or is full",
    "look at the disk; nothing of this step was kept",
)

# What SQLite says that isn't a bug of rlist, by primary result code: https://www.sqlite.org/rescode.html
_OUTSIDE = {
    sqlite3.SQLITE_PERM: _UNREACHABLE,
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_IOERR: _UNREADABLE_DISK,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_CANTOPEN: _UNREACHABLE,
    sqlite3.SQLITE_PROTOCOL: _LOCKED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}


class Store:
    """An open library: `db` is its connection, `path` its file, None for one in memory.

    As a context manager it closes itself at the end, and SQLite's complaints of the place or the file (locked, damaged,
    full, read-only), whichever statement meets them, come out as LibraryUnavailable.
    """

    __slots__ = ("db", "path")

    def __init__(self, db: sqlite3.Connection, path: Path | None) -> None:
        self.db = db
        self.path = path

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
        that a new step begins. Raises LibraryUnavailable.
        """
        if self.db.in_transaction:
            raise RuntimeError("a step inside a step")
        with translate_errors(self.path), _transaction(self.db):
            number = begin_step(self.db, command, now, step_id)
            yield number
            refresh_index(self.db)
            end_step(self.db, number)

    def close(self) -> None:
        """Closes the file; what isn't committed is forgotten."""
        self.db.close()


def open_store(path: Path | None, *, create: bool = True) -> Store:
    """The library in the file `path`, made when it is missing; without `create` a missing one is empty, in memory.

    None is a library in memory. Raises LibraryUnavailable, leaving the file as it is, when it can't be opened, is no
    rlist library, or one of a newer version.
    """
    if path is not None:
        path = Path(os.path.abspath(path))
        with _translate_os_errors(path):
            if not path.exists():
                path = _make_file(path) if create else None
    if path is None:
        return Store(_connect(":memory:"), None)
    _check_file(path)
    with translate_errors(path):
        return Store(_connect(path), path)


@contextmanager
def translate_errors(path: Path | None) -> Iterator[None]:
    """Turns what SQLite says of the file or its place into LibraryUnavailable; a wrong statement stays a bug."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None and str(error).startswith("Could not decode to UTF-8"):
            code = sqlite3.SQLITE_CORRUPT
        # The primary code is the lowest byte of the extended one.
        reason = None if code is None else _OUTSIDE.get(code & 0xFF)
        if reason is None:
            raise
        what, hint = reason
        raise LibraryUnavailable(f"the library {path or 'in memory'} {what}", hint) from error


def _connect(place: Path | str) -> sqlite3.Connection:
    # Without an isolation level the driver begins no transactions of its own: it would leave DDL outside of them.
    db = sqlite3.connect(place, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None)
    try:
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA synchronous = FULL")
        # Else REPLACE removes rows without a word to the triggers of the log.
        db.execute("PRAGMA recursive_triggers = ON")
        # Else SQLite writes to a temporary file before each statement that sets off triggers: 20 times for a new item.
        db.execute("PRAGMA temp_store = MEMORY")
        version = _number(db, "user_version")
        if version > len(MIGRATIONS):
            raise _newer(place, version)
        if version < len(MIGRATIONS):
            if version == 0:
                _claim(db)
            _migrate(db)
    except BaseException:
        db.close()
        raise
    return db


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
            db.execute(f"PRAGMA user_version = {version + 1}")


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        # After a full disk and the like SQLite has rolled back already.
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _number(db: sqlite3.Connection, pragma: str) -> int:
    number: int = db.execute(f"PRAGMA {pragma}").fetchone()[0]
    return number


def _make_file(path: Path) -> Path:
    # SQLite gives the file and its companions the permissions that it finds: the owner's alone.
    for folder in reversed(path.parents):
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    return path


def _check_file(path: Path) -> None:
    """Raises LibraryUnavailable unless `path` is empty or a library that this version can use.

    It reads the header without SQLite, which writes to some files as soon as it opens them (what a crash left behind).
    Closing a file drops all locks that this process has on it, so a process opens a library only once at a time.
    """
    with _translate_os_errors(path):
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise LibraryUnavailable(f"{path} is a folder", f"name a file in it: --db {path / 'rlist.db'}")
        if not stat.S_ISREG(mode):
            raise LibraryUnavailable(f"{path} is no ordinary file", "name another one with --db")
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    if header:
        if not header.startswith(_MAGIC) or len(header) < _HEADER_BYTES:
            raise LibraryUnavailable(f"{path} is no rlist library", _ELSEWHERE)
        if _big_endian(header, _APPLICATION_ID_AT) != APPLICATION_ID:
            raise LibraryUnavailable(f"{path} is another program's database", _ELSEWHERE)
        version = _big_endian(header, _USER_VERSION_AT)
        if version > len(MIGRATIONS):
            raise _newer(path, version)
    if not os.access(path, os.W_OK):
        what, hint = _READ_ONLY
        raise LibraryUnavailable(f"the library {path} {what}", hint)


def _big_endian(header: bytes, at: int) -> int:
    return int.from_bytes(header[at : at + 4], "big")


def _newer(place: Path | str, version: int) -> LibraryUnavailable:
    return LibraryUnavailable(
        f"the library {place} is of a newer version ({version}; this rlist knows {len(MIGRATIONS)})",
        "update rlist; the library was left as it is",
    )


@contextmanager
def _translate_os_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        what, hint = _UNREACHABLE
        raise LibraryUnavailable(f"the library {path} {what}: {reason}", hint) from error

"""Brings a copy back in a library's place: first what is there is saved, then all of it changes at once, or nothing."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from rlist.errors import LibraryUnavailable, SomeFailed, UnreadableInput
from rlist.store.database import open_store, translate_errors
from rlist.store.library_file import COMPANIONS, check_file, make_file, make_folder
from rlist.store.read_only import connect_read_only
from rlist.store.snapshots import Snapshots, name_aside, remove

# What SQLite says of a file that it can't make sense of.
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
# Fewer than any library has, so that the first look at the progress comes before the last page.
_PAGES_AT_ONCE = 8

_NOTHING_CHANGED = "nothing was changed"


class Restored(NamedTuple):
    """The number of items now, and the copy of what was there before; None when there was nothing."""

    items: int
    saved: Path | None


def restore(source: Path, target: Path, snapshots: Snapshots) -> Restored:
    """Puts what the file `source` holds in the place of the library `target`.

    Processes that read see the one or the other, those that write wait. `source` stays as it is; one of an older
    version is brought up to date on the way. Raises UnreadableInput when it is no sound library, or a newer one,
    SomeFailed when what is there can't be saved, LibraryUnavailable when it can't be written.
    """
    target = target.resolve()
    try:
        make_folder(target.parent)
        partial = name_aside(target)
    except OSError as error:
        raise LibraryUnavailable(
            f"the library {target} can't be written: {error.strerror}", _NOTHING_CHANGED
        ) from error
    try:
        items = _prepare(source, partial)
        with translate_errors(target):
            return Restored(items, _replace(partial, target, snapshots))
    except OSError as error:
        raise LibraryUnavailable(
            f"the library {target} can't be written: {error.strerror}", _NOTHING_CHANGED
        ) from error
    finally:
        remove(partial)


def _prepare(source: Path, partial: Path) -> int:
    """Makes of `source` a library of this version, for which nothing more can fail; the number of its items."""
    try:
        if not os.path.getsize(source):
            raise UnreadableInput(f"{source} is empty", _NOTHING_CHANGED)
        check_file(source)
        make_file(partial)
        with closing(connect_read_only(source)) as db, closing(sqlite3.connect(partial, isolation_level=None)) as copy:
            db.backup(copy)
        with open_store(partial) as store:
            _check(store.db, source)
            store.db.execute("PRAGMA journal_mode = WAL")
            return int(store.db.execute("SELECT count(*) FROM item").fetchone()[0])
    except LibraryUnavailable as error:
        raise UnreadableInput(error.message.replace(str(partial), str(source)), _NOTHING_CHANGED) from error
    except OSError as error:
        raise UnreadableInput(f"{source} can't be read: {error.strerror}", _NOTHING_CHANGED) from error
    except sqlite3.Error as error:
        raise _damaged(source) from error


def _check(db: sqlite3.Connection, source: Path) -> None:
    (sound,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if sound != "ok" or db.execute("PRAGMA foreign_key_check").fetchone():
        raise _damaged(source)


def _damaged(source: Path) -> UnreadableInput:
    return UnreadableInput(
        f"{source} is damaged",
        f"{_NOTHING_CHANGED}; `rlist --db {source} doctor --salvage FILE` gets out what can be read",
    )


def _replace(partial: Path, target: Path, snapshots: Snapshots) -> Path | None:
    if not target.exists():
        os.replace(partial, target)
        return None
    try:
        if target.stat().st_size:
            check_file(target)
        return _overwrite(partial, target, snapshots)
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _DAMAGED:
            raise
    except LibraryUnavailable as error:
        if "another program's" in error.message or not target.is_file():
            raise
    saved = _save_as_it_is(target, snapshots)
    # What is left of the damaged file's log would be taken for the new one's.
    for suffix in COMPANIONS:
        with suppress(FileNotFoundError):
            os.unlink(f"{target}{suffix}")
    os.replace(partial, target)
    return saved


def _overwrite(partial: Path, target: Path, snapshots: Snapshots) -> Path | None:
    """Writes over a library in one transaction of SQLite, which is saved once nobody else can write to it."""
    saved: list[Path | None] = []
    make_file(target)
    with (
        closing(sqlite3.connect(partial, isolation_level=None)) as new,
        closing(sqlite3.connect(target, isolation_level=None)) as old,
        closing(sqlite3.connect(target, isolation_level=None)) as reader,
    ):
        has_items = reader.execute("SELECT 1 FROM sqlite_master WHERE name = 'step'").fetchone() is not None
        if has_items:
            _go_on_numbering(reader, new)

        def save(status: int, remaining: int, total: int) -> None:
            if has_items and not saved:
                saved.append(snapshots.before(reader, "restore"))
                if saved[0] is None:
                    raise SomeFailed("what the library holds now couldn't be saved", _NOTHING_CHANGED)

        new.backup(old, pages=_PAGES_AT_ONCE, progress=save)
        old.execute("PRAGMA journal_mode = WAL")
    return saved[0] if saved else None


def _go_on_numbering(old: sqlite3.Connection, new: sqlite3.Connection) -> None:
    # A number that an item has had is never given to another one.
    row = old.execute("SELECT seq FROM sqlite_sequence WHERE name = 'item'").fetchone()
    if row is not None:
        new.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'item'", row)
        new.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _save_as_it_is(target: Path, snapshots: Snapshots) -> Path:
    saved = snapshots.new_path("before-restore-damaged")
    make_folder(saved.parent)
    for suffix in ("", *COMPANIONS):
        if os.path.exists(f"{target}{suffix}"):
            make_file(Path(f"{saved}{suffix}"))
            shutil.copyfile(f"{target}{suffix}", f"{saved}{suffix}")
    return saved

"""Copies of the library: before the first change of a day, and before what no undo takes back."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from rlist.errors import SomeFailed
from rlist.settings import Settings, backup_folder, backups_kept
from rlist.store.library_file import COMPANIONS, make_folder

Tell = Callable[[int, int, str], None]

# Between two looks at signals and at the progress; 16 MB with pages of 4 KB.
_PAGES_AT_ONCE = 4096
# A copy that isn't written to for so long is what a crash left behind, even if its process has a successor.
_ABANDONED_AFTER_SECONDS = 600
_PARTIAL = ".partial"


class Snapshot(NamedTuple):
    """A copy of the library in the folder for them: why it was made ("day", "before-restore", …), when, its bytes."""

    path: Path
    reason: str
    made_at: datetime
    size: int


class Snapshots:
    """Where one library's copies are, and how to tell that one is made or couldn't be."""

    __slots__ = ("_settings", "progress", "say")

    def __init__(
        self, settings: Settings, say: Callable[[str], None], progress: Callable[[], AbstractContextManager[Tell]]
    ) -> None:
        self._settings = settings
        self.say = say
        self.progress = progress

    @property
    def folder(self) -> Path:
        """The folder of this library's copies; it may be missing."""
        return backup_folder(self._settings)

    def before_change(self, db: sqlite3.Connection, now: datetime) -> None:
        """Makes the day's copy, unless it is there or there is nothing to lose yet; a failure is said and no more."""
        kept = backups_kept(self._settings)
        if not kept or os.path.exists(self._of_day(now)):
            return
        if db.execute("SELECT 1 FROM step LIMIT 1").fetchone() is not None:
            self._keep_unasked(db, self._of_day(now), kept)

    def before(self, db: sqlite3.Connection, what: str) -> Path | None:
        """Makes a copy before `what`, "migration" or the like: its path, or None when it failed, which is said."""
        return self._keep_unasked(db, self.new_path(f"before-{what}"), max(backups_kept(self._settings), 1))

    def new_path(self, reason: str) -> Path:
        """The path for a copy that is made now; there is no file yet."""
        stamp = f"{datetime.now(UTC):%Y-%m-%dT%H%M%S}"
        path = self.folder / f"{stamp}-{reason}.db"
        number = 1
        while path.exists():
            number += 1
            path = self.folder / f"{stamp}.{number}-{reason}.db"
        return path

    def kept(self) -> list[Snapshot]:
        """The copies that there are, the newest first."""
        found = [_snapshot(path) for path in self.folder.glob("*.db")]
        return sorted(found, key=lambda one: (one.made_at, one.path), reverse=True)

    def _of_day(self, now: datetime) -> Path:
        return self.folder / f"{now:%Y-%m-%d}.db"

    def _keep_unasked(self, db: sqlite3.Connection, path: Path, kept: int) -> Path | None:
        try:
            with self.progress() as tell:
                copy_database(db, path, tell)
        except SomeFailed:
            return None  # another process is making it
        except (OSError, sqlite3.Error) as error:
            reason = getattr(error, "strerror", None) or error
            self.say(
                f"no copy of the library could be kept in {path.parent}: {reason}; "
                "`rlist config backups FOLDER` names another place"
            )
            return None
        self._forget(path, kept)
        return path

    def _forget(self, path: Path, kept: int) -> None:
        """Removes all but `path` and the last copies of its kind, so that `kept` are left.

        Those that were asked for are never removed. By a clock that was set back `path` needn't be the last.
        """
        kind = _reason(path).partition("-")[0]
        alike = [one for one in self.kept() if one.reason.partition("-")[0] == kind and one.path != path]
        for old in alike[max(kept - 1, 0) :]:
            with suppress(OSError):
                old.path.unlink()


def copy_database(db: sqlite3.Connection, path: Path, tell: Tell | None = None) -> None:
    """Copies what `db` has committed into the file `path`, for its owner alone: all of it, or `path` stays as it is.

    Other processes may read and write meanwhile. Raises OSError and sqlite3.Error, SomeFailed when another process is
    writing the same file.
    """
    make_folder(path.parent)
    partial = name_aside(path)
    os.close(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with closing(sqlite3.connect(partial, isolation_level=None)) as target, _reading(db):

            def progress(status: int, remaining: int, total: int) -> None:
                if tell is not None:
                    tell(total - remaining, total, "copying the library")

            db.backup(target, pages=_PAGES_AT_ONCE, progress=progress)
            # So that the copy is one file, which opens in a folder for reading only too.
            target.execute("PRAGMA journal_mode = DELETE")
        os.replace(partial, path)
    except BaseException:
        remove(partial)
        raise


def name_aside(path: Path) -> Path:
    """A name beside `path` for what this process puts in its place; what processes left that were killed is removed.

    Raises SomeFailed when another one is at it.
    """
    for name in os.listdir(path.parent):
        if not (name.startswith(f".{path.name}.") and name.endswith(_PARTIAL)):
            continue
        other = path.with_name(name)
        if not _is_abandoned(other):
            raise SomeFailed(f"{path} is being written by another process", "try again in a moment")
        remove(other)
    return path.with_name(f".{path.name}.{os.getpid()}{_PARTIAL}")


def remove(path: Path) -> None:
    """Removes a database with its companions, as far as they are there."""
    for suffix in ("", *COMPANIONS):
        with suppress(FileNotFoundError):
            os.unlink(f"{path}{suffix}")


def _is_abandoned(partial: Path) -> bool:
    number = partial.name.removesuffix(_PARTIAL).rpartition(".")[2]
    try:
        # On Windows this would end the process.
        if os.name != "nt" and number.isdecimal():
            os.kill(int(number), 0)
        return int(number) == os.getpid() or time.time() - partial.stat().st_mtime > _ABANDONED_AFTER_SECONDS
    except (ProcessLookupError, FileNotFoundError):
        return True
    except PermissionError:
        return False


@contextmanager
def _reading(db: sqlite3.Connection) -> Iterator[None]:
    # Else the copy would begin anew whenever another process commits.
    if db.in_transaction:
        yield
        return
    db.execute("BEGIN")
    try:
        db.execute("SELECT 1 FROM sqlite_master").fetchone()
        yield
    finally:
        db.execute("ROLLBACK")


def _snapshot(path: Path) -> Snapshot:
    found = path.stat()
    return Snapshot(path, _reason(path), datetime.fromtimestamp(found.st_mtime, UTC), found.st_size)


def _reason(path: Path) -> str:
    _, _, reason = path.stem.partition("T")
    return reason.partition("-")[2] or "day"

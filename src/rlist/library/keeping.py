"""Copies of the library: made when the reader wants one, shown, brought back."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from rlist.errors import NothingFound, SomeFailed, WrongUsage
from rlist.store.database import translate_errors
from rlist.store.restoring import Restored
from rlist.store.restoring import restore as put_back
from rlist.store.snapshots import Snapshot, Snapshots, copy_database

if TYPE_CHECKING:
    from rlist.library import Library
    from rlist.settings import Settings
    from rlist.store.snapshots import Tell

__all__ = ["Restored", "Snapshot", "backup", "backups", "restore"]


def backup(library: Library, snapshots: Snapshots, file: str | None, tell: Tell, *, overwrite: bool) -> Path:
    """Copy the library into `file`, or into a dated one in the folder for copies, and say which.

    Raises NothingFound when there is no library yet, WrongUsage where `file` exists and isn't to be overwritten,
    SomeFailed when it can't be written.
    """
    path = library.store.path
    if path is None:
        raise NothingFound(f"there is no library {library.settings.database} yet", "`rlist add` makes one")
    target = snapshots.new_path("backup") if file is None else Path(os.path.abspath(file))
    _check_target(target, path, overwrite=overwrite)
    try:
        with translate_errors(path):
            copy_database(library.store.db, target, tell)
    except OSError as error:
        raise SomeFailed(f"{target} can't be written: {error.strerror}", "nothing was written") from error
    return target


def backups(snapshots: Snapshots) -> list[Snapshot]:
    """The copies in the folder for them, the newest first."""
    return snapshots.kept()


def restore(settings: Settings, snapshots: Snapshots, file: str) -> Restored:
    """Bring back the library that `file` holds; raises RlistError, see `store.restoring`."""
    source = Path(file)
    # `os.path` takes a name that no file can have for one that there isn't.
    if os.path.exists(source) and settings.database.exists() and source.samefile(settings.database):
        raise WrongUsage(f"{file} is the library itself", "`rlist backup --list` shows its copies")
    return put_back(source, settings.database, snapshots)


def _check_target(target: Path, library: Path, *, overwrite: bool) -> None:
    if os.path.isdir(target):
        raise WrongUsage(f"{target} is a folder", f"name a file in it: {target / library.name}")
    if not os.path.lexists(target):
        return
    if target.exists() and target.samefile(library):
        raise WrongUsage(f"{target} is the library itself", "name another file")
    if not overwrite:
        raise WrongUsage(f"{target} exists already", "name another file, or overwrite it with --force")

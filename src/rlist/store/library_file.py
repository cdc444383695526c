"""A library's file from outside, without SQLite: made for its owner alone, and recognised by its header."""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rlist.errors import LibraryUnavailable
from rlist.store.migrations import MIGRATIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

APPLICATION_ID = 0x726C7374  # "rlst", in the file's header: https://www.sqlite.org/fileformat2.html#application_id

# What SQLite keeps beside a file while it is open, and a crash leaves there.
COMPANIONS = ("-wal", "-shm", "-journal")

UNREACHABLE = ("can't be opened", "look at the permissions of the file and of its folder")

_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
_USER_VERSION_AT = 60
_APPLICATION_ID_AT = 68

_ELSEWHERE = "move it away, or name another file with --db"
_NO_LIBRARY = (
    "name another file with --db; if it was one, `rlist restore FILE` brings back a copy, "
    "and `rlist doctor --salvage FILE` gets out what can be read"
)


def exists(path: Path) -> bool:
    """Whether there is something at `path`; raises LibraryUnavailable when that can't be known."""
    with translate_os_errors(path):
        return path.exists()


def make_file(path: Path) -> Path:
    """An empty file, with the folders above it that are missing; raises LibraryUnavailable."""
    # SQLite gives the file and its companions the permissions that it finds: the owner's alone.
    with translate_os_errors(path):
        make_folder(path.parent)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    return path


def make_folder(folder: Path) -> None:
    """Makes a folder for its owner alone, and those above it that are missing; raises OSError."""
    for one in reversed((folder, *folder.parents)):
        if not one.exists():
            one.mkdir(mode=0o700, exist_ok=True)


def check_file(path: Path) -> None:
    """Raises LibraryUnavailable unless `path` is empty or a library that this version can use.

    It reads the header without SQLite, which writes to some files as soon as it opens them (what a crash left behind).
    Closing a file drops all locks that this process has on it, so a process opens a library only once at a time.
    """
    with translate_os_errors(path):
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise LibraryUnavailable(f"{path} is a folder", f"name a file in it: --db {path / 'rlist.db'}")
        if not stat.S_ISREG(mode):
            raise LibraryUnavailable(f"{path} is no ordinary file", "name another one with --db")
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    if not header:
        # An empty file becomes a library: for its owner alone, like one that rlist makes, if it is the owner's.
        with suppress(OSError):
            path.chmod(0o600)
    else:
        if not header.startswith(_MAGIC) or len(header) < _HEADER_BYTES:
            raise LibraryUnavailable(f"{path} is no rlist library", _NO_LIBRARY)
        if _big_endian(header, _APPLICATION_ID_AT) != APPLICATION_ID:
            raise LibraryUnavailable(f"{path} is another program's database", _ELSEWHERE)
        version = _big_endian(header, _USER_VERSION_AT)
        if version > len(MIGRATIONS):
            raise newer(path, version)


def newer(place: Path | str, version: int) -> LibraryUnavailable:
    """What is said of a library that a newer rlist has made."""
    return LibraryUnavailable(
        f"the library {place} is of a newer version ({version}; this rlist knows {len(MIGRATIONS)})",
        "update rlist; the library was left as it is",
    )


def _big_endian(header: bytes, at: int) -> int:
    return int.from_bytes(header[at : at + 4], "big")


@contextmanager
def translate_os_errors(path: Path) -> Iterator[None]:
    """Turns what the system says of the file or its folder into LibraryUnavailable."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        what, hint = UNREACHABLE
        raise LibraryUnavailable(f"the library {path} {what}: {reason}", hint) from error

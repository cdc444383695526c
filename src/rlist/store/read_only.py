"""Reads a library that can't be written, or mustn't be: nothing in its folder changes."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from rlist.store.library_file import COMPANIONS

# What has a meaning of its own in the address of a file: https://www.sqlite.org/uri.html
_ESCAPED = {"%": "%25", "?": "%3f", "#": "%23"}


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A connection to the file as it is, with what a crash left in its write-ahead log; raises sqlite3.Error, OSError.

    Without such a log the file is opened as one that nobody changes, else SQLite would have to write beside it; with
    one, a copy of both is read into memory.
    """
    if any(os.path.exists(log) and os.path.getsize(log) for log in _logs(path)):
        return _in_memory(path)
    place = "".join(_ESCAPED.get(character, character) for character in str(path))
    return sqlite3.connect(f"file:{place}?immutable=1", uri=True, isolation_level=None)


def _logs(path: Path) -> list[str]:
    # The third companion is the index of the write-ahead log, which is made anew.
    return [f"{path}{suffix}" for suffix in COMPANIONS if suffix != "-shm"]


def _in_memory(path: Path) -> sqlite3.Connection:
    with tempfile.TemporaryDirectory(prefix="rlist-") as folder:
        copy = Path(folder) / "library.db"
        shutil.copyfile(path, copy)
        for log, copied in zip(_logs(path), _logs(copy), strict=True):
            if os.path.exists(log):
                shutil.copyfile(log, copied)
        memory = sqlite3.connect(":memory:", isolation_level=None)
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            db.backup(memory)
    return memory

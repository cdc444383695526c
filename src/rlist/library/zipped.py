"""The files in a zip, unpacked in memory within bounds, whatever the zip says of itself."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from rlist.errors import RlistError, UnreadableInput

# No list is larger: ten thousand items with abstracts and notes are a fifth of it as JSON.
_MOST_BYTES = 100_000_000
# All of a zip together, so that many entries can't do what one may not.
_MOST_BYTES_IN_ALL = 200_000_000
_MOST_ENTRIES = 50_000
# Text becomes ten times smaller, JSON of a service perhaps fifty times; what is made to burst, a thousand times.
_MOST_TIMES = 200
# Below this size nothing bursts.
_HARMLESS_BYTES = 5_000_000
# As many entries that can't be read are named for each reason.
_NAMED = 3
_LONGEST_REASON = 120


class Entry(NamedTuple):
    """A file in a zip, by its name with slashes."""

    name: str
    content: bytes


def is_zip(content: bytes) -> bool:
    """Whether a file is a zip, by its first bytes."""
    return content.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def entries(shown: str, content: bytes) -> Iterator[Entry | RlistError]:
    """The files in a zip in order of their names, then an error for each reason for which some can't be read."""
    try:
        whole = zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        yield UnreadableInput(f"{shown} is a damaged zip: {error}")
        return
    refused: dict[str, list[str]] = defaultdict(list)
    left = _MOST_BYTES_IN_ALL
    found = sorted((entry for entry in whole.infolist() if not entry.is_dir()), key=lambda entry: entry.filename)
    for entry in found[:_MOST_ENTRIES]:
        try:
            unpacked = _unpacked(whole, entry, left)
        except _Refused as refusal:
            refused[str(refusal)].append(entry.filename)
        else:
            left -= len(unpacked)
            yield Entry(entry.filename.replace("\\", "/"), unpacked)
    for entry in found[_MOST_ENTRIES:]:
        refused[f"a zip with more than {_MOST_ENTRIES} files isn't read further"].append(entry.filename)
    for reason, names in refused.items():
        others = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        yield UnreadableInput(f"{shown}: {', '.join(names[:_NAMED])}{others}: {reason}")


class _Refused(Exception):
    """An entry can't be read, for the reason in its words."""


def _unpacked(whole: zipfile.ZipFile, entry: zipfile.ZipInfo, left: int) -> bytes:
    if re.match(r"[/\\]|[A-Za-z]:", entry.filename) or ".." in re.split(r"[/\\]", entry.filename):
        raise _Refused("the name leads out of the zip, so it isn't read")
    if entry.flag_bits & 1:
        raise _Refused("it is encrypted; unpack it first")
    if entry.filename.casefold().endswith(".zip"):
        raise _Refused("a zip in a zip isn't opened; unpack it first")
    if entry.file_size > _HARMLESS_BYTES and entry.file_size > _MOST_TIMES * entry.compress_size:
        raise _Refused(f"it unpacks to more than {_MOST_TIMES} times its size, as no list does")
    most = min(_MOST_BYTES, left)
    try:
        with whole.open(entry) as opened:
            content = opened.read(most + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError, NotImplementedError) as error:
        # It may hold all bytes of the name in the damaged head of the file.
        why = str(error)[:_LONGEST_REASON] or type(error).__name__
        raise _Refused(f"it is damaged, or packed in a way that isn't known ({why})") from error
    if len(content) > most:
        raise _Refused(f"it is too large: {_MOST_BYTES // 10**6} MB are read of one file, and twice that of a zip")
    return content

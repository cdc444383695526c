"""The user's files: what paths, folders, standard input or the bundled lists hold, as bytes with a name."""

from __future__ import annotations

import codecs
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath
from typing import NamedTuple

import rlist
from rlist.errors import RlistError, UnreadableInput
from rlist.library import zipped

STANDARD_INPUT = "-"
_SEEDS = "seeds"

# What a folder is searched for; a file that is named itself is read whatever its ending.
_ENDINGS = {
    "",
    *(".txt", ".text", ".list", ".md", ".markdown", ".org"),
    *(".bib", ".bibtex", ".ris", ".csv", ".tsv", ".json"),
    *(".html", ".htm", ".opml", ".xml", ".rss", ".atom"),
}
_ZIP = ".zip"
_HIDDEN = "hidden"
# As many kinds of files that aren't read are named.
_NAMED = 5
# How files begin that people name by mistake, and hold nothing to read as lines.
# https://en.wikipedia.org/wiki/List_of_file_signatures
_SIGNATURES = (
    (b"%PDF-", "a PDF"),
    (b"SQLite format 3\0", "a database"),
    (b"\x89PNG\r\n\x1a\n", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"\x7fELF", "a program"),
    (b"\x1f\x8b", "packed by gzip"),
    (b"7z\xbc\xaf\x27\x1c", "packed by 7-Zip"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of an office program"),
)
_NO_LISTS = tuple(signature for signature, _ in _SIGNATURES)
# No list that anybody keeps has so many, and devices never end.
MOST_BYTES = 256 * 2**20
# As much of a file is looked at to see whether it holds text.
_LOOKED_AT = 8000
# Control characters that no text has. Of bytes without any order one in ten is such a one, of a damaged text a few.
_NOT_IN_TEXT = bytes({*range(1, 32), 127} - set(b"\b\t\n\v\f\r\x1a\x1b"))
_LEAST_NOISE, _LEAST_SHARE_OF_NOISE = 8, 0.03


@dataclass(frozen=True, slots=True)
class Source:
    """One text to import: the path as it is shown, the path that it is known by, and what it holds."""

    shown: str
    path: str
    content: bytes


class Passed(NamedTuple):
    """Files that aren't read, in words for the reader; nothing is wrong with them."""

    words: str


def read_sources(path: str, standard_input: bytes | None) -> Iterator[Source | Passed | RlistError]:
    """The source that `path` names, or those in it if it is a folder or a zip, in order of their names.

    `-` is what came in on standard input, and `seeds` the bundled lists when no such path exists. What can't be read
    is an error among them, and the others follow.
    """
    if path == STANDARD_INPUT:
        yield from _opened(Source("standard input", STANDARD_INPUT, standard_input or b""))
        return
    place = Path(path)
    # os.path takes names of any length and any character, where Path raises.
    if path == _SEEDS and not os.path.exists(place):
        place = seeds_folder()
    if not os.path.isdir(place):
        yield from _read(place)
        return
    files, passed = _files(place)
    for file in files:
        yield from _read(file, is_searched=True)
    yield from passed
    if not files:
        yield UnreadableInput(f"{path} holds no list", f"files in a folder are read if they end in {_endings()}")


def _read(file: Path, *, is_searched: bool = False) -> Iterator[Source | Passed | RlistError]:
    try:
        with file.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
        source = Source(str(file), str(file.resolve()), content)
    except OSError as error:
        yield _unreadable(str(file), error)
        return
    if is_searched and is_binary(content) and not zipped.is_zip(content):
        yield Passed(f"{file} is no text, so it isn't read")
    elif content.startswith(_NO_LISTS):
        yield UnreadableInput(f"{file} is no list but {_kind_of(content)}", "lists are text: Markdown, BibTeX, CSV, …")
    else:
        yield from _opened(source)


def _opened(source: Source) -> Iterator[Source | Passed | RlistError]:
    """`source`, or what is in it if it is a zip."""
    if len(source.content) > MOST_BYTES:
        yield UnreadableInput(f"{source.shown} has more than {MOST_BYTES // 2**20} MB", "import it in parts")
        return
    if not zipped.is_zip(source.content):
        if _is_noise(source.content):
            yield UnreadableInput(f"{source.shown} is not text", "lists are text: Markdown, BibTeX, CSV, …")
        else:
            yield source
        return
    passed: Counter[str] = Counter()
    count = refused = 0
    for found in zipped.entries(source.shown, source.content):
        if isinstance(found, RlistError):
            refused += 1
            yield found
            continue
        name = PurePosixPath(found.name)
        if _is_hidden(name.parts):
            passed[_HIDDEN] += 1
            continue
        if name.suffix.lower() not in _ENDINGS or is_binary(found.content):
            passed[_kind(name)] += 1
            continue
        count += 1
        yield Source(f"{source.shown}/{found.name}", f"{source.path}/{found.name}", found.content)
    yield from _told(source.shown, passed)
    if not count and not refused:
        yield UnreadableInput(f"{source.shown} holds no list", f"files in a zip are read if they end in {_endings()}")


def _files(place: Path) -> tuple[Sequence[Path], Sequence[Passed]]:
    """The files of a folder that may be lists, in order, and what is told of the others."""
    found: list[Path] = []
    passed: Counter[str] = Counter()
    for folder, folders, names in os.walk(place):
        hidden = [name for name in folders if name.startswith(".")]
        passed.update({_HIDDEN: len(hidden)} if hidden else {})
        folders[:] = sorted(set(folders) - set(hidden))
        for name in names:
            file = Path(folder, name)
            if name.startswith(".") or file.suffix.lower() not in {*_ENDINGS, _ZIP} or not file.is_file():
                passed[_kind(file)] += 1
            else:
                found.append(file)
    return sorted(found), list(_told(str(place), passed))


def _told(where: str, passed: Counter[str]) -> Iterator[Passed]:
    if passed:
        kinds = ", ".join(f"{count} {kind}" for kind, count in passed.most_common(_NAMED))
        more = f" and {len(passed) - _NAMED} more kinds" if len(passed) > _NAMED else ""
        yield Passed(f"{where}: not read, because they are no lists: {kinds}{more}")


def _kind(file: PurePath) -> str:
    return (
        _HIDDEN if _is_hidden(file.parts) or file.name.startswith(".") else file.suffix.lower() or "without an ending"
    )


def _is_hidden(parts: Sequence[str]) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in parts)


def is_binary(content: bytes) -> bool:
    """Whether a file holds no text: it has NULs, and no mark of an encoding that has them."""
    return b"\0" in content[:_LOOKED_AT] and not content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


def _is_noise(content: bytes) -> bool:
    """Whether a file that was named itself holds no text, not even a damaged one."""
    beginning = content[:_LOOKED_AT]
    noise = len(beginning) - len(beginning.translate(None, _NOT_IN_TEXT))
    return (
        noise >= _LEAST_NOISE
        and noise > _LEAST_SHARE_OF_NOISE * len(beginning)
        and not content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    )


def _kind_of(content: bytes) -> str:
    return next(kind for signature, kind in _SIGNATURES if content.startswith(signature))


def _endings() -> str:
    return ", ".join(sorted(ending for ending in _ENDINGS if ending))


def _unreadable(path: str, error: OSError) -> UnreadableInput:
    return UnreadableInput(f"{path} can't be read: {error.strerror or error}")


def seeds_folder() -> Path:
    """Where the bundled lists are: inside the installed package, or at the top of a checkout."""
    package = Path(rlist.__file__).parent
    installed = package / _SEEDS
    return installed if installed.is_dir() else package.parent.parent / _SEEDS

"""The user's files: what paths, folders, standard input or the bundled lists hold, as bytes with a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import rlist
from rlist.errors import UnreadableInput

STANDARD_INPUT = "-"
_SEEDS = "seeds"

# What a folder is searched for; a file that is named itself is read whatever its ending.
_ENDINGS = {
    "",
    *(".txt", ".text", ".list", ".md", ".markdown", ".org"),
    *(".bib", ".bibtex", ".ris", ".csv", ".tsv", ".json"),
    *(".html", ".htm", ".opml", ".xml", ".rss", ".atom"),
}


@dataclass(frozen=True, slots=True)
class Source:
    """One text to import: the path as it is shown, the path that it is known by, and what it holds."""

    shown: str
    path: str
    content: bytes


def read_sources(path: str, standard_input: bytes | None) -> Iterator[Source]:
    """The source that `path` names, or those in it if it is a folder, in order of their names.

    `-` is what came in on standard input, and `seeds` the bundled lists when no such path exists.
    Raises UnreadableInput.
    """
    if path == STANDARD_INPUT:
        yield Source("standard input", STANDARD_INPUT, standard_input or b"")
        return
    place = Path(path)
    if path == _SEEDS and not place.exists():
        place = seeds_folder()
    try:
        files = list(_files(place))
    except OSError as error:
        raise _unreadable(path, error) from error
    if not files:
        raise UnreadableInput(f"{path} holds no list", f"files in a folder are read if they end in {_endings()}")
    for file in files:
        try:
            yield Source(str(file), str(file.resolve()), file.read_bytes())
        except OSError as error:
            raise _unreadable(str(file), error) from error


def _files(place: Path) -> Sequence[Path]:
    if not place.is_dir():
        return [place]
    inside = (file for file in place.rglob("*") if file.is_file() and file.suffix.lower() in _ENDINGS)
    return sorted(file for file in inside if not any(part.startswith(".") for part in file.relative_to(place).parts))


def _endings() -> str:
    return ", ".join(sorted(ending for ending in _ENDINGS if ending))


def _unreadable(path: str, error: OSError) -> UnreadableInput:
    return UnreadableInput(f"{path} can't be read: {error.strerror or error}")


def seeds_folder() -> Path:
    """Where the bundled lists are: inside the installed package, or at the top of a checkout."""
    package = Path(rlist.__file__).parent
    installed = package / _SEEDS
    return installed if installed.is_dir() else package.parent.parent / _SEEDS

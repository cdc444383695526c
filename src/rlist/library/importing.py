"""Bringing whole lists into the library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from sqlite3 import Connection

from rlist.errors import RlistError, WrongUsage
from rlist.formats.document import Document, Problem
from rlist.formats.encoding import decode
from rlist.formats.registry import READERS, Reader, recognise
from rlist.library import Library
from rlist.library.placing import LineAccount, place
from rlist.library.sources import STANDARD_INPUT, Source, read_sources
from rlist.store import lists
from rlist.store.lists import ListRecord

# Progress is told once in so many entries: telling it costs more than reading one.
_TELL_EVERY = 100


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one source: a row for each line, what was odd, and how many items are new."""

    path: str
    list: str
    lines: tuple[LineAccount, ...]
    problems: tuple[Problem, ...]
    ends_in_newline: bool

    @property
    def counts(self) -> Mapping[str, int]:
        """How many lines came to what: "new", "merged", "note", "section", …; they add up to the lines of the file."""
        return Counter(_class(line.what) for line in self.lines)


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did, and what it couldn't do."""

    files: tuple[FileReport, ...]
    failures: tuple[RlistError, ...]
    dry_run: bool


@dataclass(frozen=True, slots=True)
class ImportWishes:
    """What the reader wants of an import."""

    format_name: str | None = None
    list_name: str | None = None
    tags: Sequence[str] = ()
    dry_run: bool = False
    progress: Callable[[int, int, str], None] = field(default=lambda done, total, what: None)


class _DryRun(Exception):
    """Ends the transaction of a dry run, so that nothing of it stays."""


def import_(
    library: Library, paths: Sequence[str], standard_input: bytes | None, wishes: ImportWishes, command: str
) -> ImportReport:
    """Import each of `paths`: files, folders, `-`, or the bundled `seeds`; one step of the log for all of them.

    What can't be read is among the failures, and the rest is done. A dry run does it all and takes it back.
    """
    if not all(path.strip() for path in paths):
        raise WrongUsage("an empty path names no list")
    reader = _reader(wishes.format_name)
    failures: list[RlistError] = []
    documents: list[tuple[Source, Document]] = []
    for path in paths:
        try:
            for source in read_sources(path, standard_input):
                wishes.progress(0, 0, f"reading {source.shown}")
                text = decode(source.content)
                document = (reader or recognise(text, source.path)).read(text)
                documents += ((source, part) for part in (document, *document.further))
        except RlistError as failure:
            failures.append(failure)
    files: list[FileReport] = []
    try:
        with library.store.step(command, library.now):
            files += (_import_one(library, source, document, wishes) for source, document in documents)
            if wishes.dry_run:
                raise _DryRun
    except _DryRun:
        pass
    return ImportReport(tuple(files), tuple(failures), wishes.dry_run)


def new_ids(files: Sequence[FileReport]) -> list[int]:
    """The ids of the items that were new, in the order in which they came."""
    return [line.item_id for file in files for line in file.lines if line.what == "new" and line.item_id]


def written_report(files: Sequence[FileReport]) -> str:
    """The account line by line: number, what became of it, the item's id, the text, between tabs.

    It ends in a line break where the last source does, so that both have the same number of lines by any count.
    """
    rows = [
        "\t".join((str(line.number), line.what, str(line.item_id or ""), line.text.replace("\t", " ")))
        for file in files
        for line in file.lines
    ]
    return "\n".join(rows) + ("\n" if files and files[-1].ends_in_newline else "")


def _reader(name: str | None) -> Reader | None:
    if name is None:
        return None
    for reader in READERS:
        if reader.NAME == name:
            return reader
    raise WrongUsage(f"there is no format {name!r} to read", f"there is {', '.join(known.NAME for known in READERS)}")


def _import_one(library: Library, source: Source, document: Document, wishes: ImportWishes) -> FileReport:
    db = library.store.db
    target = _target(db, source, document, wishes.list_name)
    total = len(document.entries)

    def progress(done: int) -> None:
        if done % _TELL_EVERY == 0:
            wishes.progress(done, total, target.name)

    account = place(db, document, target, wishes.tags, library.now, progress)
    return FileReport(source.shown, target.name, account, document.problems, source.content.endswith(b"\n"))


def _target(db: Connection, source: Source, document: Document, wanted: str | None) -> ListRecord:
    """The list that the document is a state of: known by its title, one without by the path of its file."""
    title = wanted or document.title
    if title:
        return lists.find_list_by_name(db, title) or lists.add_list(db, title, f"title:{title}")
    key = f"path:{source.path}"
    return lists.find_list(db, key) or lists.add_list(db, next(_free_names(db, source)), key)


def _free_names(db: Connection, source: Source) -> Iterator[str]:
    """Names for a list without a title that no list has: that of the file, else with the folder, else with a number."""
    path = PurePath(source.path)
    name = "Standard input" if source.path == STANDARD_INPUT else path.stem
    tries = [name, f"{name} ({path.parent.name})", *(f"{name} ({number})" for number in range(2, 10_000))]
    return (free for free in tries if lists.find_list_by_name(db, free) is None)


def _class(what: str) -> str:
    """The kind of account that `what` is, without the item's number."""
    head, _, last = what.rpartition(" ")
    return head.removesuffix(" into").removesuffix(" on").removesuffix(" of") if last.isdigit() else what

"""Bringing whole lists into the library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import PurePath
from sqlite3 import Connection

from rlist.errors import RlistError, UnreadableInput, WrongUsage
from rlist.formats import archive
from rlist.formats.archive import Archive
from rlist.formats.document import Document, Problem
from rlist.formats.encoding import decode
from rlist.formats.registry import READERS, recognise
from rlist.library import Library, archives
from rlist.library.accounting import Became, LineAccount
from rlist.library.placing import place
from rlist.library.sources import STANDARD_INPUT, Passed, Source, read_sources
from rlist.store import lists
from rlist.store.lists import ListRecord


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one source: a row for each line, what was odd, and how many items are new.

    `list` is None for an archive, which may hold many.
    """

    path: str
    list: str | None
    lines: tuple[LineAccount, ...]
    problems: tuple[Problem, ...]
    ends_in_newline: bool

    @property
    def counts(self) -> Counter[Became]:
        """How many lines came to what, in the order in which it is told; they add up to the lines of the file."""
        counted = Counter(line.became for line in self.lines)
        return Counter({became: counted[became] for became in Became if counted[became]})


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did, and what it couldn't do; `passed` says of files that aren't lists that they weren't read."""

    files: tuple[FileReport, ...]
    failures: tuple[RlistError, ...]
    dry_run: bool
    passed: tuple[str, ...] = ()


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
    read = _read_as(wishes.format_name)
    failures: list[RlistError] = []
    passed: list[str] = []
    documents: list[tuple[Source, Document | Archive]] = []
    for path in paths:
        for source in read_sources(path, standard_input):
            if isinstance(source, Passed):
                passed.append(source.words)
            elif isinstance(source, RlistError):
                failures.append(source)
            else:
                wishes.progress(0, 0, f"reading {source.shown}")
                try:
                    documents += ((source, part) for part in read(decode(source.content), source.path))
                except RlistError as failure:
                    failures.append(UnreadableInput(f"{source.shown}: {failure.message}", failure.hint))
    files: list[FileReport] = []
    # One import happens at one time: what comes twice in it is changed once.
    now = library.now
    try:
        with library.store.step(command, now):
            files += (_import_one(library.store.db, source, document, wishes, now) for source, document in documents)
            if wishes.dry_run:
                raise _DryRun
            wishes.progress(0, 0, "writing the index")
    except _DryRun:
        pass
    return ImportReport(tuple(files), tuple(failures), wishes.dry_run, tuple(passed))


def new_ids(files: Sequence[FileReport]) -> list[int]:
    """The ids of the items that were new, in the order in which they came."""
    return [line.item_id for file in files for line in file.lines if line.became is Became.NEW and line.item_id]


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


def _read_as(name: str | None) -> Callable[[str, str], Iterable[Document | Archive]]:
    """What reads a text with its path as the format `name`, or as what it looks like; raises WrongUsage."""
    names = (archive.NAME, *(reader.NAME for reader in READERS))
    if name is not None and name not in names:
        raise WrongUsage(f"there is no format {name!r} to read", f"there is {', '.join(names)}")

    def read(text: str, path: str) -> Iterable[Document | Archive]:
        if name == archive.NAME or (name is None and archive.recognises(text, path)):
            return (archive.read_archive(text),)
        reader = next((reader for reader in READERS if reader.NAME == name), None) or recognise(text, path)
        document = reader.read(text)
        return (document, *document.further)

    return read


def _import_one(
    db: Connection, source: Source, document: Document | Archive, wishes: ImportWishes, now: datetime
) -> FileReport:
    ends_in_newline = source.content.endswith(b"\n")
    if isinstance(document, Archive):
        told = _telling(wishes.progress, len(document.contents.items), source.shown)
        brought = archives.bring(db, document, wishes.tags, now, told)
        unnamed = Problem(1, "an archive has lists of its own, so --list names none")
        problems = (unnamed, *brought.problems) if wishes.list_name else brought.problems
        return FileReport(source.shown, None, brought.lines, problems, ends_in_newline)
    listed = document.is_listed or wishes.list_name is not None
    target = _target(db, source, document, wishes.list_name) if listed else ListRecord(0, document.title or "", "")
    told = _telling(wishes.progress, len(document.entries), target.name)
    placed = place(db, document, target, wishes.tags, now, told)
    problems = (*document.problems, *placed.problems)
    return FileReport(source.shown, target.name, placed.lines, problems, ends_in_newline)


def _telling(tell: Callable[[int, int, str], None], total: int, what: str) -> Callable[[int], None]:
    return lambda done: tell(done, total, what)


def _target(db: Connection, source: Source, document: Document, wanted: str | None) -> ListRecord:
    """The list that the document is a state of: known by its title, one without by the path of its file."""
    title = wanted or document.title
    if title:
        return lists.find_list_by_name(db, title) or lists.add_list(db, title, f"title:{title}")
    key = f"path:{source.path}"
    if known := lists.find_list(db, key):
        return known
    name = next(_names(source))
    if archived := lists.find_list(db, archives.SOURCE.format(name)):
        return lists.know_by(db, archived, key)
    free = next(name for name in _names(source) if lists.find_list_by_name(db, name) is None)
    return lists.add_list(db, free, key)


def _names(source: Source) -> Iterator[str]:
    """Names for a list without a title: that of the file, else with the folder, else with a number."""
    path = PurePath(source.path)
    # What the shell calls a pipe (`/dev/fd/63`) says nothing.
    name = "Standard input" if source.path == STANDARD_INPUT or path.match("/dev/fd/*") else path.stem
    yield from (name, f"{name} ({path.parent.name})")
    yield from (f"{name} ({number})" for number in range(2, 10_000))

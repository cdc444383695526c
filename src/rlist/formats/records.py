"""What the readers of records share: an entry made from a record's fields, and the account of the lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from rlist.formats.document import Document, Fate, Problem, ReadEntry, ReadSection, SourceLine
from rlist.formats.lines import folded, split_lines
from rlist.model.address import TOP_LEVEL, readable_address
from rlist.model.identity import identifiers_of
from rlist.model.item import Kind, Link, Priority, Status
from rlist.model.kinds import kind_of
from rlist.model.metadata import Metadata

# The tag of an item that a reader should look at, because its record couldn't be read as it was meant.
REVIEW = "needs-review"

# With a scheme of the web an address may hold blanks, as browsers let it; without one it must look like a host.
_ADDRESS = re.compile(
    r"(?:https?|ftp)://[^\s/][^\n]*|mailto:[^\s@]+@\S+"
    rf"|(?:www\.|(?:[a-z0-9-]{{1,63}}\.){{1,8}}{TOP_LEVEL}(?:[/?#:]|$))\S*",
    re.IGNORECASE,
)
# What is believed to be an address where one is expected: a host of any kind, with or without a path.
_HOST = re.compile(r"(?:[\w-]+\.){1,8}[\w-]+(?::\d+)?(?:[/?#]\S*)?")
_BETWEEN_ADDRESSES = re.compile(r"(?:[;,|]\s*|\s+)(?=(?:https?|ftp)://)", re.IGNORECASE)
# How deep folders are told apart; what stands deeper is in the last one. Nobody's do, but for damage.
DEEPEST = 50
# How much of a record that can't be read stands for its title.
_TITLE_CHARACTERS = 120


@dataclass(slots=True)
class Draft:
    """What the fields of one record say, as they are found; `kind` is None where the address tells it.

    Authors are on one line each; all other text is brought in order by `make_entry`.
    """

    title: str = ""
    authors: list[str] = field(default_factory=list)
    et_al: bool = False
    year: int | None = None
    venue: str | None = None
    abstract: str | None = None
    identifiers: dict[str, str] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    kind: Kind | None = None
    label: str | None = None
    status: Status | None = None
    priority: Priority | None = None
    rating: int | None = None
    added_at: datetime | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    citekey: str | None = None
    _urls: set[str] = field(default_factory=set)  # of the links, as far as `add_link` has seen them

    def add_link(self, written: str, label: str | None = None) -> bool:
        """Take an address in, once; False for what is none, such as `javascript:…`."""
        url = written.strip()
        if not (is_address(url) or _HOST.fullmatch(url)):
            return False
        if len(self._urls) < len(self.links):
            self._urls = {link.url for link in self.links}
        if url not in self._urls:
            self._urls.add(url)
            self.links.append(Link(url, label or None))
        return True


def is_address(text: str) -> bool:
    """Whether `text` is one address that a link may have: `javascript:`, `place:`, `chrome:` aren't."""
    return _ADDRESS.fullmatch(text) is not None


def split_addresses(text: str) -> list[str]:
    """The addresses in a field that may hold several, each as written."""
    return [url for url in _BETWEEN_ADDRESSES.split(text.strip()) if url]


def make_entry(draft: Draft, text: str, section: tuple[str, ...] = ()) -> ReadEntry:
    """The entry of a record whose text is `text`; its title is the best there is."""
    identifiers = dict(draft.identifiers)
    for link in draft.links:
        for scheme, value in identifiers_of(link.url).items():
            identifiers.setdefault(scheme, value)
    title = folded(draft.title)
    if draft.links and (not title or _says_address(title, draft.links[0].url)):
        title = readable_address(draft.links[0].url)
    if not title:
        title = next((f"{scheme} {value}" for scheme, value in identifiers.items()), "")
    authors = tuple(filter(None, draft.authors))
    kind = draft.kind
    if kind is None and draft.links:
        kind = kind_of(draft.links[0].url)
    if kind is None:
        kind = Kind.PAPER if authors or draft.venue or identifiers else Kind.OTHER
    return ReadEntry(
        section=section,
        text=text,
        metadata=Metadata(
            title=title or folded(text)[:_TITLE_CHARACTERS] or "(empty record)",
            authors=authors,
            et_al=draft.et_al and bool(authors),
            year=draft.year,
            venue=folded(draft.venue or "") or None,
            abstract=(draft.abstract or "").strip() or None,
            identifiers=identifiers,
        ),
        kind=kind,
        label=draft.label,
        links=tuple(draft.links),
        notes=tuple(note.strip() for note in draft.notes if note.strip()),
        tags=clean_tags(draft.tags),
        status=draft.status,
        priority=draft.priority,
        rating=draft.rating,
        added_at=draft.added_at,
        started_at=draft.started_at,
        finished_at=draft.finished_at,
        citekey=draft.citekey,
    )


def _says_address(title: str, url: str) -> bool:
    """Whether a title is only an address: services put it there where they found none. `Socket.io` isn't."""
    return ("://" in url and title.rstrip("/") in {url.rstrip("/"), url.partition("://")[2].rstrip("/")}) or bool(
        re.fullmatch(r"(?:https?://|www\.)\S+", title, re.IGNORECASE)
    )


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """The tags on one line each, none twice whatever its letter case."""
    found: dict[str, str] = {}
    for tag in tags:
        if name := folded(tag):
            found.setdefault(name.casefold(), name)
    return tuple(found.values())


@dataclass(slots=True)
class _Part:
    """One list of a source; `title` is None where the source has no name for it."""

    title: str | None
    entries: list[ReadEntry] = field(default_factory=list)
    sections: dict[tuple[str, ...], list[str]] = field(default_factory=dict)
    lines: list[SourceLine] = field(default_factory=list)

    def document(self, problems: Iterable[Problem]) -> Document:
        sections = dict(self.sections)
        for entry in self.entries:
            for depth in range(1, len(entry.section) + 1):
                sections.setdefault(entry.section[:depth], [])
        read = (ReadSection(path, "\n".join(text)) for path, text in sections.items())
        return Document(self.title, tuple(read), tuple(self.entries), tuple(self.lines), tuple(problems))


class Account:
    """The account of a source's lines as a reader goes along; numbers count from 1, and `last` is inside.

    A source that holds several lists says with `begin_list` to which one all that follows belongs.
    """

    def __init__(self, text: str) -> None:
        self.lines = split_lines(text)
        self._parts: dict[str | None, _Part] = {}
        self._here = self.begin_list(None)
        self._places: list[tuple[_Part, Fate, int | None] | None] = [None] * len(self.lines)
        self._problems: list[Problem] = []
        self._homeless: dict[str, list[int]] = {}

    def begin_list(self, title: str | None) -> _Part:
        """The list of that name from here on."""
        self._here = self._parts.setdefault(title, _Part(title))
        return self._here

    def text(self, first: int, last: int) -> str:
        """The lines from `first` to `last` as they stand."""
        return "\n".join(self.lines[first - 1 : last])

    def give(self, first: int, last: int, fate: Fate, entry: int | None = None) -> None:
        """Say what the lines from `first` to `last` came to; what is given already stays, blank ones are blank."""
        given = (self._here, fate, entry)
        for number in range(first - 1, min(last, len(self.lines))):
            if self._places[number] is None and self.lines[number].strip():
                self._places[number] = given

    def add_entry(self, entry: ReadEntry, first: int, last: int) -> int:
        """Take `entry` in; the first line of its record is the entry, the others are fields of it."""
        index = len(self._here.entries)
        self._here.entries.append(entry)
        while first < last and (self._places[first - 1] or not self.lines[first - 1].strip()):
            first += 1
        self.give(first, first, Fate.ENTRY, index)
        self.give(first + 1, last, Fate.FIELD, index)
        return index

    def add_section(self, path: tuple[str, ...], text: str = "") -> None:
        """A heading, or more words for one that is known."""
        words = self._here.sections.setdefault(path, [])
        if text:
            words.append(text)

    def problem(self, line: int, message: str) -> None:
        """Something odd that stopped nothing."""
        self._problems.append(Problem(line, message))

    def homeless(self, name: str, line: int) -> None:
        """A field that an item has no place for; its record keeps it."""
        self._homeless.setdefault(name, []).append(line)

    def document(self, title: str | None = None) -> Document:
        """All of it, named `title` where no list has begun; lines that nothing was said of are blank or left out."""
        first, *further = [part for part in self._parts.values() if part.entries or part.sections] or [self._here]
        here = first
        for number, text in enumerate(self.lines):
            here, fate, index = self._places[number] or (here, Fate.LEFT_OUT if text.strip() else Fate.BLANK, None)
            here.lines.append(SourceLine(number + 1, fate, text, index))
        first.title = first.title or title
        document = first.document(self._all_problems())
        return document._replace(further=tuple(part.document(()) for part in further))

    def _all_problems(self) -> list[Problem]:
        problems = list(self._problems)
        if self._homeless:
            line = min(lines[0] for lines in self._homeless.values())
            named = ", ".join(f"{name} ({len(lines)})" for name, lines in self._homeless.items())
            problems.append(Problem(line, f"kept only in the text of the records: {named}"))
        return sorted(problems, key=lambda problem: problem.line)

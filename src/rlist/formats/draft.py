"""A document in the making: entries that still grow, and the account of the lines."""

from __future__ import annotations

from dataclasses import dataclass, field

from rlist.formats.citation_tail import parse_tail
from rlist.formats.document import Document, Fate, Problem, ReadEntry, ReadSection, SourceLine
from rlist.formats.entry_text import EntryText, parse_entry
from rlist.formats.lines import folded
from rlist.formats.reference import kind_of_entry
from rlist.formats.venues import is_label
from rlist.model.item import Link, Status
from rlist.model.metadata import Metadata


@dataclass(slots=True)
class _Growing:
    """An entry with what the lines below it have added."""

    section: tuple[str, ...]
    text: list[str]
    understood: EntryText
    parent: int | None
    status: Status | None
    links: list[Link]
    identifiers: dict[str, str]
    authors: tuple[str, ...]
    et_al: bool
    year: int | None
    venue: str | None
    label: str | None
    notes: list[list[str]]
    tags: list[str] = field(default_factory=list)


class Draft:
    """Collects sections, entries and lines in the order of the source; `document()` is what came of it."""

    def __init__(self) -> None:
        self.title: str | None = None
        self._sections: dict[tuple[str, ...], list[str]] = {}
        self._entries: list[_Growing] = []
        self._lines: list[SourceLine] = []
        self._problems: list[Problem] = []

    def line(self, number: int, fate: Fate, text: str, entry: int | None = None) -> None:
        """Account for line `number`; each line of the source once."""
        self._lines.append(SourceLine(number, fate, text, entry))

    def section(self, path: tuple[str, ...]) -> None:
        """Open a section; the same path again is the same section."""
        self._sections.setdefault(path, [])

    def section_text(self, path: tuple[str, ...], words: str) -> None:
        """Add words that belong to a section and to no item."""
        self._sections.setdefault(path, []).append(words)

    def problem(self, number: int, message: str) -> None:
        """Tell of something odd that stopped nothing."""
        self._problems.append(Problem(number, message))

    def entry(
        self,
        section: tuple[str, ...],
        text: str,
        *,
        parent: int | None = None,
        status: Status | None = None,
        understood: EntryText | None = None,
    ) -> int:
        """Add an entry and give its index; `status` is what its check box or its section says."""
        if understood is None:
            understood = parse_entry(text)
        self._entries.append(
            _Growing(
                section,
                [folded(text)],
                understood,
                parent,
                understood.status or status,
                list(understood.links),
                dict(understood.identifiers),
                understood.authors,
                understood.et_al,
                understood.year,
                understood.venue,
                understood.label,
                [[note] for note in understood.notes],
                list(understood.tags),
            )
        )
        return len(self._entries) - 1

    def has_address(self, entry: int) -> bool:
        """Whether an entry has a link or an identifier already."""
        return bool(self._entries[entry].links or self._entries[entry].identifiers)

    def note(self, entry: int, body: str) -> None:
        """Add commentary to an entry."""
        self._entries[entry].notes.append([body])

    def continue_note(self, entry: int, words: str) -> None:
        """Go on with the last note of an entry, whose line was broken."""
        notes = self._entries[entry].notes
        if notes:
            notes[-1].append(words)
        else:
            notes.append([words])

    def links(self, entry: int, text: str) -> None:
        """Add the addresses in `text` to an entry, and the words of `text` to its own where it holds more than one."""
        growing = self._entries[entry]
        found = parse_entry(text)
        for link in found.links:
            if all(link.url != known.url for known in growing.links):
                growing.links.append(link)
        for scheme, value in found.identifiers.items():
            growing.identifiers.setdefault(scheme, value)
        if [link.url for link in found.links] != [text]:
            growing.text.append(text)

    def fields(self, entry: int, text: str) -> None:
        """Add the authors, venue, year or label in `text` to an entry that has none yet, and the words to its own."""
        growing = self._entries[entry]
        growing.text.append(text)
        if is_label(text):
            growing.label = growing.label or text.strip(" .[]()")
            return
        words = text.partition(":")[2] if ":" in text[:14] else text
        tail = parse_tail(words)
        if tail is None or (tail.authors and growing.authors):
            growing.notes.append([text])
            return
        if tail.authors:
            growing.authors, growing.et_al = tail.authors, tail.et_al
        growing.year = growing.year or tail.year
        growing.venue = growing.venue or tail.venue
        growing.label = growing.label or tail.label

    def document(self) -> Document:
        """All that was collected."""
        return Document(
            title=self.title,
            sections=tuple(
                ReadSection(path, "\n".join(words)) for path, words in self._sections.items() if path or words
            ),
            entries=tuple(self._finished(growing) for growing in self._entries),
            lines=tuple(self._lines),
            problems=tuple(self._problems),
        )

    def _finished(self, growing: _Growing) -> ReadEntry:
        understood = growing.understood
        links = tuple(growing.links)
        return ReadEntry(
            section=growing.section,
            text=" ".join(growing.text),
            metadata=Metadata(
                title=understood.title,
                authors=growing.authors,
                et_al=growing.et_al,
                year=growing.year,
                venue=growing.venue,
                identifiers=growing.identifiers,
            ),
            kind=kind_of_entry(links, growing.identifiers, growing.label, bool(growing.authors or growing.venue)),
            parent=growing.parent,
            label=None if links else growing.label,
            links=links,
            notes=tuple(" ".join(note) for note in growing.notes),
            tags=tuple(dict.fromkeys(growing.tags)),
            status=growing.status,
            finished_at=understood.finished_at,
        )

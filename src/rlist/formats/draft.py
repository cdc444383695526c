"""A document in the making: entries that still grow, and the account of the lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from rlist.formats.citation_tail import parse_tail, parse_venue_line
from rlist.formats.document import Document, Fate, Problem, ReadEntry, ReadSection, SourceLine
from rlist.formats.entry_text import EntryText, parse_entry
from rlist.formats.field_roles import take
from rlist.formats.labelled import Labelled, labelled_field
from rlist.formats.lines import folded
from rlist.formats.marks import read_rating
from rlist.formats.names import parse_authors
from rlist.formats.records import Draft as Fields
from rlist.formats.reference import kind_of_entry
from rlist.formats.venues import is_label
from rlist.model.identity import identifiers_of
from rlist.model.item import Kind, Link, Priority, Status
from rlist.model.metadata import Metadata

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime


class _Told(NamedTuple):
    """An entry as its own words have it: most never get more."""

    section: tuple[str, ...]
    text: str
    understood: EntryText
    parent: int | None
    status: Status | None
    section_kind: Kind | None
    added_at: datetime | None


@dataclass(slots=True)
class _Growing:
    """An entry with what the lines below it have added."""

    told: _Told
    text: list[str]
    links: dict[str, Link]  # by address
    identifiers: Mapping[str, str]
    authors: tuple[str, ...]
    et_al: bool
    year: int | None
    venue: str | None
    label: str | None
    notes: list[list[str]]
    tags: list[str]
    status: Status | None
    priority: Priority | None
    rating: int | None
    added_at: datetime | None
    finished_at: datetime | None
    kind: Kind | None = None
    abstract: str | None = None
    started_at: datetime | None = None


def _growing(told: _Told) -> _Growing:
    understood = told.understood
    return _Growing(
        told,
        [told.text],
        {link.url: link for link in understood.links},
        understood.identifiers,
        understood.authors,
        understood.et_al,
        understood.year,
        understood.venue,
        understood.label,
        [[note] for note in understood.notes],
        list(understood.tags),
        understood.status or told.status,
        understood.priority,
        understood.rating,
        told.added_at,
        understood.finished_at,
    )


class Draft:
    """Collects sections, entries and lines in the order of the source; `document()` is what came of it."""

    def __init__(self) -> None:
        self.title: str | None = None
        self.tags: Sequence[str] = ()  # those of every entry
        self._sections: dict[tuple[str, ...], list[str]] = {}
        self._entries: list[_Told | _Growing] = []
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
        added_at: datetime | None = None,
        kind: Kind | None = None,
    ) -> int:
        """Add an entry and give its index; `status` is what its check box or its section says.

        `kind` is what its section says: it holds where nothing in the entry speaks of another.
        """
        if understood is None:
            understood = parse_entry(text)
        self._entries.append(_Told(section, folded(text), understood, parent, status, kind, added_at))
        return len(self._entries) - 1

    @property
    def has_entries(self) -> bool:
        """Whether there is an entry already."""
        return bool(self._entries)

    def note(self, entry: int, body: str) -> None:
        """Add commentary to an entry."""
        self._growing(entry).notes.append([body])

    def continue_note(self, entry: int, words: str) -> None:
        """Go on with the last note of an entry, whose line was broken."""
        notes = self._growing(entry).notes
        if notes:
            notes[-1].append(words)
        else:
            notes.append([words])

    def say(self, entry: int, found: Fields, written: str = "") -> None:
        """Add what fields say of an entry; its own words come first. `written` are theirs, if they stand apart."""
        growing = self._growing(entry)
        growing.text += [written] if written else []
        if found.authors and not growing.authors:
            growing.authors, growing.et_al = tuple(found.authors), found.et_al
        growing.year = growing.year or found.year
        growing.venue = growing.venue or found.venue
        growing.status = found.status or growing.status
        for link in found.links:
            growing.links.setdefault(link.url, link)
            growing.identifiers = {**identifiers_of(link.url), **growing.identifiers}
        growing.identifiers = {**found.identifiers, **growing.identifiers}
        growing.tags += found.tags
        growing.notes += [[note] for note in (found.abstract, *found.notes) if note]
        growing.kind = found.kind or growing.kind
        growing.priority = found.priority or growing.priority
        growing.rating = found.rating or growing.rating
        growing.added_at = found.added_at or growing.added_at
        growing.started_at = found.started_at or growing.started_at
        growing.finished_at = found.finished_at or growing.finished_at

    def links(self, entry: int, text: str, written: str = "") -> None:
        """Add the addresses in `text` to an entry, and its words to the entry's own where it holds more than one.

        `written` is the text as it stands in the source, where `text` had to be made readable first.
        """
        growing = self._growing(entry)
        found = parse_entry(text)
        for link in found.links:
            growing.links.setdefault(link.url, link)
        growing.identifiers = {**found.identifiers, **growing.identifiers}
        if [link.url for link in found.links] != [text]:
            growing.text.append(written or text)

    def fields(self, entry: int, text: str, written: str = "") -> None:
        """Add the authors, venue, year or label in `text` to an entry that has none yet, and the words to its own.

        `written` is the text as it stands in the source, where `text` had to be made readable first.
        """
        growing = self._growing(entry)
        growing.text.append(written or text)
        if is_label(text):
            growing.label = growing.label or text.strip(" .[]()")
            return
        if labelled := labelled_field(text):
            self._labelled(growing, labelled)
            return
        tail = parse_tail(text) or parse_venue_line(text)
        if tail is None or (tail.authors and growing.authors):
            growing.notes.append([text])
            return
        if tail.authors:
            growing.authors, growing.et_al = tail.authors, tail.et_al
        growing.year = growing.year or tail.year
        growing.venue = growing.venue or tail.venue
        growing.label = growing.label or tail.label

    def _labelled(self, growing: _Growing, labelled: Labelled) -> None:
        """Take in what a line says by its label; what is known already stays."""
        found = Fields()
        take(found, labelled.role, labelled.value)
        if found.authors and not growing.authors:
            authors = parse_authors(labelled.value, dated=True)
            growing.authors, growing.et_al = (
                (authors.names, authors.et_al) if authors else (tuple(found.authors), found.et_al)
            )
        dated = parse_tail(labelled.value) if labelled.role == "venue" else None
        growing.year = growing.year or found.year or (dated.year if dated else None)
        growing.venue = growing.venue or (dated.venue if dated else None) or found.venue
        growing.abstract = growing.abstract or found.abstract
        growing.tags += found.tags
        growing.status = found.status or growing.status
        growing.priority = growing.priority or found.priority
        growing.rating = growing.rating or read_rating(labelled.value) if labelled.role == "rating" else growing.rating
        growing.kind = growing.kind or found.kind
        growing.added_at = growing.added_at or found.added_at
        growing.started_at = growing.started_at or found.started_at
        growing.finished_at = growing.finished_at or found.finished_at
        growing.identifiers = {**found.identifiers, **growing.identifiers}

    def document(self) -> Document:
        """All that was collected."""
        return Document(
            title=self.title,
            sections=tuple(
                ReadSection(path, "\n".join(words)) for path, words in self._sections.items() if path or words
            ),
            entries=tuple(self._all_finished()),
            lines=tuple(self._lines),
            problems=tuple(self._problems),
        )

    def _all_finished(self) -> Iterator[ReadEntry]:
        # What an entry has grown from goes as soon as it has grown: a long list would be in memory twice.
        entries, self._entries = self._entries[::-1], []
        while entries:
            entry = entries.pop()
            yield self._finished(entry if isinstance(entry, _Growing) else _growing(entry))

    def _growing(self, entry: int) -> _Growing:
        told = self._entries[entry]
        growing = told if isinstance(told, _Growing) else _growing(told)
        self._entries[entry] = growing
        return growing

    def _finished(self, growing: _Growing) -> ReadEntry:
        told = growing.told
        links = tuple(growing.links.values())
        return ReadEntry(
            section=told.section,
            text=" ".join(growing.text),
            metadata=Metadata(
                title=told.understood.title,
                authors=growing.authors,
                et_al=growing.et_al,
                year=growing.year,
                venue=growing.venue,
                abstract=growing.abstract,
                identifiers=growing.identifiers,
            ),
            kind=_kind(growing),
            parent=told.parent,
            label=None if links else growing.label,
            links=links,
            notes=tuple(" ".join(note) for note in growing.notes),
            tags=tuple(dict.fromkeys((*growing.tags, *self.tags))),
            status=growing.status,
            priority=growing.priority,
            rating=growing.rating,
            added_at=growing.added_at,
            started_at=growing.started_at,
            finished_at=growing.finished_at,
        )


def _kind(growing: _Growing) -> Kind:
    """The kind that a field says, else that of the address, the label or the venue, else that of the section."""
    says_nothing = not (growing.links or growing.identifiers or growing.label or growing.venue)
    if growing.kind or (growing.told.section_kind and says_nothing):
        return growing.kind or growing.told.section_kind or Kind.OTHER
    is_cited = bool(growing.authors or growing.venue)
    return kind_of_entry(tuple(growing.links.values()), growing.identifiers, growing.label, is_cited, growing.venue)

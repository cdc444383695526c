"""What a reader makes of a source: sections, entries and what became of each line."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from rlist.model.item import Kind, Link, Priority, Status
from rlist.model.metadata import Metadata


class Fate(StrEnum):
    """What became of a line of the source; the words of the account that an import ends with."""

    ENTRY = "entry"  # a mention of an item: new, or merged into one
    NOTE = "note"  # commentary on an item
    LINK = "link"  # an address of the item above
    FIELD = "field"  # authors, venue or the like of the item above
    SECTION = "section"  # a heading
    TEXT = "text of section"
    LEFT_OUT = "left out"  # markup, contents, comment
    BLANK = "blank"


class SourceLine(NamedTuple):
    """One line of the source, by its number from 1; `entry` is the index in `Document.entries` that it went to."""

    number: int
    fate: Fate
    text: str
    entry: int | None = None


class ReadSection(NamedTuple):
    """A heading of the source with the words below it that belong to no item; path () is the list itself."""

    path: tuple[str, ...]
    text: str = ""


class Returned(NamedTuple):
    """What an export said of an item that comes back: who it is, and how its mention differs from what was written.

    `edited` names the fields that differ: "title", "credit" (authors, venue and year), "status", "rating", "priority",
    "place". `gone` are the marks of links, tags and notes that were taken away, `added` those values that weren't
    there; `whole` is False for a further mention, which says only title, status and place. `moved_from` is the mark of
    the place, in this list or another one, at which the export has the mention no longer.
    """

    uid: str
    whole: bool
    edited: frozenset[str]
    gone: frozenset[str]
    links: tuple[Link, ...] = ()
    tags: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    note_times: tuple[datetime | None, ...] = ()
    moved_from: str = ""


class ReadEntry(NamedTuple):
    """A mention of a work as a reader understands it.

    `parent` is the index in `Document.entries` of the bullet above. `notes` are the commentary, each its own text.
    `citekey` is the key that a bibliography cites the work by; no other entry of the document has it.
    What the source doesn't say is None, and the store's default holds.
    """

    section: tuple[str, ...]
    text: str
    metadata: Metadata
    kind: Kind
    parent: int | None = None
    label: str | None = None
    links: tuple[Link, ...] = ()
    notes: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    status: Status | None = None
    priority: Priority | None = None
    rating: int | None = None
    added_at: datetime | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    citekey: str | None = None
    returned: Returned | None = None


class Problem(NamedTuple):
    """Something odd in the source that stopped nothing; `line` counts from 1."""

    line: int
    message: str


class Document(NamedTuple):
    """A list as read: `title` is None where the source has none of its own.

    `is_listed` is False for items that are in no list, `keeps_order` is True where they come back from an export in
    the order that they had in it. `further` are the other lists that the same source holds; their
    lines go on behind those of this one.
    """

    title: str | None
    sections: tuple[ReadSection, ...]
    entries: tuple[ReadEntry, ...]
    lines: tuple[SourceLine, ...]
    problems: tuple[Problem, ...] = ()
    further: tuple["Document", ...] = ()
    is_listed: bool = True
    keeps_order: bool = False

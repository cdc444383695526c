"""An item of an Org file while it is read: what its headline or bullet says, and what the lines below it add."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice

from rlist.formats.addresses import find_addresses
from rlist.formats.citation_parts import only_authors
from rlist.formats.citation_tail import Citation, parse_tail, parse_venue_line
from rlist.formats.document import ReadEntry
from rlist.formats.entry_links import names_work
from rlist.formats.entry_text import parse_entry
from rlist.formats.field_roles import take
from rlist.formats.labelled import labelled_field
from rlist.formats.marks import status_of_box
from rlist.formats.names import parse_authors
from rlist.formats.org_inline import Inline, read_inline
from rlist.formats.org_lines import Part, Piece
from rlist.formats.person_names import separate_names
from rlist.formats.records import Draft, make_entry
from rlist.formats.reference import kind_of_entry
from rlist.formats.wrapping import BROKEN_FROM
from rlist.model.item import Status

# What templates for capturing write in front of the time.
_CAPTURED = re.compile(r"\W*(?:captured|entered|created|added|saved|date)?(?: on| at)?\W*", re.IGNORECASE)
# "some fifteen words"; what is longer is a remark.
_SENTENCE_WORDS = 15
# Lines of so few words are no prose, even where several stand together.
_WORDS_OF_FIELD = 5
_REMARK = re.compile(r"\s*\([^()]*\)$")


@dataclass(slots=True)
class Growing:
    """An item whose first line is `line`; `words` are those of its lines, verbatim, `parent` is an index."""

    draft: Draft
    line: int
    section: tuple[str, ...]
    parent: int | None
    words: list[str]
    footnotes: list[str] = field(default_factory=list)

    def note(self, text: str, *, joined: bool) -> None:
        """One more note, or more of the last one if it is `joined`."""
        if joined and self.draft.notes:
            self.draft.notes[-1] += f"\n\n{text}"
        else:
            self.draft.notes.append(text)

    def take_links(self, written: str, text: str) -> None:
        """The links and identifiers of `text`, which was `written` so."""
        understood = parse_entry(text)
        for link in understood.links:
            self.draft.add_link(link.url, link.label)
        self.draft.identifiers = {**understood.identifiers, **self.draft.identifiers}
        self.words.append(written)

    def take_fields(self, written: str, text: str) -> bool:
        """Authors, year and venue of `text`; False where it has none, or the item has authors already."""
        labelled = labelled_field(text)
        tail: Citation | None = Citation()
        if labelled and labelled.role == "authors":
            names = _REMARK.sub("", labelled.value)
            tail = only_authors(names) or Citation(authors=tuple(separate_names(names)))
        elif labelled and labelled.role not in {"venue", "year"}:
            take(self.draft, labelled.role, labelled.value)
        else:
            tail = parse_tail(text.partition(":")[2] if ":" in text[:14] else text) or parse_venue_line(text)
        if tail is None or (tail.authors and self.draft.authors):
            return False
        self.draft.authors = self.draft.authors or list(tail.authors)
        self.draft.year, self.draft.venue = self.draft.year or tail.year, self.draft.venue or tail.venue
        self.words += [written] if written else []
        return True

    def describe(self, description: str) -> None:
        """What stands behind the `::` of a bullet, whose words have it already: addresses, fields or a note."""
        text = read_inline(description).text
        understood = parse_entry(text)
        for link in understood.links:
            self.draft.add_link(link.url, link.label)
        self.draft.identifiers = {**understood.identifiers, **self.draft.identifiers}
        if not is_link_line(text) and not self.take_fields("", text):
            self.note(read_inline(description, is_remark=True).text, joined=False)

    @property
    def has_address(self) -> bool:
        """Whether something says where the work is."""
        return bool(self.draft.links or self.draft.identifiers)

    def take_times(self, written: str, inline: Inline) -> bool:
        """What a line says that only tells when the item was captured, or the key that it is cited by."""
        if not _CAPTURED.fullmatch(inline.text) or not (inline.added_at or inline.citekeys):
            return False
        self.draft.added_at = self.draft.added_at or inline.added_at
        self.draft.citekey = self.draft.citekey or next(iter(inline.citekeys), None)
        self.words.append(written)
        return True

    def entry(self) -> ReadEntry:
        """The entry that it has become."""
        draft = self.draft
        if draft.kind is None:
            is_published = bool(draft.authors or draft.venue)
            draft.kind = kind_of_entry(tuple(draft.links), draft.identifiers, draft.label, is_published)
        entry = make_entry(draft, " ".join(self.words), self.section)
        return entry._replace(parent=self.parent, label=None if entry.links else entry.label)


def begin_item(words: str, text: str, line: int, section: tuple[str, ...], parent: int | None) -> Growing:
    """The item that `words` name, whose line holds `text`."""
    inline = read_inline(words)
    understood = parse_entry(inline.text)
    draft = Draft(
        title=understood.title,
        authors=list(understood.authors),
        et_al=understood.et_al,
        year=understood.year,
        venue=understood.venue,
        identifiers=dict(understood.identifiers),
        links=list(understood.links),
        notes=list(understood.notes),
        tags=list(understood.tags),
        label=understood.label,
        status=understood.status,
        added_at=inline.added_at,
        finished_at=understood.finished_at,
        citekey=inline.citekeys[0] if inline.citekeys else None,
    )
    return Growing(draft, line, section, parent, [text], list(inline.footnotes))


def is_link_line(text: str) -> bool:
    """Whether a line is a link to a work with few words around it, and no prose."""
    found = find_addresses(text)
    if not found or len(text.split()) > _SENTENCE_WORDS + 10:
        return False
    if any(address.label and names_work(address.label) for address in found):
        return (len(found) == 1 and text.startswith(("[", "<"))) or text.rstrip(" .").endswith(")")
    return text.rstrip(" .").endswith((found[-1].url or found[-1].value, ">")) and len(found) == 1


def is_remark(text: str) -> bool:
    """Whether a bullet that names no address is a sentence about the section."""
    return text.endswith((".", "!")) and len(text.split()) > _SENTENCE_WORDS


def paragraphs(piece: Piece) -> Iterator[Piece]:
    """The lines of a paragraph, apart where one only tells a time, is a link or a field, and the next one doesn't."""
    written = piece.text.split("\n")
    are_short = all(len(line.split()) <= _WORDS_OF_FIELD for line in written)
    for _, some in groupby(enumerate(written, piece.first), key=lambda pair: _is_apart(pair[1], are_short=are_short)):
        lines = list(some)
        yield piece._replace(first=lines[0][0], last=lines[-1][0], text="\n".join(line for _, line in lines))


def parted_bullet(piece: Piece) -> Iterator[Piece]:
    """The words of a bullet, then the lines below its own that aren't the rest of a broken one."""
    first, *below = piece.text.split("\n")
    broken = 0
    while broken < len(below) and len([first, *below][broken]) >= BROKEN_FROM:
        broken += 1
    yield piece._replace(last=piece.first + broken, text=" ".join([first, *below[:broken]]))
    for number, line in enumerate(below[broken:], piece.first + broken + 1):
        yield piece._replace(first=number, last=number, text=line)


def status_of_bullet(pieces: Sequence[Piece], at: int, above: Status | None) -> Status | None:
    """The status that the check box of the bullet at the index `at` says, else `above`, that of its section.

    `[-]` is one of which a part is done where other boxes stand below it, or all else in its section is being read;
    elsewhere what was dropped. Source: https://orgmode.org/manual/Checkboxes.html
    """
    box = pieces[at].box
    if box is None:
        return above
    is_begun = box == "-" and (above is Status.READING or _has_boxes_below(pieces, at))
    return Status.READING if is_begun else status_of_box(box) or above


def _has_boxes_below(pieces: Sequence[Piece], at: int) -> bool:
    for piece in islice(pieces, at + 1, None):
        if piece.part is Part.BULLET and piece.indent > pieces[at].indent:
            if piece.box is not None:
                return True
        elif piece.part is not Part.BLANK:
            return False
    return False


def _is_apart(line: str, *, are_short: bool) -> str:
    text = read_inline(line).text
    if labelled := labelled_field(text):
        return labelled.role
    if are_short and parse_authors(text):
        return "name"
    return "time" if _CAPTURED.fullmatch(text) else "link" if is_link_line(text) else ""

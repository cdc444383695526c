"""Plain text: a list pasted out of a note-taking tool, in the way in which a careful reader would read it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rlist.formats.blocks import read_blocks
from rlist.formats.citation_front import has_same_author
from rlist.formats.columns import Columns, find_columns
from rlist.formats.document import Document, Fate
from rlist.formats.draft import Draft
from rlist.formats.entry_text import EntryText, parse_entry
from rlist.formats.headings import Heading, heading_paths
from rlist.formats.hidden_lines import shown_lines
from rlist.formats.lines import split_lines
from rlist.formats.marks import begins_with_mark, read_marks, status_of_box, status_of_heading
from rlist.formats.nesting import Relation, relation, relation_of_line
from rlist.formats.older_copy import with_current_statuses
from rlist.formats.outline import Block, Role
from rlist.formats.pointers import names_nothing, points_elsewhere
from rlist.formats.two_works import works_in
from rlist.model.item import Kind, Status
from rlist.model.kinds import kind_of_heading

if TYPE_CHECKING:
    from collections.abc import Sequence

NAME = "text"


_REFERENCE = re.compile(r"\[\d{1,3}\]\s")
_BEGINS_WITH_ADDRESS = re.compile(r"<?https?://")


def recognises(text: str, filename: str) -> bool:
    """Take any text: what is no other format is a list of lines."""
    return True


def read(text: str) -> Document:
    """The list that `text` holds. Nothing is refused; what can't be understood is an item or text of its section."""
    lines = split_lines(text)
    shown = shown_lines(lines)
    reading = _Reading(lines, shown.lines)
    reading.draft.tags = shown.tags
    document = reading.document()
    return with_current_statuses(document._replace(title=shown.title or document.title))


class _Reading:
    """One pass over the blocks of a list, with what the next one is nested in."""

    def __init__(self, lines: Sequence[str], shown: Sequence[str]) -> None:
        self.lines = lines
        self.shown = shown
        self.blocks = read_blocks(shown)
        self.draft = Draft()
        self.section: tuple[str, ...] = ()
        self.status: Status | None = None
        self.kind: Kind | None = None
        self.columns: Columns | None = None
        self.authors: tuple[str, ...] = ()  # of the work above
        self.et_al = False
        self.references: set[int] = set()  # the entries of a bibliography
        self.above: list[tuple[int, int]] = []  # depth and entry of the bullets that the next one may be nested in
        self.noted = False  # whether the last line was a note, that the next one may go on with
        self.last: int | None = None  # the entry that lines without a bullet belong to

    def document(self) -> Document:
        headings = [
            Heading(block.text, block.strength) if block.role is Role.HEADING else None
            for block in self.blocks
            if block.role is Role.HEADING or block.role is Role.BULLET
        ]
        self.draft.title, paths = heading_paths(headings)
        names = [heading.name for heading in headings if heading]
        self.names = {name.casefold().strip(" :") for name in names}
        self.has_statuses = sum(status_of_heading(name) is not None for name in names) > 1
        self.columns = find_columns([block.text for block in self.blocks if block.role is Role.BULLET])
        coming = iter(paths)
        for at, block in enumerate(self.blocks):
            if block.role is Role.HEADING:
                self._heading(block, next(coming))
            elif block.role is Role.BULLET:
                self._bullet(block, at)
            elif block.role is Role.BELOW:
                self._below(block)
            elif block.role is Role.TEXT:
                self.draft.section_text(self.section, "\n".join(self._words(n) for n in block.numbers))
                self._account(block, Fate.TEXT)
            else:
                self._account(block, Fate.BLANK if block.role is Role.BLANK else Fate.LEFT_OUT)
        return self.draft.document()

    def _words(self, number: int) -> str:
        return " ".join(self.lines[number - 1].split())

    def _account(self, block: Block, fate: Fate, entry: int | None = None) -> None:
        for number in block.numbers:
            line = self.lines[number - 1]
            is_hidden = line.strip() and not self.shown[number - 1].strip()
            self.draft.line(number, Fate.LEFT_OUT if is_hidden else fate, line, entry)

    def _heading(self, block: Block, path: tuple[str, ...]) -> None:
        self.section, self.above, self.last, self.noted = path, [], None, False
        if path:
            self.draft.section(path)
        self.status = next((status for name in reversed(path) if (status := self._status_of(name)) is not None), None)
        self.kind = next((kind for name in reversed(path) if (kind := kind_of_heading(name)) is not None), None)
        self._account(block, Fate.SECTION)

    def _status_of(self, name: str) -> Status | None:
        status = status_of_heading(name)
        # `Reading` alone is what most lists are called; beside `Read` and `To read` it is a status.
        return None if status is Status.READING and name.casefold() == "reading" and not self.has_statuses else status

    def _bullet(self, block: Block, at: int) -> None:
        while self.above and self.above[-1][0] >= block.depth:
            self.above.pop()
        parent = self.above[-1][1] if self.above else None
        understood = (self.columns and self.columns.understood(block.text)) or parse_entry(block.text)
        if points_elsewhere(block.text, self.names) or (
            not understood.links and understood.title != block.text and names_nothing(understood.title)
        ):
            self.draft.section_text(self.section, block.written or block.text)
            self._account(block, Fate.TEXT)
            self.last = None
            return
        what = Relation.ITEM
        if parent is not None:
            # A mark of the status is no word of a remark: `TODO: Scaling laws`.
            words = read_marks(block.text).text if begins_with_mark(block.text) else block.text
            what = relation(words, has_items_below=self._has_bullets_below(at))
            # A bibliography has its works in the numbered lines: what stands below one is said of it.
            if what is Relation.ITEM and parent in self.references and not (understood.links or understood.year):
                what = Relation.NOTE
        if what is Relation.ITEM:
            works = works_in(block.text)
            entries = (
                [self._entry(block, work.written, parse_entry(work.text), parent) for work in works]
                if len(works) > 1
                else [self._entry(block, block.written or block.text, understood, parent)]
            )
            self.last, self.noted = entries[-1], False
            if _REFERENCE.match(block.written):
                self.references.add(self.last)
            self.above.append((block.depth, self.last))
            self._account(block, Fate.ENTRY, entries[0])
        elif parent is not None:
            beside = self.last if what is Relation.POINTER and self.last is not None and not self.noted else parent
            self._relate(block, what, beside)

    def _entry(self, block: Block, written: str, understood: EntryText, parent: int | None) -> int:
        status = status_of_box(block.box) if block.box is not None else None
        if has_same_author(block.text) and not understood.authors:
            understood = understood._replace(authors=self.authors, et_al=self.et_al)
        self.authors, self.et_al = understood.authors, understood.et_al
        return self.draft.entry(
            self.section,
            written,
            parent=parent,
            status=status or self.status,
            understood=understood,
            kind=self.kind,
        )

    def _has_bullets_below(self, at: int) -> bool:
        following = next((b for b in self.blocks[at + 1 : at + 4] if b.role is Role.BULLET), None)
        return following is not None and following.depth > self.blocks[at].depth

    def _relate(self, block: Block, what: Relation, entry: int) -> None:
        """Give the words of `block` to the item above."""
        if what is Relation.LINKS:
            self.draft.links(entry, block.text)
            self._account(block, Fate.LINK, entry)
        elif what is Relation.FIELDS:
            self.draft.fields(entry, block.text)
            self._account(block, Fate.FIELD, entry)
        else:
            self.draft.note(entry, block.text)
            self._account(block, Fate.NOTE, entry)
            self.last, self.noted = entry, True

    def _below(self, block: Block) -> None:
        """Read lines without a bullet that stand below one."""
        entry = self.last
        if entry is None:
            self.draft.section_text(self.section, block.text)
            self._account(block, Fate.TEXT)
            return
        what = Relation.LINKS if _BEGINS_WITH_ADDRESS.match(block.text) else relation_of_line(block.text)
        if self.noted and what not in {Relation.LINKS, Relation.FIELDS}:
            self.draft.continue_note(entry, block.text)
            self._account(block, Fate.NOTE, entry)
        elif what is Relation.ITEM and block.may_be_item:
            self._bullet(block, len(self.blocks))
        else:
            self._relate(block, what, entry)

"""What an export says of itself in its comments: which lines are items that come back, and how deep headings are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rlist.formats.document import Document, ReadEntry
from rlist.formats.markdown_blocks import Block
from rlist.formats.markdown_line import unescaped
from rlist.formats.markdown_returned import placed, read_returned
from rlist.formats.markdown_state import COMMENT, END_OF_TEXT, State, place_mark, read_state

_BULLET = re.compile(r"\s*[-*+]\s")
_HEADING = re.compile(r"#{1,6} ")
_QUOTE = re.compile(r"\s*>")
_LEVEL = re.compile(r"<!-- rlist level (\d{1,3}) -->\s*$")
_UNLISTED = "<!-- rlist unlisted -->"


def shown_lines(source: Sequence[str]) -> list[str]:
    """The lines of an export as its blocks are read: what is taken to the letter has a word in its place.

    So nothing in a title or a note can be a mark of Markdown or HTML.
    """
    shown = []
    for line in source:
        bullet, quote = _BULLET.match(line), _QUOTE.match(line)
        comment = COMMENT.search(line)
        if bullet and comment and read_state(comment[1]):
            shown.append(f"{bullet[0]}x")
        elif quote:
            shown.append(f"{quote[0]} x")
        else:
            shown.append(COMMENT.sub("", line) if comment else line)
    return shown


def with_moves(parts: Sequence[Document]) -> Document:
    """The lists of an export as one document; what another line still has at its old place was copied, not moved."""
    there = {
        (read.returned.uid, place)
        for part in parts
        for read in part.entries
        if read.returned and (place := _place_of(part, read))
    }
    parts = [
        part._replace(
            entries=tuple(
                read._replace(returned=read.returned._replace(moved_from=""))
                if read.returned and (read.returned.uid, read.returned.moved_from) in there
                else read
                for read in part.entries
            )
        )
        for part in parts
    ]
    return parts[0]._replace(further=tuple(parts[1:]))


def _place_of(part: Document, read: ReadEntry) -> str:
    """The mark of the place at which a line is now."""
    above = part.entries[read.parent].returned if read.parent is not None else None
    return place_mark(part.title or "", read.section, above.uid if above else "")


class Exported:
    """The part of an export that is one list; lines are named by their number from 1."""

    def __init__(self, source: Sequence[str]) -> None:
        self._source = source
        self.states: dict[int, State] = {}
        self.entries: dict[int, int] = {}  # by its index, the line of each entry that comes back
        self._reads: dict[int, ReadEntry] = {}
        self._text_ends: dict[tuple[str, ...], int] = {}
        self._texts: set[int] = set()  # the lines down to the end of a section's words
        last_heading = 0
        for number, line in enumerate(source, 1):
            comment = COMMENT.search(line) if _BULLET.match(line) else None
            state = read_state(comment[1]) if comment else None
            if state:
                self.states[number] = state
            if _HEADING.match(line):
                last_heading = number
            elif line.strip() == END_OF_TEXT:
                self._texts.update(range(last_heading + 1, number))
        # Of an older export nobody knows which words were added.
        self._tells_texts = bool(self._texts) or any(state.at for state in self.states.values())

    def is_text(self, numbers: Sequence[int]) -> bool:
        """Whether lines at the margin are words that their section had, or may have had."""
        return not self._tells_texts or all(number in self._texts for number in numbers)

    def level(self, block: Block) -> int:
        """The level of a heading, which may be deeper than Markdown can say."""
        deep = _LEVEL.search(self._source[block.lines[0].number - 1])
        return int(deep[1]) if deep else block.level

    def text(self, path: tuple[str, ...], numbers: Sequence[int]) -> str:
        """The words of a section that stand on these lines, to the letter, below those that it has already."""
        gap = numbers[0] - self._text_ends[path] - 1 if path in self._text_ends else 0
        self._text_ends[path] = numbers[-1]
        return "\n" * gap + "\n".join(unescaped(self._source[number - 1].strip()) for number in numbers)

    def read(self, number: int, text: str, box: str | None) -> ReadEntry:
        """The entry on a line of `states`, before its place and its notes are known."""
        self._reads[number] = read_returned(text, box, self.states[number])
        return self._reads[number]

    def returned(self, document: Document) -> Document:
        """`document` with what its entries say of the items that come back."""
        entries = list(document.entries)
        for index, number in self.entries.items():
            read, found = self._reads[number], entries[index]
            above = entries[found.parent].returned if found.parent is not None else None
            place = place_mark(document.title or "", found.section, above.uid if above else "")
            entries[index] = placed(_both(read, found), self.states[number], place)
        numbers = [self.states[self.entries[index]].at for index in sorted(self.entries)]
        return document._replace(
            entries=tuple(entries),
            is_listed=not (self._source and self._source[0].endswith(_UNLISTED)),
            keeps_order=all(one < other for one, other in pairwise([0, *numbers])),
        )


def _both(read: ReadEntry, found: ReadEntry) -> ReadEntry:
    """`read` where it was found, with what the lines below it say."""
    links = tuple(link for link in found.links if link not in read.links)
    tags = tuple(tag for tag in found.tags if tag not in read.tags)
    returned = read.returned and read.returned._replace(
        links=(*read.returned.links, *links), tags=(*read.returned.tags, *tags)
    )
    metadata = read.metadata._replace(identifiers={**found.metadata.identifiers, **read.metadata.identifiers})
    return read._replace(
        section=found.section,
        parent=found.parent,
        text=found.text,
        notes=found.notes,
        metadata=metadata,
        links=(*read.links, *links),
        tags=(*read.tags, *tags),
        status=found.status or read.status if "status" not in (returned.edited if returned else ()) else read.status,
        returned=returned,
    )

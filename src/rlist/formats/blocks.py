"""The lines of a plain text, put together into headings, bullets and paragraphs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from rlist.formats.addresses import find_addresses
from rlist.formats.citation import parse_citation
from rlist.formats.citation_tail import parse_tail
from rlist.formats.headings import Heading, is_heading_like, is_status, marked_heading, underlined_heading
from rlist.formats.outline import Depths, Row, is_rule, read_row

if TYPE_CHECKING:
    from collections.abc import Sequence


class Role(Enum):
    """What lines are in a list."""

    BLANK = auto()
    DRAWN = auto()
    HEADING = auto()
    BULLET = auto()
    BELOW = auto()
    TEXT = auto()


@dataclass(slots=True)
class Block:
    """Lines that are one thing; `text` is theirs without bullet and check box, `depth` how deep a bullet is nested.

    BELOW are lines without a bullet that belong to the item above; `may_be_item` says that one may be nested in it.
    `strength` is that of a heading.
    """

    role: Role
    numbers: list[int]
    text: str = ""
    depth: int = 0
    box: str | None = None
    may_be_item: bool = False
    strength: int = 0


# A line as long as this may have been broken to fit a width; shorter ones end where the writer ended them.
_BROKEN_FROM = 60
# What goes on for more lines than this is no title that was broken.
_LONGEST_BROKEN = 2000
_MOST_WORDS_IN_TITLE = 25
_MOST_WORDS_IN_NAME = 6
_UNFINISHED = re.compile(
    r"(?:[,;–—-]|\b(?:a|an|the|of|and|or|for|in|on|to|with|by|from|der|die|das|und|von|de|la|le|et|des))$"
)
_SENTENCE_END = (".", "!", "。", "！")


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """The blocks of a text in order; each line is in one of them."""
    rows = [read_row(number, line) for number, line in enumerate(lines, start=1)]
    drawn = [is_rule(line) for line in lines]
    has_bullets = any(row.sign and row.text and not rule for row, rule in zip(rows, drawn, strict=True))
    return _Blocks(lines, rows, drawn, has_bullets).blocks()


@dataclass(slots=True)
class _Blocks:
    lines: Sequence[str]
    rows: list[Row]
    drawn: list[bool]
    has_bullets: bool
    made: list[Block] = field(default_factory=list)
    depths: Depths = field(default_factory=Depths)
    bullet: Row | None = None  # the last bullet, which indented lines belong to, with its depth
    depth: int = 0

    def blocks(self) -> list[Block]:
        at = 0
        after_blank = True
        while at < len(self.rows):
            row = self.rows[at]
            if self.drawn[at] or (row.sign and not row.text):
                self.made.append(Block(Role.DRAWN, [row.number]))
                after_blank = True
                at += 1
            elif not row.text:
                self.made.append(Block(Role.BLANK, [row.number]))
                after_blank = True
                at += 1
            elif row.sign:
                self._bullet(row, after_blank)
                after_blank = False
                at += 1
            else:
                end = at
                while end < len(self.rows) and self._is_plain(end):
                    end += 1
                self._plain(self.rows[at:end], after_blank)
                after_blank = False
                at = end
        return self.made

    def _is_plain(self, at: int) -> bool:
        return not self.drawn[at] and not self.rows[at].sign and bool(self.rows[at].text)

    def _bullet(self, row: Row, after_blank: bool) -> None:
        self.depth = self.depths.depth(row, after_blank=after_blank)
        self.made.append(Block(Role.BULLET, [row.number], row.text, self.depth, row.box))
        self.bullet = row

    def _plain(self, rows: list[Row], after_blank: bool) -> None:
        """Lines without bullets up to a blank one, a bullet or a rule."""
        rows = self._taken_below(rows, after_blank)
        if not rows:
            return
        next_is_bullet = rows[-1].number < len(self.rows) and bool(self.rows[rows[-1].number].sign)
        last = rows[-1]
        is_drawn_below = last.number < len(self.rows) and self.drawn[last.number]
        heading = underlined_heading(last.text, self.lines[last.number]) if is_drawn_below else None
        if heading is None and len(rows) > 1 and next_is_bullet:
            heading = marked_heading(last.text) or (Heading(last.text) if is_heading_like(last.text) else None)
        if heading:
            self._paragraph(rows[:-1])
            self._heading(last, heading)
        else:
            self._paragraph(rows)

    def _taken_below(self, rows: list[Row], after_blank: bool) -> list[Row]:
        """Give the first of `rows` to the bullet above, as far as they belong to it; the others come back."""
        if self.bullet is None:
            return rows
        for at, row in enumerate(rows):
            indented = row.indent > self.bullet.indent
            if not indented and (after_blank and not at) and not (_is_address(row.text) and not self._has_address()):
                return rows[at:]
            if not indented and not self._goes_on(row, rows, at):
                return rows[at:]
            if not (after_blank and not at) and len(self.made[-1].text) < _LONGEST_BROKEN and self._is_broken(row):
                self.made[-1].text += f" {row.text}"
                self.made[-1].numbers.append(row.number)
            else:
                self.made.append(Block(Role.BELOW, [row.number], row.text, self.depth + 1))
        return []

    def _has_address(self) -> bool:
        above = next((b for b in reversed(self.made) if b.role in {Role.BULLET, Role.BELOW}), None)
        return above is not None and bool(find_addresses(above.text))

    def _goes_on(self, row: Row, rows: list[Row], at: int) -> bool:
        """Whether a line at the margin, right below a bullet, belongs to it, and is no heading and no text."""
        if _is_address(row.text) or parse_tail(row.text) is not None:
            return True
        if marked_heading(row.text):
            return False
        # With a capital at the margin it is the next heading, unless the line above can't be at its end.
        unfinished = _UNFINISHED.search(self.made[-1].text[-80:]) is not None and self._is_broken(row)
        return unfinished or (row.text[:1].islower() and not is_status(row.text))

    def _is_broken(self, row: Row) -> bool:
        """Whether `row` goes on with the line above, which was broken to fit a width."""
        if _is_address(row.text) or not self.made or self.made[-1].role not in {Role.BULLET, Role.BELOW}:
            return False
        above = self.made[-1].text[-200:]
        if find_addresses(above) and _is_address(above.split()[-1]):
            return False
        line = self.lines[self.made[-1].numbers[-1] - 1]
        if above.endswith((*_SENTENCE_END, "?", ":")):
            return False
        return _UNFINISHED.search(above[-80:]) is not None or (
            len(line) >= _BROKEN_FROM and parse_tail(row.text) is None
        )

    def _heading(self, row: Row, heading: Heading) -> None:
        self.made.append(Block(Role.HEADING, [row.number], heading.name, strength=heading.strength))
        self.depths.reset()
        self.bullet = None

    def _item(self, row: Row, depth: int = 0) -> None:
        self.made.append(Block(Role.BULLET, [row.number], row.text, depth, row.box))
        self.depths.reset()
        self.bullet = None

    def _below(self, row: Row) -> None:
        self.made.append(Block(Role.BELOW, [row.number], row.text, 1, may_be_item=not self.has_bullets))

    def _text(self, rows: list[Row]) -> None:
        self.made.append(Block(Role.TEXT, [row.number for row in rows], "\n".join(row.text for row in rows)))
        self.bullet = None

    def _paragraph(self, rows: list[Row]) -> None:
        marked = 0
        while marked < len(rows) and (heading := marked_heading(rows[marked].text)):
            self._heading(rows[marked], heading)
            marked += 1
        rows = rows[marked:]
        if not rows:
            return
        first = rows[0]
        if len(rows) == 1 and is_status(first.text):
            self._heading(first, Heading(first.text))
        elif not self.has_bullets:
            if len(rows) == 1 and self._names_what_follows(first):
                self._heading(first, Heading(first.text))
            else:
                self._records(rows)
        elif len(rows) == 1:
            if is_heading_like(first.text):
                self._heading(first, Heading(first.text))
            elif find_addresses(first.text) or _is_citation(first.text):
                self._item(first)
            else:
                self._text(rows)
        elif _are_items(rows):
            self._records(rows)
        else:
            self._text(rows)

    def _names_what_follows(self, row: Row) -> bool:
        """Whether the first line of a list without bullets is its name: a few words alone, above lines in a row."""
        if any(block.role is not Role.BLANK for block in self.made) or len(row.text.split()) > _MOST_WORDS_IN_NAME:
            return False
        below = self.rows[row.number :]
        words = [number for number, other in enumerate(below) if other.text]
        closed_up = (
            len(words) > 1 and words[0] > 0 and words[1] == words[0] + 1 and not _is_address(below[words[1]].text)
        )
        return closed_up and is_heading_like(row.text)

    def _records(self, rows: list[Row]) -> None:
        """Items, one a line, with lines below them that hold their address, authors or a remark."""
        has_address = False
        for at, row in enumerate(rows):
            is_address = _is_address(row.text)
            turned = (
                at == 1
                and len(rows) == 2
                and _is_address(rows[0].text)
                and not is_address
                and not find_addresses(row.text)
            )
            if turned:
                self.made[-1].text += f" {row.text}"
                self.made[-1].numbers.append(row.number)
            elif (
                (at and row.indent > rows[0].indent + 1)
                or (at and is_address and not has_address)
                or (at and parse_tail(row.text) is not None)
            ):
                self._below(row)
                has_address = has_address or is_address
            elif heading := marked_heading(row.text):
                self._heading(row, heading)
                has_address = False
            else:
                self._item(row)
                has_address = bool(find_addresses(row.text))


def _is_address(text: str) -> bool:
    """Whether a line holds addresses and nothing else."""
    found = find_addresses(text)
    if not found:
        return False
    left, at = "", 0
    for address in found:
        left += text[at : address.start]
        at = address.end
    return not re.search(r"\w", left + text[at:])


def _is_citation(text: str) -> bool:
    citation = parse_citation(text)
    return citation is not None and bool(citation.authors or citation.year)


def _are_items(rows: list[Row]) -> bool:
    """Whether lines are a list of titles, and no prose: all of them short, none a sentence."""
    small = sum(row.text[:1].islower() for row in rows[1:])
    if small * 2 > len(rows) - 1:
        return False
    for row in rows:
        if find_addresses(row.text) or _is_citation(row.text):
            continue
        if row.text.endswith(_SENTENCE_END) or len(row.text.split()) > _MOST_WORDS_IN_TITLE:
            return False
    return True

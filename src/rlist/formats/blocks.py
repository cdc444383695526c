"""The lines of a plain text, put together into headings, bullets and paragraphs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from rlist.formats.addresses import find_addresses
from rlist.formats.citation_tail import parse_tail, parse_venue_line
from rlist.formats.growing_blocks import Growing
from rlist.formats.headings import (
    Heading,
    comment_lines,
    is_heading_like,
    is_status,
    marked_heading,
    underlined_heading,
)
from rlist.formats.marks import begins_with_mark
from rlist.formats.messages import Said, unwrap
from rlist.formats.outline import Block, Role, Row, has_dashed_numbers, has_lettered_lines, is_rule, read_row
from rlist.formats.paragraphs import (
    are_items,
    are_links_within,
    are_records,
    are_turned,
    is_citation,
    is_linked,
    is_prose,
    is_record,
    is_whole_citation,
    wrapped_citation,
)
from rlist.formats.placed_headings import headings_by_place
from rlist.formats.unbulleted import Part, parts_of
from rlist.formats.wrapping import is_address, is_unfinished

if TYPE_CHECKING:
    from collections.abc import Sequence


# A line above so many others, each with its address, is the heading of them; fewer are the addresses of one work.
_LEAST_LINKS = 3
# What LaTeX says of the page, and not of a work.
_LAID_OUT = re.compile(r"\s*\\(?:begin|end|hang|newpage|clearpage|noindent|[a-z]{3}skip)")
_BEGINS_WITH_ADDRESS = re.compile(r"<?https?://")


def read_blocks(lines: Sequence[str]) -> list[Block]:
    """The blocks of a text in order; each line is in one of them."""
    said = unwrap(lines)
    is_lettered = has_lettered_lines([line.words for line in said])
    is_dashed = has_dashed_numbers([line.words for line in said])
    rows = [
        read_row(number, line.words, is_lettered=is_lettered, is_dashed=is_dashed)
        for number, line in enumerate(said, start=1)
    ]
    for at in comment_lines(lines):
        said[at] = said[at]._replace(is_frame=True)
    drawn = [is_rule(line.words) or _LAID_OUT.match(line.words) is not None for line in said]
    has_bullets = any(
        row.sign and row.text and not rule and not line.is_frame
        for row, rule, line in zip(rows, drawn, said, strict=True)
    )
    if has_bullets:
        # Beside bullets and boxes a mark of the status is one as well.
        rows = [row._replace(sign="[]") if not row.sign and begins_with_mark(row.text) else row for row in rows]
        rows = [_crossed_off(row) for row in rows]
    return _Blocks(lines, said, rows, drawn, has_bullets, Growing(lines, said)).blocks()


def _crossed_off(row: Row) -> Row:
    """A line that an `x` in front says is done, as a bullet."""
    if row.sign or row.text[:2] not in {"x ", "X "} or not row.text[2:3].isupper():
        return row
    return row._replace(sign="[]", box="x", text=row.text[2:])


@dataclass(slots=True)
class _Blocks:
    lines: Sequence[str]
    said: list[Said]
    rows: list[Row]
    drawn: list[bool]
    has_bullets: bool
    made: Growing
    by_place: set[int] = field(default_factory=set)  # the lines that are headings by their place alone
    are_records: bool = False  # whether each paragraph is of one work
    are_links_within: bool = False  # whether titles have their addresses in the same line

    def blocks(self) -> list[Block]:
        if not self.has_bullets:
            paragraphs = self._paragraphs()
            self.by_place, self.are_records = headings_by_place(paragraphs), are_records(paragraphs)
            self.are_links_within = are_links_within(paragraphs)
        at = 0
        after_blank = True
        while at < len(self.rows):
            row = self.rows[at]
            if self.said[at].is_frame:
                self.made.text([row])
                after_blank = True
                at += 1
            elif self.drawn[at] or (row.sign and not row.text):
                self.made.empty(row, Role.DRAWN)
                after_blank = True
                at += 1
            elif not row.text:
                self.made.empty(row, Role.BLANK)
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
        return self.made.blocks

    def _paragraphs(self) -> list[list[Row]]:
        """The lines without bullets, parted by blank and drawn ones."""
        groups = groupby(range(len(self.rows)), key=self._is_plain)
        return [[self.rows[at] for at in group] for is_plain, group in groups if is_plain]

    def _is_plain(self, at: int) -> bool:
        row = self.rows[at]
        return not (self.drawn[at] or row.sign or self.said[at].is_frame) and bool(row.text)

    def _bullet(self, row: Row, after_blank: bool) -> None:
        if row.cited and row.cited[0].isalpha() and self._numbers_below(row):
            self.made.heading(row, Heading(self.made.written(row)))
            return
        self.made.bullet(row, after_blank=after_blank)

    def _numbers_below(self, row: Row) -> bool:
        """Whether the lines below a lettered one are numbered: it is their heading."""
        coming = (self.rows[at] for at in range(row.number, len(self.rows)))
        following = next((other for other in coming if other.text), None)
        return following is not None and following.sign[:1].isdigit()

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
            self.made.heading(last, heading)
        else:
            self._paragraph(rows)

    def _taken_below(self, rows: list[Row], after_blank: bool) -> list[Row]:
        """Give the first of `rows` to the bullet above, as far as they belong to it; the others come back."""
        bullet = self.made.last_bullet
        if bullet is None:
            return rows
        for at, row in enumerate(rows):
            indented = row.indent > bullet.indent
            if not indented and after_blank and not at and not self._is_address_behind_blank(rows):
                return rows[at:]
            if not indented and not self._goes_on(row, rows, at):
                return rows[at:]
            if not (after_blank and not at) and self.made.is_broken(row):
                self.made.continue_last(row)
            else:
                self.made.below_bullet(row)
        return []

    def _is_address_behind_blank(self, rows: list[Row]) -> bool:
        """Whether lines behind a blank one are the address of the title above; several addresses are a list."""
        is_alone = len(rows) == 1 or not is_address(rows[1].text)
        return is_alone and is_address(rows[0].text) and not self.made.has_address()

    def _goes_on(self, row: Row, rows: list[Row], at: int) -> bool:
        """Whether a line at the margin, right below a bullet, belongs to it, and is no heading and no text."""
        begins_with_address = _BEGINS_WITH_ADDRESS.match(row.text) is not None
        if begins_with_address or is_address(row.text) or parse_tail(row.text) is not None:
            return True
        if parse_venue_line(row.text) and not self._bullet_follows(row):
            return True
        if self.made.is_reference():
            return not is_whole_citation(row.text)
        if marked_heading(row.text):
            return False
        # With a capital at the margin it is the next heading, unless the line above can't be at its end.
        unfinished = is_unfinished(self.made.blocks[-1].text) and self.made.is_broken(row)
        return unfinished or (row.text[:1].islower() and not is_status(row.text))

    def _bullet_follows(self, row: Row) -> bool:
        return row.number < len(self.rows) and bool(self.rows[row.number].sign)

    def _paragraph(self, rows: list[Row]) -> None:
        starts = [0, *(at for at, row in enumerate(rows) if at and row.number in self.by_place), len(rows)]
        for start, end in pairwise(starts):
            self._part(rows[start:end])

    def _part(self, rows: list[Row]) -> None:
        """A paragraph, or what stands between two headings in it."""
        at = 0
        while at < len(rows) and (heading := self._heading_of(rows[at])):
            self.made.heading(rows[at], heading)
            at += 1
        rows = rows[at:]
        while rows and (count := wrapped_citation(rows)):
            self._wrapped(rows[:count])
            rows = rows[count:]
        if not rows:
            return
        first = rows[0]
        if len(rows) == 1 and is_status(first.text):
            self.made.heading(first, Heading(first.text))
        elif not self.has_bullets:
            if is_prose(rows):
                self.made.text(rows)
            elif len(rows) == 1 and is_address(first.text) and self.made.lacks_address() and not self.are_links_within:
                self.made.below(first, may_be_item=True)
            elif are_turned(rows):
                self._pairs(rows)
            else:
                self._records(rows)
        elif len(rows) == 1:
            if is_heading_like(first.text):
                self.made.heading(first, Heading(first.text))
            elif find_addresses(first.text) or is_citation(first.text):
                self.made.item(first)
            else:
                self.made.text(rows)
        elif are_turned(rows):
            self._pairs(rows)
        elif len(rows) > _LEAST_LINKS and is_heading_like(first.text) and all(is_linked(row.text) for row in rows[1:]):
            self.made.heading(first, Heading(first.text))
            self._records(rows[1:])
        elif are_items(rows):
            self._records(rows)
        else:
            self.made.text(rows)

    def _heading_of(self, row: Row) -> Heading | None:
        return marked_heading(row.text) or (Heading(row.text) if row.number in self.by_place else None)

    def _wrapped(self, rows: list[Row]) -> None:
        """An item whose words go on over several lines, with its addresses below."""
        self.made.item(rows[0])
        for row in rows[1:]:
            if is_address(row.text):
                self.made.below(row, may_be_item=False)
            else:
                self.made.continue_last(row)

    def _pairs(self, rows: list[Row]) -> None:
        """Items, each an address with its words on the line below."""
        for at, row in enumerate(rows):
            if at % 2 == 0:
                self.made.item(row)
            else:
                self.made.continue_last(row)

    def _records(self, rows: list[Row]) -> None:
        """Items, one a line, with lines below them that hold their address, authors or a remark."""
        lines = [self.said[row.number - 1].words for row in rows]
        of_one_work = self.are_records and is_record(rows)
        for row, part in parts_of(rows, lines, is_record=of_one_work):
            if part is Part.ITEM:
                self.made.item(row)
            elif part is Part.BELOW:
                self.made.below(row, may_be_item=not (self.has_bullets or of_one_work))
            elif part is Part.GOES_ON:
                self.made.continue_last(row)
            elif heading := marked_heading(row.text):
                self.made.heading(row, heading)

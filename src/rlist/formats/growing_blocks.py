"""The blocks of a plain text as they grow: what each line adds to those above it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rlist.formats.addresses import find_addresses
from rlist.formats.lines import folded
from rlist.formats.outline import Block, Depths, Role, Row
from rlist.formats.paragraphs import is_whole_citation
from rlist.formats.wrapping import goes_on, is_address, joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rlist.formats.headings import Heading
    from rlist.formats.messages import Said

# What goes on for more lines than this is no title that was broken.
_LONGEST_BROKEN = 2000


@dataclass(slots=True)
class Growing:
    """The blocks of the lines up to now; `lines` are those of the source, `said` the same without their senders."""

    lines: Sequence[str]
    said: Sequence[Said]
    blocks: list[Block] = field(default_factory=list)
    last_bullet: Row | None = None  # which indented lines belong to
    _depth: int = 0  # its depth
    _depths: Depths = field(default_factory=Depths)

    def written(self, row: Row) -> str:
        """The text of a line as it stands, without an ordinary bullet or check box."""
        return folded(self.lines[row.number - 1]) if row.cited or self.said[row.number - 1].front else row.text

    def empty(self, row: Row, role: Role) -> None:
        """Add a line that is blank or only drawn; such lines below each other are one block."""
        if self.blocks and self.blocks[-1].role is role:
            self.blocks[-1].numbers.append(row.number)
        else:
            self.blocks.append(Block(role, [row.number]))

    def heading(self, row: Row, heading: Heading) -> None:
        """Add the name of a section."""
        self.blocks.append(Block(Role.HEADING, [row.number], heading.name, strength=heading.strength))
        self._close()

    def bullet(self, row: Row, *, after_blank: bool) -> None:
        """Add a line with a bullet, as deep as it is nested in those above."""
        self._depth = self._depths.depth(row, after_blank=after_blank)
        self.blocks.append(Block(Role.BULLET, [row.number], row.text, self._depth, row.box, self.written(row)))
        self.last_bullet = row

    def item(self, row: Row) -> None:
        """Add a line that is an item without a bullet."""
        self.blocks.append(Block(Role.BULLET, [row.number], row.text, 0, row.box, self.written(row)))
        self._close()

    def below(self, row: Row, *, may_be_item: bool) -> None:
        """Add a line that belongs to the item without a bullet above it."""
        written = self.written(row)
        self.blocks.append(Block(Role.BELOW, [row.number], row.text, 1, None, written, may_be_item=may_be_item))

    def below_bullet(self, row: Row) -> None:
        """Add a line that belongs to the bullet above it."""
        self.blocks.append(Block(Role.BELOW, [row.number], row.text, self._depth + 1, written=self.written(row)))

    def text(self, rows: Sequence[Row]) -> None:
        """Add a paragraph of prose."""
        self.blocks.append(Block(Role.TEXT, [row.number for row in rows], "\n".join(row.text for row in rows)))
        self.last_bullet = None

    def continue_last(self, row: Row) -> None:
        """Add the rest of a line that was broken to the last block."""
        above = self.blocks[-1]
        above.text = joined(above.text, row.text)
        above.written = f"{above.written} {self.written(row)}"
        above.numbers.append(row.number)

    def _close(self) -> None:
        self._depths.reset()
        self.last_bullet = None

    def lacks_address(self) -> bool:
        """Whether the last thing is a title without any address yet."""
        above = next((block for block in reversed(self.blocks) if block.role is not Role.BLANK), None)
        return above is not None and above.role is Role.BULLET and not find_addresses(above.text)

    def has_address(self) -> bool:
        """Whether the last item, or what was said below it, has an address."""
        above = next((block for block in reversed(self.blocks) if block.role in {Role.BULLET, Role.BELOW}), None)
        return above is not None and bool(find_addresses(above.text))

    def is_reference(self) -> bool:
        """Whether the last bullet is a reference of a bibliography, `[12] …`, which goes up to the next one."""
        return self.last_bullet is not None and self.last_bullet.cited[:1] == "["

    def is_broken(self, row: Row) -> bool:
        """Whether `row` goes on with the line above, which was broken to fit a width."""
        above = self.blocks[-1] if self.blocks else None
        if above is None or above.role not in {Role.BULLET, Role.BELOW} or len(above.text) > _LONGEST_BROKEN:
            return False
        if self.is_reference() and above.role is Role.BULLET and not is_address(row.text):
            return not is_whole_citation(row.text)
        return goes_on(above.text, self.said[above.numbers[-1] - 1].words, row.text)

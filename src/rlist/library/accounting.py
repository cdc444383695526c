"""The account of an import: what became of each line of a source."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from rlist.formats.document import Fate, SourceLine


class Became(StrEnum):
    """What a line of a source is now; an account tells them in this order."""

    NEW = "new"
    MERGED = "merged"
    THERE = "already there"
    REMOVED = "removed earlier"
    NOTE = "note"
    LINK = "link"
    FIELD = "field"
    SECTION = "section"
    TEXT = "text of section"
    LEFT_OUT = "left out"
    BLANK = "blank"


_OF_FATE: dict[Fate, Became] = {fate: Became(fate) for fate in Fate if fate is not Fate.ENTRY}
# How the item is named that a line went to; for the others a column of its own says it.
_PREPOSITIONS = {Became.MERGED: "into", Became.NOTE: "on", Became.LINK: "of", Became.FIELD: "of"}


class LineAccount(NamedTuple):
    """What became of one line of a source: its number from 1, what it is now, the item that it went to."""

    number: int
    became: Became
    item_id: int | None
    text: str

    @property
    def what(self) -> str:
        """What became of it in words, with the item: "new", "merged into 12", "note on 12"."""
        if self.item_id is None or self.became not in _PREPOSITIONS:
            return str(self.became)
        return f"{self.became} {_PREPOSITIONS[self.became]} {self.item_id}"


def account(
    lines: Sequence[SourceLine], items: Sequence[int | None], became: Sequence[Became]
) -> Iterator[LineAccount]:
    """The account of `lines`; of each entry of the source, `items` and `became` say the item and what it is now.

    What belongs to an entry that was removed earlier has gone with it.
    """
    for line in lines:
        if line.entry is None:
            yield LineAccount(line.number, _OF_FATE[line.fate], None, line.text)
        else:
            item_id = items[line.entry]
            whole = line.fate is Fate.ENTRY or item_id is None
            yield LineAccount(line.number, became[line.entry] if whole else _OF_FATE[line.fate], item_id, line.text)

"""What a writer is given: items, sections, the order of the lists and the time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rlist.model.item import Item, Section


@dataclass(frozen=True, slots=True)
class Contents:
    """What is written: items, the sections of their lists in order, and the time of writing, in UTC.

    `lists` are the names of the lists in order; a list that isn't among them follows them.
    """

    items: Sequence[Item]
    sections: Sequence[Section]
    written_at: datetime
    lists: Sequence[str] = ()

"""What a writer is given: items, sections and the time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rlist.model.item import Item, Section


@dataclass(frozen=True, slots=True)
class Contents:
    """What is written: items, the sections of their lists in order, and the time of writing, in UTC."""

    items: Sequence[Item]
    sections: Sequence[Section]
    written_at: datetime

"""The positions of a list's entries once a source of it has come in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rlist.store.places import PlacedEntry


class Numbers(NamedTuple):
    """The position of each entry of a source, and those entries by id that it no longer has, at their new positions."""

    positions: Sequence[int]
    left: Mapping[int, PlacedEntry]


def in_order_of_source(old: Sequence[PlacedEntry], known: Mapping[int, PlacedEntry], count: int) -> Numbers:
    """Count the `count` entries of a source as it has them now, of which `known` were among the `old`.

    An entry that the source no longer has stays behind the one that it stood behind. One that the reader has removed
    keeps its place, so that its going moves nothing.
    """
    matched = {entry.id for entry in known.values()}
    behind: dict[int | None, list[PlacedEntry]] = defaultdict(list)
    last = 0
    for entry in old:
        if entry.id in matched:
            last = entry.id
        else:
            behind[last].append(entry)
    positions: list[int] = []
    left: dict[int, PlacedEntry] = {}
    position = 0
    anchors = [0, *(known[index].id if index in known else None for index in range(count))]
    for place, anchor in enumerate(anchors):
        if place > 0:
            position += 1
            positions.append(position)
        for entry in behind.get(anchor, ()):
            position += 1
            if entry.position != position:
                left[entry.id] = entry._replace(position=position)
    return Numbers(positions, left)


def in_order_of_list(old: Sequence[PlacedEntry], known: Mapping[int, PlacedEntry], count: int) -> Numbers:
    """Count the entries in the order that the list has now; a new one stands behind the one above it in the source.

    So an export in which nothing was moved moves nothing, though the list may have been put in order since.
    """
    if len(known) == count:
        return Numbers([known[index].position for index in range(count)], {})
    new: dict[int, list[int]] = defaultdict(list)
    above = 0
    for index in range(count):
        if index in known:
            above = known[index].id
        else:
            new[above].append(index)
    by_id = {entry.id: index for index, entry in known.items()}
    positions = [0] * count
    left: dict[int, PlacedEntry] = {}
    position = 0
    for entry in (None, *old):
        if entry is not None:
            position += 1
            if entry.id in by_id:
                positions[by_id[entry.id]] = position
            elif entry.position != position:
                left[entry.id] = entry._replace(position=position)
        for index in new.get(entry.id if entry else 0, ()):
            position += 1
            positions[index] = position
    return Numbers(positions, left)

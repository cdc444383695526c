"""Which entries of a source the library has already, though they may have moved or been worded anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import chain, islice
from typing import NamedTuple

from rlist.formats.document import ReadEntry
from rlist.library.seen import address_keys, key_of
from rlist.model.identity import title_key
from rlist.store.places import PlacedEntry

# An entry whose words changed is the same entry if this much of them is alike (difflib's ratio): a typing mistake
# mended in a title of six words leaves 0.95, two parts of one series that differ in their names alone reach 0.8.
_ALIKE = 0.85
# In a longer section an entry is compared with so many that share its rarest words; with all of them it would take
# minutes where a thousand lines have changed.
_COMPARED = 50

Find = Callable[[ReadEntry], int | None]


class Recognised(NamedTuple):
    """The entries of a source by their index: those that the library has, and those that the reader has removed."""

    entries: Mapping[int, PlacedEntry]
    removed: frozenset[int]


def recognise(
    source: Sequence[ReadEntry], stored: Sequence[PlacedEntry], seen: frozenset[str], find: Find
) -> Recognised:
    """Find the entry among those `stored` for each entry of the source: by its words, else by what is left.

    `seen` are the keys of all that the list ever brought, `find` gives the id of the library's item that a
    mention is of.
    """
    by_text: dict[str, list[PlacedEntry]] = defaultdict(list)
    for entry in stored:
        by_text[entry.text].append(entry)
    known = frozenset(by_text)
    found: dict[int, PlacedEntry] = {}
    removed: set[int] = set()
    for index, read in enumerate(source):
        if read.returned:
            continue  # named by its uid
        if same := by_text.get(read.text):
            here = next((entry for entry in same if entry.section == read.section), same[0])
            same.remove(here)
            found[index] = here
        elif seen and read.text not in known and _is_removed(read, seen, find):
            removed.add(index)
    if gone := [entry for entries in by_text.values() for entry in entries]:
        rest = [
            (index, read)
            for index, read in enumerate(source)
            if index not in found and index not in removed and not read.returned
        ]
        found.update(_reworded(rest, gone, find))
    return Recognised(found, frozenset(removed))


def _is_removed(read: ReadEntry, seen: frozenset[str], find: Find) -> bool:
    """Whether the list brought this before, by its words or by an address that no item has any more."""
    if key_of("entry", read.text) in seen:
        return True
    return any(key in seen for key in address_keys(read)) and find(read) is None


def _reworded(
    rest: Iterable[tuple[int, ReadEntry]], gone: Sequence[PlacedEntry], find: Find
) -> Iterator[tuple[int, PlacedEntry]]:
    """The entries whose words have changed: by the item that they speak of, else by likeness in their section."""
    by_item = {entry.item_id: entry for entry in gone}
    sections: dict[tuple[str, ...], _Section] = defaultdict(_Section)
    for entry in gone:
        sections[entry.section].add(entry)
    for index, read in rest:
        item_id = find(read)
        found = by_item.get(item_id) if item_id is not None else next(sections[read.section].like(read), None)
        if found and by_item.pop(found.item_id, None):
            sections[found.section].discard(found)
            yield index, found


class _Section:
    """The entries of one section that the source has no longer in these words."""

    def __init__(self) -> None:
        self._entries: dict[int, PlacedEntry] = {}
        self._by_title: dict[str, dict[int, PlacedEntry]] = defaultdict(dict)
        self._by_word: dict[str, dict[int, PlacedEntry]] = defaultdict(dict)

    def add(self, entry: PlacedEntry) -> None:
        for place in self._places(entry):
            place[entry.id] = entry

    def discard(self, entry: PlacedEntry) -> None:
        for place in self._places(entry):
            place.pop(entry.id, None)

    def _places(self, entry: PlacedEntry) -> list[dict[int, PlacedEntry]]:
        words = title_key(entry.text).split()
        return [self._entries, self._by_title[title_key(entry.title)], *(self._by_word[word] for word in words)]

    def like(self, read: ReadEntry) -> Iterator[PlacedEntry]:
        """Those with the title of `read`, then those whose words are alike."""
        yield from self._by_title.get(title_key(read.metadata.title), {}).values()
        numbers = _numbers(read.text)
        for entry in self._near(read.text):
            matcher = SequenceMatcher(None, read.text, entry.text, autojunk=False)
            if _numbers(entry.text) == numbers and matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE:
                yield entry

    def _near(self, text: str) -> Iterable[PlacedEntry]:
        if len(self._entries) <= _COMPARED:
            return self._entries.values()
        sharing = sorted((self._by_word.get(word, {}) for word in set(title_key(text).split())), key=len)
        near = dict.fromkeys(islice(chain.from_iterable(entries.values() for entries in sharing), 2 * _COMPARED))
        return list(near)[:_COMPARED]


def _numbers(text: str) -> list[str]:
    """The words that number a part or a version: two entries that differ in one aren't the same."""
    return [word for word in title_key(text).split() if word.isdigit() or not word.strip("ivx")]

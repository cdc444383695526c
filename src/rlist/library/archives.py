"""How a library that was exported meets the library that there is: each item the same, merged or new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from sqlite3 import Connection
from typing import NamedTuple

from rlist.formats.archive import Archive
from rlist.formats.document import Problem
from rlist.library.accounting import Became, LineAccount, account
from rlist.library.catalogue import Catalogue, new_uid
from rlist.library.seen import address_keys, key_of
from rlist.model.item import Entry, Item, Section
from rlist.model.merging import joined_lines, merged, united
from rlist.store import changes, lists, saving
from rlist.store import items as stored
from rlist.store.places import entries_of, place_entries
from rlist.store.rows import fold

# An id that a reader can't type any more, as no library gives it; from one near SQLite's largest nothing can count on.
_LARGEST_ID = 10**9
# What a list is known by that came in an archive, until its file comes again.
SOURCE = "archive:{}"
_NAMELESS = "A list without a name"
# As many runs of ids, or things that others have, are named in a line.
_NAMED = 6


class Brought(NamedTuple):
    """What bringing an archive in came to: a row for each of its lines, and what was odd."""

    lines: tuple[LineAccount, ...]
    problems: tuple[Problem, ...]


def bring(
    db: Connection, archive: Archive, tags: Sequence[str], now: datetime, progress: Callable[[int], None]
) -> Brought:
    """Bring `archive` into the library in the step that is open.

    An item that the library has, by its uid or by what names the work, is merged with it. A new one keeps its id where
    no other item ever had that. Nothing is taken away from what the library has.
    """
    bringing = _Bringing(db, archive, now)
    bringing.find_known()
    bringing.number()
    bringing.save_lists()
    for index in range(len(archive.contents.items)):
        bringing.settle(index, tags)
        progress(index)
    bringing.save()
    return Brought(tuple(bringing.account()), (*archive.problems, *bringing.problems()))


class _Bringing:
    """The state of one import of one archive; an index is that of an item in the archive."""

    def __init__(self, db: Connection, archive: Archive, now: datetime) -> None:
        self._db = db
        self._archive = archive
        self._items = archive.contents.items
        self._now = now
        self._catalogue = Catalogue(db)
        self._known: dict[int, int] = {}
        self._numbers: dict[int, int] = {}
        self._by_old: dict[int, int] = {}
        self._had_lists: dict[str, int] = {}
        self._uids: set[str] = set()
        self._became: dict[int, Became] = {}
        self._kept_by_others: list[tuple[int, str]] = []

    def find_known(self) -> None:
        """Find the item of the library for each item that it has already.

        Items of the archive aren't compared with each other: they were kept apart when it was written.
        """
        ids = stored.ids_by_uid(self._db)
        for index, item in enumerate(self._items):
            known = ids.get(item.uid)
            if known is None and ids:
                known = self._catalogue.find(item)
            if known is not None:
                self._known[index] = known

    def number(self) -> None:
        """Give each item its id: its own one if no other item ever had that."""
        last = saving.free_ids(self._db, 0).start - 1
        given = changes.uids_by_id(self._db) if last else {}
        taken = set(stored.ids_by_uid(self._db).values())
        for index, item in enumerate(self._items):
            is_its_own = item.id > last or given.get(item.id, item.uid) == item.uid
            if index in self._known:
                self._numbers[index] = self._known[index]
            elif 0 < item.id <= _LARGEST_ID and item.id not in taken and is_its_own:
                self._numbers[index] = item.id
                taken.add(item.id)
        waiting = [index for index in range(len(self._items)) if index not in self._numbers]
        free = max(last, *self._numbers.values()) + 1 if self._numbers else last + 1
        self._numbers.update((index, free + at) for at, index in enumerate(waiting))
        for index in reversed(range(len(self._items))):
            self._by_old[self._items[index].id] = self._numbers[index]

    def save_lists(self) -> None:
        """The lists in the order in which the archive has them, with their sections and the words of both."""
        here: dict[str, dict[tuple[str, ...], str]] = defaultdict(dict)
        for section in lists.sections(self._db):
            here[section.list][section.path] = section.text
        for section in self._archive.contents.sections:
            texts = here[_list_name(section.list)]
            path = _path(section.path)
            texts[path] = joined_lines(section.text, texts[path]) if texts.get(path) else section.text
        for name in _in_order(self._items, self._archive.contents.sections):
            record = lists.find_list_by_name(self._db, name)
            if record:
                self._had_lists[name] = record.id
            else:
                record = lists.add_list(self._db, name, SOURCE.format(name))
            given = [Section(name, path, text) for path, text in here[name].items()]
            lists.save_sections(self._db, record.id, given)

    def settle(self, index: int, tags: Sequence[str]) -> None:
        """Decide on one item: what it is here."""
        item, number = self._items[index], self._numbers[index]
        item = item._replace(
            id=number,
            tags=tuple(dict.fromkeys((*item.tags, *tags))),
            entries=tuple(self._entry(entry, number) for entry in item.entries),
        )
        if index in self._known:
            before = self._catalogue.get(number)
            after = _both(before, item)
            if after != before:
                self._catalogue.put(after._replace(updated_at=self._now))
            self._became[index] = Became.THERE if after == before else Became.MERGED
        else:
            after = item if self._is_free(item.uid) else item._replace(uid=new_uid())
            self._catalogue.put(after)
            self._became[index] = Became.NEW
        self._note_what_others_keep(after, self._catalogue.get(number))

    def _is_free(self, uid: str) -> bool:
        if not uid or uid in self._uids:
            return False
        self._uids.add(uid)
        return True

    def _entry(self, entry: Entry, number: int) -> Entry:
        parent = self._by_old.get(entry.parent) if entry.parent else None
        return entry._replace(
            list=_list_name(entry.list),
            section=_path(entry.section),
            parent=None if parent == number else parent,
        )

    def _note_what_others_keep(self, wanted: Item, item: Item) -> None:
        known = item.metadata.identifiers
        lost = [f"{scheme} {value}" for scheme, value in wanted.metadata.identifiers.items() if scheme not in known]
        if wanted.citekey and item.citekey != wanted.citekey:
            lost.append(f"citekey {wanted.citekey}")
        self._kept_by_others += ((item.id, words) for words in lost)

    def save(self) -> None:
        """Write what has been decided."""
        new, changed, _ = self._catalogue.take()
        saving.add_items(self._db, new, expected=len(new))
        for before, after in changed:
            saving.change_item(self._db, before, after)
        added = [after.entries[len(before.entries) :] for before, after in changed]
        added += [item.entries for item in new]
        for name in dict.fromkeys(entry.list for entries in added for entry in entries):
            if list_id := self._had_lists.get(name):
                places = enumerate(entries_of(self._db, list_id), 1)
                moved = {entry.id: entry._replace(position=at) for at, entry in places if entry.position != at}
                place_entries(self._db, list_id, moved)
        self._remember()

    def _remember(self) -> None:
        """Let each list know what it has brought, so that what the reader removes from now on stays away."""
        keys: dict[str, set[str]] = defaultdict(set)
        for item in self._items:
            for entry in item.entries:
                keys[_list_name(entry.list)] |= {key_of("entry", entry.text), *address_keys(item)}
        for name, known in keys.items():
            record = lists.find_list_by_name(self._db, name)
            if record:
                lists.add_seen(self._db, record.id, known)

    def account(self) -> Iterator[LineAccount]:
        """What became of each line of the archive."""
        order = range(len(self._items))
        numbers = [self._numbers[index] for index in order]
        return account(self._archive.lines, numbers, [self._became[index] for index in order])

    def problems(self) -> Iterator[Problem]:
        """What couldn't come as it was: the ids, identifiers and citekeys that others have."""
        moved = [
            (item.id, self._numbers[index])
            for index, item in enumerate(self._items)
            if index not in self._known and item.id not in (0, self._numbers[index])
        ]
        if moved:
            were = "id is taken" if len(moved) == 1 else "ids are taken"
            yield Problem(1, f"{len(moved)} {were} here: {_some(_runs(moved))}")
        if self._kept_by_others:
            told = [f"{words} of {number}" for number, words in self._kept_by_others]
            yield Problem(1, f"what other items have stays theirs: {_some(told)}")


def _both(mine: Item, theirs: Item) -> Item:
    """What the item of the library becomes: with all of both, and the state of the one that was changed last."""
    known = {(entry.list, entry.section, entry.text) for entry in mine.entries}
    added = tuple(entry for entry in theirs.entries if (entry.list, entry.section, entry.text) not in known)
    theirs = theirs._replace(entries=())
    if theirs.uid != mine.uid:
        both = united(mine._replace(entries=()), theirs)
    elif theirs.updated_at > mine.updated_at:
        both = merged(theirs, mine._replace(entries=()))._replace(
            status=theirs.status,
            started_at=theirs.started_at,
            finished_at=theirs.finished_at,
        )
    else:
        both = merged(mine._replace(entries=()), theirs._replace(status=mine.status))
    return both._replace(entries=(*mine.entries, *added))


def _in_order(items: Sequence[Item], sections: Sequence[Section]) -> list[str]:
    """The names of the lists, such that sections and the entries of each item stand in the order of their lists."""
    orders = [[_list_name(section.list) for section in sections]]
    orders += ([_list_name(entry.list) for entry in item.entries] for item in items)
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for order in dict.fromkeys(tuple(dict.fromkeys(names)) for names in orders):
        for name in order:
            sorter.add(name)
        for earlier, later in pairwise(order):
            sorter.add(later, earlier)
    try:
        return list(sorter.static_order())
    except CycleError:
        return list(dict.fromkeys(name for order in orders for name in order))


def _list_name(name: str) -> str:
    return fold(name) or _NAMELESS


def _path(headings: Sequence[str]) -> tuple[str, ...]:
    return tuple(filter(None, map(fold, headings)))


def _runs(pairs: Sequence[tuple[int, int]]) -> list[str]:
    """Ids before and after, such as "7 is 12 now" and "1 to 5 are 21 to 25 now"."""
    runs: list[list[tuple[int, int]]] = []
    for old, new in pairs:
        if runs and runs[-1][-1] == (old - 1, new - 1):
            runs[-1].append((old, new))
        else:
            runs.append([(old, new)])
    return [
        f"{run[0][0]} is {run[0][1]} now"
        if len(run) == 1
        else f"{run[0][0]} to {run[-1][0]} are {run[0][1]} to {run[-1][1]} now"
        for run in runs
    ]


def _some(named: Sequence[str]) -> str:
    more = len(named) - _NAMED
    return ", ".join(named[:_NAMED]) + (f" and {more} more" if more > 0 else "")

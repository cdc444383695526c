"""How a list that is imported meets what the library has of it: each entry matched, merged or new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import SequenceMatcher
from sqlite3 import Connection
from typing import Any

from rlist.formats.document import Document, Fate, ReadEntry, SourceLine
from rlist.library.catalogue import Catalogue, new_uid
from rlist.library.seen import address_keys, key_of, keys_on
from rlist.model.identity import title_key
from rlist.model.item import Entry, Item, LookupState, Note, Section, Status, with_status
from rlist.model.merging import joined_lines, merged
from rlist.model.metadata import Metadata
from rlist.store import attempts, bulk, lists
from rlist.store import items as stored
from rlist.store.lists import ListRecord, PlacedEntry

# An entry whose words changed is the same entry if this much of them is alike (difflib's ratio): a typing mistake
# mended in a title of six words leaves 0.95, two parts of one series that differ in their names alone reach 0.8.
_ALIKE = 0.85


@dataclass(frozen=True, slots=True)
class LineAccount:
    """What became of one line of a source: its number from 1, in words what it is now, the item that it went to."""

    number: int
    what: str
    item_id: int | None
    text: str


def place(
    db: Connection,
    document: Document,
    target: ListRecord,
    tags: Sequence[str],
    now: datetime,
    progress: Callable[[int], None],
) -> tuple[LineAccount, ...]:
    """Bring `document` into the list `target` in the step that is open; the account has a row for each line."""
    placing = _Placing(db, document, target, tags, now)
    placing.save_sections()
    placing.match()
    for index in range(len(document.entries)):
        placing.settle(index)
        progress(index)
    placing.save()
    return tuple(placing.account())


class _Placing:
    """The state of one import of one list.

    Positions count the entries as the source has them now; an entry that the source no longer has stays behind the one
    that it stood behind.
    """

    def __init__(
        self, db: Connection, document: Document, target: ListRecord, tags: Sequence[str], now: datetime
    ) -> None:
        self._db = db
        self._document = document
        self._target = target
        self._tags = tuple(tags)
        self._now = now
        self._catalogue = Catalogue(db)
        self._free_ids = iter(stored.free_ids(db, len(document.entries)))
        self._seen = lists.seen_keys(db, target.id)
        self._old = lists.entries_of(db, target.id)
        self._match: dict[int, PlacedEntry] = {}
        self._items: dict[int, int] = {}
        self._what: dict[int, str] = {}
        self._positions: list[int] = []
        self._moved: dict[int, PlacedEntry] = {}

    def save_sections(self) -> None:
        """The headings in the order of the source, with their words; words that it no longer has are kept."""
        old = {section.path: section.text for section in lists.sections(self._db) if section.list == self._target.name}
        sections = [
            Section(self._target.name, section.path, joined_lines(old.get(section.path, ""), section.text))
            for section in self._document.sections
        ]
        lists.save_sections(self._db, self._target.id, sections)

    def match(self) -> None:
        """Find the entry of the library for each entry of the source by its words, and number them all anew."""
        by_text: dict[str, list[PlacedEntry]] = defaultdict(list)
        for entry in self._old:
            by_text[entry.text].append(entry)
        known = set(by_text)
        for index, read in enumerate(self._document.entries):
            if same := by_text.get(read.text):
                here = next((entry for entry in same if entry.section == read.section), same[0])
                same.remove(here)
                self._match[index] = here
            elif read.text not in known and self._is_removed(read):
                self._what[index] = "removed earlier"
        self._match_changed([entry for entries in by_text.values() for entry in entries])
        self._number()

    def _is_removed(self, read: ReadEntry) -> bool:
        """Whether the list brought this before, by its words or by an address that no item has any more."""
        if key_of("entry", read.text) in self._seen:
            return True
        known = any(key in self._seen for key in address_keys(read))
        return known and self._catalogue.find(self._item(read, None)) is None

    def _match_changed(self, gone: Sequence[PlacedEntry]) -> None:
        """Find those entries whose words have changed: by the item that they speak of, else in their section."""
        by_item = {entry.item_id: entry for entry in gone}
        by_section: dict[tuple[str, ...], list[PlacedEntry]] = defaultdict(list)
        for entry in gone:
            by_section[entry.section].append(entry)
        if not gone:
            return
        for index, read in enumerate(self._document.entries):
            if index in self._match or index in self._what:
                continue
            item = self._catalogue.find(self._item(read, None))
            found = by_item.get(item.id) if item else next(self._alike(read, by_section[read.section]), None)
            if found and by_item.pop(found.item_id, None):
                by_section[found.section].remove(found)
                self._match[index] = found

    def _alike(self, read: ReadEntry, entries: Sequence[PlacedEntry]) -> Iterator[PlacedEntry]:
        """Those of `entries` with the same title, then those whose words are alike."""
        key = title_key(read.metadata.title)
        yield from (entry for entry in entries if title_key(self._catalogue.get(entry.item_id).title) == key)
        yield from _alike(read.text, entries)

    def _number(self) -> None:
        matched = {entry.id for entry in self._match.values()}
        behind: dict[int, list[PlacedEntry]] = defaultdict(list)
        last = 0
        for entry in self._old:
            if entry.id in matched:
                last = entry.id
            else:
                behind[last].append(entry)
        position = 0

        def keep(entries: Sequence[PlacedEntry]) -> None:
            nonlocal position
            for entry in entries:
                position += 1
                self._move(entry, entry._replace(position=position))

        keep(behind[0])
        for index in range(len(self._document.entries)):
            # What the reader has removed keeps its place, so that its going moves nothing.
            position += 1
            self._positions.append(position)
            if index in self._match:
                keep(behind[self._match[index].id])

    def _move(self, old: PlacedEntry, new: PlacedEntry) -> None:
        if new != old:
            self._moved[old.id] = new

    def settle(self, index: int) -> None:
        """Decide on one entry: the item that it belongs to, and what the item gains."""
        if index in self._what:
            return
        read = self._document.entries[index]
        parent = self._items.get(read.parent) if read.parent is not None else None
        if index in self._match:
            item = self._meet(read, self._match[index], self._positions[index], parent)
        else:
            entry = Entry(
                self._target.name, read.section, self._positions[index], read.text, parent=parent, label=read.label
            )
            item = self._bring(index, self._item(read, entry))
        self._items[index] = item.id

    def _meet(self, read: ReadEntry, old: PlacedEntry, position: int, parent: int | None) -> Item:
        """The item of an entry that the library has already, with what the source has gained since."""
        self._move(
            old,
            old._replace(section=read.section, position=position, parent=parent, label=read.label, text=read.text),
        )
        item = self._catalogue.get(old.item_id)
        gained = self._item(read, None)
        if read.text == old.text:
            # The words are known, so what the reader has changed or taken away since stays so.
            gained = replace(gained, metadata=replace(item.metadata), kind=item.kind, citekey=item.citekey)
        elif item.lookup.state is not LookupState.FOUND:
            item = self._reworded(item, read.metadata)
        self._catalogue.put(self._touched(merged(item, self._unseen(item.uid, gained))))
        return self._catalogue.get(old.item_id)

    def _reworded(self, item: Item, said: Metadata) -> Item:
        """`item` as the mended words have it, but for what the reader has set."""
        own = attempts.get_attempt(self._db, item.id).own
        fields: dict[str, Any] = {
            name: value
            for name in ("title", "authors", "year", "venue")
            if name not in own and (value := getattr(said, name))
        }
        return replace(item, metadata=replace(item.metadata, **fields))

    def _bring(self, index: int, mention: Item) -> Item:
        """The item of an entry that is new to the list."""
        if known := self._catalogue.find(mention):
            self._what[index] = f"merged into {known.id}"
            self._catalogue.put(self._touched(merged(known, mention)))
            return self._catalogue.get(known.id)
        new = replace(mention, id=next(self._free_ids))
        self._what[index] = "new"
        self._catalogue.put(new)
        return new

    def _item(self, read: ReadEntry, entry: Entry | None) -> Item:
        """`read` as an item of its own."""
        item = Item(
            id=0,
            uid=new_uid(),
            metadata=read.metadata,
            kind=read.kind,
            added_at=read.added_at or self._now,
            updated_at=self._now,
            priority=read.priority,
            rating=read.rating,
            citekey=read.citekey,
            links=read.links,
            tags=tuple(dict.fromkeys((*read.tags, *self._tags))),
            entries=(entry,) if entry else (),
            notes=tuple(Note(body, self._now) for body in read.notes),
        )
        if read.status:
            item = with_status(item, read.status, read.finished_at or self._now)
        return replace(item, started_at=read.started_at or item.started_at)

    def _unseen(self, uid: str, item: Item) -> Item:
        """`item` without what the list has said of the item `uid` before: the reader has dealt with that."""

        def is_new(kind: str, value: str) -> bool:
            return key_of(kind, uid, value) not in self._seen

        return replace(
            item,
            status=item.status if is_new("status", item.status) else Status.UNREAD,
            links=tuple(link for link in item.links if is_new("link", link.url)),
            tags=tuple(tag for tag in item.tags if tag in self._tags or is_new("tag", tag)),
            notes=tuple(note for note in item.notes if is_new("note", note.body)),
        )

    def _touched(self, item: Item) -> Item:
        before = self._catalogue.get(item.id)
        return replace(item, updated_at=self._now) if item != before else before

    def save(self) -> None:
        """Write what has been decided."""
        bulk.add_items(self._db, self._catalogue.new)
        for before, after in self._catalogue.changed:
            stored.change_item(self._db, before, after)
        lists.place_entries(self._db, self._target.id, self._moved)
        lists.add_seen(self._db, self._target.id, set(self._keys()) - self._seen)
        changed = {after.id for _, after in self._catalogue.changed}
        for index, old in self._match.items():
            touched = old.item_id in changed or old.id in self._moved
            self._what[index] = f"merged into {old.item_id}" if touched else "already there"

    def _keys(self) -> Iterator[str]:
        """The keys of all that the source says now."""
        for index, read in enumerate(self._document.entries):
            yield key_of("entry", read.text)
            yield from address_keys(read)
            if index in self._items:
                yield from keys_on(self._catalogue.get(self._items[index]).uid, read)

    def account(self) -> Iterator[LineAccount]:
        """What became of each line of the source."""
        for line in self._document.lines:
            item_id = self._items.get(line.entry) if line.entry is not None else None
            yield LineAccount(line.number, account_of(line, item_id, self._what), item_id, line.text)


def account_of(line: SourceLine, item_id: int | None, entries: Mapping[int, str]) -> str:
    """What became of `line`, which belongs to the item `item_id`; `entries` say it of entries by their index."""
    if line.entry is None:
        return str(line.fate)
    if line.fate is Fate.ENTRY or item_id is None:
        return entries[line.entry]
    return f"{line.fate} {'on' if line.fate is Fate.NOTE else 'of'} {item_id}"


def _alike(text: str, entries: Sequence[PlacedEntry]) -> Iterator[PlacedEntry]:
    numbers = _numbers(text)
    for entry in entries:
        matcher = SequenceMatcher(None, text, entry.text, autojunk=False)
        if _numbers(entry.text) == numbers and matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE:
            yield entry


def _numbers(text: str) -> list[str]:
    """The words that number a part or a version: two entries that differ in one aren't the same."""
    return [word for word in title_key(text).split() if word.isdigit() or not word.strip("ivx")]

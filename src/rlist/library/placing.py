"""How a list that is imported meets what the library has of it: each entry matched, merged or new."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from sqlite3 import Connection
from typing import Any, NamedTuple

from rlist.formats.document import Document, Problem, ReadEntry
from rlist.library.accounting import Became, LineAccount, account
from rlist.library.catalogue import Catalogue, new_uid
from rlist.library.numbering import in_order_of_list, in_order_of_source
from rlist.library.recognising import recognise
from rlist.library.returning import Returning, edited, own_fields
from rlist.library.seen import keys_of, keys_on, unseen
from rlist.model.item import Entry, Item, LookupState, Note, Section, with_status
from rlist.model.merging import joined_lines, merged
from rlist.model.metadata import Metadata
from rlist.store import attempts, lists, places, saving
from rlist.store.lists import ListRecord
from rlist.store.places import PlacedEntry

# So many entries are decided on before they are written: what is kept of them meanwhile, a long list needs no more.
_AT_ONCE = 1000


class Placed(NamedTuple):
    """What became of each line of a source, and what is odd about its entries."""

    lines: tuple[LineAccount, ...]
    problems: tuple[Problem, ...]


def place(
    db: Connection,
    document: Document,
    target: ListRecord,
    tags: Sequence[str],
    now: datetime,
    progress: Callable[[int], None],
) -> Placed:
    """Bring `document` into the list `target` in the step that is open; the account has a row for each line.

    `progress` is told how many entries are done.
    """
    if document.is_listed:
        _save_sections(db, document, target)
    seen = lists.seen_keys(db, target.id)
    old = places.entries_of(db, target.id)
    placing = _Placing(db, target if document.is_listed else None, tuple(tags), now, seen, len(document.entries))
    returning = placing.returning.entries(document.entries, old)
    met = {entry.id for entry in returning.values()}
    left = [entry for entry in old if entry.id not in met] if met else old
    known, removed = recognise(document.entries, left, seen, placing.find)
    known = {**known, **returning}
    number = in_order_of_list if document.keeps_order else in_order_of_source
    numbers = number(old, known, len(document.entries))
    placing.moved.update(numbers.left)
    for index, (read, position) in enumerate(zip(document.entries, numbers.positions, strict=True)):
        if index % _AT_ONCE == 0:
            coming = range(index, min(index + _AT_ONCE, len(document.entries)))
            placing.foresee(document.entries[at] for at in coming if at not in known)
        if index in known:
            placing.meet(read, known[index], position)
        elif index in removed or placing.returning.is_removed(read):
            placing.pass_over(read)
        else:
            placing.bring(read, position)
        if (index + 1) % _AT_ONCE == 0:
            placing.write(is_last=False)
            progress(index + 1)
    placing.write(is_last=True)
    places.place_entries(db, target.id, placing.moved)
    touched = (
        Became.MERGED if entry and (entry.item_id in placing.changed or entry.id in placing.moved) else became
        for entry, became in zip(map(known.get, range(len(document.entries))), placing.became, strict=True)
    )
    lines = tuple(account(document.lines, placing.items, list(touched)))
    return Placed(lines, tuple(_problems(document, placing.taken)))


def _problems(document: Document, taken: Mapping[int, str]) -> Iterator[Problem]:
    """What to tell of the entries, by their index, with the words for each."""
    numbers: dict[int, int] = {}
    for line in document.lines:
        if line.entry is not None and line.entry in taken:
            numbers.setdefault(line.entry, line.number)
    return (Problem(numbers.get(index, 1), words) for index, words in taken.items())


def _save_sections(db: Connection, document: Document, target: ListRecord) -> None:
    """The headings in the order of the source, with their words; words that it no longer has are kept."""
    old = {section.path: section.text for section in lists.sections_of(db, target)}
    sections = [
        Section(target.name, section.path, joined_lines(old.get(section.path, ""), section.text))
        for section in document.sections
    ]
    lists.save_sections(db, target.id, sections)


class _Placing:
    """Decides on one entry of a list after the other, and writes what has been decided.

    `items` and `became` say of each entry so far the item that it belongs to and what it is now; `moved` are the
    entries of before that stand elsewhere or in other words now, `changed` the items that have gained something,
    `taken` the entries by their index whose citekey another item has, with words about it.
    """

    def __init__(
        self,
        db: Connection,
        target: ListRecord | None,
        tags: tuple[str, ...],
        now: datetime,
        seen: frozenset[str],
        expected: int,
    ) -> None:
        self.items: list[int | None] = []
        self.became: list[Became] = []
        self.moved: dict[int, PlacedEntry] = {}
        self.changed: set[int] = set()
        self.taken: dict[int, str] = {}
        self._db = db
        self._target = target
        self._tags = tags
        self._now = now
        self._seen = seen
        self._expected = expected
        self._said: dict[str, None] = {}
        self._own: dict[int, Mapping[str, bool]] = {}
        self._catalogue = Catalogue(db)
        self.returning = Returning(db)

    def find(self, read: ReadEntry) -> int | None:
        """The id of the library's item that an entry speaks of, or None."""
        return self._catalogue.find(self._item(read))

    def foresee(self, coming: Iterable[ReadEntry]) -> None:
        """Be told of the entries that `bring` takes next."""
        self._catalogue.foresee(coming)

    def pass_over(self, read: ReadEntry) -> None:
        """Leave out an entry that the reader has removed."""
        self._settle(None, Became.REMOVED, keys_of(read))

    def meet(self, read: ReadEntry, old: PlacedEntry, position: int) -> None:
        """Take an entry that the library has, with what the source has gained since."""
        parent = self.items[read.parent] if read.parent is not None else None
        if read.returned:
            self._meet_returned(read, old, position, parent)
            return
        new = old._replace(section=read.section, position=position, parent=parent, label=read.label, text=read.text)
        if new != old:
            self.moved[old.id] = new
        keys = keys_of(read) + keys_on(old.uid, read)
        if self._tags or read.text != old.text or not self._seen.issuperset(keys):
            self._gain(read, old)
        self._settle(old.item_id, Became.THERE, keys)

    def _meet_returned(self, read: ReadEntry, old: PlacedEntry, position: int, parent: int | None) -> None:
        """Take an entry that comes back from an export, with what was edited there."""
        new = old._replace(position=position)
        if read.returned and "place" in read.returned.edited:
            new = new._replace(section=read.section, parent=parent)
        if new != old:
            self.moved[old.id] = new
        item = self._catalogue.get(old.item_id)
        self._put(item, edited(item, read, self._now))
        self._own[item.id] = own_fields(read)
        self._settle(old.item_id, Became.THERE, keys_of(read) + keys_on(old.uid, read))

    def bring(self, read: ReadEntry, position: int) -> None:
        """Take an entry that is new to the list: its item is the library's, or new as well."""
        parent = self.items[read.parent] if read.parent is not None else None
        entries = (
            ()
            if self._target is None
            else (Entry(self._target.name, read.section, position, read.text, parent, read.label),)
        )
        mention = self._item(read, *entries)
        if (number := self.returning.item_of(read)) is not None:
            item = self._catalogue.get(number)
            after = edited(item, read, self._now)
            stay = self.returning.staying(after, read, self._catalogue.get)
            self._put(item, after._replace(entries=stay))
            self._catalogue.join(number, after._replace(entries=entries), self._now)
            self._own[number] = own_fields(read)
            self._settle(number, Became.MERGED if entries or after != item else Became.THERE, keys_of(read))
            return
        known = self._catalogue.find(mention)
        if known is not None and not self.returning.is_another(known, read):
            self._catalogue.join(known, mention, self._now)
            item_id, uid, became = known, self._catalogue.uid_of(known), Became.MERGED
        else:
            mention = self.returning.brought(mention, read)
            self._catalogue.put(mention)
            self._own[mention.id] = own_fields(read)
            item_id, uid, became = mention.id, mention.uid, Became.NEW
        self._tell_of_citekey(item_id, read)
        self._settle(item_id, became, keys_of(read) + keys_on(uid, read))

    def _tell_of_citekey(self, item_id: int, read: ReadEntry) -> None:
        owner = self._catalogue.owner_of_citekey(read.citekey) if read.citekey else None
        if owner is not None and owner != item_id:
            words = f"the citekey {read.citekey} is that of item {owner}, so item {item_id} doesn't get it"
            self.taken[len(self.items)] = words

    def write(self, *, is_last: bool) -> None:
        """Write what has been decided since the last time, and all that is left at the last."""
        new, changed, mentions = self._catalogue.take(is_last=is_last)
        saving.add_items(self._db, new, expected=self._expected)
        for before, after in changed:
            saving.change_item(self._db, before, after)
            self.changed.add(after.id)
        saving.add_mentions(self._db, mentions)
        self.changed.update(item_id for item_id, _ in mentions)
        for item_id, fields in self._own.items():
            if fields:
                attempts.mark_own(self._db, item_id, fields)
        self._own.clear()
        if self._target is not None:
            lists.add_seen(self._db, self._target.id, [key for key in self._said if key not in self._seen])
        self._said.clear()

    def _settle(self, item_id: int | None, became: Became, keys: Sequence[str]) -> None:
        self.items.append(item_id)
        self.became.append(became)
        self._said.update(dict.fromkeys(keys))

    def _gain(self, read: ReadEntry, old: PlacedEntry) -> None:
        """Give an item what an entry that it had says now and didn't say before."""
        item = self._catalogue.get(old.item_id)
        said = unseen(self._seen, item.uid, self._item(read), self._tags)
        if read.text == old.text:
            # The words are known, so what the reader has changed or taken away since stays so.
            said = said._replace(metadata=item.metadata, kind=item.kind, added_at=item.added_at)
            gained = merged(item, said._replace(priority=None, rating=None, citekey=None))
        elif item.lookup.state is LookupState.FOUND:
            gained = merged(item, said)
        else:
            gained = merged(self._reworded(item, read.metadata), said)
        self._put(item, gained)

    def _reworded(self, item: Item, said: Metadata) -> Item:
        """`item` as the mended words have it, but for what the reader has set."""
        own = attempts.get_attempt(self._db, item.id).own
        fields: dict[str, Any] = {
            name: value
            for name in ("title", "authors", "year", "venue")
            if name not in own and (value := getattr(said, name))
        }
        return item._replace(metadata=item.metadata._replace(**fields))

    def _put(self, before: Item, after: Item) -> None:
        if after != before:
            self._catalogue.put(after._replace(updated_at=self._now))

    def _item(self, read: ReadEntry, *entries: Entry) -> Item:
        """`read` as an item of its own, new to the library."""
        item = Item(
            id=self._catalogue.next_id,
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
            entries=entries,
            notes=tuple(Note(body, self._now) for body in read.notes),
            started_at=read.started_at,
        )
        if read.status is None:
            return item
        item = with_status(item, read.status, read.finished_at or self._now)
        return item._replace(started_at=read.started_at or item.started_at)

"""Which item a mention belongs to: the library's, or one that the command under way has made."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from sqlite3 import Connection
from typing import NamedTuple

from rlist.formats.document import ReadEntry
from rlist.model.growth import Growth
from rlist.model.identity import address_of, canonical_address, is_repository_address, title_key
from rlist.model.item import Entry, Item, Link
from rlist.model.merging import completed, has_facts, is_same_work
from rlist.store import items as stored
from rlist.store import saving

# A title or the address of a repository that more items have says nothing of which one is meant.
_SHARED_BY = 50


class Taken(NamedTuple):
    """What has to be written: new items in the order of their ids, changed ones before and after.

    `mentions` are further entries of items that the library has, each with the id of its item.
    """

    new: list[Item]
    changed: list[tuple[Item, Item]]
    mentions: list[tuple[int, Entry]]


class Catalogue:
    """Items as they will stand when the command is done; nothing is written of them before what `take` gives is.

    Two mentions are one item by an identifier or an address in its canonical form; by an equal title only where
    nothing speaks against it. A new item takes `next_id`, which no other ever had.
    """

    def __init__(self, db: Connection) -> None:
        self._db = db
        self._before: dict[int, Item] = {}
        self._items: dict[int, Item] = {}
        self._growth: dict[int, Growth] = {}
        self._parents: dict[int, set[int | None]] = {}
        self._by_key: dict[tuple[str, str], dict[int, None]] = defaultdict(dict)
        # What the library has, as far as it was asked since it was last written to.
        self._stored: dict[tuple[str, str], Sequence[int]] = {}
        self.next_id = saving.free_ids(db, 1).start

    def foresee(self, mentions: Iterable[ReadEntry]) -> None:
        """Ask at once what `find` and `put` would ask the library for one by one; what it hasn't, they know then."""
        asked: dict[str, set[str]] = defaultdict(set)
        for mention in mentions:
            for scheme, value in (*_keys(mention), *_addresses_of(mention.metadata.identifiers)):
                asked[scheme].add(value)
        for scheme, values in asked.items():
            for value in values - stored.known_values(self._db, scheme, values):
                self._stored[scheme, value] = ()

    def get(self, item_id: int) -> Item:
        """The item as it stands now, without the entries that `join` has given it."""
        item = self._item(item_id)
        return self._growth[item_id].grown(item) if item_id in self._growth else item

    def uid_of(self, item_id: int) -> str:
        """The name of the item that no other has on any machine."""
        return self._item(item_id).uid

    def join(self, item_id: int, mention: Item, now: datetime) -> None:
        """Give an item all that a further mention says, in time that doesn't grow with what it has."""
        item = self._item(item_id)
        if item_id not in self._growth:
            self._growth[item_id] = Growth(item)
            self._know(item)
        growth = self._growth[item_id]
        links = len(growth.links)
        has_more = growth.add(mention)
        gained = completed(item, mention)
        if has_more or gained != item:
            self._take_in(gained if gained.updated_at == now else gained._replace(updated_at=now))
        for link in growth.links[links:]:
            self._by_key[_ADDRESS, canonical_address(link.url)][item_id] = None
        self._parents_of(item_id).update(entry.parent for entry in mention.entries)

    def put(self, item: Item) -> None:
        """Take `item` in, new or as it has become, without the identifiers and the citekey that other items have."""
        self._take_in(item)
        if growth := self._growth.get(item.id):
            self._growth[item.id] = Growth(item, growth.entries)

    def owner_of_citekey(self, citekey: str) -> int | None:
        """The id of the item that has this citekey, or None."""
        return next(iter(self._ids((_CITEKEY, citekey))), None)

    def find(self, mention: Item) -> int | None:
        """The id of the item that `mention` speaks of, or None."""
        for key in mention.metadata.identifiers.items():
            for item_id in self._ids(key):
                return item_id
        for link in mention.links:
            for item_id in islice(self._ids((_ADDRESS, canonical_address(link.url))), _SHARED_BY):
                if not is_repository_address(link.url):
                    return item_id
                if not (_others(self._compared(item_id, mention), link) or _others(mention, link)):
                    return item_id
        # An item that another one was merged into has the identifier of that as an address.
        for key in _addresses_of(mention.metadata.identifiers):
            for item_id in self._ids(key):
                return item_id
        for item_id in self._comparable(mention):
            if is_same_work(self._compared(item_id, mention), mention, self._parents_of(item_id)):
                return item_id
        return None

    def take(self, *, is_last: bool = True) -> Taken:
        """What has to be written; from here on it is the library's, and forgotten here.

        Unless this is the last time, the library's items that were joined stay: one that very many mentions speak of
        would take long to read and to write with each of them.
        """
        staying = set() if is_last else self._growth.keys() & self._before.keys()
        going = self._items.keys() - staying
        new = [self._whole(item_id) for item_id in self._items if item_id not in self._before]
        changed = [(old, self.get(item_id)) for item_id, old in self._before.items() if item_id in going]
        mentions = [
            (item_id, entry)
            for item_id in self._growth
            if item_id in going and item_id in self._before
            for entry in self._growth[item_id].entries
        ]
        for item_id in going:
            for known in (self._before, self._items, self._growth, self._parents):
                known.pop(item_id, None)
        self._stored.clear()
        by_key, self._by_key = self._by_key, defaultdict(dict)
        for key, ids in by_key.items():
            if left := ids.keys() & staying:
                self._by_key[key] = dict.fromkeys(sorted(left))
        return Taken(new, [(old, item) for old, item in changed if item != old], mentions)

    def _item(self, item_id: int) -> Item:
        self._load([item_id])
        return self._items[item_id]

    def _load(self, ids: Iterable[int]) -> None:
        """Have these items here, read at once: one title may be that of many."""
        if missing := [item_id for item_id in ids if item_id not in self._items]:
            loaded = {item.id: item for item in stored.get_items(self._db, missing)}
            self._items |= loaded
            self._before |= loaded

    def _know(self, item: Item) -> None:
        """Find `item` by its keys before any that only the library knows."""
        for key in _keys(item):
            self._by_key[key][item.id] = None

    def _whole(self, item_id: int) -> Item:
        item = self.get(item_id)
        growth = self._growth.get(item_id)
        return item._replace(entries=(*item.entries, *growth.entries)) if growth else item

    def _comparable(self, mention: Item) -> Sequence[int]:
        """The items with the title of `mention`, without those of the library that can't be the same work."""
        ids = list(islice(self._ids((_TITLE, title_key(mention.title))), _SHARED_BY))
        if has_facts(mention) and not mention.metadata.authors:
            bare = stored.without_facts(self._db, [item_id for item_id in ids if item_id not in self._items])
            ids = [item_id for item_id in ids if item_id in self._items or item_id in bare]
        self._load(ids)
        return ids

    def _compared(self, item_id: int, mention: Item) -> Item:
        """The item with as many of its links as tell whether `mention` is of it."""
        item = self._item(item_id)
        growth = self._growth.get(item_id)
        if not growth or not growth.links:
            return item
        shared = (link for link in mention.links if item_id in self._by_key[_ADDRESS, canonical_address(link.url)])
        return item._replace(links=(*item.links, growth.links[0], *shared))

    def _take_in(self, item: Item) -> None:
        known = self._items.get(item.id)
        if known is item or known == item:
            return
        mine = {
            scheme: value
            for scheme, value in item.metadata.identifiers.items()
            if all(owner == item.id for owner in self._ids((scheme, value)))
        }
        if len(mine) < len(item.metadata.identifiers):
            item = item._replace(metadata=item.metadata._replace(identifiers=mine))
        if item.citekey and any(owner != item.id for owner in self._ids((_CITEKEY, item.citekey))):
            item = item._replace(citekey=known.citekey if known else None)
        self._items[item.id] = item
        self.next_id = max(self.next_id, item.id + 1)
        self._know(item)

    def _parents_of(self, item_id: int) -> set[int | None]:
        if item_id not in self._parents:
            self._parents[item_id] = {entry.parent for entry in self._item(item_id).entries}
        return self._parents[item_id]

    def _ids(self, key: tuple[str, str]) -> Iterator[int]:
        """The ids of the items with `key`, those of this command first: they are current."""
        known = self._by_key.get(key, {})
        yield from known
        if key not in self._stored:
            self._stored[key] = self._stored_ids(*key)
        yield from (item_id for item_id in self._stored[key] if item_id not in known)

    def _stored_ids(self, scheme: str, value: str) -> Sequence[int]:
        if scheme == _ADDRESS:
            return stored.find_by_address(self._db, value, limit=_SHARED_BY)
        if scheme == _TITLE:
            return stored.find_by_title_key(self._db, value, limit=_SHARED_BY)
        if scheme == _CITEKEY:
            found = stored.find_by_citekey(self._db, value)
        else:
            found = stored.find_by_identifier(self._db, scheme, value)
        return () if found is None else (found,)


def new_uid() -> str:
    """A name for an item that no other has on any machine: 32 hexadecimal digits."""
    return os.urandom(16).hex()


_ADDRESS = "address"
_TITLE = "title"
_CITEKEY = "citekey"


def _addresses_of(identifiers: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for scheme, value in identifiers.items():
        if address := address_of(scheme, value):
            yield _ADDRESS, canonical_address(address)


def _keys(item: Item | ReadEntry) -> Iterator[tuple[str, str]]:
    yield from item.metadata.identifiers.items()
    for link in item.links:
        yield _ADDRESS, canonical_address(link.url)
    yield _TITLE, title_key(item.metadata.title)
    if item.citekey:
        yield _CITEKEY, item.citekey


def _others(item: Item, link: Link) -> bool:
    """Whether `item` has an address besides that of `link`."""
    address = canonical_address(link.url)
    return any(canonical_address(other.url) != address for other in item.links)

"""What a list has brought before, by keys: what came once and is gone, the reader has dealt with."""

from __future__ import annotations

from collections.abc import Sequence, Set
from hashlib import sha256

from rlist.formats.document import ReadEntry
from rlist.model.identity import canonical_address
from rlist.model.item import Item, Status


def key_of(*parts: str) -> str:
    """What is remembered of a text that a list brought, in place of the text."""
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:24]


def keys_of(read: ReadEntry) -> list[str]:
    """The keys of an entry, whatever item it is of: its words and what names the work."""
    return [key_of("entry", read.text), *address_keys(read)]


def address_keys(read: ReadEntry | Item) -> list[str]:
    """The keys of what names the work, whatever words stand around it."""
    return [key_of("address", canonical_address(link.url)) for link in read.links] + [
        key_of("identifier", scheme, value) for scheme, value in read.metadata.identifiers.items()
    ]


def keys_on(uid: str, read: ReadEntry) -> list[str]:
    """The keys of what an entry says of the item `uid`."""
    said = [("status", str(read.status))] if read.status else []
    said += [("link", link.url) for link in read.links]
    said += [("tag", tag) for tag in read.tags]
    said += [("note", note) for note in read.notes]
    return [key_of(kind, uid, value) for kind, value in said]


def unseen(seen: Set[str], uid: str, item: Item, wanted: Sequence[str]) -> Item:
    """`item` without what the list has said of the item `uid` before: the reader has dealt with that.

    The tags `wanted` stay, which the reader asks for now.
    """

    def is_new(kind: str, value: str) -> bool:
        return key_of(kind, uid, value) not in seen

    return item._replace(
        status=item.status if is_new("status", item.status) else Status.UNREAD,
        links=tuple(link for link in item.links if is_new("link", link.url)),
        tags=tuple(tag for tag in item.tags if tag in wanted or is_new("tag", tag)),
        notes=tuple(note for note in item.notes if is_new("note", note.body)),
    )

"""What a list has brought before, by keys: what came once and is gone, the reader has dealt with."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from rlist.formats.document import ReadEntry
from rlist.model.identity import canonical_address
from rlist.model.item import Item


def key_of(*parts: str) -> str:
    """What is remembered of a text that a list brought, in place of the text."""
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:24]


def address_keys(read: ReadEntry | Item) -> Iterator[str]:
    """The keys of what names the work, whatever words stand around it."""
    for link in read.links:
        yield key_of("address", canonical_address(link.url))
    for scheme, value in read.metadata.identifiers.items():
        yield key_of("identifier", scheme, value)


def keys_on(uid: str, read: ReadEntry) -> Iterator[str]:
    """The keys of what an entry says of the item `uid`."""
    if read.status:
        yield key_of("status", uid, read.status)
    for kind, values in (("link", (link.url for link in read.links)), ("tag", read.tags), ("note", read.notes)):
        for value in values:
            yield key_of(kind, uid, value)

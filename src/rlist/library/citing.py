"""Citekeys: an item is given one as soon as its author and year are known, and keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from sqlite3 import Connection

from rlist.model.item import Item
from rlist.model.metadata import all_citekeys, free_citekey, is_citable
from rlist.store import items as stored


def cited(db: Connection, item: Item) -> Item:
    """`item` with a citekey that no other has, if its author and year are known and it has none."""
    if item.citekey or not is_citable(item.metadata):
        return item
    return item._replace(citekey=free_citekey(item.metadata, lambda key: stored.find_by_citekey(db, key) is not None))


def with_citekeys(db: Connection, items: Sequence[Item]) -> list[Item]:
    """`items` with a citekey for each, the same whichever of the library's items they are."""
    if all(item.citekey for item in items):
        return list(items)
    keys = all_citekeys(stored.works_to_cite(db))
    return [item._replace(citekey=keys[item.id]) for item in items]

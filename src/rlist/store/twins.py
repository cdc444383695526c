"""Items that are likely to be one work: alike in title, or with an address that is another one's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rlist.model.identity import ADDRESSES, canonical_address, is_repository_address
from rlist.model.twin_titles import are_likely, groups, pairs
from rlist.store.items import get_items

if TYPE_CHECKING:
    from collections.abc import Iterator
    from sqlite3 import Connection

# A page that more items lead to is about something else: a list, a proceedings, a project.
_MOST_SHARING = 3
_PAIRS_AT_ONCE = 250

_SHARING_AN_ADDRESS = """
    SELECT address, group_concat(DISTINCT item_id) FROM link
    GROUP BY address HAVING count(DISTINCT item_id) BETWEEN 2 AND ?"""
_WITH_THE_ADDRESS_OF = """
    SELECT identifier.item_id, link.item_id FROM identifier
    JOIN link ON link.address = replace(?, '{}', identifier.value) AND link.item_id <> identifier.item_id
    WHERE identifier.scheme = ?"""


def find_twins(db: Connection) -> list[list[int]]:
    """The ids of the items that are likely to be one work, a list for each such work, by number."""
    return groups([*_by_title(db), *_by_address(db)])


def _by_title(db: Connection) -> Iterator[tuple[int, int]]:
    """The pairs whose titles are alike, if nothing else that is known of them speaks against it."""
    alike = sorted(pairs(db.execute("SELECT id, title FROM item")))
    for start in range(0, len(alike), _PAIRS_AT_ONCE):
        some = alike[start : start + _PAIRS_AT_ONCE]
        ids = {item_id for pair in some for item_id in pair}
        known = {item.id: item.metadata for item in get_items(db, sorted(ids))}
        yield from (pair for pair in some if are_likely(known[pair[0]], known[pair[1]]))


def _by_address(db: Connection) -> Iterator[tuple[int, int]]:
    """The pairs of which one leads to where the other is found; the code of several papers is no such place."""
    for address, listed in db.execute(_SHARING_AN_ADDRESS, (_MOST_SHARING,)):
        if not is_repository_address(f"https://{address}"):
            first, *others = map(int, listed.split(","))
            yield from ((first, other) for other in others)
    for scheme, address in ADDRESSES.items():
        yield from db.execute(_WITH_THE_ADDRESS_OF, (canonical_address(address), scheme))

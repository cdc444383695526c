"""Which item the words of a title mean."""

from __future__ import annotations

from collections.abc import Sequence

from rlist.errors import NothingFound, WrongUsage
from rlist.library import Library
from rlist.library.finding import parsed
from rlist.model import identity
from rlist.model.item import Item
from rlist.store import items as stored
from rlist.store import search

# How many items are named when words match several: enough to choose from, few enough to read.
_CANDIDATES = 10


class Ambiguous(WrongUsage):
    """Words that match several titles; `candidates` are the first of them."""

    def __init__(self, words: str, candidates: Sequence[Item], total: int) -> None:
        named = [f"{item.id}  {item.title}" for item in candidates]
        more = [f"… and {total - len(candidates)} more"] if total > len(candidates) else []
        super().__init__(f"“{words}” matches {total} titles", "say which by its number", [*named, *more])
        self.candidates = candidates


def find_by_title(library: Library, words: str) -> list[int]:
    """The id of the one item whose title has all of `words`; raises NothingFound, Ambiguous."""
    db = library.store.db
    if len(ids := stored.find_by_title_key(db, identity.title_key(words))) == 1:
        return ids
    quoted = words.replace('"', " ")
    wanted = parsed(library, [f'title:"{word}"' for word in quoted.split()])
    found = search.find(db, wanted, ranked=True, limit=_CANDIDATES)
    if found.total == 1:
        return found.ids
    if not found.ids:
        raise NothingFound(f"no title matches “{words}”", "`rlist search` looks everywhere else too")
    raise Ambiguous(words, stored.get_items(db, found.ids), found.total)

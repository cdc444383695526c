"""The items nearest to one, and why."""

from __future__ import annotations

from collections.abc import Sequence

from rlist.errors import NothingFound
from rlist.library import Library
from rlist.library.finding import parsed
from rlist.library.naming import find_id
from rlist.library.suggesting import Suggestion
from rlist.store import items as stored
from rlist.store import related as store


def related(library: Library, argument: str, words: Sequence[str], *, count: int) -> list[Suggestion]:
    """The `count` items nearest to the one that `argument` names, of those that the query `words` describes.

    They share words, authors, tags or a section with it. Raises NothingFound, also where nothing is near; Ambiguous,
    QueryError.
    """
    db = library.store.db
    item = stored.get_items(db, [find_id(library, argument)])[0]
    scored = store.related(db, item, parsed(library, words), count=count)
    if not scored:
        what = f" that matches {' '.join(words)}" if words else ""
        raise NothingFound(f"nothing{what} is near {item.id}  {item.title}")
    items = {found.id: found for found in stored.get_items(db, [one.id for one in scored])}
    return [Suggestion(items[one.id], one) for one in scored]

"""Searching: what a query describes, best first, and where it matched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from sqlite3 import Connection

from rlist.errors import NothingFound, WrongUsage
from rlist.library import Library
from rlist.library.finding import AT_ONCE, Hit, Page, found, understood
from rlist.store import items as stored
from rlist.store import query, search
from rlist.store.excerpts import matches
from rlist.store.query_sql import in_library
from rlist.store.query_tree import Query

# Where a search finds so few, a word with a slip in it may be why.
_LITTLE = 2


def search_items(library: Library, words: Sequence[str], *, limit: int | None = None, exact: bool = False) -> Page:
    """The items that the query `words` describes, best first, with the place that matched.

    With `exact` those with the words as they are typed alone, and all of them are ranked. Raises QueryError, WrongUsage
    for a query that says nothing, and NothingFound when there is none.
    """
    db = library.store.db
    wanted = understood(library, words, exact=exact)
    if wanted.node is None:
        raise WrongUsage("there is nothing to search for", "`rlist list` shows the items")
    page, wanted, corrections = found(library, wanted, limit=limit, ranked=True, exact=exact)
    if 0 < page.total <= _LITTLE and not (exact or corrections):
        # Most queries find enough as they are.
        from rlist.store.correct import widened

        other, corrections = widened(db, wanted)
        if corrections:
            page, wanted = search.find(db, other, limit=limit, ranked=True), other
    hints = query.hints(words)
    if not page.ids:
        raise NothingFound(f"nothing found for {' '.join(words)}", "; ".join(hints) or None)
    hits = _hits(db, in_library(db, wanted), page)
    return Page(hits, len(page.ids), page.total, page.is_least, page.ranked, corrections, hints)


def _hits(db: Connection, wanted: Query, page: search.Page) -> Iterator[Hit]:
    for start in range(0, len(page.ids), AT_ONCE):
        ids = page.ids[start : start + AT_ONCE]
        places = matches(db, wanted, ids, others=ids[max(page.typed - start, 0) :])
        yield from (Hit(item, places.get(item.id)) for item in stored.get_items(db, ids))


def explain(library: Library, words: Sequence[str], *, exact: bool = False) -> str:
    """How the query `words` is read, in a line."""
    return query.explain(understood(library, words, exact=exact))

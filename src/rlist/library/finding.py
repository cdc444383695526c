"""Finding things again: what a query describes, lists, exports."""

from collections.abc import Iterable, Iterator, Sequence
from sqlite3 import Connection
from typing import TYPE_CHECKING, Any, NamedTuple

from rlist.library import Library
from rlist.model.item import Item
from rlist.settings import aliases
from rlist.store import conditions, query, search, views
from rlist.store import items as stored
from rlist.store.query_sql import in_library
from rlist.store.query_tree import Query, twins_of

if TYPE_CHECKING:
    from rlist.store.correct import Correction
    from rlist.store.excerpts import Match

# So many ways to join twins are named: what fits in a line or two.
_MERGES_NAMED = 3


# So many hits are read at a time, however many are shown.
AT_ONCE = 200


class Hit(NamedTuple):
    """An item that a query describes, with the place where a search matched it."""

    item: Item
    match: "Match | None" = None


class Page(NamedTuple):
    """Hits as they are to be shown, how many that are, and how many there are in all.

    The hits are read while they are gone through, once and as long as the library is open: there may be a million.
    `total` says that there are at least so many if `is_least`; of those that don't have the words in the title the
    newest `ranked` were ranked, None where all were. `corrections` are the words that were looked for in place of those
    that no item has, or few, `hints` what else is worth saying of the query.
    """

    hits: Iterable[Hit]
    shown: int
    total: int
    is_least: bool = False
    ranked: int | None = None
    corrections: Sequence["Correction"] = ()
    hints: Sequence[str] = ()


def parsed(library: Library, words: Sequence[str]) -> Query:
    """The query `words`, its days those of the reader; raises QueryError."""
    return query.parse(words, now=library.clock(), today=library.today, views=views.views(library.store.db))


def understood(library: Library, words: Sequence[str], *, exact: bool = False) -> Query:
    """The query `words` with other ways to say the same, unless it is to be `exact`; raises QueryError."""
    wanted = parsed(library, words)
    if exact or wanted.node is None:
        return wanted
    # A list without a QUERY has no words, and what knows other ways to say them takes long to load.
    from rlist.store.expand import expanded

    return expanded(library.store.db, wanted, aliases(library.settings))


def list_items(
    library: Library, words: Sequence[str], *, sort: str | None = None, reverse: bool = False, limit: int | None = None
) -> Page:
    """The items that the query `words` describes; without `status:` in it those that are unread or being read.

    Likely twins are listed with any status, beside each other.

    Raises QueryError, and WrongUsage for a sort key that there isn't.
    """
    db = library.store.db
    wanted = understood(library, words)
    twins = twins_of(wanted.node)
    if twins is not None:
        wanted = in_library(db, wanted)
        twins = twins_of(wanted.node)
    elif not wanted.mentions_status:
        wanted = wanted.still_open()
    page, _, corrections = found(library, wanted, sort=sort, reverse=reverse, limit=limit)
    hints = [*query.hints(words), *_how_to_merge(page.ids, twins or ())]
    return Page(
        _hits(db, page.ids),
        len(page.ids),
        page.total,
        is_least=page.is_least,
        corrections=corrections,
        hints=hints,
    )


def _hits(db: Connection, ids: Sequence[int]) -> Iterator[Hit]:
    for start in range(0, len(ids), AT_ONCE):
        yield from map(Hit, stored.get_items(db, ids[start : start + AT_ONCE]))


def _how_to_merge(shown: Sequence[int], twins: Sequence[Sequence[int]]) -> list[str]:
    """How to join the first of the `twins` that are shown."""
    commands = [f"`rlist merge {' '.join(map(str, works))}`" for works in twins if not set(works).isdisjoint(shown)]
    if not commands:
        return []
    more = ["…"] if len(commands) > _MERGES_NAMED else []
    return [f"if they are one work: {', '.join([*commands[:_MERGES_NAMED], *more])}"]


def found(
    library: Library, wanted: Query, *, exact: bool = False, **how: Any
) -> tuple[search.Page, Query, Sequence["Correction"]]:
    """What `wanted` finds; where that is nothing, what it finds with the nearest words of the library in it."""
    db = library.store.db
    page = search.find(db, wanted, exact=exact, **how)
    if page.ids or exact:
        return page, wanted, ()
    # Most queries find something as they are.
    from rlist.store.correct import corrected

    other, corrections = corrected(db, wanted)
    return (search.find(db, other, **how), other, corrections) if corrections else (page, wanted, ())


def field_words(field: str) -> list[str]:
    """The words that the fields `has` and `is` of a query take."""
    return conditions.words_of(field)

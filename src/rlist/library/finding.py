"""Finding things again: lists, search, the address of an item, exports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from rlist.errors import NothingFound, WrongUsage
from rlist.library import Library
from rlist.library.naming import show
from rlist.model import identity
from rlist.model.address import browser_address, is_for_browser
from rlist.model.item import Item, Section
from rlist.store import conditions, lists, query, search, views
from rlist.store import items as stored
from rlist.store.lists import ListSummary
from rlist.store.query_tree import Query
from rlist.store.search import Match


class Page(NamedTuple):
    """Items as they are to be shown, how many there are in all, and where a search matched them."""

    items: Sequence[Item]
    total: int
    matches: Mapping[int, Match] = MappingProxyType({})


def parsed(library: Library, words: Sequence[str]) -> Query:
    """The query `words`, its days those of the reader; raises QueryError."""
    return query.parse(words, now=library.clock(), today=library.today, views=views.views(library.store.db))


def list_items(
    library: Library, words: Sequence[str], *, sort: str | None = None, reverse: bool = False, limit: int | None = None
) -> Page:
    """The items that the query `words` describes; without `status:` in it those that are unread or being read.

    Raises QueryError, and WrongUsage for a sort key that there isn't.
    """
    db = library.store.db
    wanted = parsed(library, words)
    if not wanted.mentions_status:
        wanted = wanted.still_open()
    found = search.find(db, wanted, sort=sort, reverse=reverse, limit=limit)
    return Page(stored.get_items(db, found.ids), found.total)


def search_items(library: Library, words: Sequence[str], *, limit: int | None = None) -> Page:
    """The items that the query `words` describes, best first, with the place that matched.

    Raises QueryError, and NothingFound when there is none.
    """
    db = library.store.db
    wanted = parsed(library, words)
    found = search.find(db, wanted, ranked=True, limit=limit)
    if not found.ids:
        raise NothingFound(f"nothing found for {' '.join(words)}")
    return Page(stored.get_items(db, found.ids), found.total, search.matches(db, wanted, found.ids))


def explain(library: Library, words: Sequence[str]) -> str:
    """How the query `words` is read, in a line."""
    return query.explain(parsed(library, words))


def field_words(field: str) -> list[str]:
    """The words that the fields `has` and `is` of a query take."""
    return conditions.words_of(field)


def find_lists(library: Library) -> list[ListSummary]:
    """The lists with the number of their items by status."""
    return lists.summaries(library.store.db)


def to_open(library: Library, arguments: Sequence[str], *, pdf: bool = False) -> list[tuple[Item, str]]:
    """The address to open for each of the items that `arguments` name, or that of its PDF.

    Raises WrongUsage for an item that has none that a browser may be given.
    """
    return [(item, _address(item, pdf=pdf)) for item in show(library, arguments)]


def _address(item: Item, *, pdf: bool) -> str:
    spelled = [identity.address_of(scheme, value) for scheme, value in item.metadata.identifiers.items()]
    known = [link.url for link in item.links] + [address for address in spelled if address]
    known = [browser_address(address) for address in known]
    if pdf:
        known = [address for url in known if (address := identity.pdf_address(url))]
    for address in known:
        if is_for_browser(address):
            return address
    what = "PDF that rlist knows of" if pdf else "address to open"
    raise WrongUsage(f"{item.id} has no {what}: {item.title}", f"`rlist edit {item.id} --url ADDRESS` gives it one")


def exported(library: Library, words: Sequence[str]) -> tuple[list[Item], list[Section]]:
    """The items that the query `words` describes, by id, with the sections they stand in; all of both without one."""
    db = library.store.db
    wanted = parsed(library, words)
    items = stored.get_items(db, search.find(db, wanted, sort="id").ids)
    sections = lists.sections(db)
    if words:
        places = {
            (entry.list, entry.section[:depth])
            for item in items
            for entry in item.entries
            for depth in range(1, len(entry.section) + 1)
        }
        sections = [section for section in sections if (section.list, section.path) in places]
    return items, sections

"""Finding things again: lists, search, one item with everything about it, its address, exports."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from rlist.errors import NothingFound, WrongUsage
from rlist.library import Library
from rlist.model import identity
from rlist.model.address import browser_address, is_for_browser
from rlist.model.item import Item, Section
from rlist.store import items as stored
from rlist.store import lists, query, search, views
from rlist.store.lists import ListSummary
from rlist.store.query_tree import Query
from rlist.store.search import Match

# How many items are named when words match several: enough to choose from, few enough to read.
_CANDIDATES = 10

_RANGE = re.compile(r"(\d+)-(\d+)")


class Ambiguous(WrongUsage):
    """Words that match several titles; `candidates` are the first of them."""

    def __init__(self, words: str, candidates: Sequence[Item], total: int) -> None:
        named = "\n".join(f"  {item.id}  {item.title}" for item in candidates)
        more = f"\n  … and {total - len(candidates)} more" if total > len(candidates) else ""
        super().__init__(f"“{words}” matches {total} titles; say which by its number", f"{named}{more}")
        self.candidates = candidates


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


def show(library: Library, arguments: Sequence[str]) -> list[Item]:
    """Everything about the items that `arguments` name."""
    return stored.get_items(library.store.db, find_ids(library, arguments))


def find_lists(library: Library) -> list[ListSummary]:
    """The lists with the number of their items by status."""
    return lists.summaries(library.store.db)


def find_ids(library: Library, arguments: Sequence[str]) -> list[int]:
    """The ids of the items that `arguments` name, each once, in order.

    An argument is a number, a range of numbers (`8-12`), an arXiv id, a DOI, an address, or words that match one title
    only. Raises NothingFound for one that names no item, Ambiguous for words that match several titles.
    """
    return list(dict.fromkeys(item_id for argument in arguments for item_id in _ids(library, argument.strip())))


def find_id(library: Library, argument: str) -> int:
    """The id of the one item that `argument` names; raises as `find_ids` does, and WrongUsage for a range."""
    ids = find_ids(library, [argument])
    if len(ids) > 1:
        raise WrongUsage(f"{argument} names {len(ids)} items, and one is wanted")
    return ids[0]


def _ids(library: Library, argument: str) -> list[int]:
    db = library.store.db
    if not argument:
        raise WrongUsage("an empty text names no item", "`rlist list` shows the items with their numbers")
    if argument.isascii() and argument.isdigit():
        numbers = range(int(argument), int(argument) + 1)
    elif found := _RANGE.fullmatch(argument):
        numbers = range(int(found[1]), int(found[2]) + 1)
    else:
        return _by_reference(library, argument) or _by_title(library, argument)
    if ids := stored.existing_ids(db, numbers):
        return ids
    raise NothingFound(f"there is no item {argument}", "`rlist list` shows the items with their numbers")


def _by_reference(library: Library, argument: str) -> list[int]:
    db = library.store.db
    reference = identity.read_reference(argument)
    if reference is None:
        return []
    for scheme, value in reference.identifiers.items():
        if (item_id := stored.find_by_identifier(db, scheme, value)) is not None:
            return [item_id]
    spelled = [identity.address_of(scheme, value) for scheme, value in reference.identifiers.items()]
    for address in filter(None, (reference.address, *spelled)):
        if ids := stored.find_by_address(db, identity.canonical_address(address)):
            return ids[:1]
    raise NothingFound(f"no item has {argument}", f"`rlist add {argument}` adds it")


def _by_title(library: Library, words: str) -> list[int]:
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

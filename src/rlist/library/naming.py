"""Which items an ID means, and everything about them."""

import re
from collections.abc import Sequence

from rlist.errors import NothingFound, WrongUsage
from rlist.library import Library
from rlist.model import identity
from rlist.model.item import Item
from rlist.store import items as stored

_RANGE = re.compile(r"(\d+)-(\d+)")


def show(library: Library, arguments: Sequence[str]) -> list[Item]:
    """Everything about the items that `arguments` name."""
    return stored.get_items(library.store.db, find_ids(library, arguments))


def field_sources(library: Library, items: Sequence[Item]) -> dict[int, dict[str, str]]:
    """By item and field of its metadata the provider, or "reader", that it is from; only what is known."""
    return stored.field_sources(library.store.db, [item.id for item in items])


def titles(library: Library, beginning: str, limit: int) -> list[tuple[int, str]]:
    """The newest items whose numbers begin with the digits `beginning`, with their titles; at most `limit` of them."""
    return stored.titles(library.store.db, beginning, limit)


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
        # The words of a title are searched for, and a number isn't: that needs a third of all that rlist has.
        from rlist.library.by_title import find_by_title

        return _by_reference(library, argument) or find_by_title(library, argument)
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

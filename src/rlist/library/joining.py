"""Items that turn out to be one: what becomes of both."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rlist.errors import WrongUsage
from rlist.library import Library
from rlist.library.naming import find_id, find_ids
from rlist.model.identity import address_of, canonical_address
from rlist.model.item import Item, Link, Note
from rlist.model.merging import merged, united
from rlist.store import attempts, saving
from rlist.store import items as stored


class Joined(NamedTuple):
    """The item that stays, as it is now, and those that went into it; none where all the arguments named one item."""

    item: Item
    gone: Sequence[Item]


def merge(library: Library, arguments: Sequence[str], keep: str | None, command: str) -> Joined:
    """Join the items that `arguments` name into the one that `keep` names, else into the oldest of them.

    Raises WrongUsage where there is only one, or `keep` is none of them; NothingFound, Ambiguous.
    """
    with library.store.step(command, library.now):
        db = library.store.db
        ids = sorted(find_ids(library, arguments))
        if len(arguments) == len(ids) == 1:
            raise WrongUsage("one item alone can't be merged", "for example: rlist merge 12 40")
        kept_id = find_id(library, keep) if keep else ids[0]
        if kept_id not in ids:
            raise WrongUsage(f"{kept_id} is none of the items to merge", "--keep takes one of them")
        kept, *gone = stored.get_items(db, [kept_id, *(number for number in ids if number != kept_id)])
        for other in gone:
            kept = join(library, kept, stored.get_items(db, [other.id])[0], united)
        return Joined(kept, gone)


def join(library: Library, kept: Item, gone: Item, both_of: Callable[[Item, Item], Item] = merged) -> Item:
    """`kept` as it is once `gone` is part of it, in the step that is open.

    `both_of` says what the item has of both. What the reader has set of either one stays; every identifier and address
    of `gone` leads to the item.
    """
    db = library.store.db
    attempts.move_children(db, gone.id, kept.id)
    gone = stored.get_items(db, [gone.id])[0]
    own = attempts.get_attempt(db, kept.id).own
    its_own = attempts.get_attempt(db, gone.id).own - own
    both = _with_own(both_of(kept, gone), gone, its_own)
    both = _with_own(both, kept, own)
    both = _leading_there(both, gone, library)
    both = both._replace(entries=tuple(e._replace(parent=None) if e.parent == kept.id else e for e in both.entries))
    saving.remove_items(db, [gone.id])
    joined = saving.change_item(db, kept, both._replace(updated_at=library.now))
    attempts.mark_own(db, kept.id, dict.fromkeys(own | its_own, True))
    return joined


def _with_own(both: Item, owner: Item, names: frozenset[str]) -> Item:
    """`both` with the fields `names` of `owner`, which the reader has set there."""
    known: dict[str, Any] = {name: getattr(owner.metadata, name) for name in names - {"identifiers", "urls"}}
    return both._replace(metadata=both.metadata._replace(**known))


def _leading_there(both: Item, gone: Item, library: Library) -> Item:
    """`both` with a link, or at least a word, for each identifier of `gone` beside which it has another one."""
    links, notes = list(both.links), list(both.notes)
    for scheme, value in gone.metadata.identifiers.items():
        if both.metadata.identifiers.get(scheme) == value:
            continue
        address = address_of(scheme, value)
        if address is None:
            notes.append(Note(f"It is also {scheme} {value}.", library.now))
        elif canonical_address(address) not in map(canonical_address, (link.url for link in links)):
            links.append(Link(address))
    return both._replace(links=tuple(links), notes=tuple(notes))

"""How far the reader is with an item."""

from collections.abc import Sequence
from typing import NamedTuple

from rlist.library import Library
from rlist.library.naming import find_ids
from rlist.model.item import Item, Note, Status, rating_of, with_status
from rlist.store import items as stored
from rlist.store import saving


class Change(NamedTuple):
    """An item as it is now, and whether the command changed it."""

    item: Item
    changed: bool


def move(
    library: Library,
    arguments: Sequence[str],
    status: Status,
    command: str,
    *,
    rating: int | None = None,
    note: str | None = None,
) -> list[Change]:
    """Move the items that `arguments` name to `status`, each with a rating and a note if they are given.

    Raises WrongUsage for a rating outside 1..5, NothingFound, Ambiguous.
    """
    if rating is not None:
        rating_of(rating)
    with library.store.step(command, library.now):
        items = stored.get_items(library.store.db, find_ids(library, arguments))
        return [moved(library, item, status, rating=rating, note=note) for item in items]


def moved(
    library: Library, before: Item, status: Status, *, rating: int | None = None, note: str | None = None
) -> Change:
    """Move one item to `status`, in the step that is open."""
    now = library.now
    after = with_status(before, status, now)
    if rating:
        after = after._replace(rating=rating)
    if note and note.strip():
        after = after._replace(notes=(*after.notes, Note(note.strip(), now)))
    if after == before:
        return Change(before, changed=False)
    return Change(saving.change_item(library.store.db, before, after._replace(updated_at=now)), changed=True)

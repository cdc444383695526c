"""Reading: what to read now, and how far the reader is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rlist.errors import NothingFound, WrongUsage
from rlist.library import Library
from rlist.library.finding import find_ids
from rlist.model.item import Item, Note, Status, with_status
from rlist.model.ranking import Scored
from rlist.store import items as stored
from rlist.store import query, suggest


@dataclass(frozen=True, slots=True)
class Change:
    """An item as it is now, and whether the command changed it."""

    item: Item
    changed: bool


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An item to read now, and why."""

    item: Item
    scored: Scored


def suggestions(
    library: Library, words: Sequence[str], *, count: int = 1, random: bool = False, seed: int | None = None
) -> list[Suggestion]:
    """The `count` items to read next, best first, out of those that the query `words` describes.

    At random, an item is the likelier the higher its score, and the same `seed` draws the same ones again.
    Raises NothingFound, QueryError.
    """
    db = library.store.db
    wanted = query.parse(words, now=library.now, today=library.today) if words else None
    scored = suggest.suggest(db, wanted, now=library.now, today=library.today, count=count, random=random, seed=seed)
    items = {item.id: item for item in stored.get_items(db, [one.id for one in scored])}
    if not items:
        what = f"nothing to read matches {' '.join(words)}" if words else "there is nothing to read"
        raise NothingFound(what, None if words else "`rlist add` and `rlist import` bring things to read")
    return [Suggestion(items[one.id], one) for one in scored]


def skip(library: Library, arguments: Sequence[str], command: str) -> list[Item]:
    """Put the items that `arguments` name off for today; `next` remembers it."""
    with library.store.step(command, library.now):
        ids = find_ids(library, arguments)
        suggest.add_skips(library.store.db, ids, library.today)
        return stored.get_items(library.store.db, ids)


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
    if rating is not None and not 1 <= rating <= 5:
        raise WrongUsage(f"a rating is 1 to 5, not {rating}")
    now = library.now
    with library.store.step(command, now):
        ids = find_ids(library, arguments)
        before = stored.get_items(library.store.db, ids)
        return [_moved(library, item, with_status(item, status, now), now, rating, note) for item in before]


def _moved(library: Library, before: Item, after: Item, now: datetime, rating: int | None, note: str | None) -> Change:
    if rating:
        after = replace(after, rating=rating)
    if note and note.strip():
        after = replace(after, notes=(*after.notes, Note(note.strip(), now)))
    if after == before:
        return Change(before, changed=False)
    return Change(stored.change_item(library.store.db, before, replace(after, updated_at=now)), changed=True)

"""What to read now, and why."""

from collections.abc import Sequence
from typing import NamedTuple

from rlist.errors import NothingFound
from rlist.library import Library
from rlist.library.finding import understood
from rlist.library.naming import find_ids
from rlist.library.reading import Change, moved
from rlist.model.item import Item, Status
from rlist.model.ranking import Scored
from rlist.store import items as stored
from rlist.store import suggest


class Suggestion(NamedTuple):
    """An item to read now, and why."""

    item: Item
    scored: Scored


class Suggested(NamedTuple):
    """What there is to read, best first, what was put off before, and the first of them if it was started."""

    suggestions: Sequence[Suggestion]
    skipped: Sequence[Item]
    started: Change | None


class Choice(NamedTuple):
    """How to choose: how many, or at random with a seed; what to put off before; whether to start the first."""

    number: int = 1
    random: bool = False
    seed: int | None = None
    skip: Sequence[str] = ()
    start: bool = False


def suggested(library: Library, words: Sequence[str], choice: Choice, command: str) -> Suggested:
    """The items to read next, best first, out of those that the query `words` describes.

    At random, an item is the likelier the higher its score, and the same seed draws the same ones again. What is put
    off isn't offered again today. Raises NothingFound, also after something was put off; QueryError, Ambiguous.
    """
    if not (choice.skip or choice.start):
        return Suggested(_suggestions(library, words, choice), (), None)
    with library.store.step(command, library.now):
        ids = find_ids(library, choice.skip)
        suggest.add_skips(library.store.db, ids, library.today)
        skipped = stored.get_items(library.store.db, ids)
        found = _suggestions(library, words, choice) if choice.start else []
        started = moved(library, found[0].item, Status.READING) if found else None
    if started:
        return Suggested([found[0]._replace(item=started.item), *found[1:]], skipped, started)
    return Suggested(_suggestions(library, words, choice), skipped, None)


def _suggestions(library: Library, words: Sequence[str], choice: Choice) -> list[Suggestion]:
    db = library.store.db
    wanted = understood(library, words) if words else None
    scored = suggest.suggest(
        db,
        wanted,
        now=library.now,
        today=library.today,
        count=choice.number,
        random=choice.random,
        seed=choice.seed,
    )
    items = {item.id: item for item in stored.get_items(db, [one.id for one in scored])}
    if not items:
        what = f"nothing to read matches {' '.join(words)}" if words else "there is nothing to read"
        raise NothingFound(what, None if words else "`rlist add` and `rlist import` bring things to read")
    return [Suggestion(items[one.id], one) for one in scored]

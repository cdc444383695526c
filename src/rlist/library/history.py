"""What was changed: the log, taken back and brought again."""

from collections.abc import Sequence
from typing import NamedTuple

from rlist.errors import DanglingReference, NothingFound
from rlist.library import Library
from rlist.library.naming import find_id
from rlist.model.item import Item
from rlist.store import changes
from rlist.store import items as stored
from rlist.store.changes import Step
from rlist.store.references import forget_dangling
from rlist.store.rows import LARGEST


class Retraced(NamedTuple):
    """A step that was taken back or brought again, and the items that it had changed, as far as there are any now.

    `total` says how many items it had changed; `items` are all of them, or the first few.
    """

    step: Step
    items: Sequence[Item]
    total: int


class Logged(NamedTuple):
    """A step of the log with the first items that it changed, as far as there are any now."""

    step: Step
    items: Sequence[Item]


def _id_in_log(library: Library, argument: str) -> int:
    try:
        return find_id(library, argument)
    except NothingFound:
        number = int(argument) if argument.isascii() and argument.isdigit() else 0
        if number > LARGEST or not changes.steps(library.store.db, item_id=number, limit=1):
            raise
        return number


def undo(library: Library, count: int, command: str, *, every_item: bool = False) -> list[Retraced]:
    """Take back the last `count` steps that aren't taken back yet, the latest first; fewer if there are fewer.

    They come with the first few items that each had changed, or with `every_item`.
    """
    return _retraced(library, count, command, again=False, every_item=every_item)


def redo(library: Library, count: int, command: str, *, every_item: bool = False) -> list[Retraced]:
    """Bring again the last `count` steps that were taken back, until something new was changed; items as in `undo`."""
    return _retraced(library, count, command, again=True, every_item=every_item)


def _retraced(library: Library, count: int, command: str, *, again: bool, every_item: bool) -> list[Retraced]:
    done: list[Retraced] = []
    while len(done) < count and (step := _retrace(library, command, again=again, every_item=every_item)):
        done.append(step)
    return done


def _retrace(library: Library, command: str, *, again: bool, every_item: bool) -> Retraced | None:
    try:
        return _retrace_once(library, command, again=again, every_item=every_item)
    except DanglingReference:
        # The doctor has mended what another program broke, and this goes back behind it.
        return _retrace_once(library, command, again=again, every_item=every_item, forgets=True)


def _retrace_once(
    library: Library, command: str, *, again: bool, every_item: bool, forgets: bool = False
) -> Retraced | None:
    db = library.store.db
    with library.store.step(command, library.now):
        step = changes.last_to_redo(db) if again else changes.last_to_undo(db)
        if step is None:
            return None
        (changes.bring_again if again else changes.take_back)(db, step.id)
        if forgets:
            forget_dangling(db)
        numbers = changes.items_of(db, step.id)
        return Retraced(step, stored.get_items(db, numbers if every_item else step.items), len(numbers))


def log(library: Library, argument: str | None, limit: int | None, *, every_item: bool = False) -> list[Logged]:
    """The steps of the log, the latest first: all, or those that changed the item that `argument` names.

    A number may name an item that was removed. Each comes with its first few items, or with `every_item`.
    """
    db = library.store.db
    item_id = None if argument is None else _id_in_log(library, argument)
    steps = changes.steps(db, item_id=item_id, limit=limit)
    if every_item:
        steps = [step._replace(items=tuple(changes.items_of(db, step.id))) for step in steps]
    known = {item.id: item for item in stored.get_items(db, sorted({one for step in steps for one in step.items}))}
    return [Logged(step, [known[one] for one in step.items if one in known]) for step in steps]

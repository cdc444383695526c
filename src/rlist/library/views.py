"""Saved queries: kept under a name, shown, forgotten."""

from __future__ import annotations

from collections.abc import Sequence

from rlist.errors import NothingFound, WrongUsage
from rlist.library import Library
from rlist.model.view import View, find_view
from rlist.store import query
from rlist.store import views as stored
from rlist.store.rows import fold


def views(library: Library) -> list[View]:
    """The saved queries, in the order of the alphabet."""
    return stored.views(library.store.db)


def save_view(library: Library, name: str, words: Sequence[str], command: str) -> View:
    """Keep the query `words` under `name`, in place of one that has that name in whatever case.

    Raises QueryError for a query that can't be read or leads back to itself, WrongUsage for a name that can't be one.
    """
    known = views(library)
    old = find_view(known, clean_name(name))
    wanted = old.name if old else clean_name(name)
    others = [view for view in known if view.name != wanted]
    read = query.parse(words, now=library.clock(), today=library.today, views=[*others, View(wanted, "")], name=wanted)
    if read.node is None:
        raise WrongUsage(f"the view {wanted} needs a query", f"for example: rlist view save {wanted} tag:ssm year:2024")
    view = View(wanted, read.text)
    with library.store.step(command, library.now):
        stored.save_view(library.store.db, view)
    return view


def remove_view(library: Library, name: str, command: str) -> View:
    """Forget the query `name`; raises NothingFound, and WrongUsage while another one is made of it."""
    known = views(library)
    view = find_view(known, clean_name(name))
    if view is None:
        raise NothingFound(f"there is no view {name}", "`rlist view` shows those that there are")
    for other in known:
        if any(find_view([view], used) for used in query.views_named(other.query)):
            raise WrongUsage(f"the view {other.name} is made of {view.name}", f"`rlist view rm {other.name}` first")
    with library.store.step(command, library.now):
        stored.remove_view(library.store.db, view.name)
    return view


def clean_name(name: str) -> str:
    """`name` with single blanks; raises WrongUsage for one that couldn't stand behind `view:`."""
    name = fold(name)
    if not name or '"' in name or not name.isprintable():
        raise WrongUsage(f"{name!r} is no name for a view", "for example: rlist view save later tag:ml")
    return name

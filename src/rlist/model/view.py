"""A saved query: a name for the text of one."""

from collections.abc import Iterable
from typing import NamedTuple


class View(NamedTuple):
    """A saved query: `query` is its text, `view:NAME` finds what it finds."""

    name: str
    query: str


def find_view(views: Iterable[View], name: str) -> View | None:
    """The saved query of that name, in whatever case, or None."""
    return next((view for view in views if view.name.casefold() == name.casefold()), None)

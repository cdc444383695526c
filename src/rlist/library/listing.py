"""The lists of a library."""

from rlist.library import Library
from rlist.store import lists
from rlist.store.summaries import ListSummary, summaries


def find_lists(library: Library) -> list[ListSummary]:
    """The lists with the number of their items by status."""
    return summaries(library.store.db)


def list_names(library: Library) -> list[str]:
    """The names of the lists."""
    return lists.list_names(library.store.db)

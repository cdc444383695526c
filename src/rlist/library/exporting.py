"""Giving the library, or a part of it, to the world in one of the formats."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rlist.errors import WrongUsage
from rlist.formats.contents import Contents
from rlist.formats.lines import without_controls
from rlist.formats.registry import WRITERS
from rlist.library import Library
from rlist.library.citing import with_citekeys
from rlist.library.finding import understood
from rlist.library.listing import find_lists
from rlist.model.item import Item, Section
from rlist.store import items as stored
from rlist.store import lists, search

# The formats in which a record has a citekey, whether the item has been given one or not.
_CITED_BY_KEY = ("bibtex", "csl-json", "ris")


def export(library: Library, format_name: str, words: Sequence[str]) -> str:
    """The items that the query `words` describes, all without one, as a text in the format `format_name`.

    No control character is in it but line ends and tabs: whoever prints it isn't steered by it.
    Raises WrongUsage for a format that there isn't, QueryError.
    """
    for writer in WRITERS:
        if writer.NAME == format_name:
            items, sections = exported(library, words)
            if format_name in _CITED_BY_KEY:
                items = with_citekeys(library.store.db, items)
            names = [found.name for found in find_lists(library)]
            return _tame(writer.write(Contents(items, sections, library.now, names)))
    raise WrongUsage(f"there is no format {format_name!r}", f"there is {', '.join(writer.NAME for writer in WRITERS)}")


def exported(library: Library, words: Sequence[str]) -> tuple[list[Item], list[Section]]:
    """The items that the query `words` describes, by id, with the sections they stand in; all of both without one."""
    db = library.store.db
    wanted = understood(library, words)
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


def _tame(text: str) -> str:
    return re.sub("[\v\f\r\x85]", " ", without_controls(text))

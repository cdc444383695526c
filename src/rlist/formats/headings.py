"""Headings in plain text: which lines are some, and how they nest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rlist.formats.addresses import find_addresses
from rlist.formats.citation import parse_citation
from rlist.formats.marks import status_of_heading

if TYPE_CHECKING:
    from collections.abc import Sequence

# "some twelve words"; a longer line is a sentence or a title.
_MOST_WORDS = 12
_MARKED = re.compile(
    r"(?:[-=*#~_]{2,}\s*(?P<drawn>[^\s=*#~_-].*?)\s*[-=*#~_]{2,}"
    r"|\*\*(?P<bold>[^*]+)\*\*:?"
    r"|#{1,6}\s+(?P<hash>.*?)\s*#*"
    r"|\[(?P<square>[^\[\]]+)\]"
    r"|【(?P<lenticular>[^【】]+)】)"
)
_FINAL = (".", "!", "?", ";", ",", "。", "！", "？", "；", "，")


def marked_heading(text: str) -> str | None:
    """The name in a line that is marked as a heading (`Word:`, `---- NAME ----`, `**bold**`, `## Name`), or None.

    The colon stays: it is part of the name as it was written.
    """
    if match := _MARKED.fullmatch(text):
        name = next((group for group in match.groups() if group), "").strip()
        if not name or find_addresses(name) or (match["square"] and len(name.split()) > 4):
            return None
        return name
    if text.endswith((":", "：")) and len(text.split()) <= _MOST_WORDS and not find_addresses(text):
        return text
    return None


def is_heading_like(text: str) -> bool:
    """Whether an unmarked line alone can be a heading: short, no address, no punctuation at its end, no citation."""
    words = text.split()
    if not words or len(words) > _MOST_WORDS or text.endswith(_FINAL):
        return False
    if not re.search(r"[^\W_]", text) or find_addresses(text):
        return False
    citation = parse_citation(text)
    return citation is None or not citation.authors


def is_status(text: str) -> bool:
    """Whether a line is nothing but the name of a status ("To read")."""
    return status_of_heading(text) is not None


def heading_paths(names: Sequence[str | None]) -> tuple[str | None, list[tuple[str, ...]]]:
    """The title of a list and the path of each heading, from the order in which headings and items stand.

    `names` are the headings in order, None stands for an item. The first heading is the title when another one follows
    before any item. A heading that another one follows directly is the parent of those behind it, up to the next such
    heading.
    """
    title: str | None = None
    parent: tuple[str, ...] = ()
    paths: list[tuple[str, ...]] = []
    for at, name in enumerate(names):
        if name is None:
            continue
        leads = at + 1 < len(names) and names[at + 1] is not None
        if at == 0 and leads:
            title = name
            paths.append(())
        elif leads:
            parent = (name,)
            paths.append(parent)
        else:
            paths.append((*parent, name))
    return title, paths

"""Headings in plain text: which lines are some, and how they nest."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

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
_NUMBERED = re.compile(r"(?:[^\W\d_]{2,10}\s)?(?:(?:19|20)\d\d\b|\d{1,2}\b(?!\.\d))")
# `######` has the lowest level, `#` the highest.
_LOWEST_LEVEL, _LEVELS = 3, 6
_DRAWN = 10
_HASHES = re.compile(r"#{1,6}(?=\s|$)")
_LEAST_COMMENTS = 3
_FINAL = (".", "!", "?", ";", ",", "。", "！", "？", "；", "，")


class Heading(NamedTuple):
    """The name of a heading, and how much it stands out from one without any mark, which has 0."""

    name: str
    strength: int = 0


def marked_heading(text: str) -> Heading | None:
    """The heading in a line that is marked as one (`Word:`, `---- NAME ----`, `**bold**`, `## Name`), or None."""
    if text[:1] in "-=*#~_[【" and text[:2] != "[@" and (match := _MARKED.fullmatch(text)):
        name = (match[match.lastgroup] if match.lastgroup else "").strip()
        if not name or find_addresses(name) or (match["square"] and len(name.split()) > 4):
            return None
        return Heading(
            name,
            _LOWEST_LEVEL + _LEVELS - text[:_LEVELS].count("#") if match["hash"] else _DRAWN if match["drawn"] else 1,
        )
    if text.endswith((":", "：")) and len(text.split()) <= _MOST_WORDS and not find_addresses(text):
        return Heading(text.rstrip(" :："), -1)
    return None


def underlined_heading(text: str, line: str) -> Heading | None:
    """The heading `text` with the drawn `line` below it (`====`, `----`), or None where it is no heading."""
    line = line.strip()
    if line[:1] not in {"=", "-", "~"} or " " in line or len(text.split()) > _MOST_WORDS + 4 or find_addresses(text):
        return None
    return Heading(text, _DRAWN + (line[0] == "="))


def is_heading_like(text: str) -> bool:
    """Whether an unmarked line alone can be a heading: short, no address, no punctuation at its end, no citation."""
    words = text.split()
    if (
        not words
        or len(words) > _MOST_WORDS
        or (text.endswith(_FINAL) and not re.fullmatch(r"[A-Z][a-z]{1,5}\.|[^\W\d_]{3,20}!{1,3}", text))
    ):
        return False  # `Misc.` and `papers!!` are some, though
    if not re.search(r"[^\W_]", text) or find_addresses(text):
        return False
    citation = parse_citation(text)
    return citation is None or not citation.authors


def is_status(text: str) -> bool:
    """Whether a line is nothing but the name of a status ("To read")."""
    return status_of_heading(text) is not None


def heading_paths(headings: Sequence[Heading | None]) -> tuple[str | None, list[tuple[str, ...]]]:
    """The title of a list and the path of each heading, from the order in which headings and items stand.

    `headings` are in order, None stands for an item. The first one is the title when another one follows before any
    item. A heading that another one follows directly is the parent of those behind it, up to the next such heading; or
    up to one that is marked as it is, where those below it are marked less.
    """
    if (leveled := [heading for heading in headings if heading]) and all(map(_has_level, leveled)):
        return _by_level(leveled)
    title: str | None = None
    parent: Heading | None = None
    first_below: Heading | None = None
    paths: list[tuple[str, ...]] = []
    for at, heading in enumerate(headings):
        if heading is None:
            continue
        follows = headings[at + 1] if at + 1 < len(headings) else None
        if at == 0 and follows and not _is_one_of_many(heading, headings):
            title = heading.name
            paths.append(())
            continue
        if parent and first_below and heading.strength >= parent.strength > first_below.strength:
            parent = None
        if follows and follows.strength <= heading.strength and not _are_in_a_row(heading, follows):
            parent, first_below = heading, follows
            paths.append((heading.name,))
        else:
            paths.append((parent.name, heading.name) if parent else (heading.name,))
    return title, paths


def _has_level(heading: Heading) -> bool:
    """Whether a heading says its level with its marks: `##`."""
    return _LOWEST_LEVEL <= heading.strength < _LOWEST_LEVEL + _LEVELS


def _by_level(headings: Sequence[Heading]) -> tuple[str | None, list[tuple[str, ...]]]:
    """As `heading_paths`, where each heading says its level; the first one is the title if it is above all others."""
    has_title = len(headings) > 1 and all(other.strength < headings[0].strength for other in headings[1:])
    above: list[Heading] = []
    paths: list[tuple[str, ...]] = [()] if has_title else []
    for heading in headings[has_title:]:
        while above and above[-1].strength <= heading.strength:
            above.pop()
        above.append(heading)
        paths.append(tuple(other.name for other in above))
    return headings[0].name if has_title else None, paths


def comment_lines(lines: Sequence[str]) -> set[int]:
    """The indexes of lines that are comments: several in a row with the same `#` in front, which headings never are."""
    found: set[int] = set()
    marks = [match[0] if (match := _HASHES.match(line)) else "" for line in lines]
    for mark, group in groupby(range(len(lines)), key=marks.__getitem__):
        run = list(group)
        if mark and len(run) >= _LEAST_COMMENTS:
            found.update(run)
    return found


def _are_in_a_row(heading: Heading, follows: Heading) -> bool:
    """Whether neither of two headings holds the other: `2022` and `2023 - 4`, `Week 1` and `Week 2`."""
    return all(_NUMBERED.match(name) for name in (heading.name, follows.name)) and heading.strength == follows.strength


def _is_one_of_many(heading: Heading, headings: Sequence[Heading | None]) -> bool:
    """Whether a heading is one of a numbered row: `Week 1` beside `Week 2` is no title."""
    unnumbered = re.sub(r"\d+", "#", heading.name)
    return unnumbered != heading.name and any(
        other and other.name != heading.name and re.sub(r"\d+", "#", other.name) == unnumbered for other in headings
    )

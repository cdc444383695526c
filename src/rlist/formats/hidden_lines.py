"""Lines of a plain text that a note-taking program keeps for itself: front matter, and comments between `%%`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rlist.formats.front_matter import read_front_matter, tags_of

# Obsidian's comments stand on one line, or between lines of their own: https://help.obsidian.md/syntax#Comments
_ON_ONE_LINE = re.compile(r"(?<!\S)%%[^%\n]{1,2000}%%(?!\S)")
# What programs write in front of a note. Other words before a colon are headings of the list itself.
_OF_PROGRAMS_LISTED = """
title tags tag aliases alias date created updated modified author authors keywords category categories cssclass
cssclasses description draft layout lang language id uid publish permalink type status
"""
_OF_PROGRAMS = frozenset(_OF_PROGRAMS_LISTED.split())


# `#Attention Is All You Need`: a mark in front of titles; a tag stands in front of more than one.
_COMMENTED = re.compile(r"#([^\W_][\w-]*)(?= ?\S)(?:\W+\w+){2}")
_LEAST_COMMENTED, _MOST_OFTEN = 4, 3


class Shown(NamedTuple):
    """The lines of a text, empty in place of what is hidden, and what its front matter says of the list."""

    lines: Sequence[str]
    title: str | None = None
    tags: Sequence[str] = ()


def shown_lines(lines: Sequence[str]) -> Shown:
    """`lines` without front matter and comments, nor the marks in front of titles that comment them out.

    A comment that is never closed is text.
    """
    first, fields = read_front_matter(lines) if lines and lines[0].rstrip() == "---" else (0, {})
    if not fields.keys() <= _OF_PROGRAMS:
        first, fields = 0, {}
    shown = [*[""] * first, *lines[first:]]
    marks = [at for at, line in enumerate(shown) if line.strip() == "%%"] if any("%%" in line for line in shown) else []
    for opened, closed in zip(marks[::2], marks[1::2], strict=False):
        shown[opened : closed + 1] = [""] * (closed + 1 - opened)
    shown = [_ON_ONE_LINE.sub("", line) if "%%" in line else line for line in shown]
    if _are_commented(shown):
        shown = [line.removeprefix("#") for line in shown]
    return Shown(shown, next(iter(fields.get("title", ())), None), tags_of(fields))


def _are_commented(lines: Sequence[str]) -> bool:
    """Whether a `#` touches the first words of titles, each another one, so that these are no tags."""
    marked = [match[1] for line in lines if line[:1] == "#" and (match := _COMMENTED.match(line))]
    often = Counter(marked).most_common(1)
    return len(marked) >= _LEAST_COMMENTED and often[0][1] * _MOST_OFTEN <= len(marked)

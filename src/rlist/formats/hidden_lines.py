"""Lines of a plain text that a note-taking program keeps for itself: front matter, and comments between `%%`."""

from __future__ import annotations

import re
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


class Shown(NamedTuple):
    """The lines of a text, empty in place of what is hidden, and what its front matter says of the list."""

    lines: Sequence[str]
    title: str | None = None
    tags: Sequence[str] = ()


def shown_lines(lines: Sequence[str]) -> Shown:
    """`lines` without front matter and comments; a comment that is never closed is text."""
    first, fields = read_front_matter(lines) if lines and lines[0].rstrip() == "---" else (0, {})
    if not fields.keys() <= _OF_PROGRAMS:
        first, fields = 0, {}
    shown = [*[""] * first, *lines[first:]]
    marks = [at for at, line in enumerate(shown) if line.strip() == "%%"] if any("%%" in line for line in shown) else []
    for opened, closed in zip(marks[::2], marks[1::2], strict=False):
        shown[opened : closed + 1] = [""] * (closed + 1 - opened)
    shown = [_ON_ONE_LINE.sub("", line) if "%%" in line else line for line in shown]
    return Shown(shown, next(iter(fields.get("title", ())), None), tags_of(fields))

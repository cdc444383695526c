"""Markdown: lists of any style in, every list as headings and checkboxes out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rlist.formats import plaintext
from rlist.formats.document import Document
from rlist.formats.front_matter import read_front_matter, tags_of
from rlist.formats.lines import split_lines
from rlist.formats.markdown_blocks import read_blocks
from rlist.formats.markdown_exported import shown_lines, with_moves
from rlist.formats.markdown_fields import read_fields
from rlist.formats.markdown_html import without_html
from rlist.formats.markdown_lists import read_lists
from rlist.formats.markdown_writing import LIST, UNLISTED_COMMENT, write
from rlist.formats.older_copy import with_current_statuses

__all__ = ["NAME", "read", "recognises", "write"]

NAME = "markdown"

# What only Markdown has: in a file of another name, or of none, a text must show some of it.
_ENDINGS = (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd")
_LOOKED_AT = 200_000
_MARKED = re.compile(
    r"^\s{0,3}#{1,6}\s+\S|^[ \t>]*(?:[-*+]|\d{1,3}[.)])\s+\S|\]\(|\]\[|^\s*\|.*\||^(?:=|-){3,}\s*$|\*\*"
    r"|^```|</?\w+[ >]",
    re.MULTILINE,
)
_EXPORTED = re.compile(r"^# .*<!-- rlist (?:list|unlisted) -->$", re.MULTILINE)
# The check boxes of Roam.
_ROAM_BOX = re.compile(r"\{\{(?:\[\[)?(TODO|DONE)(?:\]\])?\}\}")
_HEADING = re.compile(r"^#{1,6} +\S", re.MULTILINE)
_LINK = re.compile(r"\]\((?:https?://|<|#)|^\[[^\[\]\n]{1,200}\]: ", re.MULTILINE)
_DIVISION = re.compile(r"^\s*\|?\s*:?-+:?\s*\|[\s:|-]*$", re.MULTILINE)
# A text of so many lines as short as this is no list; reading it as plain text is quick.
_MANY_LINES, _SHORT = 20_000, 16


def recognises(text: str, filename: str) -> bool:
    """Whether the file is named as one of Markdown and holds some, or has headings with links or tables of Markdown."""
    start = text[:_LOOKED_AT]
    if _EXPORTED.search(start):
        return True
    if filename.lower().endswith(_ENDINGS):
        return _MARKED.search(start) is not None or start.startswith("---")
    if filename.lower().endswith(".org"):
        return False
    return (_HEADING.search(start) is not None and _LINK.search(start) is not None) or (
        "|" in start and _DIVISION.search(start) is not None
    )


def read(text: str) -> Document:
    """The list that `text` holds. Nothing is refused; what can't be understood is an item or text of its section.

    An export holds several lists: those behind the first are `further`.
    """
    lines = split_lines(text)
    if len(lines) > _MANY_LINES and len(text) < _SHORT * len(lines):
        return plaintext.read(text)
    starts = [at for at, line in enumerate(lines) if line.endswith((LIST, UNLISTED_COMMENT)) and line.startswith("# ")]
    if not starts:
        return _read_part(lines)
    starts[0] = 0
    parts = [
        _shifted(_read_part(lines[at:end], exported=True), at)
        for at, end in zip(starts, [*starts[1:], len(lines)], strict=True)
    ]
    return with_moves(parts)


def _read_part(lines: Sequence[str], *, exported: bool = False) -> Document:
    first, fields = (0, {}) if exported else read_front_matter(lines)
    shown = shown_lines(lines) if exported else lines[first:]
    if not exported and any("{{" in line for line in shown):
        shown = [_ROAM_BOX.sub(lambda found: "[x]" if found[1] == "DONE" else "[ ]", line) for line in shown]
    blocks = read_blocks([*[""] * first, *without_html(shown, obsidian=not exported)], exported=exported)
    title = next(iter(fields.get("title", ())), None)
    subject = read_fields(fields)
    # Those of a note about one work are said of that work.
    tags = () if subject else tags_of(fields)
    document = read_lists(lines, blocks, title, first, exported=exported, subject=subject, tags=tags)
    return document if exported else with_current_statuses(document)


def _shifted(document: Document, by: int) -> Document:
    """`document` as it stands behind `by` lines of its source."""
    return document._replace(
        lines=tuple(line._replace(number=line.number + by) for line in document.lines),
        problems=tuple(problem._replace(line=problem.line + by) for problem in document.problems),
    )

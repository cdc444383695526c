"""The lines of an Org file: headlines, and the pieces that stand below them.

The syntax: https://orgmode.org/worg/org-syntax.html
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import NamedTuple

from rlist.formats.lines import folded
from rlist.formats.outline import is_rule, read_row
from rlist.model.item import Status


class Headline(NamedTuple):
    """A headline; `text` is all behind its stars and its keyword, `title` that without priority and tags."""

    level: int
    keyword: str | None
    priority: str | None
    text: str
    title: str
    tags: tuple[str, ...]
    is_comment: bool


class Part(Enum):
    """What lines below a headline are."""

    BLANK = auto()
    MARKUP = auto()  # keywords, comments, the ends of drawers and blocks
    PLANNING = auto()
    PROPERTY = auto()
    LOG = auto()
    BULLET = auto()
    TEXT = auto()
    QUOTED = auto()  # what stands in a block, or behind colons
    ROW = auto()  # of a table
    FOOTNOTE = auto()


class Piece(NamedTuple):
    """Lines, from `first` to `last` counted from 1, that are one thing; `name` is that of a property or a footnote."""

    part: Part
    first: int
    last: int
    text: str
    indent: int = 0
    name: str = ""
    box: str | None = None


_HEADLINE = re.compile(r"(\*+)[ \t]+(\S.*)")
_PRIORITY = re.compile(r"\[#([A-Za-z0-9]{1,2})\]\s*")
_TAGS = re.compile(r"(?:^|\s)(:(?:[\w@#%-]+:)+)\s*$")
_BEGIN = re.compile(r"\s*#\+begin_(\w+)\b", re.IGNORECASE)
_END = re.compile(r"\s*#\+end_(\w+)\s*$", re.IGNORECASE)
_KEYWORD = re.compile(r"\s*#\+(\w+)(?:\[[^\]]*\])?:\s*(.*)")
_MARKUP = re.compile(r"\s*#(?:\s|\+|$)")
_DRAWER = re.compile(r"\s*:([\w-]+):\s*$")
_PROPERTY = re.compile(r"\s*:([\w-]+)\+?:\s*(.*)")
_PLANNING = re.compile(r"\s*(?:CLOSED|SCHEDULED|DEADLINE):")
_FIXED = re.compile(r"\s*:(?: (.*)|$)")
_FOOTNOTE = re.compile(r"\[fn:([\w-]+)\]\s*(.*)")
_HIDDEN_BLOCKS = frozenset({"comment", "export"})

# Keywords that files use without naming them, and what those that they name mean; any other is as its place says.
_STATUSES = {
    Status.UNREAD: "TODO NEXT WAITING WAIT HOLD SOMEDAY MAYBE LATER TOREAD TO-READ QUEUED",
    Status.READING: "READING DOING STARTED STRT INPROGRESS IN-PROGRESS PROG",
    Status.DONE: "DONE FINISHED COMPLETED",
    Status.DROPPED: "DROPPED CANCELLED CANCELED ABANDONED KILL SHELVED WONTREAD DNF SKIPPED",
}
_STATUS_OF = {word: status for status, words in _STATUSES.items() for word in words.split()}


def keywords(lines: Sequence[str]) -> Mapping[str, Status]:
    """The status of each word that can stand in front of a headline's title: the usual ones, and those of `#+TODO:`."""
    known = dict(_STATUS_OF)
    for line in lines:
        found = _KEYWORD.match(line) if "#+" in line else None
        if found and found[1].upper() in {"TODO", "SEQ_TODO", "TYP_TODO"}:
            words = [re.sub(r"\(.*", "", word) for word in found[2].split()]
            open_words = words[: words.index("|")] if "|" in words else words[:-1]
            for word in filter(str.strip, words):
                usual = Status.UNREAD if word in open_words else Status.DONE
                known.setdefault(word, Status.DONE if word == "READ" else usual)
    known.pop("|", None)
    return known


def parse_headline(line: str, words: Mapping[str, Status]) -> Headline | None:
    """The headline that `line` is, or None; `words` are the keywords of the file."""
    found = _HEADLINE.match(line)
    if not found:
        return None
    text = folded(found[2])
    keyword, _, rest = text.partition(" ")
    if keyword in words and rest:
        text = rest
    else:
        keyword = ""
    priority = _PRIORITY.match(text)
    title = text[priority.end() :] if priority else text
    tagged = _TAGS.search(title)
    if tagged:
        title = title[: tagged.start()]
    is_comment = title.startswith("COMMENT ") or title == "COMMENT"
    tags = tuple(tagged[1].strip(":").split(":")) if tagged else ()
    return Headline(len(found[1]), keyword or None, priority[1] if priority else None, text, title, tags, is_comment)


def file_keywords(lines: Sequence[str]) -> dict[str, str]:
    """The values of `#+KEYWORD: value`, by their names in capitals; the first one of each."""
    found: dict[str, str] = {}
    for line in lines:
        if (keyword := _KEYWORD.match(line) if "#+" in line else None) and keyword[2].strip():
            found.setdefault(keyword[1].upper(), keyword[2].strip())
    return found


class Blocks:
    """Where the blocks `#+BEGIN_X` … `#+END_X` of a file end; what nothing ends is no block."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._ends: dict[str, list[int]] = defaultdict(list)
        self._drawer_ends: list[int] = []
        for at, line in enumerate(lines):
            if found := _END.match(line):
                self._ends[found[1].lower()].append(at)
            elif line.strip().upper() == ":END:":
                self._drawer_ends.append(at)

    def end_of_block(self, at: int, line: str) -> tuple[str, int] | None:
        """The name of the block that begins at the index `at`, and the index of its last line."""
        found = _BEGIN.match(line)
        return self._following(self._ends[found[1].lower()], at, found[1].lower()) if found else None

    def end_of_drawer(self, at: int, line: str) -> tuple[str, int] | None:
        """The name of the drawer that begins at the index `at`, and the index of its last line."""
        found = _DRAWER.match(line)
        if not found or found[1].upper() == "END":
            return None
        return self._following(self._drawer_ends, at, found[1].upper())

    def _following(self, ends: list[int], at: int, name: str) -> tuple[str, int] | None:
        place = bisect_right(ends, at)
        return (name, ends[place]) if place < len(ends) else None


def pieces(lines: Sequence[str], first: int, last: int, blocks: Blocks) -> Iterator[Piece]:
    """The pieces of the lines from the index `first` to before `last`, between two headlines, in order."""
    at = first
    is_first = True
    is_open = False  # whether a drawer of properties has begun that nothing ends
    while at < last:
        line = lines[at]
        if is_open and (found := _PROPERTY.match(line)):
            yield Piece(Part.PROPERTY, at + 1, at + 1, found[2].strip(), name=found[1])
            at += 1
            continue
        is_open = line.strip().upper() == ":PROPERTIES:"
        if not line.strip():
            yield Piece(Part.BLANK, at + 1, at + 1, "")
            at += 1
            continue
        if (block := blocks.end_of_block(at, line)) and block[1] < last:
            yield from _block(lines, at, *block)
            at = block[1] + 1
        elif (drawer := blocks.end_of_drawer(at, line)) and drawer[1] < last:
            yield from _drawer(lines, at, *drawer)
            at = drawer[1] + 1
        else:
            piece = _piece(lines, at, last, may_be_planning=is_first)
            yield piece
            at = piece.last
        is_first = False


def _block(lines: Sequence[str], at: int, name: str, end: int) -> Iterator[Piece]:
    yield Piece(Part.MARKUP, at + 1, at + 1, lines[at])
    if end > at + 1:
        text = "\n".join(line.rstrip() for line in lines[at + 1 : end])
        yield Piece(Part.MARKUP if name in _HIDDEN_BLOCKS else Part.QUOTED, at + 2, end, text, name=name)
    yield Piece(Part.MARKUP, end + 1, end + 1, lines[end])


def _drawer(lines: Sequence[str], at: int, name: str, end: int) -> Iterator[Piece]:
    yield Piece(Part.MARKUP, at + 1, at + 1, lines[at])
    for place in range(at + 1, end):
        line = lines[place]
        found = _PROPERTY.match(line) if name == "PROPERTIES" else None
        if found:
            yield Piece(Part.PROPERTY, place + 1, place + 1, found[2].strip(), name=found[1])
        else:
            part = (
                Part.LOG if name == "LOGBOOK" else Part.TEXT if name not in {"PROPERTIES", "RESULTS"} else Part.MARKUP
            )
            yield Piece(part if line.strip() else Part.BLANK, place + 1, place + 1, folded(line))
    yield Piece(Part.MARKUP, end + 1, end + 1, lines[end])


def _piece(lines: Sequence[str], at: int, last: int, *, may_be_planning: bool) -> Piece:
    """The piece that begins at the index `at` and is no block and no drawer."""
    line = lines[at]
    number = at + 1
    row = read_row(number, line)
    if may_be_planning and _PLANNING.match(line):
        return Piece(Part.PLANNING, number, number, folded(line))
    if _MARKUP.match(line) or _DRAWER.match(line) or is_rule(line) or (row.sign and not row.text):
        return Piece(Part.MARKUP, number, number, line)
    if _FIXED.match(line):
        fixed = []
        while at < last and (found := _FIXED.match(lines[at])):
            fixed.append((found[1] or "").rstrip())
            at += 1
        return Piece(Part.QUOTED, number, at, "\n".join(fixed))
    if line.lstrip().startswith("|"):
        return Piece(Part.ROW, number, number, line.strip())
    if found := _FOOTNOTE.match(line):
        return Piece(Part.FOOTNOTE, number, number, folded(found[2]), name=found[1])
    if row.sign and (row.indent or not row.sign.startswith("*")):
        end = _end_of_item(lines, at, last, row.indent)
        text = "\n".join((row.text, *(folded(each) for each in lines[at + 1 : end])))
        return Piece(Part.BULLET, number, end, text, row.indent, box=row.box)
    end = at + 1
    while end < last and _goes_on(lines[end]):
        end += 1
    return Piece(Part.TEXT, number, end, "\n".join(folded(each) for each in lines[at:end]), row.indent)


def _goes_on(line: str) -> bool:
    """Whether a line goes on with the paragraph or the bullet above."""
    words = line.lstrip()
    return bool(words) and words[0] not in "|:#" and not _FOOTNOTE.match(line) and not read_row(0, line).sign


def _end_of_item(lines: Sequence[str], at: int, last: int, indent: int) -> int:
    """The index behind the lines of a bullet that was broken: those that are indented below its sign."""
    end = at + 1
    while end < last and _goes_on(lines[end]) and len(lines[end]) - len(lines[end].lstrip()) > indent:
        end += 1
    return end

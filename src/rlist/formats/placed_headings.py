"""Headings that no mark tells, but their place among the paragraphs of a list without bullets."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from rlist.formats.addresses import find_addresses
from rlist.formats.citation_tail import MONTH
from rlist.formats.headings import is_heading_like, marked_heading
from rlist.formats.nesting import Relation, relation
from rlist.formats.wrapping import is_address

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rlist.formats.outline import Row

# A name of a section; more words alone in their paragraph are a title.
_MOST_WORDS_IN_NAME = 6
_SMALL_LETTER = re.compile("[a-zß-öø-ÿа-я]")
_FOUR_LETTERS = re.compile(r"[^\W\d_]{4}")
_DATED = re.compile(
    rf"(?:(?:{MONTH}|spring|summer|fall|autumn|winter|q[1-4]|early|late|before|after)\s+)?(?:\d{{1,2}},?\s+)?(?:19|20)\d\d"
    r"(?:[-–/.]\d{1,4}){0,2}(?:\s*[-–—:(]\s*.{0,12})?",
    re.IGNORECASE,
)
_LED_BY_DASHES = re.compile(r"[-=–]{2,3}\s?(?=[^\W\d_])")
_ORDERED = re.compile(
    r"(?:week|lecture|session|day|module|part|unit|class|meeting|chapter|block|woche|teil|kapitel|semaine|séance|第)\s*"
    r"(?:\d{1,3}|[IVX]{1,5}|[一二三四五六七八九十]{1,3})(?!\w*-)",
    re.IGNORECASE,
)


def headings_by_place(paragraphs: Sequence[Sequence[Row]]) -> set[int]:
    """The numbers of the lines that are headings in a list without bullets, as the shape of the whole text tells."""
    # Where headings are marked as such, no other line is one by its place.
    if (
        not paragraphs
        or sum(row.text.startswith("#") and marked_heading(row.text) is not None for rows in paragraphs for row in rows)
        > 1
    ):
        return set()
    shapes = (_dates, _led_by_dashes, _beside_marked, _name_of_list, _above_indented, _alone, _in_capitals, _in_order)
    return set().union(*(find(paragraphs) for find in shapes))


def _dates(paragraphs: Sequence[Sequence[Row]]) -> set[int]:
    """Years and days at the top of their paragraphs, as the parts of a log have."""
    found = {rows[0].number for rows in paragraphs if _DATED.fullmatch(rows[0].text)}
    return found if len(found) > 1 and any(len(rows) > 1 for rows in paragraphs) else set()


def _led_by_dashes(paragraphs: Sequence[Sequence[Row]]) -> set[int]:
    """`-- Books` at the top of paragraphs, where no line below begins so."""
    led = [[row for row in rows if _LED_BY_DASHES.match(row.text)] for rows in paragraphs]
    if any(len(rows) > 1 or (rows and rows[0] is not whole[0]) for rows, whole in zip(led, paragraphs, strict=True)):
        return set()
    found = {rows[0].number for rows in led if rows and not find_addresses(rows[0].text)}
    return found if sum(map(len, paragraphs)) >= 2 * len(found) else set()


def _beside_marked(paragraphs: Sequence[Sequence[Row]]) -> set[int]:
    """First lines that are short, where nearly all other paragraphs begin with a heading that is marked."""
    marked = sum(marked_heading(rows[0].text) is not None for rows in paragraphs)
    plain = [rows for rows in paragraphs if marked_heading(rows[0].text) is None]
    found = {rows[0].number for rows in plain if len(rows) > 1 and _is_name(rows[0]) and len(rows[0].text.split()) < 5}
    return found if marked > 1 and len(found) * 2 <= marked else set()


def _name_of_list(paragraphs: Sequence[Sequence[Row]]) -> set[int]:
    """The first line, where it is a few words alone above lines in a row."""
    first, below = paragraphs[0], paragraphs[1] if len(paragraphs) > 1 else ()
    closed_up = len(below) > 1 and not is_address(below[1].text)
    # Where all else has an address, what has none is the name of it.
    others = [any(find_addresses(row.text) for row in rows[:20]) for rows in paragraphs[1:]]
    is_other = len(others) > 2 and all(others) and all(len(rows) > 1 for rows in paragraphs[1:])
    return {first[0].number} if len(first) == 1 and (closed_up or is_other) and _is_name(first[0]) else set()


def _alone(paragraphs: Sequence[Sequence[Row]]) -> set[int]:
    """Short lines that stand alone, where each stands above what isn't such a line: they part the list."""
    alone = [len(rows) == 1 and _is_name(rows[0]) for rows in paragraphs]
    found = {at for at, is_alone in enumerate(alone) if is_alone}
    if not found or (len(found) == 1 and not _is_short(paragraphs[min(found)][0])):
        return set()
    # Each with nothing but an address behind a blank line: these are titles.
    if all(len(below) == 1 and is_address(below[0].text) for at in found for below in paragraphs[at + 1 : at + 2]):
        return set()
    # The first may be the title of the list, above the first heading.
    for at in found:
        if at + 1 == len(paragraphs) or (alone[at + 1] and at > 0):
            return set()
    if len(found) > len(paragraphs) - len(found) + (0 in found):
        return set()
    return {paragraphs[at][0].number for at in found}


def _is_name(row: Row) -> bool:
    return len(row.text.split()) <= _MOST_WORDS_IN_NAME and is_heading_like(row.text)


def _is_short(row: Row) -> bool:
    return len(row.text.split()) <= 2


def _in_capitals(paragraphs: Sequence[Sequence[Row]]) -> set[int]:
    """First lines of paragraphs that are all in capitals, where no other line is."""
    shouted = [[row for row in rows if _is_shouted(row.text)] for rows in paragraphs]
    below = [*map(len, paragraphs[1:]), 0]
    found = [
        rows[0]
        for rows, loud, following in zip(paragraphs, shouted, below, strict=True)
        if loud and loud[0] is rows[0] and max(len(rows), following) > 1
    ]
    if sum(map(len, shouted)) > len(found) or sum(map(len, paragraphs)) < 2 * len(found):
        return set()
    return {row.number for row in found if _is_name(row) and (len(found) > 1 or " " in row.text)}


def _is_shouted(text: str) -> bool:
    return not _SMALL_LETTER.search(text) and _FOUR_LETTERS.search(text) is not None and not find_addresses(text)


def _in_order(paragraphs: Sequence[Sequence[Row]]) -> set[int]:
    """`Week 1`, `Week 2`, … with other lines below them; without any below they are items of a schedule."""
    found: list[Row] = []
    above_others = 0
    for rows in paragraphs:
        for at, row in enumerate(rows):
            if _ORDERED.match(row.text) and not find_addresses(row.text):
                found.append(row)
                above_others += at + 1 < len(rows) and not _ORDERED.match(rows[at + 1].text)
    return {row.number for row in found} if len(found) > 1 and above_others * 2 >= len(found) else set()


def _above_indented(paragraphs: Sequence[Sequence[Row]]) -> set[int]:
    """Lines at the margin, where each has titles indented below it; the first line may be the title of the list."""
    rows = [row for paragraph in paragraphs for row in paragraph]
    margin = min(row.indent for row in rows) + 1
    found: list[Row] = []
    for is_indented, group in groupby(rows, key=lambda row: row.indent > margin):
        members = list(group)
        if is_indented:
            if any(relation(row.text, has_items_below=True) is not Relation.ITEM for row in members):
                return set()
        else:
            found.append(members[-1])
            if len(members) > 1 + (members[0] is rows[0]):
                return set()
    ends_indented = rows[-1].indent > margin
    names = all(_is_name(row) or _ORDERED.match(row.text) for row in found)
    return {row.number for row in found} if ends_indented and names and len(rows) > 2 else set()

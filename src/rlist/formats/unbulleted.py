"""The lines of a paragraph without bullets: items, and what belongs to the item above."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING

from rlist.formats.addresses import find_addresses
from rlist.formats.citation_tail import parse_tail, parse_venue_line
from rlist.formats.headings import marked_heading
from rlist.formats.labelled import LINK_ROLES, labelled_field
from rlist.formats.names import parse_authors
from rlist.formats.wrapping import goes_on, is_address

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rlist.formats.outline import Row


# Small words that no title ends with; it goes on in the line below, whatever that begins with.
_OPEN = (" the", " of", " and", " or", " for", " an", " with", " from", " between", " using", " through", " versus")
# Full names in a row, also where a surname is a word of titles as well.
_NAME = r"(?:[A-Z][\w.’'-]*\s){1,3}[A-Z][\w’'-]*"
_NAMES = re.compile(rf"{_NAME}(?:,\s{_NAME})*(?:,?\s(?:and|&)\s{_NAME})\.?")


# `iGlasses: …` begins a title, in spite of its small letter.
_COINED = re.compile(r"[a-z]{1,4}[A-Z]")


class Part(Enum):
    """What a line is in its paragraph; GOES_ON is one that was broken to fit a width."""

    ITEM = auto()
    BELOW = auto()
    GOES_ON = auto()
    HEADING = auto()


def parts_of(rows: Sequence[Row], lines: Sequence[str], *, is_record: bool = False) -> Iterator[tuple[Row, Part]]:
    """What each of `rows` is, in order; `lines` are the same with their blanks.

    `is_record` says that all of them are of one work, so that what stands above its address is a title, or said of it.
    """
    taken: frozenset[str] = frozenset()  # what leads to the item above, by role; a line of addresses is all of them
    title = ""
    for at, row in enumerate(rows):
        labelled = labelled_field(row.text)
        leads = frozenset({labelled.role}) & LINK_ROLES if labelled else frozenset()
        if not labelled and is_address(row.text):
            leads = _leads(row.text)
        if at and (
            row.indent > rows[0].indent + 1
            or (leads and (is_record or not leads & taken))
            or (is_record and (taken or not _is_rest_of_title(title, lines[at - 1], row.text)))
            or _is_tail(row.text, is_alone=bool(title))
            or (labelled and not leads)
            or _is_venue_of(row, rows[at - 1])
            or row.text.startswith(_SAID_OF_RESULTS)
        ):
            yield row, Part.BELOW
            taken |= leads
            title = ""
        elif title and not taken and (is_record or _goes_on(title, lines[at - 1], row.text)):
            yield row, Part.GOES_ON
            title += f" {row.text}"
        elif marked_heading(row.text):
            yield row, Part.HEADING
            taken, title = frozenset(), ""
        else:
            yield row, Part.ITEM
            taken = LINK_ROLES if is_address(row.text) else _leads(row.text)
            title = row.text


# What a search engine writes below what it found.
_SAID_OF_RESULTS = ("Cited by ", "Related articles", "Save Cite")


def _goes_on(title: str, line: str, below: str) -> bool:
    is_rest = below[:1].islower() and not _COINED.match(below)
    return (is_rest or title.endswith(_OPEN)) and goes_on(title, line, below)


def _is_rest_of_title(title: str, line: str, below: str) -> bool:
    """Whether a line of a record is the rest of the title above it, and nobody's name."""
    if not title or not goes_on(title, line, below):
        return False
    return title.endswith(_OPEN) or not (_NAMES.fullmatch(below) or parse_authors(below, dated=True))


def _is_tail(text: str, *, is_alone: bool) -> bool:
    """Whether a line holds authors, venue or year of the title above; a year below a title alone may be another."""
    return parse_tail(text) is not None and not (is_alone and text.isdigit())


def _leads(text: str) -> frozenset[str]:
    """What leads to a work in a line: its address, or the kinds of its identifiers."""
    return frozenset("url" if address.url else address.scheme for address in find_addresses(text))


def _is_venue_of(row: Row, above: Row) -> bool:
    """Whether a line is a venue of the title above it, which is longer or has its address between."""
    is_longer = len(above.text.split()) > len(row.text.split()) + 1
    return parse_venue_line(row.text) is not None and (is_longer or is_address(above.text))

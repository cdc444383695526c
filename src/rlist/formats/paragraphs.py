"""Lines without bullets: which paragraphs are titles, which prose, which a citation or a record of one work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rlist.formats.addresses import find_addresses
from rlist.formats.citation import parse_citation
from rlist.formats.citation_parts import journal_with_numbers
from rlist.formats.citation_tail import parse_tail, parse_venue_line
from rlist.formats.entry_text import parse_entry
from rlist.formats.wrapping import BROKEN_FROM, is_address, is_unfinished

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rlist.formats.outline import Row

_MOST_WORDS_IN_TITLE = 25
_SENTENCE_END = (".", "!", "。", "！")
# Nobody says `I` or `we` in a title, but for those that end without a full stop.
_SPOKEN_TO_SOMEBODY = re.compile(
    r"\bI(?:['’](?:m|ve|ll|d))?\b|\b(?:we|you|my|our|us|your|me|let['’]s|ich|wir|mir|euch|je|nous|vous)\b"
)
_SPEAKS_OF_LIST = re.compile(
    r"(?:this|here|these|below|the following|above)\b(?: \w+){0,2} (?:is|are|list|lists|contains?)\b"
    r"|an? (?:\w+ )?(?:list|collection|selection) of\b|dies(?:e|er|es)? .{0,20}(?:liste|sammlung)\b",
    re.IGNORECASE,
)
_LEAST_WORDS_OF_PROSE = 5
# A title as long as this is no name of a section, and may go on behind the end of its line.
LONG_TITLE = 40
_MOST_LINES_OF_RECORD, _MOST_LINKS = 12, 4
_LEAST_OF_TITLE = 12


def is_citation(text: str) -> bool:
    """Whether a line is a citation, or a title with authors or a year."""
    citation = parse_citation(text)
    return citation is not None and bool(citation.authors or citation.year)


def is_whole_citation(text: str) -> bool:
    """Whether a line is a citation with all that one has: title, authors and year."""
    understood = parse_entry(text)
    return bool(understood.authors and understood.year)


def are_items(rows: Sequence[Row]) -> bool:
    """Whether lines are a list of titles, and no prose: all of them short, none a sentence."""
    if all(is_linked(row.text) for row in rows):
        return True
    small = sum(row.text[:1].islower() and not is_linked(row.text) for row in rows[1:])
    if small * 2 > len(rows) - 1:
        return False
    for row in rows:
        if find_addresses(row.text) or is_citation(row.text):
            continue
        if row.text.endswith(_SENTENCE_END) or len(row.text.split()) > _MOST_WORDS_IN_TITLE:
            return False
    return True


def is_linked(text: str) -> bool:
    """Whether a line begins or ends with an address: what it is about."""
    found = find_addresses(text)
    return bool(found) and not (text[: found[0].start].strip(" (<[-–—") and text[found[-1].end :].strip(" )>].,;"))


def wrapped_citation(rows: Sequence[Row]) -> int:
    """How many of `rows` are one citation that was broken to fit a width, with its addresses below; 0 where none is.

    They are the lines indented below the first one, or all of a paragraph.
    """
    first = rows[0]
    if len(rows) < 2 or len(first.text) < LONG_TITLE or not (". " in first.text or ", " in first.text):
        return 0
    some = rows[: _MOST_LINES_OF_RECORD + 1]
    hanging = next((at for at, row in enumerate(some) if at and row.indent <= first.indent), len(some))
    end = hanging if hanging > 1 else len(some)
    words = next((at for at, row in enumerate(some[:end]) if is_address(row.text)), end)
    if end > _MOST_LINES_OF_RECORD or words < 2 or not all(is_address(row.text) for row in some[words:end]):
        return 0
    if not all(len(row.text) >= LONG_TITLE or is_unfinished(row.text) for row in some[: words - 1]):
        return 0
    if any(is_whole_citation(row.text) for row in some[1:words]) or (
        is_whole_citation(first.text) and not _may_go_on(first.text, rows[1].text)
    ):
        return 0
    return end if is_whole_citation(" ".join(row.text for row in some[:words])) else 0


def _may_go_on(text: str, below: str) -> bool:
    """Whether a citation that has all that one needs may go on in the line below it.

    It may where authors are in front and its end isn't closed, or a journal with volume and pages follows.
    """
    is_led = not text.startswith(parse_entry(text).title[:_LEAST_OF_TITLE])
    is_closed = text.endswith(_SENTENCE_END) and journal_with_numbers(below) is None
    return is_led and len(text) >= BROKEN_FROM and not is_closed


def is_prose(rows: Sequence[Row]) -> bool:
    """Whether a paragraph is what somebody says to somebody, and names no work."""
    text = " ".join(row.text for row in rows[:40]).strip("[]")
    return (
        (text.endswith(_SENTENCE_END) or (rows[0].text.endswith(_SENTENCE_END) and len(rows) > 1))
        and len(text.split()) >= _LEAST_WORDS_OF_PROSE
        and bool(_SPEAKS_OF_LIST.match(text) or (_SPOKEN_TO_SOMEBODY.search(text) and not find_addresses(text)))
        and (len(rows) == 1 or not are_items(rows[:-1]) or rows[-1].text[:1].islower())
    )


def are_turned(rows: Sequence[Row]) -> bool:
    """Whether a paragraph is pairs of lines, each with the address above the words that belong to it."""
    return len(rows) % 2 == 0 and all(
        is_address(row.text) if at % 2 == 0 else not find_addresses(row.text) for at, row in enumerate(rows)
    )


def is_record(rows: Sequence[Row]) -> bool:
    """Whether a paragraph is of one work: a title, what else is said of it, and its addresses in one run."""
    addresses = [at for at, row in enumerate(rows[:_MOST_LINES_OF_RECORD]) if is_address(row.text)]
    if not addresses or addresses[-1] - addresses[0] >= min(len(addresses), _MOST_LINKS):
        return False
    if any(address.start == 0 for address in find_addresses(rows[0].text)[:1]):
        return False
    said = any(map(_is_said_of_work, (row.text for row in rows[1 : addresses[0]])))
    return said or len(addresses) == 1 or len(rows[0].text) >= LONG_TITLE


def _is_said_of_work(text: str) -> bool:
    return parse_tail(text) is not None or parse_venue_line(text) is not None


def are_links_within(paragraphs: Sequence[Sequence[Row]]) -> bool:
    """Whether more paragraphs are a title and its address in one line than an address alone."""
    single = [rows[0].text for rows in paragraphs if len(rows) == 1 and find_addresses(rows[0].text)]
    return 2 * sum(map(is_address, single)) < len(single)


def are_records(paragraphs: Sequence[Sequence[Row]]) -> bool:
    """Whether nearly each paragraph is a record of one work."""
    records = [rows for rows in paragraphs if len(rows) > 1 and any(is_address(row.text) for row in rows[1:])]
    simple = sum(is_record(rows) and (is_address(rows[1].text) or _is_said_of_work(rows[1].text)) for rows in records)
    others = sum(len(rows) > 1 and rows not in records and not is_prose(rows) for rows in paragraphs)
    return simple > 2 and simple >= others * 3 and simple * 3 >= len(records) * 2

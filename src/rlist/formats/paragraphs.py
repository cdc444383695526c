"""Lines without bullets: which are titles, which are prose, and which are headings by their place alone."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from rlist.formats.addresses import find_addresses
from rlist.formats.citation import parse_citation
from rlist.formats.citation_parts import journal_with_numbers
from rlist.formats.citation_tail import MONTH, parse_tail, parse_venue_line
from rlist.formats.entry_text import parse_entry
from rlist.formats.headings import is_heading_like, marked_heading
from rlist.formats.nesting import Relation, relation
from rlist.formats.wrapping import BROKEN_FROM, is_address, is_unfinished

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rlist.formats.outline import Row

_MOST_WORDS_IN_TITLE = 25
# A name of a section; more words alone in their paragraph are a title.
_MOST_WORDS_IN_NAME = 6
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

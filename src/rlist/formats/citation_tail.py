"""The end of a citation: authors, venue, year and the label of a lost link, in whatever order."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rlist.formats.names import parse_authors
from rlist.formats.venues import LABEL_ENDS, full_year, is_label, parse_venue


class Citation(NamedTuple):
    """What a citation says; `title` is "" where it is only the end of one, `rest` is what follows it."""

    title: str = ""
    authors: tuple[str, ...] = ()
    et_al: bool = False
    venue: str | None = None
    year: int | None = None
    label: str | None = None
    rest: str = ""


_LONGEST = 400
YEAR = r"(?:1[6-9]|20)\d\d"
MONTH = (
    r"(?:Jan(?:uary|uar|vier)?|Feb(?:ruary|ruar)?|Mar(?:ch)?|Apr(?:il)?|May|Mai|June?|Juni|July?|Juli|Aug(?:ust)?"
    r"|Sept?(?:ember)?|O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?)\.?"
)
_YEAR_AT_END = re.compile(
    rf"(?:\A|[\s,.;:(\[]+)(?:(?:{MONTH}[/–-])?{MONTH}(?:\s+\d{{1,2}})?,?\s+)?({YEAR})[a-z]?[)\]]?$"
)
_YEAR_IN_FRONT = re.compile(rf"^[(\[]?({YEAR})[a-z]?[)\]]?(?:[\s,.;:]+|$)")
_PAGES = re.compile(
    r"(?:vol(?:ume)?\.?|no\.?|issue|pp?\.?|pages?|S\.|Bd\.)?\s*\d+(?:\s?\(\d+\))?(?:\s?[:,]\s?\d+)?(?:\s?[-–—]+\s?\d+)?",
    re.IGNORECASE,
)
_BRACKETED_END = re.compile(r"^(.*?)[\s,]*(?:\(([^()]*)\)|\[([^\[\]]*)\])$")
_SEPARATOR = re.compile(r"[,;:]\s|\.\s|\s[|·—–-]\s|\s(?=in\s)|\s(?=['’\w&]+\s?['’]?\d\d(?:\d\d)?$)")
_BEFORE_VENUE = re.compile(r"(?:USENIX|ACM|IEEE|Proc\.|[Ii]n)\s\Z")
# Where a publisher has its house: `Princeton: Princeton University Press`.
_PLACE_BEFORE = re.compile(r"(?:\A|(?<=[.,]\s))[A-Z][\w .-]{2,24}(?:, [A-Z]{2})?:\s\Z")
EDGES = " \t,;:.|·—–-"
_NARROW = str.maketrans({"，": ", ", "、": ", ", "；": "; ", "：": ": ", "（": " (", "）": ") ", "。": ". "})
_VENUE_WORDS = re.compile(
    r"\b(?:Proc(?:eedings)?|Journal|Transactions|Advances in|Conference on|Symposium|Workshop on)\b"
)
_VENUE_HINT = re.compile("Proc|Journal|Transactions|Advances in|Conference on|Symposium|Workshop on")
# The line of a search engine below a title: `A Vaswani, N Shazeer… - Advances in …, 2017 - proceedings.neurips.cc`.
_RESULT = re.compile(rf"([^\W\d_][^\d]{{2,200}}?)\s-\s(?:([^\d].{{1,100}}?),\s)?({YEAR})\s-\s[\w-]+(?:\.[\w-]+)+")
_INITIAL_AT_END = re.compile(r"(?<![^\W\d_])[^\W\d_a-z]\.$")
_PAGES_BEHIND_YEAR = re.compile(rf"({YEAR}):\s?\d+(?:\s?[-–]\s?\d+)?$")
# `Zhong et al. '24`
_SHORT_YEAR = re.compile(r"(?<=et al)\.?,? ['’](\d\d)$")
_LONG_VENUE = re.compile(r"[Ii]n:?\s|Proc|\d{4} ")
_IN_NAME = r"(?:[A-Z][\w&-]*|of|on|the|and|with|in|for|&)"
_VENUE_LINE = re.compile(rf"({_IN_NAME}(?: {_IN_NAME}){{0,6}}) ({YEAR})")
# `. 2019;10(1):1234.` behind the name of a journal, as medicine cites: https://www.ncbi.nlm.nih.gov/books/NBK7256/
ISSUE = re.compile(
    rf"\.\s({YEAR})(?:\s[A-Z][a-z]{{2}}(?:[-\s]\w{{1,6}})?)?;\s?[\w\s().:,–-]{{1,40}}(?:\sdoi:\s?\S{{1,80}})?\.?$"
)
_LONGEST_JOURNAL = 80
_SMALL_WORDS_LISTED = """
et al others and und y e with co-authors colleagues by von par u.a u a in of on the for to at van der den de del della
des di da do dos du el la le bin ibn ter ten zu zum zur af av vol no pp p vols issue pages th st accepted presented
workshop workshops published digital library post page website text copy project full home code data
"""
_SMALL_WORDS = frozenset(_SMALL_WORDS_LISTED.split())


@lru_cache(maxsize=32_768)
def parse_tail(text: str, *, set_apart: bool = False) -> Citation | None:
    """Authors, venue, year and label where `text` holds nothing else, in whatever order; None otherwise.

    `set_apart` says that something parts it from the title that hardly stands inside of one.
    """
    if len(text) > _LONGEST:
        return None
    left = (text if text.isascii() else text.translate(_NARROW)).strip(EDGES)
    if not left:
        return None
    if ":" in left and left[-1].isdigit():
        left = _PAGES_BEHIND_YEAR.sub(r"\1", left)
    if left[-3:-2] in "'’" and (short := _SHORT_YEAR.search(left)):
        left = f"{left[: short.start()]}, {full_year(short[1])}"
    result = _RESULT.fullmatch(left) if "-" in left else None
    if result and (authors := parse_authors(result[1].rstrip(" …"), dated=True)):
        return Citation("", authors.names, authors.et_al or "…" in result[1], result[2], int(result[3]))
    for word in left.split():
        # Nearly all that isn't the end of a citation has a word in small letters that none has.
        if word[0].islower() and word.strip("().,;:[]+") not in _SMALL_WORDS and not is_label(word.rstrip(",;")):
            if _VENUE_HINT.search(left) and _VENUE_WORDS.search(left):
                break
            return None
    found = Citation()
    while left:
        shorter, found = _peeled(left, found)
        if shorter is None:
            break
        left = shorter.rstrip(" ,;:|·—–-")
    if left:
        authors = parse_authors(left, dated=bool(found.year or found.venue), set_apart=set_apart)
        if authors is None and (front := _YEAR_IN_FRONT.match(left)) and found.year is None:
            found = found._replace(year=int(front[1]))
            authors = parse_authors(left[front.end() :], dated=True)
        if authors is None or found.authors:
            return None
        found = found._replace(authors=authors.names, et_al=authors.et_al)
    return found


def parse_venue_line(text: str) -> Citation | None:
    """The venue and year of a line that is nothing else, also where nobody knows the venue ("J Big Data 2023").

    Only what stands right below a title is read so: `Paris 1919` is a title elsewhere.
    """
    issue = ISSUE.search(text) if ";" in text and len(text) <= _LONGEST_JOURNAL * 2 else None
    if issue and 0 < issue.start() <= _LONGEST_JOURNAL:
        return Citation(venue=text[: issue.start()], year=int(issue[1]))
    match = _VENUE_LINE.fullmatch(text) if text[-1:].isdigit() else None
    return Citation(venue=match[1], year=int(match[2])) if match else None


def _peeled(text: str, found: Citation) -> tuple[str | None, Citation]:
    """`text` without the last part that isn't authors, or None where there is none, and what that part says."""
    bare = text.rstrip(" .,;:")
    if label := label_at_end(bare):
        return bare[: -len(label[0])], found._replace(label=label[1])
    if bare[-1:] in ")]" and (bracketed := _BRACKETED_END.match(bare)):
        if _PAGES.fullmatch((bracketed[2] or "").strip()) and not re.fullmatch(YEAR, bracketed[2]):
            return bracketed[1], found
        inner = parse_tail(bracketed[2] or bracketed[3] or "")
        if inner and inner.label and inner.year and (published := parse_venue(bracketed[1])) and published.year:
            return bracketed[1], found  # `ICLR 2024 (arXiv 2023)`: when it was a preprint is no year of it
        if inner and (merged := merge(found, inner)):
            return bracketed[1], merged
    is_dated = found.year is None and any(map(str.isdigit, bare[-4:]))
    if is_dated and (year := _YEAR_AT_END.search(bare, max(len(bare) - 24, 0))):
        venue = _venue_at_end(bare, found)
        if venue:
            return venue
        return _with_stop(bare, year.start()), found._replace(year=int(year[1]))
    if found.venue is None and not bare.endswith(" al") and (venue := _venue_at_end(bare, found)):
        return venue
    if found.venue and _LONG_VENUE.match(bare) and parse_venue(bare):
        # The name in full beside the short one: `In Proceedings of the …, SOSP '03`.
        return "", found
    chunk = re.split(r"[,;]\s|\.\s(?!\d)", bare)[-1]
    if _PAGES.fullmatch(chunk.strip()) and (found.year or found.venue or not chunk[:1].isdigit()):
        return bare[: len(bare) - len(chunk)], found
    return None, found


def _with_stop(text: str, end: int) -> str:
    """`text` up to `end`, with the full stop behind it where that is one of an initial: `Roe, J., 2016`."""
    return text[: end + (_INITIAL_AT_END.search(text, max(end - 3, 0), end + 1) is not None)]


def label_at_end(text: str) -> tuple[str, str] | None:
    """The last words of `text` that are a label, with what parts them from the rest, and the label alone."""
    words = text[-40:].rsplit(None, 3)
    if not words or words[-1].strip(" .[]()*_:").casefold() not in LABEL_ENDS:
        return None
    for count in range(min(3, len(words)), 0, -1):
        label = " ".join(words[-count:])
        before = text[: len(text) - len(label)] if text.endswith(label) else None
        # Behind a citation a label follows a full stop, a dash or a bracket; `Mamba code` is no lost link.
        if (
            before is not None
            and is_label(label)
            and (not before or re.search(r"(?:[.,;|·—–\]):]|\s-)\s+$", before) or label[0] in "[(")
        ):
            return label, label.strip(" .[]()*_:")
    return None


def _venue_at_end(text: str, found: Citation) -> tuple[str, Citation] | None:
    starts = [0, *(match.end() for match in _SEPARATOR.finditer(text))]
    for start in [*reversed(starts[1:][-6:]), 0]:
        venue = parse_venue(text[start:])
        if venue and not (venue.year and found.year and venue.year != found.year):
            # `USENIX` in front of `ATC 2024` is a part of it, and no label.
            if place := _PLACE_BEFORE.search(text[:start]):
                return text[: place.start()], found._replace(venue=venue.name, year=venue.year or found.year)
            while before := _BEFORE_VENUE.search(text[:start]):
                start = before.start()
                venue = parse_venue(text[start:]) or venue
            return text[:start], found._replace(venue=venue.name, year=venue.year or found.year)
    return None


def merge(one: Citation, other: Citation) -> Citation | None:
    """Both together, or None where they contradict each other."""
    if (one.authors and other.authors) or (one.year and other.year and one.year != other.year):
        return None
    if one.venue and other.venue and one.venue != other.venue:
        return None
    return Citation(
        one.title or other.title,
        one.authors or other.authors,
        one.et_al or other.et_al,
        one.venue or other.venue,
        one.year or other.year,
        one.label or other.label,
        one.rest or other.rest,
    )

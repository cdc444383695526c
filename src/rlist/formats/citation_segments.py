"""A citation parted at its full stops, and the form that is nothing but such parts."""

from __future__ import annotations

import re

from rlist.formats.citation_tail import ISSUE, YEAR, Citation, parse_tail
from rlist.formats.names import parse_authors
from rlist.formats.sentences import sentence_ends

# `106 (1998): 1113-55`, `41:4 (October 2011): 883-906`, `27, no. 1 (Summer 2002): 5–39`, `25(2): 73-170 (1993)`.
_VOLUME = r"(?:vol\.?\s?)?\d{1,4}(?:(?:[:.]|,\s?(?:no\.\s?)?)\s?\d{1,3}|\s?\(\d{1,3}(?:[-–]\d{1,3})?\))?"
_PAGES = r"[\dA-Z]{1,6}(?:\s?[-–—]+\s?[\dA-Z]{1,6})?"
_YEAR_INSIDE = re.compile(
    rf",?\s{_VOLUME},?\s?(?:\((?:[A-Z][a-z]+\.?\s)?({YEAR})\)(?:[:,]?\s?(?:pp?\.?\s)?{_PAGES})?"
    rf"|:\s?{_PAGES}\s?\(({YEAR})\))\.?$"
)
_BEFORE_JOURNAL = re.compile(r"[.,?!:\"”»]\s|\.\S")
# `, vol. 50, no. 1, pp. 30–39, Jan. 2017`, as the IEEE cites.
_VOLUME_AND_YEAR = re.compile(
    rf",\s+vol\.\s?\d+(?:,\s+no\.\s?\d+)?(?:,\s+pp?\.\s?[\d–-]+)?,\s+(?:[A-Z][a-z]{{2,12}}\.?\s)?({YEAR})\.?$"
)
_LED = r"(?:[A-Z]\.[\s-]?){1,4}[^\W\d_][\w’'-]+"
_GROUP = r"[A-Z][\w-]*\s(?:Team|Contributors|Collaboration|Group|Consortium)"
_LED_BY_INITIALS = re.compile(
    rf"((?:{_LED},\s){{0,60}}{_LED}(?:,?\s(?:and|&)\s{_LED})?)(?:,\s{_GROUP})?(,\set al\.?)?[.,]\s"
)
_TITLE_JOURNAL_YEAR = re.compile(rf"(.{{8,300}}),\s([A-Z][^,]{{3,60}}),\s({YEAR})\.?")
_FAMILY_AND_INITIALS = r"[^\W\d_][\w’'-]+(?: [^\W\d_][\w’'-]+)? [A-Z]{1,3}"
_AUTHORS = re.compile(rf"((?:{_FAMILY_AND_INITIALS}, ){{0,40}}{_FAMILY_AND_INITIALS}(?:, et al)?)\.\s")


# The pages that a work is cited on, as bibliographies of papers have them: `…, 2020. 2, 6`.
_CITED_ON = re.compile(r"(?<=[12]\d\d\d)\.\s\d{1,3}(?:,\s\d{1,3}){0,9}$")


def cited_by_parts(text: str) -> Citation | None:
    """`text` taken apart where volume, issue and pages stand around the year and authors with initials in front."""
    dated = with_year_last(text)
    return _by_issue(text) or (_in_one_sentence(dated) if dated != text else None) or _led_by_initials(text)


def _by_issue(text: str) -> Citation | None:
    """`Authors. Title. Journal. Year;volume(issue):pages` taken apart, or None where `text` has another form."""
    issue = ISSUE.search(text, max(len(text) - 60, 0)) if ";" in text[-50:] else None
    if not issue:
        return None
    listed = _AUTHORS.match(text)
    start = listed.end() if listed else 0
    segments = [*([listed[1]] if listed else []), *segments_of(text[start : issue.start()])]
    authors = parse_authors(segments[0], dated=True) if len(segments) > 2 else None
    if not authors:
        return None
    return Citation(". ".join(segments[1:-1]), authors.names, authors.et_al, segments[-1], int(issue[1]))


def _in_one_sentence(text: str) -> Citation | None:
    """`A. Neto, B.B. Carvalho and M. Hron, Title, Journal, Year`, or None: the initials tell where the title begins."""
    match = _LED_BY_INITIALS.match(text) if text[1:2] == "." else None
    rest = _TITLE_JOURNAL_YEAR.fullmatch(text, match.end()) if match else None
    authors = parse_authors(match[1], dated=True) if match and rest else None
    if not authors or not rest:
        return None
    return Citation(rest[1], authors.names, bool(match and match[2]), rest[2], int(rest[3]))


def _led_by_initials(text: str) -> Citation | None:
    """`A. Neto and M. Hron, Title. Publisher, Year` taken apart, or None where a comma parts no title from initials."""
    match = _LED_BY_INITIALS.match(text) if text[1:2] == "." and not set('"“') & set(text) else None
    segments = segments_of(text[match.end() :]) if match and match[0].rstrip().endswith(",") else []
    authors = parse_authors(match[1], dated=True) if match and len(segments) > 1 else None
    tail = parse_tail(". ".join(segments[1:])) if authors else None
    if not (match and authors and tail and tail.year) or tail.authors or len(segments[0].split()) < 2:
        return None
    return Citation(segments[0], authors.names, match[2] is not None, tail.venue, tail.year, tail.label)


def with_year_last(text: str) -> str:
    """`text` with the year alone at its end, where volume, issue and pages stand around it."""
    start = max(len(text) - 80, 0)
    if text[-1:].isdigit() and (cited := _CITED_ON.search(text, max(len(text) - 40, 0))):
        text = text[: cited.start()]
    if text[-1:] not in ").0123456789":
        return text
    if text.find("vol.", start) >= 0 and (dated := _VOLUME_AND_YEAR.search(text, start)):
        return f"{text[: dated.start()]}, {dated[1]}"
    match = _YEAR_INSIDE.search(text, start) if text.find("(", start) >= 0 else None
    if match and not _BEFORE_JOURNAL.search(text, 0, match.start()):
        return text  # `Fuzzing 101 (2009)` is a title
    return f"{text[: match.start()]}, {match[1] or match[2]}" if match and match.start() else text


def segments_of(text: str) -> list[str]:
    """`text` parted at full stops, but not behind an initial or an abbreviation."""
    segments, start = [], 0
    for end in sentence_ends(text, citation=True):
        segments.append(text[start:end].strip().removesuffix("."))
        start = end
    last = text[start:].strip()
    # Behind a question the year or the venue may follow: `Why Do Computers Stop? 1985`.
    if (mark := max(last.rfind("? "), last.rfind("! "))) > 0 and parse_tail(last[mark + 2 :]):
        segments.append(last[: mark + 1])
        last = last[mark + 2 :]
    segments.append(last)
    return [segment for segment in segments if segment.strip(" .")] or [text]

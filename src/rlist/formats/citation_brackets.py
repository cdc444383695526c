"""Citations with brackets: `Title (VENUE 2024)`, `Title (Year), Authors`, `Authors (Year). Title. Venue`."""

from __future__ import annotations

import re

from rlist.formats.citation_parts import listed_authors, publication_of, titled
from rlist.formats.citation_segments import segments_of
from rlist.formats.citation_tail import EDGES, MONTH, YEAR, Citation, merge, parse_tail
from rlist.formats.names import parse_authors
from rlist.formats.venues import full_year, is_label, parse_venue

_BRACKETS = re.compile(r"[(（]([^()（）]{2,200})[)）]|\[([^\[\]]{2,200})\]")
# A venue that nobody knows, with its year, in brackets behind a title: `(Phd@PVLDB 2018)`, `(aiDM2020)`,
# `(SIGMOD-Companion ’23)`, `(VLDB 2021 from Tim Kraska)`, `(CHEOPS 22)`.
_DATED_VENUE = re.compile(
    rf"((?=[^ ]*[A-Z])[\w@&/’'.-]+(?: (?:[A-Z][\w@&/.-]*|of|and|on|in|the|for|und|&)){{0,6}}?)"
    rf"(?:,?[ -]?({YEAR})|,? ?[’']\s?(\d\d)|(?<=[A-Z]{{4}}) (\d\d))(?: (?:from|by|under) .{{3,40}}|, .{{3,100}})?"
)
# `(Brin & Page, 1998)`: two surnames, whatever words they are as well.
_PAIR_AND_YEAR = re.compile(rf"([A-Z][\w’'-]+) (?:&|and) ([A-Z][\w’'-]+),? ({YEAR})[a-z]?")
# `(Lillicrap, Kording: July 2019)`: whatever stands in front of the colon are names.
_FAMILY = r"[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*){0,2}"
_NAMED_AND_DATED = re.compile(
    rf"({_FAMILY}(?:(?:, (?:and |& )?| and | & ){_FAMILY}){{1,20}}): (?:(?:{MONTH}/)?{MONTH} )?({YEAR})"
)
_BETWEEN_NAMES = re.compile(r",? (?:and |& )|, ")
_SEASONS = frozenset({"Spring", "Summer", "Fall", "Autumn", "Winter"})
_LEAST_LETTERS = 3
_LEAST_COMMAS = 2
# `Authors. Title. In 2014 USENIX Annual Technical Conference (USENIX ATC 14)`: the bracket is the venue's.
_IN_VENUE = re.compile(r"[.?!] In:? (?:[A-Z]|\d{4} )")


def parse_bracketed(text: str) -> Citation | None:
    """`Title (VENUE 2024)`, `Title (Authors: Month Year)`, `Title (Year), Authors`, `Authors (Year). Title. Venue`."""
    for match in list(_BRACKETS.finditer(text))[:6]:
        inner = parse_tail(match[1] or match[2], set_apart=True)
        if not inner and match[1] and (pair := _PAIR_AND_YEAR.fullmatch(match[1].strip())):
            inner = Citation(authors=(pair[1], pair[2]), year=int(pair[3]))
        if not inner and match[1] and (named := _NAMED_AND_DATED.fullmatch(match[1].strip())):
            inner = Citation(authors=tuple(_BETWEEN_NAMES.split(named[1])), year=int(named[2]))
        if not inner and match[1] and not text[match.end() :].strip(" .,;:"):
            inner = _dated_venue(match[1].strip())
        if not inner:
            continue
        before, after = text[: match.start()].strip(), text[match.end() :].strip()
        if not before or _IN_VENUE.search(before):
            continue
        if inner.label and inner.year and (published := parse_venue(before.rpartition(", ")[2])) and published.year:
            continue  # `…, ICLR 2024 (arXiv 2023)`: the end of the text says both
        if not after.strip(" .,;:"):
            return titled(before, inner)
        if inner.year and not inner.authors and (head := listed_authors(before)) and after[0] in '.:,—–- “"':
            segments = segments_of(after.strip(EDGES))
            behind = ". ".join(segments[1:])
            tail = publication_of(behind) if behind else Citation()
            both = merge(inner._replace(authors=head.names, et_al=head.et_al), tail or Citation())
            if both:
                return titled(segments[0], both, "" if tail else behind)
        behind = re.sub(r"^[\s,.;:—–-]*(?:by\s)?", "", after)
        tail = parse_tail(behind, set_apart=True) or (_surnames(behind) if inner.year and after[0] in "—–-" else None)
        if tail and (both := merge(inner, tail)):
            return titled(before, both)
        if re.match(r"[:.,;—–(\[-]", after) and (inner.authors or inner.venue or inner.year):
            return titled(before, inner, after.lstrip(" .:,;"))
    return None


def _surnames(text: str) -> Citation | None:
    """Three surnames or more behind a year and a dash: one or two could be any words."""
    authors = parse_authors(text, dated=True) if text.count(", ") >= _LEAST_COMMAS else None
    return Citation(authors=authors.names, et_al=authors.et_al) if authors else None


def _dated_venue(text: str) -> Citation | None:
    """The venue of any name that a bracket at the end of a citation holds, with its year."""
    match = _DATED_VENUE.fullmatch(text)
    year = next((digits for digits in match.groups()[1:] if digits), "") if match else ""
    if match is None or len(match[1]) < _LEAST_LETTERS:
        return None
    if match[1] in _SEASONS:
        return Citation(year=full_year(year))  # `Systems Programming (Spring 2016)`, a course
    is_venue = not is_label(match[1])
    return Citation(year=full_year(year), venue=match[1] if is_venue else None, label=None if is_venue else match[1])

"""Citations whose date stands in brackets, as the APA has them: `Author, A. B. (2018, May 26). Title. Venue.`."""

from __future__ import annotations

import re

from rlist.formats.citation_parts import publication_of, titled
from rlist.formats.citation_segments import segments_of
from rlist.formats.citation_tail import YEAR, Citation, parse_tail
from rlist.formats.names import Authors, parse_authors

# https://apastyle.apa.org/style-grammar-guidelines/references/elements-list-entry
_DATED = re.compile(rf" \((?:({YEAR})[a-z]?(?:, [A-Z][a-z]{{2,8}}\.?(?: \d{{1,2}})?)?|n\.d\.)\)\.(?: |$)")
_ROLE = re.compile(r" \((?:Director|Producer|Host|Author|Writer|Narrator|Eds?\.|Trans\.)\)$")
_RETRIEVED = re.compile(r"(?:Retrieved|Accessed)\b.{0,60}$")
_FAMILY = r"[^\W\d_][\w’'-]{1,30}, (?:[A-Z]\.[ -]?){1,4}"
_UNDATED = re.compile(rf"((?:{_FAMILY}(?:, & |,? & |, |,? and )){{1,30}}{_FAMILY}) ?(?=[A-Z])")
# No title in front of its date has a full stop, a quotation, or an initial at its end.
_PARTED = re.compile(r"\. |[\"“”«»]|\b[A-Z]\.?$")
_LONGEST_HEAD = 300
_LEAST_WORDS_OF_TITLE = 3


def parse_apa(text: str) -> Citation | None:
    """`text` taken apart where its date stands in brackets between full stops, or None where it has another form."""
    match = _DATED.search(text, 2, _LONGEST_HEAD) if ")." in text else None
    if match is None:
        return _undated(text)
    year = int(match[1]) if match[1] else None
    before = text[: match.start()]
    before = before[:-1] if before.endswith(").") else before
    head = _ROLE.sub("", before)
    rest = _RETRIEVED.sub("", text[match.end() :]).strip()
    segments = segments_of(rest) if rest else []
    authors = parse_authors(head, dated=True)
    if authors and match[0].startswith(f" ({match[1]})."):
        return None  # the form that all others have as well
    is_role = head != before
    if not authors and re.fullmatch(_FAMILY, head):
        family, _, given = head.partition(", ")
        authors = Authors((f"{given} {family}",), et_al=False, sure=True)
    if not authors and not is_role:
        is_title = text[match.end() :] and (not segments or _is_site(segments[0])) and not _PARTED.search(head)
        return titled(head, Citation(year=year), rest) if is_title else None
    if not segments:
        return None
    found = Citation(authors=authors.names if authors else (head,), et_al=bool(authors and authors.et_al), year=year)
    behind = ". ".join(segments[1:])
    tail = publication_of(behind)
    if tail and not (tail.year and year and tail.year != year):
        return titled(segments[0], found._replace(venue=tail.venue, label=tail.label))
    return titled(segments[0], found, behind)


def _is_site(segment: str) -> bool:
    """Whether what follows the date is where the work stands, so that its title stood in front."""
    return segment.startswith("In ") or len(segment.split()) < _LEAST_WORDS_OF_TITLE


def _undated(text: str) -> Citation | None:
    """`Roe, J., & Doe, A. B. Title. Venue.`: behind the last initial the title begins."""
    match = _UNDATED.match(text) if text[:1].isupper() and ", " in text[:40] else None
    authors = parse_authors(match[1], dated=True) if match else None
    if not match or not authors:
        return None
    title, *rest = segments_of(text[match.end() :])
    if len(title.split()) < _LEAST_WORDS_OF_TITLE:
        return None
    found = Citation(authors=authors.names, et_al=authors.et_al)
    tail = parse_tail(". ".join(rest)) if rest else None
    return (
        titled(title, found._replace(venue=tail.venue, year=tail.year))
        if tail
        else titled(title, found, ". ".join(rest))
    )

"""What stands in front of a citation: a date, a venue in brackets, a label, a nickname."""

from __future__ import annotations

import re

from rlist.formats.citation_tail import MONTH, YEAR, Citation, merge, parse_tail
from rlist.formats.venues import full_year, is_label, parse_venue

_PREFIX = re.compile(
    r"^(?:\[([^\[\]]{1,60})\]|\(([^()]{1,60})\)|([A-Z][\w&]*(?:\s[A-Z]+)?(?:\s?(?:['’]\s?\d\d|(?:19|20)\d\d)|\s\d\d))(?=\s*[:—–-]{1,3}\s)|([A-Za-z][\w&@/-]{1,20}['’]\d\d)(?=\s+\S+\s))\s*[:—–-]{0,3}\s*(?=\S)"
)
_DATE_IN_FRONT = re.compile(
    rf"^[\[(]?(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{{0,6}}[.,]?\s+)?(?:\d{{4}}[-./]\d{{1,2}}(?:[-./]\d{{1,2}})?|\d{{1,2}}[-./]\d{{1,2}}[-./](?:\d\d)?\d\d"
    rf"|{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?=:\s|\s+(?:[—–-]\s+)?[\"“A-Z])|\d{{1,2}}/\d{{1,2}}(?=:\s|\s+[\"“A-Z])|{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|{MONTH},?\s+\d{{4}}(?=\s*[:|—–-]+\s)|\d{{1,2}}\.?\s+{MONTH},?\s+\d{{4}})[\])]?(?:\s*[:|—–-]+\s*|\s+)(?=\S)"
)


# `ICML 2023 oral, Title`, `arXiv 2023.10, Title`, `2023.10, Title`: where and when it was published, and how.
_TRACK = (
    r"(?:oral|spotlight|poster|workshops?|submission|demo|findings|industry|preprint|under review"
    r"|(?:best|outstanding|distinguished|honou?rable) [A-Za-z ]{4,40}|\((?:oral|spotlight|poster|best [a-z ]{4,30})\))"
)
_PUBLISHED = re.compile(
    rf"([A-Z][\w&/.'’@ -]{{1,40}}?[ -])?({YEAR})(\.\d\d?)?(?: {_TRACK})?,\s*(?=[\w*\"“\[(])", re.IGNORECASE
)
# `20-OSDI-Title`, as files of papers are named, `(19 ICML) Title`.
_FILED = re.compile(r"(\d\d)-((?=[^\W\d_]*[A-Z][^\W\d_]*[A-Z])[A-Z][A-Za-z&]{2,11})-\s?(?=[^\W_])")
_YEAR_AND_NAME = re.compile(r"\((\d\d) ([A-Za-z][A-Za-z&]{2,11})\)\s+(?=\S)")


# `[CoRR2023]`, `[arXiv 23]`, `[ICRA-W'22]`, `[Nat. Mach. Intell. 2021.05]`: where and when, of whatever name.
_NAME_AND_YEAR = re.compile(
    rf"([A-Za-z][A-Za-z&@/.,+ -]{{1,40}}?)[ ,-]*(?:({YEAR})(?:[./-]\d\d?)?|['’]\s?(\d\d)(?:[./-]\d\d?)?|(\d\d))"
)
# Chicago's stroke for the author of the work above: `———. 2018. Title.`
_SAME_AUTHOR = re.compile(rf"[-—–_]{{3,}}[.,]\s+(?:({YEAR})\.\s+)?(?=\S)")


# `2020 - The title`
_YEAR_AND_DASH = re.compile(rf"({YEAR})\s[–—-]\s+(?=\S)")
_LEAST_WORDS_OF_TITLE = 3


def _published(text: str) -> tuple[str, Citation] | None:
    """`text` without the venue and the year in front of its title, and what these say."""
    if text[:1] in "(0123456789" and (filed := _FILED.match(text) or _YEAR_AND_NAME.match(text)):
        title, known = text[filed.end() :], is_label(filed[2])
        return title, Citation(
            title=title, venue=None if known else filed[2], year=full_year(filed[1]), label=filed[2] if known else None
        )
    if text[:1] in "12" and (dated := _YEAR_AND_DASH.match(text)):
        title = text[dated.end() :]
        # `1984 - George Orwell` begins with its title.
        is_title = len(title.split()) >= _LEAST_WORDS_OF_TITLE and parse_tail(title, set_apart=True) is None
        return (title, Citation(title=title, year=int(dated[1]))) if is_title else None
    head = text[:90]
    match = _PUBLISHED.match(text) if "," in head and ("20" in head or "19" in head) else None
    if match is None or " " not in text[match.end() :]:
        return None
    title, name, year = text[match.end() :], (match[1] or "").strip(" -"), int(match[2])
    venue = parse_venue(f"{name} {year}") if name else None
    if venue:
        return title, Citation(title=title, venue=venue.name, year=year)
    if (name and is_label(name)) or (not name and match[3]):
        return title, Citation(title=title, year=year, label=name or None)
    return None


def has_same_author(text: str) -> bool:
    """Whether a stroke stands in `text` for the authors of the work above."""
    return text[:1] in "-—–_" and _SAME_AUTHOR.match(text) is not None


def name_and_year(text: str) -> Citation | None:
    """The venue or label of any name, with its year, in brackets or in the text of a link: `CoRR2023`, `ICRA-W'22`."""
    match = _NAME_AND_YEAR.fullmatch(text.strip()) if text.strip()[-1:].isdigit() else None
    if match is None or not (match[2] or match[3] or is_label(match[1])):
        return None
    year = full_year(match[2] or match[3] or match[4])
    return Citation(year=year, label=match[1]) if is_label(match[1]) else Citation(venue=match[1], year=year)


def without_prefix(text: str) -> tuple[str, Citation]:
    """`text` without a date, a venue, a label or a nickname in front, and what these say."""
    if published := _published(text):
        return published
    if text[:1] in "-—–_" and (same := _SAME_AUTHOR.match(text)):
        title = text[same.end() :]
        return title, Citation(title=title, year=int(same[1]) if same[1] else None)
    date = _DATE_IN_FRONT.match(text)
    stripped = text[date.end() :] if date else text
    found = Citation(title=stripped) if date else Citation()
    while prefix := _PREFIX.match(stripped):
        inner = prefix[1] or prefix[2] or prefix[3] or prefix[4]
        rest = stripped[prefix.end() :]
        year = re.fullmatch(YEAR, inner.strip())
        venue = parse_venue(inner)
        if venue:
            found = found._replace(venue=venue.name, year=venue.year)
        elif year:
            found = found._replace(year=int(inner))
        elif is_label(inner):
            found = found._replace(label=inner.strip())
        elif (prefix[1] or prefix[4]) and (dated := name_and_year(inner)):
            found = merge(found, dated) or found
        elif (tail := parse_tail(inner)) and (merged := merge(found, tail)):
            found = merged
        elif not (prefix[1] and len(inner.split()) <= 3 and len(rest.split()) > 2):
            break
        stripped = rest
        found = found._replace(title=stripped)
    return stripped, found

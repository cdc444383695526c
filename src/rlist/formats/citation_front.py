"""What stands in front of a citation: a date, a venue in brackets, a label, a nickname."""

from __future__ import annotations

import re

from rlist.formats.citation_tail import MONTH, YEAR, Citation, merge, parse_tail
from rlist.formats.venues import is_label, parse_venue

_PREFIX = re.compile(
    r"^(?:\[([^\[\]]{1,60})\]|\(([^()]{1,60})\)|([A-Z][\w&]*(?:\s[A-Z]+)?\s?(?:['’]\s?\d\d|(?:19|20)\d\d))(?=\s*[:—–-]\s))\s*[:—–-]?\s*(?=\S)"
)
_DATE_IN_FRONT = re.compile(
    rf"^[\[(]?(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{{0,6}}[.,]?\s+)?(?:\d{{4}}[-./]\d{{1,2}}(?:[-./]\d{{1,2}})?|\d{{1,2}}[-./]\d{{1,2}}[-./](?:\d\d)?\d\d"
    rf"|{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?=:\s|\s+(?:[—–-]\s+)?[\"“A-Z])|\d{{1,2}}/\d{{1,2}}(?=:\s|\s+[\"“A-Z])|{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|\d{{1,2}}\.?\s+{MONTH},?\s+\d{{4}})[\])]?(?:\s*[:|—–-]+\s*|\s+)(?=\S)"
)


def without_prefix(text: str) -> tuple[str, Citation]:
    """`text` without a date, a venue, a label or a nickname in front, and what these say."""
    date = _DATE_IN_FRONT.match(text)
    stripped = text[date.end() :] if date else text
    found = Citation(title=stripped) if date else Citation()
    while prefix := _PREFIX.match(stripped):
        inner = prefix[1] or prefix[2] or prefix[3]
        rest = stripped[prefix.end() :]
        year = re.fullmatch(YEAR, inner.strip())
        venue = parse_venue(inner)
        if venue:
            found = found._replace(venue=venue.name, year=venue.year)
        elif year:
            found = found._replace(year=int(inner))
        elif is_label(inner):
            found = found._replace(label=inner.strip())
        elif (tail := parse_tail(inner)) and (merged := merge(found, tail)):
            found = merged
        elif not (prefix[1] and len(inner.split()) <= 3 and len(rest.split()) > 2):
            break
        stripped = rest
        found = found._replace(title=stripped)
    return stripped, found

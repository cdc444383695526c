"""Citations with the year between full stops behind their authors, as Chicago has them: `Roe, Jane. 2001. Title. …`."""

from __future__ import annotations

import re

from rlist.formats.citation_parts import publication_of, titled
from rlist.formats.citation_segments import segments_of
from rlist.formats.citation_tail import YEAR, Citation
from rlist.formats.names import first_turned

# https://www.chicagomanualofstyle.org/tools_citationguide/citation-guide-2.html
_HEAD = re.compile(rf"([^\d“”\"]{{3,200}}?)\.? ({YEAR})[a-z]?\. (?=\S)")
_QUOTED = re.compile(r"[“\"](.{4,300}?)[.,]?[”\"](?:\s|$)")
_INITIAL = re.compile(r"\b[A-Z]$")


def parse_chicago(text: str) -> Citation | None:
    """`text` taken apart where the family name of the first author leads it, a year behind; None for all else."""
    head = _HEAD.match(text) if ", " in text[:60] else None
    names = first_turned(f"{head[1]}." if _INITIAL.search(head[1]) else head[1]) if head else None
    if head is None or names is None:
        return None
    rest = text[head.end() :]
    if quoted := _QUOTED.match(rest):
        title, behind = quoted[1], rest[quoted.end() :].strip()
    else:
        title, *segments = segments_of(rest)
        behind = ". ".join(segments)
    found = Citation(authors=names, year=int(head[2]))
    place = publication_of(behind)
    return titled(title, found._replace(venue=place.venue), "") if place else titled(title, found, behind)

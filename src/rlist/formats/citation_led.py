"""Citations that begin with initials and family names, as medicine has them: `Doe JA, Roe B. Title. Journal. 2020`."""

from __future__ import annotations

import re

from rlist.formats.citation_parts import publication_of, titled
from rlist.formats.citation_segments import segments_of
from rlist.formats.citation_tail import Citation

# A star marks who did as much as the first one.
_INITIALS = r"[A-Z]{1,3}(?:-[A-Z])?"
_FAMILY = r"(?:[^\W\d_][\w’'‐-]*+ ){0,2}[^\W\d_][\w’'‐-]++"
_BEHIND = rf"{_FAMILY} {_INITIALS}\*?"
_IN_FRONT = rf"{_INITIALS} {_FAMILY}\*?"
_BETWEEN = r"(?:, |,? (?:&|and) )"
_ENDS = r"(?:,? (et al)\.?|, ?(\.{3}|…)|\.)\s+(?=[^\W_])"
_HEADS = tuple(re.compile(rf"((?:{name}{_BETWEEN}){{1,60}}{name}){_ENDS}") for name in (_BEHIND, _IN_FRONT))
_NAME = re.compile(rf"({_FAMILY}) ({_INITIALS})")
_SEPARATOR = re.compile(_BETWEEN)
# What all of them begin with, so that nothing else is asked for more.
_BEGINS = re.compile(rf"{_INITIALS} [^\W\d_]|(?:[^\W\d_][\w’'‐-]*+ ){{1,3}}{_INITIALS}\*?,")


def parse_led(text: str) -> Citation | None:
    """`text` taken apart where family names with their initials lead it, at least two; None for all else."""
    if not _BEGINS.match(text):
        return None
    head = next((match for pattern in _HEADS if (match := pattern.match(text))), None)
    if head is None:
        return None
    names = tuple(_natural(name.rstrip("*")) for name in _SEPARATOR.split(head[1]))
    title, *segments = segments_of(text[head.end() :])
    found = Citation(authors=names, et_al=bool(head[2] or head[3]))
    behind = ". ".join(segments)
    if tail := publication_of(behind):
        return titled(title, found._replace(venue=tail.venue, year=tail.year, label=tail.label))
    return titled(title, found, behind)


def _natural(name: str) -> str:
    turned = _NAME.fullmatch(name)
    return f"{turned[2]} {turned[1]}" if turned else name

"""Lines of a list that name no work: they only say where else to look, or that nothing is read."""

from __future__ import annotations

import re
from collections.abc import Collection

_POINTS_ELSEWHERE = re.compile(
    r"(?:see|cf\.?|refer to|look under|siehe|vgl\.?|voir)\s+(?:also\s+|auch\s+|aussi\s+)?", re.IGNORECASE
)
_HERE = re.compile(
    r"(?:the\s+)?(?:section|chapter|list|heading)?\s*(?:above|below|oben|unten|ci-dessus|ci-dessous)\b", re.IGNORECASE
)
# What a plan of dates says of a day on which nothing is read.
_NOTHING_READ = re.compile(
    r"(?:no (?:class|meeting|lecture|session|readings?|seminar)|(?:\w+ )?holidays?|(?:\w+ )?(?:break|recess)|tb[ad]"
    r"|t\.b\.[ad]|cancell?ed|kein treffen|entfällt|\w*ferien|pas de séance|休み|放假)(?: \([^()]*\))?[.!]?",
    re.IGNORECASE,
)


def points_elsewhere(text: str, names: Collection[str]) -> bool:
    """Whether a line only points to another part of its list, as `See Serving below for …`.

    `names` are those of the list's sections, in small letters.
    """
    match = _POINTS_ELSEWHERE.match(text)
    if not match:
        return False
    rest = text[match.end() :].casefold().lstrip("\"'“‘«[")
    return any(len(name) > 2 and rest.startswith(name) for name in names) or _HERE.match(rest) is not None


def names_nothing(text: str) -> bool:
    """Whether a line of a plan says that nothing is read on a day: `No meeting (holiday)`, `TBD`."""
    return _NOTHING_READ.fullmatch(text) is not None

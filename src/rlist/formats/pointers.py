"""Lines that only say where else in the same list to look."""

from __future__ import annotations

import re
from collections.abc import Collection

_POINTS_ELSEWHERE = re.compile(
    r"(?:see|cf\.?|refer to|look under|siehe|vgl\.?|voir)\s+(?:also\s+|auch\s+|aussi\s+)?", re.IGNORECASE
)
_HERE = re.compile(
    r"(?:the\s+)?(?:section|chapter|list|heading)?\s*(?:above|below|oben|unten|ci-dessus|ci-dessous)\b", re.IGNORECASE
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

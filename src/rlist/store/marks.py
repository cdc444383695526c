"""Marks: words of the index's own, in a column that no search for words looks into.

Each has a letter in front that no text has, and one behind that no stemmer takes off.
"""

from __future__ import annotations

_TAG, _INITIALS = "\ue001", "\ue002"
_END = "q"


def tag_mark(name: str) -> str:
    """The mark of an item with this tag, or with one below it."""
    return f"{_TAG}{name.lower().encode().hex()}{_END}"


def initials_mark(short: str) -> str:
    """The mark of an item in whose title words have these initials."""
    return f"{_INITIALS}{short}{_END}"

"""Marks: words of the index's own, in a column that no search for words looks into.

Each has a letter in front that no text has, and one behind that no stemmer takes off.
"""

from __future__ import annotations

from math import log2

_SIZE, _TAG, _INITIALS = "\ue000", "\ue001", "\ue002"
_END = "q"
# Above so many words, sizes are steps of an eighth more: so much more or less text decides nothing.
_EXACT_SIZES = 80
_STEPS_PER_DOUBLING = 6
LARGEST_SIZE = 120


def size_of(words: int) -> int:
    """The size of an item with so many words and other marks in all, which is what its rank goes by."""
    if words <= _EXACT_SIZES:
        return words
    return min(_EXACT_SIZES + int(_STEPS_PER_DOUBLING * log2(words / _EXACT_SIZES)), LARGEST_SIZE)


def size_mark(size: int) -> str:
    """The mark of items of that size."""
    return f"{_SIZE}{size}{_END}"


def tag_mark(name: str) -> str:
    """The mark of an item with this tag, or with one below it."""
    return f"{_TAG}{name.lower().encode().hex()}{_END}"


def initials_mark(short: str) -> str:
    """The mark of an item in whose title words have these initials."""
    return f"{_INITIALS}{short}{_END}"

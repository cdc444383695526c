"""The objects of a JSON text with the lines they stand in."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rlist.errors import UnreadableInput

_BLANKS = re.compile(r"[\s,]*")


class Span(NamedTuple):
    """A value of an array with its text, which stands in the lines from `first` to `last`."""

    value: Any
    text: str
    first: int
    last: int


def parse(text: str) -> Any:
    """What a JSON text holds. Raises UnreadableInput, naming the line."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise UnreadableInput(f"line {error.lineno}: this is no JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise UnreadableInput(
            "line 1: this JSON can't be read: it is nested too deep, or a number is too long"
        ) from error


def spans(text: str, key: str | None = None) -> Iterator[Span]:
    """The values of the array that all of `text` is, or of the first that `key` names; `text` has been parsed."""
    at = _array(text, key)
    line_of = line_counter(text)
    decoder = json.JSONDecoder()
    while at is not None:
        blanks = _BLANKS.match(text, at)
        at = blanks.end() if blanks else at
        if text[at : at + 1] in {"]", ""}:
            return
        value, end = decoder.raw_decode(text, at)
        yield Span(value, text[at:end], line_of(at), line_of(end - 1))
        at = end


def line_counter(text: str) -> Callable[[int], int]:
    """The number, from 1, of the line that a place in `text` is in."""
    line_starts = [0, *(found.end() for found in re.finditer("\n", text))]
    return lambda at: bisect_right(line_starts, at)


def _array(text: str, key: str | None) -> int | None:
    """The place behind the bracket that opens the array."""
    if key is None:
        found = re.search(r"\s*\[", text)
    else:
        # Records may have arrays of that name as well, which hold no objects.
        found = re.search(rf'"{key}"\s*:\s*\[(?=\s*\{{)', text) or re.search(rf'"{key}"\s*:\s*\[', text)
    return found.end() if found else None

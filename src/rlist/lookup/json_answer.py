"""JSON as services answer it: any value may be missing or of another type."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import cast

from rlist.lookup.wanted import NotAnAnswer

# The largest records, with thousands of references, have a quarter of that; as objects it is thirty times as much.
_MAXIMUM_BYTES = 2 * 1024 * 1024


def read_object(body: bytes, service: str) -> Mapping[str, object]:
    """The object that an answer is; raises NotAnAnswer for anything else."""
    if len(body) > _MAXIMUM_BYTES:
        raise NotAnAnswer(f"{service} answers with more than {_MAXIMUM_BYTES >> 20} MB of JSON")
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise NotAnAnswer(f"{service} answers with something that is no JSON") from error
    if not isinstance(found, dict):
        raise NotAnAnswer(f"{service} answers with JSON of another kind")
    return found


def inner(value: object, *path: str) -> object:
    """What stands at the end of `path` in nested objects, or None; a list stands for its first element."""
    for name in path:
        if isinstance(value, list):
            value = value[0] if value else None
        value = cast("Mapping[str, object]", value).get(name) if isinstance(value, dict) else None
    return value


def text_at(value: object, *path: str) -> str:
    """The text at the end of `path`, the first one of a list of texts, "" where there is none."""
    found = inner(value, *path)
    if isinstance(found, list):
        found = found[0] if found else None
    return found if isinstance(found, str) else str(found) if isinstance(found, int) else ""


def rows_at(value: object, *path: str) -> Sequence[object]:
    """The list at the end of `path`, empty where there is none."""
    found = inner(value, *path)
    return found if isinstance(found, list) else ()

"""Citations whose parts nothing but commas separate: `Jane Roe, Ann B. Minor and John Doe, The title, VENUE, 2014`."""

from __future__ import annotations

import re

from rlist.formats.names import is_given_name, parse_authors

_CAPITAL = "[A-ZÀ-ÖØ-ÞĀ-Ž]"
_NAME = re.compile(
    rf"(?:{_CAPITAL}[\w’'-]*\.?(?:-?[A-Z]\.)*\s){{1,3}}(?:(?:van|von|de|der|den|del|di|da|la|le)\s){{0,2}}"
    rf"{_CAPITAL}[\w’'-]+"
)
_JOINED = re.compile(r"\s(?:and|&)\s")
_INITIAL = re.compile(r"[A-Z]{1,2}\.?")
_TIGHT_INITIALS = re.compile(r"^([A-Z])([A-Z])\s")
_MOST_NAMES = 40


def names_in_front(text: str) -> tuple[tuple[str, ...], str] | None:
    """The full names that lead `text`, two at least, and what stands behind their last comma; None for all else.

    A given name or an initial has to be among them: two words with capitals are a title as well.
    """
    names: list[str] = []
    rest = text
    while len(names) < _MOST_NAMES and ", " in rest:
        part, _, behind = rest.partition(", ")
        is_last = part.startswith(("and ", "& ")) or _JOINED.search(part) is not None
        pair = _JOINED.split(part.removeprefix("and ").removeprefix("& "))
        if not all(map(_NAME.fullmatch, pair)):
            break
        names += pair
        rest = behind
        if is_last:
            break
    if len(names) < 2 or not any(map(_is_known, names)):
        return None
    dotted = ", ".join(_TIGHT_INITIALS.sub(r"\1. \2. ", name) for name in names)
    return (tuple(names), rest) if parse_authors(dotted, dated=True) else None


def _is_known(name: str) -> bool:
    first = name.split(maxsplit=1)[0]
    return is_given_name(first) or _INITIAL.fullmatch(first) is not None

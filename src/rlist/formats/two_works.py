"""Lines that name two works, each with an address of its own."""

from __future__ import annotations

import re
from itertools import combinations
from typing import NamedTuple

from rlist.formats.addresses import Address, find_addresses
from rlist.formats.citation_tail import YEAR
from rlist.formats.entry_links import names_work, words_between
from rlist.formats.title_words import AROUND, is_title, plain
from rlist.model.identity import identifiers_of

# What stands between two works, behind the address of the first one.
_JOINT = re.compile(rf"[)\]]?(?:\s*\(({YEAR})\))?\s*(?:[,;/|&+]|[,;]?\s+(?:and|und|et)\b)\s*(?:[Tt]he\s*$)?")
_DATED = re.compile(rf"\s*\({YEAR}\)")
# A line with more addresses is no sentence about works.
_MOST_WORKS = 6


class Work(NamedTuple):
    """A part of a line: as it stands, and without the words that join it to the next one."""

    written: str
    text: str


def works_in(text: str) -> list[Work]:
    """The works that a line names; one is the whole line, more than one where each has its title and its own number.

    Two arXiv ids, two DOIs and the like are never of one work, nor are two titles with a year behind each. A preprint
    beside its publication is.
    """
    if text.count("://") < 2:
        return [Work(text, text)]
    addresses = [address for address in find_addresses(text) if address.url]
    if not 1 < len(addresses) <= _MOST_WORKS:
        return [Work(text, text)]
    numbered = [identifiers_of(address.url or "") for address in addresses]
    starts = _starts(text, addresses)
    years = [_DATED.match(text, address.end) for address in addresses]
    if starts is None or not (all(years) or all(_are_of_two(one, other) for one, other in combinations(numbered, 2))):
        return [Work(text, text)]
    ends = [year.end() if year else address.end for year, address in zip(years, addresses, strict=True)]
    works = []
    for start, end, following in zip(starts, ends, [*starts[1:], len(text)], strict=True):
        closed = end + (text[end : end + 1] in {")", "]"})
        works.append(Work(text[start:following].strip(), text[start : closed if following < len(text) else following]))
    return works


def _are_of_two(one: dict[str, str], other: dict[str, str]) -> bool:
    """Whether identifiers can't be of one work: they have a kind in common, and differ in it."""
    return any(other.get(scheme, value) != value for scheme, value in one.items())


def _starts(text: str, addresses: list[Address]) -> list[int] | None:
    """Where each work begins; None where one has no title in front of its address, or nothing parts two of them."""
    gaps = words_between(text, addresses)
    starts = [0]
    for address, gap in zip(addresses[:-1], gaps[1:-1], strict=True):
        joint = _JOINT.match(gap)
        if joint is None:
            return None
        starts.append(address.end + joint.end())
    for start, address in zip(starts, addresses, strict=True):
        words = plain(address.label if address.label is not None else text[start : address.start]).strip(AROUND)
        if not is_title(words) or (address.label is not None and not names_work(words)) or words[:1].islower():
            return None
    return starts

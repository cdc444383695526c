"""Lines that were broken to fit a width, and how they are put together again."""

from __future__ import annotations

import re

from rlist.formats.addresses import find_addresses
from rlist.formats.citation_tail import parse_tail, parse_venue_line

# A line as long as this may have been broken to fit a width; shorter ones end where the writer ended them.
BROKEN_FROM = 60
_UNFINISHED = re.compile(
    r"(?:[,;–—-]|\b(?:a|an|the|of|and|or|for|in|on|to|with|by|from|against|under|between|using|through|towards?|versus"
    r"|der|die|das|und|von|mit|für|de|la|le|et|des))$",
    re.IGNORECASE,
)
# An address that can't be at its end, and one word with a stop or a stroke that goes on with it.
_BROKEN_ADDRESS = re.compile(r"https?://\S*[/_=&?-]$")
_REST_OF_ADDRESS = re.compile(r"(?=[\w%+-]*[./#=])[\w.~%#?&=+/-]+")
# None of these words is as long with what stands in front of it.
_LONGEST_ENDING = 12
_SENTENCE_END = (".", "!", "。", "！", "?", ":")
# A word broken at the end of a line: `atten-` and `tion`.
_HYPHENATED = re.compile(r"(?<![\w-])([^\W\d_]{2,})-$")
_HYPHEN = re.compile(r"[^\W\d_]-$")
# Beginnings that keep their hyphen: `self-` and `attention` are no word together.
_KEEP_HYPHEN_LISTED = """
self non well multi high low large small real long short fine coarse pre post cross end state data model open closed
zero one two few single co semi sub super ultra time cost memory energy hardware software machine human user so old new
full half ill first second third in on off out over under by to of and or near far deep wide fast slow hand peer client
server object type lock wait fault byzantine log key value graph task domain context rank order level scale block
"""
_KEEP_HYPHEN = frozenset(_KEEP_HYPHEN_LISTED.split())


def is_unfinished(text: str) -> bool:
    """Whether a line can't be at its end: it ends with a comma, a hyphen or a word such as `of`."""
    return _UNFINISHED.search(text[-_LONGEST_ENDING:]) is not None


def is_address(text: str) -> bool:
    """Whether a line holds addresses and nothing else."""
    found = find_addresses(text)
    if not found:
        return False
    left, at = "", 0
    for address in found:
        left += text[at : address.start]
        at = address.end
    return not re.search(r"\w", left + text[at:])


def goes_on(above: str, line: str, below: str) -> bool:
    """Whether the line `below` goes on with the text `above`, whose last line was `line` in the source."""
    above = above[-200:]
    if is_address(below):
        return False
    if find_addresses(above) and is_address(above.split()[-1]):
        return _is_rest_of_address(above, below)
    if above.endswith(_SENTENCE_END):
        return False
    return is_unfinished(above) or (
        len(line) >= BROKEN_FROM and parse_tail(below) is None and parse_venue_line(below) is None
    )


def _is_rest_of_address(above: str, below: str) -> bool:
    return _BROKEN_ADDRESS.search(above) is not None and _REST_OF_ADDRESS.fullmatch(below) is not None


def joined(above: str, below: str) -> str:
    """Both lines as one; a word or an address broken between them is whole again."""
    if _is_rest_of_address(above[-200:], below):
        return above + below
    if not below[:1].islower() or not _HYPHEN.search(above[-2:]):
        return f"{above} {below}"
    broken = _HYPHENATED.search(above[-60:])
    return above[:-1] + below if broken and broken[1].casefold() not in _KEEP_HYPHEN else above + below

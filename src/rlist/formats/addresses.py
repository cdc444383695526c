"""The addresses in a text: bare ones, those in brackets or in Markdown, identifiers spelled out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rlist.model.address import TOP_LEVEL, trim_address
from rlist.model.identifiers import SICI, find_mentions


class Address(NamedTuple):
    """An address in a text: `text[start:end]` with its brackets, the address as written, the text of a Markdown link.

    `url` is None where only an identifier stands there, `scheme` and `value` are set then.
    """

    start: int
    end: int
    url: str | None
    label: str | None = None
    scheme: str = ""
    value: str = ""


# Hardly an address is longer; a bracket that nothing closes is given up there.
_LONGEST = 2000
# So many marks at the end of one may be of the sentence around it.
_FEW = 20
# Quotation marks and the punctuation of scripts without blanks end an address as a blank does; letters never do.
_INSIDE = r"[^\s<>\"“”«»„|`…，。；：！？（）、【】「」『』《》]"
# Letters in both cases rather than a flag: so the search can leap to the few places where an address may begin.
_WITH_SCHEME = re.compile(rf"(?:[hH][tT][tT][pP][sS]?|[fF][tT][pP])://{_INSIDE}{{1,{_LONGEST}}}")
_WITHOUT_SCHEME = re.compile(
    rf"(?<![\w@./-])www\.{_INSIDE}{{1,{_LONGEST}}}"
    rf"|(?<![\w@./:-])(?:[a-z0-9][a-z0-9-]*\.){{1,5}}{TOP_LEVEL}(?::\d{{1,5}})?/{_INSIDE}{{1,{_LONGEST}}}",
    re.IGNORECASE,
)
_GOES_ON = re.compile(rf"{_INSIDE}+")
_HINT = re.compile(r"\.[a-zA-Z]{2,10}(?::\d+)?/|[wW]{3}\.")
# An address that another one touches (`…/ahttps://…/b`), but not one inside another (`web.archive.org/web/2020/https://…`).
_TOUCHING = re.compile(r"(?<![/=:?&#%,])https?://", re.IGNORECASE)
_SICI_ADDRESS = re.compile(rf"(?:https?://)?(?:dx\.)?doi\.org/{SICI}", re.IGNORECASE)
_MARKDOWN_TARGET = re.compile(
    r"\(\s{0,9}(?:<([^<>\n]{0,2000})>|([^\s<>]{0,2000}))(?:\s{1,9}(?:\"[^\"]{0,500}\"|'[^']{0,500}'))?\s{0,9}\)"
)
# Blanks in the name of a file beside the list, which Markdown doesn't have: `[The title](./papers/The title.pdf)`.
_FILE_TARGET = re.compile(r"\(((?!\w{2,8}://)[^<>()\n]{1,400}\.(?:md|pdf|ipynb|html|txt|docx|pptx|epub))\)")
# `<address|label>`, as Slack writes a link: https://docs.slack.dev/messaging/formatting-message-text
_CHAT_LINK = re.compile(r"<(https?://[^\s<>|]{1,2000})\|([^<>|\n]{1,300})>")
_SQUARE = re.compile(r"\\.|[\[\]]")


def find_addresses(text: str) -> list[Address]:
    """The addresses in `text` in the order in which they stand, none inside another."""
    if "/" not in text and "." not in text and "](" not in text:
        lowered = text.lower()
        # Only these identifiers are written without a slash or a point.
        if "isbn" not in lowered and "pmid" not in lowered:
            return []
    return list(_found(text))


# A line is asked for its addresses several times, while its place and then its words are judged.
@lru_cache(maxsize=32_768)
def _found(text: str) -> tuple[Address, ...]:
    links = _markdown_links(text) if "](" in text else []
    if "|" in text and "<" in text:
        links = sorted(links + [Address(m.start(), m.end(), m[1], m[2].strip()) for m in _CHAT_LINK.finditer(text)])
    found: list[Address] = []
    for start, end in _between(links, len(text)):
        bare = _bare_addresses(text, start, end)
        found += bare
        for gap_start, gap_end in _between(bare, end, start):
            found += [
                Address(m.start + gap_start, m.end + gap_start, None, None, m.scheme, m.value)
                for m in find_mentions(text[gap_start:gap_end])
            ]
    return tuple(sorted(found + links) if found and (links or len(found) > 1) else found or links)


def _between(taken: list[Address], end: int, start: int = 0) -> list[tuple[int, int]]:
    """The places from `start` to `end` that no address takes."""
    if not taken:
        return [(start, end)]
    starts = [start, *(address.end for address in taken)]
    ends = [*(address.start for address in taken), end]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if end > start]


def _bare_addresses(text: str, start: int, end: int) -> list[Address]:
    """Addresses between two places that stand there as they are, or in angle brackets."""
    found: list[Address] = []
    if text.find("://", start, end) >= 0:
        found = _matches(_WITH_SCHEME, text, start, end)
    for at, until in _between(found, end, start):
        if _HINT.search(text, at, until):
            found += _matches(_WITHOUT_SCHEME, text, at, until)
    return sorted(found) if len(found) > 1 else found


def _matches(pattern: re.Pattern[str], text: str, at: int, end: int) -> list[Address]:
    found: list[Address] = []
    while match := pattern.search(text, at, end):
        start = match.start()
        whole = _SICI_ADDRESS.match(text, start, end) if text.startswith("<", match.end()) else None
        written = _first_of((whole or match)[0])
        # A long row of addresses would be gone through to its end for each of them.
        if len(written) > _LONGEST - _FEW and (rest := _GOES_ON.match(text, match.end(), end)):
            written = _first_of(match[0] + rest[0])
        at = start + max(len(written), 1)
        if written.endswith("://"):
            continue
        # Angle brackets around an address are its own, and no part of the words beside it.
        angled = text[start - 1 : start] == "<" and text.startswith(">", at)
        found.append(Address(start - angled, at + angled, written))
    return found


def _first_of(run: str) -> str:
    """The address that `run` begins with: up to another one that touches it, without what is of the sentence."""
    touching = _TOUCHING.search(run, 8)
    return trim_address(run[: touching.start()] if touching else run)


def _markdown_links(text: str) -> list[Address]:
    """Links `[label](address)`; an image's own address is none, but what the image is linked to is."""
    found: list[Address] = []
    opened: list[int] = []
    for bracket in _SQUARE.finditer(text):
        if bracket[0] == "[":
            opened.append(bracket.start())
        elif bracket[0] == "]" and opened:
            start, behind = opened.pop(), bracket.end()
            target = _target(text, behind) if text.startswith("(", behind) else None
            if target is None:
                continue
            url, end = target
            is_image = text[start - 1 : start] == "!"
            inside = []
            while found and found[-1].start >= start:
                inside.append(found.pop())
            if any(not _is_image(text, link) for link in inside):
                found += reversed(inside)
            else:
                label = "" if inside or is_image else text[start + 1 : bracket.start()]
                found.append(Address(start - is_image, end, "" if is_image else url, label))
    return found


def _is_image(text: str, link: Address) -> bool:
    return text.startswith("!", link.start)


def _target(text: str, at: int) -> tuple[str, int] | None:
    """The address in the round brackets that begin at `at`, with the place behind them."""
    if text.find(")", at, at + _LONGEST) < 0:
        return None
    match = _MARKDOWN_TARGET.match(text, at)
    if match:
        target = match[1] if match[1] is not None else match[2]
        if _are_paired(target):
            return target, match.end()
    if file := _FILE_TARGET.match(text, at):
        return file[1], file.end()
    depth = 0
    for place in range(at, min(len(text), at + _LONGEST)):
        character = text[place]
        if character.isspace():
            return None
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return text[at + 1 : place], place + 1
    return None


def _are_paired(text: str) -> bool:
    """Whether each round bracket in `text` has its other half there."""
    if "(" not in text and ")" not in text:
        return True
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0

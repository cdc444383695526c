"""The addresses of one entry: where each leads, what it is called, and the words between them."""

from __future__ import annotations

import re

from rlist.formats.addresses import Address, find_addresses
from rlist.formats.marks import find_tags
from rlist.formats.title_words import EMOJI_NAME, plain, trimmed, undecorated
from rlist.formats.venues import is_label
from rlist.model.address import split_address
from rlist.model.identity import identifiers_of
from rlist.model.item import Link

# Text of links that names no work, besides the labels: rule 9 of a careful reader.
_NO_WORK = re.compile(
    r"\[?(?:v?\d+(?:\.\d+)*|@\w+|here|links?\s?\d{0,2}|this|\W*|[↗→🔗]+|read more|hier|ici|lien"
    r"|链接|论文|代码|src|url)\]?",
    re.IGNORECASE,
)


_EMOJI_NAMES = re.compile(rf"(?:{EMOJI_NAME}\s?)+")


def _leads_somewhere(address: Address) -> bool:
    """Whether a link has a target that is an address, and not a file or a place in the page."""
    if not address.url:
        return False
    if re.match(r"(?:https?|ftp)://[^\s/]|mailto:", address.url, re.IGNORECASE):
        return True
    parts = split_address(address.url)
    return address.label is None or (
        bool(
            parts
            and parts.path
            and re.fullmatch(r"(?:[\w-]+\.)+[a-z]{2,}", parts.host)
            and not address.url.startswith(".")
        )
        and not re.search(r"\.(?:md|pdf|html?|txt|org|png|jpe?g)$", parts.host if parts else "")
    )


def words_between(text: str, addresses: list[Address]) -> list[str]:
    """The words before, between and behind the addresses: one more than there are addresses."""
    gaps, at = [], 0
    for address in addresses:
        gaps.append(text[at : address.start])
        at = address.end
    return [*gaps, text[at:]]


def without_tags(gap: str) -> str:
    """`gap` without the tags at its ends; one within a sentence is a word of it."""
    start, end = 0, len(gap)
    tags = find_tags(gap)
    while tags and not gap[tags[-1].end() : end].strip(" ,;"):
        end = tags.pop().start()
    for tag in tags:
        if gap[start : tag.start()].strip(" ,;"):
            break
        start = tag.end()
    return gap[start:end]


def links_of(addresses: list[Address], gaps: list[str]) -> tuple[tuple[Link, ...], dict[str, str]]:
    """The links and identifiers of an entry, each with its label: its own text, or the words in `gaps` before it."""
    links: dict[str, Link] = {}
    identifiers: dict[str, str] = {}
    for address, before in zip(addresses, gaps, strict=False):
        if address.url is None:
            identifiers.setdefault(address.scheme, address.value)
            continue
        if not _leads_somewhere(address):
            continue
        label = plain(address.label).strip("[]() ") if address.label else trimmed(before)[1]
        if (address.label and names_work(address.label)) or (label or "").casefold() in {"link", "url", "链接", "地址"}:
            label = None
        links.setdefault(address.url, Link(address.url, label or None))
        for scheme, value in identifiers_of(address.url).items():
            identifiers.setdefault(scheme, value)
    return tuple(links.values()), identifiers


def names_work(label: str) -> bool:
    """Whether the text of a link is the title or a name of a work, and not `pdf`, `here`, `1` or `@name`."""
    label = undecorated(plain(label)).strip()
    if label[:1] == ":" and _EMOJI_NAMES.fullmatch(label):
        return False
    return (
        not is_label(label)
        and not _NO_WORK.fullmatch(label)
        and not re.match(r"https?://|www\.", label)
        and not is_identifier(label)
    )


def is_identifier(label: str) -> bool:
    """Whether the text of a link is an identifier and nothing else: `arXiv:1706.03762`, `[doi:10.1145/1]`."""
    address = _whole_address(label)
    return address is not None and address.url is None


def is_address(label: str) -> bool:
    """Whether the text of a link is where it leads: an identifier, or an address as `github.com/a/b`."""
    return _whole_address(label) is not None


def _whole_address(label: str) -> Address | None:
    words = label.strip("[]() ")
    found = find_addresses(words)
    return found[0] if len(found) == 1 and found[0].end - found[0].start == len(words) else None

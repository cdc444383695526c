"""The words of one line of Markdown, in the form in which the text of an entry is understood."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import NamedTuple

from rlist.formats.addresses import find_addresses
from rlist.formats.lines import folded
from rlist.formats.title_words import EMOJI_NAME, plain, says_something, undecorated

_SQUARE = re.compile(r"\\.|[\[\]]")
_NAME_OF_REFERENCE = re.compile(r"\s?\[([^\[\]]{0,200})\]")
_FOOTNOTE = re.compile(r"\[\^([^\[\]\s]{1,60})\]")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]\w{1,30});")
_CODE = re.compile(r"(?<![\\`])(`+)(?!`)\s?([^\n]{1,500}?)\s?(?<!`)\1(?!`)")
# `(University)[https://…]`, the two pairs of brackets mixed up.
_REVERSED = re.compile(r"\(([^()\[\]]{1,200})\)\[((?:https?|ftp)://[^\s\[\]]{1,2000})\]")
_WITHOUT_TARGET = re.compile(r"\[([^\[\]]{0,2000})\]\(\s*\)")
_EMOJI_LINK = re.compile(rf"\[(?:{EMOJI_NAME}\s?)+\]\(")
# Attributes of kramdown, names of blocks of Obsidian, `!` of what is shown in place.
_ATTRIBUTES = re.compile(r"\{:[^{}]{0,200}\}|\s\^[A-Za-z0-9-]{3,40}$|!(?=\[\[)")
_IN_PAGE = re.compile(r"[(\[]?\[([^\[\]]{0,200})\]\(#[^()\s]{0,200}\)[)\]]?|¶|🔗$|\{#[\w-]{1,100}\}\s*$")
_IMAGE = re.compile(r"!\[[^\[\]]{0,500}\](?:\([^()\s]{0,2000}(?:\s+\"[^\"]{0,200}\")?\)|\[[^\[\]]{0,200}\])")
_LINKED_NOTHING = re.compile(r"\[\s*\]\(\s*<?[^()\s]{0,2000}>?\s*\)|\[\s*\]\[[^\[\]]{0,200}\]")
_INTERNAL = re.compile(r"\]\(\s*<?(?:#|[^()\s:]{0,300}\.md#|(?:\.{1,2}/){1,9}#)")
# A remark that leads to a place in the page: `(see the full list [here](#full-list))`.
_POINTER = re.compile(r"\s*[(（][^()（）\[\]]{0,100}\[[^\[\]]{0,200}\]\(\s*#[^()\s]{0,300}\)[^()（）\[\]]{0,100}[)）]")
_INTERNAL_LINK = re.compile(rf"\[[^\[\]]{{0,300}}{_INTERNAL.pattern}")
_BEHIND_TITLE = re.compile(r"(?:\S+\s+){3}[(\[][^()\[\]]{0,60}$")


class Words(NamedTuple):
    """The words of an entry with its links written out, and the names of the footnotes that it cites."""

    text: str
    footnotes: tuple[str, ...] = ()


def understandable(text: str, references: Mapping[str, str]) -> Words:
    """`text` with addresses in place of references, without code marks, entities, and marks of one program alone."""
    footnotes: tuple[str, ...] = ()
    if "[" in text:
        footnotes = tuple(found[1] for found in _FOOTNOTE.finditer(text)) if "[^" in text else ()
        text = _FOOTNOTE.sub("", text) if footnotes else text
        text = _REVERSED.sub(r"(\1) \2", text) if ")[" in text else text
        text = _with_addresses(text, references) if references else text
        text = _WITHOUT_TARGET.sub(_untargeted, text) if "]()" in text or "]( " in text else text
        text = _EMOJI_LINK.sub("[link](", text) if "[:" in text else text
    if "`" in text:
        text = _CODE.sub(lambda found: found[2], text)
    text = _ATTRIBUTES.sub("", text) if "{:" in text or "^" in text or "![[" in text else text
    if "&" in text:
        text = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
    return Words(folded(text.replace("<br>", " ")), footnotes)


def _untargeted(found: re.Match[str]) -> str:
    """The words of a link without a target, as those of a link where words touch it: `[The title]()在这里`."""
    behind = found.string[found.end() : found.end() + 1]
    return f"[{found[1]}](.)" if behind.isalnum() else found[1]


def _with_addresses(text: str, references: Mapping[str, str]) -> str:
    """`text` with `[words](address)` for `[words][name]`, `[name][]` and `[name]`."""
    pieces: list[str] = []
    opened: list[int] = []
    done = 0
    for bracket in _SQUARE.finditer(text):
        if bracket[0] == "[":
            opened.append(bracket.start())
            continue
        if bracket[0] != "]" or not opened:
            continue
        start, end = opened.pop(), bracket.end()
        if start < done or text.startswith("(", end):
            continue
        name = _NAME_OF_REFERENCE.match(text, end)
        words = text[start + 1 : bracket.start()]
        wanted = (name[1] or words) if name else words
        url = references.get(folded(wanted).casefold()) if len(wanted) <= 200 else None
        if url is None and name:
            name, url = None, references.get(folded(words).casefold())
        if url is not None:
            behind = name.end() if name else end
            target = f"<{url}>" if set("() ") & set(url) else url
            pieces += [text[done:start], f"[{words}]({target})"]
            done = behind
    return "".join([*pieces, text[done:]])


def heading_name(text: str, references: Mapping[str, str]) -> str:
    """The words of a heading: without images, links within the page, emphasis, and emoji at its ends."""
    text = _POINTER.sub("", _IMAGE.sub("", text))
    without = _IN_PAGE.sub("", text)
    # A heading that is such a link as a whole is named by its words.
    text = without if says_something(without) else _IN_PAGE.sub(r"\1", text)
    text = _LINKED_NOTHING.sub("", understandable(text, references).text)
    name = folded(_unlinked(text))
    for _ in range(3):
        name = undecorated(plain(name)).strip(" \t#").rstrip(":：")
        # `[Related works]` in bold is drawn like a button.
        name = name[1:-1] if name[:1] == "[" and name[-1:] == "]" and name.count("[") == 1 else name
    return name if says_something(name) else ""


def _unlinked(text: str) -> str:
    """`text` with the words of its links in their place."""
    pieces, at = [], 0
    for address in find_addresses(text):
        if address.label is not None:
            pieces += [text[at : address.start], address.label]
            at = address.end
    return "".join([*pieces, text[at:]])


def words_shown(text: str) -> str:
    """The words that `text` shows: links by their words, without addresses and images."""
    pieces, at = [], 0
    for address in find_addresses(text):
        pieces += [text[at : address.start], address.label or ""]
        at = address.end
    return folded(plain("".join([*pieces, text[at:]])))


def leads_within(text: str) -> bool:
    """Whether `text` links to places in the same page and to no address: a line of a table of contents.

    A remark of a work may do so as well: `A title of some words (also in [2.1](#serving))`.
    """
    match = None if "://" in text else _INTERNAL_LINK.search(text)
    return match is not None and _BEHIND_TITLE.search(text, 0, match.start()) is None


def shows_nothing(text: str) -> bool:
    """Whether a text holds no words and no address but those of images: badges, or marks alone."""
    return not says_something(words_shown(text)) and all(address.label == "" for address in find_addresses(text))


def without_images(text: str) -> str:
    """`text` without images; what an image is linked to is left as a link without words."""
    return _IMAGE.sub("", text) if "![" in text else text

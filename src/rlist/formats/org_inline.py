"""What stands within a line of Org: links, citations, footnotes, times, emphasis."""

from __future__ import annotations

import re
from datetime import datetime
from typing import NamedTuple

from rlist.formats.field_values import parse_time
from rlist.formats.lines import folded


class Inline(NamedTuple):
    """A text with its links as Markdown has them and without what it says besides, which is in the other fields."""

    text: str
    citekeys: tuple[str, ...] = ()
    footnotes: tuple[str, ...] = ()
    added_at: datetime | None = None


# No label holds the beginning of another link, so each beginning is looked at once.
_LINK = re.compile(r"\[\[([^\[\]\n]{1,2000})\](?:\[((?:[^\]\[\n]|\[(?!\[)|\](?!\])){1,2000})\])?\]")
_ADDRESS = re.compile(r"(?:https?|ftp)://\S|mailto:\S|www\.\S", re.IGNORECASE)
# Org opens `https:www.example.org` as well.
_SLASHLESS = re.compile(r"^(https?:)(?=[\w-]+\.\w)")
_DOI = re.compile(r"(?:doi:)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_ARXIV = re.compile(r"arxiv:(\S+)", re.IGNORECASE)
# `cite:key`, `[[cite:&key]]`, `[cite:@key; @other]`; the older and the newer form of org-ref, and Org's own.
_CITATION = re.compile(r"\[cite(?:/[\w/-]+)?:([^\[\]\n]{1,500})\]|(?<![\w:/])cite[a-z]{0,12}:&?([\w:./+-]{1,200})")
_CITED = re.compile(r"[@&]([\w:./+-]+)")
_FOOTNOTE = re.compile(r"\s?\[fn:([\w-]{1,100})\]")
_NOTHING = "\0"
_EMPTY_BRACKETS = re.compile(r"\s?\(\0\)")
_COOKIE = re.compile(r"\s*\[(?:\d*/\d*|\d*%)\](?=\s|$)")
_TIME = re.compile(r"([\[<])(\d{4}-\d\d-\d\d)(?:[ ]+[^\s\d\]>+-]{1,12})?(?:[ ]+(\d{1,2}:\d\d))?[^\]\[<>\n]{0,40}[\]>]")
# Org's own rule of what may stand before and behind: https://orgmode.org/worg/org-syntax.html#Emphasis_Markers
_EMPHASIS = re.compile(r"(?:^|(?<=[\s({'\"-]))([*/_=~])(?=\S)([^\n*/_=~]{1,300}?)(?<=\S)\1(?=$|[\s)}'\".,;:!?-])")
_STRUCK = re.compile(r"\+(?=\S)([^\n+]{1,500})(?<=\S)\+(?=$|\s)")


def read_inline(text: str, *, is_remark: bool = False) -> Inline:
    """What `text`, on one line or several, says; times and counts stay in a remark, and are none of a title."""
    if not any(sign in text for sign in "[<:*/_=~+"):
        return Inline(text)
    citekeys: list[str] = []
    footnotes: list[str] = []
    times: list[datetime] = []

    def link(found: re.Match[str]) -> str:
        target, label = found[1].strip(), found[2]
        if target[:4].casefold() == "cite":
            citekeys.extend(_CITED.findall(target) or [target.partition(":")[2].lstrip("&")])
            return label or ""
        around = text[found.start() - 1 : found.start()] + text[found.end() : found.end() + 1]
        if around == "()" and label and re.search(rf"/{re.escape(label)}\.\w+$", target):
            return _NOTHING  # a file of the reader's own, by its name
        return _as_markdown(target, label)

    def citation(found: re.Match[str]) -> str:
        citekeys.extend(_CITED.findall(found[1]) if found[1] else [found[2].rstrip(".,;:")])
        return ""

    def footnote(found: re.Match[str]) -> str:
        footnotes.append(found[1])
        return ""

    def time(found: re.Match[str]) -> str:
        if found[1] == "[" and (at := parse_time(f"{found[2]} {found[3] or ''}".strip())):
            times.append(at)
            return found[0] if is_remark else ""
        return found[0]

    text = _EMPTY_BRACKETS.sub("", _LINK.sub(link, text))
    if "cite" in text:
        text = _CITATION.sub(citation, text)
    text = _FOOTNOTE.sub(footnote, text)
    text = _TIME.sub(time, text)
    text = text if is_remark else _COOKIE.sub("", text)
    text = _EMPHASIS.sub(r"\2", text)
    if struck := _STRUCK.match(text):
        text = f"~~{struck[1]}~~{text[struck.end() :]}"
    text = "\n".join(map(folded, text.split("\n")))
    return Inline(text, tuple(citekeys), tuple(footnotes), times[0] if times else None)


def find_time(text: str) -> datetime | None:
    """The first time in `text`, active or not, in UTC; one without a zone is taken for UTC."""
    found = _TIME.search(text)
    return parse_time(f"{found[2]} {found[3] or ''}".strip()) if found else parse_time(text)


def _as_markdown(target: str, label: str | None) -> str:
    """A link as Markdown has it; one to a place in the reader's own files is only its words."""
    if doi := _DOI.fullmatch(target):
        return f"{label} doi:{doi[1]}" if label else f"doi:{doi[1]}"
    if arxiv := _ARXIV.fullmatch(target):
        return f"{label} arXiv:{arxiv[1]}" if label else f"arXiv:{arxiv[1]}"
    target = _SLASHLESS.sub(r"\1//", target)
    if not _ADDRESS.match(target):
        return label or re.sub(r"^(?:id|file|attachment|roam):", "", target).lstrip("*#")
    if not label or label == target:
        return target
    if _is_unbalanced(label):
        label = label.replace("[", "(").replace("]", ")")
    return f"[{label}](<{target}>)" if re.search(r"[()\s]", target) else f"[{label}]({target})"


def _is_unbalanced(label: str) -> bool:
    depth = 0
    for sign in label:
        depth += (sign == "[") - (sign == "]")
        if depth < 0:
            return True
    return depth > 0

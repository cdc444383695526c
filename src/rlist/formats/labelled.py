"""Lines that say what they are: `Author: …`, `URL: …`, `Tags: …` below a title."""

from __future__ import annotations

import re
from typing import NamedTuple

from rlist.formats.addresses import find_addresses
from rlist.formats.field_roles import role_of
from rlist.formats.field_values import parse_status, parse_time, parse_year
from rlist.formats.marks import read_rating

# A field is short, but for a note or an abstract.
_LONGEST = 300
_LABEL = re.compile(r"\*{0,2}([^\W\d_][\w /()-]{1,24}?)\*{0,2}\s?[:：]\*{0,2}:?\s*(?=\S)")
# `Short summary: …`, `My notes: …`
_OF_WHAT_SORT = re.compile(r"(?:small|short|brief|quick|my|personal|additional)\s+", re.IGNORECASE)
_ROLE_OF_LABEL = {
    "by": "authors",
    "autor": "authors",
    "autoren": "authors",
    "auteur": "authors",
    "auteurs": "authors",
    "作者": "authors",
    "著者": "authors",
    "jahr": "year",
    "année": "year",
    "pub date": "year",
    "in": "venue",
    "published in": "venue",
    "conf": "venue",
    "verlag": "venue",
    "出版社": "venue",
    "链接": "url",
    "website": "url",
    "web": "url",
    "homepage": "url",
    "标签": "tags",
    "schlagwörter": "tags",
    "mots-clés": "tags",
    "prio": "priority",
    "score": "rating",
    "bewertung": "rating",
    "评分": "rating",
    "状态": "status",
    "stand": "status",
    "remark": "note",
    "remarks": "note",
    "why": "note",
    "thoughts": "note",
    "notiz": "note",
    "kommentar": "note",
    "备注": "note",
    "tldr": "note",
    "tl;dr": "note",
}
_ROLES = frozenset(
    [
        "authors",
        "editors",
        "year",
        "venue",
        "abstract",
        "doi",
        "arxiv",
        "isbn",
        "tags",
        "status",
        "note",
        "rating",
        "priority",
        "url",
        "kind",
        "added",
        "started",
        "finished",
    ]
)
# The fields that lead to the work: one behind an address begins the next item.
LINK_ROLES = frozenset({"url", "doi", "arxiv", "isbn"})
# What is called tags has some that are phrases; subjects that long may be sentences.
_MOST_WORDS_OF_TAG, _MOST_WORDS_OF_PHRASE = 3, 6


class Labelled(NamedTuple):
    """A field of an item: its role, as columns of tables have them, and its value."""

    role: str
    value: str


def labelled_field(text: str) -> Labelled | None:
    """The field that a line is, or None where it isn't one or its value isn't what such a field holds."""
    match = _LABEL.match(text) if ":" in text[:30] or "：" in text[:30] else None
    if match is None:
        return None
    name = _OF_WHAT_SORT.sub("", match[1].strip())
    role = _ROLE_OF_LABEL.get(name.casefold()) or role_of(name.replace("(s)", "s"))
    value = text[match.end() :].strip()
    return Labelled(role, value) if role in _ROLES and _fits(role, name, value) else None


def _fits(role: str, name: str, value: str) -> bool:
    if role in {"note", "abstract"}:
        return True
    if len(value) > _LONGEST:
        return False
    if role == "url":
        return bool(find_addresses(value))
    if role == "status":
        return parse_status(value) is not None
    if role == "year":
        return parse_year(value) is not None
    if role in {"added", "started", "finished"}:
        return parse_time(value) is not None
    if role == "rating":
        return read_rating(value) is not None
    if role == "tags":
        most = _MOST_WORDS_OF_PHRASE if name.casefold() == "tags" else _MOST_WORDS_OF_TAG
        return all(len(tag.split()) <= most for tag in re.split(r"[,;|]", value))
    return role not in {"doi", "arxiv", "isbn"} or any(character.isdigit() for character in value)

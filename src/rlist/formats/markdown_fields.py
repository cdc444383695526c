"""What programs write into a line of Markdown besides its words: dates, priorities, stars, `key:: value`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rlist.formats.field_roles import role_of, take
from rlist.formats.records import Draft, is_address

_DAY = r"(\d{4}-\d\d-\d\d)"
# Signs of the Tasks plug-in of Obsidian: https://publish.obsidian.md/tasks/Reference/Task+Formats/Tasks+Emoji+Format
_DATED = {"➕": "added", "🛫": "started", "✅": "finished", "❌": "", "📅": "", "⏳": "", "🗓": "", "📆": ""}
_PRIORITIES = {"🔺": "high", "⏫": "high", "🔼": "medium", "🔽": "low", "⏬": "low"}
_DATE = re.compile(rf"\s*([{''.join(_DATED)}])\ufe0f?\s*{_DAY}")
_PRIORITY = re.compile(rf"\s*([{''.join(_PRIORITIES)}])\ufe0f?(?=\s|$)|\s*\((high|medium|low) priority\)(?=\s|$)")
_STARS = re.compile(r"\s*(?<!\S)(?:([★⭐]\ufe0f?){1,5}☆{0,4}|⭐{2,5})(?!\S)")
_INLINE = re.compile(r"\s*[\[(]([A-Za-z][\w -]{0,40})::\s*([^\[\]()]{1,300})[\])]")
_WIKI = re.compile(r"\[\[([^\[\]|]{1,200})(?:\|[^\[\]]{1,200})?\]\]")
_TAG_OF_WORDS = re.compile(r"\s*#\[\[([^\[\]]{1,100})\]\]")
_LINE = re.compile(r"(?:[-*]\s+)?\*{0,2}([A-Za-z][\w -]{0,40}?)\*{0,2}::\*{0,2}\s*(.*)$")
# What note-taking programs keep for themselves.
_OF_PROGRAMS = frozenset({"id", "collapsed", "icon", "cssclass", "cssclasses", "aliases", "alias", "public", "uid"})
_MARKERS = {"LATER": "unread", "NOW": "reading", "WAITING": "unread"}
_MARKER = re.compile(r"(LATER|NOW|WAITING)\s+(?=\S)")
_GIVEN = re.compile(r"\[#([ABC])\]\s*")
_GRADES = {"A": "high", "B": "medium", "C": "low"}


class Fields(NamedTuple):
    """What is left of a line without its fields, and what these say."""

    text: str
    found: Draft | None = None


def take_fields(text: str) -> Fields:
    """The fields inside of the text of an entry, taken out of it."""
    found = Draft()
    given: list[tuple[str, str]] = []

    def dated(match: re.Match[str]) -> str:
        given.append((_DATED[match[1]], match[2]))
        if match[1] in "✅❌":
            given.append(("status", "done" if match[1] == "✅" else "dropped"))
        return ""

    def ranked(match: re.Match[str]) -> str:
        given.append(("priority", _PRIORITIES.get(match[1] or "", match[2] or "")))
        return ""

    def graded(match: re.Match[str]) -> str:
        given.append(("priority", _GRADES[match[1]]))
        return ""

    def rated(match: re.Match[str]) -> str:
        stars = len(re.findall("[★⭐]", match[0]))
        if stars + match[0].count("☆") < 2:
            return match[0]
        given.append(("rating", str(stars)))
        return ""

    def named(match: re.Match[str]) -> str:
        given.append((role_of(match[1]), _WIKI.sub(r"\1", match[2]).strip()))
        return "" if role_of(match[1]) else match[0]

    def tagged(match: re.Match[str]) -> str:
        found.tags.append(match[1].strip())
        return ""

    before = text
    if marker := _MARKER.match(text):
        given.append(("status", _MARKERS[marker[1]]))
        text = text[marker.end() :]
    if "[#" in text:
        text = _GIVEN.sub(graded, text, count=1)
    if not text.isascii():
        text = _STARS.sub(rated, _DATE.sub(dated, text))
    text = _PRIORITY.sub(ranked, text) if not text.isascii() or " priority)" in text else text
    text = _TAG_OF_WORDS.sub(tagged, text) if "#[[" in text else text
    text = _INLINE.sub(named, text) if "::" in text else text
    for role, value in given:
        if role and value:
            take(found, role, value)
    return Fields(text.strip(), found) if text != before else Fields(text)


def read_field(text: str) -> Draft | None:
    """What a line `key:: value` says of the item above; empty for what only a program needs, None for other lines."""
    match = _LINE.match(text) if "::" in text else None
    if match is None:
        return None
    found = Draft()
    name, value = match[1].strip(), _WIKI.sub(r"\1", match[2]).strip()
    role = role_of(name)
    if name.casefold() in _OF_PROGRAMS or not value:
        return found
    if role == "url":
        found.add_link(value)
    elif role and role not in {"folder", "progress"}:
        take(found, role, value)
    else:
        found.notes.append(f"{name}: {value}")
    return found


def read_fields(fields: Mapping[str, Sequence[str]]) -> Draft | None:
    """What the fields of front matter, by name, say of the one work that a text is about; None if it is about none.

    It is about one where they say where that is, and more than what a page says of itself.
    """
    found = Draft()
    for address in filter(is_address, fields.get("source", ())):
        found.add_link(address)
    for name, values in fields.items():
        role = role_of(name)
        for value in (_WIKI.sub(r"\1", value) for value in values):
            if role == "url":
                found.add_link(value)
            elif role and role not in {"folder", "progress"}:
                take(found, role, value)
    authors = next((values for name, values in fields.items() if role_of(name) == "authors"), [])
    if len(authors) > 1:
        found.authors = [_WIKI.sub(r"\1", name) for name in authors]
    is_cited = found.authors or found.year or found.venue or found.status or found.rating or found.kind
    is_work = found.identifiers or (found.links and (is_cited or "source" in fields))
    return found if is_work else None

"""What can still be read of an archive that is damaged: records up to where the next one begins, fields one by one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from rlist.errors import UnreadableInput
from rlist.formats.json_spans import Span, line_counter
from rlist.formats.lines import folded
from rlist.model import plain
from rlist.model.item import Item, Note

# The name that each record begins with, by the array that it stands in. In a text its quotes have a backslash each.
_FIRST_NAMES = {"items": "id", "sections": "list"}
_BLANKS = re.compile(r"[\s,]*")
_TITLE = re.compile(r'"title"\s*:\s*"((?:[^"\\\n]|\\.)*)')
_LISTS = ("authors", "urls", "tags", "entries", "notes")
# How much of a record that can't be read stands for its title.
_TITLE_LENGTH = 80


class Damaged:
    """In place of the value of a record that is no JSON."""


def head(source: str) -> dict[str, Any]:
    """What an archive says of itself in front of its items, as far as it can be read."""
    front = source.partition('"items"')[0]
    found = re.findall(r'"(format|version|exported_at)"\s*:\s*("[^"\n]*"|-?\d{1,9}\b)', front)
    return {name: json.loads(value) for name, value in found}


def records(source: str, key: str) -> Iterator[Span]:
    """The records of the array `key`; one that is no JSON reaches up to where the next one begins."""
    found = re.search(rf'"{key}"\s*:\s*\[', source)
    if found is None:
        return
    begins = re.compile(rf'\{{\s*"{_FIRST_NAMES[key]}"\s*:|\]\s*,\s*"sections"\s*:')
    decoder = json.JSONDecoder()
    line_of = line_counter(source)
    at = found.end()
    while True:
        blanks = _BLANKS.match(source, at)
        at = blanks.end() if blanks else at
        if source[at : at + 1] in {"]", ""}:
            return
        value: Any
        try:
            value, end = decoder.raw_decode(source, at)
        except (ValueError, RecursionError):
            following = begins.search(source, at + 1)
            value, end = Damaged(), following.start() if following else len(source)
        yield Span(value, source[at:end], line_of(at), line_of(end - 1))
        at = end


def item(span: Span, at: datetime) -> tuple[Item, tuple[str, ...]]:
    """The item of a record and what was wrong with it, a line each; a note holds what couldn't be read.

    `at` is the time of what has none; the uid is "" where there is none.
    """
    if not isinstance(span.value, Mapping):
        found = _TITLE.search(span.text)
        title = _text(found[1]) if found else folded(span.text)[:_TITLE_LENGTH]
        made = _made({"title": title or "a record that can't be read"}, at)
        return _with_note(made, span.text, at), ("this record can't be read; it is an item with its text as a note",)
    try:
        return plain.item_from_plain(span.value), ()
    except UnreadableInput:
        return _salvaged(span.value, at)


def _salvaged(record: Mapping[str, Any], at: datetime) -> tuple[Item, tuple[str, ...]]:
    kept: dict[str, Any] = {}
    lost: dict[str, Any] = {}
    problems: list[str] = []
    titled = {"title": record["title"]} if isinstance(record.get("title"), str) else {}

    def take(name: str, value: Any) -> bool:
        try:
            _made({**titled, name: value}, at)
        except UnreadableInput as error:
            problems.append(error.message)
            return False
        return True

    for name, value in record.items():
        if name in _LISTS and isinstance(value, list):
            good = [take(name, [part]) for part in value]
            kept[name] = [part for part, is_good in zip(value, good, strict=True) if is_good]
            wrong = [part for part, is_good in zip(value, good, strict=True) if not is_good]
            lost.update({name: wrong} if wrong else {})
        elif take(name, value):
            kept[name] = value
        else:
            lost[name] = value
    missing = [name for name in ("uid", "title", "added_at") if record.get(name) is None]
    if missing:
        named = f" ({titled['title']!r})" if titled else ""
        problems.append(f"an item{named} has no {' and no '.join(missing)}")
    made = _made(kept, at)
    return (_with_note(made, json.dumps(lost, ensure_ascii=False), at) if lost else made), tuple(problems)


def _made(fields: Mapping[str, Any], at: datetime) -> Item:
    given = {name: value for name, value in fields.items() if value is not None}
    stand_ins = {"uid": "", "title": _first_address(given), "added_at": plain.time_to_plain(at)}
    return plain.item_from_plain({**stand_ins, **given})


def _first_address(fields: Mapping[str, Any]) -> str:
    links = fields.get("urls")
    for link in links if isinstance(links, list) else ():
        if isinstance(link, dict) and isinstance(link.get("url"), str):
            return str(link["url"])
    return "an item without a title"


def _with_note(made: Item, text: str, at: datetime) -> Item:
    return made._replace(notes=(*made.notes, Note(f"What couldn't be read:\n\n{text}", at)))


def _text(literal: str) -> str:
    try:
        return str(json.loads(f'"{literal}"'))
    except ValueError:
        return literal

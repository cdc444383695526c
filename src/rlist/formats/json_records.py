"""JSON of reading services: arrays of objects with a title or an address, as Omnivore, karakeep, Pinboard give them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rlist.errors import UnreadableInput
from rlist.formats import json_spans
from rlist.formats.document import Document
from rlist.formats.field_roles import role_of, take, take_folder
from rlist.formats.records import Account, Draft, make_entry
from rlist.model.item import Status

NAME = "json-records"

# Where programs put the array, the likeliest first; any other name is tried after them.
_ARRAYS = ("bookmarks", "items", "links", "articles", "documents", "results", "data", "list")
# Pinboard's names, which elsewhere mean something else: https://pinboard.in/api#posts_get
_PINBOARD = {"href": "url", "description": "title", "extended": "note", "time": "added", "tags": "tags"}


def recognises(text: str, filename: str) -> bool:
    """Whether `text` is JSON with objects that have an address or a title."""
    beginning = text[:20_000].lstrip()
    return beginning.startswith(("[", "{")) and bool(
        re.match(r'\[\s*\{|\{\s*"', beginning) and re.search(r'"(?:url|link|href|title|originalUrl)"\s*:', beginning)
    )


def read(text: str) -> Document:
    """Each object as an entry. Raises UnreadableInput where `text` isn't JSON, or holds no array of objects."""
    account = Account(text)
    source = "\n".join(account.lines)
    key = _array(json_spans.parse(source))
    for span in json_spans.spans(source, key):
        draft, section = _draft(span.value, span.first, account)
        account.add_entry(make_entry(draft, span.text, section), span.first, span.last)
    return account.document()


def _array(whole: Any) -> str | None:
    """The name of the array of objects, None where the whole is one."""
    if isinstance(whole, list):
        return None
    arrays = [str(name) for name, value in whole.items() if isinstance(value, list)] if isinstance(whole, dict) else []
    for name in (*_ARRAYS, *arrays):
        if name in arrays and any(isinstance(value, dict) for value in whole[name]):
            return name
    raise UnreadableInput("line 1: this JSON holds no array of objects", "rlist reads those of reading services")


def _draft(record: Any, line: int, account: Account) -> tuple[Draft, tuple[str, ...]]:
    draft = Draft()
    section: tuple[str, ...] = ()
    if not isinstance(record, dict):
        draft.title = str(record)
        return draft, section
    is_pinboard = "href" in record and "extended" in record
    last: list[tuple[str, str]] = []
    for name, value in _fields(record):
        role = _PINBOARD.get(name, "") if is_pinboard else role_of(name)
        for text in _texts(value):
            if role == "url":
                if not draft.add_link(text):
                    account.problem(line, f"{text} is no address of a page; the record is kept without a link")
                    last.append(("title", text))
            elif role == "folder":
                section = take_folder(draft, text) or section
            elif role == "tags":
                draft.tags += text.split() if is_pinboard else [text]
            elif role in {"progress", "authors"}:
                last.append((role, _per_cent(text) if role == "progress" else text))
            elif role:
                take(draft, role, text)
            elif name == "toread" and is_pinboard:
                draft.status = Status.UNREAD if text == "yes" else draft.status
            elif name == "text":
                draft.notes.append(text)
            else:
                account.homeless(name, line)
    for role, text in last:
        take(draft, role, text)
    return draft, section


def _fields(record: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields of an object, with those of its `content` among them, as karakeep nests them."""
    for name, value in record.items():
        if isinstance(value, dict) and name in {"content", "link"}:
            yield from ((inner, worth) for inner, worth in value.items() if inner in {"url", "text", "title"})
        elif value not in (None, "", [], {}):
            yield name, value


def _texts(value: Any) -> Iterator[str]:
    """The texts in a value: itself, or those of a list; of an object its name."""
    if isinstance(value, list):
        for part in value:
            yield from _texts(part)
    elif isinstance(value, dict):
        named = value.get("name") or value.get("title") or value.get("text") or value.get("quote")
        if isinstance(named, str):
            yield named
    elif isinstance(value, bool):
        yield "true" if value else "false"
    elif value is not None:
        yield str(value)


def _per_cent(text: str) -> str:
    """A progress as a share: Omnivore counts it from 0 to 100, others from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        return text
    return f"{number}%" if number > 1 else text

"""JSON of reading services: arrays of objects with a title or an address, as Omnivore, karakeep, wallabag give them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rlist.errors import UnreadableInput
from rlist.formats import json_spans
from rlist.formats.document import Document, Fate
from rlist.formats.entry_text import parse_entry
from rlist.formats.field_roles import LATER, role_of, take, take_folder
from rlist.formats.lines import folded
from rlist.formats.records import DEEPEST, Account, Draft, make_entry
from rlist.model.item import Status

NAME = "json-records"

# Where programs put the array, the likeliest first; any other name is tried after them.
_ARRAYS = ("bookmarks", "items", "links", "articles", "documents", "results", "data", "list")
_INNER = frozenset({"url", "text", "title", "description", "author", "publisher"})
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
    paths = _read_lists(source, account) if key == "bookmarks" else {}
    for span in json_spans.spans(source, key):
        draft, section = _draft(span.value, span.first, account, named=not paths)
        names = span.value.get("lists") if isinstance(span.value, dict) else None
        sections = [paths[name] for name in names if name in paths] if isinstance(names, list) else []
        for path in sections or [section]:
            account.add_entry(make_entry(draft, span.text, path), span.first, span.last)
    return account.document()


def _read_lists(source: str, account: Account) -> Mapping[Any, tuple[str, ...]]:
    """The path of each list of karakeep by its id: its own name below those of the lists that it is in."""
    spans = [span for span in json_spans.spans(source, "lists") if isinstance(span.value, dict)]
    lists = {span.value["id"]: span.value for span in spans if isinstance(span.value.get("id"), str)}
    paths: dict[Any, tuple[str, ...]] = {}
    for span in spans:
        path: tuple[str, ...] = ()
        above = span.value
        while isinstance(above, dict) and len(path) < DEEPEST:
            path = (str(above.get("name")), *path)
            above = lists.get(above.get("parentId"))
        paths[span.value.get("id")] = path
        account.add_section(path, str(span.value.get("description") or ""))
        account.give(span.first, span.last, Fate.SECTION)
    return paths


def _array(whole: Any) -> str | None:
    """The name of the array of objects, None where the whole is one."""
    if isinstance(whole, list):
        return None
    arrays = [str(name) for name, value in whole.items() if isinstance(value, list)] if isinstance(whole, dict) else []
    for name in (*_ARRAYS, *arrays):
        if name in arrays and any(isinstance(value, dict) for value in whole[name]):
            return name
    raise UnreadableInput("line 1: this JSON holds no array of objects", "rlist reads those of reading services")


def _draft(record: Any, line: int, account: Account, *, named: bool) -> tuple[Draft, tuple[str, ...]]:
    """What a record says, and its section; `named` is False where its lists are known by their ids."""
    draft = Draft()
    section: tuple[str, ...] = ()
    if not isinstance(record, dict):
        draft.title = str(record)
        return draft, section
    is_pinboard = "href" in record and "extended" in record
    last: list[tuple[str, str, str]] = []
    for name, value in _fields(record):
        role = _PINBOARD.get(name, "") if is_pinboard else role_of(name)
        for text in _texts(value):
            if role == "url":
                if not draft.add_link(text):
                    account.problem(line, f"{text} is no address of a page; the record is kept without a link")
                    last.append(("title", text, name))
            elif role == "folder":
                section = take_folder(draft, text) or section
            elif role == "tags":
                draft.tags += text.split() if is_pinboard else [text]
            elif role in LATER:
                last.append((role, _per_cent(text) if role == "progress" else text, name))
            elif name == "toread" and is_pinboard:
                draft.status = Status.UNREAD if text == "yes" else draft.status
            elif name == "text":
                draft.notes.append(text)
            elif not take(draft, role, text) and (named or name != "lists"):
                account.homeless(name, line)
    for role, text, name in sorted(last, key=lambda field: LATER.index(field[0]) if field[0] in LATER else -1):
        if not take(draft, role, text) and role in LATER:
            account.homeless(name, line)
    if not draft.title and not draft.links and draft.notes:
        # A note of karakeep is a text without a title.
        understood = parse_entry(folded(draft.notes[0].partition("\n")[0]))
        draft.title, draft.links = understood.title, list(understood.links)
        draft.notes = [note for note in draft.notes if note != draft.title]
    return draft, section


def _fields(record: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields of an object, with those of its `content` among them, as karakeep nests them."""
    for name, value in record.items():
        if isinstance(value, dict) and name in {"content", "link"}:
            yield from ((inner, worth) for inner, worth in value.items() if worth and inner in _INNER)
        elif value not in (None, "", [], {}):
            yield name, value


def _texts(value: Any) -> Iterator[str]:
    """The texts in a value: itself, or those of a list; of an object its name."""
    if isinstance(value, list):
        for part in value:
            yield from _texts(part)
    elif isinstance(value, dict):
        # What is marked in a text, and what was said of it.
        said = [f"> {value['quote']}"] if isinstance(value.get("quote"), str) else []
        named = value.get("name") or value.get("title") or value.get("text")
        said += [named] if isinstance(named, str) and named else []
        if said:
            yield "\n\n".join(said)
    elif isinstance(value, bool):
        yield "true" if value else "false"
    elif value not in {None, ""}:
        yield str(value)


def _per_cent(text: str) -> str:
    """A progress as a share: Omnivore counts it from 0 to 100, others from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        return text
    return f"{number}%" if number > 1 else text

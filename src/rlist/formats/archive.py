"""rlist's own JSON: a whole library in one document, there and back."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime

from rlist.errors import RlistError, UnreadableInput
from rlist.formats import json_spans
from rlist.formats.contents import Contents
from rlist.formats.document import Fate, SourceLine
from rlist.formats.field_values import parse_time
from rlist.formats.lines import split_lines
from rlist.model import plain

NAME = "json"

# Counts up when a field changes its meaning; a new field doesn't.
VERSION = 1

# What reading a file as text would drop, or take for the end of a line.
_NO_TEXT = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")


@dataclass(frozen=True, slots=True)
class Archive:
    """A library as an archive holds it; `entry` of a line is the index of the item in `contents.items`."""

    contents: Contents
    lines: tuple[SourceLine, ...]


def recognises(text: str, filename: str) -> bool:
    """Whether `text` is a library that `write` has written."""
    return re.match(r'\s*\{\s*"format"\s*:\s*"rlist"', text) is not None


def read_archive(text: str) -> Archive:
    """The library in `text`, with uids, ids and dates as they were.

    Raises UnreadableInput, naming the line, where it isn't whole, or is of a version to come.
    """
    lines = split_lines(text)
    source = "\n".join(lines)
    whole = json_spans.parse(source)
    if not isinstance(whole, dict) or whole.get("format") != "rlist":
        raise UnreadableInput("line 1: this is no library of rlist")
    if not isinstance(whole.get("version"), int) or whole["version"] > VERSION:
        raise UnreadableInput(f"this library is of version {whole.get('version')}, and rlist knows {VERSION}")
    fates: list[tuple[Fate, int | None]] = [(Fate.LEFT_OUT if line.strip() else Fate.BLANK, None) for line in lines]
    items = []
    for span in _values(source, whole, "items"):
        try:
            items.append(plain.item_from_plain(span.value))
        except RlistError as error:
            raise UnreadableInput(f"line {span.first}: {error.message}") from error
        index = len(items) - 1
        fates[span.first - 1] = (Fate.ENTRY, index)
        fates[span.first : span.last] = [(Fate.FIELD, index)] * (span.last - span.first)
    sections = []
    for span in _values(source, whole, "sections"):
        try:
            sections.append(plain.section_from_plain(span.value))
        except RlistError as error:
            raise UnreadableInput(f"line {span.first}: {error.message}") from error
        fates[span.first - 1 : span.last] = [(Fate.SECTION, None)] * (span.last - span.first + 1)
    for name, values in (("id", [item.id for item in items if item.id]), ("uid", [item.uid for item in items])):
        if len(set(values)) < len(values):
            raise UnreadableInput(f"two items of this library have the same {name}")
    written_at = parse_time(str(whole.get("exported_at"))) or datetime.fromtimestamp(0, UTC)
    accounts = (SourceLine(n, fate, line, at) for n, (line, (fate, at)) in enumerate(zip(lines, fates, strict=True), 1))
    return Archive(Contents(tuple(items), tuple(sections), written_at), tuple(accounts))


def _values(source: str, whole: dict[str, object], key: str) -> list[json_spans.Span]:
    if not isinstance(whole.get(key, []), list):
        raise UnreadableInput(f'"{key}" of this library is no list')
    return list(json_spans.spans(source, key))


def write(contents: Contents) -> str:
    """The document of INTERFACE's "JSON": items by id, sections in the order of their lists."""
    document = {
        "format": "rlist",
        "version": VERSION,
        "exported_at": plain.time_to_plain(contents.written_at),
        "items": [plain.item_to_plain(item) for item in contents.items],
        "sections": [plain.section_to_plain(section) for section in contents.sections],
    }
    written = json.dumps(document, ensure_ascii=False, indent=1)
    return _NO_TEXT.sub(lambda found: f"\\u{ord(found[0]):04x}", written) + "\n"

"""rlist's own JSON: a whole library in one document, there and back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from rlist.errors import RlistError, UnreadableInput
from rlist.formats import damage, json_spans
from rlist.formats.contents import Contents
from rlist.formats.document import Fate, Problem, SourceLine
from rlist.formats.field_values import parse_time
from rlist.formats.lines import split_lines
from rlist.model import plain

NAME = "json"

# Counts up when a field changes its meaning; a new field doesn't.
VERSION = 1

# What reading a file as text would drop, or take for the end of a line.
_NO_TEXT = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")
# Damage is told once in so many records, and what is left of them in a word.
_TOLD = 20


@dataclass(frozen=True, slots=True)
class Archive:
    """A library as an archive holds it; `entry` of a line is the index of the item in `contents.items`.

    Its items are as they stand there: two of them can have one id or one uid, "" where it isn't known.
    """

    contents: Contents
    lines: tuple[SourceLine, ...]
    problems: tuple[Problem, ...] = ()


def recognises(text: str, filename: str) -> bool:
    """Whether `text` is a library that `write` has written."""
    return re.match(r'\s*\{\s*"format"\s*:\s*"rlist"', text) is not None


def read_archive(text: str) -> Archive:
    """The library in `text`, with uids, ids and dates as they were.

    What is damaged is an item that keeps what could be read, with a problem that names the line. Raises
    UnreadableInput where `text` is no library, or one of a version to come.
    """
    reading = _Reading(text)
    for span in damage.records(reading.source, "items"):
        reading.take_item(span)
    for span in damage.records(reading.source, "sections"):
        reading.take_section(span)
    return reading.archive()


class _Reading:
    """What has been read of an archive so far."""

    def __init__(self, text: str) -> None:
        self._lines = split_lines(text)
        self.source = "\n".join(self._lines)
        self._problems: list[Problem] = []
        self._fates: list[tuple[Fate, int | None]] = [
            (Fate.LEFT_OUT if line.strip() else Fate.BLANK, None) for line in self._lines
        ]
        self._items: list[Any] = []
        self._sections: list[Any] = []
        self._unknown: set[str] = set()
        head = self._head()
        if head.get("format") != "rlist":
            raise UnreadableInput("line 1: this is no library of rlist")
        version = head.get("version")
        if not isinstance(version, int) or version > VERSION:
            raise UnreadableInput(f"this library is of version {version}, and rlist knows {VERSION}")
        self._written_at = parse_time(str(head.get("exported_at"))) or datetime.fromtimestamp(0, UTC)

    def _head(self) -> dict[str, Any]:
        """What the archive says of itself."""
        try:
            whole = json_spans.parse(self.source)
        except UnreadableInput as error:
            found = re.match(r"line (\d+): (.*)", error.message)
            self._problem(int(found[1]) if found else 1, f"{found[2] if found else error.message}; the rest is taken")
            return damage.head(self.source)
        if not isinstance(whole, dict):
            return {}
        for key in ("items", "sections"):
            if not isinstance(whole.get(key, []), list):
                raise UnreadableInput(f'"{key}" of this library is no list')
        return whole

    def take_item(self, span: json_spans.Span) -> None:
        """The item of one record, whole or what is left of it."""
        index = len(self._items)
        item, problems = damage.item(span, self._written_at)
        self._items.append(item)
        for message in problems:
            self._problem(span.first, message)
        if isinstance(span.value, dict):
            unknown = sorted(span.value.keys() - plain.item_to_plain(item).keys() - self._unknown)
            self._unknown.update(unknown)
            for name in unknown:
                self._problem(span.first, f'items have a field "{name}" here that rlist doesn\'t know; it is left out')
        self._fates[span.first - 1] = (Fate.ENTRY, index)
        self._fates[span.first : span.last] = [(Fate.FIELD, index)] * (span.last - span.first)

    def take_section(self, span: json_spans.Span) -> None:
        """The section of one record."""
        try:
            self._sections.append(plain.section_from_plain(span.value))
        except RlistError as error:
            self._problem(span.first, error.message)
        else:
            self._fates[span.first - 1 : span.last] = [(Fate.SECTION, None)] * (span.last - span.first + 1)

    def _problem(self, line: int, message: str) -> None:
        self._problems.append(Problem(line, message))

    def archive(self) -> Archive:
        """All that was read."""
        told = self._problems[:_TOLD]
        if more := self._problems[_TOLD:]:
            told.append(Problem(more[0].line, f"and {len(more)} more like these, from here on"))
        return Archive(
            Contents(tuple(self._items), tuple(self._sections), self._written_at), tuple(self._accounts()), tuple(told)
        )

    def _accounts(self) -> Iterator[SourceLine]:
        for number, (line, (fate, index)) in enumerate(zip(self._lines, self._fates, strict=True), 1):
            yield SourceLine(number, fate, line, index)


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

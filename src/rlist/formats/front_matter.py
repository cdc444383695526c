"""Front matter: what stands between two lines of `---` before a text, as fields with their values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

# Longer, it is a text between two rules.
_MOST_LINES = 300
_FIELD = re.compile(r"([\w][\w .-]{0,60})\s*:(?:\s+(.*))?$")
_PROPERTY = re.compile(r"([A-Za-z][\w-]{0,40}):: +(\S.*)$")
_PART = re.compile(r"\s*-\s+(.*)$")


def read_front_matter(lines: Sequence[str]) -> tuple[int, dict[str, list[str]]]:
    """How many lines of front matter there are, 0 for none, and its fields in small letters with their values.

    It is meant to be YAML, and often isn't (`title: A: B`): a line is a field, a `- ` or a comma in brackets parts
    values, and what is nested deeper is left alone.
    """
    if lines and _PROPERTY.match(lines[0]):
        return _read_properties(lines)
    if not lines or lines[0].rstrip() != "---":
        return 0, {}
    end = next((at for at, line in enumerate(lines[1:_MOST_LINES], 1) if line.rstrip() in {"---", "..."}), 0)
    fields: dict[str, list[str]] = {}
    values: list[str] | None = None
    for line in lines[1:end]:
        field = _FIELD.match(line)
        if field:
            values = fields.setdefault(field[1].casefold(), [])
            values += _values(field[2] or "")
        elif values is not None and (part := _PART.match(line)):
            values += _values(part[1])
        elif values and line[:1].isspace() and ":" not in line:
            values[-1] = f"{values[-1]} {line.strip()}"
    return (end + 1, fields) if end and (fields or not any(line.strip() for line in lines[1:end])) else (0, {})


def _read_properties(lines: Sequence[str]) -> tuple[int, dict[str, list[str]]]:
    """Front matter as Logseq has it: lines of `key:: value` above all others."""
    fields: dict[str, list[str]] = {}
    for at, line in enumerate(lines[:_MOST_LINES]):
        if (found := _PROPERTY.match(line)) is None:
            return at, fields
        name = found[1].casefold()
        values = found[2].split(",") if name in {"tags", "tag", "alias"} else [found[2]]
        fields[name] = [value for part in values if (value := part.strip().strip("#[]"))]
    return min(len(lines), _MOST_LINES), fields


def tags_of(fields: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The tags that front matter gives to all that stands below it."""
    values = [*fields.get("tags", ()), *fields.get("tag", ())]
    if len(values) == 1:
        # Written in a row they are parted by commas, or by blanks, which a tag has none of there.
        values = values[0].split(",") if "," in values[0] else values[0].split()
    return tuple(dict.fromkeys(tag for value in values if (tag := value.strip().lstrip("#"))))


def _values(written: str) -> list[str]:
    written = written.strip()
    if written in {"", "|", ">", "|-", ">-", "null", "~"}:
        return []
    if written[0] == "[" and written[-1] == "]" and not written.startswith("[["):
        parts = re.findall(r"\"[^\"]*\"|'[^']*'|[^,\[\]]+", written[1:-1])
        return [value for part in parts if (value := _unquoted(part))]
    return [_unquoted(written)]


def _unquoted(value: str) -> str:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1].replace(f"\\{value[0]}", value[0])
    return re.sub(r"\s+#\s.*$", "", value)

"""Rows ↔ Items by field name: the only place that knows both.

Times are "2026-01-02T03:04:05Z"; authors and the headings on the path of a section stand on a line each. No text from
here holds what SQLite or JSON can't keep.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

from rlist.model.item import Entry, Item, Kind, Link, Lookup, LookupState, Note, Priority, Status
from rlist.model.metadata import Metadata

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

SqlValue = str | int | float | None
Row = dict[str, SqlValue]
Values = tuple[Any, ...]

# The columns of `item` that say something of their own, in the order in which `item_from_row` takes them.
ITEM_COLUMNS = (
    *("id", "uid", "title", "kind", "status", "priority", "rating"),
    *("authors", "et_al", "year", "venue", "abstract", "citekey"),
    *("added_at", "started_at", "finished_at", "updated_at"),
    *("lookup_state", "lookup_provider", "lookup_score", "lookup_error"),
)

# The tables that hold parts of an item, with the columns that say something of their own. An entry has the name of its
# list and the path of its section in place of `section_id`.
PART_COLUMNS = {
    "link": ("position", "url", "label"),
    "identifier": ("scheme", "value"),
    "tag": ("name",),
    "note": ("body", "created_at"),
    "entry": ("list", "path", "position", "parent_id", "label", "text"),
}

# What makes two of them the same part before and after a change, the surest first: its row is changed, not made anew.
PART_LIKENESS: Mapping[str, tuple[Callable[[Values], object], ...]] = {
    "link": (itemgetter(1),),
    "identifier": (itemgetter(0),),
    "tag": (lambda values: values[0].casefold(),),
    "note": (itemgetter(1), itemgetter(0)),
    "entry": (itemgetter(0, 2), itemgetter(0, 5)),
}

LARGEST = 2**63 - 1  # what SQLite can number rows with, or count to

_To = TypeVar("_To")
_SCORE_DIGITS = 6  # SQLite writes fifteen digits into the log, and a float may have seventeen


def item_to_row(item: Item) -> Row:
    """The item's ITEM_COLUMNS; `id` is None for an item that has none yet."""
    metadata, lookup = item.metadata, item.lookup
    return {
        "id": item.id or None,
        "uid": clean(item.uid),
        "title": clean(metadata.title),
        "kind": item.kind.value,
        "status": item.status.value,
        "priority": None if item.priority is None else item.priority.value,
        "rating": item.rating,
        "authors": lines(metadata.authors),
        "et_al": int(metadata.et_al),
        "year": metadata.year,
        "venue": _optional(clean, metadata.venue),
        "abstract": _optional(clean, metadata.abstract),
        "citekey": _optional(clean, item.citekey),
        "added_at": time_to_text(item.added_at),
        "started_at": _optional(time_to_text, item.started_at),
        "finished_at": _optional(time_to_text, item.finished_at),
        "updated_at": time_to_text(item.updated_at),
        "lookup_state": lookup.state.value,
        "lookup_provider": _optional(clean, lookup.provider),
        "lookup_score": None if lookup.score is None else round(lookup.score, _SCORE_DIGITS),
        "lookup_error": _optional(clean, lookup.error),
    }


def parts_to_rows(item: Item) -> dict[str, list[Values]]:
    """Of each table in PART_COLUMNS the item's rows, in its order; what may be there only once is there once."""
    links = {clean(link.url): _optional(clean, link.label) for link in reversed(item.links)}
    urls = dict.fromkeys(clean(link.url) for link in item.links)
    tags = {name.casefold(): name for name in reversed([fold(tag) for tag in item.tags]) if name}
    return {
        "link": [(position, url, links[url]) for position, url in enumerate(urls, 1)],
        "identifier": [(clean(scheme), clean(value)) for scheme, value in item.metadata.identifiers.items()],
        "tag": [(name,) for name in tags.values()],
        "note": [(clean(note.body), time_to_text(note.created_at)) for note in item.notes],
        "entry": [entry_to_row(entry) for entry in item.entries],
    }


def entry_to_row(entry: Entry) -> Values:
    """The row of PART_COLUMNS for an entry."""
    return (
        fold(entry.list),
        lines(entry.section),
        entry.position,
        entry.parent,
        _optional(clean, entry.label),
        clean(entry.text),
    )


def item_from_row(row: Values, parts: Mapping[str, Sequence[Values]]) -> Item:
    """The item with these ITEM_COLUMNS and these rows of PART_COLUMNS, each table's in the order of the item."""
    number, uid, title, kind, status, priority, rating = row[:7]
    authors, et_al, year, venue, abstract, citekey = row[7:13]
    added_at, started_at, finished_at, updated_at = row[13:17]
    state, provider, score, error = row[17:]
    return Item(
        id=number,
        uid=uid,
        metadata=Metadata(
            title=title,
            authors=split_lines(authors),
            et_al=bool(et_al),
            year=year,
            venue=venue,
            abstract=abstract,
            identifiers=dict(parts.get("identifier", ())),
        ),
        kind=Kind(kind),
        added_at=time_from_text(added_at),
        updated_at=time_from_text(updated_at),
        status=Status(status),
        priority=_optional(Priority, priority),
        rating=rating,
        citekey=citekey,
        links=tuple(Link(url, label) for _, url, label in parts.get("link", ())),
        tags=tuple(sorted((name for (name,) in parts.get("tag", ())), key=lambda name: (name.casefold(), name))),
        entries=tuple(
            Entry(list_name, split_lines(path), position, text, parent, label)
            for list_name, path, position, parent, label, text in parts.get("entry", ())
        ),
        notes=tuple(Note(body, time_from_text(created_at)) for body, created_at in parts.get("note", ())),
        started_at=_optional(time_from_text, started_at),
        finished_at=_optional(time_from_text, finished_at),
        lookup=Lookup(LookupState(state), provider, score, error),
    )


def limit_to_sql(limit: int | None) -> int:
    """`limit` as SQLite's LIMIT takes it: no limit is -1."""
    return -1 if limit is None else min(limit, LARGEST)


# The items of an import share few times.
@lru_cache(64)
def time_to_text(time: datetime) -> str:
    """An aware time in UTC, to the second: "2026-01-02T03:04:05Z"."""
    return f"{time.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat()}Z"


def time_from_text(text: str) -> datetime:
    """The aware time, in UTC, that `time_to_text` wrote."""
    return datetime.fromisoformat(text)


def clean(text: str) -> str:
    """`text` without NULs, at which SQLite's functions stop, and with U+FFFD in place of what is no character."""
    text = text.replace("\0", "")
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        # Two surrogates that belong together are the character that they stand for.
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def fold(text: str) -> str:
    """`text` cleaned, on one line, with one space wherever white space was."""
    return " ".join(clean(text).split())


def lines(names: Iterable[str]) -> str:
    """The names folded, a line each, without empty ones; `split_lines` reads them."""
    return "\n".join(filter(None, map(fold, names)))


def split_lines(text: str) -> tuple[str, ...]:
    """The names that `lines` wrote."""
    return tuple(text.split("\n")) if text else ()


def _optional(convert: Callable[[Any], _To], value: object) -> _To | None:
    return None if value is None else convert(value)

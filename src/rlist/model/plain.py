"""Item ↔ plain dict: the one shape of `--json`, of `export json` and of what machines exchange."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TypeVar

from rlist.errors import UnreadableInput
from rlist.model.item import Entry, Item, Kind, Link, Lookup, LookupState, Note, Priority, Section, Status
from rlist.model.metadata import Metadata

Plain = dict[str, Any]

_Word = TypeVar("_Word", bound=StrEnum)

_MOST = 2**63 - 1  # what a database and most readers of JSON can hold


def item_to_plain(item: Item) -> Plain:
    """The item as JSON has it: names, texts, numbers, null; times are "2026-01-02T03:04:05Z"."""
    metadata, lookup = item.metadata, item.lookup
    return {
        "id": item.id,
        "uid": item.uid,
        "title": metadata.title,
        "kind": item.kind.value,
        "status": item.status.value,
        "priority": None if item.priority is None else item.priority.value,
        "rating": item.rating,
        "authors": list(metadata.authors),
        "et_al": metadata.et_al,
        "year": metadata.year,
        "venue": metadata.venue,
        "abstract": metadata.abstract,
        "citekey": item.citekey,
        "urls": [{"url": link.url, "label": link.label} for link in item.links],
        "identifiers": dict(sorted(metadata.identifiers.items())),
        "tags": list(item.tags),
        "entries": [
            {
                "list": entry.list,
                "section": list(entry.section),
                "position": entry.position,
                "parent": entry.parent,
                "label": entry.label,
                "text": entry.text,
            }
            for entry in item.entries
        ],
        "notes": [{"body": note.body, "created_at": time_to_plain(note.created_at)} for note in item.notes],
        "added_at": time_to_plain(item.added_at),
        "started_at": time_to_plain(item.started_at),
        "finished_at": time_to_plain(item.finished_at),
        "updated_at": time_to_plain(item.updated_at),
        "lookup": {
            "state": lookup.state.value,
            "provider": lookup.provider,
            "score": lookup.score,
            "error": lookup.error,
        },
    }


def item_from_plain(plain: object) -> Item:
    """The item that `item_to_plain` wrote; what is left out is null or empty, except `uid`, `title` and `added_at`.

    Raises UnreadableInput, naming the field, when something is missing or of another sort.
    """
    fields = _Fields(plain, "an item")
    lookup = _Fields(fields.get("lookup", {}), "lookup")
    added_at = fields.time("added_at")
    if added_at is None:
        raise fields.wrong("added_at", "a time")
    return Item(
        id=fields.number("id", 0, _MOST) or 0,
        uid=fields.text("uid"),
        metadata=Metadata(
            title=fields.text("title"),
            authors=fields.texts("authors"),
            et_al=fields.flag("et_al"),
            year=fields.number("year", -_MOST, _MOST),
            venue=fields.text_or_none("venue"),
            abstract=fields.text_or_none("abstract"),
            identifiers=fields.texts_by_name("identifiers"),
        ),
        kind=fields.word("kind", Kind) or Kind.OTHER,
        added_at=added_at,
        updated_at=fields.time("updated_at") or added_at,
        status=fields.word("status", Status) or Status.UNREAD,
        priority=fields.word("priority", Priority),
        rating=fields.number("rating", 1, 5),
        citekey=fields.text_or_none("citekey"),
        links=tuple(Link(link.text("url"), link.text_or_none("label")) for link in fields.each("urls", "a link")),
        tags=fields.texts("tags"),
        entries=tuple(_entry(entry) for entry in fields.each("entries", "an entry")),
        notes=tuple(
            Note(note.text("body"), note.time("created_at") or added_at) for note in fields.each("notes", "a note")
        ),
        started_at=fields.time("started_at"),
        finished_at=fields.time("finished_at"),
        lookup=Lookup(
            lookup.word("state", LookupState) or LookupState.NONE,
            lookup.text_or_none("provider"),
            lookup.share("score"),
            lookup.text_or_none("error"),
        ),
    )


def section_to_plain(section: Section) -> Plain:
    """The section as JSON has it."""
    return {"list": section.list, "section": list(section.path), "text": section.text}


def section_from_plain(plain: object) -> Section:
    """The section that `section_to_plain` wrote. Raises UnreadableInput, naming the field."""
    fields = _Fields(plain, "a section")
    return Section(fields.text("list"), fields.texts("section"), fields.text_or_none("text") or "")


def time_to_plain(time: datetime | None) -> str | None:
    """An aware time in UTC, to the second: "2026-01-02T03:04:05Z"; None stays None."""
    if time is None:
        return None
    return f"{time.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat()}Z"


def _entry(fields: _Fields) -> Entry:
    return Entry(
        list=fields.text("list"),
        section=fields.texts("section"),
        position=fields.number("position", 0, _MOST) or 0,
        text=fields.text("text"),
        parent=fields.number("parent", 1, _MOST),
        label=fields.text_or_none("label"),
    )


class _Fields:
    """A plain dict whose values are asked for by name and sort; `what` it is stands in the error."""

    def __init__(self, plain: object, what: str) -> None:
        if not isinstance(plain, Mapping):
            raise UnreadableInput(f"{what} is {_shown(plain)}, not an object")
        self._plain = plain
        self._what = what

    def get(self, name: str, default: object = None) -> object:
        value = self._plain.get(name)
        return default if value is None else value

    def wrong(self, name: str, wanted: str) -> UnreadableInput:
        title = self._plain.get("title", self._plain.get("text"))
        which = f"{self._what} ({_shown(title)})" if isinstance(title, str) else self._what
        return UnreadableInput(f'{which}: "{name}" is {_shown(self._plain.get(name))}, not {wanted}')

    def text(self, name: str) -> str:
        value = self.get(name)
        if not isinstance(value, str):
            raise self.wrong(name, "a text")
        return value

    def text_or_none(self, name: str) -> str | None:
        return None if self.get(name) is None else self.text(name)

    def texts(self, name: str) -> tuple[str, ...]:
        values = self._list(name)
        if not all(isinstance(value, str) for value in values):
            raise self.wrong(name, "a list of texts")
        return tuple(values)

    def texts_by_name(self, name: str) -> dict[str, str]:
        value = self.get(name, {})
        if not isinstance(value, Mapping) or not all(isinstance(part, str) for pair in value.items() for part in pair):
            raise self.wrong(name, "an object of texts")
        return dict(value)

    def number(self, name: str, least: int, most: int) -> int | None:
        value = self.get(name)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most):
            raise self.wrong(name, f"a whole number from {least} to {most}")
        return value

    def share(self, name: str) -> float | None:
        value = self.get(name)
        if value is not None and (not isinstance(value, int | float) or not 0 <= value <= 1):
            raise self.wrong(name, "a number from 0 to 1")
        return value

    def flag(self, name: str) -> bool:
        value = self.get(name, False)
        if not isinstance(value, bool):
            raise self.wrong(name, "true or false")
        return value

    def word(self, name: str, words: type[_Word]) -> _Word | None:
        value = self.get(name)
        if value is None:
            return None
        if not isinstance(value, str) or value not in list(words):
            raise self.wrong(name, f"one of {', '.join(words)}")
        return words(value)

    def time(self, name: str) -> datetime | None:
        value = self.get(name)
        if value is None:
            return None
        try:
            time = datetime.fromisoformat(self.text(name))
            # A time without a zone is one in UTC, as all others are.
            return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC).replace(microsecond=0)
        except (ValueError, OverflowError) as error:
            raise self.wrong(name, 'a time such as "2026-01-02T03:04:05Z"') from error

    def each(self, name: str, what: str) -> list[_Fields]:
        return [_Fields(value, what) for value in self._list(name)]

    def _list(self, name: str) -> Sequence[Any]:
        value = self.get(name, ())
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise self.wrong(name, "a list")
        return value


def _shown(value: object) -> str:
    text = "null" if value is None else repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"

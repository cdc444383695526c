"""The comment behind each item of a Markdown export: who it is, how it stood, and what Markdown can't say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import quote, unquote

from rlist.formats.writing import many_lines, one_line, safe_address
from rlist.model.item import Item, Kind, Link, Priority, Status

COMMENT = re.compile(r"(?<!\s)\s*(?<!\\)<!-- rlist ([^<>]*[^<> ]) -->\s*$")
# Behind the words of a section.
END_OF_TEXT = "<!-- rlist text -->"
# Letters of base 32 in a mark: 25 bits, enough to tell a changed text from the one that it was.
_MARK_LENGTH = 5
_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
_STAMP = "%Y%m%dT%H%M%S"


class State(NamedTuple):
    """An item as it stood when it was written, the texts and values that a reader may edit as marks.

    `at` is which one of its list's mentions it was, from 1; 0 where that isn't said. `whole` is False for a further
    mention of an item, of which only title, status and place are written.
    """

    uid: str
    status: Status
    title: str
    place: str
    at: int = 0
    whole: bool = False
    credit: str = ""
    rating: int | None = None
    priority: Priority | None = None
    links: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    note_times: tuple[datetime | None, ...] = ()
    kind: Kind | None = None
    added_at: datetime | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    citekey: str | None = None
    label: str | None = None
    identifiers: tuple[tuple[str, str], ...] = ()


def mark(*texts: str) -> str:
    """A short name for texts, by which it shows whether they have changed."""
    digest = int.from_bytes(sha256("\0".join(texts).encode("utf-8", "surrogatepass")).digest()[:8])
    return "".join(_LETTERS[digest >> 5 * at & 31] for at in range(_MARK_LENGTH))


def tag_mark(tag: str) -> str:
    """The mark of a tag."""
    return mark(one_line(tag))


def link_mark(link: Link) -> str:
    """The mark of an address, in the form in which a page may link it."""
    return mark(written_address(link))


def note_mark(body: str) -> str:
    """The mark of a note."""
    return mark(many_lines(body))


def place_mark(list_name: str, section: Sequence[str], parent: str) -> str:
    """The mark of a place: the list, the headings, and the uid of the item above or ""."""
    return mark(one_line(list_name), *(one_line(name) for name in section), f"in {parent}")


def written_address(link: Link) -> str:
    """The address as it is written into a page; "" for one that no page may link."""
    url = safe_address(link.url)
    # A destination in angle brackets may hold anything but these and line breaks.
    for character, code in (("<", "%3C"), (">", "%3E"), ("\\", "%5C")):
        url = url.replace(character, code)
    return url


class Mention(NamedTuple):
    """Where an item is written: the mark of the place, which one of the list's mentions it is, its label."""

    place: str
    at: int
    label: str | None


def write_mention(item: Item, title: str, mention: Mention) -> str:
    """The comment of a further mention."""
    was = f"was={item.status[0:2]}.{mark(title)}.{mention.place}"
    return _comment([_quoted(item.uid), was, f"at={mention.at}", *_pair("label", mention.label)])


def write_state(item: Item, title: str, credit: str, mention: Mention) -> str:
    """The comment of an item that is written whole."""
    was = [
        item.status[0:2],
        mark(title),
        mention.place,
        mark(credit),
        str(item.rating or 0),
        (item.priority or "none")[0],
    ]
    written = [link for link in item.links if written_address(link)]
    notes = [
        note_mark(note.body) + ("" if note.created_at == item.added_at else f"@{_stamp(note.created_at)}")
        for note in item.notes
        if many_lines(note.body)
    ]
    parts = [
        _quoted(item.uid),
        str(item.kind),
        f"was={'.'.join(was)}",
        f"at={mention.at}",
        *_pair("links", ".".join(map(link_mark, written))),
        *_pair("tags", ".".join(map(tag_mark, item.tags))),
        *_pair("notes", ".".join(notes)),
        f"added={_stamp(item.added_at)}",
        *_pair("started", _stamp(item.started_at)),
        *_pair("finished", _stamp(item.finished_at)),
        *_pair("citekey", item.citekey),
        *_pair("label", mention.label),
        *(f"{_quoted(scheme)}:{_quoted(value)}" for scheme, value in item.metadata.identifiers.items()),
    ]
    return _comment(parts)


def _comment(parts: Iterable[str]) -> str:
    return f" <!-- rlist {' '.join(parts)} -->"


def _pair(name: str, value: str | None) -> Sequence[str]:
    return [f"{name}={value if name in {'links', 'tags', 'notes'} else _quoted(value)}"] if value else []


def _quoted(value: str) -> str:
    """`value` without what ends a comment or a field."""
    return quote(value, safe="/_~", errors="replace").replace("--", "-%2D").replace(".", "%2E")


def _stamp(time: datetime | None) -> str:
    return "" if time is None else time.astimezone(UTC).strftime(_STAMP)


def _time(written: str | None) -> datetime | None:
    try:
        return datetime.strptime(written or "", _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def read_state(comment: str) -> State | None:
    """What the words of a comment behind `rlist` say; None where they are another comment or have been damaged."""
    uid, *parts = comment.split(" ")
    pairs = dict(part.split("=", 1) for part in parts if "=" in part)
    was = pairs.get("was", "").split(".")
    status = next((status for status in Status if status[0:2] == was[0]), None)
    if not uid or status is None or len(was) not in {3, 6}:
        return None
    at = pairs.get("at", "")
    state = State(
        unquote(uid),
        status,
        was[1],
        was[2],
        int(at) if at.isascii() and at.isdigit() and len(at) < 10 else 0,
        label=unquote(pairs.get("label", "")) or None,
    )
    if len(was) == 3:
        return state
    notes = [note.partition("@") for note in _listed(pairs, "notes")]
    identifiers = [part.partition(":") for part in parts if ":" in part and "=" not in part]
    return state._replace(
        whole=True,
        credit=was[3],
        rating=int(was[4]) if was[4] in {"1", "2", "3", "4", "5"} else None,
        priority=next((priority for priority in Priority if priority[0] == was[5]), None),
        links=tuple(_listed(pairs, "links")),
        tags=tuple(_listed(pairs, "tags")),
        notes=tuple(name for name, _, _ in notes),
        note_times=tuple(_time(time) for _, _, time in notes),
        kind=next((kind for kind in Kind if kind in parts), None),
        added_at=_time(pairs.get("added")),
        started_at=_time(pairs.get("started")),
        finished_at=_time(pairs.get("finished")),
        citekey=unquote(pairs.get("citekey", "")) or None,
        identifiers=tuple((unquote(scheme), unquote(value)) for scheme, _, value in identifiers),
    )


def _listed(pairs: Mapping[str, str], name: str) -> Sequence[str]:
    return [value for value in pairs.get(name, "").split(".") if value]

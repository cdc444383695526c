"""What a list says with marks about reading: check boxes, status words, tags."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import NamedTuple

from rlist.model.item import Status


class Marks(NamedTuple):
    """`text` without the marks at its ends, and what they say; None where they say nothing."""

    text: str
    status: Status | None = None
    finished_at: datetime | None = None


_BOXES = {
    Status.DONE: ("x", "X", "v", "V", "✓", "✔", "✔️", "☑", "☑️", "✅", "☒", "🗹"),
    Status.UNREAD: ("", " ", "☐", "⬜", "⬜️", "🔲", "□"),
    Status.DROPPED: ("-", "~", "❌", "✗", "✘"),
    Status.READING: ("/", ".", ">", "o"),
}
_STATUS_OF_BOX = {box: status for status, boxes in _BOXES.items() for box in boxes}
_WORDS = {"TODO": Status.UNREAD, "DONE": Status.DONE, "READING": Status.READING, "DROPPED": Status.DROPPED}
_WORDS |= {"CANCELLED": Status.DROPPED, "CANCELED": Status.DROPPED, "DOING": Status.READING, "READ": Status.DONE}
_HEADINGS = {
    Status.DONE: (
        "read|finished|done|completed|complete|already read|have read|finished reading|read already|archive|archived"
        "|gelesen|fertig|lu|lus|déjà lu|déjà lus|leído|leídos|letti|已读|已讀|读过|読了"
    ),
    Status.UNREAD: (
        "to read|to-read|toread|unread|want to read|todo|to do|not yet read|reading queue|read next|read later|to watch"
        "|up next|zu lesen|noch zu lesen|ungelesen|à lire|a lire|por leer|da leggere|待读|待讀|未读|想读|未読"
    ),
    Status.READING: (
        "reading|currently reading|in progress|now reading|reading now|started|lese gerade|in arbeit|en cours"
        "|en cours de lecture|leyendo|in lettura|在读|正在读|読書中"
    ),
    Status.DROPPED: (
        "dropped|shelved|abandoned|did not finish|didn't finish|dnf|gave up|given up|won't read|cancelled|canceled"
        "|abgebrochen|abandonné|abandonnés|弃读|放弃"
    ),
}
_STATUS_OF_HEADING = {name: status for status, names in _HEADINGS.items() for name in names.split("|")}

_DATE = r"(\d{4})-(\d\d)-(\d\d)"
_WORD_IN_FRONT = re.compile(r"(TODO|DONE|READING|DOING|DROPPED|CANCELL?ED)\b[:\s]+(?=\S)")
_SIGN_IN_FRONT = re.compile(r"(✅|☑️?|✔️?|✓|☐|⬜️?|❌|✗|✘)\s*(?=\S)")
_SIGN_BEHIND = re.compile(rf"\s*(✅|☑️?|✔️?|✓|❌|✗|✘)\s*(?:{_DATE})?$")
_WORD_BEHIND = re.compile(
    rf"\s*(?:(?<=\s)[–—-]\s+|[(\[])(?:(read|done|finished)|(in progress)|(dropped|abandoned|dnf))"
    rf"(?:[:,]?\s+(?:on\s+)?{_DATE})?[)\]]?$",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"~~\s*(.+?)\s*~~")
_TAG = re.compile(r"(?<![\w/&#.])#(?=[\w/-]*[^\W\d])([\w/-]*\w)(?![\w#])")


def status_of_box(box: str) -> Status | None:
    """The status that a check box says, by what stands in it ("x", " ", "-", "/") or by its sign ("☑")."""
    return _STATUS_OF_BOX.get(box)


def status_of_heading(name: str) -> Status | None:
    """The status that a heading gives to all below it ("To read", "Finished (12)"), or None for any other heading."""
    words = re.sub(r"[(\[]?\d+[)\]]?$", "", name.strip(" :.*_#")).strip()
    return _STATUS_OF_HEADING.get(re.sub(r"^[^\w]+|[^\w]+$", "", words).casefold().replace("’", "'"))


def read_marks(text: str) -> Marks:
    """The status that signs and words at the ends of an entry say, or a line through all of it."""
    status: Status | None = None
    finished_at: datetime | None = None
    if match := _WORD_IN_FRONT.match(text):
        status, text = _WORDS[match[1]], text[match.end() :]
    elif not text[:1].isascii() and (match := _SIGN_IN_FRONT.match(text)):
        status, text = _STATUS_OF_BOX.get(match[1].rstrip("\ufe0f")), text[match.end() :]
    tail = text[-40:]
    if not tail.isascii() and (match := _SIGN_BEHIND.search(tail)):
        status = _STATUS_OF_BOX.get(match[1].rstrip("\ufe0f"))
        finished_at = _day(match[2], match[3], match[4])
        text = text[: len(text) - len(match[0])]
    elif (tail[-1:] in ")]" or tail[-1:].isalnum()) and (match := _WORD_BEHIND.search(tail)):
        status = Status.DONE if match[1] else Status.READING if match[2] else Status.DROPPED
        finished_at = _day(match[4], match[5], match[6]) if match[1] else None
        text = text[: len(text) - len(match[0])]
    if text.startswith("~~") and (match := _STRUCK.match(text)):
        status = Status.DROPPED
        text = match[1] + text[match.end() :]
    return Marks(text, status, finished_at)


def _day(year: str | None, month: str | None, day: str | None) -> datetime | None:
    try:
        return datetime(int(year or 0), int(month or 0), int(day or 0), tzinfo=UTC)
    except ValueError:
        return None


def find_tags(text: str) -> list[re.Match[str]]:
    """The `#tags` in a text without addresses, each as a match whose first group is the tag."""
    return list(_TAG.finditer(text)) if "#" in text else []

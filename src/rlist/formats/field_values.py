"""The values that fields of records hold: times, years, statuses, lists of tags."""

from __future__ import annotations

import ast
import json
import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from rlist.model.item import Status

_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20)\d\d(?!\d)")
_NUMBER = re.compile(r"(\d{9,18})(?:\.\d+)?")
_ISO = re.compile(
    r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})"
    r"(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?\s*(Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?)?.*",
    re.DOTALL | re.IGNORECASE,
)
# `22/03/2024 21:45:12`, with the day in front unless it can't be one.
_DAY_FIRST = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?")
# A day in words, as "Jan 2, 2024" or "2 January 2024".
_WORDS = re.compile(
    r"(?:(\d{1,2})\.?\s+)?([A-Za-z]{3})[a-z]*\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4}).*", re.DOTALL
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# WebKit counts microseconds from here: https://source.chromium.org/chromium/chromium/src/+/main:base/time/time.h
_WEBKIT = datetime(1601, 1, 1, tzinfo=UTC)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# Later than this, a number of seconds is one of milliseconds, and so on.
_LATEST_SECONDS = 10**10

_STATUSES = {
    Status.DONE: "archive archived done read read_archive finished completed complete have_read already_read read_it",
    Status.UNREAD: "unread to_read toread inbox later read_later active new shortlist queue want_to_read todo backlog",
    Status.READING: "reading in_progress currently_reading started skimmed",
    Status.DROPPED: "dropped abandoned cancelled canceled did_not_finish shelved",
}
_STATUS_OF_WORDS = {word.replace("_", " "): status for status, words in _STATUSES.items() for word in words.split()}


def parse_status(words: str) -> Status | None:
    """The status that a value or a heading names ("Archive", "to-read"), or None."""
    return _STATUS_OF_WORDS.get(" ".join(re.sub(r"[_-]", " ", words).split()).casefold().strip(" :"))


def parse_year(text: str) -> int | None:
    """The first year that stands in `text`, or None."""
    if re.fullmatch(r"\s*(?:-\d{1,4}|\d{3,4})\s*", text):
        return int(text)
    found = _YEAR.search(text)
    return int(found[0]) if found else None


def parse_time(text: str) -> datetime | None:
    """The time that `text` tells, in UTC to the second, or None.

    Seconds, milliseconds or microseconds since 1970, microseconds since 1601; ISO 8601 and its cousins; RFC 5322; a day
    in words. A time without a zone is taken for UTC.
    """
    text = text.strip()
    if number := _NUMBER.fullmatch(text):
        return _from_number(int(number[1]))
    try:
        if found := _ISO.fullmatch(text):
            year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
            local = datetime(year, month, day, hour, minute, min(second, 59), tzinfo=UTC)
            return _plausible(local - _offset(found[7] or ""))
        if found := _DAY_FIRST.fullmatch(text):
            day, month, year, hour, minute, second = (int(part or 0) for part in found.groups())
            day, month = (month, day) if month > 12 else (day, month)
            return _plausible(datetime(year, month, day, hour, minute, min(second, 59), tzinfo=UTC))
        if re.match(r"(?:[A-Za-z]{3},\s*)?\d{1,2}\s+[A-Za-z]{3}\s+\d{2,4}\s+\d", text):
            time = parsedate_to_datetime(text)
            return _plausible(time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC))
        if (found := _WORDS.fullmatch(text)) and found[2].lower() in _MONTHS:
            day = int(found[1] or found[3] or 1)
            return _plausible(datetime(int(found[4]), _MONTHS.index(found[2].lower()) + 1, day, tzinfo=UTC))
    except (ValueError, OverflowError, IndexError, TypeError):
        return None
    return None


def _from_number(number: int) -> datetime | None:
    try:
        if number > 10**16:
            return _plausible(_WEBKIT + timedelta(microseconds=number))
        while number >= _LATEST_SECONDS:
            number //= 1000
        return _plausible(_EPOCH + timedelta(seconds=number))
    except OverflowError:
        return None


def _plausible(time: datetime) -> datetime | None:
    return time.replace(microsecond=0) if 1970 <= time.year <= 2200 else None


def _offset(zone: str) -> timedelta:
    digits = re.sub(r"\D", "", zone)
    if not digits:
        return timedelta()
    minutes = int(digits[:2]) * 60 + int(digits[2:] or 0)
    return timedelta(minutes=-minutes if zone.startswith("-") else minutes)


def parse_tags(text: str, separators: str) -> list[str]:
    """The tags in one cell: a JSON or Python list, else parted by the first of `separators` that occurs."""
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        for parse in (json.loads, ast.literal_eval):
            try:
                values = parse(text)
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
            if isinstance(values, list):
                return [str(value) for value in values if isinstance(value, str | int | float)]
    separator = next((mark for mark in separators if mark in text), None)
    return text.split(separator) if separator else [text]

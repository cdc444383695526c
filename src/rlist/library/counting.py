"""What the library adds up to: counts, weeks, and how long the rest takes."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from rlist.errors import WrongUsage
from rlist.library import Library
from rlist.library.finding import parsed
from rlist.model.item import Kind
from rlist.model.pace import MINUTES, Pace, pace
from rlist.store.rows import time_from_text
from rlist.store.statistics import EVENTS, Statistics

# A quarter of a year shows a habit; the pace is that of its last two months, in which a week off weighs little.
_WEEKS_SHOWN = 12
_WEEKS_OF_PACE = 8

COUNTED = ("status", "kind", "year", "tag", "list")


class Week(NamedTuple):
    """A week by its first day, Monday in the reader's zone, and what happened in it."""

    week: date
    added: int
    started: int
    finished: int


class Summary(NamedTuple):
    """The number of items, counts of COUNTED by name, the last weeks from the oldest, and the pace."""

    items: int
    counts: Mapping[str, Sequence[tuple[str, int]]]
    weeks: Sequence[Week]
    pace: Pace


def summary(library: Library, words: Sequence[str]) -> Summary:
    """What the items that the query `words` describes add up to.

    Raises QueryError, and WrongUsage for minutes in the configuration that are none.
    """
    minutes = reading_minutes(library)
    found = Statistics(library.store.db, parsed(library, words))
    counts = {what: found.counts(what) for what in COUNTED}
    monday = library.today - timedelta(days=library.today.weekday())
    days = [monday - timedelta(weeks=back) for back in range(_WEEKS_SHOWN - 1, -1, -1)]
    firsts = [_midnight(library, day) for day in days]
    by_event = [found.by_week(event, firsts) for event in EVENTS]
    first = found.first_added()
    age = (library.now - time_from_text(first)).days // 7 + 1 if first else 1
    weeks = min(max(age, 1), _WEEKS_OF_PACE)
    return Summary(
        sum(count for _, count in counts["status"]),
        counts,
        [Week(day, *events) for day, *events in zip(days, *by_event, strict=True)],
        pace(found.left(), found.finished_since(library.now - timedelta(weeks=weeks)), weeks, minutes),
    )


def reading_minutes(library: Library) -> dict[str, int]:
    """How many minutes an item of each kind takes: as the configuration says, else as most readers need.

    Raises WrongUsage for what is no number of minutes.
    """
    minutes = dict(MINUTES)
    for kind in Kind:
        value = library.settings.values.get(f"minutes.{kind}")
        if value is not None:
            minutes[kind] = _minutes(kind, value)
    return minutes


def _minutes(kind: str, value: object) -> int:
    text = str(value)
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 100_000):
        raise WrongUsage(f"minutes.{kind} is a number of minutes, not {text!r}", f"`rlist config minutes.{kind} 30`")
    return int(text)


def _midnight(library: Library, day: date) -> datetime:
    """The first moment of `day` where the reader is."""
    zone = library.clock().tzinfo
    return datetime.combine(day, time(), zone)

"""How long reading takes, and how long what is left will take at the reader's pace: estimates, from what is counted."""

from collections.abc import Mapping
from typing import NamedTuple

from rlist.model.item import Kind

# What one thing of a kind takes, in minutes, where the reader has set nothing else. Nothing knows the length of an
# item: a paper is read closely once (ten pages at six minutes), a book is ten hours of it, a course is its videos.
MINUTES: Mapping[str, int] = {
    Kind.PAPER: 60,
    Kind.ARTICLE: 15,
    Kind.VIDEO: 40,
    Kind.CODE: 30,
    Kind.THREAD: 5,
    Kind.COURSE: 900,
    Kind.DOCS: 30,
    Kind.BOOK: 600,
    Kind.OTHER: 20,
}


class Pace(NamedTuple):
    """What is left to read, and the pace: both in items and in minutes.

    The pace is that of the last `weeks`, a week of it; `weeks_left` is None where nothing was finished in them.
    """

    left: int
    minutes_left: int
    weeks: int
    finished_a_week: float
    minutes_a_week: float

    @property
    def weeks_left(self) -> float | None:
        """How many weeks the rest takes at this pace."""
        return self.minutes_left / self.minutes_a_week if self.minutes_a_week else None


def pace(left: Mapping[str, int], finished: Mapping[str, int], weeks: int, minutes: Mapping[str, int]) -> Pace:
    """The pace of a reader who has so many items of each kind left and finished so many of each in `weeks` weeks.

    `minutes` says how long one of a kind takes.
    """
    return Pace(
        sum(left.values()),
        _minutes(left, minutes),
        weeks,
        sum(finished.values()) / weeks,
        _minutes(finished, minutes) / weeks,
    )


def _minutes(counts: Mapping[str, int], minutes: Mapping[str, int]) -> int:
    return sum(count * minutes[kind] for kind, count in counts.items())

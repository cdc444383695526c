"""What to read next: TERMS, each 0..1 with a weight; a score that can say why."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from rlist.model.item import Kind, Priority


class Situation(NamedTuple):
    """What is known of an item when the next one is chosen.

    `days_waiting` may be a fraction. `place` counts the unread items before it in `list`, from 0, `section_place` those
    in `section`: one that the reader is reading in or, unless `section_is_open`, has lately finished something in. None
    is a place that is too far down, or none at all. `skips` counts the days on which the item was put off.
    """

    priority: str | None
    kind: str
    days_waiting: float
    place: int | None = None
    list: str = ""
    section_place: int | None = None
    section: str = ""
    section_is_open: bool = False
    skips: int = 0


class Term(NamedTuple):
    """A reason for or against an item: `value` is 0..1, `contribution` what it adds to the score; `words` may be ""."""

    name: str
    value: float
    weight: float
    contribution: float
    words: str


T = TypeVar("T")


class Row(NamedTuple, Generic[T]):
    """A row of TERMS: what is known is of type T; `value` is 0..1, `words` may be ""."""

    name: str
    weight: float
    value: Callable[[T], float]
    words: Callable[[T], str]


def weighed(rows: Iterable[Row[T]], known: T) -> tuple[Term, ...]:
    """The terms of what is known, one for each row."""
    return tuple(
        Term(row.name, value, row.weight, row.weight * value, row.words(known))
        for row in rows
        for value in (row.value(known),)
    )


def telling(terms: Iterable[Term]) -> Sequence[str]:
    """The words of the terms that speak for an item, those that count most first."""
    speaking = [term for term in terms if term.words and term.weight > 0]
    return [term.words for term in sorted(speaking, key=lambda term: -term.contribution)]


class Scored(NamedTuple):
    """An item with its score, 0..1, the terms that make it up, and the reason in a line."""

    id: int
    score: float
    terms: tuple[Term, ...]
    reason: str


# How many of the unread items at the head of a list, and of a section that is being read, are nearer than the rest.
PLACES = 50
SECTION_PLACES = 10

_PRIORITIES: dict[str | None, float] = {Priority.HIGH: 1.0, Priority.MEDIUM: 0.6, None: 0.3, Priority.LOW: 0.0}
# An item that has waited so long has half of what waiting can give: two months, after which a list tends to be stale.
_HALF_WAITED_DAYS = 60
# What was finished lately says a bit less of where the reader is than what is open.
_FINISHED_SECTION = 0.6
# How short things of a kind tend to be.
_SHORTNESS: dict[str, float] = {
    Kind.THREAD: 1.0,
    Kind.ARTICLE: 0.8,
    Kind.VIDEO: 0.7,
    Kind.PAPER: 0.5,
    Kind.CODE: 0.5,
    Kind.OTHER: 0.5,
    Kind.DOCS: 0.4,
    Kind.COURSE: 0.1,
    Kind.BOOK: 0.0,
}
_SHORT = 0.7
_DAYS_IN_A_YEAR = 365


def _priority(situation: Situation) -> float:
    return _PRIORITIES[situation.priority]


def _priority_words(situation: Situation) -> str:
    return f"{situation.priority} priority" if situation.priority else ""


def _waiting(situation: Situation) -> float:
    days = max(situation.days_waiting, 0.0)
    return days / (days + _HALF_WAITED_DAYS)


def _waiting_words(situation: Situation) -> str:
    days = math.floor(max(situation.days_waiting, 0.0))
    if days >= 2 * _DAYS_IN_A_YEAR:
        return f"waiting {days // _DAYS_IN_A_YEAR} years"
    return f"waiting {days} days" if days > 1 else "waiting since yesterday" if days else ""


def section_value(place: int, is_open: bool) -> float:
    """What the place in a section is worth, 0..1."""
    nearness = (SECTION_PLACES - place) / SECTION_PLACES
    return nearness if is_open else nearness * _FINISHED_SECTION


def _section(situation: Situation) -> float:
    place = situation.section_place
    return 0.0 if place is None else section_value(place, situation.section_is_open)


def _section_words(situation: Situation) -> str:
    if situation.section_place is None:
        return ""
    where = "next" if situation.section_place == 0 else "soon"
    reading = "which you are reading" if situation.section_is_open else "where you finished something lately"
    return f"{where} in {situation.section}, {reading}"


def _place(situation: Situation) -> float:
    return 0.0 if situation.place is None else (PLACES - situation.place) / PLACES


def _place_words(situation: Situation) -> str:
    if situation.place is None:
        return ""
    return f"next in {situation.list}" if situation.place == 0 else f"near the top of {situation.list}"


def _effort(situation: Situation) -> float:
    return _SHORTNESS[situation.kind]


def _effort_words(situation: Situation) -> str:
    return f"a short read ({situation.kind})" if _effort(situation) >= _SHORT else ""


def _skipped(situation: Situation) -> float:
    return situation.skips / (situation.skips + 1)


def _skipped_words(situation: Situation) -> str:
    if not situation.skips:
        return ""
    return "put off once" if situation.skips == 1 else f"put off {situation.skips} times"


# The weights of what speaks for an item add up to 1. High priority outweighs all waiting: 0.7 of 0.35 is more than 0.2.
TERMS: Sequence[Row[Situation]] = (
    Row("priority", 0.35, _priority, _priority_words),
    Row("section", 0.20, _section, _section_words),
    Row("waiting", 0.20, _waiting, _waiting_words),
    Row("place", 0.15, _place, _place_words),
    Row("effort", 0.10, _effort, _effort_words),
    Row("skipped", -0.25, _skipped, _skipped_words),
)
_MOST_WORDS = 3


def score(situation: Situation) -> float:
    """How much there is to say for reading the item now, 0..1."""
    total = 0.0
    for term in TERMS:
        total += term.weight * term.value(situation)
    return min(max(total, 0.0), 1.0)


def explain(item_id: int, situation: Situation, *, is_being_read: bool = False) -> Scored:
    """The score of the item with the terms behind it; `is_being_read` goes before all of them in the reason."""
    terms = weighed(TERMS, situation)
    words = [*telling(terms)[:_MOST_WORDS]]
    if is_being_read:
        words.insert(0, "you are reading it")
    words += [term.words for term in terms if term.words and term.weight < 0]
    return Scored(item_id, score(situation), terms, ", ".join(words) or "nothing else is more urgent")


def draw(scores: Iterable[tuple[int, float]], count: int, seed: int | None) -> list[int]:
    """`count` of the ids in `scores` at random, the likelier the higher the score; the same `seed` draws the same.

    Drawn without putting back after Efraimidis and Spirakis, https://doi.org/10.1016/j.ipl.2005.11.003: the largest of
    random ** (1 / weight), here by their logarithms.
    """
    # Few leave it to chance.
    import random

    chance = random.Random(seed)
    keys = [
        (math.log(1.0 - chance.random()) / max(weight, _LEAST_WEIGHT), -item_id) for item_id, weight in sorted(scores)
    ]
    return [-negative for _, negative in sorted(keys, reverse=True)[:count]]


# So that what was put off again and again may still come up.
_LEAST_WEIGHT = 0.01

"""Numbers and times in a query: one, a range, a comparison."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, TypeVar

from rlist.store.conditions import BadValue, Condition, Value, parts

if TYPE_CHECKING:
    from collections.abc import Callable

Bound = TypeVar("Bound", int, datetime)

# "added:<1m" is thirty days, whatever the month.
_UNIT_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
_MOST_DIGITS = 18  # of a number that SQLite can hold


def number(column: str, lowest: int, highest: int, form: str) -> Callable[[Value], Condition]:
    """A reader of whole numbers, ranges and comparisons of them, one or several, and of `none`; `form` shows them."""

    def read_one(text: str) -> tuple[int, int]:
        if not _is_number(text, len(str(highest))) or not lowest <= int(text) <= highest:
            raise BadValue(f"“{text}” is no {column}", f"{column}: takes {form}")
        return int(text), int(text) + 1

    def read(value: Value) -> Condition:
        tests: list[str] = []
        parameters: list[int] = []
        for part, at in parts(value):
            if part.lower() == "none":
                tests.append(f"item.{column} IS NULL")
                continue
            first, end = _interval(part, at, read_one)
            tests.append(_between(column, first, end))
            parameters += [bound for bound in (first, end) if bound is not None]
        return Condition(column, " OR ".join(tests), tuple(parameters), f"{column} {value.text}")

    return read


def moment(column: str, name: str, form: str) -> Callable[[Value], Condition]:
    """A reader of days, months, years and ages, ranges and comparisons of them, and of `none`; `form` shows them."""

    def read(value: Value) -> Condition:
        text = value.text.strip()
        if text.lower() == "none":
            return Condition(name, f"item.{column} IS NULL", (), f"not {name}")

        def read_one(part: str) -> tuple[datetime, datetime]:
            span = _ago(part, value) or _days(part, value)
            if span is None:
                raise BadValue(f"“{part}” is no time", f"{name}: takes {form}")
            return span

        first, end = _interval(_turned(text, value), 0, read_one)
        bounds = tuple(_utc(bound) for bound in (first, end) if bound is not None)
        return Condition(name, _between(column, first, end), bounds, f"{name} {text}")

    return read


def named(value: Value) -> Condition:
    """The items with these numbers (12, 3..8) or identifiers (`arxiv:2404.05405`, with or without the scheme)."""
    tests: list[str] = []
    parameters: list[str | int] = []
    for part, at in parts(value):
        if part[0] in "<>=" or ".." in part or _is_number(part, _MOST_DIGITS):
            first, end = _interval(part, at, _read_id)
            tests.append(_between("id", first, end))
            parameters += [bound for bound in (first, end) if bound is not None]
            continue
        # A number names an item, and few queries have any other name.
        from rlist.model.identity import read_reference

        reference = read_reference(part)
        scheme, colon, rest = part.partition(":")
        pairs = reference.identifiers.items() if reference else [(scheme.lower(), rest)] if colon else []
        any_scheme = "SELECT item_id FROM identifier WHERE value = ? COLLATE NOCASE"
        ways = [f"item.id IN ({any_scheme} AND scheme = ?)"] * len(pairs) or [f"item.id IN ({any_scheme})"]
        tests.append(" OR ".join(ways))
        parameters += [text for scheme, name in pairs for text in (name, scheme)] or [part]
    return Condition("id", " OR ".join(tests), tuple(parameters), f"id {value.text}")


def _interval(text: str, at: int, read_one: Callable[[str], tuple[Bound, Bound]]) -> tuple[Bound | None, Bound | None]:
    """The first one that counts and the first one after those; None where it is open. `text` stands at `at`."""

    def read_part(part: str, offset: int) -> tuple[Bound, Bound]:
        try:
            return read_one(part)
        except BadValue as bad:
            raise BadValue(bad.message, bad.hint, at + offset) from None

    left, dots, right = text.partition("..")
    if dots:
        if not left and not right:
            raise BadValue("a range needs at least one end", "write 2022.., ..2024 or 2022..2024", at)
        lower = read_part(left, 0) if left else None
        upper = read_part(right, len(left) + 2) if right else None
        if lower and upper:
            lower, upper = min(lower, upper), max(lower, upper)
        return (lower[0] if lower else None), (upper[1] if upper else None)
    sign = text[: len(text) - len(text.lstrip("<>="))]
    first, end = read_part(text[len(sign) :], len(sign))
    match sign:
        case "" | "=":
            return first, end
        case ">=":
            return first, None
        case ">":
            return end, None
        case "<":
            return None, first
        case "<=":
            return None, end
    raise BadValue(f"“{sign}” is no comparison", "write >=, >, <= or <", at)


def _between(column: str, first: object, end: object) -> str:
    tests = [f"item.{column} >= ?"] * (first is not None) + [f"item.{column} < ?"] * (end is not None)
    return "(" + " AND ".join(tests) + ")"


def _is_number(text: str, most_digits: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= most_digits


def _read_id(text: str) -> tuple[int, int]:
    if not _is_number(text, _MOST_DIGITS):
        raise BadValue(f"“{text}” is no number of an item", "write id:12, id:3..8 or id:arxiv:2404.05405")
    return int(text), int(text) + 1


def _turned(text: str, value: Value) -> str:
    """`text` with its comparison turned round if it is of an age: younger than seven days is after that day."""
    bare = text.lstrip("<>=")
    if _ago(bare, value) is None:
        return text
    sign = text[: len(text) - len(bare)]
    return (sign.translate({ord("<"): ">", ord(">"): "<"}) if sign.strip("=") else ">=") + bare


def _ago(text: str, value: Value) -> tuple[datetime, datetime] | None:
    """The moment that lies an age such as "7d" before now, or None for what is no age."""
    if not text or text[-1].lower() not in _UNIT_DAYS or not _is_number(text[:-1], 6):
        return None
    try:
        moment = value.now - timedelta(days=int(text[:-1]) * _UNIT_DAYS[text[-1].lower()])
    except OverflowError:
        moment = datetime(1, 1, 2, tzinfo=UTC)
    return moment, moment


def _days(text: str, value: Value) -> tuple[datetime, datetime] | None:
    """The beginning and the end of a day, a month or a year, or None for what is none."""
    named_days = {"today": value.today, "yesterday": value.today - timedelta(days=1)}
    if day := named_days.get(text.lower()):
        first, end = day, day + timedelta(days=1)
    else:
        numbers = text.split("-")
        if not all(_is_number(part, 4) for part in numbers) or len(numbers[0]) != 4 or len(numbers) > 3:
            return None
        try:
            year, month, day_of_month = (*map(int, numbers), 1, 1)[:3]
            first = date(year, month, day_of_month)
            match len(numbers):
                case 1:
                    end = date(year + 1, 1, 1)
                case 2:
                    end = date(year + month // 12, month % 12 + 1, 1)
                case _:
                    end = first + timedelta(days=1)
        except (ValueError, OverflowError):
            return None
    zone = value.now.tzinfo
    return datetime.combine(first, time(), zone), datetime.combine(end, time(), zone)


def _utc(moment: datetime) -> str:
    """`moment` to be compared with the times in the library, which end in "Z" where this ends."""
    with suppress(OverflowError):  # in the first and the last day of the calendar
        moment = moment.astimezone(UTC)
    return moment.replace(tzinfo=None).isoformat(timespec="seconds")

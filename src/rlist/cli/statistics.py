"""What the library adds up to, as `stats` shows it: JSON, lines for a pipe, or bars on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rlist.cli.render import json_text
from rlist.cli.terminal import clean

if TYPE_CHECKING:
    from rlist.cli.terminal import Look
    from rlist.library.counting import Summary
    from rlist.model.pace import Pace


def statistics(summary: Summary, how: Look) -> str:
    """Counts by status, kind, year, tag and list, the last weeks, and what is left at the reader's pace."""
    if how.as_json:
        return json_text(_plain(summary), how)
    if how.width is not None:
        from rlist.cli import charts

        return charts.statistics(summary, how)
    rows: list[tuple[object, ...]] = [("items", summary.items)]
    rows += [(what, name, count) for what, named in summary.counts.items() for name, count in named]
    rows += [("week", *week) for week in summary.weeks]
    rows += _plain_pace(summary.pace).items()
    return "".join("\t".join("" if value is None else clean(str(value)) for value in row) + "\n" for row in rows)


def _plain(summary: Summary) -> dict[str, object]:
    return {
        "items": summary.items,
        **{what: dict(named) for what, named in summary.counts.items()},
        "weeks": [{**week._asdict(), "week": week.week.isoformat()} for week in summary.weeks],
        "pace": _plain_pace(summary.pace),
    }


def _plain_pace(pace: Pace) -> dict[str, int | float | None]:
    weeks_left = pace.weeks_left
    return {
        "left": pace.left,
        "minutes_left": pace.minutes_left,
        "weeks": pace.weeks,
        "finished_a_week": round(pace.finished_a_week, 2),
        "minutes_a_week": round(pace.minutes_a_week, 1),
        "weeks_left": None if weeks_left is None else round(weeks_left, 1),
    }


def pace_words(pace: Pace) -> list[str]:
    """What is left and how long it takes, in sentences; reading times are estimates, and said to be."""
    if not pace.left:
        return ["Nothing is left to read."]
    lines = [f"{_number(pace.left, 'item')} left, about {_hours(pace.minutes_left)} of reading."]
    span = "this week" if pace.weeks == 1 else f"in the last {pace.weeks} weeks"
    if pace.weeks_left is None:
        return [*lines, f"Nothing was finished {span}, so there is no pace to go by."]
    lines.append(
        f"Finished {span}: {pace.finished_a_week:.1f} a week, about {_hours(pace.minutes_a_week)} of reading a week."
    )
    return [*lines, f"At this pace the rest takes {_span(pace.weeks_left)}."]


def _hours(minutes: float) -> str:
    return f"{round(minutes / 60):,} hours" if minutes >= 90 else f"{round(minutes)} minutes"


def _span(weeks: float) -> str:
    for size, name in ((52.18, "year"), (4.35, "month")):
        if weeks >= 2 * size:
            return _number(round(weeks / size), name)
    return _number(max(round(weeks), 1), "week")


def _number(count: int, name: str) -> str:
    return f"{count:,} {name}{'' if count == 1 else 's'}"

"""What the library adds up to, from end to end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from rich.cells import cell_len

from rlist.cli.charts import bar

if TYPE_CHECKING:
    from conftest import Clock, Rlist


@pytest.fixture
def stocked(rlist: Rlist, clock: Clock) -> Rlist:
    """Six items over four weeks; it is Friday, 30 January 2026."""
    rlist("add", "A paper", "Another paper", "--list", "Later", "--no-lookup")
    rlist("edit", "1", "--kind", "paper", "--year", "2023")
    rlist("edit", "2", "--kind", "paper")
    clock.move_on(days=14)
    rlist("add", "A thread", "A book", "--tag", "short", "--tag", "ml", "--no-lookup")
    rlist("edit", "3", "--kind", "thread")
    rlist("edit", "4", "--kind", "book")
    rlist("start", "1")
    clock.move_on(days=14)
    rlist("done", "1", "3")
    rlist("drop", "2")
    return rlist


def counted(rlist: Rlist, *query: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(rlist("stats", *query, "--json").out)
    return document


def test_everything_is_counted(stocked: Rlist) -> None:
    found = counted(stocked)
    assert found["items"] == 4
    assert found["status"] == {"done": 2, "dropped": 1, "unread": 1}
    assert found["kind"] == {"paper": 2, "book": 1, "thread": 1}
    assert found["year"] == {"2023": 1}
    assert found["tag"] == {"ml": 2, "short": 2}
    assert found["list"] == {"Later": 2}


def test_weeks_begin_on_monday_and_end_now(stocked: Rlist) -> None:
    weeks = counted(stocked)["weeks"]
    assert len(weeks) == 12
    happened = {week.pop("week"): list(week.values()) for week in weeks}
    assert {week: events for week, events in happened.items() if any(events)} == {
        "2025-12-29": [2, 0, 0],
        "2026-01-12": [2, 1, 0],
        "2026-01-26": [0, 0, 2],
    }


def test_the_pace_is_in_minutes_by_kind(stocked: Rlist) -> None:
    # A paper and a thread in the five weeks since the first item came; a book is left.
    assert counted(stocked)["pace"] == {
        "left": 1,
        "minutes_left": 600,
        "weeks": 5,
        "finished_a_week": 0.4,
        "minutes_a_week": 13.0,
        "weeks_left": 46.2,
    }
    assert stocked("config", "minutes.book", "120").status == 0
    assert counted(stocked)["pace"]["minutes_left"] == 120


def test_without_anything_finished_there_is_no_pace(rlist: Rlist) -> None:
    rlist("add", "A title", "--no-lookup")
    assert counted(rlist)["pace"]["weeks_left"] is None
    assert "no pace to go by" in rlist("stats", terminal=True).out


def test_a_query_narrows_all_of_it(stocked: Rlist) -> None:
    assert counted(stocked, "tag:ml")["kind"] == {"book": 1, "thread": 1}
    assert counted(stocked, "paper")["status"] == {"done": 1, "dropped": 1}
    assert counted(stocked, "paper", "-another")["items"] == 1
    assert counted(stocked, "zebra")["items"] == 0
    assert stocked("stats", "year:soon").status == 2


@pytest.mark.parametrize("columns", ["20", "40", "80", "200"])
@pytest.mark.parametrize("color", ["always", "never"])
def test_bars_keep_to_the_width(stocked: Rlist, columns: str, color: str) -> None:
    stocked("tag", "4", "+" + "a very long tag 線形 " * 5)
    ran = stocked("stats", "--color", color, terminal=True, environment={"COLUMNS": columns})
    assert ran.status == 0
    assert ("\x1b" in ran.out) == (color == "always")
    if color == "never":
        assert max(map(cell_len, ran.out.splitlines())) <= int(columns)


def test_a_pipe_gets_fields(stocked: Rlist) -> None:
    lines = stocked("stats").out.splitlines()
    assert lines[:2] == ["items\t4", "status\tdone\t2"]
    assert "week\t2026-01-12\t2\t1\t0" in lines
    assert lines[-1] == "weeks_left\t46.2"


def test_an_empty_library_adds_up_to_nothing(rlist: Rlist) -> None:
    assert counted(rlist)["items"] == 0
    assert "Nothing is left to read." in rlist("stats", terminal=True).out


@pytest.mark.parametrize(
    ("count", "most", "drawn"),
    [
        pytest.param(0, 5, "", id="nothing"),
        pytest.param(5, 5, "████", id="all"),
        pytest.param(1, 1000, "▏", id="a little is never nothing"),
        pytest.param(3, 8, "█▌", id="a half"),
    ],
)
def test_a_bar_is_as_long_as_its_count(count: int, most: int, drawn: str) -> None:
    assert bar(count, most, 4) == drawn

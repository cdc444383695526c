from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.formats.field_values import parse_status, parse_tags, parse_time, parse_year
from rlist.model.item import Status


@pytest.mark.parametrize(
    ("text", "time"),
    [
        pytest.param("1700000000", datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC), id="seconds"),
        pytest.param("1400000000.0", datetime(2014, 5, 13, 16, 53, 20, tzinfo=UTC), id="seconds with a fraction"),
        pytest.param("1700000000000", datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC), id="milliseconds"),
        pytest.param("1700000000000000", datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC), id="microseconds"),
        pytest.param("13344473600000000", datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC), id="since 1601"),
        pytest.param("2023-05-01 10:11:12+02:00", datetime(2023, 5, 1, 8, 11, 12, tzinfo=UTC), id="zone"),
        pytest.param("2024-01-02T03:04:05.678Z", datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC), id="fraction"),
        pytest.param("2024/01/02", datetime(2024, 1, 2, tzinfo=UTC), id="day"),
        pytest.param("Tue, 02 Jan 2024 03:04:05 GMT", datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC), id="e-mail"),
        pytest.param("Jan 2, 2024", datetime(2024, 1, 2, tzinfo=UTC), id="day in words"),
        pytest.param("01/02/2024 03:04:05", datetime(2024, 2, 1, 3, 4, 5, tzinfo=UTC), id="day first"),
        pytest.param("3/22/2024", datetime(2024, 3, 22, tzinfo=UTC), id="month first"),
        pytest.param("2024-13-40", None, id="no such day"),
        pytest.param("soon", None, id="no time"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_a_time_in_any_form(text: str, time: datetime | None) -> None:
    assert parse_time(text) == time


@given(st.text(max_size=30) | st.text(st.sampled_from("0123456789-:/. TZ+JanMy,"), max_size=24))
def test_any_text_is_a_time_or_none(text: str) -> None:
    time = parse_time(text)
    assert time is None or time.tzinfo is UTC
    parse_year(text)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("Archive", Status.DONE),
        ("READ", Status.DONE),
        ("to-read", Status.UNREAD),
        ("Currently_reading", Status.READING),
        ("abandoned", Status.DROPPED),
        ("Papers", None),
        ("", None),
    ],
)
def test_words_that_are_a_status(words: str, status: Status | None) -> None:
    assert parse_status(words) == status


@pytest.mark.parametrize(
    ("cell", "tags"),
    [
        pytest.param("go|with Äumlaut|two words", ["go", "with Äumlaut", "two words"], id="Pocket"),
        pytest.param('["a","b c"]', ["a", "b c"], id="JSON"),
        pytest.param("['x', \"y's\"]", ["x", "y's"], id="Python"),
        pytest.param("a, b", ["a", " b"], id="commas"),
        pytest.param("[not a list]", ["[not a list]"], id="brackets"),
    ],
)
def test_a_list_of_tags_in_one_cell(cell: str, tags: list[str]) -> None:
    assert parse_tags(cell, "|;,") == tags

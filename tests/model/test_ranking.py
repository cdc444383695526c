from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.model.item import Kind, Priority
from rlist.model.ranking import PLACES, SECTION_PLACES, TERMS, Situation, draw, explain, score

BASE = Situation(None, Kind.PAPER, 10.0)

situations = st.builds(
    Situation,
    priority=st.none() | st.sampled_from(Priority),
    kind=st.sampled_from(Kind),
    days_waiting=st.floats(-10, 1e6),
    place=st.none() | st.integers(0, PLACES - 1),
    list=st.just("Reading List"),
    section_place=st.none() | st.integers(0, SECTION_PLACES - 1),
    section=st.just("SSMs / Intro"),
    section_is_open=st.booleans(),
    skips=st.integers(0, 1000),
)


@given(situations)
def test_every_value_and_the_score_lie_between_0_and_1(situation: Situation) -> None:
    scored = explain(1, situation)
    assert 0 <= scored.score <= 1
    assert scored.score == score(situation)
    for term in scored.terms:
        assert 0 <= term.value <= 1
        assert term.contribution == term.weight * term.value
    assert scored.score == pytest.approx(max(sum(term.contribution for term in scored.terms), 0))
    assert scored.reason


def test_the_weights_of_what_speaks_for_an_item_add_up_to_1() -> None:
    assert sum(term.weight for term in TERMS if term.weight > 0) == pytest.approx(1)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param({"priority": "high"}, {"priority": "medium"}, id="high before medium"),
        pytest.param({"priority": "medium"}, {}, id="medium before none"),
        pytest.param({}, {"priority": "low"}, id="none before low"),
        pytest.param({"days_waiting": 11}, {}, id="waiting longer"),
        pytest.param({"days_waiting": 10_000}, {"days_waiting": 9_000}, id="waiting very long"),
        pytest.param({"place": 0}, {"place": 1}, id="first in the list"),
        pytest.param({"place": PLACES - 1}, {}, id="near the top of the list"),
        pytest.param({"section_place": 0, "section_is_open": True}, {"section_place": 0}, id="section being read"),
        pytest.param({"section_place": 1}, {"section_place": 2}, id="earlier in the section"),
        pytest.param({"section_place": SECTION_PLACES - 1}, {}, id="section of what was finished"),
        pytest.param({"kind": "thread"}, {"kind": "article"}, id="thread before article"),
        pytest.param({"kind": "article"}, {"kind": "paper"}, id="article before paper"),
        pytest.param({"kind": "paper"}, {"kind": "course"}, id="paper before course"),
        pytest.param({"kind": "course"}, {"kind": "book"}, id="course before book"),
        pytest.param({}, {"skips": 1}, id="put off"),
        pytest.param({"skips": 1}, {"skips": 2}, id="put off again"),
        pytest.param({"priority": "high", "days_waiting": 0}, {"days_waiting": 10_000}, id="high before all waiting"),
    ],
)
def test_one_item_comes_before_another(better: dict[str, object], worse: dict[str, object]) -> None:
    base = BASE._replace(priority=Priority.HIGH) if "skips" in worse else BASE
    assert score(base._replace(**better)) > score(base._replace(**worse))  # type: ignore[arg-type]


@given(situations, st.floats(0, 1e5))
def test_waiting_longer_never_lowers_the_score(situation: Situation, days: float) -> None:
    assert score(situation._replace(days_waiting=situation.days_waiting + days)) >= score(situation)


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        pytest.param({"days_waiting": 0}, "nothing else is more urgent", id="nothing"),
        pytest.param({"days_waiting": 1.9}, "waiting since yesterday", id="a day"),
        pytest.param({"days_waiting": 94}, "waiting 94 days", id="days"),
        pytest.param({"days_waiting": 800}, "waiting 2 years", id="years"),
        pytest.param({"kind": "thread", "days_waiting": 0}, "a short read (thread)", id="short"),
        pytest.param({"place": 3, "list": "L", "days_waiting": 0}, "near the top of L", id="place"),
        pytest.param(
            {"priority": "high", "days_waiting": 94, "section_place": 0, "section": "SSMs / Intro",
             "section_is_open": True, "place": 0, "list": "L", "kind": "thread"},
            "high priority, next in SSMs / Intro, which you are reading, next in L",
            id="the weightiest three",
        ),
        pytest.param(
            {"section_place": 1, "section": "SSMs", "days_waiting": 0, "skips": 2},
            "soon in SSMs, where you finished something lately, put off 2 times",
            id="put off",
        ),
        pytest.param({"skips": 1}, "waiting 10 days, put off once", id="put off once"),
    ],
)  # fmt: skip
def test_the_reason_is_a_line(facts: dict[str, object], reason: str) -> None:
    assert explain(1, BASE._replace(**facts)).reason == reason  # type: ignore[arg-type]


def test_the_reason_for_what_is_being_read() -> None:
    assert explain(1, BASE, is_being_read=True).reason == "you are reading it, waiting 10 days"


SCORES = [(number, number / 100) for number in range(101)]


def test_the_same_seed_draws_the_same() -> None:
    assert draw(SCORES, 5, 7) == draw(SCORES, 5, 7)
    assert len({tuple(draw(SCORES, 5, seed)) for seed in range(10)}) == 10


def test_fewer_are_drawn_where_there_are_no_more() -> None:
    assert sorted(draw(SCORES, 1000, 7)) == list(range(101))
    assert draw([], 3, None) == []


def test_a_higher_score_is_drawn_the_more_often() -> None:
    counts = [0, 0]
    for seed in range(2000):
        counts[draw([(0, 0.1), (1, 0.3)], 1, seed)[0]] += 1
    assert 2.5 < counts[1] / counts[0] < 3.5

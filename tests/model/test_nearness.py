from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.model.nearness import TERMS, Shared, Trait, explain, rarity, score

traits = st.lists(st.builds(Trait, st.text(min_size=1), st.floats(0, 1)), max_size=30)
shared = st.builds(Shared, traits, traits, traits, traits, traits, st.booleans())


@given(shared)
def test_a_score_is_between_0_and_1_and_the_sum_of_its_terms(given: Shared) -> None:
    scored = explain(1, given)
    assert 0 <= scored.score <= 1
    assert scored.score == pytest.approx(sum(term.contribution for term in scored.terms))
    assert all(0 <= term.value <= 1 for term in scored.terms)


def test_the_weights_add_up_to_1() -> None:
    assert sum(term.weight for term in TERMS) == pytest.approx(1)


@given(shared, traits)
def test_sharing_more_is_never_less_near(given: Shared, more: list[Trait]) -> None:
    for richer in (
        given._replace(words=[*given.words, *more]),
        given._replace(authors=[*given.authors, *more]),
        given._replace(tags=[*given.tags, *more]),
    ):
        assert score(richer) >= score(given) - 1e-9


@pytest.mark.parametrize(
    ("count", "total", "expected"),
    [
        pytest.param(1, 1000, 1.0, id="nobody else has it"),
        pytest.param(1000, 1000, 0.0, id="all have it"),
        pytest.param(10, 100, 0.5, id="the square root of all"),
        pytest.param(0, 0, 0.0, id="nothing at all"),
    ],
)
def test_what_fewer_have_is_rarer(count: int, total: int, expected: float) -> None:
    assert rarity(count, total) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        pytest.param(
            Shared(words=[Trait("scan", 0.2), Trait("mamba", 0.9)], tags=[Trait("ssm", 0.1)]),
            "shares mamba, scan, tagged ssm",
            id="the rarest word first",
        ),
        pytest.param(Shared(authors=[Trait("Albert Gu", 0.9), Trait("Tri Dao", 0.8)]), "also by Albert Gu and Tri Dao"),
        pytest.param(Shared(sections=[Trait("SSMs", 0.4)]), "also in SSMs", id="section"),
        pytest.param(Shared(sections=[Trait("SSMs", 0.4)], bullet=True), "under the same bullet", id="bullet"),
        pytest.param(Shared(venues=[Trait("OSDI", 1.0)]), "also at OSDI", id="venue"),
        pytest.param(Shared(), "", id="nothing"),
    ],
)
def test_the_reason_says_what_is_shared(given: Shared, reason: str) -> None:
    assert explain(1, given).reason == reason

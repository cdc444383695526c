"""Twins: which titles meet, and which of them are likely to be one work."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.model.metadata import Metadata
from rlist.model.twin_titles import are_likely, groups, pairs

REST = "a distributed serving system for generative models"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Attention Is All You Need", "Attention is all you need.", id="case and full stop"),
        pytest.param("State-Space Models in Practice", "State Space Models in practice", id="hyphen"),
        pytest.param("Light Weight Formal Methods", "Lightweight Formal Methods", id="blank"),
        pytest.param(f"Orca: {REST}", f"Orca: {REST.replace('serving', 'servign')}", id="slip in the middle"),
        pytest.param("Atention is all you really need", "Attention is all you really need", id="slip at the start"),
        pytest.param("Attention in sequence models", "Attention in sequence model", id="plural at the end"),
        pytest.param(f"Orca: {REST}", REST, id="name in front"),
        pytest.param(f"The Orca Engine: {REST}", REST, id="name of three words in front"),
        pytest.param(f"Orca: {REST}", f"Yu: {REST}", id="another name in front"),
        pytest.param(f"Orca: {REST} at scale", f"Orca: {REST}", id="cut short"),
        pytest.param("Learning in the brain of a fly", "Learning in a brain of a fly", id="small word"),
    ],
)
def test_titles_of_one_work_meet_and_are_likely_to_be_one(one: str, other: str) -> None:
    others = [(3, "Something else"), (4, "Orca"), (5, "A survey of attention")]
    assert pairs([(1, one), (2, other), *others]) >= {(1, 2)}
    assert are_likely(Metadata(one), Metadata(other))
    assert are_likely(Metadata(other), Metadata(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(Metadata("Deep Learning, Part I"), Metadata("Deep Learning, Part II"), id="parts"),
        pytest.param(Metadata("GPT-2 in the wild today"), Metadata("GPT-3 in the wild today"), id="numbers"),
        pytest.param(
            Metadata("Scaling laws of language models"), Metadata("Scaling laws of vision models"), id="another word"
        ),
        pytest.param(
            Metadata(f"Orca: {REST}", identifiers={"arxiv": "2301.00001"}),
            Metadata(REST, identifiers={"arxiv": "2301.00002"}),
            id="two preprints",
        ),
        pytest.param(
            Metadata(f"Orca: {REST}", ("Gyeong-In Yu",)), Metadata(REST, ("Jane Doe",)), id="other people's work"
        ),
        pytest.param(Metadata("Is attention all you need?"), Metadata("Attention is all you need"), id="a question"),
    ],
)
def test_titles_of_two_works_are_not_likely_to_be_one(one: Metadata, other: Metadata) -> None:
    assert not are_likely(one, other)


def test_a_preprint_and_the_published_version_are_likely_to_be_one() -> None:
    preprint = Metadata(f"Orca: {REST}", ("G. Yu",), year=2021, venue="arXiv", identifiers={"arxiv": "2101.00001"})
    published = Metadata(REST, ("Gyeong-In Yu",), year=2022, venue="OSDI", identifiers={"doi": "10.1/abc"})
    assert are_likely(preprint, published)


def test_what_many_titles_share_brings_none_of_them_together() -> None:
    titles = [(number, f"A survey of x{chr(97 + number % 26)}{chr(97 + number // 26)}y") for number in range(300)]
    assert pairs(titles) == set()


def test_many_equal_titles_make_no_square_of_pairs() -> None:
    found = pairs((number, "Overview of it") for number in range(1000))
    assert len(found) == 999
    assert groups(found) == [list(range(1000))]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)).filter(lambda pair: pair[0] != pair[1])))
def test_groups_hold_every_pair_and_share_nothing(likely: list[tuple[int, int]]) -> None:
    found = groups(likely)
    members = [item_id for group in found for item_id in group]
    assert len(members) == len(set(members))
    assert set(members) == {item_id for pair in likely for item_id in pair}
    assert all(any({*pair} <= {*group} for group in found) for pair in likely)
    assert found == sorted(map(sorted, found))

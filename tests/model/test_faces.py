"""What an item becomes by what is found for it, and which two items are faces of one work."""

from datetime import UTC, datetime

import pytest

from rlist.model.faces import filled, is_other_face
from rlist.model.item import Item, Kind, Lookup, LookupState
from rlist.model.metadata import Candidate, Metadata

NOW = datetime(2026, 1, 2, tzinfo=UTC)
PREPRINT = Metadata("A Long Title", ("Albert Gu",), year=2023, venue="arXiv", identifiers={"arxiv": "2312.00752"})
PUBLISHED = Metadata("A Long Title", ("Gu, Albert",), year=2024, venue="COLM", identifiers={"doi": "10.1/1"})


def item(metadata: Metadata, state: LookupState = LookupState.NONE) -> Item:
    return Item(1, "a", metadata, Kind.PAPER, NOW, NOW, lookup=Lookup(state))


def test_a_preprint_leaves_the_venue_that_the_item_tells_of() -> None:
    known = Metadata("A Long Title", year=2024, venue="COLM")
    found = filled(item(known), [Candidate(PREPRINT, "arxiv")])
    assert (found.item.metadata.venue, found.item.metadata.year) == ("COLM", 2024)
    assert found.item.metadata.authors == ("Albert Gu",)
    assert not {"venue", "year"} & set(found.sources)


@pytest.mark.parametrize(
    ("state", "listed"),
    [
        pytest.param(LookupState.NONE, "Listed as: “Mamba and more”", id="the words of a list are kept"),
        pytest.param(LookupState.FOUND, None, id="those of a service aren't"),
    ],
)
def test_only_words_of_the_list_are_noted(state: LookupState, listed: str | None) -> None:
    assert filled(item(Metadata("Mamba and more"), state), [Candidate(PREPRINT, "arxiv")]).listed == listed


@pytest.mark.parametrize(
    ("changes", "is_one"),
    [
        pytest.param({}, True, id="preprint and published"),
        pytest.param({"authors": ("Tri Dao",)}, False, id="other authors"),
        pytest.param({"year": 2027}, False, id="years apart"),
        pytest.param({"venue": "ICML"}, True, id="elsewhere"),
        pytest.param({"venue": "arXiv"}, False, id="two preprints"),
        pytest.param({"venue": None}, False, id="nowhere"),
        pytest.param({"identifiers": {"arxiv": "2405.00001"}}, False, id="another identifier of one kind"),
    ],
)
def test_two_items_are_faces_of_one_work(changes: dict[str, object], is_one: bool) -> None:
    other = PUBLISHED._replace(**changes)  # type: ignore[arg-type]
    assert is_other_face(item(PREPRINT), item(other)) is is_one
    assert is_other_face(item(other), item(PREPRINT)) is is_one

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings

from rlist.errors import UnreadableInput
from rlist.model.item import Entry, Item, Kind, Link, Lookup, LookupState, Note, Priority, Section, Status
from rlist.model.metadata import Metadata
from rlist.model.plain import item_from_plain, item_to_plain, section_from_plain, section_to_plain
from strategies import items, sections

MAMBA = Item(
    id=12,
    uid="a-uid",
    metadata=Metadata(
        title="Mamba",
        authors=("Albert Gu", "Tri Dao"),
        year=2023,
        venue="COLM",
        identifiers={"doi": "10.1/x", "arxiv": "2312.00752"},
    ),
    kind=Kind.PAPER,
    added_at=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
    updated_at=datetime(2026, 1, 3, tzinfo=UTC),
    status=Status.DONE,
    priority=Priority.HIGH,
    rating=5,
    citekey="gu2023mamba",
    links=(Link("https://arxiv.org/abs/2312.00752", "arXiv"),),
    tags=("ssm",),
    entries=(Entry("Reading List", ("SSMs", "Intro"), 3, "Mamba — Gu & Dao", parent=7, label="arXiv"),),
    notes=(Note("read section 3 again", datetime(2026, 1, 4, tzinfo=UTC)),),
    finished_at=datetime(2026, 1, 3, tzinfo=UTC),
    lookup=Lookup(LookupState.FOUND, "arxiv", 0.97),
)

# The shape that INTERFACE promises, in its order.
PLAIN = """{
 "id": 12, "uid": "a-uid", "title": "Mamba", "kind": "paper", "status": "done", "priority": "high", "rating": 5,
 "authors": ["Albert Gu", "Tri Dao"], "et_al": false, "year": 2023, "venue": "COLM", "abstract": null,
 "citekey": "gu2023mamba",
 "urls": [{"url": "https://arxiv.org/abs/2312.00752", "label": "arXiv"}],
 "identifiers": {"arxiv": "2312.00752", "doi": "10.1/x"}, "tags": ["ssm"],
 "entries": [{"list": "Reading List", "section": ["SSMs", "Intro"], "position": 3, "parent": 7, "label": "arXiv",
              "text": "Mamba — Gu & Dao"}],
 "notes": [{"body": "read section 3 again", "created_at": "2026-01-04T00:00:00Z"}],
 "added_at": "2026-01-02T03:04:05Z", "started_at": null, "finished_at": "2026-01-03T00:00:00Z",
 "updated_at": "2026-01-03T00:00:00Z",
 "lookup": {"state": "found", "provider": "arxiv", "score": 0.97, "error": null}}"""

LEAST = {"uid": "a-uid", "title": "Mamba", "added_at": "2026-01-02T03:04:05Z"}


def test_an_item_has_the_promised_shape() -> None:
    assert json.dumps(item_to_plain(MAMBA)) == json.dumps(json.loads(PLAIN))


def test_a_section_has_the_promised_shape() -> None:
    plain = {"list": "Reading List", "section": ["SSMs"], "text": "words"}
    assert section_to_plain(Section("Reading List", ("SSMs",), "words")) == plain


@settings(deadline=None)
@given(items())
def test_an_item_comes_back_from_json_as_it_was(item: Item) -> None:
    assert item_from_plain(json.loads(json.dumps(item_to_plain(item)))) == item


@settings(deadline=None)
@given(sections)
def test_a_section_comes_back_from_json_as_it_was(section: Section) -> None:
    assert section_from_plain(json.loads(json.dumps(section_to_plain(section)))) == section


def test_what_is_left_out_is_empty() -> None:
    added_at = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert item_from_plain(LEAST) == Item(0, "a-uid", Metadata("Mamba"), Kind.OTHER, added_at, added_at)
    assert item_from_plain({**item_to_plain(MAMBA), "tags": None, "lookup": None}) == MAMBA._replace(
        tags=(), lookup=Lookup()
    )


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        pytest.param("2026-01-02T05:04:05+02:00", "2026-01-02T03:04:05Z", id="of another zone"),
        pytest.param("2026-01-02T03:04:05", "2026-01-02T03:04:05Z", id="of no zone"),
        pytest.param("2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05Z", id="with milliseconds"),
        pytest.param("2026-01-02", "2026-01-02T00:00:00Z", id="a date"),
    ],
)
def test_a_time_comes_out_in_utc_to_the_second(time: str, expected: str) -> None:
    assert item_to_plain(item_from_plain({**LEAST, "added_at": time}))["added_at"] == expected


@pytest.mark.parametrize(
    ("plain", "field"),
    [
        pytest.param([], "an item", id="no object"),
        pytest.param({}, "added_at", id="nothing in it"),
        pytest.param({**LEAST, "title": None}, "title", id="no title"),
        pytest.param({**LEAST, "uid": 3}, "uid", id="number for text"),
        pytest.param({**LEAST, "year": "2023"}, "year", id="text for number"),
        pytest.param({**LEAST, "year": 10**30}, "year", id="number that nothing holds"),
        pytest.param({**LEAST, "rating": True}, "rating", id="truth for number"),
        pytest.param({**LEAST, "rating": 6}, "rating", id="rating above five"),
        pytest.param({**LEAST, "id": -1}, "id", id="id below nought"),
        pytest.param({**LEAST, "et_al": 1}, "et_al", id="number for truth"),
        pytest.param({**LEAST, "kind": "novel"}, "kind", id="unknown kind"),
        pytest.param({**LEAST, "status": ["done"]}, "status", id="list for word"),
        pytest.param({**LEAST, "authors": "Albert Gu"}, "authors", id="text for list"),
        pytest.param({**LEAST, "tags": ["a", 1]}, "tags", id="number among texts"),
        pytest.param({**LEAST, "identifiers": {"arxiv": 2312.00752}}, "identifiers", id="number for identifier"),
        pytest.param({**LEAST, "urls": ["https://x.org"]}, "a link", id="text for link"),
        pytest.param({**LEAST, "entries": [{"list": "L"}]}, "text", id="entry without text"),
        pytest.param({**LEAST, "notes": [{"body": "b", "created_at": "soon"}]}, "created_at", id="no time"),
        pytest.param({**LEAST, "added_at": "0001-01-01T00:00:00+23:00"}, "added_at", id="time before all time"),
        pytest.param({**LEAST, "lookup": {"score": 2}}, "score", id="score above one"),
        pytest.param({**LEAST, "lookup": {"score": float("nan")}}, "score", id="score that is no number"),
    ],
)
def test_what_is_of_another_sort_is_refused_by_name(plain: Any, field: str) -> None:
    with pytest.raises(UnreadableInput, match=field) as raised:
        item_from_plain(plain)
    assert len(raised.value.message) < 300
    assert "\n" not in raised.value.message

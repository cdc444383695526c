"""Near items from end to end, on a library whose nearnesses are plain to see."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Rlist

LIST = """# Reading

## State spaces

- Mamba selective scan https://example.org/1
  - A survey of selective methods for scanning https://example.org/2
- Transformers are everywhere https://example.org/3

## Systems

- Kernel bypass networking https://example.org/4
- Scans of databases https://example.org/5
"""


@pytest.fixture
def stocked(rlist: Rlist, tmp_path: Path) -> Rlist:
    source = tmp_path / "reading.md"
    source.write_text(LIST + "".join(f"- Filler {n} https://example.org/f{n}\n" for n in range(30)), encoding="utf-8")
    rlist("import", str(source))
    return rlist


def near(rlist: Rlist, *arguments: str) -> list[tuple[int, str]]:
    return [(item["id"], item["reason"]) for item in json.loads(rlist("related", *arguments, "--json").out)]


def test_the_nearest_comes_first_and_says_why(stocked: Rlist) -> None:
    found = near(stocked, "1")
    assert found[0] == (2, "shares selective, scan, under the same bullet")
    assert dict(found)[5] == "shares scan"
    assert dict(found)[3] == "also in State spaces"
    assert {4, 1}.isdisjoint(dict(found))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param(["tag", "1", "4", "+speed"], "tagged speed", id="tag"),
        pytest.param(
            ["edit", "4", "--abstract", "Unlike mamba, it waits."], "shares mamba", id="a word of an abstract"
        ),
    ],
)
def test_what_is_shared_makes_near(stocked: Rlist, change: list[str], reason: str) -> None:
    stocked(*change)
    assert dict(near(stocked, "1")).get(4, "") == reason


def test_authors_and_venue_count_and_a_venue_alone_does_not(stocked: Rlist) -> None:
    for number, venue in ((1, "OSDI"), (4, "osdi"), (6, "OSDI")):
        stocked("edit", str(number), "--venue", venue)
    assert 4 not in dict(near(stocked, "1"))
    for number in (1, 4):
        stocked("edit", str(number), "--authors", 'Albert "A" Gu; Dao')
    assert dict(near(stocked, "1"))[4] == 'also by Albert "A" Gu, also at OSDI'


def test_a_query_and_a_number_narrow(stocked: Rlist) -> None:
    stocked("done", "2")
    assert [number for number, _ in near(stocked, "1", "status:unread")][:2] == [5, 3]
    assert [number for number, _ in near(stocked, "1", "-n", "1")] == [2]
    assert [number for number, _ in near(stocked, "1", "data")] == [5]


def test_an_item_like_no_other_is_said_to_be(rlist: Rlist) -> None:
    rlist("add", "Alone", "Something else", "--no-lookup")
    assert rlist("related", "1", "--json")[:2] == (1, "[]\n")
    assert rlist("related", "1").err == "rlist: nothing is near 1  Alone\n"
    assert rlist("related", "99").status == 1

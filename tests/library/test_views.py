"""Saved queries from end to end: kept, found by, taken back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Rlist


@pytest.fixture
def stocked(rlist: Rlist) -> Rlist:
    rlist("add", "State spaces", "--tag", "ssm", "--no-lookup")
    rlist("add", "Attention", "--tag", "attention", "--no-lookup")
    rlist("view", "save", "spaces", "tag:ssm", "-title:graph")
    return rlist


def test_a_saved_query_stands_for_itself_in_every_command(stocked: Rlist) -> None:
    for command in (["list"], ["search"], ["next", "-n", "9"], ["export", "json"]):
        found = stocked(*command, "view:spaces", *([] if "export" in command else ["--json"]))
        assert "State spaces" in found.out
        assert "Attention" not in found.out
    assert stocked("list", "-view:spaces").out.startswith("2\t")


def test_saving_again_replaces_and_undo_brings_the_old_one_back(stocked: Rlist) -> None:
    assert stocked("view", "save", "SPACES", "section:GPU programming").out == (
        'saved spaces  section:"GPU programming"\n'
    )
    assert json.loads(stocked("view", "--json").out) == [{"name": "spaces", "query": 'section:"GPU programming"'}]
    assert stocked("undo").out.startswith("took back step")
    assert stocked("view").out == "spaces\ttag:ssm -title:graph\n"
    assert stocked("view", "rm", "Spaces").out == "removed spaces  tag:ssm -title:graph\n"
    assert stocked("view").out == ""
    stocked("undo")
    assert stocked("list", "view:spaces").out.startswith("1\t")


def test_a_query_that_another_is_made_of_stays(stocked: Rlist) -> None:
    stocked("view", "save", "both", "view:SPACES OR tag:attention")
    refused = stocked("view", "rm", "spaces")
    assert (refused.status, "`rlist view rm both` first" in refused.err) == (2, True)
    assert stocked("list", "view:both").out.count("\n") == 2


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        pytest.param(["save", "x", "year:soon"], 2, "year:⟦soon⟧", id="a query that can't be read"),
        pytest.param(["save", "spaces", "view:spaces"], 2, "leads back to itself", id="itself"),
        pytest.param(["save", "x", ""], 2, "needs a query", id="an empty query"),
        pytest.param(["save", "x"], 2, "it takes save NAME QUERY", id="no query"),
        pytest.param(["save", 'a"b', "tag:x"], 2, "no name for a view", id="a quote in the name"),
        pytest.param(["save", " ", "tag:x"], 2, "no name for a view", id="an empty name"),
        pytest.param(["rm", "zebra"], 1, "there is no view zebra", id="unknown"),
        pytest.param(["spaces"], 2, "`rlist list view:spaces`", id="a name alone"),
    ],
)
def test_what_cannot_be_saved_is_refused(stocked: Rlist, arguments: list[str], status: int, said: str) -> None:
    ran = stocked("view", *arguments)
    assert (ran.status, ran.out, said in ran.err) == (status, "", True), ran.err
    assert stocked("view").out == "spaces\ttag:ssm -title:graph\n"


def test_what_cannot_be_saved_makes_no_library(rlist: Rlist) -> None:
    assert rlist("view").out == ""
    assert rlist("view", "rm", "x").status == 1
    assert rlist("list", "view:x").status == 2

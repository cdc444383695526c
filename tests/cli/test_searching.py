from __future__ import annotations

import json

import pytest

from conftest import Rlist

TITLES = ("Efficiently modeling long sequences with State Space Models", "FlashAttention", "Tales of a _test_")


@pytest.fixture
def filled(rlist: Rlist) -> Rlist:
    rlist("add", "-", "--no-lookup", stdin="\n".join(TITLES))
    return rlist


@pytest.mark.parametrize("command", ["search", "list", "next", "export"])
def test_every_command_with_a_query_finds_what_says_the_same(filled: Rlist, command: str) -> None:
    done = filled(command, *(["csv"] if command == "export" else []), "ssm")
    assert done.status == 0
    assert "State Space Models" in done.out


def test_a_search_says_why_a_line_is_there(filled: Rlist) -> None:
    assert "(initials of State Space Models)" in filled("search", "ssm").out
    assert "(initials of State Space Models)" in filled("search", "ssm", terminal=True).out
    assert json.loads(filled("search", "ssm", "--json").out)[0]["match"]["why"] == "initials of State Space Models"


def test_a_search_explains_how_it_read_the_query(filled: Rlist) -> None:
    done = filled("search", "ssm", "--explain")
    assert done.err == "“ssm…” or initials of “State Space Models”\n"


@pytest.mark.parametrize("command", ["search", "list"])
def test_a_slip_is_named_and_what_is_shown_instead(filled: Rlist, command: str) -> None:
    done = filled(command, "flashatention")
    assert (done.status, done.err) == (0, "nothing for flashatention; showing flashattention\n")
    assert "FlashAttention" in done.out


def test_behind_what_little_has_comes_what_is_much_like_it(rlist: Rlist) -> None:
    titles = [
        "Notes on flashatention",
        "A quaint talk",
        "A paint talk",
        *(f"FlashAttention, part {n}" for n in range(20)),
    ]
    rlist("add", "-", "--no-lookup", stdin="\n".join(titles))
    done = rlist("search", "flashatention")
    assert done.err == "little for flashatention; behind it flashattention\n"
    first, *others = done.out.splitlines()
    assert "Notes on flashatention" in first
    assert len(others) == 20
    assert all("(much like FlashAttention)" in line for line in others)
    assert rlist("search", "flashattention").err == ""
    assert rlist("search", "quaint").err == ""
    assert len(rlist("search", "flashatention", "--exact").out.splitlines()) == 1
    assert len(rlist("list", "flashatention").out.splitlines()) == 1


@pytest.mark.parametrize("typed", ["ssm", "flashatention"])
def test_an_exact_search_takes_the_words_as_they_are_typed(filled: Rlist, typed: str) -> None:
    assert filled("search", typed, "--exact").status == 1


def test_an_alias_is_set_shown_used_and_forgotten(filled: Rlist) -> None:
    assert filled("search", "lssl").status == 1
    assert filled("config", "alias.lssl", "state space, tales of").status == 0
    assert filled("config", "alias.lssl").out == "state space, tales of\n"
    assert "alias.lssl" in filled("config").out
    found = filled("search", "LSSL").out
    assert "(alias State Space)" in found
    assert "(alias Tales of)" in found
    assert filled("config", "alias.lssl", "").status == 0
    assert filled("search", "lssl").status == 1
    assert filled("config", "alias.", "x").status == 2


def test_a_hint_stands_before_the_answer(filled: Rlist) -> None:
    assert filled("list", "tales", "or", "of").err.startswith("“or” was searched for as a word")
    assert "“or” was searched for as a word" in filled("search", "state or space").err
    assert "no field “tales”" in filled("list", "tales:of").err


def test_a_search_for_nothing_is_wrong_usage(filled: Rlist) -> None:
    assert filled("search", "").status == 2


def test_twins_are_listed_beside_each_other_with_what_joins_them(rlist: Rlist) -> None:
    titles = ("Attention is all you need", "FlashAttention", "Attention is all you want", "Atention is all you need")
    rlist("add", "-", "--no-lookup", stdin="\n".join(titles))
    rlist("done", "4")
    done = rlist("list", "is:duplicate")
    assert [line.split("\t")[:2] for line in done.out.splitlines()] == [["1", "unread"], ["4", "done"]]
    assert done.err == "if they are one work: `rlist merge 1 4`\n"
    assert rlist("merge", "1", "4").status == 0
    done = rlist("list", "is:duplicate")
    assert (done.status, done.out, done.err) == (0, "", "nothing to list\n")


MANY = [f"Notes on ssm, part {n}" for n in range(250)] + [f"Talks on State Space Models, part {n}" for n in range(250)]


def test_each_of_many_hits_is_shown_with_its_own_place_and_reason(rlist: Rlist) -> None:
    rlist("add", "-", "--no-lookup", stdin="\n".join(MANY))
    lines = rlist("search", "ssm").out.splitlines()
    assert sorted(line.split("\t")[2] for line in lines) == sorted(MANY)
    for number, line in enumerate(lines):
        title, place = line.split("\t")[2], line.split("\t")[-1]
        assert place == f"title: {title}" + ("" if number < 250 else " (initials of State Space Models)")
    assert [hit["match"]["excerpt"] for hit in json.loads(rlist("search", "ssm", "--json").out)] == [
        line.split("\t")[2] for line in lines
    ]


def test_a_list_of_many_is_whole_and_in_order(rlist: Rlist) -> None:
    rlist("add", "-", "--no-lookup", stdin="\n".join(MANY))
    assert [line.split("\t")[2] for line in rlist("list").out.splitlines()] == MANY
    assert [item["title"] for item in json.loads(rlist("list", "--json").out)] == MANY


@pytest.mark.parametrize("query", ["nothing", "status:dropped"])
def test_where_there_is_nothing_json_is_an_empty_list(filled: Rlist, query: str) -> None:
    assert filled("list", query, "--json").out == "[]\n"
    assert filled("search", query, "--json").out == "[]\n"

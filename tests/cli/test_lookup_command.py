"""The command `lookup` as it is used: what it prints, its exit statuses, its questions; `add` and `import` with it."""

import json

import httpx
import pytest

from conftest import Rlist
from services import Services

SARATHI = "Taming Throughput-Latency Tradeoff in LLM Inference with Sarathi-Serve"
PART_TWO, PART_THREE = "A Tale of State Space Duality Part II", "A Tale of State Space Duality Part III"


@pytest.fixture
def known(services: Services) -> Services:
    services.arxiv["2403.02310"] = (SARATHI, ["Amey Agrawal"], 2024)
    services.arxiv["2405.00003"] = (PART_THREE, ["Tri Dao"], 2024)
    return services


def offline() -> Exception:
    return httpx.ConnectError("Name or service not known")


def test_add_looks_up_at_once_in_the_same_step(rlist: Rlist, known: Services) -> None:
    assert rlist("add", "2403.02310") == (0, f"added 1  {SARATHI}\n", "")
    assert rlist("undo").status == 0
    assert rlist("list").out == ""


def test_add_without_lookup_asks_nobody(rlist: Rlist, known: Services) -> None:
    assert rlist("add", "2403.02310", "--no-lookup").status == 0
    assert known.asked == []


def test_without_network_the_item_is_kept_with_one_warning(rlist: Rlist, known: Services) -> None:
    known.failing["*"] = offline
    status, out, err = rlist("add", "2403.02310")
    assert (status, out) == (0, "added 1  arXiv 2403.02310\n")
    assert err.splitlines() == ["1 waits for another try (export.arxiv.org can't be reached): `rlist lookup --retry`"]
    assert json.loads(rlist("show", "1", "--json").out)["lookup"]["state"] == "queued"


def test_what_waits_is_found_by_the_next_run(rlist: Rlist, known: Services) -> None:
    known.failing["*"] = offline
    rlist("add", "2403.02310")
    status, _, err = rlist("lookup", "--missing")
    assert status == 5
    assert "no service answered (export.arxiv.org can't be reached)" in err
    known.failing.clear()
    assert rlist("lookup", "--retry") == (0, f"found  1  {SARATHI}  [arxiv 1.00]\n", "")
    assert rlist("lookup", "--missing") == (0, "", "nothing to look up\n")


def test_some_that_fail_are_said_and_the_rest_is_done(rlist: Rlist, known: Services) -> None:
    known.failing["example.org"] = offline
    rlist("add", "2403.02310", "https://example.org/page", "--no-lookup")
    status, out, err = rlist("lookup", "--missing")
    assert status == 3
    assert out.splitlines()[1].startswith("failed: example.org can't be reached")
    assert "1 found, 1 failed" in err


def test_import_looks_the_new_items_up(rlist: Rlist, known: Services) -> None:
    status, out, err = rlist("import", "-", "--lookup", stdin=f"- https://arxiv.org/abs/2403.02310\n- {PART_TWO}\n")
    assert status == 0
    assert "2 new" in out
    assert err.splitlines() == [
        "looked up 2 items: 1 found, 1 uncertain",
        "1 uncertain: `rlist lookup --review` shows them and asks",
    ]
    assert rlist("undo").status == 0
    assert rlist("list").out == ""


def test_a_terminal_gets_a_table_by_provider(rlist: Rlist, known: Services) -> None:
    rlist("add", "2403.02310", PART_TWO, "--no-lookup")
    out = rlist("lookup", "--missing", terminal=True, environment={"NO_COLOR": "1"}).out
    assert "provider  found  uncertain  not found  failed" in out
    assert out.splitlines()[-1].split() == ["all", "1", "1", "0", "0"]


def test_a_lookup_in_json_has_the_candidates(rlist: Rlist, known: Services) -> None:
    rlist("add", PART_TWO, "--no-lookup")
    (item,) = json.loads(rlist("lookup", "1", "--json").out)
    assert item["lookup"]["state"] == "uncertain"
    assert item["candidates"][0]["identifiers"] == {"arxiv": "2405.00003"}
    assert item["candidates"][0]["against"] == ["other numbers: 3, not 2"]


class TestReview:
    """What is uncertain is shown with what speaks for and against it, and takes one key."""

    @pytest.fixture
    def uncertain(self, rlist: Rlist, known: Services) -> Rlist:
        rlist("add", PART_TWO, "--no-lookup")
        rlist("lookup", "--missing")
        return rlist

    def test_a_pipe_is_shown_and_not_asked(self, uncertain: Rlist) -> None:
        status, out, err = uncertain("lookup", "--review")
        assert status == 0
        assert f"1  0.70  {PART_THREE}" in out
        assert "- other numbers: 3, not 2" in out
        assert err == "1 uncertain; nothing was decided, as nobody can be asked here\n"

    @pytest.mark.parametrize(
        ("keys", "state", "title"),
        [
            pytest.param("1\n", "found", PART_THREE, id="take it"),
            pytest.param("n\n", "failed", PART_TWO, id="none"),
            pytest.param("l\n", "uncertain", PART_TWO, id="later"),
            pytest.param("q\n", "uncertain", PART_TWO, id="quit"),
            pytest.param("x\n7\n1\n", "found", PART_THREE, id="a wrong key first"),
            pytest.param("", "uncertain", PART_TWO, id="nobody answers"),
        ],
    )
    def test_one_key_decides(self, uncertain: Rlist, keys: str, state: str, title: str) -> None:
        assert uncertain("lookup", "--review", stdin=keys, terminal=True).status == 0
        item = json.loads(uncertain("show", "1", "--json").out)
        assert (item["lookup"]["state"], item["title"]) == (state, title)
        uncertain("lookup", "--missing")
        assert json.loads(uncertain("show", "1", "--json").out)["lookup"]["state"] == state

    def test_open_shows_the_page_and_asks_again(self, uncertain: Rlist, monkeypatch: pytest.MonkeyPatch) -> None:
        opened: list[str] = []

        def open_(address: str) -> bool:
            opened.append(address)
            return True

        monkeypatch.setattr("webbrowser.open", open_)
        uncertain("lookup", "--review", stdin="o\nn\n", terminal=True)
        assert opened == ["https://arxiv.org/abs/2405.00003"]

    def test_in_json_it_is_a_list(self, uncertain: Rlist) -> None:
        (item,) = json.loads(uncertain("lookup", "--review", "--json").out)
        assert [candidate["score"] for candidate in item["candidates"]] == [0.7]

    def test_nothing_uncertain_is_said(self, rlist: Rlist) -> None:
        assert rlist("lookup", "--review") == (0, "", "nothing is uncertain\n")


@pytest.mark.parametrize("arguments", [["--all", "--missing"], ["1", "--retry"]])
def test_one_choice_at_a_time(rlist: Rlist, arguments: list[str]) -> None:
    assert rlist("lookup", *arguments).status == 2


def test_hostile_answers_never_reach_the_terminal(rlist: Rlist, known: Services) -> None:
    known.pages["https://example.org/evil"] = "<!doctype html><title>\x1b[31mRed \u202e[b]bold[/b]\u200b</title>"
    rlist("add", "https://example.org/evil", "--no-lookup")
    out = rlist("lookup", "1", terminal=True, environment={"NO_COLOR": "1"}).out
    assert not {"\x1b", "\u202e", "\u200b"} & set(out)
    assert "[b]bold[/b]" in out

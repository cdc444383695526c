from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rlist.cli.completion import EXPORT_FORMATS, complete_export_format
from rlist.formats.registry import WRITERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Rlist


@pytest.fixture
def offered(rlist: Rlist, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[str]]:
    """What bash is offered for the last word of a line."""
    rlist("add", "First title", "--tag", "ssm", "--list", "Later", "--no-lookup")
    rlist("view", "save", "later", "tag:ssm")
    rlist("add", "Second $(title) [red]", "--tag", "scan", "--tag", "x;y", "--no-lookup")

    def offered(line: str) -> list[str]:
        words = line.split(" ")
        with monkeypatch.context() as patch:
            patch.setenv("_RLIST_COMPLETE", "complete_bash")
            patch.setenv("COMP_WORDS", line)
            patch.setenv("COMP_CWORD", str(len(words) - 1))
            status, out, err = rlist()
        assert (status, err) == (0, "")
        return out.split("\n")[:-1] if out != "\n" else []

    return offered


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("rlist se", ["search"], id="commands"),
        pytest.param("rlist show ", ["2", "1"], id="items, the newest first"),
        pytest.param("rlist show 1", ["1"], id="items that begin so"),
        pytest.param("rlist done --ra", ["--rating"], id="options"),
        pytest.param("rlist add x --tag s", ["scan", "ssm"], id="tags; none that means something to a shell"),
        pytest.param("rlist add x --list ", ["Later"], id="lists"),
        pytest.param("rlist list st", ["status:"], id="fields"),
        pytest.param("rlist list tag:s", ["tag:scan", "tag:ssm"], id="values of a field"),
        pytest.param("rlist list tag : s", ["scan", "ssm"], id="as bash splits it"),
        pytest.param("rlist list -tag:s", ["-tag:scan", "-tag:ssm"], id="after a minus"),
        pytest.param("rlist list status:r", ["status:reading"], id="status values"),
        pytest.param("rlist list view:l", ["view:later"], id="saved queries"),
        pytest.param("rlist view s", ["save"], id="what to do with a saved query"),
        pytest.param("rlist view rm ", ["later"], id="saved queries to remove"),
        pytest.param("rlist view save x tag:sc", ["tag:scan"], id="a query to save"),
        pytest.param("rlist tag 1 +s", ["+scan", "+ssm"], id="tags to give"),
        pytest.param("rlist tag 1 -s", ["-scan", "-ssm"], id="tags to take"),
        pytest.param("rlist list is:du", ["is:duplicate"], id="states"),
        pytest.param("rlist list has:ab", ["has:abstract"], id="what items have"),
        pytest.param("rlist tags re", ["rename"], id="what to do with a tag"),
        pytest.param("rlist tags rm sc", ["scan"], id="a tag to remove"),
        pytest.param("rlist config minutes.p", ["minutes.paper"], id="settings"),
        pytest.param("rlist list --sort a", ["added"], id="sort keys"),
        pytest.param("rlist --color a", ["auto", "always"], id="colours"),
        pytest.param("rlist --db /no/such/library.db show ", [], id="no library"),
    ],
)
def test_the_shell_is_offered(offered: Callable[[str], list[str]], line: str, expected: list[str]) -> None:
    assert offered(line) == expected


def test_titles_are_harmless_where_a_shell_evaluates_them(
    offered: Callable[[str], list[str]], rlist: Rlist, monkeypatch: pytest.MonkeyPatch
) -> None:
    rlist("add", 'evil " \\" `touch x` $(touch x) \x1b[31m ' + "long " * 50, "--no-lookup")
    monkeypatch.setenv("_RLIST_COMPLETE", "complete_zsh")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "rlist show ")
    lines = rlist().out.splitlines()
    assert len(lines) == 3
    assert not set("`$;\\") & set("".join(lines).removeprefix("_arguments '*: :((").removesuffix("))'"))


def test_the_formats_to_export_are_those_that_there_are() -> None:
    assert set(EXPORT_FORMATS) == {writer.NAME for writer in WRITERS}
    assert complete_export_format("b") == ["bibtex", "bookmarks"]

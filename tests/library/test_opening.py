"""What `open` gives to a browser, and what it doesn't: nothing that could be a program, whoever wrote its address."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rlist.library.opening import document_address

if TYPE_CHECKING:
    from conftest import Rlist


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that the browser is given."""
    given: list[str] = []

    def take(address: str) -> bool:
        given.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", take)
    return given


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of papers, which is the present one and the reader's home."""
    folder = tmp_path / "papers"
    (folder / "folder.pdf").mkdir(parents=True)
    for name in ("paper.pdf", "a b & c;%41 é.PDF", "run.sh", "run.desktop", "no-ending", "can-run.pdf"):
        (folder / name).write_bytes(b"%PDF-1.4")
    (folder / "can-run.pdf").chmod(0o755)
    (folder / "link.pdf").symlink_to("run.desktop")
    os.mkfifo(folder / "pipe.pdf")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(folder))
    return folder


@pytest.mark.parametrize("spelling", ["./paper.pdf", "~/paper.pdf", "{folder}/paper.pdf", "file://{folder}/paper.pdf"])
def test_a_document_of_the_readers_own_is_opened(rlist: Rlist, opened: list[str], folder: Path, spelling: str) -> None:
    assert rlist("add", spelling.format(folder=folder), "A title", "--no-lookup").status == 0
    assert rlist("edit", "2", "--url", "https://example.org/2", "--url", "./a b & c;%41 é.PDF").status == 0
    assert rlist("open", "1", "2").status == 0
    assert opened == [f"file://{folder}/paper.pdf", "https://example.org/2"]
    assert json.loads(rlist("show", "1", "--json").out)["title"] == "paper"
    assert rlist("open", "2", "--pdf").status == 0
    assert opened[2:] == [f"file://{folder}/a%20b%20%26%20c%3B%2541%20%C3%A9.PDF"]


@pytest.mark.parametrize(
    "name", ["run.sh", "run.desktop", "no-ending", "can-run.pdf", "link.pdf", "pipe.pdf", "folder.pdf", "missing.pdf"]
)
def test_what_could_be_a_program_is_not_opened(rlist: Rlist, opened: list[str], folder: Path, name: str) -> None:
    assert rlist("add", "A title", "--no-lookup").status == 0
    assert rlist("edit", "1", "--url", f"./{name}").status == 0
    status, out, err = rlist("open", "1")
    assert (status, out, opened) == (2, "", [])
    assert err.count("\n") == 1
    assert rlist("edit", "1", "--url", f"./{name}", "--url", "https://example.org/").status == 0
    assert rlist("open", "1").status == 0
    assert opened == ["https://example.org/"]


@pytest.mark.parametrize(
    "address",
    [
        "file://server/share/x.pdf",
        "file:////server/share/x.pdf",
        "FILE:/x.pdf",
        "file:x.pdf",
        "file:///x.pdf\0.html",
        "file:///proc/self/environ",
        "javascript:alert(1)",
        "-version",
        "--help",
        "ms-msdt:x",
        "\\\\server\\x.pdf",
    ],
)
def test_an_address_that_came_in_with_a_file_opens_nothing_else(
    rlist: Rlist, opened: list[str], folder: Path, tmp_path: Path, address: str
) -> None:
    assert rlist("add", "A title", "--no-lookup").status == 0
    archive = json.loads(rlist("export", "json").out)
    archive["items"][0]["urls"] = [{"url": address, "label": None}]
    (tmp_path / "archive.json").write_text(json.dumps(archive), encoding="utf-8")
    other = ["--db", str(tmp_path / "other.db")]
    assert rlist(*other, "import", str(tmp_path / "archive.json")).status == 0
    # What has no scheme is taken for an address of the web, and begins like one.
    assert rlist(*other, "open", "1").status == (0 if address[0] in "-\\" else 2)
    assert all(one.startswith("https://") for one in opened)


@pytest.mark.parametrize("title", ["/", "./", "~", "../x\0", "/dev/null", "...and justice for all", "file:///"])
def test_a_title_that_looks_like_a_path_stays_a_title(rlist: Rlist, title: str) -> None:
    assert rlist("add", "--no-lookup", "--", title).status == 0
    assert json.loads(rlist("show", "1", "--json").out)["urls"] == []


def test_a_document_that_isnt_there_is_not_added(rlist: Rlist, tmp_path: Path) -> None:
    refused = rlist("add", "--no-lookup", str(tmp_path / "none.pdf"), "Raft")
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "there is no file" in refused.err
    assert rlist("list", "--json").out.strip() == "[]"


def test_only_a_path_or_its_address_names_a_file() -> None:
    assert document_address("/a/b c.pdf") == "file:///a/b%20c.pdf"
    assert document_address("//server/x.pdf") is None
    assert document_address("file://server/x.pdf") is None
    assert document_address("paper.pdf") is None

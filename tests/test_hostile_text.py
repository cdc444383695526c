"""Text from outside can hold anything: no command, no error and no export lets it steer what shows it."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from unicodedata import category
from unittest.mock import MagicMock

import pytest
from bibtexparser.entrypoint import parse_string
from markdown_it import MarkdownIt
from rich.cells import cell_len

from attacks import PAGE, RECORDS, TERMINAL
from conftest import Ran, Rlist
from rlist.cli.main import COMMANDS
from rlist.cli.terminal import Terminal
from rlist.formats import markdown
from rlist.formats.contents import Contents
from rlist.formats.registry import WRITERS
from rlist.library import Library
from rlist.library.exporting import export
from rlist.model.item import Entry, Item, Kind, Link, Lookup, LookupState, Note, Section, Status
from rlist.model.metadata import Metadata
from rlist.settings import Settings
from rlist.store import saving
from rlist.store.database import open_store

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
ATTACKS = (*TERMINAL, *RECORDS, *PAGE)

# What a terminal obeys, or doesn't show: nothing of it reaches one. A tab is between the columns of a pipe.
_STEERING = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def attacked(number: int, text: str) -> Item:
    """An item with `text` in each of its fields."""
    return Item(
        id=number,
        uid=f"u{number}",
        metadata=Metadata(
            text, (text, f"B {text}"), True, 2020, text, text, {"x": f"{number} {text}", f"y{text}": "1"}
        ),
        kind=Kind.PAPER,
        added_at=NOW,
        updated_at=NOW,
        status=list(Status)[number % 4],
        citekey=f"k{number}",
        links=(Link(f"https://e.example/{number}/{text}", text), Link(f"{number}{text}", text)),
        tags=(text,),
        entries=(Entry(text, (text, "s"), number, text, None, text),),
        notes=(Note(text, NOW),),
        lookup=Lookup(LookupState.UNCERTAIN, text, 0.5, text),
    )


ITEMS = [attacked(number, text) for number, text in enumerate(ATTACKS, 1)]
SECTIONS = [Section(text, (text,), text) for text in ATTACKS]


def steers(text: str, *, may_have_tabs: bool) -> set[str]:
    """The characters of `text` that steer."""
    allowed = "\n\t" if may_have_tabs else "\n"
    return {character for character in text if category(character) in _STEERING and character not in allowed}


def check(ran: Ran, *, terminal: bool) -> None:
    assert steers(ran.out, may_have_tabs=not terminal) == set()
    assert steers(ran.err, may_have_tabs=False) == set()
    assert "Traceback" not in ran.err


@pytest.fixture
def full(tmp_path: Path, rlist: Rlist) -> Rlist:
    """The command on a library that is full of attacks."""
    store = open_store(tmp_path / "library.db")
    with store.step("attack", NOW):
        for item in ITEMS:
            saving.add_item(store.db, item)
    store.close()
    return rlist


SHOWING: Sequence[Sequence[str]] = (
    *(
        [],
        ["list", "status:any"],
        ["list", "status:any", "--sort", "title"],
        ["search", "x"],
        ["next", "-n", "99", "--why"],
    ),
    *(["show", *map(str, range(1, len(ITEMS) + 1))], ["lists"], ["tags"], ["log"], ["lookup", "--review"], ["undo"]),
    *(["view"], ["config"]),
)


@pytest.mark.parametrize("command", SHOWING, ids=lambda command: " ".join(command)[:20] or "rlist")
def test_what_is_shown_steers_nothing(full: Rlist, command: Sequence[str]) -> None:
    quiet = {"NO_COLOR": "1"}
    drawn = full(*command, terminal=True, environment=quiet)
    check(drawn, terminal=True)
    check(full(*command), terminal=False)
    if command[:1] in (["list"], ["tags"], ["lists"], ["search"], ["log"]):
        assert max(map(cell_len, drawn.out.splitlines())) <= 80
    if command and command[0] not in ("undo",):
        for terminal in (True, False):
            found = full(*command, "--json", terminal=terminal, environment=quiet)
            assert steers(found.out, may_have_tabs=False) == set()
            json.loads(found.out)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize(
    "line",
    ["rlist show ", "rlist list tag:", "rlist list list:", "rlist list view:", "rlist tag 1 +", "rlist add x --list "],
)
def test_what_the_shell_is_offered_steers_nothing(
    full: Rlist, monkeypatch: pytest.MonkeyPatch, line: str, shell: str
) -> None:
    monkeypatch.setenv("_RLIST_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(line.count(" ")))
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    ran = full()
    assert ran.status == 0
    assert ran.out.strip() or not line.startswith("rlist show")
    # A tab parts what fish is offered from its description.
    check(ran, terminal=shell != "fish")


def test_what_a_progress_bar_says_steers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    bar = MagicMock()
    bar.__enter__.return_value.move = lambda done, total, what: told.append(what)
    monkeypatch.setattr("rlist.cli.terminal.Bar", lambda stream, width: bar)
    screen = MagicMock(isatty=lambda: True, fileno=lambda: 99)
    with Terminal(screen, screen, screen, {}).progress() as progress:
        for text in ATTACKS:
            progress(1, 2, text)
    assert len(told) == len(ATTACKS)
    assert steers("".join(told), may_have_tabs=False) == set()


def test_columns_stay_in_line(full: Rlist) -> None:
    """What has no width, and what has two columns, moves nothing that stands behind it."""
    lines = full("tags", terminal=True, environment={"NO_COLOR": "1", "COLUMNS": "200"}).out.splitlines()
    ends = {cell_len(line) for line in lines[1:] if re.search(r"\s\d+\s+\d+$", line)}
    assert len(ends) == 1


ARGUMENTS: Sequence[Callable[[str], Sequence[str]]] = (
    lambda text: ["list", text],
    lambda text: ["search", text, "--explain"],
    lambda text: ["list", f"tag:{text}"],
    lambda text: ["list", f"{text}:x"],
    lambda text: ["list", "--sort", text],
    lambda text: ["list", "--limit", text],
    lambda text: ["show", text],
    lambda text: ["open", text],
    lambda text: ["next", "--skip", text],
    lambda text: [text],
    lambda text: ["rm", text],
    lambda text: ["add", f"t {text}", "--no-lookup", "--title", text, "--note", text, "--tag", text, "--list", text],
    lambda text: ["add", "t", "--status", text],
    lambda text: ["tag", "1", f"+{text}"],
    lambda text: ["note", "1", f"x{text}"],
    lambda text: ["done", "1", "--note", text],
    lambda text: ["edit", "1", "--title", text, "--venue", text],
    lambda text: ["edit", "1", "--url", text],
    lambda text: ["edit", "1", "--year", text],
    lambda text: ["edit", "1", "--kind", text],
    lambda text: ["edit", "1", "--citekey", text],
    lambda text: ["tags", "rename", text, f"n{text}"],
    lambda text: ["tags", "rm", text],
    lambda text: ["view", "save", text, "x"],
    lambda text: ["lookup", text],
    lambda text: ["import", f"nowhere/{text}"],
    lambda text: ["import", "-", "--format", text],
    lambda text: ["import", "-", "--list", text, "--report", f"nowhere/{text}"],
    lambda text: ["export", text],
    lambda text: ["export", "json", "-o", f"nowhere/{text}"],
    lambda text: ["config", text, text],
    lambda text: ["config", "contact", text],
    lambda text: ["--db", f"nowhere/{text}", "list"],
    lambda text: ["--color", text, "list"],
    lambda text: ["restore", text],
    lambda text: ["log"],
)


@pytest.mark.parametrize("command", ARGUMENTS, ids=lambda command: " ".join(command("…")))
def test_what_was_typed_comes_back_tame(
    rlist: Rlist, command: Callable[[str], Sequence[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rlist("add", "first one", "--no-lookup")
    # No argument of a program holds half a pair of surrogates, but bytes that are no UTF-8.
    for text in [*(text.replace("\ud800", "\udc80") for text in TERMINAL), *RECORDS[::3]]:
        check(rlist(*command(text), stdin="x\n", terminal=True, environment={"NO_COLOR": "1"}), terminal=True)
        check(rlist(*command(text), stdin="x\n"), terminal=False)
    assert not list(tmp_path.rglob("ran"))


@pytest.fixture(scope="module")
def written() -> dict[str, str]:
    """The attacks in each format, as they leave."""
    contents = Contents(ITEMS, SECTIONS, NOW, ATTACKS)
    return {writer.NAME: writer.write(contents) for writer in WRITERS}


@pytest.mark.parametrize("name", [writer.NAME for writer in WRITERS])
def test_an_exported_file_steers_no_terminal(tmp_path: Path, name: str) -> None:
    store = open_store(None)
    library = Library(store, Settings(tmp_path / "l.db", tmp_path / "c.toml"), lambda: NOW)
    with store.step("attack", NOW):
        for item in ITEMS:
            saving.add_item(store.db, item)
    text = export(library, name, ())
    store.close()
    text.encode()
    assert {character for character in text if category(character) == "Cc"} <= {"\n", "\t"}


def test_a_table_begins_no_formula(written: dict[str, str]) -> None:
    rows = list(csv.reader(io.StringIO(written["csv"])))
    assert len(rows) == len(ITEMS) + 1
    assert {len(row) for row in rows} == {len(rows[0])}
    for row in rows[1:]:
        for cell in row:
            assert cell.startswith("'") or not re.match(r"['\"\s]*[=+\-@\t\r＝＋－＠]", cell)


def test_a_record_of_ris_ends_where_it_ends(written: dict[str, str]) -> None:
    lines = written["ris"].splitlines()
    assert sum(line.startswith("TY  - ") for line in lines) == len(ITEMS)
    assert sum(line.startswith("ER  -") for line in lines) == len(ITEMS)


def test_an_entry_of_bibtex_ends_where_it_ends(written: dict[str, str]) -> None:
    read = parse_string(written["bibtex"])
    assert [entry.key for entry in read.entries] == [item.citekey for item in ITEMS]
    assert not read.failed_blocks
    assert not read.strings
    assert not read.preambles
    for entry in read.entries:
        for field in entry.fields:
            if field.key not in ("url", "doi", "file", "urls"):
                assert not re.search(r"(?<!\\)\\(?:input|write)", str(field.value))


def test_a_feed_is_xml_with_web_addresses(written: dict[str, str]) -> None:
    atom = "{http://www.w3.org/2005/Atom}"
    feed = ElementTree.fromstring(written["atom"])
    assert len(feed.findall(f"{atom}entry")) == len(ITEMS)
    assert all(re.match("https?:|mailto:", link.get("href", "")) for link in feed.iter(f"{atom}link"))
    assert {element.get("type") for element in feed.iter() if element.get("type")} <= {"text", "text/html"}


class Tags(HTMLParser):
    """The tags of a page, the addresses that it links, and the attributes that run something."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.running: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        self.running += [
            name for name, _ in attrs if name.startswith("on") or name in ("style", "srcdoc", "formaction")
        ]


def test_a_bookmark_file_holds_bookmarks_only(written: dict[str, str]) -> None:
    found = Tags(written["bookmarks"])
    assert found.tags <= {"meta", "title", "h1", "h3", "dl", "dt", "dd", "p", "a"}
    assert found.running == []
    assert all(re.match("https?:|mailto:", link, re.IGNORECASE) for link in found.links)


def test_markdown_links_the_web_and_holds_no_markup() -> None:
    """A note is Markdown itself, so it may hold a picture, but nothing of it stands outside of its quotation."""
    bare = MarkdownIt("commonmark").parse(
        markdown.write(Contents([item._replace(notes=()) for item in ITEMS], SECTIONS, NOW))
    )
    whole = MarkdownIt("commonmark").parse(markdown.write(Contents(ITEMS, SECTIONS, NOW)))
    assert [token.tag for token in whole if token.level == 0] == [token.tag for token in bare if token.level == 0]
    waiting = bare
    while waiting:
        token = waiting.pop()
        waiting += token.children or ()
        assert token.type != "image"
        if token.type in ("html_block", "html_inline"):
            assert re.fullmatch(r"<!--.*?-->\s*", token.content, re.DOTALL)
        if token.type == "link_open":
            assert re.match("https?:|mailto:", str(token.attrs["href"]), re.IGNORECASE)


def test_json_is_json_in_utf_8(written: dict[str, str]) -> None:
    assert len(json.loads(written["json"])["items"]) == len(json.loads(written["csl-json"])) == len(ITEMS)


def test_every_command_that_shows_something_is_tried() -> None:
    tried = {command[0] for command in SHOWING if command} | {make("x")[0] for make in ARGUMENTS}
    assert set(COMMANDS) - tried <= {"start", "drop", "unread", "merge", "related", "backup", "stats", "doctor"}


@pytest.mark.parametrize(
    "command",
    [
        ["import", "x" * 300],
        ["import", "seeds", "--report", f"{'x' * 300}/x"],
        ["export", "json", "-o", "x" * 300],
        ["restore", "x" * 300],
        ["backup", "x" * 300],
        ["--db", "x" * 300, "list"],
    ],
    ids=lambda command: command[0],
)
def test_a_name_that_no_file_can_have_is_an_error_in_a_line(
    rlist: Rlist, command: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rlist("add", "first one", "--no-lookup")
    ran = rlist(*command)
    assert ran.status in (2, 3, 4)
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "line", ['database = "a\\u0000b"', 'contact = "a\\r\\nX-Evil: 1"', '[providers]\narxiv = "a\\nb"']
)
def test_the_configuration_holds_no_controls(rlist: Rlist, tmp_path: Path, line: str) -> None:
    (tmp_path / "config.toml").write_text(f"{line}\n", encoding="utf-8")
    ran = rlist("list")
    assert ran.status == 2
    assert "control character" in ran.err

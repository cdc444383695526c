"""What INTERFACE promises of every command: help, streams, exit statuses, JSON, no traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import pytest

from rlist.cli.main import COMMANDS

if TYPE_CHECKING:
    from conftest import Rlist

MAMBA = "https://arxiv.org/abs/2312.00752"

# Enough arguments for each command to do something on the library of `stocked`.
USES = {
    "add": ["add", "Another title", "--no-lookup"],
    "import": ["import", "seeds"],
    "list": ["list"],
    "search": ["search", "systems"],
    "show": ["show", "1"],
    "open": ["open", "1"],
    "lists": ["lists"],
    "export": ["export", "json"],
    "next": ["next"],
    "start": ["start", "1"],
    "done": ["done", "1", "--rating", "5"],
    "drop": ["drop", "1"],
    "unread": ["unread", "1"],
    "tag": ["tag", "1", "+new", "-ssm"],
    "tags": ["tags"],
    "note": ["note", "1", "read section 3 again"],
    "edit": ["edit", "1", "--year", "2023"],
    "merge": ["merge", "1", "1"],
    "rm": ["rm", "1"],
    "undo": ["undo"],
    "log": ["log"],
    "backup": ["backup"],
    "restore": ["restore", str(Path(__file__).parent / "store" / "files" / "version-1.db")],
    "doctor": ["doctor"],
    "config": ["config"],
    "related": ["related", "2"],
    "stats": ["stats"],
    "view": ["view", "save", "later", "tag:ssm", "-status:done"],
    "lookup": ["lookup", "--missing"],
}
NO_JSON = {"open", "export"}


@pytest.fixture
def stocked(rlist: Rlist) -> Rlist:
    rlist("add", MAMBA, "--title", "Mamba: Linear-Time Sequence Modeling", "--tag", "ssm", "--no-lookup")
    rlist("add", "Systems for machine learning", "Systems for databases", "--list", "Later", "--no-lookup")
    return rlist


@pytest.mark.parametrize("name", COMMANDS)
def test_help_ends_with_an_example_of_the_command(rlist: Rlist, name: str) -> None:
    status, out, err = rlist(name, "--help")
    assert (status, err) == (0, "")
    assert rlist(name, "-h").out == out
    examples = out.partition("Example:\n")[2].splitlines()
    assert examples
    assert all(line.startswith(f"    $ rlist {name}") for line in examples)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_answers_on_standard_output_without_colour(
    stocked: Rlist, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    status, out, err = stocked(*USES[name])
    assert (status, err) == (0, "")
    assert out
    assert "\x1b" not in out


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in NO_JSON])
def test_json_is_one_document(stocked: Rlist, name: str) -> None:
    status, out, err = stocked(*USES[name], "--json")
    assert (status, err) == (0, "")
    assert isinstance(json.loads(out), list | dict)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_library_can_be_named_before_and_after_the_command(
    stocked: Rlist, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    other = str(tmp_path / "other.db")
    stocked("--db", other, "add", "https://example.org/systems", "--tag", "ssm", "--no-lookup")
    stocked("--db", other, "add", "Systems for tea", "Systems for coffee", "Something else", "--no-lookup")
    before = stocked("--db", other, *USES[name])
    assert before.status == 0
    after = stocked(*USES[name], "--db", other)
    assert after.status in (0, 1)
    assert "Traceback" not in before.err + after.err


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        pytest.param(["lsit"], 2, "did you mean `rlist list`?", id="unknown command"),
        pytest.param(["ls"], 2, "did you mean `rlist list`?", id="another program's command"),
        pytest.param(["A title in quotes"], 2, 'rlist add "A title in quotes"', id="a title alone"),
        pytest.param(["--frob"], 2, "No such option: --frob", id="unknown option of rlist"),
        pytest.param(["list", "--jsn"], 2, "--json", id="unknown option of a command"),
        pytest.param(["done"], 2, "Missing argument 'ID...'", id="missing argument"),
        pytest.param(["done", "1", "-x"], 2, "No such option: -x", id="unknown short option"),
        pytest.param(["done", "1", "--rating", "9"], 2, "1 to 5", id="rating out of range"),
        pytest.param(["done", "1", "--rating", "good"], 2, "'good' is not a valid int", id="rating no number"),
        pytest.param(["list", "-n"], 2, "'-n' requires an argument", id="value missing"),
        pytest.param(["list", "-n", "-3"], 2, "'--limit' / '-n'", id="value out of range"),
        pytest.param(["list", "--sort", "colour"], 2, "colour", id="unknown sort key"),
        pytest.param(["list", "(ssm"], 2, "⟦", id="query that can't be read"),
        pytest.param(["list", "year:soon"], 2, "year", id="field of a query"),
        pytest.param(["show", "99"], 1, "no item 99", id="no such number"),
        pytest.param(["show", "90-99"], 1, "no item 90-99", id="no such range"),
        pytest.param(["show", "arXiv:2401.00001"], 1, "2401.00001", id="no such identifier"),
        pytest.param(["show", "no such title"], 1, "no such title", id="no such title"),
        pytest.param(["search", "zebra"], 1, "zebra", id="search finds nothing"),
        pytest.param(["next", "zebra"], 1, "zebra", id="next finds nothing"),
        pytest.param(["tag", "1"], 2, "which tags", id="tag without a tag"),
        pytest.param(["tags", "frob"], 2, "rename A B", id="unknown action"),
        pytest.param(["tags", "rm", "zebra"], 1, "zebra", id="unknown tag"),
        pytest.param(["edit", "1", "--year", "soon"], 2, "year", id="edit a field to nonsense"),
        pytest.param(["edit", "1"], 2, "no terminal to edit in", id="edit without a terminal"),
        pytest.param(["add", ""], 2, "empty", id="add nothing"),
        pytest.param(["add", "a", "b", "--title", "c"], 2, "--title", id="one title for two"),
        pytest.param(["import", "no-such-file.txt"], 3, "no-such-file.txt", id="import of no file"),
        pytest.param(["export", "papyrus"], 2, "papyrus", id="unknown format"),
        pytest.param(
            ["export", "json", "-o", "no/such/folder/x.json"], 3, "no/such/folder", id="file can't be written"
        ),
        pytest.param(["config", "frob"], 2, "frob", id="unknown setting"),
        pytest.param(["config", "database", "5"], 2, "a path", id="setting of another sort"),
        pytest.param(["config", "contact", "me"], 2, "a mail address", id="no mail address"),
        pytest.param(["config", "providers.arxiv", "arxiv.org"], 2, "http", id="no address of a service"),
        pytest.param(["config", "private_addresses", "yes"], 2, "true or false", id="neither true nor false"),
        pytest.param(["config", "minutes.paper", "0"], 2, "a number of minutes", id="no minutes"),
        pytest.param(["edit", "1", "--year", "0000"], 2, "four digits", id="no year"),
        pytest.param(["edit", "1", "--year", "２０２３"], 2, "four digits", id="digits of another script"),
        pytest.param(["--json", "list"], 2, "`rlist list --json`", id="json before the command"),
        pytest.param(["--color", "pink", "list"], 2, "pink", id="unknown colour"),
        pytest.param(["open", "2"], 2, "has no address", id="nothing to open"),
    ],
)
def test_a_wrong_use_is_one_line_and_a_status(stocked: Rlist, arguments: list[str], status: int, said: str) -> None:
    ran = stocked(*arguments)
    assert (ran.status, ran.out) == (status, "")
    assert said in ran.err
    assert ran.err.startswith("rlist: ")
    assert ran.err.count("\n") == 1


def test_words_that_match_several_titles_name_them_and_change_nothing(stocked: Rlist) -> None:
    status, out, err = stocked("done", "systems")
    assert (status, out) == (2, "")
    assert (
        err.splitlines()[1:] == ["  2  Systems for machine learning", "  3  Systems for databases"]
        or len(err.splitlines()) == 3
    )
    assert stocked("list", "status:done").out == ""


def test_finding_nothing_is_an_empty_array_all_the_same(stocked: Rlist) -> None:
    assert stocked("search", "zebra", "--json")[:2] == (1, "[]\n")
    assert stocked("list", "zebra", "--json") == (0, "[]\n", "")
    assert stocked("list", "zebra") == (0, "", "nothing to list\n")


def test_what_is_so_already_is_said_and_is_no_error(stocked: Rlist) -> None:
    assert stocked("done", "1").out == "done 1  Mamba: Linear-Time Sequence Modeling\n"
    assert stocked("done", "1") == (0, "1 is done already: Mamba: Linear-Time Sequence Modeling\n", "")
    assert stocked("add", MAMBA, "--no-lookup").status == 0


def test_the_log_has_the_command_as_it_was_typed(stocked: Rlist) -> None:
    stocked("done", "1", "--rating", "5", "--note", "section 3; again")
    assert json.loads(stocked("log", "--json").out)[0]["command"] == "done 1 --rating 5 --note 'section 3; again'"


def test_words_may_begin_with_a_dash(stocked: Rlist) -> None:
    assert [item["id"] for item in json.loads(stocked("list", "-tag:ssm", "-n", "1", "--json").out)] == [2]
    assert stocked("tag", "1-3", "-ssm", "+new").status == 0
    assert stocked("add", "--no-lookup", "--", "-O3 considered harmful").out == "added 4  -O3 considered harmful\n"
    assert stocked("note", "4", "- one\n- two").status == 0


def test_an_address_alone_is_added(rlist: Rlist) -> None:
    assert rlist(MAMBA, "--tag", "ssm", "--no-lookup").out.startswith("added 1  ")
    assert json.loads(rlist("show", "1", "--json").out)["tags"] == ["ssm"]
    assert json.loads(rlist("log", "--json").out)[0]["command"].startswith("add https://")


def test_rlist_alone_shows_what_is_read_and_what_is_new(stocked: Rlist) -> None:
    stocked("start", "3")
    status, out, err = stocked()
    assert status == 0
    assert out.startswith("3\treading\t")
    assert "rlist next" in err


def test_rlist_alone_says_how_to_begin_and_makes_no_file(rlist: Rlist, tmp_path: Path) -> None:
    status, out, err = rlist()
    assert (status, out) == (0, "")
    assert "rlist import seeds" in err
    assert list(tmp_path.iterdir()) == []


def test_reading_commands_make_no_library(rlist: Rlist, tmp_path: Path) -> None:
    for arguments in (["list"], ["search", "x"], ["next"], ["show", "1"], ["done", "1"], ["log"], ["undo"], ["tags"]):
        rlist(*arguments)
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_gets_a_page(rlist: Rlist) -> None:
    rlist("add", *(f"Title number {number}" for number in range(25)), "--no-lookup")
    status, out, err = rlist("list", terminal=True)
    assert status == 0
    assert out.count("\n") == 20
    assert err == "5 more (--limit 0 for all)\n"
    assert rlist("list", "--limit", "0", terminal=True).out.count("\n") == 25
    assert rlist("list").out.count("\n") == 25
    assert len(json.loads(rlist("list", "--json", terminal=True).out)) == 25


def test_many_items_are_removed_only_by_leave(rlist: Rlist) -> None:
    rlist("add", *(f"Title number {number}" for number in range(25)), "--no-lookup")
    refused = rlist("rm", "1-25")
    assert (refused.status, refused.out) == (2, "")
    assert "--yes" in refused.err
    assert rlist("rm", "1-25", terminal=True, stdin="n\n").status == 2
    assert rlist("rm", "1-25", terminal=True, stdin="y\n").out.count("removed") == 25
    assert rlist("undo").status == 0
    assert rlist("rm", "1-25", "--yes").status == 0


def test_standard_input_gives_lines_and_notes(rlist: Rlist) -> None:
    assert rlist("add", "-", "--no-lookup", stdin="First title\n\nSecond title\n").out.count("added") == 2
    assert rlist("note", "1", "-", stdin="a note\nof two lines\n").status == 0
    assert json.loads(rlist("show", "1", "--json").out)["notes"][0]["body"] == "a note\nof two lines"
    assert rlist("note", "1", "-", stdin=" \n").err == "the note is empty, so nothing was changed\n"


def test_a_note_and_an_edit_come_from_the_editor(rlist: Rlist, tmp_path: Path) -> None:
    rlist("add", "Frist title", "--no-lookup")
    script = tmp_path / "my editor.py"
    script.write_text(
        "import sys\nfrom pathlib import Path\nfile = Path(sys.argv[1])\nold = file.read_text()\n"
        "file.write_text(old.replace('Frist', 'First') if file.suffix == '.toml' else old + 'from the editor')\n",
        encoding="utf-8",
    )
    editor = {"EDITOR": f"'{sys.executable}' '{script}'"}
    assert rlist("note", "1", environment=editor).out == "noted 1  Frist title\n"
    assert rlist("edit", "1", environment=editor).out == "edited 1  First title\n"
    shown = json.loads(rlist("show", "1", "--json").out)
    assert (shown["title"], shown["notes"][0]["body"]) == ("First title", "from the editor")
    assert rlist("note", "1", environment={"EDITOR": "true"}).err == "the note is empty, so nothing was changed\n"


def test_the_browser_gets_the_address_or_it_is_printed(stocked: Rlist, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def open_it(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", open_it)
    assert stocked("open", "1").status == 0
    assert stocked("open", "1", "--pdf").status == 0
    assert opened == [MAMBA, "https://arxiv.org/pdf/2312.00752"]
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    assert stocked("open", "1")[:2] == (0, f"{MAMBA}\n")


def test_what_cannot_be_imported_is_named_and_the_rest_is_done(rlist: Rlist, tmp_path: Path) -> None:
    good, report = tmp_path / "good.txt", tmp_path / "report.tsv"
    good.write_text("Good\n\n- A title of a paper\n", encoding="utf-8")
    status, out, err = rlist("import", "one.txt", str(good), "two.txt", "--report", str(report))
    assert status == 3
    assert "3 lines: 1 new" in out
    assert [line.split(" ")[0] for line in err.splitlines()] == ["one.txt", "two.txt", "rlist:"]
    assert [line.split("\t")[0] for line in report.read_text(encoding="utf-8").splitlines()] == ["1", "2", "3"]
    assert rlist("list").out.count("\n") == 1


def test_an_export_goes_into_a_file(stocked: Rlist, tmp_path: Path) -> None:
    target = tmp_path / "reading list.json"
    assert stocked("export", "json", "-o", str(target)) == (0, "", f"wrote {target}\n")
    assert len(json.loads(target.read_text(encoding="utf-8"))["items"]) == 3


class Processes:
    """Runs rlist as a process of its own, on the library of one test."""

    def __init__(self, tmp_path: Path) -> None:
        self._environment = os.environ | {"RLIST_DB": str(tmp_path / "l.db"), "RLIST_CONFIG": str(tmp_path / "c.toml")}

    def run(self, *arguments: str, out: int | BinaryIO = subprocess.PIPE, **more: str) -> tuple[int, bytes, str]:
        ran = subprocess.run(
            [sys.executable, "-m", "rlist", *arguments],
            env=self._environment | more,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
        return ran.returncode, ran.stdout or b"", ran.stderr.decode()

    def start(self, *arguments: str, **more: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "rlist", *arguments],
            env=self._environment | more,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )


@pytest.fixture
def processes(tmp_path: Path) -> Processes:
    return Processes(tmp_path)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_ends_in_130(processes: Processes, tmp_path: Path, number: signal.Signals) -> None:
    # The editor tells that the command is under way, and waits.
    started = tmp_path / "started"
    script = tmp_path / "editor.py"
    script.write_text(
        f"import pathlib, time\npathlib.Path({str(started)!r}).touch()\ntime.sleep(60)\n", encoding="utf-8"
    )
    assert processes.run("add", "A title", "--no-lookup")[0] == 0
    with processes.start("note", "1", EDITOR=f"'{sys.executable}' '{script}'") as process:
        while not started.exists():
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"the text is kept in" in err
    assert err.endswith(b"interrupted\n")


def test_a_closed_pipe_is_silent(processes: Processes) -> None:
    titles = "".join(f"Title number {number} {'x' * 200}\n" for number in range(1000))
    with processes.start("add", "-", "--no-lookup") as process:
        assert process.stdin and process.stdout and process.stderr  # noqa: PT018
        process.stdout.close()
        process.stdin.write(titles.encode())
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
    assert processes.run("list")[1].count(b"\n") == 1000


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_answer_that_cannot_be_written_is_an_error(processes: Processes) -> None:
    with open("/dev/full", "wb") as full:
        status, _, err = processes.run("add", "A title", "--no-lookup", out=full)
    assert (status, err.count("\n")) == (3, 1)
    assert "can't be written" in err


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_what_cannot_be_encoded_is_replaced(processes: Processes, encoding: str) -> None:
    status, out, err = processes.run("add", "線形 naïve", "--no-lookup", PYTHONIOENCODING=encoding)
    assert (status, err) == (0, "")
    assert out == "added 1  線形 naïve\n".encode(encoding, errors="replace")
    status, out, err = processes.run("show", "1", "--json", PYTHONIOENCODING=encoding)
    assert json.loads(out)["title"] == "線形 naïve"


@pytest.mark.parametrize(
    "arguments", [("list", "-n"), ("search", "a", "-n"), ("next", "-n"), ("log", "-n"), ("undo", "-n")]
)
def test_a_number_of_any_size_is_a_number(rlist: Rlist, arguments: tuple[str, ...]) -> None:
    rlist("add", "a title", "--no-lookup")
    assert rlist(*arguments, "9" * 30).status == 0
    assert rlist("show", "9" * 30).status == 1
    assert rlist("log", "9" * 30).status == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["import", "{list}", "--report", "{list}"], "would be overwritten", id="report over its source"),
        pytest.param(["import", "{list}", "--report", "{list}.d/r"], "no folder", id="report in no folder"),
        pytest.param(["import", ""], "empty path", id="empty path"),
        pytest.param(["show", " "], "empty text", id="empty id"),
        pytest.param(["edit", "1", "--url", "javascript:alert(1)"], "no address", id="a script for an address"),
        pytest.param(["edit", "1", "--url", "not an address"], "no address", id="words for an address"),
        pytest.param(["edit", "1", "--url", "http://example.org/b/"], "belongs to item 2", id="another item's address"),
        pytest.param(["config", "contact", "\udcff"], "can't be written", id="a byte that is no text"),
    ],
)
def test_what_would_do_harm_is_refused(rlist: Rlist, tmp_path: Path, arguments: list[str], said: str) -> None:
    source = tmp_path / "list.txt"
    source.write_text("- A paper on caches\n- Another one on networks https://example.org/b\n", encoding="utf-8")
    rlist("import", str(source))
    before = rlist("export", "json").out
    status, _, err = rlist(*(argument.replace("{list}", str(source)) for argument in arguments))
    assert (status, said in err) == (2, True), err
    assert source.read_text(encoding="utf-8").startswith("- A paper")
    assert rlist("export", "json").out == before


def test_what_is_no_part_of_a_title_stays_as_a_note(rlist: Rlist) -> None:
    added = json.loads(rlist("add", "[draft] My own title", "--no-lookup", "--json").out)[0]
    assert "draft" in added["title"] + "".join(note["body"] for note in added["notes"])


def test_rlist_alone_is_json_too(stocked: Rlist) -> None:
    assert [item["id"] for item in json.loads(stocked("--json").out)] == [1, 2, 3]


def test_one_suggestion_is_an_object_or_null_and_several_are_an_array(stocked: Rlist) -> None:
    assert json.loads(stocked("next", "--json").out)["id"] == 2
    assert len(json.loads(stocked("next", "-n", "1", "--json").out)) == 1
    assert stocked("next", "zebra", "--json")[:2] == (1, "null\n")
    assert stocked("next", "zebra", "-n", "1", "--json")[:2] == (1, "[]\n")


def test_a_bare_year_is_a_year(stocked: Rlist) -> None:
    stocked("edit", "1", "--year", "2023")
    assert "\nyear: 2023\n" in stocked("show", "1").out
    stocked("edit", "1", "--venue", "COLM")
    assert "\nvenue: COLM 2023\n" in stocked("show", "1").out


def test_show_says_who_gave_each_field(stocked: Rlist) -> None:
    assert "sources" not in stocked("show", "2").out
    stocked("edit", "1", "--year", "2023", "--venue", "COLM")
    assert "\nsources: reader: title, venue, year\n" in stocked("show", "1").out
    assert json.loads(stocked("show", "1", "--json").out)["sources"] == dict.fromkeys(
        ("title", "venue", "year"), "reader"
    )


def test_a_setting_that_there_is_not_is_named(rlist: Rlist, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("colour = 'red'\n", encoding="utf-8")
    ran = rlist("config")
    assert (ran.status, "colour" in ran.out) == (0, False)
    assert "has colour, and there is no such setting" in ran.err


def test_standard_output_named_as_a_file_is_standard_output(stocked: Rlist) -> None:
    for name in ("-", "/dev/stdout"):
        ran = stocked("export", "csv", "-o", name)
        assert (ran.status, ran.out.count("\n"), ran.err) == (0, 4, "")


def test_an_empty_file_becomes_a_library_for_its_owner_alone(rlist: Rlist, tmp_path: Path) -> None:
    library = tmp_path / "library.db"
    library.touch(mode=0o644)
    rlist("add", "A title", "--no-lookup")
    assert library.stat().st_mode & 0o777 == 0o600


def test_what_is_removed_and_taken_back_names_what_was_done_to(rlist: Rlist, tmp_path: Path) -> None:
    source = tmp_path / "reading.md"
    source.write_text(
        "- Mamba selective scan https://example.org/1\n"
        "  - A survey of selective methods for scanning https://example.org/2\n",
        encoding="utf-8",
    )
    rlist("import", str(source))
    rlist("rm", "1")
    assert rlist("undo").out.splitlines()[1:] == ["  1  Mamba selective scan"]
    assert json.loads(rlist("show", "2", "--json").out)["entries"][0]["parent"] == 1


def test_a_long_step_is_whole_in_json_and_counted_in_text(rlist: Rlist) -> None:
    rlist("add", *(f"Title number {number}" for number in range(20)), "--no-lookup")
    assert json.loads(rlist("log", "--json").out)[0]["items"] == list(range(1, 21))
    rlist("undo")
    assert rlist("undo", "--redo").out.splitlines()[-1] == "  and 12 more items"
    rlist("tag", "1-20", "+ssm")
    assert len(json.loads(rlist("undo", "--json").out)) == 20
    assert rlist("undo", "-n", "5").err == "there was 1 step to take back, not 5\n"
    assert rlist("undo").err == "there is nothing to take back\n"

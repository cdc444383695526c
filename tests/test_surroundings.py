"""Whatever streams, environment, folders and editor there are: an answer, or one line that says what is wrong."""

from __future__ import annotations

import json
import os
import shlex
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from attacks import TERMINAL
from rlist.cli.terminal import clean
from rlist.store import database
from rlist.web import Web, WebRules

if TYPE_CHECKING:
    from conftest import Clock, Rlist

# Names of files and titles that mean something to a shell, to TOML, or to a terminal.
HOSTILE = (
    "$(touch pwned)",
    "; touch pwned; '",
    '"""\ntitle = "x"\n[a]\n"""',
    "'''\nid = 1\n'''",
    "\\u0041\\",
    "# no comment = 1",
    "<!-- x -->",
    *TERMINAL[:12],
)
# What has no width and steers nothing: parts of the writing of some languages.
JOINING = set("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\xad")


def _shell(line: str, folder: Path) -> tuple[int, str, str]:
    """What a shell makes of `line`, in which `rlist` is the command on a library in `folder`."""
    environment = os.environ | {
        "RLIST_DB": str(folder / "library.db"),
        "RLIST_CONFIG": str(folder / "config.toml"),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    command = f'rlist() {{ {shlex.quote(sys.executable)} -m rlist "$@"; }}; {line}'
    ran = subprocess.run(["sh", "-c", command], env=environment, capture_output=True, check=False, timeout=60)
    return ran.returncode, ran.stdout.decode(), ran.stderr.decode()


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("rlist list >&-", 0),
        ("rlist list 2>&-", 0),
        ("rlist add B --no-lookup <&- >&- 2>&-", 0),
        ("rlist show 99 2>&-", 1),
        ("rlist show 99 2>/dev/full", 1),
        ("rlist list >/dev/full", 3),
        ("rlist --help >/dev/full", 3),
        ("rlist list --help >/dev/full", 3),
        ("rlist --version >/dev/full", 3),
        ("rlist export json -o /dev/full", 3),
        ("COLUMNS=² rlist --color always list", 0),
        ("COLUMNS=1 LINES=² rlist --color always list", 0),
        ("PYTHONIOENCODING=ascii rlist list", 0),
        ("LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 rlist list", 0),
        ("LC_ALL=C rlist add \"$(printf 'caf\\351')\" --no-lookup", 0),
        ("unset HOME; rlist list", 0),
        ("HOME=/dev/null XDG_STATE_HOME= rlist add B --no-lookup", 0),
        ("HOME=/dev/null RLIST_DB= RLIST_CONFIG= rlist add B --no-lookup", 2),
        ("HOME=/proc/nope RLIST_DB= RLIST_CONFIG= rlist add B --no-lookup", 4),
        ("XDG_STATE_HOME=/dev/null rlist add B --no-lookup", 0),
        ("XDG_STATE_HOME=/dev/null rlist backup", 3),
        ("RLIST_DB='~nobody-at-all/x.db' rlist list", 0),
        ("RLIST_CONFIG=/dev/zero rlist list", 2),
        ("RLIST_CONFIG=/ rlist list", 2),
        ("rlist --db /dev/null list", 4),
        ("rlist --db /dev/zero list", 4),
        ("rlist --db / list", 4),
        ('mkdir "$RLIST_DB-wal"; rlist list', 4),
        ('mkfifo "$RLIST_DB.fifo"; rlist --db "$RLIST_DB.fifo" list', 4),
    ],
)
def test_odd_surroundings_are_an_answer_or_one_line(rlist: Rlist, tmp_path: Path, line: str, status: int) -> None:
    assert rlist("add", "A title é 線形", "--no-lookup").status == 0
    ended, _, err = _shell(line, tmp_path)
    assert "Traceback" not in err
    assert ended == status, err
    assert err.count("rlist: ") == (1 if status and "2>" not in line else 0)


@pytest.mark.parametrize("name", ["deep.toml", "nul.toml", "latin.toml", "long.toml"])
def test_a_configuration_that_is_none_is_one_line(rlist: Rlist, tmp_path: Path, name: str) -> None:
    content = {
        "deep.toml": b"a = " + b"[" * 100_000,
        "nul.toml": b'contact = "\\u0000"',
        "latin.toml": b"\xff\xfe",
        "long.toml": b"#" * 10_000_000,
    }
    (tmp_path / name).write_bytes(content[name])
    status, out, err = rlist("list", environment={"RLIST_CONFIG": str(tmp_path / name)})
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_what_says_something_of_the_reader_is_the_readers_alone(
    rlist: Rlist, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mask = os.umask(0)
    try:
        assert rlist("config", "contact", "me@example.org").status == 0
        with Web(WebRules("rlist/test", tmp_path / "new" / "cache", {"a.example": 0.001})) as web:
            monkeypatch.setattr(web, "_once", lambda asked, seconds: _answer(asked.url))
            web.get("https://a.example/", kept_seconds=60)
    finally:
        os.umask(mask)
    files = [tmp_path / "config.toml", *(tmp_path / "new" / "cache").rglob("*")]
    assert {"answers.db", "config.toml"} <= {path.name for path in files}
    reachable = [path for path in files if stat.S_IMODE(path.parent.stat().st_mode) & 0o077 and path.is_file()]
    assert {stat.S_IMODE(path.stat().st_mode) & 0o077 for path in reachable} <= {0}
    assert stat.S_IMODE((tmp_path / "new" / "cache").stat().st_mode) == 0o700


def _answer(url: str) -> object:
    from rlist.web import Answer

    return Answer(200, b"x", url)


def test_a_configuration_is_replaced_as_a_whole_and_a_link_to_it_stays(rlist: Rlist, tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    real = tmp_path / "dotfiles" / "rlist.toml"
    real.write_text("# my own words\n", encoding="utf-8")
    (tmp_path / "config.toml").symlink_to(real)
    assert rlist("config", "contact", "me@example.org").status == 0
    assert (tmp_path / "config.toml").is_symlink()
    assert real.read_text(encoding="utf-8") == '# my own words\ncontact = "me@example.org"\n'
    assert os.listdir(real.parent) == ["rlist.toml"]


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], dict[str, str]]:
    """The environment with an editor whose path has blanks, and whose only deed is `body` on `file`."""
    monkeypatch.chdir(tmp_path)

    def editor(body: str) -> dict[str, str]:
        script = tmp_path / "my $(touch pwned) editor.py"
        script.write_text(
            f"import sys\nfrom pathlib import Path\nfile = Path(sys.argv[-1])\n{body}\n", encoding="utf-8"
        )
        return {"EDITOR": f"{shlex.quote(sys.executable)} {shlex.quote(str(script))} --wait"}

    return editor


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_item_comes_out_of_the_editor_as_it_went_in(
    rlist: Rlist, tmp_path: Path, editor: Callable[[str], dict[str, str]], text: str
) -> None:
    assert rlist("add", "--no-lookup", "--note", f"n {text}", "--tag", "t", "--", f"t {text}").status == 0
    assert rlist("edit", "1", "--venue", f"v {text}").status == 0
    before = rlist("show", "1", "--json").out
    seen = tmp_path / "seen"
    keep = f"Path({str(seen)!r}).write_bytes(file.read_bytes())"
    assert rlist("edit", "1", environment=editor(keep)).status == 0
    assert rlist("show", "1", "--json").out == before
    steering = {character for character in seen.read_text(encoding="utf-8") if not clean(character)} - {"\n"}
    assert steering <= JOINING, "the editor is shown no control"
    assert rlist("note", "1", environment=editor(keep + "\nfile.write_text(file.read_text() + 'more')")).status == 0
    assert {character for character in seen.read_text(encoding="utf-8") if not clean(character)} <= {"\n"}
    assert [note["body"] for note in json.loads(rlist("show", "1", "--json").out)["notes"]][-1] == "more"
    assert not (tmp_path / "pwned").exists()


def test_who_reads_waits_for_nobody_who_writes(rlist: Rlist, tmp_path: Path) -> None:
    assert rlist("add", "A title", "--no-lookup").status == 0
    with closing(sqlite3.connect(tmp_path / "library.db", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO step (command, made_at) VALUES ('half done', '2026-01-02T03:04:05Z')")
        for command in (
            ["list"],
            ["search", "title"],
            ["show", "1"],
            ["next"],
            ["export", "json"],
            ["log"],
        ):
            ran = rlist(*command)
            assert ran.status == 0, ran.err
            assert "half done" not in ran.out
        writer.execute("ROLLBACK")


def test_the_doctor_says_that_it_waited_in_vain(rlist: Rlist, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT_SECONDS", 0.02)
    assert rlist("add", "A title", "--no-lookup").status == 0
    with closing(sqlite3.connect(tmp_path / "library.db", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        status, out, err = rlist("doctor")
        writer.execute("ROLLBACK")
    assert (status, out) == (4, "")
    assert "locked" in err


def test_the_doctor_examines_what_cannot_be_written(
    rlist: Rlist, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert rlist("add", "A title", "--no-lookup").status == 0
    monkeypatch.setattr("os.access", lambda path, mode: False)
    status, out, err = rlist("doctor")
    assert (status, err) == (0, ""), out


def test_who_writes_waits_for_nobody_who_reads(rlist: Rlist, tmp_path: Path) -> None:
    assert rlist("add", "A title", "--no-lookup").status == 0
    with closing(sqlite3.connect(tmp_path / "library.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM item").fetchone() == (1,)
        for number in range(20):
            assert rlist("add", f"Title number {number}", "--no-lookup").status == 0
        assert reader.execute("SELECT count(*) FROM item").fetchone() == (1,)


def test_ctrl_c_is_heard_while_another_one_writes(tmp_path: Path, rlist: Rlist) -> None:
    assert rlist("add", "A title", "--no-lookup").status == 0
    begun = threading.Event()
    with closing(sqlite3.connect(tmp_path / "library.db", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        begun.set()
        ended, _, err = _shell("timeout -s INT 3 env " + shlex.quote(sys.executable) + " -m rlist tag 1 +x", tmp_path)
        writer.execute("ROLLBACK")
    # `timeout` says 124 where the command was still there; the command itself that it was interrupted.
    assert ended in (124, 130)
    assert err == "interrupted\n"


def test_a_clock_that_is_set_back_loses_nothing(
    rlist: Rlist, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for day in range(12):
        assert rlist("add", f"Title {day}", "--no-lookup").status == 0
        clock.move_on(days=1)
    clock.move_on(days=-4000)
    for command in (["done", "1"], ["tag", "2", "+x"], ["note", "3", "words"], ["add", "Another title", "--no-lookup"]):
        assert rlist(*command).status == 0
    kept = {path.name for path in (tmp_path / "state").rglob("*.db")}
    assert f"{clock():%Y-%m-%d}.db" in kept
    assert len(kept) == 10
    assert rlist("doctor").status == 0
    for command in (["list"], ["next"], ["log"], ["stats"], ["search", "title"], ["lists"]):
        assert rlist(*command).status == 0
    assert "Another title" in rlist("undo").out
    assert rlist("list", "status:done", "--json").out.count('"finished_at"') == 1

"""Whoever pulls the plug: each command is done wholly or not at all, and what was reported as done is there.

`RLIST_KILLS=1000 pytest -n0 tests/test_crashes.py` is the long form.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from rlist.store.checks import CHECKS, find_faults
from rlist.store.database import open_store

# Over all commands together.
KILLS = int(os.environ.get("RLIST_KILLS", "48"))
OLD = Path(__file__).parent / "store" / "files" / "version-1.db"

# Loads everything once and does each command in a child of its own, without a network; so what is killed is the command
# and not Python's own start. It prints the child's number, and its status once it has ended.
NURSERY = """
import json, os, resource, signal, sys
from pathlib import Path
from rlist.cli.main import main
from rlist.library import keeping, looking_up
from services import Services
import httpx, sqlmodel, rlist.store.bulk
for line in sys.stdin:
    job = json.loads(line)
    child = os.fork()
    if not child:
        for name, number in (("out", 1), ("err", 2)):
            os.dup2(os.open(job[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        os.environ.update(job["environment"])
        looking_up.open_web = Services(Path(job["cache"])).web
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        if job["most_bytes"]:
            resource.setrlimit(resource.RLIMIT_FSIZE, (job["most_bytes"], job["most_bytes"]))
        status = main(job["arguments"])
        sys.stdout.flush()
        os._exit(status)
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""

# The installed command, which tells when it is there to take a signal.
TELLING = """
import rlist.cli.main as cli
real = cli.main
def main(arguments):
    print("ready", flush=True)
    return real(arguments)
cli.main = main
from rlist.__main__ import run
run()
"""

# A command in which an interruption and a destructor, which can't pass an exception on, meet in two ways.
DESTRUCTOR = """
import os, signal, time
import rlist.cli.main as cli
class Deaf:
    def __del__(self):
        {body}
def main(arguments):
    deaf = Deaf()
    os.kill(os.getpid(), signal.SIGINT) if {cut} else None
    del deaf
    time.sleep(30)
    return 0
cli.main = main
from rlist.__main__ import run
run()
"""
SWALLOWING = {"body": "os.kill(os.getpid(), signal.SIGINT); time.sleep(0)", "cut": False}
FAILING = {"body": "raise ValueError", "cut": True}

TABLES = ("list", "item", "section", "entry", "link", "identifier", "tag", "note", "step", "change", "lookup", "seen")
Rows = dict[str, list[tuple[object, ...]]]


Prepare = Callable[["Nursery", Path], None]


class Deed(NamedTuple):
    """A command to be killed: what makes its library ready, and how it commits: at once, or item by item."""

    arguments: list[str]
    prepare: Prepare
    by_item: bool = False


def _environment(library: Path) -> dict[str, str]:
    return os.environ | {
        "RLIST_DB": str(library),
        "RLIST_CONFIG": str(library.with_name("config.toml")),
        "XDG_STATE_HOME": str(library.with_name("state")),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }


class Ran(NamedTuple):
    status: int
    out: str
    err: str
    seconds: float


class Nursery:
    """Runs commands as children of a process that has loaded everything."""

    def __init__(self) -> None:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
        self._process = subprocess.Popen(
            [sys.executable, "-c", NURSERY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
        )

    def run(self, library: Path, arguments: list[str], *, kill_after: float | None = None, most_bytes: int = 0) -> Ran:
        """The command on `library`, killed after so many seconds; no file grows beyond `most_bytes`."""
        folder = library.parent
        out, err = folder / "out", folder / "err"
        for said in (out, err):
            # What is killed before it says anything must not be taken for what was run here before it.
            said.unlink(missing_ok=True)
            said.touch()
        job = {
            "arguments": [word.replace("{folder}", str(folder)) for word in arguments],
            "environment": _environment(library),
            "out": str(out),
            "err": str(err),
            "cache": str(folder / "cache"),
            "most_bytes": most_bytes,
        }
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        child, began = int(self._process.stdout.readline()), time.monotonic()
        if kill_after is not None:
            time.sleep(kill_after)
            # Until its status is read its number is given to no other process.
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        status = int(self._process.stdout.readline())
        return Ran(status, out.read_text(), err.read_text(), time.monotonic() - began)

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


def _list(count: int) -> str:
    return "".join(f"- Title number {number} of them https://example.org/{number}\n" for number in range(count))


def _stocked(nursery: Nursery, library: Path) -> None:
    library.with_name("list.txt").write_text(f"Reading\n\n{_list(300)}", encoding="utf-8")
    library.with_name("more.txt").write_text(f"More\n\n{_list(600)}", encoding="utf-8")
    for arguments in (["import", "{folder}/list.txt"], ["backup", "{folder}/copy.db"], ["tag", "1-300", "+before"]):
        assert nursery.run(library, arguments).status == 0


def _old(nursery: Nursery, library: Path) -> None:
    shutil.copyfile(OLD, library)
    library.chmod(0o600)


ITEMS_LOOKED_UP = 20

DEEDS = {
    "import": Deed(["import", "{folder}/more.txt"], _stocked),
    "add": Deed(["add", "A new title", "--tag", "new", "--no-lookup"], _stocked),
    "tag": Deed(["tag", "1-300", "+new", "-before"], _stocked),
    "rm": Deed(["rm", "1-200", "--yes"], _stocked),
    "undo": Deed(["undo"], _stocked),
    "restore": Deed(["restore", "{folder}/copy.db"], _stocked),
    "migration": Deed(["list"], _old),
    "look-up": Deed(["lookup", f"1-{ITEMS_LOOKED_UP}"], _stocked, by_item=True),
}


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    running = Nursery()
    yield running
    running.close()


@pytest.fixture(scope="module")
def prepared(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> dict[Prepare, Path]:
    """A folder for each way to make ready, made once."""
    folders: dict[Prepare, Path] = {}
    for prepare in dict.fromkeys(deed.prepare for deed in DEEDS.values()):
        folders[prepare] = tmp_path_factory.mktemp("prepared")
        prepare(nursery, folders[prepare] / "library.db")
    # An item that changes in the second of its last change keeps its time, and the log has a row less.
    time.sleep(1)
    return folders


def _rows(library: Path) -> tuple[int, Rows]:
    with closing(sqlite3.connect(library)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        return version, {table: db.execute(f"SELECT * FROM {table} ORDER BY id").fetchall() for table in TABLES}


def _without_times(state: tuple[int, Rows]) -> str:
    """The rows as they are but for uids, keys that are made with them, and the times of this run."""
    version, rows = state
    kept = {
        table: [[value for value in row if not _is_of_this_run(value)] for row in rows[table]]
        for table in TABLES
        if table != "change"
    }
    return json.dumps([version, kept, len(rows["change"])])


def _is_of_this_run(value: object) -> bool:
    is_made = isinstance(value, str) and re.fullmatch("[0-9a-f]{24}|[0-9a-f]{32}", value)
    return bool(is_made or (isinstance(value, str) and value.startswith(str(time.gmtime().tm_year))))


def _check(library: Path) -> None:
    with open_store(library) as store:
        assert store.db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert {check.name: find_faults(check, store) for check in CHECKS} == {check.name: [] for check in CHECKS}


@pytest.mark.parametrize("name", DEEDS)
def test_a_command_that_is_killed_is_done_wholly_or_not_at_all(
    name: str, nursery: Nursery, prepared: dict[Prepare, Path], tmp_path: Path
) -> None:
    deed, moments = DEEDS[name], random.Random(name)

    library = tmp_path / "folder" / "library.db"

    def make_ready() -> None:
        # The same folder each time: a list knows the path that it came from.
        shutil.rmtree(library.parent, ignore_errors=True)
        shutil.copytree(prepared[deed.prepare], library.parent)

    make_ready()
    before = _rows(library)
    whole = nursery.run(library, deed.arguments)
    assert whole.status == 0, whole.err
    after = _rows(library)
    for _ in range(-(-KILLS // len(DEEDS))):
        make_ready()
        # Some moments are after its end.
        ran = nursery.run(library, deed.arguments, kill_after=moments.uniform(0, 1.1 * whole.seconds))
        left = _rows(library)
        _check(library)
        if deed.by_item:
            changed = sum(row != old for row, old in zip(left[1]["item"], before[1]["item"], strict=True))
            assert changed <= ITEMS_LOOKED_UP
        else:
            # A migration is done step by step, and each of its steps wholly.
            at_a_step = name == "migration" and left[1] == before[1] and before[0] <= left[0] <= after[0]
            assert at_a_step or left == before or _without_times(left) == _without_times(after), ran
        assert not ran.out or left != before, "what was reported is there"
        # What is removed already isn't found.
        assert nursery.run(library, deed.arguments).status in ((0, 1) if name == "rm" else (0,))
        assert not list(library.parent.glob(".*")), "what the killed one left is gone"


@pytest.mark.parametrize("name", ["import", "tag", "add", "rm", "undo", "restore", "look-up"])
@pytest.mark.parametrize("room", [0, 64 * 1024, 512 * 1024])
def test_a_full_disk_damages_nothing_and_is_one_line(
    name: str, room: int, nursery: Nursery, prepared: dict[Prepare, Path], tmp_path: Path
) -> None:
    deed = DEEDS[name]
    shutil.copytree(prepared[deed.prepare], tmp_path / "folder")
    library = tmp_path / "folder" / "library.db"
    before = _rows(library)
    ran = nursery.run(library, deed.arguments, most_bytes=library.stat().st_size + room if room else 1024)
    assert "Traceback" not in ran.err
    assert ran.status in (0, 3, 4), ran
    if ran.status:
        assert sum(line.startswith("rlist: ") for line in ran.err.splitlines()) == 1
        assert deed.by_item or _rows(library) == before
    else:
        assert _rows(library) != before
    _check(library)


def test_a_library_that_goes_away_meanwhile_is_no_traceback(
    nursery: Nursery, prepared: dict[Prepare, Path], tmp_path: Path
) -> None:
    shutil.copytree(prepared[_stocked], tmp_path / "folder")
    library = tmp_path / "folder" / "library.db"
    with open_store(library) as store:
        library.unlink()
        assert store.db.execute("SELECT count(*) FROM item").fetchone() == (300,)
    assert nursery.run(library, ["list"])[:3] == (0, "", "nothing to list\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_at_any_moment_ends_in_130(
    number: signal.Signals, prepared: dict[Prepare, Path], tmp_path: Path
) -> None:
    moments = random.Random(int(number))
    for turn in range(4):
        shutil.copytree(prepared[_stocked], tmp_path / str(turn))
        library = tmp_path / str(turn) / "library.db"
        before = _rows(library)
        with subprocess.Popen(
            [sys.executable, "-c", TELLING, "tag", "1-300", "+new"],
            env=_environment(library),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(moments.uniform(0, 0.4))
            process.send_signal(number)
            _, err = process.communicate(timeout=60)
        assert b"Traceback" not in err
        assert process.returncode in (0, 130)
        if process.returncode == 0:
            assert _rows(library) != before
        _check(library)


@pytest.mark.parametrize("parts", [SWALLOWING, FAILING], ids=["that swallows it", "that fails of it"])
def test_an_interruption_that_meets_a_destructor_ends_in_130_all_the_same(
    parts: dict[str, object], tmp_path: Path
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", DESTRUCTOR.format(**parts)],
        check=False,
        env=_environment(tmp_path / "library.db"),
        capture_output=True,
        timeout=60,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")

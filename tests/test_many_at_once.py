"""Sixteen processes write to one library at once, and others read it: nothing is lost, nobody is turned away.

`RLIST_WRITES=200 pytest -n0 tests/test_many_at_once.py` is the long form.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rlist.store.checks import CHECKS, find_faults
from rlist.store.database import open_store

if TYPE_CHECKING:
    from conftest import Rlist

PROCESSES = 16
WRITES = int(os.environ.get("RLIST_WRITES", "10"))
KINDS = 5

# Adds, tags, marks, notes and imports in turn, each time with words of its own, and reads in between.
WRITER = """
import sys
from pathlib import Path
from rlist.cli.main import main
number, writes, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])

def rlist(*arguments):
    if status := main(arguments):
        sys.exit(f"{arguments} ended in {status}")

for turn in range(writes):
    own = f"{number}-{turn}"
    listed = folder / f"{own}.txt"
    listed.write_text(f"List\\n\\n- The imported title {own}\\n")
    rlist(*(
        ("add", f"The added title {own}", "--no-lookup"),
        ("tag", "1", f"+tag{own}"),
        ("done" if turn % 10 < 5 else "unread", str(2 + number)),
        ("note", "1", f"note {own}"),
        ("import", str(listed), "--list", f"List {number}"),
    )[turn % 5])
    rlist("list", "--limit", "1", "--json")
"""


def test_all_writes_of_sixteen_processes_are_there(rlist: Rlist, tmp_path: Path) -> None:
    assert rlist("add", *(f"Shared title {number}" for number in range(PROCESSES + 1)), "--no-lookup").status == 0
    environment = os.environ | {
        "RLIST_DB": str(tmp_path / "library.db"),
        "RLIST_CONFIG": str(tmp_path / "config.toml"),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(number), str(WRITES), str(tmp_path)],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for number in range(PROCESSES)
    ]
    said = [writer.communicate()[1].decode() for writer in writers]
    assert [(writer.returncode, err) for writer, err in zip(writers, said, strict=True)] == [(0, "")] * PROCESSES
    of_kind = [len(range(kind, WRITES, KINDS)) * PROCESSES for kind in range(KINDS)]
    shared = json.loads(rlist("show", "1", "--json").out)
    assert len(shared["tags"]) == of_kind[1]
    assert len(shared["notes"]) == of_kind[3]
    items = json.loads(rlist("list", "status:any", "--json").out)
    assert len({item["title"] for item in items}) == len(items) == PROCESSES + 1 + of_kind[0] + of_kind[4]
    assert len(json.loads(rlist("log", "--limit", "0", "--json").out)) == 1 + PROCESSES * WRITES
    with open_store(tmp_path / "library.db") as store:
        assert {check.name: find_faults(check, store) for check in CHECKS} == {check.name: [] for check in CHECKS}

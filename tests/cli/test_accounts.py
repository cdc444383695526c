"""What an import says of a file with very much wrong in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conftest import Rlist


def test_the_first_problems_of_a_file_are_told_and_the_others_counted(rlist: Rlist, tmp_path: Path) -> None:
    damaged, sound = tmp_path / "damaged.ris", tmp_path / "other.ris"
    damaged.write_text("".join(f"TY  - JOUR\nTI  - Title {n}\nUR  - javascript:{n}\nER  - \n" for n in range(25)))
    sound.write_text("TY  - JOUR\nTI  - A title\nUR  - javascript:other\nER  - \n")
    status, out, err = rlist("import", str(damaged), str(sound), "--dry-run", "--json")
    told = err.splitlines()
    assert status == 0
    assert [line.count("is no address") for line in told] == [1] * 10 + [0, 1]
    assert told[10] == f"{damaged}: and 15 more; --json lists them all"
    assert [len(file["problems"]) for file in json.loads(out)["files"]] == [25, 1]

"""The main job: the two seed lists in, everything in its place, and out again."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SEEDS = Path(__file__).parent.parent / "seeds"
FILES = Path(__file__).parent / "files" / "seeds"
CHECK = Path(__file__).parent / "check_import.py"

Run = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize(
    ("seed", "name"),
    [
        pytest.param("reading-list", "Reading List", id="reading list"),
        pytest.param("systems-frameworks-performance", "Systems-Frameworks-Performance", id="systems"),
    ],
)
def test_a_seed_is_read_as_a_careful_person_would(rlist: Run, tmp_path: Path, seed: str, name: str) -> None:
    source = SEEDS / f"{seed}.txt"
    assert rlist("import", str(SEEDS))[0] == 0
    export = tmp_path / "export.json"
    assert rlist("export", "json", "-o", str(export))[0] == 0
    checked = subprocess.run(
        [
            *(sys.executable, str(CHECK), str(export), str(FILES / f"{seed}.expect.json")),
            *("--list", name, "--source", str(source)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout


def test_importing_the_seeds_twice_adds_nothing(rlist: Run, tmp_path: Path) -> None:
    rlist("import", "seeds")
    before = json.loads(rlist("export", "json")[1])
    for source in sorted(SEEDS.iterdir()):
        report = tmp_path / "report.tsv"
        status, _, _ = rlist("import", str(source), "--report", str(report))
        assert status == 0
        rows = [line.split("\t") for line in report.read_text(encoding="utf-8").splitlines()]
        assert [int(row[0]) for row in rows] == list(range(1, len(source.read_bytes().splitlines()) + 1))
        assert not [row for row in rows if row[1] == "new"]
        assert report.read_bytes().count(b"\n") == source.read_bytes().count(b"\n")
    after = json.loads(rlist("export", "json")[1])
    assert after["items"] == before["items"]
    assert after["sections"] == before["sections"]


def test_ssm_finds_the_whole_section_and_titles_come_first(rlist: Run) -> None:
    rlist("import", "seeds")
    items = json.loads(rlist("export", "json")[1])["items"]
    expected = {
        item["id"]
        for item in items
        if any("SSMs" in entry["section"] for entry in item["entries"]) or "SSM" in json.dumps(item)
    }
    found = json.loads(rlist("search", "ssm", "--json")[1])
    assert {item["id"] for item in found} == expected
    with_word = [item["id"] for item in found if "SSM" in item["title"].split() or "SSMs" in item["title"].split()]
    assert [item["id"] for item in found][: len(with_word)] == with_word
    assert with_word


def test_undo_takes_a_whole_import_back(rlist: Run) -> None:
    empty = rlist("list", "--json")[1]
    rlist("import", "seeds")
    assert rlist("undo")[0] == 0
    assert rlist("list", "--json")[1] == empty
    assert rlist("undo", "--redo")[0] == 0
    assert len(json.loads(rlist("list", "--json")[1])) == 126

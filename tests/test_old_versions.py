"""A library of every released version opens with all its data; each file was made by the version it is of."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rlist.store import database
from rlist.store.migrations import MIGRATIONS

if TYPE_CHECKING:
    from conftest import Rlist

FILES = sorted((Path(__file__).parent / "store" / "files").glob("version-*.db"))


def _within(old: Any, new: Any) -> bool:
    """Whether all that `old` says `new` says too; a later version may say more."""
    if isinstance(old, dict):
        return all(key in new and _within(value, new[key]) for key, value in old.items())
    if isinstance(old, list):
        return len(old) == len(new) and all(map(_within, old, new))
    return bool(old == new)


def test_there_is_a_file_of_every_version_before_this_one() -> None:
    assert {f"version-{number}" for number in range(1, len(MIGRATIONS))} <= {path.stem for path in FILES}
    assert len(FILES) <= len(MIGRATIONS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_library_of_an_old_version_opens_with_all_its_data(rlist: Rlist, tmp_path: Path, path: Path) -> None:
    shutil.copyfile(path, tmp_path / "library.db")
    (tmp_path / "library.db").chmod(0o600)
    exported = json.loads(rlist("export", "json").out)
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert _within(expected["items"], exported["items"])
    assert _within(expected["sections"], exported["sections"])
    assert _within(expected.get("views", []), json.loads(rlist("view", "--json").out))
    assert rlist("doctor").status == 0
    for item in expected["items"]:
        # A search takes a title for words, so that what means something in a query is left out.
        words = " ".join(re.findall(r"\w{3,}", item["title"]))
        found = {row["id"] for row in json.loads(rlist("search", words, "--exact", "--json").out)}
        assert item["id"] in found, words
    assert rlist("lookup", "--review").status == 0
    steps = len(json.loads(rlist("log", "--json").out))
    assert steps > len(expected["items"])
    assert rlist("undo", "-n", "99").status == 0
    assert json.loads(rlist("list", "status:any", "--json").out) == []
    assert rlist("undo", "--redo", "-n", "99").status == 0
    brought_again = {item["id"] for item in json.loads(rlist("list", "status:any", "--json").out)}
    assert brought_again | {5} >= {item["id"] for item in expected["items"]}, "5 was removed before the undo of that"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_migration_keeps_a_copy_of_what_was_there(
    rlist: Rlist, tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "library.db"
    shutil.copyfile(path, library)
    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, lambda db: db.execute("UPDATE item SET title = 'lost'")))
    assert rlist("show", "1").out.startswith("1\tlost")
    ((copy, why),) = [(one["file"], one["why"]) for one in json.loads(rlist("backup", "--list", "--json").out)]
    assert why == "before-migration"
    monkeypatch.undo()
    library.unlink()
    shutil.copyfile(copy, library)
    assert rlist("show", "1").out.startswith("1\tMamba")

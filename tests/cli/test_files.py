from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest

from rlist.cli.files import save
from rlist.errors import SomeFailed

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Rlist


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    target = tmp_path / "reading.md"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    save(str(target), "new\n")
    assert target.read_bytes() == b"new\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_to_a_file_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "reading.md", tmp_path / "link.md"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    save(str(link), "new")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"


def test_a_file_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(SomeFailed, match="can't be written"):
        save(str(tmp_path / "missing" / "reading.md"), "text")


@pytest.mark.parametrize("name", ["library.db", "library.db-wal", "link.txt", "other.db", "config.toml"])
@pytest.mark.parametrize("command", [("export", "json", "-o"), ("import", "seeds", "--report")])
def test_no_answer_is_written_over_a_library_or_the_configuration(
    rlist: Rlist, tmp_path: Path, name: str, command: tuple[str, ...]
) -> None:
    assert rlist("add", "A title", "--no-lookup").status == 0
    assert rlist("backup", str(tmp_path / "other.db")).status == 0
    assert rlist("config", "contact", "me@example.org").status == 0
    (tmp_path / "link.txt").symlink_to("library.db")
    (tmp_path / "library.db-wal").touch()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    status, out, err = rlist(*command, str(tmp_path / name))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from rlist import __version__
from rlist.cli.main import COMMANDS, build

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Rlist

# Each of them takes longer to import than everything that a short command does.
HEAVY = {"sqlmodel", "sqlalchemy", "httpx", "feedparser", "rich", "tomllib", "tomlkit", "platformdirs", "pydantic"}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_line_of_a_command_is_that_of_its_function(name: str) -> None:
    row = COMMANDS[name]
    function = getattr(import_module(f"rlist.cli.{row.module}"), row.function)
    assert inspect.cleandoc(function.__doc__ or "").splitlines()[0] == row.help
    assert row.function.rstrip("_") == name


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_at_most_fifteen_lines(name: str) -> None:
    row = COMMANDS[name]
    source = inspect.getsource(getattr(import_module(f"rlist.cli.{row.module}"), row.function))
    body = source.rpartition('"""')[2]
    assert len(body.strip().splitlines()) <= 15


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained(name: str) -> None:
    assert [parameter.name for parameter in build(name).params if not getattr(parameter, "help", None)] == []


def test_the_help_names_every_command_and_loads_nothing_heavy() -> None:
    code = """
import sys
from rlist.cli.main import main
status = main(["--help"])
print(*sorted({name.split(".")[0] for name in sys.modules}), file=sys.stderr)
sys.exit(status)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY & set(ran.stderr.split())
    lines = [line.split() for line in ran.stdout.splitlines() if line.startswith("  ")]
    assert set(COMMANDS) <= {line[0] for line in lines}


def test_a_command_loads_no_other(tmp_path: Path) -> None:
    code = """
import sys
from rlist.cli.main import main
main(["lists"])
print(*(name.removeprefix("rlist.cli.") for name in sys.modules if name.startswith("rlist.cli.")))
"""
    environment = os.environ | {"RLIST_DB": str(tmp_path / "library.db"), "RLIST_CONFIG": str(tmp_path / "config.toml")}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    modules = {row.module for row in COMMANDS.values()}
    assert modules & set(ran.stdout.split()) == {"finding"}


def test_the_version_is_printed(rlist: Rlist) -> None:
    assert rlist("--version") == (0, f"rlist {__version__}\n", "")
    assert rlist("-V").out == rlist("--version").out


def test_typer_installs_the_completion_of_the_shell(rlist: Rlist) -> None:
    help_text = rlist("--help").out
    assert "--install-completion" in help_text
    assert "--show-completion" in help_text

"""How the command begins and ends: what it loads, what it leaves alone."""

import subprocess
import sys
from pathlib import Path

import pytest

# The installed command, which tells before it ends which of the rare modules were wanted after all.
TELLING = """
import sys
import rlist.__main__ as entrance
entrance.stand_in()
import rlist.cli.main as cli
real = cli.main
def main(arguments):
    status = real(arguments)
    print(*sorted(name for name in entrance.RARE if not isinstance(sys.modules.get(name), entrance.Later)), flush=True)
    return status
cli.main = main
entrance.run()
"""


def _fresh(program: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {"RLIST_DB": str(folder / "rlist.db"), "RLIST_CONFIG": str(folder / "config.toml")}
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("arguments", [["list"], ["next"], ["search", "ssm"], ["tag", "1", "+x"]], ids=" ".join)
def test_a_common_command_wants_nothing_of_the_rare_modules(arguments: list[str], tmp_path: Path) -> None:
    _fresh("from rlist.__main__ import run; run()", "add", "a paper about ssm", "--no-lookup", folder=tmp_path)
    ran = _fresh(TELLING, *arguments, folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[-1] == ""


def test_a_rare_module_is_there_once_something_of_it_is_wanted(tmp_path: Path) -> None:
    program = """
import sys
from rlist.__main__ import Later, stand_in
stand_in()
import ipaddress, ipaddress as again
assert isinstance(ipaddress, Later)
print(ipaddress.ip_address("::1"), again.ip_address("::2"))
import ipaddress as third
from ipaddress import ip_network
print(isinstance(third, Later), ip_network("10.0.0.0/8"))
"""
    ran = _fresh(program, folder=tmp_path)
    assert (ran.stdout, ran.stderr) == ("::1 ::2\nFalse 10.0.0.0/8\n", "")


def test_what_is_shown_is_whole_though_python_is_not_taken_apart(tmp_path: Path) -> None:
    ran = _fresh("from rlist.__main__ import run; run()", "--help", folder=tmp_path)
    assert ran.returncode == 0
    assert ran.stdout.endswith("$ rlist next\n")

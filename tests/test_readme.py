"""The README says what there is."""

import re
from pathlib import Path

import pytest

from rlist.cli.main import COMMANDS
from rlist.store.query import OPERATORS

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_readme(name: str) -> None:
    assert re.search(rf"`{name}`|`rlist {name}\b", README)


def test_the_table_of_the_query_language_is_that_of_the_operators() -> None:
    table = re.findall(r"^\| `(.+)` \| (.+) \|$", README.partition("## Queries")[2].partition("\n## ")[0], re.MULTILINE)
    assert table == [(operator.example, operator.meaning) for operator in OPERATORS]

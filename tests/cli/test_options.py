from __future__ import annotations

import pytest

from rlist.cli.options import separate
from rlist.model.finding import SORT_KEYS
from rlist.store.search import SORTS

OPTIONS = {"-n": True, "--limit": True, "--json": False, "-r": False}


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        pytest.param("ssm -n 2", "-n 2", "ssm", id="an option with its value"),
        pytest.param("-n3 ssm", "-n3", "ssm", id="a number directly behind"),
        pytest.param("--limit=3 ssm --json", "--limit=3 --json", "ssm", id="long ones"),
        pytest.param("-note:x -n 2", "-n 2", "-note:x", id="-note:x is no -n"),
        pytest.param("-tag:old -r", "-r", "-tag:old", id="-tag:old"),
        pytest.param("-rx", "", "-rx", id="a flag takes no more"),
        pytest.param("3 5 8-12 +ml -todo", "", "3 5 8-12 +ml -todo", id="tags"),
        pytest.param("--jsn ssm", "--jsn", "ssm", id="a misspelt option is left to be complained of"),
        pytest.param("a -- -n --json", "", "a -n --json", id="after -- there are words only"),
        pytest.param("a -n", "-n", "a", id="a value is missing"),
        pytest.param("-n -r", "-n -r", "", id="a value that looks like an option"),
        pytest.param("-", "", "-", id="a dash alone"),
    ],
)
def test_options_and_words_are_told_apart(arguments: str, options: str, words: str) -> None:
    assert separate(arguments.split(), OPTIONS, has_words=True) == (options.split(), words.split())


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        pytest.param(["12", "-x"], ["-x"], ["12"], id="an unknown option is left to be complained of"),
        pytest.param(["12", "-r", "-"], ["-r"], ["12", "-"], id="a dash alone"),
        pytest.param(["12", "- read 3 again"], [], ["12", "- read 3 again"], id="what has a blank is no option"),
        pytest.param(["12", "--limit=a b"], ["--limit=a b"], ["12"], id="but its value may have one"),
        pytest.param(["--", "-12"], [], ["-12"], id="after -- there are words only"),
    ],
)
def test_without_words_what_begins_with_a_dash_is_an_option(
    arguments: list[str], options: list[str], words: list[str]
) -> None:
    assert separate(arguments, OPTIONS, has_words=False) == (options, words)


def test_the_sort_keys_are_those_of_the_store() -> None:
    assert set(SORT_KEYS) == set(SORTS) - {"rank"}

"""Citekeys: when an item is given one, and what an export makes of those that have none."""

from __future__ import annotations

import re

import pytest

from rlist.library import Library
from rlist.library.collecting import Wishes
from rlist.library.editing import edit
from rlist.library.exporting import export
from rlist.library.history import log
from rlist.library.importing import ImportWishes, import_
from rlist.library.naming import show

RECORDS = """title,authors,year
Mamba,Albert Gu,2023
Mamba again,Albert Gu,2023
Caches,Jane Doe,
"""
NO_LOOKUP = Wishes(lookup=False)


def citekeys(library: Library) -> list[str | None]:
    return [item.citekey for item in show(library, ["1-3"])]


@pytest.fixture
def filled(library: Library) -> Library:
    import_(library, ["-"], RECORDS.encode(), ImportWishes(format_name="csv"), "import -")
    return library


@pytest.mark.parametrize(
    ("format_name", "key"), [("bibtex", r"@\w+\{(.*?),"), ("csl-json", r'"id": "(.*?)"'), ("ris", r"ID  - (.*)")]
)
def test_a_part_is_exported_with_the_citekeys_of_the_whole(filled: Library, format_name: str, key: str) -> None:
    assert re.findall(key, export(filled, format_name, ())) == ["gu2023mamba", "gu2023mambab", "doecaches"]
    assert re.findall(key, export(filled, format_name, ["id:2"])) == ["gu2023mambab"]


def test_an_export_changes_nothing(filled: Library) -> None:
    steps = log(filled, None, None)
    export(filled, "bibtex", ())
    assert log(filled, None, None) == steps
    assert citekeys(filled) == [None, None, None]


def test_an_edit_that_makes_an_item_citable_gives_it_a_citekey(filled: Library) -> None:
    edit(filled, "3", {"year": 2024}, "edit 3")
    assert citekeys(filled) == [None, None, "doe2024caches"]
    edit(filled, "3", {"year": 2025, "title": "Queues"}, "edit 3")
    assert citekeys(filled) == [None, None, "doe2024caches"]


def test_a_citekey_that_the_reader_took_away_stays_away(filled: Library) -> None:
    edit(filled, "3", {"year": 2024, "citekey": ""}, "edit 3")
    edit(filled, "3", {"venue": "OSDI"}, "edit 3")
    assert citekeys(filled) == [None, None, None]


def test_a_citekey_of_another_item_is_not_given_again(filled: Library) -> None:
    edit(filled, "1", {"citekey": "doe2024caches"}, "edit 1")
    edit(filled, "3", {"year": 2024}, "edit 3")
    assert citekeys(filled) == ["doe2024caches", None, "doe2024cachesb"]

from __future__ import annotations

import json
from typing import Any

import pytest

from rlist.errors import UnreadableInput
from rlist.formats import csl_json
from rlist.formats.document import ReadEntry
from rlist.model.item import Kind, Link


def only(**fields: Any) -> ReadEntry:
    """The entry of an object with these fields."""
    (entry,) = csl_json.read(json.dumps([{"type": "article-journal", "title": "T", **fields}])).entries
    return entry


@pytest.mark.parametrize(
    ("issued", "year"),
    [
        ({"date-parts": [["2017", "6"]]}, 2017),
        ({"date-parts": [[2017, 6, 12]]}, 2017),
        ({"raw": "2017-06-12"}, 2017),
        ({"literal": "n.d."}, None),
        ({"date-parts": [[]]}, None),
        ({"date-parts": [[None]]}, None),
        (None, None),
        ("June 2017", 2017),
        (2017, 2017),
        ([], None),
    ],
)
def test_dates_in_all_forms(issued: Any, year: int | None) -> None:
    assert only(issued=issued).metadata.year == year


def test_names_in_all_forms() -> None:
    authors = [
        {"family": "Gogh", "given": "Vincent", "non-dropping-particle": "van"},
        {"family": "King", "given": "Martin Luther", "suffix": "Jr."},
        {"literal": "Working Group on Clocks"},
        {"family": "Plato"},
        {"family": "García Márquez", "given": "Gabriel"},
        {"literal": "others"},
        7,
    ]
    entry = only(author=authors)
    assert entry.metadata.authors == (
        "Vincent van Gogh",
        "Martin Luther King Jr.",
        "Working Group on Clocks",
        "Plato",
        "García Márquez, Gabriel",
    )
    assert entry.metadata.et_al


def test_an_object_is_an_entry_with_its_text() -> None:
    text = (
        '[\n {"id": "gu23", "type": "book", "title": "A <i>b</i> &amp; c",\n  "URL": "https://e.org/1",'
        ' "DOI": "10.1234/X",\n  "page": "1-2", "note": "arXiv: 2312.00752\\nmine", "keyword": "x, y"},\n 7\n]\n'
    )
    document = csl_json.read(text)
    first, odd = document.entries
    assert first.metadata.title == "A b & c"
    assert first.metadata.identifiers == {"doi": "10.1234/x", "arxiv": "2312.00752"}
    assert (first.kind, first.links, first.tags) == (Kind.BOOK, (Link("https://e.org/1"),), ("x", "y"))
    assert (first.citekey, first.notes) == ("gu23", ("mine",))
    assert first.text.startswith('{"id": "gu23"')
    assert odd.text == "7"
    assert [line.entry for line in document.lines] == [None, 0, 0, 0, 1, None]
    assert [problem.message for problem in document.problems] == ["kept only in the text of the records: page (1)"]


@pytest.mark.parametrize("text", ["[", '[{"type": "book", "title": }]', "[" * 100_000], ids=["open", "hole", "deep"])
def test_what_is_no_json_is_refused_with_the_line(text: str) -> None:
    with pytest.raises(UnreadableInput, match="line 1"):
        csl_json.read(text)


@pytest.mark.parametrize(
    ("text", "is_csl"),
    [
        ('[{"id": "a", "type": "article-journal", "title": "T"}]', True),
        ('{"items": [{"type": "book", "author": []}]}', True),
        ('[{"type": "link", "url": "https://example.org", "title": "T"}]', False),
        ('{"format": "rlist", "items": []}', False),
        ("[x] a list", False),
    ],
)
def test_what_is_csl(text: str, is_csl: bool) -> None:
    assert csl_json.recognises(text, "") is is_csl

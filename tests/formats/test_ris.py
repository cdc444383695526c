from __future__ import annotations

from pathlib import Path

import pytest

from rlist.formats import ris
from rlist.formats.document import Fate
from rlist.formats.encoding import decode
from rlist.model.item import Kind, Link

FILES = Path(__file__).parent / "files"


def test_a_file_with_every_freedom_that_programs_take() -> None:
    document = ris.read(decode((FILES / "reference-tool.ris").read_bytes()))
    generals, arguments, report = document.entries
    assert generals.metadata.title == "The Byzantine Generals Problem"
    assert generals.metadata.authors == ("Leslie Lamport", "Robert Shostak", "Marshall Pease")
    assert (generals.metadata.year, generals.metadata.venue) == (1982, "ACM Trans. Program. Lang. Syst.")
    assert generals.metadata.identifiers == {"doi": "10.1145/357172.357176"}
    assert generals.metadata.abstract == "First line of the abstract\nand a second line of it."
    assert generals.tags == ("consensus", "fault tolerance")
    assert "AN  - a blank line stands above" in generals.text
    assert arguments.metadata.authors == ("J. H. Saltzer", "D. P. Reed", "D. D. Clark")
    assert arguments.links == (
        Link("https://dl.acm.org/doi/10.1145/357401.357402"),
        Link("https://example.org/copy.pdf"),
    )
    assert (report.metadata.authors, report.metadata.year, report.kind) == (("Standards Office",), None, Kind.PAPER)
    assert "ZZ  - tag that nobody knows" in report.text
    assert document.sections[0].text == "Saved by a reference tool"
    assert [problem.message for problem in document.problems] == [
        "kept only in the text of the records: AN (1), ZZ (1)"
    ]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        pytest.param(
            "Provider: X\n\nTY  - JOUR\nDB  -\n\nTI  - One\nER  -\nTY  - JOUR\nTI  - Two\nER  - \n",
            ["One", "Two"],
            id="header, blank lines, empty fields",
        ),
        pytest.param("TY  - JOUR\nTI  - One\nTY  - JOUR\nTI  - Two\n", ["One", "Two"], id="no ends"),
        pytest.param("TY - JOUR\nTI - One\nER -\n", ["One"], id="one blank before the dash"),
        pytest.param("TY  - JOUR\nTI  - One\n  goes on\nER  - \n", ["One goes on"], id="title over two lines"),
        pytest.param("TY  - JOUR\nTI  - One\nN1  - a\n  TI  - b\nER  - \n", ["One"], id="an indented line is no field"),
    ],
)
def test_records_begin_and_end(text: str, titles: list[str]) -> None:
    assert ris.recognises(text, "")
    assert [entry.metadata.title for entry in ris.read(text).entries] == titles


def test_an_editor_is_no_author_and_not_lost() -> None:
    document = ris.read("TY  - CONF\nTI  - T\nA1  - Lamport, L.\nA2  - Editor, E.\nER  - \n")
    (entry,) = document.entries
    assert entry.metadata.authors == ("L. Lamport",)
    assert "A2  - Editor, E." in entry.text
    assert "A2 (1)" in document.problems[0].message


def test_every_line_of_a_record_belongs_to_it() -> None:
    document = ris.read("TY  - JOUR\nTI  - One\n\nAB  - a\nb\nER  - \n\nmore\n")
    assert [line.fate for line in document.lines] == [
        *[Fate.ENTRY, Fate.FIELD, Fate.BLANK, Fate.FIELD, Fate.FIELD, Fate.FIELD, Fate.BLANK, Fate.TEXT]
    ]


@pytest.mark.parametrize("text", ["", "- TY  - JOUR\n", "TY  - JOUR\n", "Anything\nTI  - x\n"])
def test_what_is_no_ris(text: str) -> None:
    assert not ris.recognises(text, "")


def test_a_record_that_says_nothing_but_its_type_is_no_item() -> None:
    document = ris.read("TY  - JOUR\nTI  - A title\nER  - \nTY  - JOUR\nER  - \nTY  - \nTY  - BOOK\nTI  - Another\n")
    assert [entry.metadata.title for entry in document.entries] == ["A title", "Another"]
    assert [line.fate for line in document.lines][3:6] == [Fate.LEFT_OUT] * 3


def test_macros_that_a_program_left_of_latex_are_shown_as_what_they_stand_for() -> None:
    text = "TY  - JOUR\nT1  - Oaks\\textendash Ponds\nA1  - O\\textquoteright Neil, Jane\nER  - \n"
    (entry,) = ris.read(text).entries
    assert (entry.metadata.title, entry.metadata.authors) == ("Oaks–Ponds", ("Jane O’Neil",))
    assert "\\textendash" in entry.text

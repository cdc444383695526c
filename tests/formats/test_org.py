"""Org files as their writers mean them; and any text at all, read with no line lost."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlist.formats import org
from rlist.formats.document import ReadEntry
from rlist.formats.lines import split_lines
from rlist.formats.registry import recognise
from rlist.model.item import Priority, Status

FILES = sorted((Path(__file__).parent / "files" / "org").glob("*.org"))


def summary(entry: ReadEntry) -> dict[str, object]:
    """An entry as the expectations have it: what it says, and nothing that it doesn't."""
    known = entry.metadata
    told = {
        "section": list(entry.section),
        "title": known.title,
        "authors": list(known.authors),
        "et_al": known.et_al,
        "year": known.year,
        "venue": known.venue,
        "identifiers": dict(known.identifiers),
        "kind": entry.kind,
        "links": [link.url for link in entry.links],
        "notes": list(entry.notes),
        "tags": list(entry.tags),
        "status": entry.status,
        "priority": entry.priority,
        "rating": entry.rating,
        "citekey": entry.citekey,
        "parent": entry.parent,
        "text": entry.text,
        **{name: at.isoformat() for name in ("added_at", "started_at", "finished_at") if (at := getattr(entry, name))},
    }
    return {name: value for name, value in told.items() if value not in (None, False, [], {})}


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in FILES])
def test_files_are_read_as_their_writers_mean_them(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert recognise(text, "pasted.txt") is org
    document = org.read(text)
    expected = json.loads(path.with_suffix(".expect.json").read_text(encoding="utf-8"))
    assert document.title == expected["title"]
    assert [{"path": list(part.path), "text": part.text} for part in document.sections] == expected["sections"]
    assert [summary(entry) for entry in document.entries] == expected["entries"]
    assert [f"{line.fate} {'' if line.entry is None else line.entry}".strip() for line in document.lines] == expected[
        "lines"
    ]
    assert [problem.message for problem in document.problems] == expected["problems"]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        pytest.param("* TODO A title", Status.UNREAD, id="TODO"),
        pytest.param("* STARTED A title", Status.READING, id="started"),
        pytest.param("* CANCELLED A title", Status.DROPPED, id="cancelled"),
        pytest.param("#+TODO: LATER | GELESEN\n* GELESEN A title", Status.DONE, id="a word of the file's own"),
        pytest.param("#+TODO: LATER GELESEN\n* GELESEN A title", Status.DONE, id="the last one without a stroke"),
        pytest.param("#+SEQ_TODO: OFFEN(o) | WEG(w@)\n* OFFEN A title", Status.UNREAD, id="with keys"),
        pytest.param("* To read\n- [ ] A title", Status.UNREAD, id="an open box"),
        pytest.param("* Books\n- [-] A title", Status.DROPPED, id="a box struck out"),
        pytest.param("* Reading\n- [-] A title", Status.READING, id="a box half done below its heading"),
        pytest.param("* Finished\n- A title", Status.DONE, id="the heading"),
        pytest.param("* [[https://a.org][A title]]\nCLOSED: [2024-01-01 Mon]", Status.DONE, id="closed"),
        pytest.param("* +[[https://a.org][A title]]+", Status.DROPPED, id="struck through"),
        pytest.param("* Books\n- A title", None, id="nothing said"),
    ],
)
def test_the_status_is_that_of_keyword_box_or_heading(text: str, status: Status | None) -> None:
    (entry,) = org.read(text).entries
    assert (entry.metadata.title, entry.status) == ("A title", status)


@pytest.mark.parametrize(
    ("below", "status"),
    [
        pytest.param("  - [ ] A part\n", Status.READING, id="a box"),
        pytest.param("  - A remark on it.\n\n  - [X] A part\n", Status.READING, id="a box behind a remark"),
        pytest.param("  - A remark on it.\n", Status.DROPPED, id="a remark"),
        pytest.param("- [ ] Another title\n", Status.DROPPED, id="a box beside it"),
        pytest.param("- Another title\n  - [ ] A part\n", Status.DROPPED, id="a box of another one"),
    ],
)
def test_half_a_box_is_partly_done_where_boxes_stand_below_it(below: str, status: Status) -> None:
    assert org.read(f"* Books\n- [-] A title\n{below}").entries[0].status is status


@pytest.mark.parametrize(
    ("cookie", "priority"),
    [
        ("[#A] ", Priority.HIGH),
        ("[#B] ", Priority.MEDIUM),
        ("[#C] ", Priority.LOW),
        ("[#1] ", Priority.HIGH),
        ("", None),
    ],
)
def test_a_priority_is_high_medium_or_low(cookie: str, priority: Priority | None) -> None:
    (entry,) = org.read(f"* TODO {cookie}A title :tag:").entries
    assert (entry.metadata.title, entry.priority, entry.tags) == ("A title", priority, ("tag",))


@pytest.mark.parametrize(
    ("text", "filename", "is_org"),
    [
        pytest.param("* TODO A title", "", True, id="a task"),
        pytest.param("#+TITLE: x\n\n* A title", "", True, id="a keyword"),
        pytest.param("* A title", "list.org", True, id="the name of the file"),
        pytest.param("* A title\n* Another one", "list.txt", False, id="stars are bullets elsewhere"),
        pytest.param("* [A title](https://a.org)\n", "", False, id="Markdown"),
        pytest.param("** Bold ** and [[wiki]] links", "", False, id="neither"),
    ],
)
def test_org_is_recognised_by_its_marks(text: str, filename: str, is_org: bool) -> None:
    assert org.recognises(text, filename) is is_org


PIECES = (
    *(
        "* ",
        "** ",
        "*** TODO ",
        "* DONE [#A] ",
        "- ",
        "  - [X] ",
        "1. ",
        "+ ",
        "- [-] ",
        "| ",
        "|-+-|",
        ": ",
        "# ",
        "\n",
        "\n\n",
    ),
    *(
        ":PROPERTIES:\n",
        ":END:\n",
        ":LOGBOOK:\n",
        ":URL: https://a.org/1\n",
        ":YEAR: x\n",
        ":RATING: 9\n",
        "#+BEGIN_SRC\n",
    ),
    *(
        "#+END_SRC\n",
        "#+TODO: A | B\n",
        "#+TITLE: T\n",
        "CLOSED: [2024-01-01 Mon]\n",
        "CLOSED: [2024-99-99]\n",
        "[2024-01-02]",
    ),
    *(
        "[[https://a.org/2][Label]]",
        "[[id:x][y]]",
        "[[",
        "]]",
        "[fn:1]",
        "\n[fn:1] note\n",
        ":tag:",
        " :: ",
        "*bold*",
        "=x=",
        "+s+",
    ),
    *(
        "cite:key",
        "[cite:@key]",
        "[1/2]",
        "words",
        "A title of words",
        "Ünï 漢字",
        "| Title | URL |\n",
        "COMMENT ",
        "A | B",
    ),
)


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text(max_size=60))
def test_any_text_is_read_and_no_line_and_no_word_is_lost(text: str) -> None:
    document = org.read(text)
    assert [line.text for line in document.lines] == split_lines(text)
    assert [line.number for line in document.lines] == list(range(1, len(document.lines) + 1))
    kept = " ".join(
        [
            document.title or "",
            *(part.text for part in document.sections),
            *(" ".join(p.path) for p in document.sections),
        ]
        + [" ".join((entry.text, *entry.notes, entry.metadata.title)) for entry in document.entries]
    )
    for line in document.lines:
        assert line.entry is None or line.entry < len(document.entries)
        if line.fate not in {"left out", "blank"}:
            for word in re.findall(r"words|title|Label|note|Ünï|漢字", line.text):
                assert word in kept, line
    for entry in document.entries:
        assert entry.parent is None or entry.parent < len(document.entries)


def test_titles_with_their_years_are_items_without_any_other_mark() -> None:
    text = "* Oaks in the North 2009  :tree:\nold\n** try\nagain\n* Ponds of the East 1997\n* Moss 2010\nnice\n"
    entries = org.read(text).entries
    assert [entry.metadata.title for entry in entries] == [
        "Oaks in the North 2009",
        "Ponds of the East 1997",
        "Moss 2010",
    ]
    assert entries[0].tags == ("tree",)


def test_a_section_of_works_without_addresses_is_none_itself() -> None:
    text = "* List\n** Thorough\nwords\n*** Oaks in the North (1988)\nJane Roe\n*** Ponds of the East (2006)\n"
    assert [entry.section for entry in org.read(text).entries] == [("Thorough",)] * 2


@pytest.mark.parametrize(
    ("headline", "title"),
    [
        ("Roe, 2014 - The growth of oaks", "The growth of oaks"),
        ("Oaks and Ponds ([[~/papers/roe-2014.pdf][roe-2014]])", "Oaks and Ponds"),
        ("Oaks and Ponds\ncite:roe2014", "Oaks and Ponds"),
    ],
)
def test_notes_on_a_work_are_all_on_it(headline: str, title: str) -> None:
    text = f"* Notes\nwords\n** {headline}\n*** Summary\n**** It grows\n- slowly\n** Moss\nwords\n"
    first = org.read(text).entries[0]
    assert (first.metadata.title, len(first.notes)) == (title, 2)


@pytest.mark.parametrize("line", ["*Author: Wertha Church*", "John Backus", "Author(s): Wertha Church, Jane Roe"])
def test_a_name_below_a_headline_is_its_author(line: str) -> None:
    (entry,) = org.read(f"* Papers\n** [[https://a.org/1][Oaks and Ponds]]\n{line}\n").entries
    assert entry.metadata.authors
    assert entry.notes == ()


def test_a_title_with_its_address_below_is_an_item_also_below_a_headline_with_an_address() -> None:
    text = "* List\n** Combinators\nhttps://a.org/1\n*** The Growth of Oaks\nhttps://a.org/2\n** Old Ponds\nhttps://a.org/3\n"
    entries = org.read(text).entries
    assert [(entry.metadata.title, [link.url for link in entry.links]) for entry in entries[1:]] == [
        ("The Growth of Oaks", ["https://a.org/2"]),
        ("Old Ponds", ["https://a.org/3"]),
    ]
    assert entries[1].section == ("Combinators",)


@pytest.mark.parametrize(
    "below", ["[[https://a.org/1][Link to paper here]]", "Author: Wertha Foo (Somewhere)\nDate read: 2021-03-06"]
)
def test_a_headline_with_its_link_or_author_right_below_is_a_work_with_notes(below: str) -> None:
    entries = org.read(f"* Oaks\n{below}\n\n** Impressions\nThey grow.\n* Old Ponds\n{below}\n").entries
    assert [entry.metadata.title for entry in entries] == ["Oaks", "Old Ponds"]
    assert entries[0].links or (entries[0].metadata.authors == ("Wertha Foo",) and entries[0].finished_at)


def test_short_lines_below_a_headline_are_told_one_by_one() -> None:
    (entry,) = org.read("* Books\n** DONE Dune\n2011 sometime\nStephen King\n").entries
    assert (entry.metadata.authors, entry.notes) == (("Stephen King",), ("2011 sometime",))


def test_an_address_in_a_property_of_any_name_is_a_link() -> None:
    (entry,) = org.read("* Oaks\n:PROPERTIES:\n:GOODREADS: https://a.org/1\n:END:\n").entries
    assert [(link.url, link.label) for link in entry.links] == [("https://a.org/1", "Goodreads")]


def test_an_address_without_slashes_is_one() -> None:
    (entry,) = org.read("* A\n- [[https:www.example.org/a][Oaks and Ponds]]\n").entries
    assert [link.url for link in entry.links] == ["https://www.example.org/a"]


def test_the_address_behind_a_described_bullet_is_its_link() -> None:
    (entry,) = org.read("* Compilers\n- [X] Halide :: https://halide-lang.org\n").entries
    assert (entry.metadata.title, [link.url for link in entry.links]) == ("Halide", ["https://halide-lang.org"])
    assert entry.notes == ()

"""Markdown in the styles of public lists and of note-taking programs, read as a careful reader would."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from test_plaintext import summary
from test_plaintext_properties import PIECES as PLAIN_PIECES
from test_plaintext_properties import everything_in

from rlist.formats import markdown
from rlist.formats.document import Document, Fate
from rlist.formats.encoding import decode
from rlist.formats.lines import split_lines
from rlist.formats.registry import recognise
from rlist.model.item import Status

FILES = Path(__file__).parent / "files" / "markdown"


def described(document: Document) -> dict[str, object]:
    fates: dict[str, list[int]] = {}
    for line in document.lines:
        fates.setdefault(line.fate, []).append(line.number)
    return {
        "title": document.title,
        "sections": [{"path": list(s.path), "text": s.text} for s in document.sections],
        "entries": [summary(entry) for entry in document.entries],
        "lines": fates,
    }


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in sorted(FILES.glob("*.md"))])
def test_lists_are_read_as_a_careful_reader_would(path: Path) -> None:
    text = decode(path.read_bytes())
    assert recognise(text, path.name).NAME == "markdown"
    expected = json.loads(path.with_suffix(".expect.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(described(markdown.read(text)))) == expected


@pytest.mark.parametrize(
    ("text", "name", "reader"),
    [
        pytest.param("# Papers\n- [A](https://x.org)", "notes.md", "markdown", id="a file of Markdown"),
        pytest.param("# Papers\n- [A](https://x.org)", "", "markdown", id="headings and links on standard input"),
        pytest.param("| A | B |\n|---|---|\n| x | y |", "-", "markdown", id="a table"),
        pytest.param("A paper\nAnother one", "notes.md", "text", id="no mark of Markdown"),
        pytest.param("- A paper\n- Another one", "list.txt", "text", id="bullets alone in a text"),
    ],
)
def test_it_is_recognised_by_what_it_holds(text: str, name: str, reader: str) -> None:
    assert recognise(text, name).NAME == reader


@pytest.mark.parametrize(
    ("box", "status"),
    [
        ("[x]", Status.DONE),
        ("[X]", Status.DONE),
        ("[ ]", Status.UNREAD),
        ("[-]", Status.DROPPED),
        ("[/]", Status.READING),
        ("☑", Status.DONE),
        ("", None),
    ],
)
def test_a_box_is_a_status(box: str, status: Status | None) -> None:
    (entry,) = markdown.read(f"# L\n- {box} [A title](https://x.org/a)\n").entries
    assert (entry.status, entry.metadata.title) == (status, "A title")


def test_the_text_of_an_entry_is_verbatim() -> None:
    (entry,) = markdown.read("- [ ] **[A   title](https://x.org)** <b>by</b> me  \n  [pdf](https://x.org/p)\n").entries
    assert entry.text == "**[A title](https://x.org)** <b>by</b> me [pdf](https://x.org/p)"


MARKS = (
    *(
        "# ",
        "## ",
        "### Papers\n",
        "\n- ",
        "\n  - ",
        "\n    1. ",
        "\n> ",
        "\n\n",
        "\n---\n",
        "\n```\n",
        "\n| a | b |\n",
    ),
    *(
        "|---|---|\n",
        "[A work](https://example.org/w)",
        "**Bold title here**",
        "*A. Author, B. Author*",
        "`code`",
        "\\",
    ),
    *("<details>\n", "<summary>2023</summary>\n", "</details>\n", "<!-- ", " -->", "[^1]", "\n[^1]: a note\n", "<br>"),
    *("\n[r]: https://example.org/r\n", "![img](https://x.org/i.png)", "<li>", "</ul>", "<table>", "<tr>", "<td>"),
    *("- [ ] ", "- [x] ", "key:: value", "%%", "==mark==", "[[Note|shown]]", "#tag", "⭐⭐⭐", "[back](#top)", "&amp;"),
    "[a][r]",
)
texts = st.one_of(st.lists(st.sampled_from((*MARKS, *PLAIN_PIECES)), max_size=40).map("".join), st.text(max_size=200))


@given(texts)
@settings(max_examples=500, deadline=None)
def test_every_line_is_accounted_for_once(text: str) -> None:
    document = markdown.read(text)
    assert [line.number for line in document.lines] == list(range(1, len(split_lines(text)) + 1))
    paths = {section.path for section in document.sections}
    for line in document.lines:
        assert (line.entry is not None) == (line.fate in {Fate.ENTRY, Fate.NOTE, Fate.LINK, Fate.FIELD})
    for index, entry in enumerate(document.entries):
        assert entry.metadata.title.strip()
        assert "\n" not in entry.text + entry.metadata.title
        assert entry.parent is None or entry.parent < index
        assert entry.section in paths | {()}
        assert any(line.entry == index for line in document.lines)


@given(texts)
@example("[pdf](http://a.org/b)\n- ")
@example("# [back](#top)")
@example("[[Note|shown]]\n- ")
@example("a) \n- %%[A work](https://example.org/w)%%")
@settings(max_examples=500, deadline=None)
def test_no_word_is_lost(text: str) -> None:
    document = markdown.read(text)
    kept = everything_in(document)
    for line in document.lines:
        if line.fate is not Fate.LEFT_OUT:
            # Tags, images, comments within a line, places in the page and the names of footnotes are markup.
            words = re.sub(
                r"<!--.*?-->|%%[^%]*%%|\[[^\[\]]*\]\(#[^()]*\)|</?\w+[^<>]*>|!\[img\]\([^()]*\)|\[\^1\]|\[r\]|&\w+;",
                " ",
                line.text,
            )
            for word in re.findall(r"[^\W_]+", words):
                assert word in kept or len(word) == 1 or word.isdigit()


@given(texts)
@settings(max_examples=100, deadline=None)
def test_what_is_left_out_is_markup(text: str) -> None:
    for line in markdown.read(text).lines:
        assert (
            line.fate is not Fate.LEFT_OUT or "https://example.org/w" not in line.text or "<!--" in text or "%%" in text
        )


NOTE = """---
title: "Mamba: Linear-Time Sequence Modeling"
authors: [Albert Gu, Tri Dao]
year: 2023
url: https://arxiv.org/abs/2312.00752
tags: [ssm, to/read]
status: reading
rating: 4
---
# Notes
The scan is the key.

- hardware-aware
- [S4](https://arxiv.org/abs/2111.00396)
"""


def test_a_note_about_one_work_is_that_work_with_its_words_and_what_it_names() -> None:
    document = markdown.read(NOTE)
    mamba, s4 = document.entries
    assert (mamba.metadata.title, mamba.metadata.authors, mamba.metadata.year) == (
        "Mamba: Linear-Time Sequence Modeling",
        ("Albert Gu", "Tri Dao"),
        2023,
    )
    assert (mamba.metadata.identifiers, [link.url for link in mamba.links]) == (
        {"arxiv": "2312.00752"},
        ["https://arxiv.org/abs/2312.00752"],
    )
    assert (mamba.status, mamba.rating, mamba.tags) == (Status.READING, 4, ("ssm", "to/read"))
    assert mamba.notes == ("The scan is the key.", "hardware-aware")
    assert (s4.metadata.title, s4.parent) == ("S4", 0)
    assert document.title == "Mamba: Linear-Time Sequence Modeling"
    assert "rating: 4" in mamba.text


@pytest.mark.parametrize(
    ("front", "titles"),
    [
        pytest.param("title: Brrr\nsource: https://horace.io/b", ["Brrr"], id="a page that was clipped"),
        pytest.param("doi: 10.1145/3600006.3613165", ["Words"], id="no title but that of the heading"),
        pytest.param("title: My list\nurl: https://me.dev/list", [], id="the address of the list itself"),
        pytest.param("title: My list\nauthor: Me\ndate: 2024-01-01", [], id="a page that says who wrote it"),
        pytest.param("tags: [queue]", [], id="tags alone"),
    ],
)
def test_front_matter_is_a_work_where_it_says_where_that_is(front: str, titles: list[str]) -> None:
    document = markdown.read(f"---\n{front}\n---\n# Words\n\nWhat I say to you is that we like all of these.\n")
    assert [entry.metadata.title for entry in document.entries] == titles

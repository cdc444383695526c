"""What files made to hurt, or torn in the middle, come to: every reader takes them, and no line is lost.

Each is a kind: a unit that is repeated, below the beginning that makes the format. What costs more than its length
shows here as a test that takes long; the same with a megabyte is for the hand.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlist.errors import UnreadableInput
from rlist.formats import archive
from rlist.formats.document import SourceLine
from rlist.formats.lines import split_lines
from rlist.formats.registry import READERS, Reader

LENGTH = 6_000

BEGINNINGS = {
    "archive": '{"format": "rlist", "version": 1, "items": [',
    "atom": '<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>',
    "opml": '<opml version="2.0"><body>',
    "bookmarks": "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL>",
    "csl-json": '[{"type": "book", "title": "a"},',
    "json-records": '[{"url": "https://a.org"},',
    "bibtex": "@misc{a, title = {b}}\n",
    "ris": "TY  - JOUR\nTI  - a\nER  - \n",
    "org": "#+TITLE: x\n* TODO a\n",
    "csv": "title,url\n",
    "text": "- a\n",
    "markdown": "# a\n\n- [a](https://a.org)\n",
}
UNITS = (
    *(
        "[",
        "(",
        '"',
        "\\",
        "{",
        "$",
        "#",
        "- ",
        "* ",
        "<",
        ">",
        "|",
        "`",
        "~",
        "_",
        ":",
        "=",
        "\t",
        "é",
        "漢",
        "\u2028",
        "'",
    ),
    *(
        "](",
        "[](",
        "![",
        "[[",
        "[[a][",
        "&amp;",
        "www.",
        "https://a.org/",
        "10.1/",
        "a.",
        "a ",
        "a, ",
        "et al., ",
        " — ",
        "://",
        "http://a.b/(",
        "    ",
        "**a ",
    ),
    *(
        "a\n",
        "- a\n",
        "**a\n",
        "Xi-",
        "# a\n",
        "> ",
        "1. ",
        "---\n",
        "```\n",
        "|a|\n",
        "[a]: b\n",
        "[^1]",
        '"\n',
        "a,a\n",
        '"a,a\n',
        "a,b,c,d\n",
    ),
    *(
        "@a(",
        "@a{",
        "@a{x,\n",
        "@misc{a,title={",
        "TY  - \n",
        "ER  - \n",
        "TY  - JOUR\nER  - \n",
        '{"a":',
        '{"id": 1, ',
        '["',
        "{},",
    ),
    *(
        "<item>",
        "<entry>",
        '<outline text="a">',
        "<DL><DT><H3>a</H3>",
        '<DT><A HREF="https://a.org/">',
        "<div>",
        "<ul><li>a",
        "<!--",
    ),
    *(
        "* TODO a\n",
        "** a\n",
        "#+BEGIN_SRC\n",
        ":PROPERTIES:\n",
        "[fn:1] a\n",
        "[cite:",
        "[2024-01-01 ",
        " *a",
        ":a",
        "#+TODO: A B\n",
    ),
)
READING: dict[str, Reader] = {reader.NAME: reader for reader in READERS}


def lines_of(name: str, text: str) -> list[SourceLine]:
    """The account that the reader gives, of all the lists that it found."""
    if name == archive.NAME:
        return list(archive.read_archive(text).lines)
    document = READING[name].read(text)
    return sorted(line for part in (document, *document.further) for line in part.lines)


def check(name: str, text: str) -> None:
    try:
        lines = lines_of(name, text)
    except UnreadableInput:
        return
    assert [line.text for line in lines] == split_lines(text)


@pytest.mark.parametrize("name", [*READING, archive.NAME])
def test_a_unit_that_goes_on_and_on_is_read_by_every_reader(name: str) -> None:
    beginning = BEGINNINGS.get("archive" if name == archive.NAME else name, "")
    for unit in UNITS:
        check(name, beginning + unit * (LENGTH // len(unit)))


@pytest.mark.parametrize("name", [*READING, archive.NAME])
@settings(deadline=None, max_examples=15)
@given(st.lists(st.sampled_from((*UNITS, "\n", "a", "]", "}", ")", ">")), max_size=30).map("".join))
def test_any_mixture_is_read_by_every_reader(name: str, text: str) -> None:
    check(name, BEGINNINGS.get("archive" if name == archive.NAME else name, "") + text)
    check(name, text)

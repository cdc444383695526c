from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from rlist.formats import bookmarks
from rlist.formats.contents import Contents
from rlist.formats.document import Document, Fate
from rlist.formats.encoding import decode
from rlist.model.item import Entry, Item, Kind, Link, Note, Section, Status
from rlist.model.metadata import Metadata

FILES = Path(__file__).parent / "files"
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
HEAD = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n"


def told(document: Document) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(entry.metadata.title, entry.links[0].url, entry.section) for entry in document.entries]


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>", None),
        ("<TITLE>Pinboard Bookmarks</TITLE><H1>Bookmarks</H1>", "Pinboard Bookmarks"),
        ("<TITLE>Bookmarks</TITLE><H1>Bookmarks Menu</H1>", "Firefox bookmarks"),
        ('<H1>Bookmarks</H1><DL><DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>', "Chrome bookmarks"),
        ("<TITLE>Bookmarks</TITLE><H1>Old trees</H1>", "Old trees"),
    ],
)
def test_a_list_is_called_after_the_file_or_its_program_and_not_as_all_are(head: str, title: str | None) -> None:
    text = f"<!DOCTYPE NETSCAPE-Bookmark-file-1>{head}<DL><p><DT><A HREF='https://example.org/a'>A</A></DL>"
    assert bookmarks.read(text).title == title


def test_a_file_with_folders() -> None:
    document = bookmarks.read(decode((FILES / "nested-folders.html").read_bytes()))
    assert document.title == "Firefox bookmarks"
    assert told(document) == [
        ("Tiling <b> and <script> by hand", "https://example.org/a?x=1&y=2", ("R&D",)),
        ("The Log-Structured Merge-Tree", "https://example.org/lsm", ("R&D", "Storage")),
        ("Paxos", "https://example.org/wiki/Paxos_(computer_science)", ("R&D", "Storage")),
        ("Still in R&D", "https://example.org/after", ("R&D",)),
        ("untitled · example.org", "https://example.org/untitled", ()),
        ("Tiling by hand", "https://example.org/a?x=1&y=2", ()),
    ]
    first = document.entries[0]
    assert first.notes == ("A note with [a link](https://example.org/inner) in it\nand a second line",)
    assert first.tags == ("deep learning", "gpu")
    assert first.added_at == datetime(2023, 11, 14, 22, 13, 21, tzinfo=UTC)
    assert document.entries[2].status is Status.UNREAD
    assert [section.path for section in document.sections] == [("R&D",), ("R&D", "Storage"), ("Empty",)]
    assert document.sections[0].text.split("\n") == [
        "things to look at",
        "a bookmarklet javascript:alert(1)",
        "Most Visited place:sort=8",
    ]
    fates = {line.number: (line.fate, line.entry) for line in document.lines}
    assert fates[9] == (Fate.ENTRY, 0)
    assert fates[10] == fates[11] == (Fate.NOTE, 0)
    assert fates[15] == (Fate.ENTRY, 2)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            '<html><body><h1>Unread</h1><ol><li><a href="https://example.org/1">One</a></li></ol>'
            '<h1>Archive</h1><ol><li><a href="https://example.org/2">Two</a></li></ol>',
            [("One", Status.UNREAD), ("Two", Status.DONE)],
            id="Instapaper",
        ),
        pytest.param(
            "<!DOCTYPE html>\n<html><head><title>Pocket Export</title></head><body><h1>Unread</h1>\n<ul>\n"
            '<li><a href="https://example.org/1" time_added="1700000000" tags="a,b">One</a></li>\n</ul>\n'
            '<h1>Read Archive</h1>\n<ul>\n<li><a href="https://example.org/2">Two</a></li>\n</ul></body></html>',
            [("One", Status.UNREAD), ("Two", Status.DONE)],
            id="Pocket",
        ),
    ],
)
def test_lists_below_headings_that_are_a_status(source: str, expected: list[tuple[str, Status]]) -> None:
    assert bookmarks.recognises(source, "")
    assert [(entry.metadata.title, entry.status) for entry in bookmarks.read(source).entries] == expected


def test_text_that_looks_like_tags_is_kept() -> None:
    document = bookmarks.read(
        HEAD + '<DT><A HREF="https://e.org/0">zero</A>\n'
        '<DT><A HREF="https://e.org/1">&lt;script&gt; and &lt;/a&gt; explained</A>\n'
        "<DD>use <b> and <script src=x>\n"
        '<DT><A HREF="https://e.org/2">two</A>\n</DL>\n'
    )
    assert [entry.metadata.title for entry in document.entries] == ["zero", "<script> and </a> explained", "two"]
    assert document.entries[1].notes == ("use <b> and <script src=x>",)


def test_one_address_in_two_folders_with_a_time_in_microseconds() -> None:
    document = bookmarks.read(
        HEAD + '<DT><H3>X</H3><DL><p><DT><A HREF="https://e.org/" TAGS="a">E</A></DL><p>\n'
        '<DT><H3>Y</H3><DL><p><DT><A HREF="https://e.org/" TAGS="b" ADD_DATE="1700000000000000">E</A></DL><p>\n</DL>'
    )
    assert [(entry.section, entry.tags) for entry in document.entries] == [(("X",), ("a",)), (("Y",), ("b",))]
    assert document.entries[1].added_at == datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)


def test_a_title_over_two_lines() -> None:
    (entry,) = bookmarks.read(
        HEAD + '<DT><A HREF="https://example.org/1" ADD_DATE="1400000000.0">A title\n  over two lines</A>\n'
    ).entries
    assert entry.metadata.title == "A title over two lines"
    assert entry.added_at == datetime(2014, 5, 13, 16, 53, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "is_file"),
    [
        pytest.param(HEAD, True, id="declaration"),
        pytest.param('<DT><A HREF="https://e.org">x</A>', True, id="without declaration"),
        pytest.param("<html><body><div><h1>Blog</h1><ul><li><a href='/'>Home</a></ul></div>", False, id="a page"),
        pytest.param("# List\n\n<dl></dl>\n", False, id="Markdown"),
    ],
)
def test_what_is_a_bookmark_file(text: str, is_file: bool) -> None:
    assert bookmarks.recognises(text, "") is is_file


def test_a_file_is_written() -> None:
    item = Item(
        id=1,
        uid="1",
        metadata=Metadata('A <b> & "c"'),
        kind=Kind.ARTICLE,
        added_at=NOW,
        updated_at=NOW,
        links=(Link("https://example.org/?a=1&b=2"), Link("https://example.org/2")),
        tags=("x", "y z"),
        entries=(Entry("Reading", ("Deep", "Down"), 1, "A"),),
        notes=(Note("first <line>\nsecond", NOW),),
    )
    unlisted = item._replace(
        id=2, metadata=Metadata("Loose"), links=(), tags=(), entries=(), notes=(), status=Status.DONE
    )
    sections = [Section("Reading", ("Deep",), "of it")]
    assert bookmarks.write(Contents([item, unlisted], sections, NOW)).split("\n")[4:] == [
        "<DL><p>",
        '    <DT><H3 LIST="">Reading</H3>',
        "    <DL><p>",
        "        <DT><H3>Deep</H3>",
        "        <DD>of it",
        "        <DL><p>",
        "            <DT><H3>Down</H3>",
        "            <DL><p>",
        '                <DT><A HREF="https://example.org/?a=1&amp;b=2" ADD_DATE="1767323045" TAGS="x,y z" TOREAD="1" '
        'KIND="article" ALSO="https://example.org/2">A &lt;b&gt; &amp; "c"</A>',
        "                <DD>first &lt;line&gt;",
        "second",
        "            </DL><p>",
        "        </DL><p>",
        "    </DL><p>",
        '    <DT><H3 LIST="">Not in a list</H3>',
        "    <DL><p>",
        '        <DT><A HREF="" ADD_DATE="1767323045" STATUS="done" KIND="article">Loose</A>',
        "    </DL><p>",
        "</DL><p>",
        "",
    ]

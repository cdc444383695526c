"""What holds for every reader of records, whatever the text is."""

from __future__ import annotations

from typing import Protocol

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rlist.errors import UnreadableInput
from rlist.formats import bibtex, bookmarks, csl_json, csv_table, feed, json_records, opml, ris
from rlist.formats.document import Document
from rlist.formats.lines import split_lines, without_controls
from rlist.formats.records import Draft, make_entry
from rlist.model.item import Kind, Link


class Reader(Protocol):
    """A format that is read."""

    NAME: str

    def recognises(self, text: str, filename: str) -> bool: ...
    def read(self, text: str) -> Document: ...


READERS = (bibtex, bookmarks, csl_json, csv_table, feed, json_records, opml, ris)
PIECES = (
    *(
        "@misc{a,",
        "@string{b = c}",
        "title = {x}",
        "{",
        "}",
        '"',
        "(",
        ")",
        "=",
        ",",
        "#",
        "\\",
        "and",
        "\n",
        "\n\n",
        "\t",
        " ",
    ),
    *(
        "TY  - JOUR",
        "TI  - x",
        "ER  - ",
        "title,url",
        "a,https://e.org",
        "[",
        "]",
        '{"title": "x"}',
        '{"items": [',
        ":",
        "7",
    ),
    *(
        "<rss>",
        "<item>",
        "</item>",
        "<title>",
        "<outline text='a'>",
        "</outline>",
        "<DL>",
        "</DL>",
        "<DT>",
        "<DD>",
        "<H3>",
    ),
    *(
        "<A HREF='https://e.org'>",
        "</A>",
        "<!--",
        "-->",
        "<![CDATA[",
        "&amp;",
        "&",
        "<",
        ">",
        "é",
        "漢",
        "😀",
        "\u2028",
        "x",
    ),
)
HEADS = (
    "",
    "@misc{a,",
    "TY  - JOUR\n",
    "title,url\n",
    "[",
    "<rss><channel>",
    "<opml><body>",
    "<!DOCTYPE NETSCAPE-Bookmark-file-1>",
)


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.NAME)
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(HEADS),
    st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text(max_size=40).map(without_controls),
)
def test_any_text_is_accounted_for_line_by_line_or_refused(reader: Reader, head: str, text: str) -> None:
    text = head + text
    assert reader.recognises(text, "") in {True, False}
    try:
        document = reader.read(text)
    except UnreadableInput:
        return
    parts = (document, *document.further)
    numbers = sorted(line.number for part in parts for line in part.lines)
    assert numbers == list(range(1, len(split_lines(text)) + 1))
    for part in parts:
        assert all(line.entry is None or 0 <= line.entry < len(part.entries) for line in part.lines)
        assert all(entry.metadata.title.strip() for entry in part.entries)


@pytest.mark.parametrize(
    ("draft", "title"),
    [
        pytest.param(Draft(title="https://e.org/a-page"), "https://e.org/a-page", id="an address and no link"),
        pytest.param(Draft(title="Socket.io"), "Socket.io", id="a name like a host"),
        pytest.param(Draft(identifiers={"doi": "10.1/x"}), "doi 10.1/x", id="an identifier"),
        pytest.param(Draft(), "the record", id="nothing"),
    ],
)
def test_an_entry_has_the_best_title_there_is(draft: Draft, title: str) -> None:
    assert make_entry(draft, "the record").metadata.title == title


@pytest.mark.parametrize(
    ("written", "is_taken"),
    [
        ("https://e.org/a b", True),
        ("www.e.org/x", True),
        ("e.museum/x", True),
        ("mailto:a@e.org", True),
        ("javascript:alert(1)", False),
        ("place:sort=8", False),
        ("zhttp://e.org", False),
        ("", False),
    ],
)
def test_what_a_link_may_be(written: str, is_taken: bool) -> None:
    draft = Draft()
    assert draft.add_link(written) is is_taken
    assert make_entry(draft, "x").kind is (Kind.ARTICLE if is_taken else Kind.OTHER)


def test_an_address_is_taken_once_whoever_found_it() -> None:
    draft = Draft(links=[Link("https://a.org/1")])
    for url in ("https://a.org/1", "https://a.org/2", "https://a.org/2"):
        assert draft.add_link(url, "label")
    draft.links.append(Link("https://a.org/3"))
    assert draft.add_link("https://a.org/3")
    assert [link.url for link in draft.links] == [f"https://a.org/{number}" for number in (1, 2, 3)]

from __future__ import annotations

import html
import re
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from rlist.formats import webpage
from rlist.formats.contents import Contents
from rlist.formats.html_tags import pieces
from rlist.model.item import Entry, Item, Kind, Link, Note, Section, Status
from rlist.model.metadata import Metadata

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
ITEM = Item(
    id=7,
    uid="7",
    metadata=Metadata("Mamba <script>", ("Albert Gu",), et_al=True, year=2023, venue="COLM", abstract="It's\nfast"),
    kind=Kind.PAPER,
    added_at=NOW,
    updated_at=NOW,
    links=(Link("https://arxiv.org/abs/2312.00752"), Link("javascript:alert(1)", "run <me>")),
    tags=("a & b",),
    entries=(Entry("Reading", ("SSMs", "Intro"), 1, "x"), Entry("Later", (), 1, "x")),
    notes=(Note("</p><script>alert(1)</script>", NOW),),
)
BARE = ITEM._replace(id=8, metadata=Metadata("Bare"), links=(), tags=(), entries=(), notes=(), status=Status.DONE)
ALLOWED = {
    *("html", "head", "meta", "title", "style", "body", "a", "header", "h1", "h2", "h3", "h4", "h5", "h6", "p", "form"),
    *(
        "input",
        "select",
        "option",
        "button",
        "output",
        "nav",
        "details",
        "summary",
        "ul",
        "li",
        "main",
        "section",
        "ol",
    ),
    *("span", "script"),
}


def tags_of(page: str) -> list[str]:
    """The names of the tags of a page, what style and script hold apart."""
    page = re.sub(r"(<(style|script)>).*?(</\2>)", r"\1\3", page, count=2, flags=re.DOTALL)
    return [piece.name for piece in pieces(page) if piece.name]


def test_a_page_shows_all_of_an_item_once() -> None:
    page = webpage.write(Contents([ITEM, BARE], [Section("Reading", ("SSMs",), "on <them>")], NOW))
    assert page.count("Mamba &lt;script&gt;") == 2
    assert '<a href="https://arxiv.org/abs/2312.00752" rel="noopener noreferrer">Mamba &lt;script&gt;</a>' in page
    assert '<a href="#item-7">Mamba &lt;script&gt;</a>' in page
    assert "Albert Gu et al. · COLM 2023" in page
    assert "It&#x27;s\nfast" in page
    assert "run &lt;me&gt;" in page
    assert "javascript:" not in page
    assert '<p class="words">on &lt;them&gt;</p>' in page
    assert "2 items: 1 unread, 1 done. Written on 2026-01-02." in page
    assert re.findall(r"<h\d id=\"[^\"]*\">([^<]*)", page) == ["Reading", "SSMs", "Intro", "Later", "Not in a list"]


def test_a_page_loads_nothing() -> None:
    page = webpage.write(Contents([BARE], [], NOW))
    assert not re.search(r"<(?:img|link|iframe|object|embed)\b|@import|url\(|\bsrc=", page)
    assert "default-src 'none'" in page


def test_an_empty_library_is_a_page() -> None:
    assert "There is nothing here yet." in webpage.write(Contents([], [], NOW))


hostile = st.lists(
    st.sampled_from(['"', "'", "<", ">", "&", "</li>", "<script>", "-->", "]]>", "x", " ", "漢", "\n"]), max_size=6
)


@settings(deadline=None)
@given(hostile.map("".join), hostile.map("".join))
def test_no_text_becomes_markup(one: str, other: str) -> None:
    item = ITEM._replace(
        metadata=Metadata(one or "x", (other,), venue=one, abstract=other),
        links=(Link(f"https://e.org/{one}", other), Link(other, one)),
        tags=(one, other),
        entries=(Entry(one or "x", (other,), 1, one),),
        notes=(Note(one, NOW),),
    )
    page = webpage.write(Contents([item], [Section(one or "x", (other,), one)], NOW))
    names = tags_of(page)
    assert {name.lstrip("/") for name in names} <= ALLOWED
    assert names.count("script") == names.count("/script") == 1
    assert names.count("section") == names.count("/section")
    for piece in pieces(page[page.index("<main") : page.index("</main>")]):
        address = html.unescape(piece.attributes.get("href", "#"))
        assert address.startswith(("#", "https://", "http://", "mailto:"))

"""The Markdown export, held against what a viewer makes of it."""

import html
import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from rlist.formats import markdown
from rlist.formats.contents import Contents
from rlist.model.item import Entry, Item, Kind, Link, Note, Priority, Section, Status
from rlist.model.metadata import Metadata

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
ITEM = Item(id=1, uid="1", metadata=Metadata("A title"), kind=Kind.PAPER, added_at=NOW, updated_at=NOW)
VIEWER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def at(item: Item, *section: str, position: int = 1, parent: int | None = None, name: str = "List") -> Item:
    return item._replace(entries=(*item.entries, Entry(name, section, position, item.title, parent=parent)))


def written(*items: Item, sections: tuple[Section, ...] = ()) -> str:
    return markdown.write(Contents(items, sections, NOW))


def bare(*items: Item, sections: tuple[Section, ...] = ()) -> str:
    """What is written, without the comments that only rlist reads."""
    return re.sub(r" <!-- rlist [^<>]* -->", "", written(*items, sections=sections))


def shown(text: str) -> str:
    """The words that a viewer shows of `text`."""
    return html.unescape(re.sub(r"<[^<>]*>", "", VIEWER.render(text)))


@pytest.mark.parametrize(
    "title",
    [
        pytest.param("[2301.00001] A [B] paper", id="brackets"),
        pytest.param("a_b_c and *stars* and `code` and ~~struck~~", id="marks"),
        pytest.param("#1 <b>bold</b> & &amp; <pid>", id="tags and entities"),
        pytest.param("a|b|c $x$ \\alpha", id="pipes, maths, backslash"),
        pytest.param("1. first", id="a number"),
        pytest.param("- dash", id="a dash"),
        pytest.param("![image](x)", id="an image"),
        pytest.param("https://example.org/a_b", id="an address"),
        pytest.param("MapReduce：大型集群上的简化数据处理 😀 قراءة", id="other scripts"),
    ],
)
@pytest.mark.parametrize("url", [None, "https://example.org/a_(b)?x=[1]&y=<2>"])
def test_a_title_is_shown_as_it_is(title: str, url: str | None) -> None:
    item = ITEM._replace(metadata=Metadata(title), links=(Link(url),) if url else ())
    assert f"[ ] {title}" in shown(written(at(item, title)))
    assert shown(written(at(item, title))).count(title) == 2


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1))
def test_any_words_are_shown_as_they_are(title: str) -> None:
    item = ITEM._replace(metadata=Metadata(title))
    assert title in shown(written(at(item)))


def test_an_address_stays_an_address() -> None:
    item = ITEM._replace(links=(Link("https://example.org/wiki/Paxos_(computer_science)"),))
    assert 'href="https://example.org/wiki/Paxos_(computer_science)"' in VIEWER.render(written(at(item)))


def test_an_item_says_what_is_known_of_it() -> None:
    item = ITEM._replace(
        metadata=Metadata("Ray", authors=("Moritz", "Nishihara"), et_al=True, venue="OSDI", year=2018),
        status=Status.DONE,
        rating=4,
        priority=Priority.HIGH,
        tags=("systems",),
        links=(Link("https://example.org/ray"), Link("https://example.org/ray.pdf", "pdf")),
        notes=(Note("read *section 3* again\n\nand <b>", NOW),),
    )
    assert bare(at(item, "Systems")) == (
        "# List\n\n## Systems\n\n"
        "- [x] [Ray](https://example.org/ray) — Moritz, Nishihara et al., *OSDI* 2018 "
        "[pdf](https://example.org/ray.pdf) ★★★★☆ (high priority) `#systems`\n"
        "  > read *section 3* again\n  >\n  > and \\<b>\n"
    )


@pytest.mark.parametrize(
    ("status", "box"), [("unread", "[ ]"), ("reading", "[/]"), ("done", "[x]"), ("dropped", "[-]")]
)
def test_a_status_is_a_box(status: str, box: str) -> None:
    assert f"- {box} A title" in written(ITEM._replace(status=Status(status)))


def test_items_stand_below_their_parents_in_the_order_of_the_list() -> None:
    first = at(ITEM, "S", position=2)
    child = at(ITEM._replace(id=2, metadata=Metadata("Child")), "S", position=3, parent=1)
    earlier = at(ITEM._replace(id=3, metadata=Metadata("Earlier")), "S", position=1)
    assert bare(first, child, earlier) == "# List\n\n## S\n\n- [ ] Earlier\n- [ ] A title\n  - [ ] Child\n"


def test_sections_stand_in_their_order_with_their_words() -> None:
    sections = (Section("List", ("B",)), Section("List", ("B", "C"), "words of *C*"), Section("List", ("A",)))
    item = at(ITEM._replace(), "A")
    assert bare(item, sections=sections) == (
        "# List\n\n## B\n\n### C\n\nwords of \\*C\\*\n<!-- rlist text -->\n\n## A\n\n- [ ] A title\n"
    )


def test_an_item_of_two_sections_has_its_notes_once() -> None:
    item = at(at(ITEM._replace(notes=(Note("a note", NOW),)), "A"), "B", position=2)
    text = written(item)
    assert text.count("- [ ] A title") == 2
    assert text.count("a note") == 1


def test_items_of_no_list_come_last() -> None:
    assert written(ITEM, at(ITEM._replace(id=2, metadata=Metadata("Listed")))).index("Listed") < written(
        ITEM, at(ITEM._replace(id=2, metadata=Metadata("Listed")))
    ).index("A title")


def test_an_empty_library_is_an_empty_text() -> None:
    assert written() == ""


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("example.org/a", "https://example.org/a"),
        ("javascript:alert(1)", None),
        ("file:///etc/passwd", None),
    ],
)
def test_only_addresses_for_a_browser_are_linked(url: str, target: str | None) -> None:
    page = VIEWER.render(written(at(ITEM._replace(links=(Link(url),)))))
    assert (f'href="{target}"' in page) if target else ("href" not in page)


def test_nothing_steers_the_terminal_that_shows_it() -> None:
    item = ITEM._replace(metadata=Metadata("esc \x1b[31m red"), notes=(Note("wipe \x1b[2J", NOW),))
    assert "\x1b" not in written(at(item))

"""Export, import into an empty library and export again: the same bytes for every format that is read and written."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rlist.formats import bibtex, bookmarks, csl_json, csv_table, feed, ris
from rlist.formats.contents import Contents
from rlist.formats.document import Document
from rlist.formats.lines import split_lines
from rlist.model.identity import title_key
from rlist.model.item import Entry, Item, Kind, Link, Note, Priority, Section, Status
from rlist.model.merging import merged
from rlist.model.metadata import Metadata


class Form(Protocol):
    """A format that is read and written."""

    NAME: str

    def recognises(self, text: str, filename: str) -> bool: ...
    def read(self, text: str) -> Document: ...
    def write(self, contents: Contents) -> str: ...


NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

PIECES = (
    *(
        "[x]",
        "](",
        "|",
        "*",
        "**",
        "_",
        "#",
        "`",
        "~",
        "^",
        "$x^2$",
        "$5",
        "\\",
        "{",
        "}",
        "<b>",
        "&amp;",
        "&",
        "%",
        "@",
        ">",
    ),
    *(
        "=1+1",
        "+",
        "-",
        "--",
        "'",
        "''",
        '"',
        "``",
        ";",
        ",",
        "; ",
        ":",
        "/",
        " / ",
        "TI  - x",
        "ER  - ",
        "@misc{a,",
        "</A>",
    ),
    *(
        "é",
        "ß",
        "Ω",
        "😀",
        "👩‍🔬",
        "שלום",
        "مرحبا",
        "漢字",
        "한국어",
        "and",
        "et al.",
        "Jr.",
        "GPU",
        "LoRA",
        "the",
        "of",
        "2023",
    ),
)
line = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map(lambda parts: " ".join("".join(parts).split()))
words = st.lists(line.filter(bool), min_size=1, max_size=4).map(" ".join)
many = st.lists(words | st.just(""), min_size=1, max_size=4).map("\n".join).map(str.strip)
person = st.lists(
    st.sampled_from(["Ann", "Bo", "C.", "van", "de", "Ng", "O’Neil", "Łukasz", "王", "Jr.", "Team"]),
    min_size=1,
    max_size=4,
)
author = st.one_of(
    person.map(" ".join), words, st.tuples(person, person).map(lambda two: ", ".join(map(" ".join, two)))
)


@st.composite
def libraries(draw: st.DrawFn) -> list[Item]:
    """Items that differ in title, address and identifier, some in lists with sections."""
    count = draw(st.integers(1, 3))
    titles = draw(st.lists(words.filter(title_key), min_size=count, max_size=count, unique_by=title_key))
    made: list[Item] = []
    positions: dict[str, int] = {}
    for number, title in enumerate(titles, 1):
        entries = []
        for name in draw(st.lists(st.sampled_from(["Reading List", "Papers & more", "読む"]), max_size=2, unique=True)):
            positions[name] = positions.get(name, 0) + 1
            section = tuple(draw(st.lists(st.sampled_from(["A", "B / C", "<x> & y", "漢"]), max_size=2)))
            entries.append(Entry(name, section, positions[name], title))
        status = draw(st.sampled_from(Status))
        made.append(
            Item(
                id=number,
                uid=f"{number:032x}",
                metadata=Metadata(
                    title=f"{title} {number}",
                    authors=tuple(draw(st.lists(author, max_size=3))),
                    et_al=draw(st.booleans()),
                    year=draw(st.none() | st.integers(1500, 2090)),
                    venue=draw(st.none() | words),
                    abstract=draw(st.none() | many),
                    identifiers={"arxiv": f"2301.{number:05}"} if draw(st.booleans()) else {},
                ),
                kind=draw(st.sampled_from(Kind)),
                added_at=NOW,
                updated_at=NOW,
                status=status,
                priority=draw(st.none() | st.sampled_from(Priority)),
                rating=draw(st.none() | st.integers(1, 5)),
                citekey=draw(st.sampled_from([None, f"key{number}", f"a:b_{number}"])),
                links=tuple(
                    Link(f"https://example.org/{number}/{at}?a=1&b=[{at}]#x_(y)")
                    for at in range(draw(st.integers(0, 2)))
                ),
                tags=tuple(draw(st.lists(words, max_size=2, unique_by=str.casefold))),
                entries=tuple(entries),
                notes=tuple(Note(body, NOW) for body in draw(st.lists(many, max_size=2, unique=True)) if body),
                finished_at=NOW if status is Status.DONE else None,
                started_at=NOW if status is Status.READING else None,
            )
        )
    return made


def imported(document: Document) -> Contents:
    """What an empty library holds once it has imported `document`."""
    items: list[Item] = []
    sections: list[Section] = []
    parts = (document, *document.further)
    names = [part.title or "Standard input" for part in parts]
    for name, part in zip(names, parts, strict=True):
        sections += (Section(name, section.path, section.text) for section in part.sections)
        for position, read in enumerate(part.entries, 1):
            item = Item(
                id=len(items) + 1,
                uid=f"{len(items):x}",
                metadata=read.metadata,
                kind=read.kind,
                added_at=read.added_at or NOW,
                updated_at=NOW,
                status=read.status or Status.UNREAD,
                priority=read.priority,
                rating=read.rating,
                citekey=read.citekey,
                links=read.links,
                tags=read.tags,
                entries=(Entry(name, read.section, position, read.text),),
                notes=tuple(Note(body, NOW) for body in read.notes),
                started_at=read.started_at,
                finished_at=read.finished_at,
            )
            same = next((at for at, other in enumerate(items) if title_key(other.title) == title_key(item.title)), None)
            if same is None:
                items.append(item)
            else:
                items[same] = merged(items[same], item)
    return Contents(items, sections, NOW, names)


@pytest.mark.parametrize("form", [bibtex, csl_json, ris, csv_table, bookmarks, feed], ids=lambda form: form.NAME)
@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(items=libraries())
def test_an_export_imported_into_an_empty_library_is_exported_the_same(form: Form, items: list[Item]) -> None:
    first = form.write(Contents(items, [], NOW))
    assert form.recognises(first, "")
    document = form.read(first)
    lines = sorted(line.number for part in (document, *document.further) for line in part.lines)
    assert lines == list(range(1, len(split_lines(first)) + 1))
    assert form.write(imported(document)) == first

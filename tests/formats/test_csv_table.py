from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rlist.errors import UnreadableInput
from rlist.formats import csv_table
from rlist.formats.contents import Contents
from rlist.formats.encoding import decode
from rlist.formats.records import REVIEW
from rlist.model.item import Item, Kind, Link, Note, Priority, Status
from rlist.model.metadata import Metadata

FILES = Path(__file__).parent / "files"
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_a_file_of_pocket() -> None:
    document = csv_table.read(decode((FILES / "pocket.csv").read_bytes()))
    told = [(entry.metadata.title, entry.links[0].url, entry.status, entry.tags) for entry in document.entries]
    assert told == [
        ('Hello, "World"', "https://example.org/a", Status.UNREAD, ("go", "with Äumlaut", "two words")),
        ("A title on two lines", "https://example.org/with,comma?q=a|b", Status.DONE, ()),
        ("long-path · example.org", "https://example.org/long-path/", Status.UNREAD, ()),
        ("no-title · example.org", "https://example.org/no-title", None, ()),
        (
            "A title cut off by the service after seventy-five characters, as this one is he",
            "https://example.org/x_(y)",
            Status.DONE,
            (),
        ),
    ]
    assert document.entries[0].added_at == datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)
    assert [problem.line for problem in document.problems] == [2, 9]


def test_a_comma_in_an_address_shifts_nothing() -> None:
    document = csv_table.read(
        'title,url,time_added,cursor,tags,status\nÜber "alles",https://example.org/a,b?x=1,1700000000,,köln|go,archive\n'
    )
    (entry,) = document.entries
    assert entry.metadata.title == 'Über "alles"'
    assert entry.links == (Link("https://example.org/a,b?x=1"),)
    assert (entry.status, entry.tags) == (Status.DONE, ("köln", "go"))


def test_instapaper_with_rows_that_have_no_address() -> None:
    document = csv_table.read(
        "URL,Title,Selection,Folder,Timestamp,Tags\n"
        'https://example.org/1,One,,Unread,1700000000,"[""a"",""b c""]"\n'
        'https://example.org/2,Two,"words, marked",Archive,1700000001,[]\n'
        "zhttp://example.org/x,Three,,Starred,1700000001,[]\n"
        ",Four,,My Folder,1700000001,[]\n"
        "https://example.org/5,Five,,Unread,1700000001,\n"
    )
    told = [(entry.metadata.title, entry.status, entry.section) for entry in document.entries]
    assert told == [
        ("One", Status.UNREAD, ()),
        ("Two", Status.DONE, ()),
        ("Three", None, ()),
        ("Four", None, ("My Folder",)),
        ("Five", Status.UNREAD, ()),
    ]
    assert document.entries[0].tags == ("a", "b c")
    assert document.entries[1].notes == ("words, marked",)
    assert document.entries[2].priority is Priority.HIGH
    assert [problem.line for problem in document.problems] == [4, 5]


@pytest.mark.parametrize(
    ("table", "told"),
    [
        pytest.param(
            "Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen\n"
            "A,https://e.org/a,01,\"['x', 'y z']\",2023-05-01 10:11:12+00:00,0.37,new,True\n",
            ("A", Status.READING, ("x", "y z"), ()),
            id="Readwise Reader",
        ),
        pytest.param(
            "id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n"
            '1,B,mine,its own,https://e.org/r,Papers / ML,"a, b",2024-01-02T03:04:05.678Z,,,true\n',
            ("B", None, ("a", "b"), ("Papers", "ML")),
            id="Raindrop",
        ),
        pytest.param(
            '"Key","Item Type","Publication Year","Author","Title","DOI","Url","Manual Tags"\n'
            '"X1","journalArticle","1982","Lamport, Leslie; Pease, Marshall","C","10.1145/357172.357176","","a; b"\n',
            ("C", None, ("a", "b"), ()),
            id="Zotero",
        ),
        pytest.param(
            "Title;Author;My Rating;Exclusive Shelf;Date Added\nD;Ann Lee;4;currently-reading;2020/01/02\n",
            ("D", Status.READING, (), ()),
            id="Goodreads, with semicolons",
        ),
    ],
)
def test_tables_of_other_programs(table: str, told: tuple[object, ...]) -> None:
    (entry,) = csv_table.read(table).entries
    assert (entry.metadata.title, entry.status, entry.tags, entry.section) == told


def test_a_quote_that_is_never_closed_takes_no_row_with_it() -> None:
    rows = "".join(f"Row {number},https://example.org/{number}\n" for number in range(200))
    document = csv_table.read(f'title,url\n"Open,https://example.org/open\n{rows}')
    assert len(document.entries) == 201
    assert document.entries[0].links == (Link("https://example.org/open"),)
    assert document.entries[0].tags == (REVIEW,)


@pytest.mark.parametrize(
    ("text", "filename", "is_table"),
    [
        pytest.param("title,url\na,b\n", "", True, id="title and address"),
        pytest.param("Name\tLink\na\tb\n", "", True, id="tabs"),
        pytest.param("url\nhttps://example.org\n", "list.csv", True, id="one column by the name of the file"),
        pytest.param("url\nhttps://example.org\n", "list.txt", False, id="one column"),
        pytest.param("My list, of things\n- a, b\n", "", False, id="a sentence"),
        pytest.param("https://a.org,https://b.org\n", "", False, id="addresses"),
        pytest.param("", "", False, id="nothing"),
    ],
)
def test_what_is_a_table(text: str, filename: str, is_table: bool) -> None:
    assert csv_table.recognises(text, filename) is is_table


def test_a_table_without_columns_for_a_list_is_refused() -> None:
    with pytest.raises(UnreadableInput, match="line 1"):
        csv_table.read("a,b\n1,2\n")


ITEM = Item(1, "1", Metadata("t"), Kind.OTHER, NOW, NOW)


@pytest.mark.parametrize("title", ["=1+1", "+1", "-1", "@SUM(A1)", "＝1+1", "'=1"])
def test_no_cell_begins_a_formula(title: str) -> None:
    item = ITEM._replace(metadata=Metadata(title, venue=title), tags=(title,), notes=(Note(title, NOW),))
    written = csv_table.write(Contents([item], [], NOW))
    cells = list(csv.reader(io.StringIO(written)))[1]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "＝"))]
    (entry,) = csv_table.read(written).entries
    assert (entry.metadata.title, entry.metadata.venue, entry.tags, entry.notes) == (title, title, (title,), (title,))


@pytest.mark.parametrize(
    ("cell", "rating"), [("4", 4), ("4.0", 4), ("★★★★", 4), ("8/10", 4), ("0", None), ("good", None)]
)
def test_a_rating_is_read_however_a_column_writes_it(cell: str, rating: int | None) -> None:
    (entry,) = csv_table.read(f"Title,URL,Rating\nA title,https://example.org/a,{cell}\n").entries
    assert entry.rating == rating


def test_highlights_have_the_work_in_a_column_of_books() -> None:
    text = (
        "Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at\n"
        '"Oaks, and ponds.",The Growth of Oaks,Jane Roe,B0,mine,,,order,2,2020-11-26 03:28:15+00:00\n'
    )
    assert csv_table.recognises(text, "readwise-data.csv")
    (entry,) = csv_table.read(text).entries
    assert (entry.metadata.title, entry.metadata.authors) == ("The Growth of Oaks", ("Jane Roe",))
    assert entry.notes == ("Oaks, and ponds.", "mine")

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from sqlite3 import Connection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import Rlist
from rlist.errors import QueryError, WrongUsage
from rlist.model.item import Entry, Item, Kind, Link, Note, Priority, Status
from rlist.model.metadata import Metadata
from rlist.store.database import Store, open_store
from rlist.store.excerpts import matches
from rlist.store.query import OPERATORS, Query, explain, parse, parse_text
from rlist.store.saving import add_item
from rlist.store.search import SORTS, Page, find
from strategies import hostile_texts, items

NOW = datetime(2024, 6, 1, 12, tzinfo=UTC)


def read(*words: str) -> Query:
    return parse(words, now=NOW, today=NOW.date())


def make(title: str, **fields: object) -> Item:
    """An item with `fields` of Item, of Metadata, and the section and the text of its entry."""
    of_metadata = {name: fields.pop(name) for name in list(fields) if name in Metadata._fields}
    section, text = fields.pop("section", ()), fields.pop("text", title)
    base = Item(0, title, Metadata(title), Kind.PAPER, NOW, NOW)
    entries = (Entry("Reading List", section, 1, str(text)),) if section or text != title else ()  # type: ignore[arg-type]
    metadata = base.metadata._replace(**of_metadata)  # type: ignore[arg-type]
    return base._replace(metadata=metadata, **({"entries": entries} | fields))  # type: ignore[arg-type]


def fill(store: Store, *added: Item) -> Connection:
    with store.step("test", NOW):
        for index, item in enumerate(added):
            add_item(store.db, item._replace(uid=str(index)))
    return store.db


@contextmanager
def empty_library() -> Iterator[Store]:
    """A library in memory, without the work of making its tables anew for each example."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        _empty().db.backup(db)
        yield Store(db, None)


@cache
def _empty() -> Store:
    return open_store(None)


@pytest.fixture
def store() -> Iterator[Store]:
    with empty_library() as store:
        yield store


@pytest.fixture
def titles(store: Store) -> Callable[..., list[str]]:
    """`titles(query)` are those of the hits, best first."""

    def found(text: str) -> list[str]:
        ids = find(store.db, read(text), ranked=True).ids
        names = dict(store.db.execute("SELECT id, title FROM item"))
        return [names[item_id] for item_id in ids]

    return found


Titles = Callable[[str], list[str]]

LIBRARY = (
    make("Mamba", authors=("Albert Gu", "Tri Dao"), year=2023, venue="COLM", tags=("ml", "ssm"), rating=5,
         section=("SSMs", "Intro"), identifiers={"arxiv": "2312.00752"}, status=Status.DONE,
         started_at=NOW - timedelta(days=40), finished_at=NOW - timedelta(days=10)),
    make("Attention", year=2017, tags=("ml/theory",), priority=Priority.HIGH, status=Status.READING,
         identifiers={"doi": "10.1/abc"}, started_at=NOW - timedelta(days=2), citekey="att"),
    make("A talk", kind=Kind.VIDEO, added_at=NOW - timedelta(days=400), links=(Link("https://x.org"),),
         notes=(Note("don’t forget GPU programming", NOW),), priority=Priority.LOW),
    make("Attention", section=("GPU programming",), text="in passing: mamba", tags=("mlx",), rating=3),
    make("Modern C++20 and C", abstract="about state-space models", year=2021, venue="OSDI", status=Status.DROPPED),
    make("状态空间模型入门", authors=("王小明",), tags=("日本",)),
)  # fmt: skip
ALL = [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        pytest.param("", ALL, id="everything"),
        pytest.param("mamba", [1, 4], id="a word"),
        pytest.param("mam", [1, 4], id="an unfinished word"),
        pytest.param('"mam"', [], id="a phrase is finished"),
        pytest.param("attentio", [2, 4], id="an unfinished word whose stem is shorter"),
        pytest.param("programmi", [3, 4], id="an unfinished word with an ending"),
        pytest.param("passin", [4], id="another one"),
        pytest.param("mam* passing", [4], id="an asterisk"),
        pytest.param("ssm", [1], id="the stem of a heading"),
        pytest.param("models", [5], id="the stem of a word"),
        pytest.param("state space", [5], id="words anywhere"),
        pytest.param('"gpu programming"', [3, 4], id="a phrase"),
        pytest.param('"programming gpu"', [], id="a phrase has an order"),
        pytest.param("attention mamba", [4], id="all of the words"),
        pytest.param("attention -mamba", [2], id="a word excluded"),
        pytest.param("-mamba", [2, 3, 5, 6], id="only a word excluded"),
        pytest.param("gu OR talk", [1, 3], id="either"),
        pytest.param("gu OR tag:mlx OR has:url", [1, 3, 4], id="either word or field"),
        pytest.param("attention (gu OR passing)", [4], id="brackets"),
        pytest.param("-(mamba OR talk)", [2, 5, 6], id="brackets excluded"),
        pytest.param("attention -tag:mlx", [2], id="word without field"),
        pytest.param("c++", [5], id="plus signs"),
        pytest.param("C++ modern", [5], id="plus signs and a word"),
        pytest.param("c#", [], id="another sign"),
        pytest.param("-c++", [1, 2, 3, 4, 6], id="plus signs excluded"),
        pytest.param("modern -c++", [], id="a word without plus signs"),
        pytest.param("title:c++ OR gu", [1, 5], id="plus signs in a field"),
        pytest.param("author:c++", [], id="plus signs in another field"),
        pytest.param("空间", [6], id="part of a Chinese title"),
        pytest.param("空间 -talk", [6], id="part of a Chinese title and more"),
        pytest.param("-空间", [1, 2, 3, 4, 5], id="part of a Chinese title excluded"),
        pytest.param("author:小明", [6], id="part of a Chinese name"),
        pytest.param("don't", [3], id="the other apostrophe"),
        pytest.param("’", [3], id="a sign alone"),
        pytest.param("100%", [], id="a sign of LIKE"),
        pytest.param("_", [], id="another sign of LIKE"),
        pytest.param('"state-space"', [5], id="hyphen"),
        pytest.param("state/space", [5], id="slash"),
        pytest.param("title:attention", [2, 4], id="title"),
        pytest.param('title:"modern c"', [5], id="phrase in the title"),
        pytest.param("author:gu", [1], id="author"),
        pytest.param('author:"Tri Dao"', [1], id="author in quotes"),
        pytest.param("author:da*", [1], id="beginning of an author"),
        pytest.param("author:da", [], id="a field is finished"),
        pytest.param("venue:osdi", [5], id="venue"),
        pytest.param("section:ssms", [1], id="section"),
        pytest.param('section:"SSMs / Intro"', [1], id="path of a section"),
        pytest.param("note:forget", [3], id="note"),
        pytest.param("year:2021..2023", [1, 5], id="years"),
        pytest.param("year:>2021", [1], id="after a year"),
        pytest.param("year:2017,2023", [1, 2], id="two years"),
        pytest.param("year:none", [3, 4, 6], id="no year"),
        pytest.param("-year:2023", [2, 3, 4, 5, 6], id="not a year"),
        pytest.param("tag:ml", [1, 2], id="tag and what is below it"),
        pytest.param("tag:ML/Theory", [2], id="tag in another case"),
        pytest.param("tag:ssm,mlx", [1, 4], id="one of two tags"),
        pytest.param("-tag:ml", [3, 4, 5, 6], id="not a tag"),
        pytest.param("status:done,dropped", [1, 5], id="status"),
        pytest.param("status:any", ALL, id="any status"),
        pytest.param("is:reading", [2], id="is being read"),
        pytest.param("is:duplicate", [2, 4], id="same title"),
        pytest.param("kind:video", [3], id="kind"),
        pytest.param('list:"reading list"', [1, 4], id="list"),
        pytest.param("list:read", [1, 4], id="part of the name of a list"),
        pytest.param("-list:read", [2, 3, 5, 6], id="not a list"),
        pytest.param("attention list:read", [4], id="word in a list"),
        pytest.param("has:note", [3], id="has a note"),
        pytest.param("has:url,doi", [2, 3], id="has an address or a DOI"),
        pytest.param("has:section", [1, 4], id="has a section"),
        pytest.param("has:author", [1, 6], id="has an author"),
        pytest.param("has:abstract", [5], id="has an abstract"),
        pytest.param("priority:high,low", [2, 3], id="priority"),
        pytest.param("priority:none", [1, 4, 5, 6], id="no priority"),
        pytest.param("-priority:low", [1, 2, 4, 5, 6], id="not a priority"),
        pytest.param("rating:>=4", [1], id="rating"),
        pytest.param("rating:3", [4], id="one rating"),
        pytest.param("added:<7d", [1, 2, 4, 5, 6], id="lately added"),
        pytest.param("added:>1y", [3], id="added long ago"),
        pytest.param("finished:2024", [1], id="finished in a year"),
        pytest.param("started:<7d", [2], id="lately started"),
        pytest.param("finished:none", [2, 3, 4, 5, 6], id="never finished"),
        pytest.param("id:2", [2], id="number"),
        pytest.param("id:2..4,6", [2, 3, 4, 6], id="numbers"),
        pytest.param("id:arxiv:2312.00752", [1], id="arXiv"),
        pytest.param("id:2312.00752v3", [1], id="arXiv without its name"),
        pytest.param("id:10.1/ABC", [2], id="DOI"),
        pytest.param("id:doi:10.1/abc", [2], id="DOI with its name"),
        pytest.param("id:nothing", [], id="no identifier"),
    ],
)
def test_a_query_finds(store: Store, text: str, ids: list[int]) -> None:
    db = fill(store, *LIBRARY)
    assert find(db, read(text)).ids == ids
    assert sorted(find(db, read(text), ranked=True).ids) == ids
    assert find(db, read(text), limit=1, ranked=True).total == len(ids)
    assert find(db, read(text), limit=0) == Page([], len(ids))


def test_a_list_is_found_by_its_whole_name_before_a_part_of_it(store: Store) -> None:
    entries = [Entry(name, (), 1, "x") for name in ("Reading", "Reading List")]
    db = fill(store, *(make("x")._replace(entries=(entry,)) for entry in entries))
    assert find(db, read("list:reading")).ids == [1]
    assert find(db, read("list:read")).ids == [1, 2]


def test_a_word_in_the_title_comes_before_any_other_mention(store: Store, titles: Titles) -> None:
    filler = " ".join(f"word{number}" for number in range(300))
    fill(
        store,
        make("short", abstract="scan " * 30),
        make("by author", authors=("Scan", "Scan Scan")),
        make("headed", section=("Scan", "Scan"), text="scan"),
        make(
            "tagged", tags=("scan", "scan/scan"), notes=(Note("scan scan scan", NOW),), text="scan scan", venue="scan"
        ),
        make(f"long title with scan in it {filler[:600]}", abstract=filler, notes=(Note(filler, NOW),) * 5),
        make("scan"),
        *(make(f"other {number}") for number in range(30)),
    )
    found = titles("scan")
    assert found[0] == "scan"
    assert found[1].startswith("long title")
    assert set(found[2:4]) == {"tagged", "by author"}
    assert set(found) == {*found[:4], "headed", "short"}
    assert titles("sca")[:2] == found[:2]


def test_a_whole_word_comes_before_one_that_only_begins_like_it(store: Store, titles: Titles) -> None:
    fill(store, make("Scanner and more"), make("Scan for all"), *(make(f"other {number}") for number in range(9)))
    assert titles("scan") == ["Scan for all", "Scanner and more"]


def test_every_item_under_a_heading_is_found_by_it(store: Store, titles: Titles) -> None:
    under = [make(f"under {number}", section=("Models", "SSMs")) for number in range(5)]
    fill(store, *under, make("An SSM in the title"), make("Other", abstract="nothing of it"))
    assert titles("ssm")[0] == "An SSM in the title"
    assert sorted(titles("ssm")[1:]) == [f"under {number}" for number in range(5)]


def test_ssm_finds_all_of_it_in_the_seeds(rlist: Rlist) -> None:
    rlist("import", str(Path(__file__).parents[2] / "seeds"))
    everything = json.loads(rlist("list", "status:any", "--json").out)
    found = [item["id"] for item in json.loads(rlist("search", "ssm", "--json").out)]

    def says_it(*texts: str) -> bool:
        return any(re.search(r"\bssms?\b", text, re.IGNORECASE) for text in texts)

    in_title = {item["id"] for item in everything if says_it(item["title"])}
    under_heading = {item["id"] for item in everything for entry in item["entries"] if says_it(*entry["section"])}
    in_text = {item["id"] for item in everything for entry in item["entries"] if says_it(entry["text"])}
    in_note = {item["id"] for item in everything for note in item["notes"] if says_it(note["body"])}
    assert len(under_heading) > 20
    assert set(found) == in_title | under_heading | in_text | in_note
    assert set(found[: len(in_title)]) == in_title


def test_literal_words_in_the_title_come_first(store: Store, titles: Titles) -> None:
    fill(store, make("a", abstract="いろは"), make("いろは"), make("c", abstract="rust"), make("rust"))
    assert titles("いろ") == ["いろは", "a"]
    assert titles("いろ OR rust") == ["いろは", "rust", "c", "a"]
    assert titles("rust OR tag:none OR id:1") == ["rust", "c", "a"]


def test_equal_hits_come_by_number(store: Store) -> None:
    db = fill(store, *(make("same") for _ in range(50)))
    for sort in SORTS:
        assert find(db, read("same"), sort=sort).ids == list(range(1, 51))
    assert find(db, read("same"), sort="id", reverse=True).ids == list(range(50, 0, -1))


@pytest.mark.parametrize(
    ("sort", "ids"),
    [
        pytest.param("id", [1, 2, 3, 4], id="id"),
        pytest.param("place", [4, 3, 2, 1], id="place"),
        pytest.param("added", [2, 1, 4, 3], id="added"),
        pytest.param("updated", [2, 1, 4, 3], id="updated"),
        pytest.param("started", [3, 1, 2, 4], id="started"),
        pytest.param("finished", [3, 1, 2, 4], id="finished"),
        pytest.param("year", [3, 2, 1, 4], id="year"),
        pytest.param("title", [4, 2, 3, 1], id="title"),
        pytest.param("status", [3, 2, 4, 1], id="status"),
        pytest.param("priority", [2, 4, 3, 1], id="priority"),
        pytest.param("rating", [4, 1, 2, 3], id="rating"),
    ],
)
def test_hits_are_sorted(store: Store, sort: str, ids: list[int]) -> None:
    day = timedelta(days=1)
    db = fill(
        store,
        make("z", year=2000, status=Status.DROPPED, rating=2, added_at=NOW, updated_at=NOW, started_at=NOW,
             finished_at=NOW),
        make("B", year=2001, priority=Priority.HIGH, added_at=NOW + day, updated_at=NOW + day,
             entries=(Entry("L", ("b",), 9, "x"), Entry("M", (), 1, "x"))),
        make("c", year=2002, status=Status.READING, priority=Priority.LOW, added_at=NOW - day, updated_at=NOW - day,
             entries=(Entry("L", ("a",), 7, "x"),), started_at=NOW + day, finished_at=NOW + day),
        make("a", status=Status.DONE, priority=Priority.MEDIUM, rating=4, added_at=NOW - day / 2,
             updated_at=NOW - day / 2, entries=(Entry("L", ("b",), 2, "x"),)),
    )  # fmt: skip
    assert find(db, read(""), sort=sort).ids == ids
    valued = [item_id for item_id in ids if _has_value(db, sort, item_id)]
    without = [item_id for item_id in ids if item_id not in valued]
    assert find(db, read(""), sort=sort, reverse=True).ids == valued[::-1] + without
    assert find(db, read(""), sort=sort, limit=2) == Page(ids[:2], 4)


def _has_value(db: Connection, sort: str, item_id: int) -> bool:
    row = db.execute(f"SELECT ({SORTS[sort].sql}) IS NOT NULL FROM item WHERE id = ?", (item_id,)).fetchone()
    return bool(row[0])


@pytest.mark.parametrize("text", ["status:unread,reading", "status:any"])
@pytest.mark.parametrize(
    ("sort", "reverse", "ids"),
    [
        pytest.param("added", False, [1, 4, 7, 2], id="the newest"),
        pytest.param("added", True, [3, 6, 9, 2], id="the oldest"),
        pytest.param("year", False, [3, 6, 9, 2], id="the latest year"),
    ],
)
def test_a_page_is_read_from_an_index_and_not_sorted(
    store: Store, text: str, sort: str, reverse: bool, ids: list[int]
) -> None:
    changes = [(NOW - timedelta(days=number % 3), 2000 + number % 3 if number % 3 else None) for number in range(9)]
    db = fill(store, *(make("Same", year=year)._replace(added_at=time) for time, year in changes))
    statements: list[str] = []
    db.set_trace_callback(statements.append)
    page = find(db, read(text), sort=sort, reverse=reverse, limit=4)
    db.set_trace_callback(None)
    assert page.ids == ids
    (plan,) = [db.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall() for sql in statements if "ORDER BY" in sql]
    assert not [row for row in plan if "TEMP B-TREE" in row[3]]


def test_an_unknown_key_is_refused_with_those_that_there_are(store: Store) -> None:
    with pytest.raises(WrongUsage, match="colour") as raised:
        find(store.db, read(""), sort="colour")
    assert "added" in str(raised.value.hint)


@pytest.mark.parametrize(
    ("text", "item_id", "field", "excerpt"),
    [
        pytest.param("mamba", 1, "title", "⟦Mamba⟧", id="title"),
        pytest.param("mamba", 4, "text", "in passing: ⟦mamba⟧", id="text"),
        pytest.param("ssm", 1, "tag", "ml ⟦ssm⟧", id="tags before headings"),
        pytest.param("intro", 1, "section", "SSMs / ⟦Intro⟧", id="path of a heading"),
        pytest.param("gu", 1, "author", "Albert ⟦Gu⟧ Tri Dao", id="authors"),
        pytest.param("don't", 3, "note", "⟦don’t⟧ forget GPU programming", id="notes"),
        pytest.param("models", 5, "abstract", "about state-space ⟦models⟧", id="abstract"),
        pytest.param("attentio", 2, "title", "⟦Attention⟧", id="an unfinished word"),
        pytest.param("c++", 5, "title", "Modern ⟦C++⟧20 and C", id="plus signs"),
        pytest.param("c++ modern", 5, "title", "⟦Modern⟧ ⟦C++⟧20 and C", id="plus signs and a word"),
        pytest.param("空间", 6, "title", "状态⟦空间⟧模型入门", id="part of a Chinese title"),
        pytest.param("mamba OR 小明", 6, "author", "王⟦小明⟧", id="part of a name"),
        pytest.param("mamba -talk", 1, "title", "⟦Mamba⟧", id="a word and one that is excluded"),
        pytest.param("venue:colm", 1, "venue", "⟦COLM⟧", id="venue"),
        pytest.param("note:gpu OR talk", 3, "title", "A ⟦talk⟧", id="the first of two fields"),
    ],
)
def test_the_place_that_matched_is_shown(store: Store, text: str, item_id: int, field: str, excerpt: str) -> None:
    db = fill(store, *LIBRARY)
    match = matches(db, read(text), ALL)[item_id]
    assert (match.field, match.excerpt.replace("\x02", "⟦").replace("\x03", "⟧")) == (field, excerpt)


def test_what_no_words_brought_has_no_place(store: Store) -> None:
    db = fill(store, *LIBRARY)
    assert matches(db, read("tag:ml -talk"), ALL) == {}
    assert matches(db, read(""), ALL) == {}


def test_a_long_text_is_shown_around_the_place(store: Store) -> None:
    words = " ".join(f"w{number}" for number in range(100))
    db = fill(store, make("a", abstract=f"{words} needle {words}"), make("b", abstract=f"{words}\nC++17 {words}"))
    excerpt = matches(db, read("needle"), [1])[1].excerpt
    assert excerpt.startswith("…")
    assert excerpt.endswith("…")
    assert "\x02needle\x03" in excerpt
    assert len(excerpt.split()) == 12
    assert "w99 \x02C++\x0317 w0" in matches(db, read("c++"), [2])[2].excerpt


def test_control_characters_of_a_text_are_no_marks(store: Store) -> None:
    db = fill(store, make("an\x02 evil\x03 \x1b[31m word\x9b\tand\r\nmore"), make("C++ \x02evil"))
    assert matches(db, read("word"), [1])[1].excerpt == "an evil [31m \x02word\x03 and more"
    assert matches(db, read("c++"), [2])[2].excerpt == "\x02C++\x03 evil"


def test_more_hits_than_are_marked_at_once_are_all_marked(store: Store) -> None:
    db = fill(store, *(make("word") for _ in range(450)))
    assert len(matches(db, read("word"), range(1, 451))) == 450


@pytest.fixture(scope="module")
def world() -> Iterator[Store]:
    """A library of hostile texts, for queries that may be anything."""
    pieces = ["AND", '"', "C++", "状态空间", "mamba", "a OR b", "\x02", "don't", "100%", "tag:ml", "→", "\N{SNOWMAN}"]
    with empty_library() as store:
        fill(store, *(make(piece, abstract=pieces[-at], tags=(piece,), year=at) for at, piece in enumerate(pieces)))
        yield store


_PIECES = st.sampled_from(
    ["(", ")", '"', "-", "OR", "AND", "NOT", ":", "..", ",", "<", ">=", "*", "+", "C++", "状态", "→", "a", "mamba", " "]
    + [operator.name for operator in OPERATORS]
    + [operator.example for operator in OPERATORS]
    + ["7d", "2024", "2024-05", "none", "any", "arxiv:2404.05405", "10.1/x"]
)
_PHRASES = st.lists(_PIECES, max_size=8)


@settings(deadline=None)
@given(st.lists(hostile_texts | _PHRASES.map("".join) | _PHRASES.map(" ".join), max_size=3))
def test_any_text_is_pointed_at_or_a_query_that_can_be_run(world: Store, words: list[str]) -> None:
    try:
        query = read(*words)
    except QueryError as error:
        _check_that_it_points(error)
        return
    assert explain(query)
    assert parse_text(query.text, now=NOW, today=NOW.date()) == query
    page = find(world.db, query, ranked=True)
    assert sorted(page.ids) == find(world.db, query).ids
    assert find(world.db, query, limit=1).total == page.total
    assert set(matches(world.db, query, page.ids)) <= set(page.ids)


def _check_that_it_points(error: QueryError) -> None:
    assert 0 <= error.at <= len(error.text)
    assert error.hint


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(" ".join(["word"] * 400), id="words"),
        pytest.param(" OR ".join(["word"] * 200), id="alternatives"),
        pytest.param(" OR ".join(["year:1"] * 200), id="alternative fields"),
        pytest.param(" ".join(["-tag:" + ",".join("abcdefghijklmnopqrst")] * 200), id="tags"),
        pytest.param(" ".join(["c++ 状态"] * 200), id="literal words"),
        pytest.param(" OR ".join(["→ year:1"] * 130), id="mixed"),
        pytest.param("-(year:1 OR (a " * 5 + "x" + "))" * 5, id="brackets"),
        pytest.param("(tag:a -(list:b OR " * 5 + "→" + "))" * 5, id="brackets and literal words"),
        pytest.param("x" * 5000, id="long word"),
        pytest.param("→" * 5000, id="long literal word"),
        pytest.param("%" * 5000, id="long literal word to be escaped"),
        pytest.param('"' + "x " * 2400 + '"', id="long phrase"),
    ],
)
def test_the_largest_queries_can_be_run(world: Store, text: str) -> None:
    query = read(text)
    matches(world.db, query, find(world.db, query, ranked=True).ids)


ATOMS = (
    "mamba", '"state space"', "title:a", "author:b", "-a", "c++", "title:c++", "状", "→", "tag:ml", "year:>=2020",
    "priority:none", "rating:>3", "status:unread", "has:note", "finished:<30d", "is:duplicate", "list:reading",
)  # fmt: skip
compounds = st.recursive(
    st.sampled_from(ATOMS).map("({} )".format),  # the blank keeps the word unfinished or not wherever it stands
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("({0[0]} {0[1]})".format),
        st.tuples(inner, inner).map("({0[0]} OR {0[1]})".format),
        inner.map("-{}".format),
    ),
    max_leaves=4,
)
vocabulary = st.lists(st.sampled_from(["mamba", "state", "space", "a", "b", "C++", "状态", "→", "c"]), max_size=4).map(
    " ".join
)
tagged = items(vocabulary, st.sampled_from(["ml", "ml/x", "a", "b c"]))


@settings(max_examples=60, deadline=None)
@given(st.lists(tagged, min_size=1, max_size=8), compounds, compounds)
def test_queries_combine_as_sets(added: list[Item], one: str, other: str) -> None:
    with empty_library() as store:
        db = fill(store, *added)

        def hits(text: str) -> set[int]:
            # Without prefixes, which go to the last word of the whole.
            found = find(
                db, read(text.replace("mamba", '"mamba"').replace("状", '"状"').replace("-a", '-"a"')), ranked=True
            )
            assert len(found.ids) == len(set(found.ids))
            return set(found.ids)

        everything, first, second = hits(""), hits(one), hits(other)
        assert hits(f"-({one})") == everything - first
        assert hits(f"({one}) OR ({other})") == first | second
        assert hits(f"({one}) ({other})") == first & second
        assert hits(f"-({one} {other})") == hits(f"-({one}) OR -({other})")


@settings(deadline=None)
@given(hostile_texts)
def test_a_word_finds_the_item_that_has_it(text: str) -> None:
    word = next(iter(text.replace("\0", "").replace('"', " ").split()), "")
    with empty_library() as store:
        db = fill(store, make(f"x {word} y", text="z"))
        if word:
            assert find(db, read(f'"{word}"')).ids == [1]

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from rlist.errors import QueryError
from rlist.model.item import Status
from rlist.model.view import View
from rlist.store.conditions import Condition
from rlist.store.query import OPERATORS, Query, explain, parse
from rlist.store.query_tree import leaves

NOW = datetime(2024, 6, 1, 12, tzinfo=timezone(timedelta(hours=2)))


VIEWS = [
    View("new", "what it was before"),
    View("later", "tag:ml -status:done"),
    View("two words", "view:later OR mamba"),
    View("a", "x view:b"),
    View("b", "view:a"),
    View("broken", "year:soon"),
    View("lost", "view:gone"),
    *(View(f"deep{number}", f"view:deep{number + 1} x") for number in range(12)),
    View("deep12", "x"),
    View("many", "x " * 300),
]


def read(*words: str, now: datetime = NOW, name: str | None = None) -> Query:
    return parse(words, now=now, today=now.date(), views=VIEWS, name=name)


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        pytest.param("", "every item", id="nothing"),
        pytest.param("mamba", "“mamba…”", id="the last word may be unfinished"),
        pytest.param("state space", "“state” and “space…”", id="words side by side"),
        pytest.param("mamba tag:ssm", "“mamba…” and tag ssm", id="the last word stands before a field"),
        pytest.param("mamba -vision", "“mamba…” and not “vision”", id="the last word isn't the excluded one"),
        pytest.param('"state space"', "“state space”", id="a phrase is finished"),
        pytest.param("quant* cache?", "“quant…” and “cache?”", id="an asterisk, and a word that a sign ends"),
        pytest.param("C++", "“C++”", id="signs end a word"),
        pytest.param("+mamba", "“mamba…”", id="a plus before a word says nothing"),
        pytest.param("a OR b c", "“a” or (“b” and “c…”)", id="OR binds weaker"),
        pytest.param("(a OR b) c", "(“a” or “b”) and “c…”", id="brackets"),
        pytest.param("a AND b", "“a” and “b…”", id="AND says nothing"),
        pytest.param("a or b", "“a” and “or” and “b…”", id="operators are in capitals"),
        pytest.param("-(a -b)", "not (“a…” and not “b”)", id="not brackets"),
        pytest.param("-(-a)", "“a”", id="twice not"),
        pytest.param("((((a))))", "“a…”", id="needless brackets"),
        pytest.param('-title:"foo bar"', "not title has “foo bar”", id="not a phrase in a field"),
        pytest.param("TITLE:mamba Status:UNREAD", "title has “mamba” and status unread", id="letter case"),
        pytest.param("author:gu* venue:osdi", "author has “gu…” and venue has “osdi”", id="text fields"),
        pytest.param('section:"GPU programming"', "section has “GPU programming”", id="section"),
        pytest.param("status:unread,reading", "status unread or reading", id="several values"),
        pytest.param("std::vector", "“std::vector…”", id="two colons"),
        pytest.param("https://x.org/y re: 10:30", "“https://x.org/y” and “re:” and “10:30…”", id="no fields"),
        pytest.param("foo:bar", "“foo:bar…”", id="no field by far"),
        pytest.param("- --flag ->", "“-” and “--flag” and “->”", id="what begins with a minus and is none"),
        pytest.param("a-b don't GPT-4", "“a-b” and “don't” and “GPT-4…”", id="signs within words"),
        pytest.param('say"so"now', "“say” and “so” and “now…”", id="quotes within words"),
        pytest.param("f(x)", "“f” and “x…”", id="brackets within words"),
        pytest.param("nul\0l", "“null…”", id="NUL is dropped"),
        pytest.param("\ud800", "“\ufffd”", id="half a surrogate pair"),
    ],
)
def test_a_query_is_read(text: str, understood: str) -> None:
    assert explain(read(text)) == understood


@pytest.mark.parametrize(
    ("words", "understood"),
    [
        pytest.param(["state space", "mamba"], "“state” and “space” and “mamba…”", id="words in quotes are words"),
        pytest.param(["tag:ml status:unread"], "tag ml and status unread", id="a whole query in quotes"),
        pytest.param(["list:Reading List"], "list “Reading List”", id="a field whose quotes went to the shell"),
        pytest.param(["-title:foo bar", "x"], "not title has “foo bar” and “x…”", id="the same after a minus"),
        pytest.param(["title:foo -bar"], "title has “foo” and not “bar”", id="a field and more"),
        pytest.param(["title:a OR", "b"], "title has “a” or “b…”", id="an operator in the same argument"),
        pytest.param(['"state', 'space"'], "“state space”", id="a phrase over two arguments"),
    ],
)
def test_arguments_are_one_text(words: list[str], understood: str) -> None:
    assert explain(read(*words)) == understood


@pytest.mark.parametrize(
    ("text", "rest", "hint"),
    [
        pytest.param("(a", "(a", "quotes", id="open bracket"),
        pytest.param("a (", "(", "quotes", id="open bracket at the end"),
        pytest.param("a) b", ") b", "quotes", id="closing bracket"),
        pytest.param(")", ")", "quotes", id="closing bracket alone"),
        pytest.param("x () y", "() y", "quotes", id="empty brackets"),
        pytest.param('a "b', '"b', "close it", id="open quote"),
        pytest.param('a ""', '""', "word", id="empty quotes"),
        pytest.param('title:" "', 'title:" "', "title:attention", id="empty value in quotes"),
        pytest.param("OR", "OR", '"or"', id="lone OR"),
        pytest.param("a OR", "OR", '"or"', id="OR at the end"),
        pytest.param("OR a", "OR a", '"or"', id="OR at the beginning"),
        pytest.param("a OR OR b", "OR OR b", '"or"', id="OR twice"),
        pytest.param("(a OR) b", "OR) b", '"or"', id="OR before a bracket"),
        pytest.param("AND", "AND", '"and"', id="lone AND"),
        pytest.param("a AND", "AND", '"and"', id="AND at the end"),
        pytest.param("a AND OR b", "AND OR b", '"and"', id="AND before OR"),
        pytest.param("-OR a", "-OR a", "minus", id="not OR"),
        pytest.param("NOT a", "NOT a", "-word", id="NOT"),
        pytest.param("tag: ssm", "tag: ssm", "tag:ml", id="blank behind the colon"),
        pytest.param("tga:ssm", "tga:ssm", "tag:ssm", id="slip in a field"),
        pytest.param("tags:ssm", "tags:ssm", "tag:ssm", id="plural of a field"),
        pytest.param("year>=2020", "year>=2020", "year:>=2020", id="no colon"),
        pytest.param("year:abc", "abc", "2022..2024", id="no year"),
        pytest.param("year:2020,", "", "one,two", id="nothing behind a comma"),
        pytest.param("year:2020,abc", "abc", "2022..2024", id="second value"),
        pytest.param("year:2020..abc", "abc", "2022..2024", id="end of a range"),
        pytest.param("year:..", "..", "2022..", id="range without ends"),
        pytest.param("year:=>2020", "=>2020", ">=", id="turned sign"),
        pytest.param("year:99999999999999999999", "99999999999999999999", "2022..2024", id="a huge year"),
        pytest.param("year:٣", "٣", "2022..2024", id="digits of other scripts"),
        pytest.param("rating:>=9", "9", "1 to 5", id="rating"),
        pytest.param("status:foo", "foo", "unread, reading, done, dropped", id="status"),
        pytest.param("status:unread,foo", "foo", "unread", id="second status"),
        pytest.param("kind:papers", "papers", "paper, article", id="kind"),
        pytest.param("priority:urgent", "urgent", "low, medium, high, none, any", id="priority"),
        pytest.param("has:foo", "foo", "note, url", id="has"),
        pytest.param("is:foo", "foo", "duplicate", id="is"),
        pytest.param("added:soon", "soon", "2024-05-01", id="time"),
        pytest.param("added:2024-13", "2024-13", "2024-05-01", id="month"),
        pytest.param("added:2024-02-30", "2024-02-30", "2024-05-01", id="day"),
        pytest.param("finished:>7x", "7x", "2024-05-01", id="unit"),
        pytest.param("id:3..x", "x", "id:3..8", id="number of an item"),
        pytest.param("(" * 20 + "a" + ")" * 20, "(" * 10 + "a" + ")" * 20, "some", id="brackets in brackets"),
        pytest.param("tag:" + ",".join("a" * 30), ",".join("a" * 10), "OR", id="too many values"),
        pytest.param("a " * 401, "a ", "few", id="too many words"),
        pytest.param("+" * 5001, "+" * 5001, "beginning", id="too long a word"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_pointed_at(text: str, rest: str, hint: str) -> None:
    with pytest.raises(QueryError) as raised:
        read(text)
    assert raised.value.text[raised.value.at :] == rest
    assert raised.value.hint
    assert hint in raised.value.hint


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: operator.name)
def test_the_example_of_each_operator_is_a_query(operator: object) -> None:
    assert operator in OPERATORS
    assert isinstance(operator, type(OPERATORS[0]))
    assert operator.meaning
    assert read(operator.example).node
    if operator.read:
        assert operator.example.startswith(operator.name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("status:done", True, id="status"),
        pytest.param("a (-status:done OR b)", True, id="deep in it"),
        pytest.param("is:reading", True, id="is"),
        pytest.param("status:any", True, id="any"),
        pytest.param("is:duplicate has:note", False, id="others"),
        pytest.param("status", False, id="the word"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_a_query_knows_whether_it_mentions_the_status(text: str, expected: bool) -> None:
    assert read(text).mentions_status is expected


def test_a_query_takes_a_status_from_outside() -> None:
    assert explain(read("a OR b").still_open()) == "(“a” or “b…”) and status unread or reading"
    assert explain(read("").with_status(Status.UNREAD)) == "status unread"


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        pytest.param("added:<7d", (">=", "2024-05-25T10:00:00"), id="less than an age"),
        pytest.param("added:7d", (">=", "2024-05-25T10:00:00"), id="an age"),
        pytest.param("added:>30d", ("<", "2024-05-02T10:00:00"), id="more than an age"),
        pytest.param("added:2w..1w", (">=", "2024-05-18T10:00:00", "<", "2024-05-25T10:00:00"), id="between ages"),
        pytest.param("added:1w..2w", (">=", "2024-05-18T10:00:00", "<", "2024-05-25T10:00:00"), id="the other way"),
        pytest.param("added:<1m", (">=", "2024-05-02T10:00:00"), id="month"),
        pytest.param("added:<1Y", (">=", "2023-06-02T10:00:00"), id="year"),
        pytest.param("added:<999999y", (">=", "0001-01-02T00:00:00"), id="beyond the calendar"),
        pytest.param("added:2024", (">=", "2023-12-31T22:00:00", "<", "2024-12-31T22:00:00"), id="a year"),
        pytest.param("added:2024-12", (">=", "2024-11-30T22:00:00", "<", "2024-12-31T22:00:00"), id="December"),
        pytest.param("added:2024-5-1", (">=", "2024-04-30T22:00:00", "<", "2024-05-01T22:00:00"), id="a day"),
        pytest.param("added:today", (">=", "2024-05-31T22:00:00", "<", "2024-06-01T22:00:00"), id="today"),
        pytest.param("added:yesterday", (">=", "2024-05-30T22:00:00", "<", "2024-05-31T22:00:00"), id="yesterday"),
        pytest.param("added:2023..2024-05", (">=", "2022-12-31T22:00:00", "<", "2024-05-31T22:00:00"), id="a range"),
        pytest.param("added:2024-05..", (">=", "2024-04-30T22:00:00"), id="open range"),
        pytest.param("added:..2024-05", ("<", "2024-05-31T22:00:00"), id="range open to the past"),
        pytest.param("added:>2023", (">=", "2023-12-31T22:00:00"), id="after a year"),
        pytest.param("added:>=2023", (">=", "2022-12-31T22:00:00"), id="from a year on"),
        pytest.param("added:<2023", ("<", "2022-12-31T22:00:00"), id="before a year"),
        pytest.param("added:<=2023", ("<", "2023-12-31T22:00:00"), id="up to a year"),
        pytest.param("added:0001", (">=", "0001-01-01T00:00:00", "<", "0001-12-31T22:00:00"), id="first year"),
    ],
)
def test_times_are_days_of_the_reader(text: str, bounds: tuple[str, ...]) -> None:
    (condition,) = leaves(read(text).node)
    assert isinstance(condition, Condition)
    assert condition.sql == "(" + " AND ".join(f"item.added_at {sign} ?" for sign in bounds[::2]) + ")"
    assert condition.parameters == bounds[1::2]


def test_days_begin_in_utc_when_the_clock_is_in_utc() -> None:
    (condition,) = leaves(read("finished:2024-05-01", now=NOW.astimezone(UTC)).node)
    assert isinstance(condition, Condition)
    assert condition.parameters == ("2024-05-01T00:00:00", "2024-05-02T00:00:00")


@pytest.mark.parametrize(
    ("words", "understood"),
    [
        pytest.param(["view:later"], "tag ml and not status done", id="alone"),
        pytest.param(["VIEW:Later", "x"], "tag ml and not status done and “x…”", id="in whatever case"),
        pytest.param(["-view:later"], "not (tag ml and not status done)", id="excluded"),
        pytest.param(["view:two words"], "(tag ml and not status done) or “mamba…”", id="nested, blanks in the name"),
    ],
)
def test_a_view_stands_for_its_query(words: list[str], understood: str) -> None:
    query = read(*words)
    assert explain(query) == understood
    assert query.mentions_status


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("x view:latr", "there is no view “latr”: x view:⟦latr⟧; did you mean later?", id="near name"),
        pytest.param("view:zzz", "; there is new, later, two words, a, b", id="unknown name"),
        pytest.param("y view:a", "the view “a” leads back to itself: view:⟦a⟧: y view:⟦a⟧; a → b → a", id="cycle"),
        pytest.param("view:broken", "the view “broken” can't be read: “soon” is no year", id="one that can't be read"),
        pytest.param("view:lost", "the view “lost” can't be read: there is no view “gone”", id="one that went"),
        pytest.param("view:deep0", "more than 10 views and brackets in each other", id="too deep"),
        pytest.param("((((((((view:deep9))))))))", "more than 10 views and brackets", id="deep in brackets"),
        pytest.param("view:many view:many", "more than 400 words with those of the view “many”", id="too long"),
    ],
)
def test_a_view_that_cannot_be_used_is_pointed_at(text: str, said: str) -> None:
    with pytest.raises(QueryError) as error:
        read(text)
    assert said in f"{error.value.message}; {error.value.hint}"
    assert text[: error.value.at].endswith("view:")


def test_a_query_to_be_saved_cannot_lead_back_to_its_own_name() -> None:
    with pytest.raises(QueryError, match="leads back to itself"):
        read("view:new", name="new")
    with pytest.raises(QueryError, match="leads back to itself"):
        read("view:b", name="a")

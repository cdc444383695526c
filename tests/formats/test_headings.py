import pytest

from rlist.formats.headings import (
    Heading,
    comment_lines,
    heading_paths,
    is_heading_like,
    marked_heading,
    underlined_heading,
)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Papers:", "Papers"),
        ("---- DATABASES ----", "DATABASES"),
        ("== Week 1 ==", "Week 1"),
        ("**Books**", "Books"),
        ("## Serving ##", "Serving"),
        ("【论文】", "论文"),
        ("Papers", None),
        ("[@lamport:1998]", None),
        ("https://example.org/:", None),
        ("A line with many more words than any heading in a list ever has in it:", None),
        ("**Bold** and more", None),
    ],
)
def test_marked_headings(line: str, name: str | None) -> None:
    heading = marked_heading(line)
    assert (heading.name if heading else None) == name


def test_underlined_headings() -> None:
    assert underlined_heading("Week 1", "------") == Heading("Week 1", 10)
    assert underlined_heading("List", "====") == Heading("List", 11)
    assert underlined_heading("List", "* * *") is None
    assert underlined_heading("https://example.org/a", "----") is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Parallel programming (scans, …)", True),
        ("Sequence Parallelism - Long context", True),
        ("Misc.", True),
        ("These are papers.", False),
        ("Raft https://raft.github.io/raft.pdf", False),
        ("Paxos Made Simple, Leslie Lamport, 2001", False),
        ("This is one of several lines that came out with more than twelve words in them", False),
        ("…", False),
    ],
)
def test_unmarked_headings_are_short(line: str, expected: bool) -> None:
    assert is_heading_like(line) is expected


def paths(*names: str | None) -> tuple[str | None, list[tuple[str, ...]]]:
    return heading_paths([Heading(name) if name else None for name in names])


def test_the_first_heading_is_the_title_when_another_follows() -> None:
    assert paths("List", "A", None, "B", None) == ("List", [(), ("A",), ("B",)])
    assert paths("List", None) == (None, [("List",)])


def test_a_heading_straight_before_another_is_its_parent() -> None:
    assert paths("List", "P", "A", None, "B", None, "Q", "A", None) == (
        "List",
        [(), ("P",), ("P", "A"), ("P", "B"), ("Q",), ("Q", "A")],
    )


def test_headings_that_say_their_level_nest_as_deep_as_they_say() -> None:
    marked = [marked_heading(name) if name else None for name in ("# L", "## A", "### B", None, "### C", None, "## D")]
    assert heading_paths(marked) == ("L", [(), ("A",), ("A", "B"), ("A", "C"), ("D",)])
    assert heading_paths(marked[1:]) == (None, [("A",), ("A", "B"), ("A", "C"), ("D",)])


def test_several_hashes_in_a_row_are_comments() -> None:
    assert comment_lines(["# A list", "#", "# of trees", "", "# Trees", "## Oaks", "### Old oaks"]) == {0, 1, 2}


def test_one_of_a_numbered_row_is_no_title() -> None:
    assert paths("Week 1", "A", None, "Week 2", "A", None) == (
        None,
        [("Week 1",), ("Week 1", "A"), ("Week 2",), ("Week 2", "A")],
    )


def test_a_heading_marked_like_the_parent_ends_it() -> None:
    headings = [Heading("T"), Heading("P"), Heading("a:", -1), None, Heading("b:", -1), None, Heading("Q"), None]
    assert heading_paths(headings) == ("T", [(), ("P",), ("P", "a:"), ("P", "b:"), ("Q",)])

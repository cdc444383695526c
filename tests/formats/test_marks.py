from datetime import UTC, datetime

import pytest

from rlist.formats.marks import find_tags, listed_tags, read_marks, status_of_box, status_of_heading
from rlist.model.item import Priority, Status


@pytest.mark.parametrize(
    ("text", "bare", "status", "day"),
    [
        ("The Art, Vol. 1 ✅ 2024-05-01", "The Art, Vol. 1", Status.DONE, datetime(2024, 5, 1, tzinfo=UTC)),
        ("Raft (read 2024-05-01)", "Raft", Status.DONE, datetime(2024, 5, 1, tzinfo=UTC)),
        ("Raft – done", "Raft", Status.DONE, None),
        ("DONE Raft", "Raft", Status.DONE, None),
        ("TODO Raft", "Raft", Status.UNREAD, None),
        ("~~Word2vec~~", "Word2vec", Status.DROPPED, None),
        ("❌ Raft", "Raft", Status.DROPPED, None),
        ("How to Read", "How to Read", None, None),
        ("Well-read", "Well-read", None, None),
        ("DONE", "DONE", None, None),
        ("Raft ✅ 2024-99-99", "Raft", Status.DONE, None),
        ("READ: Raft", "Raft", Status.DONE, None),
        ("WIP Raft", "Raft", Status.READING, None),
        ("READING Raft", "Raft", Status.READING, None),
        ("READING List", "READING List", None, None),
        ("READING 2024 (papers)", "READING 2024 (papers)", None, None),
        ("READ Raft", "READ Raft", None, None),
    ],
)
def test_marks_at_the_ends_say_the_status(text: str, bare: str, status: Status | None, day: datetime | None) -> None:
    marks = read_marks(text)
    assert (marks.text, marks.status, marks.finished_at) == (bare, status, day)


@pytest.mark.parametrize(
    ("text", "bare", "rating", "rest"),
    [
        ("Dune ★★★★☆", "Dune", 4, ""),
        ("Dune ⭐️⭐️⭐️", "Dune", 3, ""),
        ("Dune ★☆☆☆☆", "Dune", 1, ""),
        ("Dune ⭐", "Dune ⭐", None, ""),
        ("Dune (8/10)", "Dune", 4, ""),
        ("Dune - 5/5, loved it", "Dune", 5, "loved it"),
        ("Dune, 4.5/5", "Dune", 5, ""),
        ("Lecture 3/10", "Lecture 3/10", None, ""),
        ("Living 24/7", "Living 24/7", None, ""),
        ("Dune 7/5", "Dune 7/5", None, ""),
        ("4/5", "4/5", None, ""),
    ],
)
def test_stars_and_shares_behind_a_title_rate_it(text: str, bare: str, rating: int | None, rest: str) -> None:
    marks = read_marks(text)
    assert (marks.text, marks.rating, marks.rest) == (bare, rating, rest)


@pytest.mark.parametrize(
    ("text", "bare", "priority"),
    [
        ("!!! Dune", "Dune", Priority.HIGH),
        ("Dune !!!", "Dune", Priority.HIGH),
        ("[high] Dune", "Dune", Priority.HIGH),
        ("[P2] Dune", "Dune", Priority.MEDIUM),
        ("Dune (low priority)", "Dune", Priority.LOW),
        ("Dune [prio: high]", "Dune", Priority.HIGH),
        ("High Noon", "High Noon", None),
        ("Help!", "Help!", None),
        ("[pdf] Dune", "[pdf] Dune", None),
    ],
)
def test_marks_of_priority(text: str, bare: str, priority: Priority | None) -> None:
    marks = read_marks(text)
    assert (marks.text, marks.priority) == (bare, priority)


def test_tags_are_listed_behind_the_word() -> None:
    assert listed_tags("Build a compiler [tags: llvm, c++]") == (16, ("llvm", "c++"))
    assert listed_tags("Build a compiler, tags: llvm; #gcc") == (17, ("llvm", "gcc"))
    assert listed_tags("How tags work") is None


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("Read", Status.DONE),
        ("Finished (12)", Status.DONE),
        ("📚 To read:", Status.UNREAD),
        ("Currently reading", Status.READING),
        ("Shelved", Status.DROPPED),
        ("gelesen", Status.DONE),
        ("À lire", Status.UNREAD),
        ("未读", Status.UNREAD),
        ("Papers to read", Status.UNREAD),
        ("Books I've read (12)", Status.DONE),
        ("Books in progress", Status.READING),
        ("Read in 2023", Status.DONE),
        ("Paper reading", None),
        ("Books", None),
        ("Reading List", None),
        ("Systems", None),
    ],
)
def test_headings_that_are_a_status(name: str, status: Status | None) -> None:
    assert status_of_heading(name) is status


def test_boxes_say_the_status() -> None:
    boxes = {
        "x": Status.DONE,
        " ": Status.UNREAD,
        "": Status.UNREAD,
        "-": Status.DROPPED,
        "/": Status.READING,
        "☑": Status.DONE,
    }
    assert {box: status_of_box(box) for box in boxes} == boxes
    assert status_of_box("7") is None


def test_tags_have_a_letter_and_stand_apart() -> None:
    assert [match[1] for match in find_tags("SICP #lisp #2024-goals, C# and #12 a#b #größe")] == [
        "lisp",
        "2024-goals",
        "größe",
    ]

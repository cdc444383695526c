from datetime import UTC, datetime

import pytest

from rlist.formats import todo_txt
from rlist.formats.registry import recognise
from rlist.model.item import Priority, Status

TASKS = """\
(A) 2024-02-01 Read "Crafting Interpreters" +compilers @home due:2024-03-01
(B) Understanding Deep Learning https://example.org/udl +ml

x 2024-01-15 2024-01-02 Paxos Made Live +distsys
Finish SICP +lisp
"""


def test_tasks_are_read_with_their_marks() -> None:
    entries = todo_txt.read(TASKS).entries
    assert [entry.metadata.title for entry in entries] == [
        "Crafting Interpreters",
        "Understanding Deep Learning",
        "Paxos Made Live",
        "Finish SICP",
    ]
    assert [entry.priority for entry in entries] == [Priority.HIGH, Priority.MEDIUM, None, None]
    assert [entry.tags for entry in entries] == [("compilers", "home"), ("ml",), ("distsys",), ("lisp",)]
    assert [entry.status for entry in entries] == [None, None, Status.DONE, None]
    assert (entries[2].added_at, entries[2].finished_at) == (
        datetime(2024, 1, 2, tzinfo=UTC),
        datetime(2024, 1, 15, tzinfo=UTC),
    )
    assert entries[0].text == TASKS.splitlines()[0]
    assert entries[1].links[0].url == "https://example.org/udl"


@pytest.mark.parametrize(
    ("text", "filename", "is_one"),
    [
        (TASKS, "tasks.txt", True),
        ("x Raft\nPaxos", "todo.txt", True),
        ("x Raft\nPaxos", "list.txt", False),
        ("(A) Raft\n(B) Paxos", "list.txt", False),
        ("Raft +1\nX marks the spot", "list.txt", False),
        ("", "todo.txt", False),
    ],
)
def test_tasks_are_told_from_other_lists(text: str, filename: str, is_one: bool) -> None:
    assert (recognise(text, filename) is todo_txt) is is_one

from __future__ import annotations

import pytest

from rlist.formats import markdown, plaintext
from rlist.model.item import Status

DONE, UNREAD = Status.DONE, Status.UNREAD
NOW = "- [ ] [Raft](https://raft.github.io/)\n- [x] Paxos Made Simple\n- [ ] Viewstamped Replication Revisited\n"
THEN = "- [x] [Raft](http://www.raft.github.io)\n- [ ] Paxos made simple\n- [x] Chubby\n"


@pytest.mark.parametrize(
    ("now", "then"),
    [
        pytest.param("Reading list", "Reading list (old)", id="a word"),
        pytest.param("Papers 2024", "Papers 2023", id="years"),
        pytest.param("Queue, 2024-03-01", "Queue, 2023-11-20", id="days"),
        pytest.param("Current", "Previous version", id="words alone"),
    ],
)
@pytest.mark.parametrize("is_below", [True, False], ids=["below", "above"])
def test_the_status_of_the_current_copy_holds(now: str, then: str, is_below: bool) -> None:
    parts = [f"## {now}\n\n{NOW}", f"## {then}\n\n{THEN}"]
    document = markdown.read("\n".join(parts if is_below else reversed(parts)))
    told = {(entry.section[0], entry.metadata.title): entry.status for entry in document.entries}
    assert told == {
        (now, "Raft"): UNREAD,
        (now, "Paxos Made Simple"): DONE,
        (now, "Viewstamped Replication Revisited"): UNREAD,
        (then, "Raft"): None,
        (then, "Paxos made simple"): None,
        (then, "Chubby"): DONE,
    }


def test_in_plain_text_as_well() -> None:
    document = plaintext.read("Now\n\n- [ ] Raft\n- [ ] Paxos\n\nOld list\n\n- [x] Raft\n- [x] Paxos\n")
    assert [entry.status for entry in document.entries] == [UNREAD, UNREAD, None, None]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"## Papers\n\n{NOW}\n## Talks\n\n{THEN}", id="no copy by its name"),
        pytest.param(
            f"## Papers\n\n{NOW}\n## Old classics\n\n- [x] Lisp\n- [x] Unix\n- [x] Raft\n", id="few in common"
        ),
        pytest.param("## Now\n\n- Raft\n- Paxos\n\n## Old\n\n- [x] Raft\n- [x] Paxos\n", id="no status in the current"),
    ],
)
def test_otherwise_every_status_stays(text: str) -> None:
    document = markdown.read(text)
    assert sum(entry.status is DONE for entry in document.entries) == text.count("[x]")


def test_the_older_copy_may_be_one_of_many_dated_sections() -> None:
    weeks = "\n".join(f"## Week of 2024-01-{day:02}\n\n- [ ] Raft\n- [ ] Paxos\n" for day in range(1, 29))
    document = markdown.read(f"{weeks}\n## Week of 2023-12-01\n\n- [x] Raft\n- [x] Paxos\n")
    assert [entry.status for entry in document.entries[-2:]] == [None, None]

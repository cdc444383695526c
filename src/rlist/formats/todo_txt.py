"""todo.txt: a task a line, with priority, dates, `+projects` and `@contexts`.

The format: https://github.com/todotxt/todo.txt
"""

from __future__ import annotations

import re

from rlist.formats.document import Document, Fate
from rlist.formats.draft import Draft
from rlist.formats.entry_text import parse_entry
from rlist.formats.field_values import parse_time
from rlist.formats.lines import split_lines
from rlist.model.item import Priority, Status

NAME = "todo.txt"

_DATE = r"\d{4}-\d\d-\d\d"
_TASK = re.compile(
    rf"(?P<done>x\s+)?(?:\((?P<priority>[A-Z])\)\s+)?(?:(?P<first>{_DATE})\s+)?(?:(?P<second>{_DATE})\s+)?(?=\S)"
)
_WORD = re.compile(r"(?<!\S)(?:[+@](?P<tag>[^\s+@]\S*)|(?P<key>[a-z]{2,12}):(?P<value>[^\s/]\S*))(?!\S)")
_TO_DO = re.compile(r"^(?:read|watch|finish|reread|start|skim)\s+(?=[\"“«])", re.IGNORECASE)
_PRIORITIES = {"A": Priority.HIGH, "B": Priority.MEDIUM}
# How many of the lines must be marked as tasks; in a list of another kind hardly any is.
_LEAST_SHARE = 0.4


def recognises(text: str, filename: str) -> bool:
    """Whether lines begin as tasks do (`x `, `(A) `) and name projects, or the file is called so."""
    lines = [line for line in split_lines(text[:20_000]) if line.strip()]
    begun = [line for line in lines if (task := _TASK.match(line)) and (task["done"] or task["priority"])]
    sorted_in = [line for line in lines if any(word["tag"] for word in _WORD.finditer(line))]
    if filename.lower().endswith("todo.txt") and begun:
        return True
    return bool(begun and sorted_in) and len({*begun, *sorted_in}) >= max(2, _LEAST_SHARE * len(lines))


def read(text: str) -> Document:
    """Each line as an entry: `x` is done, (A) high, (B) medium, later letters low; projects and contexts are tags."""
    draft = Draft()
    for number, line in enumerate(split_lines(text), start=1):
        if not line.strip():
            draft.line(number, Fate.BLANK, line)
        else:
            draft.line(number, Fate.ENTRY, line, _add(draft, line.strip()))
    return draft.document()


def _add(draft: Draft, line: str) -> int:
    task = _TASK.match(line)
    words = line[task.end() :] if task else line
    tags = tuple(word["tag"] for word in _WORD.finditer(words) if word["tag"])
    bare = " ".join(_WORD.sub("", words).split())
    understood = parse_entry(_TO_DO.sub("", bare) or words)
    if not task:
        return draft.entry((), line, understood=understood)
    # With two dates the first says when it was done, the second when it was written down.
    finished = task["first"] if task["done"] and task["second"] else None
    added = task["second"] or (None if task["done"] else task["first"])
    priority = _PRIORITIES.get(task["priority"], Priority.LOW) if task["priority"] else understood.priority
    return draft.entry(
        (),
        line,
        status=Status.DONE if task["done"] else None,
        understood=understood._replace(
            tags=(*understood.tags, *tags),
            priority=priority,
            finished_at=parse_time(finished) if finished else understood.finished_at,
        ),
        added_at=parse_time(added) if added else None,
    )

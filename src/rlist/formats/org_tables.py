"""Tables of Org: those whose columns are the fields of works."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rlist.formats.entry_text import parse_entry
from rlist.formats.field_roles import role_of, take
from rlist.formats.field_values import parse_status
from rlist.formats.marks import status_of_box
from rlist.formats.org_inline import find_time, read_inline
from rlist.formats.records import Draft

_RULE = re.compile(r"\|[-+]+\|?$")
_BOX = re.compile(r"\[([ xX/-])\]")
_OF_WORKS = frozenset({"authors", "year", "venue", "status", "read", "rating", "doi", "arxiv", "finished"})
_TIMES = frozenset({"added", "started", "finished"})


def read_table(rows: Sequence[str]) -> list[tuple[int, Draft]] | None:
    """The works of a table by the index of their rows, or None where its first row names neither title nor address."""
    header, *_ = [*(row for row in rows if not _RULE.match(row)), ""]
    names = [read_inline(cell).text for cell in _cells(header)]
    roles = [role_of(name) for name in names]
    # A table of people has names too.
    if "url" not in roles and not (
        "title" in roles and (set(roles) & _OF_WORKS or "name" not in map(str.lower, names))
    ):
        return None
    start = rows.index(header) + 1
    return [
        (at, draft)
        for at, row in enumerate(rows[start:], start)
        if not _RULE.match(row) and (draft := _work(_cells(row), roles))
    ]


def _cells(row: str) -> list[str]:
    # A stroke within a link parts nothing.
    return [cell.strip() for cell in re.findall(r"\|((?:\[\[[^\]\n]*\](?:\[[^\]\n]*\])?\]|[^|])*)(?=\||$)", row)][
        : row.count("|")
    ]


def _work(cells: Sequence[str], roles: Sequence[str]) -> Draft | None:
    draft = Draft()
    for cell, role in zip(cells, roles, strict=False):
        text = read_inline(cell).text if role not in _TIMES else cell
        if not text:
            continue
        box = _BOX.fullmatch(cell)
        if role in {"title", "url"}:
            understood = parse_entry(text)
            for link in understood.links:
                draft.add_link(link.url, link.label)
            draft.identifiers = {**understood.identifiers, **draft.identifiers}
            if role == "title":
                draft.title = understood.title
        elif role in _TIMES:
            setattr(draft, f"{role}_at", find_time(cell))
        elif role in {"status", "read"} and box:
            draft.status = status_of_box(box[1])
        elif role == "status" and not parse_status(text):
            draft.status = status_of_box(text) or parse_entry(f"{text} x").status
        elif role:
            take(draft, role, text)
        else:
            draft.notes.append(text)
    return draft if draft.title or draft.links else None

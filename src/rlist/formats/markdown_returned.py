"""An item of a Markdown export that comes back: what its line says now, and how that differs from what it said."""

from __future__ import annotations

from rlist.formats.document import ReadEntry, Returned
from rlist.formats.markdown_line import read_credit_of, read_line, unescaped
from rlist.formats.markdown_state import State, link_mark, mark, note_mark, tag_mark
from rlist.formats.marks import status_of_box
from rlist.formats.reference import kind_of_entry, stand_in
from rlist.model.identity import identifiers_of
from rlist.model.metadata import Metadata


def read_returned(text: str, box: str | None, state: State) -> ReadEntry:
    """The entry that `text` makes, the line of an exported item without bullet, box and comment.

    Its section and its notes come from where it stands: see `placed`.
    """
    line = read_line(text)
    credit = read_credit_of(line.credit)
    status = (status_of_box(box) if box is not None else None) or state.status
    identifiers: dict[str, str] = dict(state.identifiers)
    for link in line.links:
        identifiers = {**identifiers_of(link.url), **identifiers}
    title = unescaped(line.title).strip() or stand_in(line.links, identifiers) or "untitled"
    differ = {"title": mark(line.title) != state.title, "status": status is not state.status}
    if state.whole:
        differ |= {
            "credit": mark(line.credit) != state.credit,
            "rating": line.rating != state.rating,
            "priority": line.priority != state.priority,
        }
    tags = dict.fromkeys(line.tags)
    marks = {*map(link_mark, line.links), *map(tag_mark, tags)}
    kind = state.kind or kind_of_entry(line.links, identifiers, state.label, bool(credit.authors))
    returned = Returned(
        state.uid,
        state.whole,
        frozenset(name for name, differs in differ.items() if differs),
        frozenset(one for one in (*state.links, *state.tags) if one not in marks),
        tuple(link for link in line.links if link_mark(link) not in state.links) if state.whole else (),
        tuple(tag for tag in tags if tag_mark(tag) not in state.tags),
    )
    return ReadEntry(
        section=(),
        text=text,
        metadata=Metadata(title, credit.authors, credit.et_al, credit.year, credit.venue, identifiers=identifiers),
        kind=kind,
        label=state.label,
        links=line.links,
        notes=(line.rest,) if line.rest else (),
        tags=tuple(tags),
        status=status,
        priority=line.priority,
        rating=line.rating,
        added_at=state.added_at,
        started_at=state.started_at if status is state.status else None,
        finished_at=state.finished_at if status is state.status else None,
        citekey=state.citekey,
        returned=returned,
    )


def placed(read: ReadEntry, state: State, place: str) -> ReadEntry:
    """`read` with what its notes and its place have become since it was written."""
    if read.returned is None:
        return read
    marks = [note_mark(body) for body in read.notes]
    times = dict(zip(state.notes, state.note_times, strict=False))
    returned = read.returned._replace(
        edited=read.returned.edited | ({"place"} if place != state.place else set()),
        moved_from=state.place if place != state.place else "",
        gone=read.returned.gone | {one for one in state.notes if one not in marks},
        notes=tuple(body for body, one in zip(read.notes, marks, strict=True) if one not in state.notes),
        note_times=tuple(times.get(one) for one in marks),
    )
    return read._replace(returned=returned)

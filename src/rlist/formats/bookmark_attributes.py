"""What the attributes of a bookmark say, and the notes below it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rlist.formats.field_values import parse_status, parse_tags, parse_time
from rlist.formats.records import Draft
from rlist.model.item import Kind, Priority, Status

_ADDED = ("add_date", "time_added", "date_added")
_ARCHIVED = "linkding:bookmarks.archived"
_OWN_NOTES = "[linkding-notes]"
_LINKDING_NOTES = re.compile(r"\[/?linkding-notes\]")


def read_attributes(attributes: Mapping[str, str], title: str, section: Sequence[str]) -> Draft:
    """What a bookmark says by its attributes, and by the names of the folders that it is in."""
    draft = Draft(title=title)
    draft.tags = [tag for tag in parse_tags(attributes.get("tags", ""), ",") if tag.strip()]
    draft.added_at = next(filter(None, (parse_time(attributes.get(name, "")) for name in _ADDED)), None)
    draft.status = parse_status(attributes.get("status", ""))
    if draft.status is None:
        draft.status = next(filter(None, map(parse_status, reversed(section))), None)
    if attributes.get("toread") == "1":
        draft.status = Status.UNREAD
    draft.priority = next((p for p in Priority if p == attributes.get("priority")), None)
    if attributes.get("data-important", "").casefold() == "true":
        draft.priority = Priority.HIGH
    draft.kind = next((kind for kind in Kind if kind == attributes.get("kind")), None)
    rating = attributes.get("rating", "")
    draft.rating = int(rating) if rating in {"1", "2", "3", "4", "5"} else None
    return draft


def take_linkding(draft: Draft) -> None:
    """Put in its place what linkding has no attribute for: a tag says that a page is archived, marks part two notes.

    https://linkding.link/archiving/
    """
    if _ARCHIVED in draft.tags:
        draft.tags.remove(_ARCHIVED)
        draft.status = Status.DONE
    if any(_OWN_NOTES in note for note in draft.notes):
        draft.notes = [part for note in draft.notes for part in _LINKDING_NOTES.split(note)]

"""What the drawers, the planning line and the log of an Org headline say of an item."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rlist.formats.field_roles import role_of, take
from rlist.formats.field_values import parse_year
from rlist.formats.org_inline import find_time
from rlist.formats.org_lines import Part, Piece
from rlist.formats.records import Draft
from rlist.formats.wrapping import is_address
from rlist.model.identity import identifiers_of
from rlist.model.item import Kind, Priority, Status

# Properties of Org and of what is built upon it: org-bibtex, org-ref, org-roam, org-noter.
_ROLES = {
    "custom_id": "citekey",
    "cite_key": "citekey",
    "key": "citekey",
    "roam_refs": "refs",
    "roam_key": "refs",
    "source": "url",
    "btype": "kind",
    "read_on": "finished",
    "closed": "finished",
}
# What Org keeps for itself.
_ORGS_OWN = frozenset({"id", "category", "visibility", "style", "last_repeat", "effort", "ordered", "archive_time"})
_KINDS = {
    **dict.fromkeys(("article", "inproceedings", "incollection", "phdthesis", "techreport", "unpublished"), Kind.PAPER),
    **dict.fromkeys(("book", "inbook"), Kind.BOOK),
}
# What a headline has only if it is about a work.
_SAYS_WORK = frozenset({"url", "refs", "doi", "arxiv", "isbn", "authors", "venue"})
_STATE = re.compile(r'-?\s*State\s+"([\w-]+)"\s+(?:from\b.{0,60}?)?(?=[\[<])')
_TAKEN = re.compile(r"-?\s*Note taken on\s+\[[^\]]{1,60}\]\s*(?:\\\\)?\s*")
_PRIORITIES = {"A": Priority.HIGH, "B": Priority.MEDIUM, "1": Priority.HIGH, "2": Priority.MEDIUM}


def property_role(name: str) -> str:
    """What the property `name` says of an item; "" where it says nothing that an item has."""
    return _ROLES.get(name.casefold()) or role_of(name)


def says_work(piece: Piece) -> bool:
    """Whether a piece is a property that only works have."""
    return piece.part is Part.PROPERTY and bool(piece.text) and property_role(piece.name) in _SAYS_WORK


def take_property(draft: Draft, name: str, value: str) -> bool:
    """Take in what a property says; False where an item has no place for it."""
    role = property_role(name)
    if not value or name.casefold() in _ORGS_OWN:
        return True
    if role == "refs":
        for word in value.split():
            _take_reference(draft, word)
    elif role == "url":
        taken = [draft.add_link(word.strip("[]<>")) for word in value.split()]
        return all(taken)
    elif role == "kind":
        draft.kind = _KINDS.get(value.casefold(), draft.kind)
    elif role == "citekey":
        draft.citekey = value if re.fullmatch(r"[\w:.+/-]+", value) else draft.citekey
    elif role == "rating":
        stars = re.match(r"([1-5])(?:\.0)?(?:\s*/\s*5)?$|([★*⭐]{1,5})", value)
        draft.rating = int(stars[1] or len(stars[2])) if stars else draft.rating
        return stars is not None
    elif role == "priority":
        draft.priority = priority_of(value) or draft.priority
    elif role in {"added", "started", "finished"}:
        if at := find_time(value):
            setattr(draft, f"{role}_at", at)
    elif role == "year":
        draft.year = parse_year(value) or draft.year
    elif role:
        take(draft, role, value)
    elif is_address(value):
        return draft.add_link(value.strip("[]<> "), name.capitalize())
    return bool(role)


def _take_reference(draft: Draft, word: str) -> None:
    """One of the references of org-roam: a citekey, an address, an identifier."""
    word = word.strip('"[]')
    cited = re.fullmatch(r"(?:cite:)?[@&]?([\w:.+-]+)", word)
    if not draft.add_link(word) and not _take_identifier(draft, word) and cited:
        draft.citekey = draft.citekey or cited[1]


def _take_identifier(draft: Draft, word: str) -> bool:
    found = identifiers_of(word)
    draft.identifiers = {**found, **draft.identifiers}
    return bool(found)


def priority_of(cookie: str) -> Priority | None:
    """The priority that the letter or the number in a cookie `[#A]` stands for, or the word of a property."""
    words = {priority.value: priority for priority in Priority}
    given = cookie.strip("[]# ")
    return words.get(given.casefold()) or _PRIORITIES.get(given.upper()) or (Priority.LOW if given else None)


def take_planning(draft: Draft, text: str) -> None:
    """Take in when the item was closed; what it is planned for stays in the text of its record."""
    if found := re.search(r"CLOSED:\s*([\[<][^\]>]{1,60}[\]>])", text):
        draft.finished_at = find_time(found[1])


def take_log(draft: Draft, text: str, status_of: Mapping[str, Status]) -> bool:
    """Take in a line of the log: when the item was begun or done, a note; False where it goes on with a note."""
    if found := _STATE.match(text):
        at, status = find_time(text[found.end() :]), status_of.get(found[1])
        if status is Status.READING:
            draft.started_at = draft.started_at or at
        elif status is Status.DONE:
            draft.finished_at = draft.finished_at or at
        return True
    if taken := _TAKEN.match(text):
        draft.notes.append(text[taken.end() :])
        return True
    return text.startswith(("CLOCK:", "- Rescheduled", "- Refiled", "- New deadline", "- Not scheduled"))

"""Lists whose lines are all parted alike, as a table without a header is: `Title | Author | tags`, `Author - Title`."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from rlist.formats.addresses import find_addresses
from rlist.formats.entry_text import EntryText, parse_entry
from rlist.formats.field_values import parse_time
from rlist.formats.names import is_person, parse_authors
from rlist.model.item import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# So many lines, and so large a share of them, must be parted alike before it is taken for their form.
_LEAST_LINES = 4
_LEAST_SHARE = 0.75
# Of the cells with authors so many must be full names with a given name that is known.
_LEAST_KNOWN = 0.3
_LONGEST = 400
# Each with the sign that it holds.
_SEPARATORS = (
    (re.compile(r"\t"), re.compile(r"\s*\t\s*")),
    (re.compile(r"\|"), re.compile(r"\s+\|\s+")),
    (re.compile(";"), re.compile(r"\s*;\s+")),
    (re.compile("[-–—]"), re.compile(r"\s+[-–—]+\s+(?!\d)")),
)
_DAY = r"(?:\d{4}[/.-]\d{1,2}(?:[/.-]\d{1,2})?|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}|TBD)"
_DATES = re.compile(rf"{_DAY}(?:\s*[-–—]\s*{_DAY})?")
# From when to when a work was read; one day alone may be that of its publication.
_READ_FROM_TO = re.compile(rf"{_DAY}\s*[-–—]\s*({_DAY})")
_TAGS = re.compile(r"[a-z0-9][\w-]*(?:\s?,\s?[a-z0-9][\w-]*)*")
_REMARK = re.compile(r"\s*\([^()]*\)$")


class Columns(NamedTuple):
    """How the lines of a list are parted, and what each of their cells is: title, authors, tags, date or address."""

    separator: re.Pattern[str]
    roles: tuple[str, ...]

    def understood(self, text: str) -> EntryText | None:
        """What a line of the list says, or None where it isn't parted as the others are."""
        cells = self.separator.split(text)
        if len(cells) != len(self.roles):
            return None
        by_role = dict(zip(self.roles, cells, strict=True))
        found = parse_entry(" ".join(filter(None, (by_role["title"], by_role.get("address")))))
        # A title alone in its cell is one, whatever else it reads like.
        title = by_role["title"] if not (found.links or found.tags or found.rating or found.status) else found.title
        if written := by_role.get("authors"):
            authors = parse_authors(_REMARK.sub("", written), dated=True)
            names = authors.names if authors else (written,)
            found = found._replace(title=title, authors=names, et_al=authors.et_al if authors else False)
        if read := _READ_FROM_TO.fullmatch(by_role.get("dates", "")):
            status = Status.READING if read[1] == "TBD" else Status.DONE
            found = found._replace(status=status, finished_at=parse_time(read[1].replace("/", "-")))
        tags = re.split(r"\s?,\s?", by_role["tags"]) if by_role.get("tags") else ()
        return found._replace(tags=(*found.tags, *tags))


def find_columns(texts: Sequence[str]) -> Columns | None:
    """The form that the lines of a list have in common, where one of their cells is the title and another known."""
    if len(texts) < _LEAST_LINES:
        return None
    for sign, separator in _SEPARATORS:
        if len(list(filter(sign.search, texts))) < _LEAST_SHARE * len(texts):
            continue
        rows = [separator.split(text) for text in texts if len(text) <= _LONGEST]
        width, count = Counter(map(len, rows)).most_common(1)[0] if rows else (1, 0)
        if width < 2 or count < max(_LEAST_LINES, _LEAST_SHARE * len(texts)):
            continue
        columns = list(zip(*(row for row in rows if len(row) == width), strict=True))
        roles = [_role(column) for column in columns]
        if roles.count("title") > 1 and "authors" not in roles:
            continue
        if roles.count("title") == 1 and roles.count("authors") <= 1 and len(set(roles)) == width:
            return Columns(separator, tuple(roles))
    return None


def _role(cells: Sequence[str]) -> str:
    """What all cells of a column are; "title" where they are nothing else."""
    if _share(cells, lambda cell: bool(find_addresses(cell))):
        return "address"
    if _share(cells, lambda cell: _DATES.fullmatch(cell) is not None):
        return "dates"
    names = [_REMARK.sub("", cell) for cell in cells]
    known = sum(is_person(name) for name in names)
    if known >= _LEAST_KNOWN * len(names) and _share(names, lambda name: parse_authors(name, dated=True) is not None):
        return "authors"
    return "tags" if _share(cells, lambda cell: _TAGS.fullmatch(cell) is not None) else "title"


def _share(cells: Sequence[str], fits: Callable[[str], bool]) -> bool:
    return sum(map(fits, cells)) >= _LEAST_SHARE * len(cells)

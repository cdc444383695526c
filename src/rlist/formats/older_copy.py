"""A file that holds a list twice, as it is now and as it was: of what is in both the current status holds."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from rlist.formats.document import Document, ReadEntry
from rlist.model.identity import canonical_address, title_key

# What people call a copy that they keep.
_OLD = re.compile(
    r"\b(?:old|older|previous|previously|former|outdated|obsolete|backup|superseded|(?:archived|last) (?:copy|version)"
    r"|last (?:week|month|term|year|semester)|alt|alte[rs]?|früher|frühere|ancien|ancienne|antiguo|vieja?)\b|旧",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:current|currently|new|newer|newest|latest|updated|this (?:week|month|term|year|semester)|aktuell|neu)\b|新",
    re.IGNORECASE,
)
_DATE = re.compile(r"\b((?:19|20)\d\d)(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?\b")
# So many of an older copy's entries, and so large a share of them, are in the current one as well.
_LEAST_ENTRIES, _LEAST_SHARE = 2, 0.5
# What stands in more sections than this is compared with the first of them alone.
_MOST_SECTIONS = 50


def with_current_statuses(document: Document) -> Document:
    """`document` with no status in an older copy of a list for what the current one says the status of."""
    if not any(entry.status for entry in document.entries):
        return document
    by_top: dict[str, list[int]] = defaultdict(list)
    for index, entry in enumerate(document.entries):
        by_top[entry.section[0] if entry.section else ""].append(index)
    names = {name: _read_name(name) for name in by_top}
    if not any(name.is_old for name in names.values()) and len({name.core for name in names.values()}) == len(names):
        return document
    keys = [_keys(entry) for entry in document.entries]
    stated: dict[object, dict[str, bool]] = defaultdict(dict)  # by key and section, whether it says a status there
    for top, indexes in by_top.items():
        for index in indexes:
            for key in keys[index]:
                stated[key][top] = document.entries[index].status is not None
    entries = list(document.entries)
    for old, indexes in by_top.items():
        twins: dict[str, list[int]] = defaultdict(list)  # by section, the entries that it has as well
        for index in indexes:
            for current in dict.fromkeys(top for key in keys[index] for top in islice(stated[key], _MOST_SECTIONS)):
                if current != old and names[old].is_older_than(names[current]):
                    twins[current].append(index)
        for current, same in twins.items():
            if len(same) < max(_LEAST_ENTRIES, _LEAST_SHARE * len(indexes)):
                continue
            for index in same:
                if any(stated[key].get(current) for key in keys[index]):
                    entries[index] = entries[index]._replace(status=None, started_at=None, finished_at=None)
    return document._replace(entries=tuple(entries))


class _Name(NamedTuple):
    """The name of a section: `core` are its words that don't say how old it is, `age` how new it says to be."""

    is_old: bool
    is_new: bool
    core: str
    age: tuple[int, ...]

    def is_older_than(self, current: _Name) -> bool:
        """Whether a section is by its name an older state of the one named `current`."""
        if current.is_old and not current.is_new:
            return False
        return self.is_old or (self.core == current.core and self.age < current.age)


def _read_name(name: str) -> _Name:
    is_new = _NOW.search(name) is not None
    found = _DATE.search(name)
    date = tuple(int(part or 0) for part in found.groups()) if found else (0, 0, 0)
    core = title_key(_DATE.sub("", _NOW.sub("", _OLD.sub("", name))))
    return _Name(_OLD.search(name) is not None, is_new, core, (int(is_new), *date))


def _keys(entry: ReadEntry) -> Sequence[object]:
    """What names the work of an entry."""
    addresses = (canonical_address(link.url) for link in entry.links)
    return (*entry.metadata.identifiers.items(), *addresses, ("title", title_key(entry.metadata.title)))

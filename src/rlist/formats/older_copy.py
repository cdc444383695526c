"""A file that holds a list twice, as it is now and as it was: of what is in both the current status holds."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

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


def with_current_statuses(document: Document) -> Document:
    """`document` with no status in an older copy of a list for what the current one says the status of."""
    if not any(entry.status for entry in document.entries):
        return document
    by_top: dict[str, list[int]] = defaultdict(list)
    for index, entry in enumerate(document.entries):
        by_top[entry.section[0] if entry.section else ""].append(index)
    entries = list(document.entries)
    for current, old in _copies(list(by_top)):
        stated = _stated(document.entries[index] for index in by_top[current])
        twins = [index for index in by_top[old] if any(key in stated for key in _keys(document.entries[index]))]
        if len(twins) < max(_LEAST_ENTRIES, _LEAST_SHARE * len(by_top[old])):
            continue
        for index in twins:
            if any(stated.get(key) for key in _keys(document.entries[index])):
                entries[index] = entries[index]._replace(status=None, started_at=None, finished_at=None)
    return document._replace(entries=tuple(entries))


def _copies(names: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Pairs of sections at the top, the second of which is by its name an older state of the first."""
    for old in names:
        for current in names:
            if current == old or (_OLD.search(current) and not _NOW.search(current)):
                continue
            if _OLD.search(old) or (_core(old) == _core(current) and _age(old) < _age(current)):
                yield current, old


def _core(name: str) -> str:
    """The words of a name that don't say how old it is."""
    return title_key(_DATE.sub("", _NOW.sub("", _OLD.sub("", name))))


def _age(name: str) -> tuple[int, ...]:
    """How new the name says that a list is: by a word, else by a date."""
    found = _DATE.search(name)
    date = tuple(int(part or 0) for part in found.groups()) if found else (0, 0, 0)
    return (1 if _NOW.search(name) else 0, *date)


def _stated(entries: Iterable[ReadEntry]) -> Mapping[object, bool]:
    """By each key of each entry, whether it says a status."""
    return {key: entry.status is not None for entry in entries for key in _keys(entry)}


def _keys(entry: ReadEntry) -> Sequence[object]:
    """What names the work of an entry."""
    addresses = (canonical_address(link.url) for link in entry.links)
    return (*entry.metadata.identifiers.items(), *addresses, ("title", title_key(entry.metadata.title)))

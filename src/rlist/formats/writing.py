"""What the writers share: texts without what a format can't hold, places in lists, addresses that a page may link."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from rlist.formats.contents import Contents
from rlist.formats.lines import folded, split_lines, without_controls
from rlist.model.address import is_for_browser
from rlist.model.identity import address_of
from rlist.model.item import Entry, Item
from rlist.model.metadata import Metadata

# The headings above an item, and the items below them with their entries; those in no list have none.
Path = tuple[str, ...]
Mentions = Sequence[tuple[Entry | None, Item]]

# Where a format wants each item in a list, those in none are in one of this name.
UNLISTED = "Not in a list"

# What XML can't hold besides control characters: https://www.w3.org/TR/xml/#charsets
_NO_CHARACTERS = re.compile("[\ud800-\udfff\ufffe\uffff]")


def one_line(text: str) -> str:
    """`text` without control characters, on one line."""
    return _NO_CHARACTERS.sub("", folded(without_controls(text)))


def many_lines(text: str) -> str:
    """`text` without control characters, its lines ended by LF, none blank at its ends."""
    return _NO_CHARACTERS.sub("", "\n".join(split_lines(text))).strip()


def stamp(time: datetime) -> str:
    """The time in UTC as "2026-01-02T03:04:05Z"."""
    return f"{time.replace(tzinfo=None).isoformat(timespec='seconds')}Z"


def author_names(known: Metadata) -> tuple[list[str], bool]:
    """The authors on a line each, and whether there are more; a name that only says so is none."""
    names = [name for author in known.authors if (name := one_line(author))]
    kept = [name for name in names if name.casefold().strip(".") not in {"et al", "others"}]
    return kept, bool(kept) and (known.et_al or len(kept) < len(names))


def best_address(item: Item) -> str:
    """The address of the item, else that which its identifiers spell, "" where there is none."""
    if item.links:
        return item.links[0].url
    spelled = (address_of(scheme, value) for scheme, value in item.metadata.identifiers.items())
    return next(filter(None, spelled), "")


def safe_address(url: str) -> str:
    """`url` where a page may link it, with a scheme if it has none; "" for any other, which could run a program."""
    url = one_line(url)
    if not re.match(r"[a-z][a-z0-9+.-]*:(?!\d)", url, re.IGNORECASE):
        url = f"https://{url}" if url else ""
    return url if is_for_browser(url) else ""


def by_lists(contents: Contents) -> Iterator[tuple[str, Mapping[Path, Mentions]]]:
    """The items of each list by section, lists and sections in order; those in no list come last, as UNLISTED."""
    lists: dict[str, dict[Path, list[tuple[Entry | None, Item]]]] = defaultdict(dict)
    mentions = [(entry, item) for item in contents.items for entry in item.entries]
    mentioned = {entry.list for entry, _ in mentions} | {section.list for section in contents.sections}
    for name in contents.lists:
        if name in mentioned:
            lists[name] = {}
    for section in contents.sections:
        lists[section.list].setdefault(section.path, [])
    for entry, item in sorted(mentions, key=lambda mention: mention[0].position):
        lists[entry.list].setdefault(entry.section, []).append((entry, item))
    if unlisted := [(None, item) for item in contents.items if not item.entries]:
        lists[UNLISTED].setdefault((), []).extend(unlisted)
    yield from lists.items()


def tree(sections: Mapping[Path, Mentions]) -> dict[Path, Mentions]:
    """The mentions of each path in order, each path below those above it."""
    below: dict[Path, list[Path]] = {(): []}
    for path in sections:
        for depth in range(1, len(path) + 1):
            if path[:depth] not in below:
                below[path[:depth]] = []
                below[path[: depth - 1]].append(path[:depth])
    ordered: dict[Path, Mentions] = {}
    waiting: list[Path] = [()]
    while waiting:
        path = waiting.pop()
        ordered[path] = sections.get(path, ())
        waiting += reversed(below[path])
    return ordered


def joined(values: Iterable[str], separator: str) -> str:
    """The values with `separator` between them, one inside of a value with a backslash in front."""
    sign = separator.strip()
    return separator.join(value.replace("\\", "\\\\").replace(sign, f"\\{sign}") for value in values)


def split_joined(text: str, separator: str) -> Sequence[str]:
    """The values that `joined` put together."""
    sign = re.escape(separator.strip())
    parts = re.findall(rf"(?:\\.|[^\\{sign}]|\\$)+", text, re.DOTALL)
    return [value for part in parts if (value := re.sub(r"\\(.)", r"\1", part, flags=re.DOTALL).strip())]

"""Everything about an item, fact by fact, as `show` prints it, and what it became by `merge`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from rlist.cli.render import authors, json_text, local, moment, named, place, plain
from rlist.cli.terminal import clean
from rlist.model.item import LookupState, Status

if TYPE_CHECKING:
    from rlist.cli.terminal import Look
    from rlist.library.joining import Joined
    from rlist.model.item import Entry, Item


# The provider of each field of an item's metadata, by the number of the item.
Sources = Mapping[int, Mapping[str, str]]


def details(shown: Sequence[Item], how: Look, *, single: bool, sources: Sources = MappingProxyType({})) -> str:
    """Everything about each item, and who says so; `single` says that one object is wanted, and no array."""
    if how.as_json:
        objects = [plain(item, sources=dict(sources.get(item.id, {}))) for item in shown]
        return json_text(objects[0] if single else objects, how)
    known = [(item, [*facts(item, how), *_sources(sources.get(item.id, {}))]) for item in shown]
    if how.width is not None:
        from rlist.cli import drawing

        return "\n".join(drawing.facts(item, named_facts, how) for item, named_facts in known)
    return "\n".join(_plain_details(item, named_facts) for item, named_facts in known)


def _sources(sources: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Who says what: "arxiv: title, year"; nothing where no provider was asked."""
    by_provider: dict[str, list[str]] = {}
    for name, provider in sources.items():
        by_provider.setdefault(provider, []).append(name)
    yield from _fact("sources", *(f"{provider}: {', '.join(names)}" for provider, names in by_provider.items()))


def joined(done: Joined, how: Look) -> str:
    """What became of the items that were merged, and what the one that stays has now."""
    if how.as_json:
        return json_text([plain(done.item)], how)
    if not done.gone:
        return f"{done.item.id} is one item already: {clean(done.item.title)}"
    parts = [
        (len(done.item.entries), "entry", "entries"),
        (len(done.item.links), "address", "addresses"),
        (len(done.item.notes), "note", "notes"),
        (len(done.item.tags), "tag", "tags"),
    ]
    has = ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in parts if count)
    merged = [f"merged {named(gone)}" for gone in done.gone]
    return "\n".join([*merged, f"  into {named(done.item)}  [{', '.join(filter(None, (done.item.status, has)))}]"])


def _plain_details(item: Item, known: Sequence[tuple[str, str]]) -> str:
    written = [f"{item.id}\t{clean(item.title)}"]
    for name, value in known:
        first, *others = value.split("\n")
        written += [f"{name}: {first}", *(f"  {line}".rstrip() for line in others)]
    return "\n".join(written) + "\n"


def facts(item: Item, how: Look) -> Iterator[tuple[str, str]]:
    """What is known of an item, each with its name; lines of a value end in line feeds, the rest is cleaned."""
    known = item.metadata
    yield from _fact("authors", authors(item, everyone=True))
    yield from _fact("venue" if known.venue else "year", place(item))
    yield "kind", item.kind
    yield "status", _status(item, how)
    yield from _fact("priority", item.priority)
    yield from _fact("rating", f"{item.rating} of 5" if item.rating else None)
    yield from _fact("tags", ", ".join(item.tags))
    yield from _fact("address", *(f"{link.url}  {link.label or ''}".rstrip() for link in item.links))
    yield from _fact("identifiers", *(f"{scheme}: {value}" for scheme, value in known.identifiers.items()))
    yield from _fact("citekey", item.citekey)
    for entry in item.entries:
        says_more = entry.text.split() != known.title.split()
        yield from _fact("in", _place_of(entry), *(entry.text.split("\n") if says_more else ()))
    for note in item.notes:
        yield from _fact("note", f"{local(note.created_at, how):%Y-%m-%d}", *note.body.split("\n"))
    yield from _fact("abstract", *(known.abstract or "").split("\n"))
    yield from _fact("look-up", _lookup(item))
    yield "added", moment(item.added_at, how)
    yield "changed", moment(item.updated_at, how)


def _fact(name: str, *lines: str | None) -> Iterator[tuple[str, str]]:
    if any(lines):
        yield name, "\n".join(clean(line or "") for line in lines)


def _status(item: Item, how: Look) -> str:
    started = f"{local(item.started_at, how):%Y-%m-%d}" if item.started_at else ""
    finished = f"{local(item.finished_at, how):%Y-%m-%d}" if item.finished_at else ""
    if item.status is Status.READING and started:
        return f"reading since {started}"
    if item.status is Status.DONE and finished:
        return f"done on {finished}" + (f", begun on {started}" if started else "")
    return item.status


def _place_of(entry: Entry) -> str:
    path = " › ".join((entry.list, *entry.section))
    under = f", below item {entry.parent}" if entry.parent is not None else ""
    return f"{path}, entry {entry.position}{under}"


def _lookup(item: Item) -> str | None:
    if item.lookup.state is LookupState.NONE:
        return None
    more = [item.lookup.provider, item.lookup.score and f"score {item.lookup.score:.2f}", item.lookup.error]
    return ", ".join([item.lookup.state, *(part for part in more if part)])

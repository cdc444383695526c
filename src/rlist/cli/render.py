"""What commands show: values in, text or JSON out.

For a pipe each thing is one line of fields with a tab between them, whole and without colour:

    list, search, next   number, status, title, authors, year, venue, tags, address; for a search where it matched, for
                         `next` the reason, with --why the terms of the score
    show                 the number and the title, then a line `name: value` for each thing that is known
    tags                 name, items, items still to read
    lists                name, items, unread, reading, done, dropped
    view                 name, query
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rlist.cli.terminal import clean
from rlist.model.finding import MARK, UNMARK

if TYPE_CHECKING:
    from datetime import datetime

    from rlist.cli.terminal import Look
    from rlist.library.collecting import Addition
    from rlist.library.finding import Hit, Page
    from rlist.library.reading import Change
    from rlist.library.suggesting import Suggestion
    from rlist.model.item import Item
    from rlist.model.view import View

# How many authors are named before "et al.", where space is short.
_AUTHORS_NAMED = 3

# What a command did to an item, and what is said where there was nothing to do.
_DID = {
    "start": ("started", "is being read already"),
    "done": ("done", "is done already"),
    "drop": ("dropped", "is dropped already"),
    "unread": ("unread", "is unread already"),
    "tag": ("tagged", "is tagged so already"),
    "note": ("noted", "has this note already"),
    "edit": ("edited", "is so already"),
}


def json_text(value: object, how: Look) -> str:
    """`value` as one JSON document; what would steer a terminal is escaped, and stays the same value."""
    import json

    text = json.dumps(value, ensure_ascii=how.ascii, indent=2)
    steering = {ord(sign): json.dumps(sign)[1:-1] for sign in set(text) - {"\n"} if clean(sign) != sign}
    return text.translate(steering)


def _json_list(values: Iterable[object], how: Look) -> Iterator[str]:
    """The JSON document of a list, as `json_text` has it, value by value."""
    before = "[\n  "
    for value in values:
        yield before + json_text(value, how).replace("\n", "\n  ")
        before = ",\n  "
    yield "\n]\n" if before[0] == "," else "[]\n"


def hits(found: Iterable[Hit], how: Look) -> Iterator[str]:
    """Items in their order, with the place that a search matched: a text in pieces, each as soon as it is there."""
    if how.as_json:
        return _json_list((plain(hit.item, match=_match(hit)) for hit in found), how)
    if how.width is None:
        return (_line([*_fields(hit.item), *_why(hit)]) for hit in found)
    from rlist.cli import drawing

    return iter([drawing.hits(list(found), how)])


def _match(hit: Hit) -> object:
    if (match := hit.match) is None:
        return None
    why = {"why": match.why} if match.why else {}
    return {"field": match.field, "excerpt": _unmarked(match.excerpt), **why}


def _why(hit: Hit) -> list[str]:
    match = hit.match
    if match is None:
        return []
    why = f" ({match.why})" if match.why else ""
    return [f"{match.field}: {_unmarked(match.excerpt)}{why}"]


def _unmarked(excerpt: str) -> str:
    return excerpt.replace(MARK, "").replace(UNMARK, "")


def plain(item: Item, **more: object) -> dict[str, object]:
    """An item as JSON has it, with what else there is to say of it."""
    from rlist.model.plain import item_to_plain

    return {**item_to_plain(item), **{name: value for name, value in more.items() if value is not None}}


def _lines(rows: Iterable[Iterable[object]]) -> str:
    return "".join(map(_line, rows))


def _line(row: Iterable[object]) -> str:
    return "\t".join(clean(str(value)) for value in row) + "\n"


def _fields(item: Item) -> list[str]:
    known = item.metadata
    address = item.links[0].url if item.links else ""
    authors = "; ".join(known.authors) + (" et al." if known.et_al else "")
    year = str(known.year or "")
    return [str(item.id), item.status, item.title, authors, year, known.venue or "", ",".join(item.tags), address]


def local(moment: datetime, how: Look) -> datetime:
    """A time in the reader's own zone."""
    return moment.astimezone(how.zone)


def moment(time: datetime, how: Look) -> str:
    """A time as every text shows it, in the reader's own zone: "2026-01-02 03:04"."""
    return f"{local(time, how):%Y-%m-%d %H:%M}"


def authors(item: Item, *, everyone: bool = False) -> str:
    """The names of the authors; the first few of them, unless `everyone` is wanted."""
    names = item.metadata.authors
    shown = names if everyone else names[:_AUTHORS_NAMED]
    return ", ".join(shown) + (" et al." if item.metadata.et_al or len(shown) < len(names) else "")


def place(item: Item) -> str:
    """Venue and year, or the one of them that is known."""
    return " ".join(part for part in (item.metadata.venue, str(item.metadata.year or "")) if part)


def additions(added: Sequence[Addition], how: Look) -> str:
    """What `add` added, and what was there."""
    if how.as_json:
        return json_text([plain(one.item, new=one.is_new) for one in added], how)
    return "\n".join(
        f"added {named(one.item)}" if one.is_new else f"{one.item.id} is there already: {clean(one.item.title)}"
        for one in added
    )


def named(item: Item) -> str:
    """Number and title, as every change names an item."""
    return f"{item.id}  {clean(item.title)}"


def changes(command: str, made: Sequence[Change], how: Look) -> str:
    """What `command` did to each item, also where there was nothing to do."""
    if how.as_json:
        return json_text([plain(change.item) for change in made], how)
    did, was_so = _DID[command]
    return "\n".join(
        f"{did} {named(change.item)}{_tags_of(change.item) if command == 'tag' else ''}"
        if change.changed
        else f"{change.item.id} {was_so}: {clean(change.item.title)}"
        for change in made
    )


def _tags_of(item: Item) -> str:
    return f"  [{clean(', '.join(item.tags)) or 'no tags'}]"


def acted(did: str, on: Sequence[Item], how: Look | None = None) -> str:
    """Items that something was done to, said in a word: "removed", "skipped"."""
    if how and how.as_json:
        return json_text([plain(item) for item in on], how)
    return "\n".join(f"{did} {named(item)}" for item in on)


def opened(item: Item, address: str) -> str:
    """What was opened."""
    return f"opened {named(item)}  {clean(address)}"


def suggestions(made: Sequence[Suggestion], how: Look, *, why: bool, single: bool) -> str:
    """What to read now, each with its reason, and with the terms of its score if `why` is asked."""
    if how.as_json:
        objects = [_plain_suggestion(one, why=why) for one in made]
        return json_text(objects[0] if single else objects, how)
    if how.width is None:
        return _lines([*_fields(one.item), one.scored.reason, *(_terms(one) if why else ())] for one in made)
    from rlist.cli import drawing

    return drawing.suggestions(made, how, why=why)


def _plain_suggestion(one: Suggestion, *, why: bool) -> dict[str, object]:
    terms = [term._asdict() for term in one.scored.terms] if why else None
    return plain(one.item, score=one.scored.score, reason=one.scored.reason, terms=terms)


def _terms(one: Suggestion) -> list[str]:
    return [f"{term.name} {signed(term.contribution)}" for term in one.scored.terms]


def signed(number: float) -> str:
    """A number with its sign and two places, zero always with a plus."""
    return f"{round(number, 2) + 0.0:+.2f}"


def table(
    names: Sequence[str], rows: Sequence[Sequence[object]], how: Look, *, long_columns: Sequence[int] = ()
) -> str:
    """Rows of named values: objects in JSON, fields for a pipe, else a table with a head.

    The `long_columns`, counted from 0, share what width the others leave.
    """
    if how.as_json:
        return json_text([dict(zip(names, row, strict=True)) for row in rows], how)
    if how.width is None:
        return _lines(("" if value is None else value for value in row) for row in rows)
    from rlist.cli import drawing

    texts = [["" if value is None else clean(str(value)) for value in row] for row in rows]
    return drawing.table(names, texts, how, long_columns)


def view_changed(did: str, view: View, how: Look) -> str:
    """A saved query that something was done to."""
    if how.as_json:
        return json_text(view._asdict(), how)
    return f"{did} {clean(view.name)}  {clean(view.query)}"


def settings(library: object, file: object, values: Mapping[str, object], how: Look) -> str:
    """Where the library and the configuration are, and what the configuration says."""
    if how.as_json:
        return json_text({"library": str(library), "configuration": str(file), "settings": dict(values)}, how)
    given = {"library": library, "configuration": file, **{key: value for key, value in values.items() if value}}
    return table(("setting", "value"), list(given.items()), how)


def setting(key: str, value: object, how: Look) -> str:
    """One setting, None where it isn't set."""
    if how.as_json:
        return json_text({key: value}, how)
    return clean(str(value)) if value else f"{key} isn't set"


def rest(page: Page, how: Look) -> str:
    """How many more items there are, and how to see them; "" where all are shown."""
    if how.as_json:
        return ""
    if not page.total:
        return "nothing to list"
    more = page.total - page.shown
    count = f"{'more than ' if page.is_least else ''}{more} more"
    if page.ranked is not None:
        what = f"of those without it in the title the newest {page.ranked} were ranked"
        return f"{count}; {what} (--exact ranks all, --limit 0 shows all)"
    return f"{count} (--limit 0 for all)" if more else ""


def instead(page: Page) -> str:
    """Which words were looked for in place of which, or as well; "" where enough was found as it was typed."""
    if not page.corrections:
        return ""
    typed, nearest, as_well = zip(*page.corrections, strict=True)
    words, others = clean(", ".join(typed)), clean(", ".join(nearest))
    return f"little for {words}; behind it {others}" if any(as_well) else f"nothing for {words}; showing {others}"


def what_next(reading: Page, newest: Page) -> str:
    """What `rlist` alone advises."""
    if not reading.total and not newest.total:
        return "Nothing to read yet. `rlist import seeds` brings two lists, `rlist add ADDRESS` adds one thing."
    counts = f"{reading.total} being read, {newest.total} unread."
    return f"{counts} What now: `rlist next`. All of them: `rlist list`."

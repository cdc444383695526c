"""The library as one page of HTML: with search and filters, and whole without JavaScript."""

from __future__ import annotations

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files

from rlist.formats.contents import Contents
from rlist.formats.writing import Mentions, Path, best_address, by_lists, many_lines, one_line, safe_address, tree
from rlist.model.item import Item, Kind, Status

NAME = "html"

_DEEPEST_HEADING = 6


def write(contents: Contents) -> str:
    """One file that needs no other: it loads nothing, runs no script but its own, links only web and mail addresses.

    An item stands whole where it is mentioned first; elsewhere with a link to there.
    """
    style, script = _resource("page.css"), _resource("page.js")
    policy = f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; base-uri 'none'"
    lists = [(one_line(name), sections) for name, sections in by_lists(contents)]
    texts = {(one_line(section.list), section.path): section.text for section in contents.sections}
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        "<title>Reading list</title>",
        f"<style>{style}</style>",
        "</head>",
        "<body>",
        '<a class="skip" href="#items">To the items</a>',
        "<header>",
        "<h1>Reading list</h1>",
        f'<p class="quiet">{_summary(contents)}</p>',
        "</header>",
        *_form(contents.items),
        *_contents_list(lists),
        '<main id="items">',
    ]
    written: set[int] = set()
    for number, (name, sections) in enumerate(lists, 1):
        lines += _list(number, name, sections, texts, written)
    if not lists:
        lines.append("<p>There is nothing here yet.</p>")
    return "\n".join([*lines, "</main>", f"<script>{script}</script>", "</body>", "</html>", ""])


def _resource(name: str) -> str:
    return files("rlist.formats").joinpath(name).read_text(encoding="utf-8")


def _hash(content: str) -> str:
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"


def _summary(contents: Contents) -> str:
    count = Counter(item.status for item in contents.items)
    parts = [f"{count[status]} {status}" for status in Status if count[status]]
    total = f"{len(contents.items)} item{'s' if len(contents.items) != 1 else ''}"
    day = contents.written_at.strftime("%Y-%m-%d")
    return f"{total}{': ' if parts else ''}{', '.join(parts)}. Written on {day}."


def _form(items: Sequence[Item]) -> Iterator[str]:
    """The search, which the script brings to light."""
    statuses = {item.status for item in items}
    kinds = {item.kind for item in items}
    tags = {one_line(tag) for item in items for tag in item.tags}
    years = {str(item.metadata.year) for item in items if item.metadata.year}
    yield f'<form role="search" data-total="{len(items)}" autocomplete="off" hidden>'
    yield '<input class="wide" type="search" name="words" placeholder="Search (/)" aria-label="Words to search for">'
    yield from _select("status", "any status", [status for status in Status if status in statuses])
    yield from _select("kind", "any kind", [kind for kind in Kind if kind in kinds])
    yield from _select("tag", "any tag", sorted(tags, key=lambda tag: (tag.casefold(), tag)))
    yield from _select("year", "any year", sorted(years, key=int, reverse=True))
    yield '<button type="reset">Show all</button>'
    yield '<button type="button" id="theme">Dark or light</button>'
    yield '<output class="wide" aria-live="polite"></output>'
    yield "</form>"


def _select(name: str, anything: str, values: Iterable[str]) -> Iterator[str]:
    yield f'<select name="{name}" aria-label="{name.capitalize()}"><option value="">{anything}</option>'
    yield "".join(f"<option>{escape(value)}</option>" for value in values)
    yield "</select>"


def _contents_list(lists: Sequence[tuple[str, Mapping[Path, Mentions]]]) -> Iterator[str]:
    if not lists:
        return
    yield '<nav aria-label="Contents"><details><summary>Contents</summary><ul>'
    for number, (name, sections) in enumerate(lists, 1):
        yield f'<li><a href="#list-{number}">{escape(name)}</a>'
        paths = [path for path in tree(sections) if path]
        if paths:
            yield "<ul>"
            for place, path in enumerate(paths, 1):
                yield f'<li><a href="#list-{number}-{place}">{escape(" › ".join(map(one_line, path)))}</a></li>'
            yield "</ul>"
        yield "</li>"
    yield "</ul></details></nav>"


def _list(
    number: int,
    name: str,
    sections: Mapping[Path, Mentions],
    texts: Mapping[tuple[str, Path], str],
    written: set[int],
) -> Iterator[str]:
    depth = 0
    places = tree(sections)
    order = {path: place for place, path in enumerate((path for path in places if path), 1)}
    for path, mentions in places.items():
        # A section ends where one begins that isn't inside of it.
        while depth > len(path):
            yield "</section>"
            depth -= 1
        level = min(len(path) + 2, _DEEPEST_HEADING)
        heading = f"list-{number}-{order[path]}" if path else f"list-{number}"
        yield f'<section aria-labelledby="{heading}">'
        yield f'<h{level} id="{heading}">{escape(one_line(path[-1]) if path else name)}</h{level}>'
        depth = len(path) + 1
        if text := many_lines(texts.get((name, path), "")):
            yield f'<p class="words">{escape(text)}</p>'
        if mentions:
            yield '<ol class="items">'
            for _, item in mentions:
                yield from _whole(item) if item.id not in written else _again(item)
                written.add(item.id)
            yield "</ol>"
    yield "</section>" * depth


def _opened(item: Item, identity: str) -> str:
    data = {
        "id": str(item.id),
        "status": item.status,
        "kind": item.kind,
        "year": str(item.metadata.year or ""),
        "tags": json.dumps([one_line(tag) for tag in item.tags], ensure_ascii=False),
    }
    attributes = " ".join(f'data-{name}="{escape(value)}"' for name, value in data.items())
    return f'<li class="item {item.status}"{identity} {attributes}>'


def _again(item: Item) -> Iterator[str]:
    """A further mention of an item."""
    yield _opened(item, "")
    yield f'<p class="title"><a href="#item-{item.id}">{escape(one_line(item.title))}</a></p></li>'


def _whole(item: Item) -> Iterator[str]:
    known = item.metadata
    yield _opened(item, f' id="item-{item.id}"')
    yield f'<p class="title">{_linked(one_line(item.title), best_address(item))}</p>'
    authors = ", ".join(map(one_line, known.authors)) + (" et al." if known.et_al and known.authors else "")
    published = " ".join(part for part in (one_line(known.venue or ""), str(known.year or "")) if part)
    if credit := " · ".join(part for part in (authors, published) if part):
        yield f"<p>{escape(credit)}</p>"
    yield f'<p class="facts">{" ".join(_facts(item))}</p>'
    if abstract := many_lines(known.abstract or ""):
        yield f'<details><summary>Abstract</summary><p class="abstract">{escape(abstract)}</p></details>'
    if notes := [body for note in item.notes if (body := many_lines(note.body))]:
        yield f"<details><summary>{'Note' if len(notes) == 1 else f'{len(notes)} notes'}</summary>"
        yield from (f'<p class="note">{escape(body)}</p>' for body in notes)
        yield "</details>"
    yield "</li>"


def _facts(item: Item) -> Iterator[str]:
    yield f'<span class="status">{item.status}</span>'
    yield f"<span>{item.kind}</span>"
    if item.priority:
        yield f"<span>{item.priority} priority</span>"
    if item.rating:
        stars = "★" * item.rating + "☆" * (5 - item.rating)
        yield f'<span role="img" aria-label="{item.rating} of 5 stars">{stars}</span>'
    yield from (f'<span class="tag">{escape(one_line(tag))}</span>' for tag in item.tags)
    for link in item.links[1:]:
        yield f"<span>{_linked(one_line(link.label or link.url), link.url)}</span>"


def _linked(text: str, url: str) -> str:
    address = safe_address(url)
    return f'<a href="{escape(address)}" rel="noopener noreferrer">{escape(text)}</a>' if address else escape(text)

"""RSS and Atom: https://www.rssboard.org/rss-specification, https://www.rfc-editor.org/rfc/rfc4287."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from typing import Any

import feedparser

from rlist.errors import UnreadableInput
from rlist.formats.contents import Contents
from rlist.formats.document import Document, Fate
from rlist.formats.field_values import parse_status, parse_time, parse_year
from rlist.formats.html_tags import pieces, shown
from rlist.formats.lines import folded
from rlist.formats.person_names import read_name, separate_names
from rlist.formats.records import Account, Draft, make_entry
from rlist.formats.writing import author_names, best_address, many_lines, one_line, safe_address, stamp
from rlist.model.identity import identifiers_of
from rlist.model.item import Item, Kind, Link, Priority

NAME = "atom"

_FEED = re.compile(r"<(?:rss|feed|rdf:RDF|[a-z]{1,10}:feed)[\s>]", re.IGNORECASE)
_RECORD = re.compile(r"<(item|entry)(?=[\s>])", re.IGNORECASE)
# Categories with such a scheme say what Atom has no element for.
_OWN = "urn:rlist:"
# What arXiv sets behind the titles of its feeds.
_ARXIV = re.compile(r"\s*\(arXiv:\S{1,40}(?: \[[\w.-]{1,20}\])?(?: UPDATED)?\)$")
# An entry with a title has more than this; many that are shorter are damage, and would take long to read.
_LEAST_CHARACTERS, _MANY = 24, 1000
# Where the entry that ends can't be found, this much of it is looked through.
_LONGEST_RECORD = 200_000


def recognises(text: str, filename: str) -> bool:
    """Whether `text` is a feed in XML."""
    beginning = text[:4000].lstrip()
    return beginning.startswith("<") and _FEED.search(beginning) is not None


def read(text: str) -> Document:
    """Each entry of the feed as an entry. Raises UnreadableInput where it is no feed."""
    account = Account(text)
    source = "\n".join(account.lines)
    begun = sum(1 for _ in _RECORD.finditer(source))
    if begun > _MANY and len(source) < begun * _LEAST_CHARACTERS:
        raise UnreadableInput("line 1: this is no feed: most of its entries are empty")
    try:
        feed = feedparser.parse(source.encode(), response_headers={"content-type": "application/xml; charset=utf-8"})
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, AssertionError) as error:
        raise UnreadableInput("line 1: this feed can't be read") from error
    records = list(_records(source))
    for at, parsed in enumerate(feed.entries):
        record, first, last = records[at] if at < len(records) else ("", 1, 1)
        draft = _draft(parsed)
        account.add_entry(make_entry(draft, record or folded(f"{draft.title} {parsed.get('link', '')}")), first, last)
    for record, first, last in records[len(feed.entries) :]:
        account.problem(first, "an entry of the feed can't be read; its text is kept")
        account.add_section((), folded(record))
        account.give(first, last, Fate.TEXT)
    return account.document(folded(shown(str(feed.feed.get("title", "")))) or None)


def _records(source: str) -> Iterator[tuple[str, int, int]]:
    """The text of each entry with its lines."""
    line_starts = [0, *(found.end() for found in re.finditer("\n", source))]
    at = 0
    while begin := _RECORD.search(source, at):
        closer = f"</{begin[1]}>"
        end = source.find(closer, begin.end(), begin.end() + _LONGEST_RECORD)
        end = end + len(closer) if end >= 0 else begin.end()
        yield source[begin.start() : end], bisect_right(line_starts, begin.start()), bisect_right(line_starts, end - 1)
        at = end


def _draft(parsed: Any) -> Draft:
    is_own = any(str(tag.get("scheme", "")).startswith(_OWN) for tag in parsed.get("tags", []))
    title = _plain(parsed.get("title_detail"), parsed.get("title", ""))
    draft = Draft(title=title if is_own else _ARXIV.sub("", title))
    for link in parsed.get("links", []):
        if link.get("rel", "alternate") in {"alternate", "related"}:
            draft.add_link(str(link.get("href", "")), _label(link))
    if not draft.links:
        draft.add_link(str(parsed.get("link", "")) or str(parsed.get("id", "")))
    for person in parsed.get("authors", []):
        if name := folded(str(person.get("name", ""))):
            draft.authors += [name] if is_own else map(read_name, separate_names(name))
    draft.abstract = _plain(parsed.get("summary_detail"), parsed.get("summary", "")) or None
    draft.year = parse_year(str(parsed.get("published") or parsed.get("updated") or ""))
    if doi := parsed.get("arxiv_doi") or parsed.get("prism_doi"):
        draft.identifiers |= identifiers_of(str(doi))
    for tag in parsed.get("tags", []):
        scheme, term = str(tag.get("scheme") or ""), str(tag.get("term") or "")
        if scheme.startswith(_OWN):
            _take_own(draft, scheme.removeprefix(_OWN), term)
        elif not is_own or not scheme:
            draft.tags.append(str(tag.get("label") or term))
    if is_own:
        draft.added_at = parse_time(str(parsed.get("updated", "")))
        draft.year = next((parse_year(t["term"]) for t in parsed.tags if t.get("scheme") == f"{_OWN}year"), None)
    return draft


def _label(link: Any) -> str | None:
    return folded(str(link.get("title", ""))) or None


def _plain(detail: Any, text: str) -> str:
    """A text of a feed as plain text: tags and entities of HTML are taken out where it is HTML."""
    if detail is not None and detail.get("type", "text/plain") == "text/plain":
        return str(text)
    words = []
    for piece in pieces(str(text)):
        if not piece.name:
            words.append(shown(str(text)[piece.start : piece.end]))
        elif piece.name.lstrip("/") in {"p", "br", "div", "li", "h1", "h2", "h3"}:
            words.append("\n")
    return "\n".join(line for part in "".join(words).split("\n") if (line := folded(part)))


def _take_own(draft: Draft, name: str, term: str) -> None:
    if name == "status":
        draft.status = parse_status(term)
    elif name == "kind":
        draft.kind = next((kind for kind in Kind if kind == term), None)
    elif name == "priority":
        draft.priority = next((priority for priority in Priority if priority == term), None)
    elif name == "rating" and term in {"1", "2", "3", "4", "5"}:
        draft.rating = int(term)
    elif name == "venue":
        draft.venue = term
    elif name == "et-al":
        draft.et_al = True
    elif name == "note":
        draft.notes.append(term)
    elif name == "link":
        draft.links.append(Link(term))
    elif name == "identifier":
        scheme, _, value = term.partition(":")
        draft.identifiers[scheme] = value


def write(contents: Contents) -> str:
    """An Atom feed with an entry for each item."""
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        "  <title>Reading list</title>",
        "  <id>urn:rlist:feed</id>",
        f"  <updated>{stamp(contents.written_at)}</updated>",
        "  <author><name>rlist</name></author>",
        "  <generator>rlist</generator>",
    ]
    for item in contents.items:
        lines += ["  <entry>", *(f"    {element}" for element in _elements(item)), "  </entry>"]
    return "\n".join([*lines, "</feed>", ""])


def _elements(item: Item) -> Iterator[str]:
    known = item.metadata
    title = one_line(known.title)
    address = safe_address(best_address(item))
    yield f"<title>{escape(title)}</title>"
    yield f"<id>{escape(address) or f'{_OWN}{sha256(title.encode()).hexdigest()[:32]}'}</id>"
    # Atom wants this of every entry, and a list knows of each item when it was added.
    yield f"<updated>{stamp(item.added_at)}</updated>"
    if address:
        yield f'<link href="{escape(address)}"/>'
    for author in author_names(known)[0]:
        yield f"<author><name>{escape(author)}</name></author>"
    if abstract := many_lines(known.abstract or ""):
        yield f"<summary>{escape(abstract)}</summary>"
    for tag in item.tags:
        yield f'<category term="{escape(one_line(tag))}"/>'
    for name, term in _own_terms(item):
        yield f'<category scheme="{_OWN}{name}" term="{_attribute(term)}"/>'


def _own_terms(item: Item) -> Iterator[tuple[str, str]]:
    known = item.metadata
    yield "kind", item.kind
    yield "status", item.status
    if item.priority:
        yield "priority", item.priority
    if item.rating:
        yield "rating", str(item.rating)
    if known.year:
        yield "year", str(known.year)
    if venue := one_line(known.venue or ""):
        yield "venue", venue
    if author_names(known)[1]:
        yield "et-al", "yes"
    for scheme, value in sorted(known.identifiers.items()):
        yield "identifier", one_line(f"{scheme}:{value}")
    for link in item.links[1:]:
        yield "link", one_line(link.url)
    for note in item.notes:
        if body := many_lines(note.body):
            yield "note", body


def _attribute(text: str) -> str:
    """`text` as the value of an attribute, whose line breaks XML would read as blanks."""
    return escape(text).replace("\n", "&#10;").replace("\t", "&#9;")

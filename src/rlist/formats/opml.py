"""OPML, the outlines of feed readers: http://opml.org/spec2.opml."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping

from rlist.formats.document import Document, Fate
from rlist.formats.field_values import parse_time
from rlist.formats.html_tags import Piece, pieces, shown
from rlist.formats.lines import folded
from rlist.formats.records import DEEPEST, Account, Draft, make_entry
from rlist.model.item import Link, Status

NAME = "opml"

_SILENT = re.compile(r"text|title|url|htmlurl|xmlurl|type|version|created|category|_note|_complete|_status|description")


def recognises(text: str, filename: str) -> bool:
    """Whether `text` is an outline in XML."""
    return re.search(r"<opml[\s>]", text[:4000], re.IGNORECASE) is not None


def read(text: str) -> Document:
    """Each outline as an entry, one that holds others as a section; the feed is a second link beside the page."""
    account = Account(text)
    source = "\n".join(account.lines)
    line_starts = [0, *(found.end() for found in re.finditer("\n", source))]
    tags = [piece for piece in pieces(source) if piece.name]
    path: list[str] = []
    # Of each outline that is open, whether it is a section.
    opened: list[bool] = []
    title = _title(source)
    for at, tag in enumerate(tags):
        if tag.name == "/outline" and opened and opened.pop():
            path.pop()
        elif tag.name == "outline":
            first, last = bisect_right(line_starts, tag.start), bisect_right(line_starts, tag.end - 1)
            is_closed = source[tag.end - 2] == "/"
            is_section = (
                not is_closed and at + 1 < len(tags) and tags[at + 1].name == "outline" and not _url(tag.attributes)
            )
            if is_section:
                path.append(_name(tag.attributes) or "…")
                account.add_section(tuple(path[:DEEPEST]), tag.attributes.get("_note", ""))
                account.give(first, last, Fate.SECTION)
            else:
                _add(account, tag, source[tag.start : tag.end], tuple(path[:DEEPEST]), first, last)
            if not is_closed:
                opened.append(is_section)
    return account.document(title)


def _title(source: str) -> str | None:
    found = re.search(r"<title>([^<]{1,300})</title>", source[:10_000], re.IGNORECASE)
    return folded(shown(found[1])) or None if found else None


def _name(attributes: Mapping[str, str]) -> str:
    return folded(attributes.get("title") or attributes.get("text") or "")


def _url(attributes: Mapping[str, str]) -> str:
    return attributes.get("htmlurl") or attributes.get("url") or attributes.get("xmlurl") or ""


def _add(account: Account, tag: Piece, text: str, path: tuple[str, ...], first: int, last: int) -> None:
    fields = tag.attributes
    draft = Draft(
        title=_name(fields), abstract=fields.get("description") or None, added_at=parse_time(fields.get("created", ""))
    )
    url = _url(fields)
    if url and not draft.add_link(url):
        account.problem(first, f"{url} is no address of a page; the outline is kept without a link")
    feed = fields.get("xmlurl", "")
    if feed and feed != url:
        draft.links.append(Link(feed, "feed"))
    draft.tags = [tag for tag in re.split(r"[,/]", fields.get("category", "")) if tag.strip()]
    draft.notes = [fields.get("_note", "")]
    if fields.get("_complete") == "true" or fields.get("_status") == "checked":
        draft.status = Status.DONE
    for name in fields:
        if not _SILENT.fullmatch(name):
            account.homeless(name, first)
    account.add_entry(make_entry(draft, text, path), first, last)

"""What a web page says of itself: its meta tags, its title, its JSON-LD, the text of chosen parts."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from html.parser import HTMLParser

# What describes a page stands in its head, or not far below; programmes of conferences have up to 2 MB in all.
_MAXIMUM_BYTES = 4_000_000
_MAXIMUM_CHARACTERS = 1_500_000
# Twenty objects of JSON-LD on a page are many, and a description is short.
_MAXIMUM_SCRIPTS, _MAXIMUM_SCRIPT = 20, 200_000
_MAXIMUM_TEXT = 50_000
# Tags, and texts between them: real pages have some 30,000, one of nothing but `<` has a million and a half.
_MAXIMUM_PIECES = 100_000
# Elements without an end tag: https://html.spec.whatwg.org/multipage/syntax.html#void-elements
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_BLOCKS = frozenset({"p", "div", "br", "li", "h1", "h2", "h3", "tr", "article", "section"})


@dataclass(slots=True)
class Page:
    """A page as read: `meta` has the contents of meta tags by name or property in lower case, in their order.

    `title` is that of the page itself and not of a drawing in it; `texts` are those of the elements that were asked
    for, by class, an element each.
    """

    title: str = ""
    meta: Mapping[str, list[str]] = field(default_factory=dict)
    canonical: str = ""
    objects: list[dict[str, object]] = field(default_factory=list)
    texts: Mapping[str, list[str]] = field(default_factory=dict)

    def first(self, *names: str) -> str:
        """The first content that isn't empty under one of these names, "" where there is none."""
        return next((value for name in names for value in self.meta.get(name, ()) if value.strip()), "")

    def all(self, *names: str) -> list[str]:
        """The contents under the first of these names that has any."""
        return next((self.meta[name] for name in names if self.meta.get(name)), [])


def decoded(body: bytes, content_type: str) -> str:
    """The text of a page in the encoding that its header or its head names, else UTF-8; what can't be read is "�"."""
    body = body[:_MAXIMUM_BYTES]
    named = re.search(r"charset=[\"']?([\w.:-]{1,40})", content_type, re.IGNORECASE)
    inside = re.search(rb"<meta[^>]{0,200}charset=[\"']?([\w.:-]{1,40})", body[:2048], re.IGNORECASE)
    for encoding in (named[1] if named else None, inside[1].decode("ascii", "replace") if inside else None, "utf-8"):
        if encoding and re.fullmatch(
            r"(?i)utf-?(?:8|16)(?:le|be)?|iso-8859-\d+|windows-\d+|latin-?1|us-ascii|euc-\w+|"
            r"shift_?jis|gb\w*|big5|koi8-\w",
            encoding,
        ):
            try:
                return body.decode(encoding, "replace")
            except LookupError:
                continue
    return body.decode("utf-8", "replace")


def read_page(text: str, classes: Iterable[str] = ()) -> Page:
    """What a page says of itself, and the text of its elements of `classes`, paragraphs kept as line ends.

    Any text is a page; a tag that never ends takes what is behind it along.
    """
    reader = _Reader(frozenset(classes))
    # AssertionError is the reader's own word for markup that can't be; what was read before counts.
    with suppress(AssertionError, _TooManyPieces):
        # Without `close`: that looks for an end of what has none again and again, a page of `<!--` takes it minutes.
        reader.feed(text[:_MAXIMUM_CHARACTERS])
    return reader.page()


class _TooManyPieces(Exception):
    """More tags than any page has."""


class _Reader(HTMLParser):
    def __init__(self, classes: frozenset[str]) -> None:
        super().__init__(convert_charrefs=True)
        self._classes = classes
        self._meta: dict[str, list[str]] = defaultdict(list)
        self._texts: dict[str, list[str]] = defaultdict(list)
        self._canonical = ""
        self._title: list[str] = []
        self._has_title = False
        self._scripts: list[str] = []
        self._inside_title = self._inside_drawing = self._inside_script = False
        # The class that is being read, its text, and how many elements are open in it.
        self._open: tuple[str, list[str]] | None = None
        self._depth = 0
        self._pieces = 0

    def _count(self) -> None:
        self._pieces += 1
        if self._pieces > _MAXIMUM_PIECES:
            raise _TooManyPieces

    def page(self) -> Page:
        return Page("".join(self._title), self._meta, self._canonical, list(_objects(self._scripts)), self._texts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._count()
        attributes = {name: value or "" for name, value in reversed(attrs)}
        if tag == "meta":
            name = attributes.get("name") or attributes.get("property") or attributes.get("itemprop") or ""
            if name and "content" in attributes:
                self._meta[name.strip().lower()[:100]].append(attributes["content"][:_MAXIMUM_TEXT])
        elif tag == "link" and "canonical" in attributes.get("rel", "").lower().split():
            self._canonical = self._canonical or attributes.get("href", "").strip()
        elif tag == "title":
            self._inside_title = not self._inside_drawing and not self._has_title
        elif tag == "svg":
            self._inside_drawing = True
        elif tag == "script":
            is_json = attributes.get("type", "").strip().lower() == "application/ld+json"
            self._inside_script = is_json and len(self._scripts) < _MAXIMUM_SCRIPTS
            if self._inside_script:
                self._scripts.append("")
        if self._open is not None:
            if tag in _BLOCKS:
                self._open[1].append("\n")
            if tag not in _VOID:
                self._depth += 1
        elif self._classes:
            wanted = self._classes.intersection(attributes.get("class", "").split())
            wanted |= self._classes & {f"#{attributes.get('id', '')}"}
            if wanted and tag not in _VOID:
                self._open, self._depth = (min(wanted), []), 1

    def handle_endtag(self, tag: str) -> None:
        self._count()
        if tag == "title":
            self._has_title = self._has_title or self._inside_title
            self._inside_title = False
        elif tag == "svg":
            self._inside_drawing = False
        elif tag == "script":
            self._inside_script = False
        if self._open is not None and tag not in _VOID:
            if tag in _BLOCKS:
                self._open[1].append("\n")
            self._depth -= 1
            if self._depth <= 0:
                name, pieces = self._open
                self._texts[name].append("".join(pieces)[:_MAXIMUM_TEXT].strip())
                self._open = None

    def handle_data(self, data: str) -> None:
        self._count()
        if self._inside_title:
            self._title.append(data[:_MAXIMUM_TEXT])
        elif self._inside_script:
            self._scripts[-1] = (self._scripts[-1] + data)[:_MAXIMUM_SCRIPT]
        elif self._open is not None:
            self._open[1].append(data)


def _objects(scripts: Iterable[str]) -> Iterator[dict[str, object]]:
    """The objects of JSON-LD, those of lists and graphs one by one; what is no JSON is passed over."""
    for script in scripts:
        script = script.strip()
        # Some pages put a comment or a CDATA mark around it.
        for begin, end in (("/*", "*/"), ("<!--", ""), ("<![CDATA[", ""), ("//", "\n")):
            if script.startswith(begin):
                script = script.removeprefix(begin).partition(end)[2] if end else script.removeprefix(begin)
        script = script.strip().removesuffix("-->").removesuffix("]]>")
        try:
            found = json.loads(script)
        except (ValueError, RecursionError):
            continue
        rows = found if isinstance(found, list) else [found]
        for row in rows[:50]:
            if isinstance(row, dict):
                graph = row.get("@graph")
                yield from (
                    inner for inner in (graph if isinstance(graph, list) else [row])[:50] if isinstance(inner, dict)
                )

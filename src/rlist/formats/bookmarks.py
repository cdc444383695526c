"""Bookmark files: those of browsers, Pinboard, Raindrop, linkding, and the lists of Pocket and Instapaper in HTML."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from html import escape

from rlist.formats.bookmark_attributes import read_attributes, take_linkding
from rlist.formats.contents import Contents
from rlist.formats.document import Document, Fate
from rlist.formats.html_tags import Piece, pieces, shown
from rlist.formats.lines import folded
from rlist.formats.page_titles import title_of_page
from rlist.formats.records import DEEPEST, Account, make_entry
from rlist.formats.writing import Mentions, Path, best_address, by_lists, many_lines, one_line, tree
from rlist.model.item import Item, Status

NAME = "bookmarks"

# https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85)
_DOCTYPE = "<!DOCTYPE NETSCAPE-Bookmark-file-1>"
_NETSCAPE = re.compile(r"<!doctype\s+netscape-bookmark|<dt>\s*<(?:a|h3)[\s>]", re.IGNORECASE)
_LISTS = re.compile(r"<h1[^<>]{0,200}>[^<>]{0,200}</h1>\s*<(?:ol|ul)[\s>]", re.IGNORECASE)
_PAGE = re.compile(r"<(?:div|script|nav|table)[\s>]", re.IGNORECASE)
_BEGINNING = 20_000
# What a title or a note ends at. Any other tag in it is its text, which some programs don't escape.
_BLOCK = re.compile(r"/?(?:dt|dl|li|ul|ol|body|html)|dd|hr|h[1-6]")
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# Entries of a browser that are no pages: https://developer.mozilla.org/docs/Mozilla/Tech/Places
_NO_PAGE = re.compile(
    r"(?:javascript|place|data|about|chrome|edge|brave|vivaldi|opera|moz-extension)[\w-]*:", re.IGNORECASE
)
# Attributes that are read, and those that only concern the program that wrote the file.
_SILENT = re.compile(
    r"href|icon|icon_uri|last_\w+|private|class|id|rel|target|data-cover|folder|tags|toread|data-important|status"
    r"|priority|rating|kind|also|add_date|time_added|date_added"
)
_LIST = "list"
# Names that every program gives its file, and what tells which one did. A list of such a name isn't one with another.
_COMMON_NAMES = re.compile(
    r"(?:my )?bookmarks(?: menu)?|favou?rites|lesezeichen.*|marque-pages|signets|书签|書籤", re.IGNORECASE
)
_PROGRAMS = (
    ("Firefox", re.compile(r"<h1>bookmarks menu|http-equiv=\"?content-security-policy", re.IGNORECASE)),
    ("Chrome", re.compile(r"personal_toolbar_folder=\"true\">bookmarks bar<", re.IGNORECASE)),
    ("Edge", re.compile(r"personal_toolbar_folder=\"true\">favou?rites bar<", re.IGNORECASE)),
)


def recognises(text: str, filename: str) -> bool:
    """Whether `text` is a bookmark file, or a page that is nothing but lists of links below headings."""
    beginning = text[:_BEGINNING].lstrip()
    if not beginning.startswith("<"):
        return False
    return bool(_NETSCAPE.search(beginning) or (_LISTS.search(beginning) and not _PAGE.search(beginning)))


def read(text: str) -> Document:
    """Each bookmark as an entry, folders as sections with their notes; what is no page as text of its folder."""
    account = Account(text)
    return _Reading("\n".join(account.lines), account).document()


class _Reading:
    """The state of reading one file: where in the folders it is, and the bookmark that notes belong to."""

    def __init__(self, source: str, account: Account) -> None:
        self._source = source
        self._account = account
        self._pieces = list(pieces(source))
        self._line_starts = [0, *(found.end() for found in re.finditer("\n", source))]
        self._is_netscape = any(piece.name == "dl" for piece in self._pieces)
        self._title: str | None = None
        self._path: list[str] = []
        self._depths: list[int] = []
        self._opened: str | None = None
        self._at = 0

    def document(self) -> Document:
        while self._at < len(self._pieces):
            piece = self._pieces[self._at]
            self._at += 1
            if piece.name in _HEADINGS:
                self._read_heading(piece)
            elif piece.name == "dl":
                self._open_folder()
            elif piece.name == "/dl":
                self._close_folder()
            elif piece.name == "a" and "href" in piece.attributes:
                self._read_bookmark(piece)
            elif piece.name == "dd":
                self._read_folder_note(piece)
            elif not piece.name and self._source[piece.start : piece.end].strip() and not self._is_head(piece):
                self._add_text(piece, shown(self._source[piece.start : piece.end]))
        return self._account.document(self._title)

    def _line(self, place: int) -> int:
        return bisect_right(self._line_starts, place)

    def _is_head(self, piece: Piece) -> bool:
        """Whether a text is that of the page's head: its title, a style."""
        before = self._pieces[self._at - 2] if self._at > 1 else None
        return before is not None and before.name in {"title", "style", "script"}

    def _section(self) -> tuple[str, ...]:
        return tuple(name for name in self._path[:DEEPEST] if name)

    def _read_heading(self, heading: Piece) -> None:
        name, end = self._words(heading.end, heading.name)
        first, last = self._line(heading.start), self._line(max(end - 1, 0))
        if self._is_netscape and heading.name == "h1":
            self._title = self._title or self._name_of_list(name)
        elif _LIST in heading.attributes:
            self._account.begin_list(name)
            self._opened = ""
            self._account.give(first, last, Fate.SECTION)
        else:
            if not self._is_netscape:
                level = int(heading.name[1])
                while self._depths and self._depths[-1] >= level:
                    self._depths.pop()
                    self._path.pop()
                self._depths.append(level)
                self._path.append(name)
            self._opened = name
            path = self._section() if not self._is_netscape else (*self._section(), *([name] if name else []))
            if path:
                self._account.add_section(path)
            self._account.give(first, last, Fate.SECTION)

    def _name_of_list(self, name: str) -> str | None:
        """What the file is called: by itself, or after the program that wrote it; None where nothing tells."""
        beginning = self._source[:_BEGINNING]
        head = re.search(r"<title>([^<>]{1,200})</title>", beginning, re.IGNORECASE)
        names = [name, folded(shown(head[1])) if head else ""]
        if own := next((known for known in names if known and not _COMMON_NAMES.fullmatch(known)), None):
            return own
        return next((f"{program} bookmarks" for program, mark in _PROGRAMS if mark.search(beginning)), None)

    def _open_folder(self) -> None:
        self._path.append(self._opened or "")
        self._opened = None

    def _close_folder(self) -> None:
        if self._path and self._is_netscape:
            self._path.pop()
        self._opened = None

    def _read_folder_note(self, piece: Piece) -> None:
        text, _ = self._note(piece.end)
        path = (*self._section(), *([self._opened] if self._opened else []))
        for line in text.split("\n"):
            self._account.add_section(path, line)
        self._account.give(self._line(piece.start), self._last_line(), Fate.TEXT)

    def _add_text(self, piece: Piece, text: str) -> None:
        self._account.add_section(self._section(), folded(text))
        self._account.give(self._line(piece.start), self._line(piece.end - 1), Fate.TEXT)

    def _read_bookmark(self, link: Piece) -> None:
        start = link.start
        if self._at > 1 and self._pieces[self._at - 2].name in {"dt", "li"}:
            start = self._pieces[self._at - 2].start
        first = self._line(start)
        url = link.attributes["href"].strip()
        title, end = self._words(link.end, "a")
        if _NO_PAGE.match(url):
            self._account.add_section(self._section(), f"{title} {url}".strip())
            self._account.give(first, self._line(max(end - 1, 0)), Fate.TEXT)
            return
        # Our own file has the kinds of items, and their titles.
        title = title if "kind" in link.attributes else title_of_page(title, url)
        draft = read_attributes(link.attributes, title, self._section())
        if url and not draft.add_link(url):
            self._account.problem(first, f"{url} is no address of a page; the bookmark is kept without a link")
        for other in link.attributes.get("also", "").split():
            draft.add_link(other)
        last = self._line(max(end - 1, 0))
        notes: list[tuple[int, int]] = []
        while (following := self._next_block()) is not None and following.name == "dd":
            self._at = self._pieces.index(following, self._at) + 1
            note, end = self._note(following.end)
            draft.notes.append(note)
            notes.append((self._line(following.start), self._last_line()))
        take_linkding(draft)
        for name in link.attributes:
            if not _SILENT.fullmatch(name):
                self._account.homeless(name.upper(), first)
        text = self._source[start : max(end, link.end)].strip()
        index = self._account.add_entry(make_entry(draft, text, self._section()), first, last)
        for note_first, note_last in notes:
            self._account.give(note_first, note_last, Fate.NOTE, index)

    def _next_block(self) -> Piece | None:
        """The next tag, if nothing but blanks stands before it."""
        for piece in self._pieces[self._at : self._at + 3]:
            if piece.name in {"/a", "p"} or (not piece.name and not self._source[piece.start : piece.end].strip()):
                continue
            return piece
        return None

    def _words(self, start: int, name: str) -> tuple[str, int]:
        """The text up to the end tag of `name`, or to what must end it, on one line; and the place behind it."""
        place = start
        while self._at < len(self._pieces):
            piece = self._pieces[self._at]
            if piece.name == f"/{name}":
                self._at += 1
                return folded(shown(self._source[start : piece.start])), piece.end
            if _BLOCK.fullmatch(piece.name) or piece.name == "a":
                break
            self._at += 1
            place = piece.end
        while place > start and self._source[place - 1].isspace():
            place -= 1
        return folded(shown(self._source[start:place])), place

    def _note(self, start: int) -> tuple[str, int]:
        """The text up to the next block, links in it as Markdown has them; and the place behind it."""
        words: list[str] = []
        place = start
        while self._at < len(self._pieces) and not _BLOCK.fullmatch(self._pieces[self._at].name):
            piece = self._pieces[self._at]
            self._at += 1
            if piece.name == "a" and "href" in piece.attributes:
                label, place = self._words(piece.end, "a")
                words.append(f"[{label}]({piece.attributes['href']})")
                continue
            if piece.name == "br":
                words.append("\n")
            elif piece.name not in {"p", "/p", "/dd"}:
                words.append(shown(self._source[piece.start : piece.end]))
            place = piece.end
        return "".join(words).strip(), place

    def _last_line(self) -> int:
        """The line of the last text that was read."""
        end = self._pieces[self._at - 1].end
        while end > 0 and self._source[end - 1].isspace():
            end -= 1
        return self._line(max(end - 1, 0))


def write(contents: Contents) -> str:
    """A bookmark file: a folder for each list, in it one for each section, notes below their bookmarks.

    What the format has no attribute for is in some of our own, which other programs pass over. It has no sign for a
    comma inside of a tag: that becomes a semicolon.
    """
    lines = [
        _DOCTYPE,
        '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">',
        "<TITLE>Bookmarks</TITLE>",
        "<H1>Bookmarks</H1>",
        "<DL><p>",
    ]
    texts = {(section.list, section.path): section.text for section in contents.sections}
    for name, places in by_lists(contents):
        lines.append(f'    <DT><H3 {_LIST.upper()}="">{escape(one_line(name))}</H3>')
        lines += _folder(tree(places), (), name, texts, 1)
    return "\n".join([*lines, "</DL><p>", ""])


def _folder(
    places: Mapping[Path, Mentions],
    path: Path,
    name: str,
    texts: Mapping[tuple[str, Path], str],
    depth: int,
) -> Iterator[str]:
    indent = "    " * depth
    if text := many_lines(texts.get((name, path), "")):
        yield f"{indent}<DD>{escape(text, quote=False)}"
    yield f"{indent}<DL><p>"
    for _, item in places[path]:
        yield from _bookmark(item, indent + "    ")
    for below in places:
        if len(below) == len(path) + 1 and below[:-1] == path:
            yield f"{indent}    <DT><H3>{escape(one_line(below[-1]), quote=False)}</H3>"
            yield from _folder(places, below, name, texts, depth + 1)
    yield f"{indent}</DL><p>"


def _bookmark(item: Item, indent: str) -> Iterator[str]:
    attributes = {
        "HREF": one_line(best_address(item)),
        "ADD_DATE": str(int(item.added_at.timestamp())),
        "TAGS": ",".join(one_line(tag).replace(",", ";") for tag in item.tags),
        "TOREAD": "1" if item.status is Status.UNREAD else "",
        "STATUS": "" if item.status is Status.UNREAD else item.status,
        "PRIORITY": item.priority or "",
        "RATING": str(item.rating or ""),
        "KIND": item.kind,
        "ALSO": " ".join("".join(link.url.split()) for link in item.links[1:]),
    }
    written = " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items() if value or name == "HREF")
    yield f"{indent}<DT><A {written}>{escape(one_line(item.title), quote=False)}</A>"
    for note in item.notes:
        if body := many_lines(note.body):
            yield f"{indent}<DD>{escape(body, quote=False)}"

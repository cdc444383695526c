"""Org: headlines that are items or sections, with the lists, drawers and words below them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rlist.formats.addresses import find_addresses
from rlist.formats.document import Document, Fate
from rlist.formats.entry_text import parse_entry
from rlist.formats.marks import status_of_heading
from rlist.formats.nesting import Relation, relation, relation_of_line
from rlist.formats.org_fields import priority_of, says_work, take_log, take_planning, take_property
from rlist.formats.org_growing import (
    Growing,
    begin_item,
    is_link_line,
    is_remark,
    paragraphs,
    parted_bullet,
    status_of_bullet,
)
from rlist.formats.org_inline import read_inline
from rlist.formats.org_lines import Part, Piece, file_keywords, keywords
from rlist.formats.org_tables import read_table
from rlist.formats.org_tree import Node, Role, build_tree, decide_roles, walk
from rlist.formats.records import DEEPEST, Account
from rlist.model.item import Status

NAME = "org"

_RECOGNISED = re.compile(
    r"^\*+ (?:TODO|DONE|NEXT) |^#\+(?:title|filetags|todo|seq_todo|startup|author|date|options):"
    r"|^[ \t]*:PROPERTIES:[ \t]*$|\[\[[^\]\n]{1,500}\]\[[^\n]{1,500}\]\]",
    re.IGNORECASE | re.MULTILINE,
)
_SEE_ALSO = re.compile("see also|related|cf", re.IGNORECASE)
_HEADLINE = re.compile(r"^\*+ \S", re.MULTILINE)
# As much of a file is looked at to know its format.
_LOOKED_AT = 50_000


def recognises(text: str, filename: str) -> bool:
    """Whether `text` has the marks of Org, or headlines of stars in a file of that name."""
    beginning = text[:_LOOKED_AT]
    marks = _RECOGNISED.search(beginning)
    return bool(filename.casefold().endswith(".org") or (marks and _HEADLINE.search(beginning)))


def read(text: str) -> Document:
    """The list that `text` holds. Nothing is refused; what can't be understood is text of its section."""
    return _Reading(text).document()


@dataclass(slots=True)
class _Place:
    """Where in the file the reader is: the section, the item whose headline stands above, what they hand down."""

    path: tuple[str, ...] = ()
    item: int | None = None
    status: Status | None = None
    tags: tuple[str, ...] = ()
    note: bool = False  # whether the headline right above is a part of the item's notes


class _Reading:
    """One pass over the headlines of a file, in order."""

    def __init__(self, text: str) -> None:
        self._account = Account(text)
        self._lines = self._account.lines
        self._words = keywords(self._lines)
        self._root = build_tree(self._lines, self._words)
        self._items: list[Growing] = []
        self._footnotes: dict[str, tuple[Piece, tuple[str, ...]]] = {}

    def document(self) -> Document:
        known = file_keywords(self._lines)
        title = known.get("TITLE")
        tags = tuple(tag for tag in re.split(r"[:\s]+", known.get("FILETAGS", "")) if tag)
        is_item = any(map(says_work, self._root.pieces))
        decide_roles(self._root, is_item=is_item)
        places = {id(self._root): _Place(tags=tags)}
        if is_item:
            number = next((n for n, line in enumerate(self._lines, 1) if re.match(r"\s*#\+title:", line, re.I)), 1)
            places[id(self._root)].item = self._add(title or "", number, places[id(self._root)])
            self._items[0].draft.tags += tags
        elif title is None and len(self._root.below) == 1 and self._root.below[0].below:
            title = self._title_of_top(self._root.below[0])
        self._below(self._root, places[id(self._root)])
        for node, above in walk(self._root):
            places[id(node)] = self._headline(node, places[id(above)])
            self._below(node, places[id(node)])
        self._give_footnotes()
        for growing in self._items:
            self._account.add_entry(growing.entry(), growing.line, growing.line)
        return self._account.document(None if is_item else title)

    def _title_of_top(self, node: Node) -> str | None:
        """The name of the list, where one headline alone stands above all others."""
        if node.role is not Role.SECTION or node.headline is None or any(p.part is Part.BULLET for p in node.pieces):
            return None
        node.is_title = True
        return read_inline(node.headline.title).text

    def _headline(self, node: Node, above: _Place) -> _Place:
        """What a headline is, and the place below it."""
        headline = node.headline
        if headline is None or node.role is Role.HIDDEN:
            return above
        tags = tuple(dict.fromkeys((*above.tags, *headline.tags)))
        if node.role is Role.ITEM:
            place = _Place(above.path, above.item, above.status, tags)
            status = self._words[headline.keyword] if headline.keyword else above.status
            place.item = self._add(headline.text, node.number, place, status, words=headline.title)
            draft = self._items[place.item].draft
            draft.priority = priority_of(headline.priority) if headline.priority else None
            draft.tags += tags
            return place
        title = read_inline(headline.title).text
        if node.role is Role.NOTE and above.item is not None:
            self._items[above.item].draft.notes.append(title)
            self._account.give(node.number, node.number, Fate.NOTE, above.item)
            return _Place(above.path, above.item, above.status, tags, note=True)
        self._account.give(node.number, node.number, Fate.SECTION)
        if node.is_title:
            return _Place(above.path, None, above.status, tags)
        name = parse_entry(title).title if "](" in title else title
        path = (*above.path, name)[:DEEPEST]
        self._account.add_section(path)
        return _Place(path, None, status_of_heading(name) or above.status, tags)

    def _add(
        self, text: str, line: int, place: _Place, status: Status | None = None, *, words: str | None = None
    ) -> int:
        """An item of the words in line `line`, whose verbatim text is `text`."""
        growing = begin_item(text if words is None else words, text, line, place.path, place.item)
        growing.draft.status = status or growing.draft.status
        self._items.append(growing)
        return len(self._items) - 1

    def _below(self, node: Node, place: _Place) -> None:
        """The pieces between a headline and the next one."""
        if node.role is Role.HIDDEN:
            return
        above: list[tuple[int, int | None]] = []  # indentation and item of the bullets that the next one may be in
        rows: list[Piece] = []
        for at, piece in enumerate([*node.pieces, None]):
            if piece and piece.part is Part.ROW:
                rows.append(piece)
                continue
            if rows:
                self._table(rows, place)
                rows = []
            if piece is None:
                return
            if piece.part not in {Part.BULLET, Part.BLANK, Part.QUOTED}:
                above = []
            if piece.part is Part.BULLET:
                self._bullet(node.pieces, at, place, above)
            elif piece.part is Part.FOOTNOTE:
                self._footnotes.setdefault(piece.name, (piece, place.path))
            elif place.item is not None:
                self._of_item(piece, place.item, place)
            elif piece.part is Part.TEXT:
                self._of_section(piece, place)
            elif piece.part is Part.QUOTED:
                self._section_text(piece, place.path)

    def _section_text(self, piece: Piece, path: tuple[str, ...]) -> None:
        self._account.add_section(path, read_inline(piece.text, is_remark=True).text)
        self._account.give(piece.first, piece.last, Fate.TEXT)

    def _of_section(self, piece: Piece, place: _Place) -> None:
        """A paragraph below a heading: links, one a line, or words on the section."""
        lines = piece.text.split("\n")
        read = [read_inline(line).text for line in lines]
        if not all(map(is_link_line, read)):
            self._section_text(piece, place.path)
            return
        for number, line in enumerate(lines, piece.first):
            self._items[self._add(line, number, place, place.status)].draft.tags += place.tags

    def _of_item(self, piece: Piece, item: int, place: _Place) -> None:
        """A piece that isn't a bullet below the headline of an item."""
        growing = self._items[item]
        draft, fate = growing.draft, Fate.FIELD
        if piece.part is Part.PLANNING:
            take_planning(draft, piece.text)
            if draft.finished_at and draft.status is None:
                draft.status = Status.DONE
            growing.words.append(piece.text)
        elif piece.part is Part.PROPERTY:
            if not take_property(draft, piece.name, piece.text):
                self._account.homeless(piece.name, piece.first)
            growing.words.append(f":{piece.name}: {piece.text}".rstrip())
        elif piece.part is Part.LOG:
            if take_log(draft, piece.text, self._words):
                growing.words.append(piece.text)
            else:
                fate = Fate.NOTE
                draft.notes.append(piece.text)
        elif piece.part is Part.TEXT:
            for lines in paragraphs(piece):
                self._account.give(lines.first, lines.last, self._words_of_item(lines, growing, place), item)
            return
        elif piece.part is Part.QUOTED:
            fate = Fate.NOTE
            growing.note(piece.text, joined=place.note)
        else:
            return
        self._account.give(piece.first, piece.last, fate, item)

    def _words_of_item(self, piece: Piece, growing: Growing, place: _Place) -> Fate:
        """What a paragraph below the headline of an item is to it."""
        inline = read_inline(piece.text)
        growing.footnotes += inline.footnotes
        if growing.take_times(piece.text, inline):
            return Fate.FIELD
        what = relation_of_line(" ".join(inline.text.split()), keeps_links=True)
        if what is Relation.LINKS or (
            not place.note
            and is_link_line(inline.text)
            and not growing.has_address
            and not _SEE_ALSO.match(inline.text)
        ):
            growing.take_links(piece.text, inline.text)
            return Fate.LINK
        if what is Relation.FIELDS and growing.take_fields(piece.text, inline.text):
            return Fate.FIELD
        growing.note(read_inline(piece.text, is_remark=True).text, joined=place.note)
        return Fate.NOTE

    def _bullet(self, pieces: Sequence[Piece], at: int, place: _Place, above: list[tuple[int, int | None]]) -> None:
        """A bullet of a list below a headline, or below another bullet, with the lines that go on with it."""
        piece = pieces[at]
        while above and above[-1][0] >= piece.indent:
            above.pop()
        parent = above[-1][1] if above else place.item
        head, *more = parted_bullet(piece)
        text = read_inline(head.text).text
        what = Relation.ITEM if parent is None else relation(text, keeps_links=True)
        if parent is None and not find_addresses(text) and piece.box is None and is_remark(text):
            self._section_text(piece, place.path)
            above.append((piece.indent, None))
        elif what is Relation.ITEM:
            status = status_of_bullet(pieces, at, place.status)
            words, described, description = head.text.partition(" :: ")
            item = self._add(head.text, head.first, _Place(place.path, parent), status, words=words)
            growing = self._items[item]
            growing.draft.tags += place.tags
            if described:
                growing.describe(description)
            self._account.give(head.first + 1, head.last, Fate.FIELD, item)
            for lines in more:
                fate = self._words_of_item(lines, growing, _Place(place.path, item))
                self._account.give(lines.first, lines.last, fate, item)
            above.append((piece.indent, item))
        elif parent is not None:
            self._give_bullet(piece, what, self._items[parent], parent, joined=place.note)

    def _give_bullet(self, piece: Piece, what: Relation, growing: Growing, item: int, *, joined: bool) -> None:
        """Give a bullet that is none to the item above it."""
        words = " ".join(piece.text.split("\n"))
        inline = read_inline(words)
        growing.footnotes += inline.footnotes
        fate = Fate.NOTE
        if what is Relation.LINKS:
            growing.take_links(words, inline.text)
            fate = Fate.LINK
        elif what is Relation.FIELDS and growing.take_fields(words, inline.text):
            fate = Fate.FIELD
        else:
            remark = read_inline(words, is_remark=True).text
            growing.note(f"- {remark}" if joined else remark, joined=joined)
        self._account.give(piece.first, piece.last, fate, item)

    def _table(self, rows: Sequence[Piece], place: _Place) -> None:
        """A table of works gives an item a row; another one is words of what it stands below."""
        works = read_table([row.text for row in rows])
        text = "\n".join(row.text for row in rows)
        if works is None and place.item is not None:
            self._items[place.item].note(text, joined=place.note)
            self._account.give(rows[0].first, rows[-1].last, Fate.NOTE, place.item)
        elif works is None:
            self._account.add_section(place.path, text)
            self._account.give(rows[0].first, rows[-1].last, Fate.TEXT)
        else:
            for at, draft in works:
                draft.status = draft.status or place.status
                draft.tags += place.tags
                self._items.append(Growing(draft, rows[at].first, place.path, place.item, [rows[at].text]))

    def _give_footnotes(self) -> None:
        """A footnote is a note on the item that cites it; one that no item cites is words of its section."""
        citing = {name: at for at, growing in reversed(list(enumerate(self._items))) for name in growing.footnotes}
        for name, (piece, path) in self._footnotes.items():
            if (item := citing.get(name)) is None:
                self._section_text(piece, path)
            else:
                self._items[item].draft.notes.append(read_inline(piece.text, is_remark=True).text)
                self._account.give(piece.first, piece.last, Fate.NOTE, item)

"""The headlines of an Org file as a tree, and which of them are items, sections or notes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from rlist.formats.addresses import find_addresses
from rlist.formats.citation import parse_citation
from rlist.formats.labelled import labelled_field
from rlist.formats.marks import status_of_heading
from rlist.formats.nesting import Relation, relation
from rlist.formats.org_fields import says_work
from rlist.formats.org_inline import read_inline
from rlist.formats.org_lines import Blocks, Headline, Part, Piece, parse_headline, pieces
from rlist.formats.wrapping import is_address
from rlist.model.item import Status


class Role(Enum):
    """What a headline is in a list."""

    SECTION = auto()
    ITEM = auto()
    NOTE = auto()  # a part of what is written on the item above
    HIDDEN = auto()  # commented out, with all below it


@dataclass(slots=True, eq=False)
class Node:
    """A headline in line `number`, with the pieces and the headlines below it; the file itself has none."""

    headline: Headline | None
    number: int
    pieces: list[Piece] = field(default_factory=list)
    below: list[Node] = field(default_factory=list)
    role: Role = Role.SECTION
    is_evident: bool = False  # whether it says of itself that it is an item
    has_works: bool = False  # whether it, or one below it, does so or lists works
    is_prose: bool = False  # whether it and each one below it holds words
    leads_to_work: bool = False  # whether it is a title, with its address alone on the line below
    is_title: bool = False  # whether it names the list, and is no section of it


_COOKIE = re.compile(r"\[(?:\d*/\d*|\d*%)\]")
# `Computability and Logic (1974)`; `Reading 2009` is a topic.
_DATED = re.compile(r"\S+(?: +\S+){2,30} +\(?(?:19|20)\d\d\)? *")
# A work in the reader's own files.
_DOCUMENT = re.compile(r"\[\[[^\[\]]{1,300}\.(?:pdf|epub|djvu|ps)\]", re.IGNORECASE)
_MOST_OF_CITATION = 8
_WORDS = {Part.TEXT, Part.QUOTED, Part.BULLET}
_LISTED = {Part.BULLET, Part.ROW}


def build_tree(lines: Sequence[str], words: Mapping[str, Status]) -> Node:
    """The file as a node, with its headlines below it; `words` are its keywords."""
    blocks = Blocks(lines)
    root = Node(None, 0)
    nodes = [root]
    at = 0
    while at < len(lines):
        if block := blocks.end_of_block(at, lines[at]):
            at = block[1] + 1
            continue
        if lines[at].startswith("*") and (headline := parse_headline(lines[at], words)):
            nodes.append(Node(headline, at + 1))
        at += 1
    above = [root]
    for node, following in zip(nodes, [*nodes[1:], None], strict=True):
        node.pieces = list(pieces(lines, node.number, following.number - 1 if following else len(lines), blocks))
        if node.headline:
            while (upper := above[-1].headline) and upper.level >= node.headline.level:
                above.pop()
            above[-1].below.append(node)
            above.append(node)
    return root


def walk(root: Node) -> Iterator[tuple[Node, Node]]:
    """Each headline below `root` with the one above it, in the order of the file."""
    waiting = [(node, root) for node in reversed(root.below)]
    while waiting:
        node, above = waiting.pop()
        yield node, above
        waiting += [(lower, node) for lower in reversed(node.below)]


def decide_roles(root: Node, *, is_item: bool) -> None:
    """Say of each headline what it is; `is_item` says that the file itself is one."""
    root.role = Role.ITEM if is_item else Role.SECTION
    for node, _ in reversed(list(walk(root))):
        node.is_evident, node.leads_to_work = _is_evident(node), _leads_to_work(node)
        node.has_works = (
            node.is_evident
            or _lists_works(node)
            or node.leads_to_work
            or _are_cited(node.below)
            or any(lower.has_works for lower in node.below)
        )
        holds_words = bool(node.below) or any(piece.part in _WORDS for piece in node.pieces)
        node.is_prose = holds_words and all(lower.is_prose for lower in node.below)
    waiting = [root]
    while waiting:
        above = waiting.pop()
        _decide(above, is_top=above is root)
        waiting += above.below


def _decide(above: Node, *, is_top: bool) -> None:
    """The roles of the headlines right below one whose own is known."""
    group = above.below
    has_evident = any(node.is_evident for node in group)
    has_sections = any(
        not (node.is_evident or _is_written_about(node))
        and (bool(node.below) or any(piece.part in _LISTED for piece in node.pieces))
        for node in group
    )
    has_words = any(piece.part is Part.TEXT for node in group for piece in node.pieces)
    are_cited = _are_cited(group)
    for node in group:
        if above.role is Role.HIDDEN or (node.headline and node.headline.is_comment):
            node.role = Role.HIDDEN
        elif node.is_evident:
            node.role = Role.ITEM
        elif above.role in {Role.ITEM, Role.NOTE}:
            node.role = Role.NOTE
        elif (not is_top or (are_cited and _is_dated(node))) and _is_written_about(node):
            node.role = Role.ITEM
        elif node.below or _lists_works(node) or (node.headline and status_of_heading(node.headline.title)):
            node.role = Role.SECTION
        elif has_evident or are_cited or (node.leads_to_work and not is_top):
            node.role = Role.ITEM
        elif has_sections or (is_top and has_words):
            node.role = Role.SECTION
        else:
            node.role = Role.ITEM


def _is_written_about(node: Node) -> bool:
    """Whether all that stands below a headline is words on it."""
    return bool(node.below) and node.is_prose and not node.has_works


def _are_cited(group: Sequence[Node]) -> bool:
    """Whether most of some headlines are titles with their year, so that all of them are works and no topics."""
    return len(group) > 1 and sum(map(_is_dated, group)) * 2 > len(group)


def _is_dated(node: Node) -> bool:
    """Whether a headline is a title of some words with a year behind it."""
    return node.headline is not None and not node.has_works and _DATED.fullmatch(node.headline.title) is not None


def _is_evident(node: Node) -> bool:
    """Whether a headline says of itself that it is an item."""
    headline = node.headline
    if headline is None:
        return False
    words = read_inline(headline.title)
    if words.citekeys or find_addresses(words.text) or any(says_work(piece) for piece in node.pieces):
        return True
    if _DOCUMENT.search(headline.title) or any(map(_is_citation, node.pieces[:2])) or _is_described(node):
        return True
    citation = parse_citation(words.text)
    if citation and citation.authors and citation.year and not any(lower.has_works for lower in node.below):
        return True
    # A task that counts what is done of those below it is a heading of them.
    return headline.keyword is not None and not (node.below and _COOKIE.search(headline.title))


def _is_described(node: Node) -> bool:
    """Whether the line right below a headline leads to it, or says who wrote it: `[[…][link]]`, `Author: Jane Roe`."""
    words = next((piece.text for piece in node.pieces if piece.part is not Part.BLANK), "")
    first = read_inline(words.partition("\n")[0]).text
    labelled = labelled_field(first)
    if labelled:
        return labelled.role in {"authors", "doi", "arxiv", "isbn", "url"}
    # An address alone may stand below the name of a section as well.
    named = any(address.label for address in find_addresses(first))
    return named and relation(first, keeps_links=True) is Relation.LINKS


def _is_citation(piece: Piece) -> bool:
    """Whether a paragraph is nothing but the citation of a work: `cite:key`."""
    if piece.part is not Part.TEXT or "cite" not in piece.text[:_MOST_OF_CITATION]:
        return False
    inline = read_inline(piece.text)
    return len(inline.citekeys) == 1 and not inline.text.strip(" .\n")


def _lists_works(node: Node) -> bool:
    """Whether the list or the table below a headline is one of things to read, and not of remarks."""
    return any(
        piece.part is Part.ROW or (piece.part is Part.BULLET and (piece.box is not None or _has_address(piece.text)))
        for piece in node.pieces
    )


def _leads_to_work(node: Node) -> bool:
    """Whether a headline is a title of some words, with its address alone on the line below."""
    words = [piece.text for piece in node.pieces if piece.part is not Part.BLANK]
    if node.headline is None or node.below or len(words) != 1 or not is_address(words[0]):
        return False
    title = read_inline(node.headline.title).text
    return " " in title and relation(f"{title} {words[0]}", keeps_links=True) is Relation.ITEM


def _has_address(text: str) -> bool:
    return bool(find_addresses(read_inline(text).text))

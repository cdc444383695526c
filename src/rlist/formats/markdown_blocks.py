"""The blocks of a Markdown text in the order of its lines: headings, bullets with their depth, paragraphs, tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, NamedTuple

from markdown_it import MarkdownIt

from rlist.formats.lines import folded
from rlist.formats.markdown_html import END_OF_DETAILS, SUMMARY
from rlist.formats.outline import Depths, read_row

if TYPE_CHECKING:
    from markdown_it.token import Token


class Role(Enum):
    """What a block is; a SUMMARY names what a reader may unfold, END is where that ends."""

    HEADING = auto()
    BULLET = auto()
    PARAGRAPH = auto()
    QUOTE = auto()
    CODE = auto()
    TABLE = auto()
    SUMMARY = auto()
    END = auto()
    RULE = auto()


class Line(NamedTuple):
    """A line of a block by its number in the source; `is_ended` says that the writer ended it there."""

    number: int
    text: str
    is_ended: bool = False


class Block(NamedTuple):
    """A block with its lines, without the marks that make it one.

    `level` is that of a heading, above six where it stands in a bullet, or how deep a bullet is nested; of what stands
    in a bullet it is the bullet's, -1 outside of all. `box` is what the check box of a bullet holds.
    """

    role: Role
    lines: tuple[Line, ...]
    level: int = -1
    box: str | None = None

    @property
    def text(self) -> str:
        """The words on one line."""
        return folded(" ".join(line.text for line in self.lines))


class Blocks(NamedTuple):
    """All blocks; `references` are the addresses of reference links by name, `defined` the lines that say them."""

    blocks: list[Block]
    lines: Sequence[str]
    references: Mapping[str, str]
    defined: frozenset[int]


# Code by indentation is off, so that bullets may be indented as far as people do; tables are told apart by their lines.
_PARSER = MarkdownIt("commonmark", {"maxNesting": 100}).disable(["html_block", "code", "inline"])
_DEFINITION = re.compile(
    r" {0,3}\[([^\[\]^]{1,200})\]:\s*<?(\w+:[^\s<>]{2,2000}?)>?(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*"
)
_IN_QUOTE = re.compile(r"(?:\s{0,3}>\s?)+")
_ROW = re.compile(r"\s*\|.*\|\s*$|\s*\|[^|]+\|")
_DIVISION = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-*:?\s*)*\|?\s*$")
_SIGN_IN_TEXT = re.compile(r"\s*[•◦▪‣●○■□▸►➤➢⁃]\s*\S")
# A list that begins with another number than 1 can't follow a paragraph, says Markdown; who wrote it meant one.
_NUMBER_IN_TEXT = re.compile(r"\s*\d{1,3}[.)]\s+\S")
# A heading whose hashes touch its name, as GitHub took them before it followed CommonMark in 2017.
_TIGHT_HEADING = re.compile(r"#{2,6}(?=[^\s#])|#(?=\d{1,2}[.)]?\s+[A-Z])")
# With one hash it may be a tag; beside others of the kind it is none, unless further tags follow.
_TIGHT_TITLE = re.compile(r"#(?=[^\s#])(?!.*\s#)")
_FENCE = ("```", "~~~")
# In words; what is underlined and longer is a paragraph above a rule.
_LONGEST_HEADING = 16
_LEVELS = 6


def read_blocks(lines: Sequence[str], *, exported: bool = False) -> Blocks:
    """The blocks of `lines`, which hold no HTML that Markdown could say.

    In what rlist `exported` only Markdown's own signs begin bullets.
    """
    lines = lines if exported else _with_loose_headings(lines)
    known: dict[str, Any] = {}
    tokens = _PARSER.parse("\n".join(lines), known)
    inside = _defined_inside(tokens, lines)
    if inside:
        known = {}
        tokens = _PARSER.parse("\n".join("" if at in inside else line for at, line in enumerate(lines)), known)
    reading = _Reading(lines, exported)
    reading.read(tokens)
    references = {name.casefold(): url for name, url in inside.values()}
    defined: set[int] = {at + 1 for at in inside}
    every = [*known.get("references", {}).items(), *((None, one) for one in known.get("duplicate_refs", []))]
    for name, reference in every:
        if name is not None:
            references[name.casefold()] = str(reference["href"])
        defined.update(range(reference["map"][0] + 1, reference["map"][1] + 1))
    return Blocks(reading.blocks, lines, references, frozenset(defined))


def _with_loose_headings(lines: Sequence[str]) -> Sequence[str]:
    """`lines` with a blank behind the hashes of each heading."""
    tight, is_code = [], False
    for at, line in enumerate(lines):
        is_code ^= line.lstrip().startswith(_FENCE)
        if line[:1] == "#" and not is_code and (_TIGHT_HEADING.match(line) or _TIGHT_TITLE.match(line)):
            tight.append(at)
    if not any(_TIGHT_HEADING.match(lines[at]) for at in tight):
        return lines
    loose = list(lines)
    for at in tight:
        hashes = len(loose[at]) - len(loose[at].lstrip("#"))
        loose[at] = f"{loose[at][:hashes]} {loose[at][hashes:]}"
    return loose


def _defined_inside(tokens: Sequence[Token], lines: Sequence[str]) -> dict[int, tuple[str, str]]:
    """The name and the address of references that are defined within a paragraph, by the index of their lines.

    For Markdown they are words of the paragraph; who wrote them right below one meant no words.
    """
    found = {}
    for token in tokens:
        if token.type == "inline" and token.map and "]:" in token.content:
            for at in range(*token.map):
                if match := _DEFINITION.fullmatch(lines[at]):
                    found[at] = (match[1], match[2])
    return found


class _Reading:
    """One pass over the tokens."""

    def __init__(self, lines: Sequence[str], exported: bool) -> None:
        self._lines = lines
        self._exported = exported
        self._depths = Depths()
        self._items: list[int] = []  # depths of the bullets that are open
        self._begun: tuple[int, int] | None = None  # line and depth of a bullet whose words come next
        self.blocks: list[Block] = []

    def read(self, tokens: Sequence[Token]) -> None:
        at = 0
        while at < len(tokens):
            token = tokens[at]
            kind = token.type
            if kind == "heading_open":
                self._heading(token, tokens[at + 1].content)
                at += 2
            elif kind == "list_item_open":
                self._begin(token)
            elif kind == "list_item_close":
                self._end_bullet()
                self._items.pop()
            elif kind == "inline":
                self._paragraph(token)
            elif kind == "blockquote_open" and not _holds_lists(tokens, at):
                self._add(Role.QUOTE, self._quoted(token))
                at = _close(tokens, at)
            elif kind == "fence":
                self._add(Role.CODE, self._of(token))
            elif kind == "hr":
                self._add(Role.RULE, self._of(token))
            at += 1

    def _of(self, token: Token) -> list[Line]:
        first, last = token.map or (0, 0)
        return [Line(number + 1, self._lines[number]) for number in range(first, last)]

    def _quoted(self, token: Token) -> list[Line]:
        return [line._replace(text=re.sub(r"^\s*>\s?", "", line.text, count=1)) for line in self._of(token)]

    def _add(self, role: Role, lines: Sequence[Line], level: int | None = None, box: str | None = None) -> None:
        self._end_bullet()
        depth = self._items[-1] if self._items else -1
        self.blocks.append(Block(role, tuple(lines), depth if level is None else level, box))

    def _heading(self, token: Token, content: str) -> None:
        level = int(token.tag[1])
        lines = self._of(token)
        if content.startswith((SUMMARY, END_OF_DETAILS)):
            role = Role.SUMMARY if content.startswith(SUMMARY) else Role.END
            self._add(role, [Line(lines[0].number, content[1:])])
        elif token.markup in "=-" and (len(content.split()) > _LONGEST_HEADING or _ROW.match(content)):
            self._plain(_lines_of(content, lines[0].number))
            self._add(Role.RULE, [lines[-1]])
        else:
            if self._begun and self._begun[0] == lines[0].number:
                # A bullet that is a heading, as in Logseq: its own level comes below all others.
                level, self._begun = level + _LEVELS, None
            else:
                self._depths.reset()
            self._add(Role.HEADING, [lines[0]._replace(text=folded(content)), *lines[1:]], level)

    def _begin(self, token: Token) -> None:
        self._end_bullet()
        number = token.map[0] if token.map else 0
        line = self._lines[number]
        row = read_row(number, _IN_QUOTE.sub("", line) if line.lstrip().startswith(">") else line)
        after_blank = number == 0 or not self._lines[number - 1].strip()
        depth = self._depths.depth(row, after_blank=after_blank)
        self._items.append(depth)
        self._begun = number + 1, depth

    def _end_bullet(self) -> None:
        """Of a bullet without words only the sign is left."""
        if self._begun:
            number, depth = self._begun
            self._begun = None
            if not (self.blocks and self.blocks[-1].lines and self.blocks[-1].lines[-1].number == number):
                self.blocks.append(Block(Role.BULLET, (Line(number, ""),), depth))

    def _paragraph(self, token: Token) -> None:
        first = (token.map or (0, 0))[0] + 1
        lines = _lines_of(token.content, first)
        if self._begun and self._begun[0] == first:
            depth = self._begun[1]
            self._begun = None
            row = read_row(first, f"- {lines[0].text}")
            self._add(Role.BULLET, [lines[0]._replace(text=row.text), *lines[1:]], depth, row.box)
            return
        self._plain(lines)

    def _plain(self, lines: list[Line]) -> None:
        """A paragraph, which may be a table, or bullets of another sign than Markdown's."""
        table = [at for at, line in enumerate(lines) if _ROW.match(line.text) or _DIVISION.fullmatch(line.text)]
        divisions = [at for at in table if at and "|" in lines[at].text and _DIVISION.fullmatch(lines[at].text)]
        if divisions or (len(table) > 1 and len(table) == len(lines)):
            begins = divisions[0] - 1 if divisions else 0
            if begins:
                self._plain(lines[:begins])
            self._add(Role.TABLE, lines[begins:])
        elif not self._exported and any(_SIGN_IN_TEXT.match(line.text) for line in lines):
            self._signed(lines, _SIGN_IN_TEXT)
        elif not self._exported and sum(_NUMBER_IN_TEXT.match(line.text) is not None for line in lines) > 1:
            self._signed(lines, _NUMBER_IN_TEXT)
        else:
            self._add(Role.PARAGRAPH, lines)

    def _signed(self, lines: list[Line], sign: re.Pattern[str]) -> None:
        held: list[Line] = []
        depth = -1
        for line in lines:
            if sign.match(line.text):
                if held:
                    self._held(held, depth)
                row = read_row(line.number, self._lines[line.number - 1])
                depth = self._depths.depth(row)
                held = [line._replace(text=row.text)]
            else:
                held.append(line)
        self._held(held, depth)

    def _held(self, held: list[Line], depth: int) -> None:
        row = read_row(held[0].number, self._lines[held[0].number - 1]) if depth >= 0 else None
        self._add(Role.BULLET if row else Role.PARAGRAPH, held, depth, row.box if row else None)


def _lines_of(content: str, first: int) -> list[Line]:
    return [
        Line(number, folded(text).removesuffix("\\"), _is_ended(text))
        for number, text in enumerate(content.split("\n"), first)
    ]


def _is_ended(text: str) -> bool:
    """Whether a line says that the next one is none of its words: blanks at its end, a backslash, or a tag."""
    words = text.rstrip()
    return len(text) - len(words) > 1 or text.endswith("\\") or words.endswith("<br>")


def _close(tokens: Sequence[Token], at: int) -> int:
    """The place of the token that closes `tokens[at]`."""
    level = tokens[at].level
    return next(to for to in range(at + 1, len(tokens)) if tokens[to].nesting < 0 and tokens[to].level == level)


def _holds_lists(tokens: Sequence[Token], at: int) -> bool:
    """Whether a quotation outside of lists holds some: a callout around a part of the list."""
    if any(token.type == "list_item_open" for token in tokens[max(at - 2, 0) : at]) or tokens[at].level:
        return False
    return any(token.type in {"list_item_open", "heading_open"} for token in tokens[at : _close(tokens, at)])

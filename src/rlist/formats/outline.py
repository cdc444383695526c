"""The lines of an outline: bullets with their depth, check boxes, plain words; and the blocks that they make up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from rlist.formats.lines import folded

if TYPE_CHECKING:
    from collections.abc import Sequence


class Row(NamedTuple):
    """A line: `sign` is its bullet or "", `box` what its check box holds, `text` all else with blanks folded.

    `cited` is the number or letter in front, where it is one that other lines may cite.
    """

    number: int
    indent: int
    sign: str
    box: str | None
    text: str
    cited: str = ""


class Role(Enum):
    """What lines are in a list."""

    BLANK = auto()
    DRAWN = auto()
    HEADING = auto()
    BULLET = auto()
    BELOW = auto()
    TEXT = auto()


@dataclass(slots=True)
class Block:
    """Lines that are one thing; `text` is theirs without bullet and check box, `depth` how deep a bullet is nested.

    `written` is the text as it stands, with a number that may be cited, the marks of a quotation or the sender of a
    message, and the hyphens of broken words. BELOW are lines without a bullet that belong to the item above;
    `may_be_item` says that one may be nested in it. `strength` is that of a heading.
    """

    role: Role
    numbers: list[int]
    text: str = ""
    depth: int = 0
    box: str | None = None
    written: str = ""
    may_be_item: bool = False
    strength: int = 0


_TAB_WIDTH = 4
_SIGNS = "•◦▪‣●○–—*+\\-·∙▫■□▸►➤➢⁃§\uf0b7\uf0a7"
# A sign that stands for nothing else may touch the words behind it; a dash or a star may not.
_TIGHT = "•◦▪‣●○▫■▸►➤➢⁃・◆◇❖"
_BULLET = re.compile(
    rf"(?P<sign>[{_SIGNS}](?=[\s\u200b]|$)|[{_TIGHT}]|o(?=\t)|[-+*](?=https?://)|\d{{1,3}}[.)](?=\s|$)|[a-zA-Z]\)(?=\s)|\(\d{{1,3}}\)(?=\s))"
    r"[\s\u200b]*"
)
# Numbers that other lines may cite, as `[12]` of a bibliography: they are bullets, but stay with the text.
_CITED = re.compile(r"\[\d{1,3}\](?=\s+\S)|\d{1,3}[、．](?=\s*\D)|[①-⑳❶-❿]|（\d{1,3}）|\(?\d{1,3}）")
# `I.` and `A.` may be initials as well; they number lines only where the lines of a text go through them.
_LETTERED = re.compile(r"(?:[IVX]{1,5}[.)]|[ivx]{1,5}[.)]|\([ivxIVX]{1,5}\)|[A-Z]\.|\([a-zA-Z]\))(?=\s+\S)")
_DASHED = re.compile(r"(\d{1,3})\s+[-–—]\s+(?=\S)")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_BOX = re.compile(r"\[([ xXvV✓✔~/>.-]?|\s[xXvV✓✔~/>-]\s)\](?=\s|$)\s*|(☐|☑️?|☒|🗹|⬜️?|🔲)\s*")
_RULED = "-=_*~#•·–—+"
_RULE = re.compile(rf"([{_RULED}])(?:\s*\1){{2,}}")
# Signs of nested lists in the order in which note-taking tools go through them, for pastes that lost their indentation.
# The last two are what a word processor writes in fonts of its own.
_RANKS = {"•": 1, "●": 1, "◦": 2, "○": 2, "▪": 3, "■": 3, "▫": 3, "‣": 3, "⁃": 3, "o": 2, "§": 3, "\uf0a7": 3}


def read_row(number: int, line: str, *, is_lettered: bool = False, is_dashed: bool = False) -> Row:
    """Line `number` with its indentation (tabs to the next multiple of 4), bullet and check box taken off.

    `is_lettered` says that letters number the lines of the text, `is_dashed` that numbers with a dash behind them do.
    """
    words = line.lstrip()
    if not words:
        return Row(number, 0, "", None, "")
    indent = width(line[: len(line) - len(words)])
    if words[:1].isalpha() and words[1:2] not in {")", "\t"} and not is_lettered:
        return Row(number, indent, "", None, folded(words))
    sign, box, cited = "", None, ""
    if match := _BULLET.match(words):
        sign, words = match["sign"], words[match.end() :]
    elif is_dashed and (match := _DASHED.match(words)):
        sign, words = f"{match[1]}.", words[match.end() :]
    elif match := _CITED.match(words) or (_LETTERED.match(words) if is_lettered else None):
        sign = cited = match[0]
        words = words[match.end() :]
    if not words[:1].isalnum() and (match := _BOX.match(words)):
        box, words = match[1] if match[1] is not None else match[2].rstrip("\ufe0f"), words[match.end() :]
        box = box.strip() or box
        sign = sign or "[]"
    return Row(number, indent, sign, box, folded(words), cited)


def has_dashed_numbers(lines: Sequence[str]) -> bool:
    """Whether lines are numbered as `1 - Raft`, `2 - Paxos`: from one on, each by one more than the last."""
    found = [int(match[1]) for line in lines if (match := _DASHED.match(line.lstrip()))]
    return len(found) > 1 and found == list(range(1, len(found) + 1))


def has_lettered_lines(lines: Sequence[str]) -> bool:
    """Whether lines are numbered with letters or Roman numbers: they begin with the first ones, and go on in order."""
    found = [match[0].strip("().").upper() for line in lines if (match := _LETTERED.match(line.lstrip()))]
    if len(found) < 2:
        return False
    return any(_goes_through(found, series) for series in (_LETTERS, _ROMAN))


def _goes_through(found: Sequence[str], series: Sequence[str]) -> bool:
    """Whether each of `found` is the one behind the last, or the first again."""
    at = -1
    for sign in found:
        following = series[at + 1] if at + 1 < len(series) else None
        if sign not in {following, series[0]}:
            return False
        at = at + 1 if sign == following else 0
    return True


def width(blanks: str) -> int:
    """How far blanks and tabs indent a line; the blank of Chinese and Japanese is two wide."""
    if blanks.isascii() and "\t" not in blanks:
        return len(blanks)
    column = 0
    for blank in blanks:
        column += _TAB_WIDTH - column % _TAB_WIDTH if blank == "\t" else 2 if blank == "\u3000" else 1
    return column


def is_rule(line: str) -> bool:
    """Whether a line is only drawn: `---`, `* * *`, `=====`."""
    words = line.strip()
    return bool(words) and words[0] in _RULED and _RULE.fullmatch(words) is not None


class Depths:
    """The depth of each bullet, from its indentation relative to those above it, or from its sign."""

    def __init__(self) -> None:
        self._levels: list[tuple[int, int]] = []
        self._last = 0  # the number of the bullet above, 0 where it has none

    def reset(self) -> None:
        """Begin again, as after a heading."""
        self._levels, self._last = [], 0

    def depth(self, row: Row, *, after_blank: bool = False) -> int:
        """The depth of the bullet `row`, 0 at the margin; rows are asked for in their order."""
        level = row.indent, self._rank(row, after_blank)
        number = int(row.sign[:-1]) if row.sign[:-1].isdecimal() else 0
        # `10.` below `9.` stands beside it, however far each is indented.
        if number > 1 and self._last == number - 1 and self._levels:
            level = min(level, self._levels[-1])
        self._last = number
        while self._levels and self._levels[-1] > level:
            self._levels.pop()
        # An indentation of one blank is a slip of the hand.
        if not self._levels or level[0] > self._levels[-1][0] + 1 or level[1] > self._levels[-1][1]:
            self._levels.append(level)
        return len(self._levels) - 1

    def _rank(self, row: Row, after_blank: bool) -> int:
        if row.sign in _RANKS:
            return _RANKS[row.sign]
        numbered = any(map(str.isdigit, row.sign))
        # `-` right below `1.` is nested in it, also without indentation.
        above = self._levels[-1] if self._levels else None
        if not numbered and above and above[0] == row.indent and (above[1] == 0 and after_blank):
            return 0
        return 0 if numbered else 1

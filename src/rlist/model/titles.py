"""How like two titles are, and in what they differ."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache


class Agreement(StrEnum):
    """The way in which two titles agree, the closest first."""

    EQUAL = "equal"  # but for case, punctuation, hyphens, lost spaces, markup
    MOVED = "name moved"  # "Name: rest" and "rest with Name"
    SPELLING = "other spelling"  # a slip of the pen, a plural, an article
    CUT = "cut short"  # "Name: start of the rest"
    NAMELESS = "name left out"  # "Name: rest" and "rest"
    RENAMED = "other name"  # "Name: rest" and "Other: rest"
    HEAD = "its beginning"  # "Start" and "Start: rest", "Start for Rest"
    PARTIAL = "partly"  # some words in common
    NONE = "no"


@dataclass(frozen=True, slots=True)
class Likeness:
    """How two titles agree; `value` is 0..1, the words are those that only one of them has."""

    agreement: Agreement
    value: float
    only_here: tuple[str, ...] = ()
    only_there: tuple[str, ...] = ()


# What each way is worth. Equality is 1; a moved name says the same with other words. A name that is left out or
# changed happens to preprints, and to other papers as well: below what is accepted, unless an author agrees.
_WORTH = {
    Agreement.EQUAL: 1.0,
    Agreement.MOVED: 0.97,
    Agreement.SPELLING: 0.96,
    Agreement.CUT: 0.92,
    Agreement.NAMELESS: 0.88,
    Agreement.RENAMED: 0.85,
    # "Learning to (Learn at Test Time)" is a paper, and the beginning of another's title.
    Agreement.HEAD: 0.75,
}
# A title so short has many near it: "A Survey of Language Models" and "A Survey on Language Models" are two.
_FEW_TELLING_WORDS = 4
_GENERIC_TITLE = 0.88
# Each slip takes so much; a title with three of them is another title.
_SLIP = 0.02
_MAXIMUM_SLIPS = 2
# Titles that differ in words of their own never come above this, however many they share.
PARTIAL_AT_MOST = 0.89
# A rest of so many words says what a paper is about; "A Survey" and "Extended Version" are shorter.
_LONG_REST = 5
# A start that leaves less than this share of the words away is a title cut short.
_CUT_SHARE = 0.6
_NAME_WORDS = 3
# A start of so many words says what a paper is about.
_LEAST_HEAD = 3

_MINOR = frozenset(
    {"a", "an", "the", "of", "for", "in", "on", "to", "and", "with", "by", "via", "from", "at", "is", "are", "as"}
    | {"using", "through", "towards", "toward"}
)
# Markup that titles carry; other text in angle brackets is mathematics.
_TAGS = r"</?(?:[a-z]{2,6}:\w+|i|b|u|em|strong|su[bp]|span|scp|tt|br|p|title)(?:\s[^<>]*)?/?>"
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class _Title:
    words: tuple[str, ...]
    squeezed: str
    # The ways to take it apart into a name and the rest.
    names: tuple[tuple[str, tuple[str, ...]], ...]
    has_colon_name: bool
    # What stands before the first colon, and before each small word after the third word.
    heads: frozenset[str]


def title_words(title: str) -> tuple[str, ...]:
    """The words of `title` as titles are compared: folded, without accents, markup, LaTeX and punctuation."""
    return _read(title).words


def likeness(here: str, there: str) -> Likeness:
    """How like the title `here` is to the title `there`; the same the other way round but for who has which words."""
    one, other = _read(here), _read(there)
    if not one.words or not other.words:
        return Likeness(Agreement.NONE, 0.0, one.words, other.words)
    if one.squeezed == other.squeezed:
        return Likeness(Agreement.EQUAL, 1.0)
    slips, only_here, only_there = _difference(one.words, other.words)
    if not only_here and not only_there and slips <= _MAXIMUM_SLIPS:
        worth = _WORTH[Agreement.SPELLING] - _SLIP * (slips - 1)
        return Likeness(Agreement.SPELLING, min(worth, _GENERIC_TITLE) if _differs_in_minor(one, other) else worth)
    named = _by_names(one, other) or _cut(one, other) or _nameless(one, other) or _head(one, other)
    if named:
        return Likeness(named, _WORTH[named], only_here, only_there)
    shared = 1.0 - (_letters(only_here) + _letters(only_there)) / (_letters(one.words) + _letters(other.words))
    value = min(shared - _SLIP * slips, PARTIAL_AT_MOST)
    if _share_a_name(one, other):
        value = max(value, _SAME_NAME)
    return Likeness(Agreement.PARTIAL if value > 0 else Agreement.NONE, max(value, 0.0), only_here, only_there)


# A system's name in front of the colon is chosen to be its own: such a pair is worth showing.
_SAME_NAME = 0.75


@lru_cache(maxsize=4096)
def _read(title: str) -> _Title:
    plain = _plain(title)
    words = tuple(_WORD.findall(plain))
    names: list[tuple[str, tuple[str, ...]]] = []
    before, colon, after = plain.partition(":")
    name, rest = _WORD.findall(before), tuple(_WORD.findall(after))
    has_colon_name = bool(colon and 0 < len(name) <= _NAME_WORDS and rest)
    if has_colon_name:
        names.append(("".join(name), rest))
    for match in re.finditer(r"(?:\b(?:with|using|via|in|by)\s+|\()([^\s():]+(?: [^\s():]+)?)\)?\W*$", plain):
        rest = tuple(_WORD.findall(plain[: match.start()]))
        if rest:
            names.append(("".join(_WORD.findall(match[1])), rest))
    heads = {"".join(words[:at]) for at, word in enumerate(words) if at >= _LEAST_HEAD and word in _MINOR}
    if colon:
        heads.add("".join(_WORD.findall(before)))
    return _Title(words, "".join(words), tuple(names), has_colon_name, frozenset(heads))


def _plain(title: str) -> str:
    """`title` folded, its punctuation kept."""
    text = re.sub(_TAGS, "", html.unescape(title), flags=re.IGNORECASE)
    if "\\" in text or "$" in text or "{" in text:
        # An accent command belongs to the letter after it, another command is a word of its own or sets a typeface.
        text = re.sub(r"\\text(?:quote(?:right|left|single)|mu)", "", text, flags=re.IGNORECASE)
        text = re.sub(r"\\(?:emph|text\w*|math\w+|rm|bf|it|sc|mbox)\b", "", text, flags=re.IGNORECASE)
        text = re.sub(r"\\(?:[\"'`^~=.]|[cuvHk]\s?(?=\{))", "", text)
        text = re.sub(r"[\\{}$]", "", text)
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).replace("×", "x")
    if not folded.isascii():
        folded = "".join(c for c in unicodedata.normalize("NFD", folded) if unicodedata.category(c) != "Mn")
    folded = re.sub(r"\bc\+\+", "cpp", folded.replace("c#", "csharp"))
    return re.sub(r"['’ʼ`´]", "", folded)


def _difference(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """How many slips part two titles, and the words that are more than slips.

    Words that make up the same letters ("light weight", "lightweight") aren't different, nor is a lost space.
    """
    if other < one:
        # The alignment of SequenceMatcher depends on the order.
        slips, *only = _difference(other, one)
        return slips, only[1], only[0]
    slips = 0
    only_one: list[str] = []
    only_other: list[str] = []
    for what, i1, i2, j1, j2 in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        here, there = one[i1:i2], other[j1:j2]
        if what == "equal" or "".join(here) == "".join(there):
            continue
        if _MINOR.issuperset(here) and _MINOR.issuperset(there):
            slips += 1
        elif len(here) == len(there) and all(map(_is_slip, here, there)):
            slips += len(here)
        elif _is_slip("".join(here), "".join(there)) or _is_abbreviated(here, there) or _is_abbreviated(there, here):
            slips += 1
        else:
            only_one.extend(here)
            only_other.extend(there)
    return slips, tuple(only_one), tuple(only_other)


def _is_slip(here: str, there: str) -> bool:
    """Whether one letter more, less, other or exchanged turns one long word into the other."""
    if here == there:
        return True
    if min(len(here), len(there)) < 5 or abs(len(here) - len(there)) > 1 or not (here + there).isalpha():
        return False
    start = 0
    while start < min(len(here), len(there)) and here[start] == there[start]:
        start += 1
    here, there = here[start:], there[start:]
    return (
        here[1:] == there[1:]
        or here[1:] == there
        or here == there[1:]
        or (here[:2] == there[1::-1] and here[2:] == there[2:])
    )


def _is_abbreviated(short: Sequence[str], long: Sequence[str]) -> bool:
    """Whether one word is made of the first letters of several: "llms" and "large language models"."""
    return len(short) == 1 and len(long) > 1 and "".join(word[0] for word in long) == re.sub(r"s$", "", short[0])


def _differs_in_minor(one: _Title, other: _Title) -> bool:
    """Whether two titles of few telling words differ in their small words alone."""
    telling, its_telling = (tuple(word for word in title.words if word not in _MINOR) for title in (one, other))
    return telling == its_telling and len(telling) <= _FEW_TELLING_WORDS


def _by_names(one: _Title, other: _Title) -> Agreement | None:
    for name, rest in one.names:
        for its_name, its_rest in other.names:
            if _is_same(rest, its_rest):
                if name == its_name:
                    return Agreement.MOVED
                if len(rest) >= _LONG_REST and one.has_colon_name and other.has_colon_name:
                    return Agreement.RENAMED
    return None


def _nameless(one: _Title, other: _Title) -> Agreement | None:
    for named, plain in ((one, other), (other, one)):
        for _, rest in named.names:
            if len(rest) >= _LONG_REST and _is_same(rest, plain.words):
                return Agreement.NAMELESS
    return None


def _cut(one: _Title, other: _Title) -> Agreement | None:
    """Whether one is the other cut short: with its name in front, and most of its words."""
    short, long = sorted((one, other), key=lambda title: len(title.words))
    if not (short.has_colon_name and long.has_colon_name) or len(short.words) <= _LONG_REST:
        return None
    is_start = long.squeezed.startswith(short.squeezed)
    return Agreement.CUT if is_start and len(short.squeezed) >= _CUT_SHARE * len(long.squeezed) else None


def _head(one: _Title, other: _Title) -> Agreement | None:
    """Whether one is all that stands in the other before its colon, or before a small word ("Start for Rest")."""
    short, long = sorted((one, other), key=lambda title: len(title.words))
    return Agreement.HEAD if len(short.words) > 1 and short.squeezed in long.heads else None


def _is_same(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    if "".join(one) == "".join(other):
        return True
    slips, only_one, only_other = _difference(one, other)
    return slips <= 1 and not only_one and not only_other


def _share_a_name(one: _Title, other: _Title) -> bool:
    return one.has_colon_name and other.has_colon_name and one.names[0][0] == other.names[0][0]


def _letters(words: tuple[str, ...]) -> int:
    return sum(map(len, words))

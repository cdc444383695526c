"""Short forms that a text explains: "Low-Rank Adaptation (LoRA)"."""

import re
from typing import NamedTuple

from rlist.model.abbreviations import FEWEST, SMALL_WORDS, short_key, words_of

_BRACKET = re.compile(r"\(([^()]{2,80})\)")
# A short form has a capital behind its first letter: "LoRA", "RAG", "GPT-4", "SSMs".
_SHORT = re.compile(r"(?=.*[^\W\d_].*[A-Z])[A-Z0-9a-z][A-Za-z0-9&/-]{1,9}")
_NAMED = re.compile(r"(?:^|[.!?]\s+)([A-Za-z0-9-]{2,10}): +([^:.!?]{4,200})")
# Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical text" (2003), allow
# as many words as the short form has letters and five more, and twice as many at most.
_MORE_WORDS = 5


class Definition(NamedTuple):
    """A short form as it is written and the words it stands for."""

    short: str
    long: str


def definitions(text: str) -> list[Definition]:
    """The short forms that `text` explains: "Low-Rank Adaptation (LoRA)", "LoRA: Low-Rank Adaptation of …"."""
    found: list[Definition] = []
    if "(" in text:
        for bracket in _BRACKET.finditer(text):
            inside, before = bracket[1].strip(), text[max(0, bracket.start() - 200) : bracket.start()]
            if _SHORT.fullmatch(inside):
                found += _defined(inside, _last_words(inside, words_of(before)))
            elif " " in inside and (short := re.search(r"(\S+)\s*$", before)) and _SHORT.fullmatch(short[1]):
                found += _defined(short[1], words_of(inside))
    if ":" in text:
        for named in _NAMED.finditer(text):
            if _SHORT.fullmatch(named[1]):
                found += _defined(named[1], _first_words(named[1], words_of(named[2])))
    return found


def _defined(short: str, words: list[str]) -> list[Definition]:
    key = short_key(short)
    if len(words) < FEWEST or key == "".join(words).lower() or not _spells(key, words):
        return []
    return [Definition(short, " ".join(words))]


def _last_words(short: str, before: list[str]) -> list[str]:
    """The words right before a bracket that begin with the first letter of `short` and have all of its letters."""
    near = before[-_most_words(short) :]
    return _fitting(short, near, [near[start:] for start in range(len(near) - FEWEST, -1, -1)])


def _first_words(short: str, behind: list[str]) -> list[str]:
    near = behind[: _most_words(short)]
    return _fitting(short, near, [near[:end] for end in range(FEWEST, len(near) + 1)])


def _fitting(short: str, near: list[str], candidates: list[list[str]]) -> list[str]:
    """The shortest of `candidates` that `short` stands for; rather one with a word for each of its capitals."""
    key = short_key(short)
    if not set(key).issubset("".join(near).lower()):
        return []
    fitting = [words for words in candidates if _spells(key, words)]
    capitals = sum(map(str.isupper, short))
    return next((words for words in fitting if len(words) >= capitals), next(iter(fitting), []))


def _most_words(short: str) -> int:
    return min(len(short) + _MORE_WORDS, 2 * len(short))


def _spells(short: str, words: list[str]) -> bool:
    """Whether the letters of `short` are found in order, each word giving its first letter and perhaps some behind it.

    Small words needn't give any, nor need one other ("Generative Pre-trained Transformer") between first and last.
    """
    if not short or not words or words[0][0].lower() != short[0]:
        return False
    # How many letters are given, and whether a word may still be passed over: each is gone on from once, in however
    # many ways it is reached.
    reached = {(0, True)}
    for number, word in enumerate(map(str.lower, words), 1):
        given = {
            (taken, may_pass)
            for start, may_pass in reached
            for taken in range(start + 1, start + _letters_given(short[start:], word) + 1)
        }
        if number == len(words):
            return any(taken == len(short) for taken, _ in given)
        reached = given | (
            reached if word in SMALL_WORDS else {(start, False) for start, may_pass in reached if may_pass}
        )
    return False


def _letters_given(letters: str, word: str) -> int:
    """How many of `letters`, from the first, `word` has in this order, beginning with the first of them."""
    if not letters or word[0] != letters[0]:
        return 0
    given, at = 1, 1
    while given < len(letters) and (found := word.find(letters[given], at)) >= 0:
        given, at = given + 1, found + 1
    return given

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
    return _spelled(short, [word.lower() for word in words], 1)


def _spelled(short: str, words: list[str], passes: int) -> bool:
    if not words or not short:
        return not (short or words)
    word, rest = words[0], words[1:]
    for taken in range(min(len(word), len(short)), 0, -1):
        if _within(short[:taken], word) and _spelled(short[taken:], rest, passes):
            return True
    if not rest:
        return False
    return _spelled(short, rest, passes) if word in SMALL_WORDS else passes > 0 and _spelled(short, rest, passes - 1)


def _within(letters: str, word: str) -> bool:
    """Whether `word` begins with the first of `letters` and has the others behind it, in order."""
    if word[0] != letters[0]:
        return False
    rest = iter(word)
    return all(letter in rest for letter in letters)

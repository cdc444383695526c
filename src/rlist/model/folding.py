"""Letters that readers type in another way than authors print them: ligatures, full width, Greek."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Letters that Unicode takes apart in no form, and what a keyboard without them gives.
_PLAIN = "ss ae oe o l d d th i AE OE O L D D TH"
_WITHOUT_PARTS = dict(zip("ßæœøłđðþıÆŒØŁĐÐÞ", _PLAIN.split(), strict=True))

# The names are those that LaTeX has for the small letters.
_GREEK_NAMES = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon
    phi chi psi omega"""
GREEK = dict(zip("αβγδεζηθικλμνξοπρςστυφχψω", _GREEK_NAMES.split(), strict=True))
GREEK_LETTERS = {name: letter for letter, name in GREEK.items() if letter != "ς"}

# Scripts that put no blanks between words; Korean has blanks, but glues particles to its words.
_UNSPACED = (
    ("\u0e00", "\u0fff"),  # Thai, Lao, Tibetan
    ("\u1000", "\u109f"),  # Burmese
    ("\u1100", "\u11ff"),  # Korean letters
    ("\u1780", "\u17ff"),  # Khmer
    ("\u1980", "\u19df"),  # New Tai Lue
    ("\u3040", "\u31ff"),  # Japanese kana, bopomofo
    ("\u3400", "\u9fff"),  # Chinese characters
    ("\uac00", "\ud7af"),  # Korean syllables
    ("\uf900", "\ufaff"),  # Chinese characters, again
    ("\uff66", "\uff9d"),  # narrow kana
    ("\U00020000", "\U0003ffff"),  # rare Chinese characters
)


def fold(text: str) -> str:
    """`text` with each letter and digit as it is typed: "ﬁne Ｍａｍｂａ" is "fine Mamba", "Łukasz" "Lukasz".

    All else stays as it is, accents included: the index doesn't tell them apart anyhow.
    """
    return text if text.isascii() else "".join(map(fold_character, text))


@lru_cache(maxsize=4096)
def fold_character(character: str) -> str:
    """What `fold` makes of one character."""
    if character.isascii() or not character.isalnum():
        return character
    plain = unicodedata.normalize("NFKC", character)
    return _WITHOUT_PARTS.get(character) or (plain if plain.isalnum() else character)


def is_unspaced(character: str) -> bool:
    """Whether `character` belongs to a script without blanks between words, so that the index has clauses for words."""
    return character > "\u0dff" and any(first <= character <= last for first, last in _UNSPACED)


def unspaced_runs(text: str) -> list[str]:
    """The longest pieces of `text` that are in such a script."""
    if text.isascii():
        return []
    return "".join(character if is_unspaced(character) else " " for character in text).split()


def pairs(run: str) -> list[str]:
    """A run as overlapping pairs of characters, and its last one alone: every part of the run is a row of them."""
    return [*(run[at : at + 2] for at in range(len(run) - 1)), run[-1]]

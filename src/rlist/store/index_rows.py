"""The text of an item → what the index keeps of it: folded texts, marks, pairs of characters, definitions, words."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rlist.model.abbreviations import MOST, phrase_key, short_forms, short_key
from rlist.model.definitions import definitions
from rlist.model.folding import fold, pairs, unspaced_runs
from rlist.store.marks import initials_mark, tag_mark

_TITLE, _TAGS, _NOTES, _ABSTRACT = 0, 2, 5, 7
# What may be taken for a word with a slip in it, or for one half of a compound.
_SHORTEST_WORD, _LONGEST_WORD = 2, 30


class IndexRows(NamedTuple):
    """What the index keeps of one item, but for its id.

    `texts` and `pieces` are in the order of the columns of the full text, `pieces` None where there are none;
    `definitions` are (short, long, short as it is compared, long as it is compared).
    """

    texts: tuple[str | None, ...]
    is_folded: bool
    pieces: tuple[str | None, ...] | None
    marks: str
    definitions: tuple[tuple[str, str, str, str], ...]


def index_rows(texts: Sequence[str | None]) -> IndexRows:
    """What the index keeps of an item with these `texts`, one for each column."""
    folded = tuple(text and fold(text) for text in texts)
    whole = "\n".join(filter(None, folded))
    pieces = () if whole.isascii() else tuple(_pieces(text) if text else None for text in folded)
    found = [one for at in (_TITLE, _ABSTRACT, _NOTES) if (text := folded[at]) for one in definitions(text)]
    return IndexRows(
        texts=folded,
        is_folded=folded != tuple(texts),
        pieces=pieces if any(pieces) else None,
        marks=_marks(folded[_TITLE] or "", texts[_TAGS] or ""),
        definitions=tuple({(*one, short_key(one.short), phrase_key(one.long)): None for one in found}),
    )


def vocabulary_of(rows: Iterable[IndexRows]) -> set[str]:
    """The words of all texts of these rows, as the vocabulary has them: a word that many share is looked at once."""
    whole = "\n".join(text for row in rows for text in row.texts if text)
    return {
        word
        for word in set(re.findall(r"[^\W_]+", whole.lower()))
        if _SHORTEST_WORD <= len(word) <= _LONGEST_WORD and (word.isascii() or not unspaced_runs(word))
    }


def _pieces(text: str) -> str | None:
    return " ".join(piece for run in unspaced_runs(text) for piece in pairs(run)) or None


def _marks(title: str, tags: str) -> str:
    shorts = [short for short in short_forms(title) if len(short) <= MOST]
    names = {"/".join(parts[:depth]) for parts in _paths(tags) for depth in range(1, len(parts) + 1)}
    return " ".join([*map(tag_mark, sorted(names)), *map(initials_mark, sorted(shorts))])


def _paths(tags: str) -> list[list[str]]:
    return [tag.split("/") for tag in tags.split("\n") if tag]

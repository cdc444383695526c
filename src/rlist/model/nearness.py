"""How near two items are: TERMS, each 0..1 with a weight; a score that can say why.

What two items share counts by its rarity: that of a word, a tag or a section is ln(N/n) / ln(N), where n of all N items
have it. https://nlp.stanford.edu/IR-book/html/htmledition/inverse-document-frequency-1.html
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from rlist.model.ranking import Row, Scored, telling, weighed


class Trait(NamedTuple):
    """A word, a tag, a section that an item has; `weight` is 0..1, the more telling the higher."""

    name: str
    weight: float


class Shared(NamedTuple):
    """What an item shares with another one; `bullet` says that one stands below the other in a list."""

    words: Sequence[Trait] = ()
    authors: Sequence[Trait] = ()
    tags: Sequence[Trait] = ()
    sections: Sequence[Trait] = ()
    venues: Sequence[Trait] = ()
    bullet: bool = False


# So much of the weights of traits gives half of what the term can give: two rare words, one rare tag.
_HALF_WORDS = 2.0
_HALF_TAGS = 1.0
_WORDS_NAMED = 4


def rarity(count: int, total: int) -> float:
    """How telling it is to have what `count` of `total` items have, 0..1; 0 for what all have."""
    if total < 2:
        return 0.0
    return min(max(math.log(total / max(count, 1)) / math.log(total), 0.0), 1.0)


def _sum(traits: Sequence[Trait]) -> float:
    return sum(trait.weight for trait in traits)


def _words(shared: Shared) -> float:
    weight = _sum(shared.words)
    return weight / (weight + _HALF_WORDS)


def _words_words(shared: Shared) -> str:
    telling = sorted(shared.words, key=lambda trait: -trait.weight)[:_WORDS_NAMED]
    return f"shares {', '.join(trait.name for trait in telling)}" if telling else ""


def _authors(shared: Shared) -> float:
    # One common author says most; the second says that it is the same group.
    return 1.0 - math.pow(0.5, _sum(shared.authors))


def _authors_words(shared: Shared) -> str:
    return f"also by {' and '.join(trait.name for trait in shared.authors[:2])}" if shared.authors else ""


def _tags(shared: Shared) -> float:
    weight = _sum(shared.tags)
    return weight / (weight + _HALF_TAGS)


def _tags_words(shared: Shared) -> str:
    return f"tagged {', '.join(trait.name for trait in shared.tags)}" if shared.tags else ""


def _section(shared: Shared) -> float:
    return 1.0 if shared.bullet else max((trait.weight for trait in shared.sections), default=0.0)


def _section_words(shared: Shared) -> str:
    if shared.bullet:
        return "under the same bullet"
    return f"also in {max(shared.sections, key=lambda trait: trait.weight).name}" if shared.sections else ""


def _venue(shared: Shared) -> float:
    return max((trait.weight for trait in shared.venues), default=0.0)


def _venue_words(shared: Shared) -> str:
    return f"also at {shared.venues[0].name}" if shared.venues else ""


# The weights add up to 1. What two texts say outweighs where somebody put them; a venue has papers on everything.
TERMS: Sequence[Row[Shared]] = (
    Row("words", 0.45, _words, _words_words),
    Row("authors", 0.20, _authors, _authors_words),
    Row("tags", 0.15, _tags, _tags_words),
    Row("section", 0.15, _section, _section_words),
    Row("venue", 0.05, _venue, _venue_words),
)


def score(shared: Shared) -> float:
    """How near an item is that shares this, 0..1."""
    return sum(term.weight * term.value(shared) for term in TERMS)


def explain(item_id: int, shared: Shared) -> Scored:
    """The score of the item with the terms behind it, and in words what is shared, the most telling first."""
    terms = weighed(TERMS, shared)
    return Scored(item_id, score(shared), terms, ", ".join(telling(terms)))

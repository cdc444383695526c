"""Which of many titles are like the wanted one at all, before each of them is scored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from heapq import nlargest
from typing import Generic, TypeVar

from rlist.model.titles import title_words

Offer = TypeVar("Offer")

# Two titles that are worth a score share this part of their pairs of letters.
_SHARED = 0.4
# So many of them are scored: more is never shown, and the right one is among the first.
_SCORED = 10
# So many titles with common words are compared by their letters.
_COMPARED = 40
# A word in more titles than this tells nothing.
_COMMON = 2_000


def nearest(wanted: str, offers: Iterable[Offer], title_of: Callable[[Offer], str]) -> list[Offer]:
    """Those of `offers` whose titles may be the wanted one, the likest first."""
    rated = [(_shared(wanted, title_of(offer)), -at, offer) for at, offer in enumerate(offers)]
    return [offer for share, _, offer in nlargest(_SCORED, rated, key=lambda row: row[:2]) if share >= _SHARED]


def _shared(wanted: str, title: str) -> float:
    """The part of the pairs of letters that both titles have, large where one is a part of the other."""
    here, there = _pairs(wanted), _pairs(title)
    if not here or not there:
        return 0.0
    shared = len(here & there)
    share = 2 * shared / (len(here) + len(there))
    if shared >= 0.9 * min(len(here), len(there)):
        return max(share, 0.9)
    # A system's name in front is worth a look, whatever follows.
    same_name = ":" in wanted and ":" in title and title_words(wanted)[:1] == title_words(title)[:1]
    return max(share, _SHARED) if same_name else share


@lru_cache(maxsize=20_000)
def _pairs(title: str) -> frozenset[str]:
    squeezed = "".join(title_words(title))
    return frozenset(squeezed[i : i + 2] for i in range(len(squeezed) - 1)) or frozenset({squeezed} - {""})


class TitleIndex(Generic[Offer]):
    """Thousands of titles, to be searched for a hundred of them: only those with a word in common are compared."""

    def __init__(self, offers: Sequence[Offer], title_of: Callable[[Offer], str]) -> None:
        self._offers = offers
        self._title_of = title_of
        self._with_word: dict[str, list[int]] = defaultdict(list)
        for at, offer in enumerate(offers):
            for word in set(title_words(title_of(offer))):
                self._with_word[word].append(at)

    def nearest(self, wanted: str) -> list[Offer]:
        """The offers whose titles may be the wanted one, the likest first."""
        weights: dict[int, float] = defaultdict(float)
        for word in set(title_words(wanted)):
            having = self._with_word.get(word, ())
            if len(having) <= _COMMON:
                for at in having:
                    # The rarer a word, the more it tells.
                    weights[at] += len(word) / len(having)
        return nearest(
            wanted, (self._offers[at] for at in nlargest(_COMPARED, weights, key=weights.__getitem__)), self._title_of
        )

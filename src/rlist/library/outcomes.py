"""What became of items that were looked up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from rlist.model.item import Item, LookupState
from rlist.model.matching import Match


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one item: as it is now, what was offered for it where that is uncertain.

    `looked_up` is the number of the item that was looked up, `merged` that of the item which it was merged with,
    because both have one identifier; the item is that of the two which is left.
    """

    item: Item
    looked_up: int
    offers: tuple[Match, ...] = ()
    merged: int | None = None

    @property
    def state(self) -> LookupState:
        """What became of the look-up."""
        return self.item.lookup.state


@dataclass(frozen=True, slots=True)
class LookupReport:
    """What a run of look-ups did: an outcome for each item, in the order of their numbers."""

    outcomes: tuple[Outcome, ...]
    answers: int = 0

    @property
    def counts(self) -> Mapping[str, Counter[LookupState]]:
        """How many items came to what, by provider; "" stands for those that no provider knows."""
        counts: dict[str, Counter[LookupState]] = {}
        for outcome in self.outcomes:
            counts.setdefault(outcome.item.lookup.provider or "", Counter())[outcome.state] += 1
        return counts

    def count(self, state: LookupState) -> int:
        """How many items came to `state`."""
        return sum(outcome.state is state for outcome in self.outcomes)

    @property
    def failure(self) -> str | None:
        """The reason for which items wait, the commonest first; None where none does."""
        reasons = Counter(outcome.item.lookup.error for outcome in self.outcomes if outcome.state is LookupState.QUEUED)
        return reasons.most_common(1)[0][0] if reasons else None

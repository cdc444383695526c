"""What look-ups found: outcomes, candidates with what speaks for and against them, a table by provider."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rlist.cli.render import json_text, named, plain, table
from rlist.cli.terminal import clean
from rlist.model.item import LookupState

if TYPE_CHECKING:
    from rlist.cli.terminal import Look
    from rlist.library.outcomes import LookupReport, Outcome
    from rlist.model.matching import Match

# More outcomes than a screen holds are counted, not listed, on a terminal.
_LISTED = 20

_STATES = {
    LookupState.FOUND: "found",
    LookupState.UNCERTAIN: "uncertain",
    LookupState.FAILED: "not found",
    LookupState.QUEUED: "failed",
}


def looked_up(report: LookupReport, how: Look, *, listed: bool) -> str:
    """What became of each item, where there are few of them or they were named, and a table by provider."""
    if how.as_json:
        return json_text([_plain_outcome(outcome) for outcome in report.outcomes], how)
    lines = [line(outcome) for outcome in report.outcomes]
    waiting = [line(outcome) for outcome in report.outcomes if outcome.state is LookupState.QUEUED]
    if how.width is None:
        return "".join(line + "\n" for line in lines)
    if not report.outcomes:
        return ""
    shown = "".join(f"{text}\n" for text in (lines if listed or len(lines) <= _LISTED else waiting))
    if len(lines) == 1:
        return shown
    rows = [
        (provider or "-", *(states[state] for state in _STATES))
        for provider, states in sorted(report.counts.items(), key=lambda row: (not row[0], -row[1].total()))
    ]
    total = ("all", *(report.count(state) for state in _STATES))
    return shown + table(("provider", *_STATES.values()), [*rows, total], how)


def summary(report: LookupReport) -> str:
    """The outcomes in one line: "3 found, 1 uncertain"."""
    return ", ".join(f"{count} {word}" for state, word in _STATES.items() if (count := report.count(state)))


def advice(report: LookupReport) -> list[str]:
    """What to do next with what wasn't found, a line each."""
    uncertain, waiting = report.count(LookupState.UNCERTAIN), report.count(LookupState.QUEUED)
    lines = []
    if uncertain:
        lines.append(f"{uncertain} uncertain: `rlist lookup --review` shows them and asks")
    if waiting:
        wait = "waits" if waiting == 1 else "wait"
        lines.append(f"{waiting} {wait} for another try ({report.failure}): `rlist lookup --retry`")
    return lines


def line(outcome: Outcome) -> str:
    """What became of one item."""
    item = outcome.item
    lookup = item.lookup
    by = f"  [{lookup.provider} {lookup.score:.2f}]" if lookup.provider and lookup.score is not None else ""
    why = f": {clean(lookup.error)}" if lookup.error else ""
    gone = outcome.merged if item.id == outcome.looked_up else outcome.looked_up
    merged = f"  (item {gone} was the same)" if outcome.merged else ""
    return f"{_STATES.get(outcome.state, outcome.state)}{why}  {named(item)}{by}{merged}"


def to_review(outcomes: Sequence[Outcome], how: Look) -> str:
    """The uncertain items with their candidates."""
    if how.as_json:
        return json_text([_plain_outcome(outcome) for outcome in outcomes], how)
    return "\n".join(question(outcome) for outcome in outcomes)


def question(outcome: Outcome) -> str:
    """One uncertain item with its candidates, numbered, each with its score and what speaks for and against it."""
    lines = [named(outcome.item)]
    if outcome.item.lookup.error:
        lines.append(f"   {clean(outcome.item.lookup.error)}")
    for number, offer in enumerate(outcome.offers, 1):
        known = offer.candidate.metadata
        names = ", ".join(known.authors[:3]) + (" et al." if len(known.authors) > 3 else "")
        place = " ".join(filter(None, (known.venue, str(known.year or ""))))
        lines.append(f"{number}  {offer.score:.2f}  {clean(known.title)}")
        lines.append(f"         {clean(' · '.join(filter(None, (names, place, offer.candidate.address))))}")
        lines += [f"       + {clean(words)}" for words in _for(offer)]
        lines += [f"       - {clean(words)}" for words in offer.against]
    return "\n".join(lines)


def _for(offer: Match) -> list[str]:
    return [part.words for part in offer.parts if part.value and part.name != "title"]


def _plain_outcome(outcome: Outcome) -> dict[str, object]:
    offers = [_plain_offer(offer) for offer in outcome.offers]
    return plain(outcome.item, candidates=offers or None, merged_into=outcome.merged)


def _plain_offer(offer: Match) -> dict[str, object]:
    known = offer.candidate.metadata
    return {
        "provider": offer.candidate.provider,
        "score": offer.score,
        "title": known.title,
        "authors": list(known.authors),
        "year": known.year,
        "venue": known.venue,
        "identifiers": dict(known.identifiers),
        "url": offer.candidate.address,
        "parts": {part.name: part.value for part in offer.parts},
        "for": _for(offer),
        "against": list(offer.against),
    }

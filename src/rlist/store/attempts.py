"""The queue of look-ups: what was tried for an item and when next, the providers of its fields, what was offered."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from rlist.model.matching import Match, Part
from rlist.model.metadata import Candidate, Metadata
from rlist.store.rows import clean, time_from_text, time_to_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from sqlite3 import Connection

    from rlist.store.rows import SqlValue

# The provider of a field that the reader has set.
READER = "reader"
# The fields that a look-up can set, and that it leaves alone once the reader has set them.
FILLED = frozenset({"title", "authors", "year", "venue", "abstract", "identifiers", "urls"})

# Items without metadata whose time has come; NULL is any time. `:states` are those that are asked for.
_DUE = """
    SELECT item.id FROM item LEFT JOIN lookup ON lookup.item_id = item.id
    WHERE lookup_state IN (SELECT value FROM json_each(:states))
        AND (:now IS NULL OR next_at IS NULL OR next_at <= :now)
    ORDER BY item.id"""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was tried for one item: how often, when it is worth another try (None: at once).

    `sources` give the provider of each field that a look-up, or the reader, has set; `offers` are the matches that were
    shown and not applied, the best first.
    """

    attempts: int = 0
    next_at: datetime | None = None
    sources: Mapping[str, str] = field(default_factory=dict)
    offers: Sequence[Match] = ()

    @property
    def own(self) -> frozenset[str]:
        """The fields that the reader has set."""
        return frozenset(name for name, provider in self.sources.items() if provider == READER)


def get_attempt(db: Connection, item_id: int) -> Attempt:
    """What was tried for the item; an empty attempt where nothing was."""
    query = "SELECT attempts, next_at, sources, offers FROM lookup WHERE item_id = ?"
    row = db.execute(query, (item_id,)).fetchone()
    if row is None:
        return Attempt()
    attempts, next_at, sources, offers = row
    return Attempt(
        attempts,
        None if next_at is None else time_from_text(next_at),
        json.loads(sources),
        tuple(_match(offer) for offer in json.loads(offers)),
    )


def save_attempt(db: Connection, item_id: int, attempt: Attempt) -> None:
    """Keep `attempt` as what was tried for the item; inside a step."""
    row: dict[str, SqlValue] = {
        "item_id": item_id,
        "attempts": attempt.attempts,
        "next_at": None if attempt.next_at is None else time_to_text(attempt.next_at),
        "sources": clean(json.dumps(dict(sorted(attempt.sources.items())), ensure_ascii=False)),
        "offers": clean(json.dumps([_plain(offer) for offer in attempt.offers], ensure_ascii=False)),
    }
    known = db.execute("SELECT id FROM lookup WHERE item_id = ?", (item_id,)).fetchone()
    if known is None:
        marks = ", ".join("?" * len(row))
        db.execute(f"INSERT INTO lookup ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
    else:
        settings = ", ".join(f"{column} = ?" for column in row)
        db.execute(f"UPDATE lookup SET {settings} WHERE id = ?", (*row.values(), *known))


def mark_own(db: Connection, item_id: int, fields: Mapping[str, bool]) -> None:
    """Remember which of `fields` of the item the reader has set, so that no look-up overwrites them; inside a step.

    Those that are False the reader has emptied: they may be filled in again.
    """
    attempt = get_attempt(db, item_id)
    kept = {name: provider for name, provider in attempt.sources.items() if name not in fields}
    sources = {**kept, **{name: READER for name, is_set in fields.items() if is_set}}
    if sources != attempt.sources:
        save_attempt(db, item_id, replace(attempt, sources=sources))


def due(db: Connection, states: Iterable[str], now: datetime | None = None) -> list[int]:
    """The ids, in order, of items whose look-up is in one of `states`; those whose time has come, if `now` is given."""
    parameters = {"states": json.dumps(list(states)), "now": None if now is None else time_to_text(now)}
    return [item_id for (item_id,) in db.execute(_DUE, parameters)]


def move_children(db: Connection, from_id: int, to_id: int) -> None:
    """Let the entries that stand below the item `from_id` stand below `to_id`; inside a step."""
    db.execute("UPDATE entry SET parent_id = ? WHERE parent_id = ? AND item_id <> ?", (to_id, from_id, to_id))


def _plain(offer: Match) -> dict[str, Any]:
    candidate, known = offer.candidate, offer.candidate.metadata
    return {
        "title": known.title,
        "authors": list(known.authors),
        "year": known.year,
        "venue": known.venue,
        "abstract": known.abstract,
        "identifiers": dict(known.identifiers),
        "provider": candidate.provider,
        "address": candidate.address,
        "pdf_address": candidate.pdf_address,
        "is_claimed": candidate.is_claimed,
        "score": offer.score,
        "parts": [[part.name, part.value, part.words] for part in offer.parts],
        "against": list(offer.against),
    }


def _match(plain: dict[str, Any]) -> Match:
    metadata = Metadata(
        title=plain["title"],
        authors=tuple(plain["authors"]),
        year=plain["year"],
        venue=plain["venue"],
        abstract=plain["abstract"],
        identifiers=plain["identifiers"],
    )
    candidate = Candidate(metadata, plain["provider"], plain["address"], plain["pdf_address"], plain["is_claimed"])
    parts = tuple(Part(name, value, words) for name, value, words in plain["parts"])
    return Match(candidate, plain["score"], parts, tuple(plain["against"]))

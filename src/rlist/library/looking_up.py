"""Looking metadata up: which items, what is applied, what is queued, what the reader decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from sqlite3 import Connection

from rlist.errors import ServiceFailed
from rlist.library import Library
from rlist.library.asking import Asking, Found, contact_of, open_web
from rlist.library.citing import cited
from rlist.library.joining import join
from rlist.library.naming import find_ids
from rlist.library.outcomes import LookupReport, Outcome
from rlist.lookup.wanted import Wanted
from rlist.model.address import readable_address
from rlist.model.faces import conflicts, filled, is_other_face, noted
from rlist.model.identity import read_reference, title_key
from rlist.model.item import Item, Lookup, LookupState
from rlist.model.matching import ACCEPTED, Decision, Held, Match, Verdict
from rlist.model.metadata import Candidate
from rlist.model.titles import likeness
from rlist.store import attempts, changes, saving
from rlist.store import items as stored
from rlist.store.attempts import Attempt
from rlist.web import Web

# How many candidates are kept for the reader to choose from.
OFFERS = 5
# What scores less has some words in common with the title, and nothing else.
_WORTH_SHOWING = 0.5

# When a look-up that failed is worth another try: services recover within the hour, new papers come within the week.
_AGAIN = (timedelta(hours=1), timedelta(hours=6), timedelta(days=1), timedelta(days=3))
_UNKNOWN_AGAIN = timedelta(days=7)
# An address that led nowhere so often leads nowhere.
_DEAD_AFTER = 3
# What the reader has decided isn't asked again unless it is named.
_NEVER = timedelta(days=36_500)

_WITHOUT = (LookupState.NONE, LookupState.QUEUED, LookupState.FAILED)
# Words with which a list begins to speak about a paper, in the place of its title.
_SAID_ABOUT = frozenset(
    {"our", "we", "this", "these", "here", "seems", "nice", "great", "good", "i", "my", "they", "someone", "some"}
)

Progress = Callable[[int, int, str], None]


def chosen(library: Library, arguments: Sequence[str], *, which: str) -> list[int]:
    """The ids of the items to look up: those that `arguments` name, else those that `which` says.

    "due" are those without metadata whose time has come; "missing" all without, but for those that no service knew
    within the last week; "retry" those that failed or wait, at once; "all" are all.
    """
    db = library.store.db
    if arguments:
        return find_ids(library, arguments)
    if which == "all":
        return attempts.due(db, LookupState)
    if which == "retry":
        return attempts.due(db, (LookupState.QUEUED, LookupState.FAILED))
    if which == "missing":
        failed = attempts.due(db, (LookupState.FAILED,), library.now)
        return sorted({*failed, *attempts.due(db, (LookupState.NONE, LookupState.QUEUED))})
    return attempts.due(db, _WITHOUT, library.now)


def look_up(
    library: Library,
    ids: Sequence[int],
    command: str,
    *,
    progress: Progress = lambda done, total, what: None,
    goes_on: bool = False,
    web: Web | None = None,
) -> LookupReport:
    """Look the items up, and keep what is found for each of them as soon as it is found, in one step of the log.

    `goes_on` makes it part of the last step, if that is this command's own. Raises nothing where services fail: then
    the items wait, each with the reason.
    """
    items = stored.get_items(library.store.db, ids)
    wanted = [_wanted(item) for item in items]
    step_id = _own_step(library.store.db, command) if goes_on else None
    outcomes: list[Outcome] = []
    client = web or open_web(library.settings)
    try:
        asking = Asking(client, contact_of(library.settings), wanted)
        for found in asking.found(progress):
            with library.store.step(command, library.now, step_id) as step_id:
                outcome = _keep(library, found)
            if outcome is not None:
                outcomes.append(outcome)
    finally:
        client.close()
    return LookupReport(tuple(sorted(outcomes, key=lambda outcome: outcome.looked_up)), asking.answers)


def check(report: LookupReport) -> None:
    """Raise ServiceFailed where nothing could be looked up because no service answered, else nothing."""
    waiting = report.count(LookupState.QUEUED)
    if waiting and not report.answers:
        raise ServiceFailed(
            f"no service answered ({report.failure}); {waiting} {'item waits' if waiting == 1 else 'items wait'}",
            "`rlist lookup --retry` tries again",
        )


def to_review(library: Library, arguments: Sequence[str]) -> list[Outcome]:
    """The items whose look-up is uncertain, of `arguments` or all, with what was offered for them."""
    db = library.store.db
    ids = find_ids(library, arguments) if arguments else attempts.due(db, (LookupState.UNCERTAIN,))
    return [
        Outcome(item, item.id, tuple(attempts.get_attempt(db, item.id).offers))
        for item in stored.get_items(db, ids)
        if item.lookup.state is LookupState.UNCERTAIN
    ]


def accept(library: Library, item_id: int, offer: Match, command: str) -> Outcome:
    """Take what was offered as the item's metadata; the reader has decided, so it isn't scored."""
    with library.store.step(command, library.now):
        (item,) = stored.get_items(library.store.db, [item_id])
        faces = (offer.candidate,)
        dead = {scheme for scheme in offer.candidate.metadata.identifiers if scheme in item.metadata.identifiers}
        return _apply(library, item, faces, offer.score, frozenset(dead), is_decided=True)


def reject(library: Library, item_id: int, command: str) -> Outcome:
    """Remember that none of what was offered is the item: it isn't asked for again unless it is named."""
    with library.store.step(command, library.now):
        (item,) = stored.get_items(library.store.db, [item_id])
        lookup = Lookup(LookupState.FAILED, error="you said that none of the candidates is it")
        return _save(library, item, lookup, next_at=library.now + _NEVER)


def _wanted(item: Item) -> Wanted:
    labels = tuple(dict.fromkeys(entry.label for entry in item.entries if entry.label))
    addresses = tuple(link.url for link in item.links)
    return Wanted(item.id, Held(item.metadata, _is_titled(item), labels), item.kind, addresses)


def _is_titled(item: Item) -> bool:
    """Whether the item's title is that of a work, and not made from its address or said about it."""
    known = item.metadata
    if any(item.title == readable_address(link.url) for link in item.links) or read_reference(item.title):
        return False
    words = title_key(item.title).split()
    if any(words[-1:] == title_key(value).split()[-1:] and len(words) <= 3 for value in known.identifiers.values()):
        return False
    return not (known.identifiers or item.links) or not words or words[0] not in _SAID_ABOUT


def _own_step(db: Connection, command: str) -> int | None:
    """The last step of the log if it is this command's."""
    last = next(iter(changes.steps(db, limit=1)), None)
    return last.id if last and last.command == command else None


def _keep(library: Library, found: Found) -> Outcome | None:
    """Put what was found for an item into the library as it is now; None where the item has gone meanwhile."""
    items = stored.get_items(library.store.db, [found.key])
    if not items:
        return None
    (item,) = items
    decision = found.decision
    if decision.verdict is Verdict.SAME:
        faces = [face.candidate for face in decision.faces]
        contrary = conflicts(item.metadata, faces, found.dead)
        if not contrary:
            return _apply(library, item, faces, decision.faces[0].score, found.dead)
        error = f"what was found has {contrary[0]}"
        return _offer(library, item, decision, error)
    if found.failures:
        return _queue(library, item, found)
    if decision.verdict is Verdict.UNCERTAIN:
        best = decision.matches[0]
        return _offer(library, item, decision, best.against[0] if best.against else None)
    lookup = Lookup(LookupState.FAILED, error="no service knows it")
    return _save(library, item, lookup, next_at=library.now + _UNKNOWN_AGAIN)


def _apply(
    library: Library,
    item: Item,
    faces: Sequence[Candidate],
    score: float,
    dead: frozenset[str],
    *,
    is_decided: bool = False,
) -> Outcome:
    """The item with what was found, merged with the item that has the found identifier already."""
    db = library.store.db
    attempt = attempts.get_attempt(db, item.id)
    result = filled(item, faces, attempt.own, dead)
    twin = _twin(db, result.item)
    if twin is not None:
        return _merge(library, item, twin, faces, score)
    other = _owner(db, result.item)
    if other is not None:
        if not is_decided and likeness(result.item.title, other.title).value < ACCEPTED and _is_titled(other):
            offers = tuple(Match(face, score, (), (f"item {other.id} has its identifier",)) for face in faces)
            decision = Decision(Verdict.UNCERTAIN, offers)
            return _offer(library, item, decision, f"item {other.id} has the same identifier and another title")
        return _merge(library, item, other, faces, score)
    lookup = Lookup(LookupState.FOUND, faces[0].provider, score)
    after = noted(result.item._replace(lookup=lookup, updated_at=library.now), result.listed, library.now)
    if item.lookup.state is not LookupState.FOUND:
        after = cited(db, after)
    changed = saving.change_item(db, item, after)
    own = dict.fromkeys(attempt.own, attempts.READER)
    sources = {**attempt.sources, **result.sources, **own}
    attempts.save_attempt(db, item.id, Attempt(attempt.attempts + 1, None, sources))
    return Outcome(changed, item.id)


def _owner(db: Connection, item: Item) -> Item | None:
    """The other item that has one of the item's identifiers, or None."""
    for scheme, value in item.metadata.identifiers.items():
        other = stored.find_by_identifier(db, scheme, value)
        if other not in (None, item.id):
            return stored.get_items(db, [other])[0] if other else None
    return None


def _twin(db: Connection, item: Item) -> Item | None:
    """The other item that is the item's preprint or its published version, found before, or None."""
    ids = [known for known in stored.find_by_title_key(db, title_key(item.title)) if known != item.id]
    found = (other for other in stored.get_items(db, ids) if other.lookup.state is LookupState.FOUND)
    return next((other for other in found if is_other_face(item, other)), None)


def _merge(library: Library, item: Item, other: Item, faces: Sequence[Candidate], score: float) -> Outcome:
    """The older of two items that turned out to be one, with all that both have and what was found."""
    kept, gone = sorted((item, other), key=lambda one: one.id)
    outcome = _apply(
        library, join(library, kept, gone), faces, score, frozenset(faces[0].metadata.identifiers), is_decided=True
    )
    return replace(outcome, looked_up=item.id, merged=other.id)


def _offer(library: Library, item: Item, decision: Decision, error: str | None) -> Outcome:
    """Keep what is uncertain for the reader to decide on; nothing of it is applied."""
    best = decision.matches[0]
    offers = [offer for offer in decision.matches[:OFFERS] if offer is best or offer.score >= _WORTH_SHOWING]
    lookup = Lookup(LookupState.UNCERTAIN, best.candidate.provider, best.score, error)
    return _save(library, item, lookup, next_at=None, offers=offers)


def _queue(library: Library, item: Item, found: Found) -> Outcome:
    """Let the item wait, with the reason and the next time to try."""
    count = attempts.get_attempt(library.store.db, item.id).attempts
    pause = _AGAIN[min(count, len(_AGAIN) - 1)]
    if found.wait_seconds:
        pause = max(pause, timedelta(seconds=min(found.wait_seconds, _UNKNOWN_AGAIN.total_seconds())))
    reason = "; ".join(found.failures[:3])
    is_dead = count + 1 >= _DEAD_AFTER and all("no such page" in failure for failure in found.failures)
    state = LookupState.FAILED if is_dead else LookupState.QUEUED
    return _save(library, item, Lookup(state, error=reason), next_at=library.now + pause)


def _save(
    library: Library, item: Item, lookup: Lookup, *, next_at: datetime | None, offers: Iterable[Match] = ()
) -> Outcome:
    db = library.store.db
    attempt = attempts.get_attempt(db, item.id)
    changed = saving.change_item(db, item, item._replace(lookup=lookup)) if item.lookup != lookup else item
    kept = tuple(offers)
    attempts.save_attempt(db, item.id, replace(attempt, attempts=attempt.attempts + 1, next_at=next_at, offers=kept))
    return Outcome(changed, item.id, kept)

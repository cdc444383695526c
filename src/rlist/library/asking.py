"""Asking the providers for many items: three steps, all hosts side by side, and what came of it for each item."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from rlist import __version__
from rlist.errors import ServiceFailed
from rlist.lookup import arxiv, crossref, usenix
from rlist.lookup.refusals import refusal
from rlist.lookup.registry import PROVIDERS
from rlist.lookup.wanted import Contact, Provider, Reply, Request, Step, Wanted
from rlist.model.item import Kind
from rlist.model.matching import ACCEPTED, Decision, Match, Verdict, decide, match
from rlist.model.metadata import Candidate
from rlist.model.titles import Agreement, likeness
from rlist.settings import Settings, cache_folder
from rlist.web import MAXIMUM_BYTES, Answer, Refusal, Unanswered, Web, WebRules
from rlist.web.side_by_side import SideBySide

# Sorts of things whose titles aren't those of papers.
_NO_PAPERS = frozenset({Kind.VIDEO, Kind.CODE, Kind.THREAD, Kind.COURSE, Kind.DOCS, Kind.BOOK})
# Identifiers that a provider can be asked for; an ISBN finds nothing here.
_ASKED_SCHEMES = ("arxiv", "doi", "usenix", "openreview", "acl", "pmlr", "youtube")
# Which requests ask for an identifier, and of which scheme.
_SCHEMES = {
    (arxiv.NAME, "ids"): "arxiv",
    (usenix.NAME, "page"): "usenix",
    (crossref.NAME, "work"): "doi",
    ("datacite", "work"): "doi",
}
_PROVIDERS: Mapping[str, Provider] = {provider.NAME: provider for provider in PROVIDERS}


@dataclass(slots=True)
class Found:
    """What came of looking one item up: the decision on its candidates, and what went wrong on the way.

    `failures` are the services that should have been asked and didn't answer, `wait_seconds` how long they want to be
    left alone; `dead` are the schemes of identifiers that led nowhere.
    """

    key: int
    decision: Decision
    failures: tuple[str, ...] = ()
    wait_seconds: float | None = None
    dead: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Search:
    """The state of one item's search."""

    wanted: Wanted
    candidates: list[Candidate] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    dead: set[str] = field(default_factory=set)
    wait_seconds: float | None = None
    open_requests: int = 0
    is_done: bool = False


def open_web(settings: Settings) -> Web:
    """The client for all that this run asks, as the configuration wants it."""
    contact = contact_of(settings)
    crossref_pause = crossref.POLITE_PAUSE_SECONDS if contact.mail else crossref.PAUSE_SECONDS
    pauses = {
        _host(contact.base(arxiv.NAME, arxiv.BASE)): arxiv.PAUSE_SECONDS,
        _host(contact.base(crossref.NAME, crossref.BASE)): crossref_pause,
        _host(contact.base(usenix.NAME, usenix.BASE)): usenix.PAUSE_SECONDS,
    }
    who = f"; mailto:{contact.mail}" if contact.mail else ""
    return Web(
        WebRules(
            user_agent=f"rlist/{__version__} (a reading list for the command line{who})",
            cache=cache_folder(settings),
            pauses=pauses,
            may_reach_private=settings.values.get("private_addresses") in (True, "true"),
        )
    )


def contact_of(settings: Settings) -> Contact:
    """Who asks, and where: the reader's address and the base addresses in the configuration."""
    mail = settings.values.get("contact")
    bases = {
        name.removeprefix("providers."): str(value)
        for name, value in settings.values.items()
        if name.startswith("providers.") and value
    }
    return Contact(str(mail) if mail else None, bases)


class Asking:
    """One run of look-ups: `found` gives each item as soon as nothing more is wanted for it."""

    def __init__(self, web: Web, contact: Contact, wanted: Sequence[Wanted]) -> None:
        self._web = web
        self._contact = contact
        self._searches = {one.key: _Search(one) for one in wanted}
        self.answers = 0

    def found(self, progress: Callable[[int, int, str], None]) -> Iterator[Found]:
        """What came of each item, as it comes."""
        total = len(self._searches)

        def tell(what: str) -> None:
            progress(sum(search.is_done for search in self._searches.values()), total, what)

        tell("looking up")
        for step in Step:
            yield from self._take(step, tell)
        for search in self._searches.values():
            if not search.is_done:
                yield self._finish(search)

    def _take(self, step: Step, tell: Callable[[str], None]) -> Iterator[Found]:
        """One step for all items that want it; those that are done after it come out at once."""
        searches = [search for search in self._searches.values() if not search.is_done and _wants(search, step)]
        wanted = [self._asked(search, step) for search in searches]
        requests = [request for provider in PROVIDERS for request in provider.ask(wanted, self._contact)]
        with SideBySide[Request]() as work:
            for request in requests:
                self._submit(work, request)
            for search in searches:
                if not search.open_requests and self._is_decided(search, step):
                    yield self._finish(search)
            for request, outcome in work.results():
                tell(f"asking {request.provider}")
                for further in self._take_in(request, outcome):
                    self._submit(work, further)
                for one in request.wanted:
                    search = self._searches[one.key]
                    search.open_requests -= 1
                    if not search.open_requests and not search.is_done and self._is_decided(search, step):
                        yield self._finish(search)

    def _asked(self, search: _Search, step: Step) -> Wanted:
        """What an item asks for at a step: one that is found by another title is asked for by that title as well."""
        face = _retitled(search, self._decision(search)) if step is Step.WIDELY else None
        if face is None:
            return replace(search.wanted, step=step)
        held = replace(search.wanted.held, metadata=face.metadata._replace(identifiers={}), labels=())
        return replace(search.wanted, step=Step.TITLE, held=held)

    def _submit(self, work: SideBySide[Request], request: Request) -> None:
        for one in request.wanted:
            self._searches[one.key].open_requests += 1

        def ask() -> Answer:
            return self._web.get(
                request.url,
                accept=request.accept,
                kept_seconds=request.kept_seconds,
                is_from_remote=request.is_from_remote,
                most_bytes=request.most_bytes or MAXIMUM_BYTES,
                refusal=lambda status, body: _refusal(status, body, request),
            )

        work.submit(_host(request.url), request, ask)

    def _take_in(self, request: Request, outcome: Answer | Unanswered) -> Sequence[Request]:
        """Put what was answered where it belongs; further requests come back."""
        if isinstance(outcome, Unanswered):
            self.answers += outcome.is_final
            self._note_failure(request, outcome.message, outcome)
            return ()
        reply = Reply(outcome.status, outcome.body, outcome.address, outcome.content_type)
        try:
            answer = _PROVIDERS[request.provider].read(request, reply, self._contact)
        except ServiceFailed as error:
            self._note_failure(request, error.message, None)
            return ()
        self.answers += 1
        for key, candidates in answer.candidates.items():
            self._searches[key].candidates.extend(candidates)
        scheme = _SCHEMES.get((request.provider, request.purpose))
        for one in request.wanted:
            # The service knows its own identifiers: what it doesn't know there leads nowhere.
            if scheme and not answer.requests and not answer.candidates.get(one.key):
                self._searches[one.key].dead.add(scheme)
        return answer.requests

    def _note_failure(self, request: Request, message: str, error: Unanswered | None) -> None:
        if request.is_extra:
            return
        for one in request.wanted:
            search = self._searches[one.key]
            if message not in search.failures:
                search.failures.append(message)
            if error is not None and error.wait_seconds:
                search.wait_seconds = max(search.wait_seconds or 0.0, error.wait_seconds)

    def _is_decided(self, search: _Search, step: Step) -> bool:
        """Whether the steps that follow are of no use to this item."""
        following = list(Step)[list(Step).index(step) + 1 :]
        if not any(_wants(search, later) for later in following):
            return True
        decision = self._decision(search)
        return decision.verdict is Verdict.SAME and (step is Step.CLAIM or not _retitled(search, decision))

    def _finish(self, search: _Search) -> Found:
        search.is_done = True
        decision = self._decision(search)
        return Found(search.wanted.key, decision, tuple(search.failures), search.wait_seconds, frozenset(search.dead))

    def _decision(self, search: _Search) -> Decision:
        matches = _distinct(match(search.wanted.held, candidate) for candidate in search.candidates)
        decision = decide(matches)
        mismatched = [found for found in matches if found.candidate.is_claimed and found.score < ACCEPTED]
        if mismatched and decision.verdict is Verdict.SAME:
            # The item's own address leads to another title than that by which it was found: who is right isn't known.
            return Decision(Verdict.UNCERTAIN, decision.matches)
        return decision


def _wants(search: _Search, step: Step) -> bool:
    """Whether an item takes part in a step: by its claims first, by its title where they led nowhere."""
    one = search.wanted
    if step is Step.CLAIM:
        return bool(one.held.metadata.identifiers or one.addresses)
    has_claims = any(candidate.is_claimed for candidate in search.candidates)
    if one.identifier(usenix.NAME) and not has_claims and step is Step.TITLE:
        return True
    if not one.held.is_titled or not _may_be_a_paper(one):
        return False
    if any(one.identifier(scheme) for scheme in _ASKED_SCHEMES):
        # A paper that its identifier leads to is found, or its service is silent, or it is dead.
        return bool(search.dead) or has_claims
    return True


def _may_be_a_paper(one: Wanted) -> bool:
    """Whether the title may be that of a paper: a post may have the title of the paper that it is about."""
    if one.kind is not Kind.ARTICLE:
        return one.kind not in _NO_PAPERS
    is_named_a_post = any("blog" in label.casefold() or "post" in label.casefold() for label in one.held.labels)
    is_document = any(address.partition("?")[0].lower().endswith(".pdf") for address in one.addresses)
    return is_document or bool(one.held.metadata.authors and not is_named_a_post)


def _retitled(search: _Search, decision: Decision) -> Candidate | None:
    """The face by which an item was found, where its title isn't that of the item and its preprint may have it."""
    if decision.verdict is not Verdict.SAME or any(face.candidate.provider == arxiv.NAME for face in decision.faces):
        return None
    best = decision.faces[0].candidate
    alike = likeness(search.wanted.title, best.metadata.title)
    return None if best.is_claimed or alike.agreement is Agreement.EQUAL else best


def _distinct(matches: Iterator[Match]) -> list[Match]:
    """The matches without those of a provider that come a second time, such as a paper's page after its record."""
    kept: dict[tuple[str, str], Match] = {}
    for found in matches:
        identifiers = found.candidate.metadata.identifiers
        key = found.candidate.provider, identifiers.get(found.candidate.provider) or str(sorted(identifiers.items()))
        known = kept.get(key) if identifiers else None
        if known is None:
            kept[key if identifiers else (found.candidate.provider, str(len(kept)))] = found
        elif _says_more(found.candidate, known.candidate):
            kept[key] = found if found.score >= known.score else replace(found, score=known.score)
    return list(kept.values())


def _says_more(one: Candidate, other: Candidate) -> bool:
    return bool(one.metadata.abstract or one.pdf_address) and not other.metadata.abstract


def _refusal(status: int, body: bytes, request: Request) -> Refusal | None:
    refused = refusal(status, body, request.statuses)
    return Refusal(refused.reason, refused.is_passing, refused.is_of_host) if refused else None


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""

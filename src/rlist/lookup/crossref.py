"""Crossref: DOIs, and titles one by one; it covers the ACM and most publishers.

https://github.com/CrossRef/rest-api-doc
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote, urlencode

from rlist.lookup.cleaning import clean_abstract, clean_names, clean_title
from rlist.lookup.comparing import nearest
from rlist.lookup.datacite import instead as ask_datacite
from rlist.lookup.json_answer import inner, read_object, rows_at, text_at
from rlist.lookup.wanted import Answer, Contact, NotAnAnswer, Reply, Request, Step, Wanted
from rlist.model.identifiers import doi_or_arxiv
from rlist.model.matching import is_preprint_venue
from rlist.model.metadata import Candidate, Metadata
from rlist.model.titles import title_words

NAME = "crossref"
BASE = "https://api.crossref.org"
# Lists of works: one a second, three for who says who they are; both since December 2025.
PAUSE_SECONDS, POLITE_PAUSE_SECONDS = 1.0, 0.34
_KEPT_SECONDS = 30 * 86_400.0
# The paper that is meant stands among the first five, or nowhere.
_ROWS = "5"
_FIELDS = "DOI,title,subtitle,author,issued,container-title,event,abstract,type"
# Titles of fewer words have a thousand works that hold them.
_LEAST_WORDS = 4
_QUERY_CHARACTERS = 300
# More titles than this without authors, year, venue and label come from a list; many lines of lists are no titles, and
# each costs the service a search.
_MANY = 10
_TITLE_WORDS = 25
_SMALL_WORDS = frozenset(
    {"with", "from", "using", "through", "over", "into", "under", "towards", "about", "that", "this"}
)
# Parts and companions of works: https://api.crossref.org/types
_NO_WORKS = frozenset({"component", "peer-review", "grant", "journal", "journal-issue", "proceedings", "book-series"})
# Of labels for lost links, those of publishers that register here.
_LABELS = r"acm|doi|ieee|springer|elsevier|nature|science|wiley|acl|vldb|pnas|siam|oup|sage|journal"


def ask(wanted: Sequence[Wanted], contact: Contact) -> list[Request]:
    """A request for each DOI, and one for each title: those with a venue or a publisher's label first."""
    mail = {"mailto": contact.mail} if contact.mail else {}
    base = contact.base(NAME, BASE)
    requests = []
    unhinted = sum(one.step is Step.WIDELY and not _has_hints(one) for one in wanted)
    for one in wanted:
        doi = one.identifier("doi")
        if one.step is Step.CLAIM and doi:
            query = f"?{urlencode(mail)}" if mail else ""
            address = f"{base}/works/{quote(doi, safe='')}{query}"
            statuses = frozenset({200, 404})
            requests.append(Request(NAME, address, "work", (one,), "application/json", _KEPT_SECONDS, statuses))
        elif one.step is Step.WIDELY or (one.step is Step.TITLE and _is_hinted(one)):
            if unhinted > _MANY and not _has_hints(one) and not _is_like_a_title(one.title):
                continue
            words = title_words(one.title)
            if len(words) >= _LEAST_WORDS or (len(words) > 1 and one.held.metadata.authors):
                sought = {"query.bibliographic": _query(one), "rows": _ROWS, "select": _FIELDS, **mail}
                address = f"{base}/works?{urlencode(sought)}"
                requests.append(Request(NAME, address, "titles", (one,), "application/json", _KEPT_SECONDS))
    return requests


def read(request: Request, reply: Reply, contact: Contact) -> Answer:
    """The work with a DOI, or those of a list that are like the wanted title: the first one is often another paper."""
    if reply.status == 404:
        # A plain "Resource not found."; it may be registered with DataCite.
        if b"not found" not in reply.body.lower():
            raise NotAnAnswer("Crossref answers 404 in another's words")
        return Answer(requests=ask_datacite(request.wanted, contact))
    message = read_object(reply.body, "Crossref").get("message")
    if not isinstance(message, dict):
        raise NotAnAnswer("Crossref says that it can't read the question")
    if request.purpose == "work":
        found = _candidate(message, is_claimed=True)
        if found is None:
            raise NotAnAnswer("Crossref knows the DOI, and no title for it")
        return Answer({one.key: (found,) for one in request.wanted})
    works = [work for row in rows_at(message, "items") if (work := _candidate(row, is_claimed=False))]
    return Answer(
        {
            one.key: near
            for one in request.wanted
            if (near := nearest(one.title, works, lambda work: work.metadata.title))
        }
    )


def _is_hinted(one: Wanted) -> bool:
    """Whether a label or a venue says that the paper is published, and not at USENIX."""
    venue = one.held.metadata.venue or ""
    labels = " ".join(one.held.labels).casefold()
    if "usenix" in f"{labels} {venue.casefold()}" or re.search(r"\b(?:osdi|nsdi|atc|fast)\b", venue.casefold()):
        return False
    return bool(re.search(rf"\b(?:{_LABELS})\b", labels) or (venue and not is_preprint_venue(venue)))


def _has_hints(one: Wanted) -> bool:
    known = one.held.metadata
    return bool(known.authors or known.year or known.venue or one.held.labels)


def _is_like_a_title(text: str) -> bool:
    """Whether most long words of `text` begin with a capital, and it isn't longer than titles are."""
    long_words = [word for word in re.findall(r"[^\W\d_]{4,}", text) if word.casefold() not in _SMALL_WORDS]
    capitals = sum(word[0].isupper() for word in long_words)
    return len(text.split()) <= _TITLE_WORDS and 3 * capitals >= 2 * len(long_words)


def _query(one: Wanted) -> str:
    return " ".join(clean_title(one.title).split())[:_QUERY_CHARACTERS]


def _candidate(work: object, *, is_claimed: bool) -> Candidate | None:
    title = clean_title(text_at(work, "title"))
    doi = text_at(work, "DOI").lower()
    if not title or not doi or text_at(work, "type") in _NO_WORKS:
        return None
    subtitle = clean_title(text_at(work, "subtitle"))
    if subtitle and subtitle.casefold() not in title.casefold():
        title = f"{title}: {subtitle}"
    metadata = Metadata(
        title=title,
        authors=clean_names([_name(author) for author in rows_at(work, "author")]),
        year=_year(work),
        venue=_venue(work),
        abstract=clean_abstract(text_at(work, "abstract")),
        identifiers=dict([doi_or_arxiv(doi)]),
    )
    return Candidate(metadata, NAME, f"https://doi.org/{doi}", is_claimed=is_claimed)


def _name(author: object) -> str:
    if name := text_at(author, "name"):
        return name
    given, family, suffix = (text_at(author, part).replace(",", " ") for part in ("given", "family", "suffix"))
    return " ".join(filter(None, (given, family, suffix)))


def _year(work: object) -> int | None:
    for date in ("issued", "published", "published-print", "published-online"):
        parts = inner(work, date, "date-parts")
        first = parts[0] if isinstance(parts, list) and parts else None
        year = first[0] if isinstance(first, list) and first else None
        if isinstance(year, int) and 1000 < year < 3000:
            return year
    return None


def _venue(work: object) -> str | None:
    """The short name of a conference ("SOSP '23" is SOSP), else the journal or the volume."""
    acronym = re.sub(r"[\s’']*(?:19|20)?\d{2}\b.*$", "", clean_title(text_at(work, "event", "acronym"))).strip()
    return (
        acronym or clean_title(text_at(work, "container-title")) or clean_title(text_at(work, "event", "name")) or None
    )

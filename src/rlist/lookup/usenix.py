"""USENIX: presentation pages, programmes of conferences, and the public mirror of its BibTeX records."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from rlist.lookup.citation_tags import http_address, read_citation
from rlist.lookup.cleaning import clean_names, clean_title, first_year
from rlist.lookup.comparing import TitleIndex
from rlist.lookup.html_page import decoded, read_page
from rlist.lookup.wanted import Answer, Contact, NotAnAnswer, Reply, Request, Step, Wanted
from rlist.model.identity import identifiers_of
from rlist.model.matching import ACCEPTED
from rlist.model.metadata import Candidate, Metadata
from rlist.model.titles import likeness

NAME = "usenix"
BASE = "https://www.usenix.org"
# 12,810 records of the site, without abstracts: the site answers programs with 403 on many days, this never does.
MIRROR_BASE = "https://github.com"
MIRROR_NAME = "usenix_mirror"
_MIRROR_PATH = "/Pusnow/usenix.bib/releases/latest/download/usenix.bib.gz"
_KEPT_SECONDS = 7 * 86_400.0
# The mirror unpacks to 7 MB today; some proxies do so on the way.
_MAXIMUM_PACKED_BYTES = 10 * 1024 * 1024
_MAXIMUM_MIRROR_BYTES = 16 * 1024 * 1024
_MAXIMUM_RECORDS = 30_000
_MAXIMUM_RECORD = 20_000
# As many presentation pages as one look-up asks for, besides those that items name: only the abstract is missing.
PAUSE_SECONDS = 0.5

# The conferences as lists name them and as addresses do; the year is written with two digits, for SOUPS with four.
_CONFERENCES = (
    (r"osdi|operating systems design and implementation", "osdi"),
    (r"nsdi|networked systems design and implementation", "nsdi"),
    (r"atc|annual technical conference", "atc"),
    (r"fast|file and storage technologies", "fast"),
    (r"(?:usenix )?security", "usenixsecurity"),
    (r"hotstorage", "hotstorage"),
    (r"hotcloud", "hotcloud"),
    (r"hotedge", "hotedge"),
    (r"woot", "woot"),
    (r"opml", "opml"),
    (r"lisa", "lisa"),
)
_SHORT_NAMES = {"atc": "USENIX ATC", "usenixsecurity": "USENIX Security"}
_TITLE = re.compile(r"^[ \t]*title[ \t]*=[ \t]*[{\"](.{1,2000})[}\"],?[ \t\r]*$", re.MULTILINE)
_PLACE = re.compile(r"usenix\.org/conference/([\w-]+/(?:technical-sessions/)?presentation/[\w-]+)")
_RECORD = re.compile(r"^@\w+\s*\{", re.MULTILINE)
_FIELD = re.compile(r"^[ \t]*(\w{1,40})[ \t]*=[ \t]*(.*?),?[ \t\r]*$", re.MULTILINE)
_NODE = re.compile(r"<(?:article|div)[^<>]{0,300}\bnode-paper\b")
_LINK = re.compile(
    r"<h2[^>]{0,200}>\s*<a[^>]{0,200}?href=[\"']([^\"'>]{1,300})[\"'][^>]{0,200}>(.{1,1500}?)</a>", re.DOTALL
)
_PEOPLE = "field-name-field-paper-people-text"


def ask(wanted: Sequence[Wanted], contact: Contact) -> list[Request]:
    """The pages of known addresses; the mirror for titles of USENIX; programmes for what it doesn't have."""
    requests = [
        _page_request(contact, value, (one,), is_extra=False)
        for one in wanted
        if one.step is Step.CLAIM and (value := one.identifier(NAME))
    ]
    by_title = [one for one in wanted if one.step is Step.TITLE]
    # Once the mirror is there it can be searched for all: many a preprint of a list was published at USENIX.
    asking = by_title if any(map(_is_hinted, by_title)) else []
    sought = (*asking, *(one for one in wanted if one.step is Step.WIDELY))
    if sought:
        address = f"{contact.base(MIRROR_NAME, MIRROR_BASE)}{_MIRROR_PATH}"
        most = _MAXIMUM_PACKED_BYTES
        requests.append(Request(NAME, address, "mirror", sought, kept_seconds=_KEPT_SECONDS, most_bytes=most))
    programmes: dict[str, list[Wanted]] = {}
    for one in sought:
        if one.step is Step.WIDELY and (conference := conference_of(one.held.metadata)):
            programmes.setdefault(conference, []).append(one)
    for conference, awaiting in programmes.items():
        address = f"{contact.base(NAME, BASE)}/conference/{conference}/technical-sessions"
        requests.append(
            Request(
                NAME,
                address,
                "programme",
                tuple(awaiting),
                accept="text/html",
                kept_seconds=_KEPT_SECONDS,
                statuses=_OR_MISSING,
            )
        )
    return requests


# A page that isn't there is an answer, where the site's own page says so.
_OR_MISSING = frozenset({200, 404})


def read(request: Request, reply: Reply, contact: Contact) -> Answer:
    """The paper of a page, or the papers of the mirror or a programme that are like one that is wanted."""
    if request.purpose == "mirror":
        return _read_mirror(request, reply, contact)
    text = decoded(reply.body, reply.content_type)
    if reply.status == 404:
        if "page not found" not in text[:5_000].lower():
            raise NotAnAnswer("usenix.org answers 404 in another's words")
        return Answer()
    if request.purpose == "programme":
        if "usenix" not in text[:20_000].lower():
            raise NotAnAnswer("usenix.org answers with something else than a programme")
        return _found(request, list(_programme(text, reply.address)), contact)
    candidate = _presentation(text, reply)
    if candidate is None:
        raise NotAnAnswer("usenix.org answers with a page that describes no paper")
    is_claimed = not request.is_extra
    return Answer({one.key: (_as_claimed(candidate, is_claimed=is_claimed),) for one in request.wanted})


def conference_of(metadata: Metadata) -> str | None:
    """The conference in an address, "osdi24", from a venue and a year, or None where it isn't one of USENIX."""
    venue = (metadata.venue or "").casefold()
    year = metadata.year or first_year(venue)
    if not year:
        return None
    for pattern, name in _CONFERENCES:
        if re.search(rf"\b(?:{pattern})\b", venue):
            return f"{name}{year % 100:02d}"
    return None


def _is_hinted(one: Wanted) -> bool:
    """Whether the item's own words point at USENIX."""
    hints = " ".join((*one.held.labels, one.held.metadata.venue or "")).casefold()
    return "usenix" in hints or one.identifier(NAME) is not None or conference_of(one.held.metadata) is not None


def _page_request(contact: Contact, value: str, wanted: tuple[Wanted, ...], *, is_extra: bool) -> Request:
    return Request(
        NAME,
        f"{contact.base(NAME, BASE)}/conference/{value}",
        "page",
        wanted,
        accept="text/html",
        kept_seconds=_KEPT_SECONDS,
        statuses=_OR_MISSING,
        is_from_remote=is_extra,
        is_extra=is_extra,
    )


def _presentation(text: str, reply: Reply) -> Candidate | None:
    page = read_page(text, ("field-name-field-paper-description", "#page-title"))
    described = page.texts.get("field-name-field-paper-description", [""])[0]
    abstract = re.sub(r"^\s*abstract\s*:?\s*", "", described, flags=re.IGNORECASE)
    candidate = read_citation(page, NAME, reply.address, {}, re.sub(r"\s*\n\s*", "</p>", abstract))
    if candidate is None:
        return None
    known = candidate.metadata
    identifiers = {scheme: value for scheme, value in identifiers_of(reply.address).items() if scheme == NAME}
    # The heading has no braces, and the capitals that the authors chose.
    title = clean_title(next(iter(page.texts.get("#page-title", [])), "")) or known.title
    title = title if likeness(title, known.title).value >= ACCEPTED else known.title
    metadata = Metadata(
        title=title,
        authors=known.authors,
        year=known.year,
        venue=_venue(known.venue or ""),
        abstract=known.abstract,
        identifiers=identifiers,
    )
    return Candidate(metadata, NAME, reply.address, candidate.pdf_address)


def _read_mirror(request: Request, reply: Reply, contact: Contact) -> Answer:
    text = _unpacked(reply.body)
    if "@inproceedings" not in text[:20_000].lower():
        raise NotAnAnswer("the mirror of USENIX's records answers with something else")
    return _found(request, list(_records(text)), contact)


class _Paper(NamedTuple):
    """A paper of the mirror or a programme: what it is searched by, and how to read the rest."""

    title: str
    identifier: str
    read: Callable[[], Candidate | None]


def _found(request: Request, papers: Sequence[_Paper], contact: Contact) -> Answer:
    """The papers that are like a wanted one, and the page of the one that is equal, which has an abstract."""
    index = TitleIndex(papers, lambda paper: paper.title)
    by_id = {paper.identifier: paper for paper in papers}
    candidates: dict[int, Sequence[Candidate]] = {}
    pages: list[Request] = []
    for one in request.wanted:
        near = index.nearest(one.title) if one.held.is_titled else []
        found = [candidate for paper in near if (candidate := paper.read())]
        own = by_id.get(one.identifier(NAME) or "")
        if own and (candidate := own.read()):
            found = [
                _as_claimed(candidate),
                *(c for c in found if c.metadata.identifiers != candidate.metadata.identifiers),
            ]
        if found:
            candidates[one.key] = found
        equal = [c for c in found if not c.is_claimed and likeness(one.title, c.metadata.title).value >= ACCEPTED]
        if len(equal) == 1 and not own:
            pages.append(_page_request(contact, equal[0].metadata.identifiers[NAME], (one,), is_extra=True))
    return Answer(candidates, pages)


def _as_claimed(paper: Candidate, *, is_claimed: bool = True) -> Candidate:
    return Candidate(paper.metadata, NAME, paper.address, paper.pdf_address, is_claimed)


def _unpacked(body: bytes) -> str:
    if body[:2] == b"\x1f\x8b":
        unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
        try:
            body = unpacker.decompress(body, _MAXIMUM_MIRROR_BYTES)
        except zlib.error as error:
            raise NotAnAnswer("the mirror of USENIX's records is damaged") from error
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise NotAnAnswer("the mirror of USENIX's records is damaged or too large")
    return body.decode("utf-8", "replace")


def _records(text: str) -> Iterator[_Paper]:
    """The papers of a BibTeX file as USENIX exports it: a field on each line, braces around words of the title."""
    starts = [match.start() for match in islice(_RECORD.finditer(text), _MAXIMUM_RECORDS)]
    for start, end in zip(starts, [*starts, len(text)][1:], strict=True):
        end = min(end, start + _MAXIMUM_RECORD)
        title, place = _TITLE.search(text, start, end), _PLACE.search(text, start, end)
        if title and place:
            shown = re.sub(r"(?<!\\)[{}]", "", title[1])
            identifier = place[1].lower().replace("technical-sessions/", "")
            yield _Paper(shown, identifier, partial(_record, text[start:end], identifier))


def _record(text: str, identifier: str) -> Candidate | None:
    fields = {name.lower(): _bare(value) for name, value in _FIELD.findall(text)}
    title = clean_title(re.sub(r"(?<!\\)[{}]", "", fields.get("title", "")))
    if not title:
        return None
    metadata = Metadata(
        title=title,
        authors=clean_names(re.split(r"\s+and\s+", fields.get("author", ""))),
        year=first_year(fields.get("year")),
        venue=_venue(fields.get("booktitle", "")),
        identifiers={NAME: identifier},
    )
    return Candidate(metadata, NAME, http_address(BASE, fields.get("url", "")))


def _bare(value: str) -> str:
    return value[1:-1] if value[:1] + value[-1:] in {"{}", '""'} else value


def _venue(conference: str) -> str | None:
    """The short name in "18th USENIX Symposium on … (OSDI 24)", or the whole where there is none."""
    plain = clean_title(re.sub(r"(?<!\\)[{}]", "", conference))
    short = re.search(r"\(([^()]{2,40}?)[\s’']*(?:\d{2}|\d{4})\)", plain)
    return (short[1].strip() if short else plain) or None


def _programme(text: str, address: str) -> Iterator[_Paper]:
    """The papers of a programme: title, link and people; keynotes have no people and are left out."""
    conference = re.search(r"/conference/([a-z]+)(\d{2,4})", address)
    name = conference[1] if conference else ""
    year = int(conference[2]) % 100 + 2000 if conference else None
    nodes = [match.start() for match in _NODE.finditer(text)]
    for start, end in zip(nodes, [*nodes, len(text)][1:], strict=True):
        node = text[start : min(end, start + 30_000)]
        link, people = _LINK.search(node), node.partition(_PEOPLE)[2].partition("<p>")[2].partition("</p>")[0]
        page_address = http_address(address, link[1]) if link else None
        if not link or not page_address:
            continue
        title = clean_title(link[2])
        identifiers = {scheme: value for scheme, value in identifiers_of(page_address).items() if scheme == NAME}
        if title and identifiers:
            metadata = Metadata(
                title=title,
                authors=_people(people),
                year=year,
                venue=_SHORT_NAMES.get(name, name.upper()) or None,
                identifiers=identifiers,
            )
            yield _Paper(title, identifiers[NAME], partial(Candidate, metadata, NAME, page_address))


def _people(text: str) -> tuple[str, ...]:
    """The names in "A and B, <em>Place;</em> C, <em>Place</em>"."""
    without_places = re.sub(r"<(em|i)\b.{0,1000}?</\1>", ";", text[:10_000], flags=re.DOTALL | re.IGNORECASE)
    return clean_names(re.split(r"\s*(?:[,;]|\band\b)\s*", clean_title(without_places)))

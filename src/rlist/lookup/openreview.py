"""OpenReview: notes through its API, the newer version first.

https://docs.openreview.net/reference/api-v2
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from urllib.parse import quote, urljoin

from rlist.lookup.citation_tags import read_citation
from rlist.lookup.cleaning import clean_abstract, clean_names, clean_title, first_year
from rlist.lookup.html_page import decoded, read_page
from rlist.lookup.json_answer import inner, read_object, rows_at, text_at
from rlist.lookup.wanted import Answer, Contact, NotAnAnswer, Reply, Request, Step, Wanted
from rlist.model.metadata import Candidate, Metadata

NAME = "openreview"
BASE = "https://api2.openreview.net"
OLD_NAME, OLD_BASE = "openreview_v1", "https://api.openreview.net"
SITE_NAME, SITE_BASE = "openreview_site", "https://openreview.net"
_KEPT_SECONDS = 7 * 86_400.0
# What isn't in one of the two versions is refused there in one of these ways.
_NOT_THERE = frozenset({200, 400, 403, 404})


def ask(wanted: Sequence[Wanted], contact: Contact) -> list[Request]:
    """A request for each forum."""
    return [
        _request("v2", f"{contact.base(NAME, BASE)}/notes?id={quote(note)}", one)
        for one in wanted
        if one.step is Step.CLAIM and (note := one.identifier(NAME))
    ]


def read(request: Request, reply: Reply, contact: Contact) -> Answer:
    """The paper of a forum; what one version of the API doesn't have is asked of the other, then of the page."""
    one = request.wanted[0]
    note_id = one.identifier(NAME) or ""
    page = f"https://openreview.net/forum?id={note_id}"
    if request.purpose == "page":
        candidate = read_citation(read_page(decoded(reply.body, reply.content_type)), NAME, page, {NAME: note_id})
        if candidate is None:
            raise NotAnAnswer("OpenReview shows the page without the paper")
        known = candidate.metadata
        found = Candidate(known, NAME, page, candidate.pdf_address, is_claimed=True)
        return Answer({one.key: (found,)})
    notes = rows_at(read_object(reply.body, "OpenReview"), "notes") if reply.status == 200 else ()
    candidate = _candidate(notes[0], note_id, page) if notes else None
    if candidate is not None:
        return Answer({one.key: (candidate,)})
    if request.purpose == "v2":
        further = _request("v1", f"{contact.base(OLD_NAME, OLD_BASE)}/notes?id={quote(note_id)}", one)
    else:
        site = f"{contact.base(SITE_NAME, SITE_BASE)}/forum?id={quote(note_id)}"
        further = Request(NAME, site, "page", (one,), "text/html", _KEPT_SECONDS)
    return Answer(requests=(further,))


def _request(purpose: str, address: str, one: Wanted) -> Request:
    return Request(NAME, address, purpose, (one,), "application/json", _KEPT_SECONDS, _NOT_THERE)


def _candidate(note: object, note_id: str, page: str) -> Candidate | None:
    title = clean_title(_content(note, "title"))
    if not title:
        return None
    authors = inner(note, "content", "authors")
    if isinstance(authors, dict):
        authors = authors.get("value")
    venue = re.sub(
        r"\s+(?:poster|oral|spotlight|notable top.*|conditional|regular)\b.*$", "", _content(note, "venue"), flags=re.I
    )
    venue = "" if re.match(r"submitted to|withdrawn|desk reject", venue, re.IGNORECASE) else venue
    pdf = _content(note, "pdf")
    metadata = Metadata(
        title=title,
        authors=clean_names([name for name in authors if isinstance(name, str)] if isinstance(authors, list) else []),
        year=first_year(venue) or _year(note),
        venue=clean_title(re.sub(r"\s*(?:19|20)\d\d\b", "", venue)) or None,
        abstract=clean_abstract(_content(note, "abstract")),
        identifiers={NAME: note_id},
    )
    return Candidate(metadata, NAME, page, urljoin(page, pdf) if pdf.startswith("/") else None, is_claimed=True)


def _content(note: object, name: str) -> str:
    """A field of a note: {"value": …} in the newer version, the text itself in the older one."""
    return text_at(note, "content", name) or text_at(note, "content", name, "value")


def _year(note: object) -> int | None:
    for name in ("pdate", "odate", "cdate", "tcdate"):
        at = inner(note, name)
        # Milliseconds since 1970.
        if isinstance(at, int) and 0 < at < 4_000_000_000_000:
            return datetime.fromtimestamp(at / 1000, UTC).year
    return None

"""Proceedings whose pages carry citation_* tags: ACL Anthology, PMLR, NeurIPS, CVF, JMLR and their like."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rlist.lookup.citation_tags import read_citation
from rlist.lookup.html_page import Page, decoded, read_page
from rlist.lookup.wanted import Answer, Contact, NotAnAnswer, Reply, Request, Step, Wanted
from rlist.model.identity import address_of, identifiers_of
from rlist.model.metadata import Candidate

NAME = "proceedings"
_KEPT_SECONDS = 30 * 86_400.0
_HOSTS = (
    r"(?:https?://)?(?:www\.)?(?:papers\.nips\.cc|papers\.neurips\.cc|proceedings\.neurips\.cc|proceedings\.mlr\.press"
    r"|aclanthology\.org|openaccess\.thecvf\.com|jmlr\.org|proceedings\.mlsys\.org|ndss-symposium\.org|ojs\.aaai\.org"
    r"|ijcai\.org|isca-archive\.org|roboticsproceedings\.org)/"
)
_SHORT_VENUES = (
    (r"advances in neural information processing systems|\bneurips\b|\bnips\b", "NeurIPS"),
    (r"international conference on machine learning\b", "ICML"),
    (r"international conference on learning representations", "ICLR"),
)


def page_of(one: Wanted) -> str | None:
    """The item's page in proceedings, or None; for a PDF the page that it hangs on, where the address tells."""
    for scheme in ("acl", "pmlr"):
        if value := one.identifier(scheme):
            return address_of(scheme, value)
    for address in one.addresses:
        if re.match(_HOSTS, address):
            # NeurIPS: …/file/<hash>-Paper-Conference.pdf hangs on …/hash/<hash>-Abstract-Conference.html
            page = re.sub(r"/file/(\w+)-Paper(.*?)\.pdf$", r"/hash/\1-Abstract\2.html", address)
            page = re.sub(r"/papers/(\w+_paper)\.pdf$", r"/html/\1.html", page)
            return page if "://" in page else f"https://{page}"
    return None


def ask(wanted: Sequence[Wanted], contact: Contact) -> list[Request]:
    """A request for each page."""
    return [
        Request(NAME, page, "page", (one,), accept="text/html", kept_seconds=_KEPT_SECONDS)
        for one in wanted
        if one.step is Step.CLAIM and (page := page_of(one))
    ]


def read(request: Request, reply: Reply, contact: Contact) -> Answer:
    """The paper of a page."""
    page = read_page(decoded(reply.body, reply.content_type), ("acl-abstract", "#abstract"))
    candidate = read_citation(page, NAME, reply.address, identifiers_of(reply.address), _abstract(page))
    if candidate is None:
        raise NotAnAnswer(f"{reply.address.split('/')[2]} answers with a page that describes no paper")
    known = candidate.metadata
    venue = next(
        (short for pattern, short in _SHORT_VENUES if re.search(pattern, known.venue or "", re.IGNORECASE)), None
    )
    metadata = type(known)(
        title=known.title,
        authors=known.authors,
        year=known.year,
        venue=venue or known.venue,
        abstract=known.abstract,
        identifiers=known.identifiers,
    )
    found = Candidate(metadata, NAME, candidate.address, candidate.pdf_address, is_claimed=True)
    return Answer({one.key: (found,) for one in request.wanted})


def _abstract(page: Page) -> str | None:
    shown = next((texts[0] for texts in page.texts.values() if texts), None)
    return re.sub(r"^\s*abstract\s*", "", shown, flags=re.IGNORECASE) if shown else None

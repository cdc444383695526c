"""Any web page: its citation_* tags, else JSON-LD, Open Graph, title."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from rlist.lookup.citation_tags import read_citation
from rlist.lookup.cleaning import clean_abstract, clean_names, clean_title, first_year
from rlist.lookup.html_page import Page, decoded, read_page
from rlist.lookup.json_answer import inner, text_at
from rlist.lookup.wanted import Answer, Contact, NotAnAnswer, Reply, Request, Step, Wanted
from rlist.model.address import browser_address
from rlist.model.identity import identifiers_of
from rlist.model.metadata import Candidate, Metadata

NAME = "webpage"
_KEPT_SECONDS = 7 * 86_400.0
# Identifiers and addresses that other providers know more of.
_OTHERS = ("arxiv", "doi", "usenix", "openreview", "acl", "pmlr", "youtube")
_OTHER_ADDRESSES = (
    r"(?:https?://)?(?:www\.)?(?:github\.com/[^/]+/[^/]+/?(?:[?#].*)?$|(?:mobile\.|m\.)?(?:x|twitter)\.com/\w+/status)"
    r"|(?:https?://)?(?:papers|proceedings)\.(?:nips|neurips)\.cc/"
)
_KINDS = r"(?:Scholarly|News|Tech|Blog|Social)?(?:Article|Posting|MediaPosting)|Report|Course|VideoObject|Book|WebPage"
# What parts a page's name from its site's, the name of a site is shorter than a title.
_SEPARATORS = r"\s+[|·•»–—-]\s+|\s*\|\s*|\s+::\s+"
_NO_TITLES = (
    r"(?:home|index|untitled|document|login|log in|sign in|page not found|not found|404.*|error|redirecting.*)\W*"
)


def ask(wanted: Sequence[Wanted], contact: Contact) -> list[Request]:
    """A request for each item that has an address of which no other provider knows more."""
    return [
        _request(one)
        for one in wanted
        if one.step is Step.CLAIM
        and one.addresses
        and not any(one.identifier(scheme) for scheme in _OTHERS)
        and not re.match(_OTHER_ADDRESSES, one.addresses[0], re.IGNORECASE)
        and re.match(r"(?:https?://|[^:]+$|[^/:]+:\d)", one.addresses[0], re.IGNORECASE)
    ]


def instead(one: Wanted) -> list[Request]:
    """What to ask where a service refuses to tell about the item's address."""
    return [_request(one)] if one.addresses else []


def _request(one: Wanted) -> Request:
    address = browser_address(one.addresses[0])
    return Request(NAME, address, "page", (one,), "text/html,application/xhtml+xml", _KEPT_SECONDS)


def read(request: Request, reply: Reply, contact: Contact) -> Answer:
    """What the page says of itself; a PDF or an image says nothing that could be read here."""
    if not re.match(r"\s*(?:text/html|application/xhtml|$)", reply.content_type, re.IGNORECASE):
        return Answer()
    page = read_page(decoded(reply.body, reply.content_type))
    one = request.wanted[0]
    cited = read_citation(page, NAME, reply.address, identifiers_of(reply.address))
    if cited is not None:
        return Answer({one.key: (Candidate(cited.metadata, NAME, cited.address, cited.pdf_address, is_claimed=True),)})
    described = next((row for row in page.objects if re.fullmatch(_KINDS, text_at(row, "@type"))), {})
    site = clean_title(page.first("og:site_name", "application-name"))
    title = _title(page, described, site, reply.address)
    if not title:
        raise NotAnAnswer(f"{urlsplit(reply.address).hostname} answers with a page that has no title")
    metadata = Metadata(
        title=title,
        authors=clean_names(_authors(page, described)),
        year=first_year(
            text_at(described, "datePublished")
            or page.first("article:published_time", "datepublished", "date", "dc.date", "og:published_time")
        ),
        venue=site or None,
        abstract=clean_abstract(
            text_at(described, "description") or page.first("og:description", "description", "twitter:description")
        ),
    )
    return Answer({one.key: (Candidate(metadata, NAME, reply.address, is_claimed=True),)})


def _title(page: Page, described: dict[str, object], site: str, address: str) -> str:
    """The best title: a headline is the text's own, `<title>` has the name of the site in front of it or behind."""
    for found in (text_at(described, "headline"), page.first("og:title", "twitter:title"), page.title):
        title = _without_site(clean_title(found), site, address)
        if title and not re.fullmatch(_NO_TITLES, title, re.IGNORECASE):
            return title
    return ""


def _without_site(title: str, site: str, address: str) -> str:
    """`title` without the name of its site at one of its ends."""
    host = re.sub(r"^(?:www|blog)\.", "", urlsplit(address).hostname or "")
    names = {_squeezed(name) for name in (site, host, host.split(".")[0], f"{host.split('.')[0]}blog") if name}
    if title.startswith("GitHub - "):
        # "GitHub - owner/name: description"
        return re.sub(r"^GitHub - [^/\s]+/", "", title)
    parts = re.split(f"({_SEPARATORS})", title)
    for end, rest in ((-1, slice(None, -2)), (0, slice(2, None))):
        if len(parts) > 2 and any(name and _squeezed(parts[end]) in {name, f"the{name}"} for name in names):
            return "".join(parts[rest]).strip()
    before, colon, after = title.partition(": ")
    if colon and after.strip() and _squeezed(before) in names:
        return after.strip()
    return title


def _squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def _authors(page: Page, described: dict[str, object]) -> list[str]:
    written = inner(described, "author")
    rows = written if isinstance(written, list) else [written]
    names = [row if isinstance(row, str) else text_at(row, "name") for row in rows if row]
    names = names or page.all("author", "article:author", "twitter:creator", "dc.creator")
    # Some sites put the address of a profile there, or the name of an account.
    return [name for name in names if not re.match(r"https?://|@", name)]

"""The citation_* tags that pages of papers carry for search engines.

https://scholar.google.com/intl/en/scholar/inclusion.html#indexing
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urljoin, urlsplit

from rlist.lookup.cleaning import clean_abstract, clean_names, clean_title, first_year
from rlist.lookup.html_page import Page
from rlist.model.identifiers import doi_or_arxiv
from rlist.model.metadata import Candidate, Metadata

_ABSTRACTS = ("citation_abstract", "dcterms.abstract", "dc.description")


def read_citation(
    page: Page, provider: str, address: str, identifiers: Mapping[str, str], abstract: str | None = None
) -> Candidate | None:
    """The work that a page's citation_* tags describe, or None where it has none.

    `identifiers` are those that the page's address holds, `abstract` what the page says outside of its tags.
    """
    title = clean_title(re.sub(r"(?<!\\)[{}]", "", page.first("citation_title", "dc.title", "dcterms.title")))
    if not page.first("citation_title") or not title:
        return None
    authors = page.all("citation_author", "dc.creator")
    if not authors and (joined := page.first("citation_authors")):
        authors = re.split(r"\s*;\s*", joined)
    found = dict(identifiers)
    doi = re.search(r"10\.\d{4,9}/\S+", page.first("citation_doi"))
    if doi:
        found.setdefault(*doi_or_arxiv(doi[0].rstrip(".,;")))
    if arxiv_id := page.first("citation_arxiv_id"):
        found.setdefault("arxiv", arxiv_id.strip())
    metadata = Metadata(
        title=title,
        authors=clean_names(authors),
        year=first_year(
            page.first("citation_publication_date", "citation_date", "citation_year", "citation_online_date", "dc.date")
        ),
        venue=clean_title(page.first("citation_conference_title", "citation_journal_title", "citation_inbook_title"))
        or None,
        abstract=clean_abstract(abstract or page.first(*_ABSTRACTS)),
        identifiers=found,
    )
    return Candidate(metadata, provider, address, pdf_address=http_address(address, page.first("citation_pdf_url")))


def http_address(page_address: str, found: str) -> str | None:
    """The address that `found` is, seen from the page it stands on; None where it is none of http."""
    if not found.strip():
        return None
    try:
        joined = urljoin(page_address, found.strip())
        parts = urlsplit(joined)
    except ValueError:
        return None
    return joined if parts.scheme in {"http", "https"} and parts.hostname else None

"""DataCite: the DOIs that Crossref doesn't know, such as those of arXiv, Zenodo and figshare.

https://support.datacite.org/docs/api
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from rlist.lookup.cleaning import clean_abstract, clean_names, clean_title, first_year
from rlist.lookup.json_answer import read_object, rows_at, text_at
from rlist.lookup.wanted import Answer, Contact, NotAnAnswer, Reply, Request, Wanted
from rlist.model.identifiers import doi_or_arxiv
from rlist.model.metadata import Candidate, Metadata

NAME = "datacite"
BASE = "https://api.datacite.org"
_KEPT_SECONDS = 30 * 86_400.0


def ask(wanted: Sequence[Wanted], contact: Contact) -> list[Request]:
    """Nothing: it is asked by Crossref's answers alone."""
    return []


def instead(wanted: Sequence[Wanted], contact: Contact) -> list[Request]:
    """What to ask for DOIs that Crossref doesn't know."""
    base = contact.base(NAME, BASE)
    return [
        Request(
            NAME,
            f"{base}/dois/{quote(doi, safe='')}",
            "work",
            (one,),
            accept="application/vnd.api+json",
            kept_seconds=_KEPT_SECONDS,
            statuses=frozenset({200, 404}),
        )
        for one in wanted
        if (doi := one.identifier("doi"))
    ]


def read(request: Request, reply: Reply, contact: Contact) -> Answer:
    """The work with a DOI; none where DataCite doesn't know it either."""
    if reply.status == 404:
        return Answer()
    record = read_object(reply.body, "DataCite").get("data")
    title = clean_title(text_at(record, "attributes", "titles", "title"))
    doi = text_at(record, "attributes", "doi").lower()
    if not title or not doi:
        raise NotAnAnswer("DataCite knows the DOI, and no title for it")
    abstracts = [
        text_at(description, "description")
        for description in rows_at(record, "attributes", "descriptions")
        if text_at(description, "descriptionType") == "Abstract"
    ]
    publisher = text_at(record, "attributes", "publisher") or text_at(record, "attributes", "publisher", "name")
    metadata = Metadata(
        title=title,
        authors=clean_names([_name(creator) for creator in rows_at(record, "attributes", "creators")]),
        year=first_year(text_at(record, "attributes", "publicationYear")),
        venue=clean_title(text_at(record, "attributes", "container", "title") or publisher) or None,
        abstract=clean_abstract(abstracts[0]) if abstracts else None,
        identifiers=dict([doi_or_arxiv(doi)]),
    )
    found = Candidate(metadata, NAME, f"https://doi.org/{doi}", is_claimed=True)
    return Answer({one.key: (found,) for one in request.wanted})


def _name(creator: object) -> str:
    given, family = text_at(creator, "givenName"), text_at(creator, "familyName")
    return f"{given} {family}" if given and family else text_at(creator, "name")

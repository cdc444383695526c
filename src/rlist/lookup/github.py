"""GitHub: the name and description of a repository.

https://docs.github.com/en/rest/repos/repos#get-a-repository
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rlist.lookup.cleaning import clean_abstract, clean_title, first_year
from rlist.lookup.json_answer import read_object, text_at
from rlist.lookup.wanted import Answer, Contact, NotAnAnswer, Reply, Request, Step, Wanted
from rlist.lookup.webpage import instead as ask_page
from rlist.model.metadata import Candidate, Metadata

NAME = "github"
BASE = "https://api.github.com"
_KEPT_SECONDS = 7 * 86_400.0
_REPOSITORY = r"(?:https?://)?(?:www\.)?github\.com/([\w.-]+)/([\w.-]+?)(?:\.git)?(?:/tree/[^/]+)?/?(?:[?#].*)?"
# Sixty requests an hour without a token; what is refused is read from the page.
_REFUSED = frozenset({200, 403, 404, 429})


def repository_of(one: Wanted) -> tuple[str, str] | None:
    """Owner and name of the repository that is the item's first address, or None."""
    match = re.fullmatch(_REPOSITORY, one.addresses[0]) if one.addresses else None
    return (match[1], match[2]) if match else None


def ask(wanted: Sequence[Wanted], contact: Contact) -> list[Request]:
    """A request for each item whose first address is a repository."""
    base = contact.base(NAME, BASE)
    return [
        Request(
            NAME,
            f"{base}/repos/{repository[0]}/{repository[1]}",
            "repository",
            (one,),
            accept="application/vnd.github+json",
            kept_seconds=_KEPT_SECONDS,
            statuses=_REFUSED,
        )
        for one in wanted
        if one.step is Step.CLAIM and (repository := repository_of(one))
    ]


def read(request: Request, reply: Reply, contact: Contact) -> Answer:
    """The repository; where the API refuses, the page is asked."""
    one = request.wanted[0]
    if reply.status != 200:
        return Answer(requests=ask_page(one))
    repository = read_object(reply.body, "GitHub")
    name = clean_title(text_at(repository, "name"))
    if not name:
        raise NotAnAnswer("GitHub answers without a name")
    description = clean_title(text_at(repository, "description"))
    metadata = Metadata(
        title=f"{name}: {description}" if description else clean_title(text_at(repository, "full_name")) or name,
        year=first_year(text_at(repository, "created_at")),
        venue="GitHub",
        abstract=clean_abstract(text_at(repository, "description")),
    )
    return Answer({one.key: (Candidate(metadata, NAME, one.addresses[0], is_claimed=True),)})

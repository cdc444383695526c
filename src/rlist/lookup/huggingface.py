"""Hugging Face's pages of papers, which are those of arXiv: asked besides it, for when arXiv is silent.

https://huggingface.co/docs/hub/api
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rlist.lookup.cleaning import clean_abstract, clean_names, clean_title, first_year
from rlist.lookup.json_answer import read_object, rows_at, text_at
from rlist.lookup.wanted import Answer, Contact, NotAnAnswer, Reply, Request, Step, Wanted
from rlist.model.metadata import Candidate, Metadata

NAME = "huggingface"
BASE = "https://huggingface.co"
_KEPT_SECONDS = 7 * 86_400.0


def ask(wanted: Sequence[Wanted], contact: Contact) -> list[Request]:
    """A request for each item whose list links the paper there."""
    return [
        Request(
            NAME,
            f"{contact.base(NAME, BASE)}/api/papers/{arxiv_id}",
            "paper",
            (one,),
            accept="application/json",
            kept_seconds=_KEPT_SECONDS,
            statuses=frozenset({200, 404}),
            is_extra=True,
        )
        for one in wanted
        if one.step is Step.CLAIM
        and (arxiv_id := one.identifier("arxiv"))
        and any(re.match(r"(?:https?://)?(?:www\.)?(?:huggingface\.co|hf\.co)/papers/", url) for url in one.addresses)
    ]


def read(request: Request, reply: Reply, contact: Contact) -> Answer:
    """The paper; none where it isn't indexed."""
    if reply.status == 404:
        return Answer()
    paper = read_object(reply.body, "Hugging Face")
    title, arxiv_id = clean_title(text_at(paper, "title")), text_at(paper, "id")
    if not title or any(arxiv_id != one.identifier("arxiv") for one in request.wanted):
        raise NotAnAnswer("Hugging Face answers with another paper, or without a title")
    metadata = Metadata(
        title=title,
        authors=clean_names([text_at(author, "name") for author in rows_at(paper, "authors")]),
        year=first_year(text_at(paper, "publishedAt")),
        venue="arXiv",
        abstract=clean_abstract(text_at(paper, "summary")),
        identifiers={"arxiv": arxiv_id},
    )
    found = Candidate(
        metadata, NAME, f"https://arxiv.org/abs/{arxiv_id}", f"https://arxiv.org/pdf/{arxiv_id}", is_claimed=True
    )
    return Answer({one.key: (found,) for one in request.wanted})

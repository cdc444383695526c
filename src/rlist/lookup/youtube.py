"""YouTube: the title and channel of a video by oEmbed.

https://oembed.com/ and its list of providers
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from rlist.lookup.cleaning import clean_names, clean_title
from rlist.lookup.json_answer import read_object, text_at
from rlist.lookup.wanted import Answer, Contact, NotAnAnswer, Reply, Request, Step, Wanted
from rlist.lookup.webpage import instead as ask_page
from rlist.model.metadata import Candidate, Metadata

NAME = "youtube"
BASE = "https://www.youtube.com"
_KEPT_SECONDS = 30 * 86_400.0
# "Forbidden" stands for videos that can't be embedded, which are there all the same.
_NOT_EMBEDDED = frozenset({200, 400, 401, 403, 404})


def ask(wanted: Sequence[Wanted], contact: Contact) -> list[Request]:
    """A request for each video."""
    base = contact.base(NAME, BASE)
    return [
        Request(
            NAME,
            f"{base}/oembed?format=json&url={quote(f'https://www.youtube.com/watch?v={video}', safe='')}",
            "video",
            (one,),
            accept="application/json",
            kept_seconds=_KEPT_SECONDS,
            statuses=_NOT_EMBEDDED,
        )
        for one in wanted
        if one.step is Step.CLAIM and (video := one.identifier(NAME))
    ]


def read(request: Request, reply: Reply, contact: Contact) -> Answer:
    """The video; one that can't be embedded is read from its page."""
    one = request.wanted[0]
    if reply.status != 200:
        return Answer(requests=ask_page(one))
    video = read_object(reply.body, "YouTube")
    title = clean_title(text_at(video, "title"))
    if not title:
        raise NotAnAnswer("YouTube answers without a title")
    metadata = Metadata(
        title=title,
        authors=clean_names([text_at(video, "author_name")]),
        venue="YouTube",
        identifiers={NAME: one.identifier(NAME) or ""},
    )
    address = f"https://www.youtube.com/watch?v={one.identifier(NAME)}"
    return Answer({one.key: (Candidate(metadata, NAME, address, is_claimed=True),)})

"""X: who wrote a post and how it begins, by oEmbed.

https://developer.x.com/en/docs/x-for-websites/oembed-api
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from urllib.parse import quote

from rlist.lookup.cleaning import clean_abstract, clean_names, clean_title, first_year
from rlist.lookup.json_answer import read_object, text_at
from rlist.lookup.wanted import Answer, Contact, NotAnAnswer, Reply, Request, Step, Wanted
from rlist.model.metadata import Candidate, Metadata

NAME = "x"
BASE = "https://publish.twitter.com"
_KEPT_SECONDS = 30 * 86_400.0
_POST = r"(?:https?://)?(?:www\.|mobile\.|m\.)?(?:x|twitter)\.com/(\w{1,20})/status(?:es)?/(\d{1,25})(?:[/?#].*)?"
# A post has no title: as much of it as stands on a line stands for one.
_TITLE_CHARACTERS = 100
_MAXIMUM_CHARACTERS = 50_000


def post_of(one: Wanted) -> tuple[str, str] | None:
    """Writer and number of the post that is the item's first address, or None."""
    match = re.fullmatch(_POST, one.addresses[0]) if one.addresses else None
    return (match[1], match[2]) if match else None


def ask(wanted: Sequence[Wanted], contact: Contact) -> list[Request]:
    """A request for each item whose first address is a post."""
    base = contact.base(NAME, BASE)
    return [
        Request(
            NAME,
            f"{base}/oembed?omit_script=1&dnt=1&url={quote(f'https://x.com/{post[0]}/status/{post[1]}', safe='')}",
            "post",
            (one,),
            accept="application/json",
            kept_seconds=_KEPT_SECONDS,
            statuses=frozenset({200, 403, 404}),
        )
        for one in wanted
        if one.step is Step.CLAIM and (post := post_of(one))
    ]


def read(request: Request, reply: Reply, contact: Contact) -> Answer:
    """The post with the beginning of its text as title; none where it has been deleted or is hidden."""
    one = request.wanted[0]
    if reply.status != 200:
        return Answer()
    post = read_object(reply.body, "X")
    shown = text_at(post, "html")[:_MAXIMUM_CHARACTERS]
    words = shown.partition("<p")[2].partition(">")[2].partition("</p>")[0]
    text = re.sub(r"<[^<>]{0,1000}>", "", re.sub(r"<br\s*/?>", " ", words))
    text = re.sub(r"\s*(?:https?://t\.co/\w+|pic\.twitter\.com/\w+)", "", html.unescape(text)).strip()
    writer = clean_title(text_at(post, "author_name"))
    if not writer or not text:
        raise NotAnAnswer("X answers without writer or text")
    begun = clean_title(text)
    if len(begun) > _TITLE_CHARACTERS:
        begun = begun[:_TITLE_CHARACTERS].rsplit(" ", 1)[0] + "…"
    dates = re.findall(r">([A-Z][a-z]+ \d{1,2}, \d{4})</a>", shown)
    metadata = Metadata(
        title=f"{writer}: {begun}",
        authors=clean_names([writer]),
        year=first_year(dates[-1]) if dates else None,
        venue="X",
        abstract=clean_abstract(text),
    )
    return Answer({one.key: (Candidate(metadata, NAME, one.addresses[0], is_claimed=True),)})

"""Answers that are none: checks for robots, blocked visitors, "Rate exceeded." with status 200."""

from __future__ import annotations

import re
from typing import NamedTuple

# So much of a page tells what it is.
_HEAD_BYTES = 4_000
# The titles of such pages: Cloudflare, Akamai, Anubis, DataDome, Google's consent page, DBLP's check.
_ROBOT_CHECKS = (
    rb"just a moment|attention required|access denied|are you (?:a )?(?:human|robot)|verify(?:ing)? (?:that )?you are"
    rb"|checking your browser|security check|making sure you.re not a bot|pardon our interruption|bot verification"
    rb"|please wait\.\.\.|robot check|before you continue"
)


class Refused(NamedTuple):
    """What an answer is instead of one; whether another try may help, and whether the whole host refuses."""

    reason: str
    is_passing: bool
    is_of_host: bool


def refusal(status: int, body: bytes, readable: frozenset[int] = frozenset({200})) -> Refused | None:
    """What is wrong with an answer, or None where it can be read; `readable` are the statuses that a provider reads."""
    head = body[:_HEAD_BYTES]
    if re.match(rb"\s*rate (?:limit )?exceeded", head, re.IGNORECASE):
        return Refused("asks for a pause: rate exceeded", is_passing=True, is_of_host=True)
    title = re.search(rb"<title[^>]{0,200}>([^<]{0,200})", head, re.IGNORECASE)
    if title and re.search(_ROBOT_CHECKS, title[1], re.IGNORECASE):
        return Refused("shows a check for robots instead of an answer", is_passing=False, is_of_host=True)
    if status in readable and not body.strip():
        return Refused("answers with nothing", is_passing=True, is_of_host=False)
    if status in {429, 500, 502, 503, 504} and status not in readable:
        return Refused(f"answers {status}", is_passing=True, is_of_host=True)
    if status not in readable:
        return Refused(_STATUS_WORDS.get(status, f"answers {status}"), is_passing=False, is_of_host=False)
    return None


_STATUS_WORDS = {
    401: "wants a login",
    403: "refuses the page",
    404: "has no such page",
    410: "has removed the page",
    451: "may not show the page",
}

"""What comes back from the network: an answer, or the reason why there is none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from rlist.errors import ServiceFailed


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer: `address` is the last one of its redirects, `wait_seconds` what Retry-After says, if it does."""

    status: int
    body: bytes
    address: str
    content_type: str = ""
    wait_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an answer that came is none.

    `is_passing` says that another try may bring one, `is_of_host` that the host won't answer anything else either.
    """

    reason: str
    is_passing: bool = False
    is_of_host: bool = False

    @property
    def is_final(self) -> bool:
        """Whether the host has answered after all: this page it won't show."""
        return not self.is_passing and not self.is_of_host


class Unanswered(ServiceFailed):
    """A request without a usable answer: `host` and `reason` make up the message.

    `is_passing` says that another try may bring one, `wait_seconds` how long the service wants to be left alone, and
    `is_of_host` that nothing else has to be asked of the host in this run;
    `is_final` says that the host did answer, and that it has no such page or doesn't show it.
    """

    def __init__(
        self,
        url: str,
        reason: str,
        *,
        is_passing: bool = False,
        wait_seconds: float | None = None,
        is_of_host: bool | None = None,
        is_final: bool = False,
    ) -> None:
        self.host = host_of(url)
        self.reason = reason
        self.is_passing = is_passing
        self.wait_seconds = wait_seconds
        self.is_of_host = is_passing if is_of_host is None else is_of_host
        self.is_final = is_final
        super().__init__(f"{self.host} {reason}", "try again later: rlist lookup --retry")


class TooLate(Unanswered):
    """An answer that wasn't there in whole when its time was up."""

    def __init__(self, url: str, seconds: float) -> None:
        super().__init__(url, f"doesn't answer within {seconds:.0f} s", is_passing=True)


def retry_after_seconds(value: str | None) -> float | None:
    """The seconds that a Retry-After header asks for, given as a number or as a date; None where it says nothing.

    Forms: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
    """
    if not value:
        return None
    if re.fullmatch(r"\d{1,9}", value.strip()):
        return float(value)
    try:
        at = parsedate_to_datetime(value)
    except (TypeError, ValueError, IndexError):
        return None
    return max((at.replace(tzinfo=at.tzinfo or UTC) - datetime.now(UTC)).total_seconds(), 0.0)


def host_of(url: str) -> str:
    """The host that an address names, in lower case, or the start of what names none."""
    try:
        return urlsplit(url).hostname or url[:80]
    except ValueError:
        return url[:80]

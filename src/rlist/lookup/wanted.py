"""What is looked up, what is asked for it and what comes back: the values that providers take and give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from rlist.errors import ServiceFailed
from rlist.model.item import Kind

if TYPE_CHECKING:
    from rlist.model.matching import Held
    from rlist.model.metadata import Candidate


class Step(StrEnum):
    """By what an item is looked up; each step is for what the one before it didn't find."""

    CLAIM = "claim"  # by its identifiers and addresses
    TITLE = "title"  # by its title, letter for letter, where its hints point
    WIDELY = "widely"  # by parts of its title, everywhere


@dataclass(frozen=True, slots=True)
class Wanted:
    """An item whose metadata are wanted; `key` is its own, `addresses` are those of its links in order."""

    key: int
    held: Held
    kind: Kind = Kind.OTHER
    addresses: tuple[str, ...] = ()
    step: Step = Step.CLAIM

    @property
    def title(self) -> str:
        """The title that is held."""
        return self.held.metadata.title

    def identifier(self, scheme: str) -> str | None:
        """The identifier of this scheme, or None."""
        return self.held.metadata.identifiers.get(scheme)


@dataclass(frozen=True, slots=True)
class Request:
    """An address to ask, for one item or many.

    `provider` is the NAME of the one that reads the answer, `purpose` its own word for how. The answer is good for
    `kept_seconds`. `statuses` besides 200 belong to answers that can be read. `is_from_remote` says that the address
    comes from a remote answer; `is_extra` that what is wanted is found without it, only less of it. `most_bytes` is
    what the answer may have where that is more than a page has.
    """

    provider: str
    url: str
    purpose: str
    wanted: tuple[Wanted, ...]
    accept: str = "*/*"
    kept_seconds: float = 0.0
    statuses: frozenset[int] = frozenset({200})
    is_from_remote: bool = False
    is_extra: bool = False
    most_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a request: `address` is where it came from after redirects."""

    status: int
    body: bytes
    address: str
    content_type: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a provider reads in a reply: candidates by the key of the item, and what else to ask."""

    candidates: Mapping[int, Sequence[Candidate]] = field(default_factory=dict)
    requests: Sequence[Request] = ()


@dataclass(frozen=True, slots=True)
class Contact:
    """How providers know the reader, and where they are: base addresses by name, where the configuration has others."""

    mail: str | None = None
    bases: Mapping[str, str] = field(default_factory=dict)

    def base(self, name: str, usual: str) -> str:
        """The base address of the service `name`, without a slash at its end."""
        return self.bases.get(name, usual).rstrip("/")


class NotAnAnswer(ServiceFailed):
    """A reply that is none: a page that checks for robots, a feed that says "Error", half a document."""


class Provider(Protocol):
    """A source of metadata; a module is one. It does no I/O."""

    NAME: str  # what `lookup` shows and the configuration names

    def ask(self, wanted: Sequence[Wanted], contact: Contact) -> list[Request]:
        """What to ask for those of `wanted` that this provider can know, at the step at which they stand."""

    def read(self, request: Request, reply: Reply, contact: Contact) -> Answer:
        """What the reply says; raises NotAnAnswer."""

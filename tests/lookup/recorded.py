"""Recorded answers, and what is wanted of them."""

from pathlib import Path

from rlist.lookup.wanted import Answer, Contact, Provider, Reply, Request, Step, Wanted
from rlist.model.item import Kind
from rlist.model.matching import Held
from rlist.model.metadata import Metadata

FILES = Path(__file__).parent / "files"
CONTACT = Contact(mail="reader@example.org")


def wanted(
    title: str = "",
    *authors: str,
    key: int = 1,
    step: Step = Step.CLAIM,
    addresses: tuple[str, ...] = (),
    labels: tuple[str, ...] = (),
    venue: str | None = None,
    year: int | None = None,
    **identifiers: str,
) -> Wanted:
    known = Metadata(title, authors, year=year, venue=venue, identifiers=identifiers)
    return Wanted(key, Held(known, is_titled=bool(title), labels=labels), Kind.OTHER, addresses, step)


def read(
    provider: Provider,
    file: str,
    purpose: str,
    *items: Wanted,
    status: int = 200,
    address: str = "https://example.org/",
) -> Answer:
    """What the provider reads in a recorded answer to a request for `items`."""
    kind = {".html": "text/html", ".json": "application/json"}.get(Path(file).suffix, "application/octet-stream")
    request = Request(provider.NAME, address, purpose, items)
    return provider.read(request, Reply(status, (FILES / file).read_bytes(), address, kind), CONTACT)

"""What a reader types to add one thing: an address, an identifier, or the words of an entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rlist.formats.document import ReadEntry
from rlist.model.address import readable_address
from rlist.model.identity import address_of, read_reference
from rlist.model.item import Kind, Link
from rlist.model.kinds import kind_of
from rlist.model.metadata import Metadata

# How an identifier is written where it stands for a title.
_WRITTEN = {"arxiv": "arXiv {}", "isbn": "ISBN {}", "doi": "{}"}


def read_entry(text: str) -> ReadEntry:
    """The entry that `text`, one line, makes alone, outside of any list."""
    text = text.strip()
    reference = read_reference(text)
    if reference is None:
        # What is added by its address needs no rule for titles.
        from rlist.formats.plain_title import plain_title

        alone = plain_title(text)
        if alone and alone[1] is None:
            return ReadEntry((), text, Metadata(text), kind_of(None))
        # Reading words as those of a list takes as long to load as all the rest of the command.
        from rlist.formats.entry_text import read_words

        return read_words(text)
    # What names a thing and nothing else may be less sure an address than one in a sentence must be: `example.org`.
    links = (Link(reference.address),) if reference.address else ()
    metadata = Metadata(stand_in(links, reference.identifiers) or text, identifiers=dict(reference.identifiers))
    return ReadEntry((), text, metadata, kind_of_entry(links, reference.identifiers), links=links)


def stand_in(links: Sequence[Link], identifiers: Mapping[str, str]) -> str | None:
    """What stands for a title where a text has none: an identifier, else a readable form of the address."""
    for scheme, value in identifiers.items():
        if scheme in _WRITTEN:
            return _WRITTEN[scheme].format(value)
    return readable_address(links[0].url) if links else None


def kind_of_entry(
    links: Sequence[Link],
    identifiers: Mapping[str, str],
    label: str | None = None,
    is_cited: bool = False,
    venue: str | None = None,
) -> Kind:
    """The kind of a work from its first address, else its identifiers, its publisher, or the label of its lost link.

    `is_cited` says that authors or a venue are known, which speaks for a paper where nothing else says otherwise.
    """
    address = links[0].url if links else None
    if address is None:
        address = next((a for scheme, value in identifiers.items() if (a := address_of(scheme, value))), None)
    kind = kind_of(address, label)
    if venue and kind in {Kind.OTHER, Kind.ARTICLE}:
        # What is added by its address has no venue, and the names of publishers take long to load.
        from rlist.formats.publishers import is_publisher

        if is_publisher(venue, dated=True):
            return Kind.BOOK
    if kind is Kind.OTHER and is_cited:
        return Kind.PAPER
    return kind

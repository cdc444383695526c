"""The text of one entry, understood: title, links, identifiers, citation, tags, commentary."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rlist.formats.addresses import Address, find_addresses
from rlist.formats.citation_tail import merge
from rlist.formats.document import ReadEntry
from rlist.formats.entry_citation import cited_by_link, cited_by_words
from rlist.formats.entry_links import links_of, without_tags, words_between
from rlist.formats.marks import find_tags, listed_tags, read_marks
from rlist.formats.named_links import is_named, told_by_label
from rlist.formats.plain_title import plain_title
from rlist.formats.reference import kind_of_entry, stand_in
from rlist.formats.title_words import (
    cleaned,
    is_title,
    open_bracket,
    plain,
    says_something,
)
from rlist.formats.venues import is_label
from rlist.model.identity import identifiers_of, title_key
from rlist.model.item import Link, Priority, Status
from rlist.model.metadata import Metadata

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime


class EntryText(NamedTuple):
    """What the text of an entry says; `label` is the text of a lost link, `notes` what is no part of the citation."""

    title: str
    links: tuple[Link, ...]
    identifiers: Mapping[str, str]
    authors: tuple[str, ...]
    et_al: bool
    year: int | None
    venue: str | None
    label: str | None
    notes: tuple[str, ...]
    tags: tuple[str, ...]
    status: Status | None
    finished_at: datetime | None
    priority: Priority | None = None
    rating: int | None = None


_HASHES = re.compile(r"^(?:#{1,6}|>+)\s+(?=\S)")
# The number that a paper has among the references of another: `Fast Online Clustering [12]`.
_NUMBER_BEHIND = re.compile(r"(?<=[^\W\d_]{3}|\d\d\.)\s?\[\d{1,3}\]$")
_NUMBER_IN_FRONT = re.compile(r"^\[\d{1,3}\]\s+(?=\S)")


# A line is understood once, however often it stands in a list and however many ways of reading it are tried.
@lru_cache(maxsize=32_768)
def parse_entry(text: str) -> EntryText:
    """What `text`, the text of one entry without bullet and check box, says of a work; what comes back is shared."""
    alone = plain_title(text)
    if alone and (alone[1] is None or is_title(alone[0])):
        return _plain_entry(*alone)
    body = _NUMBER_IN_FRONT.sub("", _HASHES.sub("", text)) if text[:1] in "#[>" else text
    body = _NUMBER_BEHIND.sub("", body) if body[-1:] == "]" else body
    marks = read_marks(body)
    body = marks.text
    addresses = find_addresses(body)
    gaps = words_between(body, addresses)
    tags = tuple(dict.fromkeys(match[1] for gap in gaps for match in find_tags(gap)))
    if "tag" in body and (listed := listed_tags(gaps[-1])):
        gaps[-1], tags = gaps[-1][: listed.start], (*tags, *listed.tags)
    if tags:
        gaps = [without_tags(gap) for gap in gaps]
    links, identifiers = links_of(addresses, gaps)
    named = next((i for i, a in enumerate(addresses) if is_named(a, gaps, i)), None)
    citation = cited_by_words(body, addresses, gaps) if named is None else cited_by_link(body, addresses, gaps, named)
    if not (citation.authors and citation.year) and (told := told_by_label(addresses, gaps, named)):
        citation = merge(citation, told) or citation
    title = (
        citation.title
        or _of_labels(addresses, gaps)
        or stand_in(links, identifiers)
        or cleaned(body)
        or body.strip()
        or "untitled"
    )
    notes = tuple(words for words in (citation.rest, marks.rest) if says_something(words))
    opened = open_bracket(title)
    if opened and not text.endswith(title) and says_something(title[:opened]):
        # Its other half was taken for a part of the citation, so what stands in it is none of the title.
        title, notes = cleaned(title[:opened]), (title[opened + 1 :].strip(), *notes)
    label = citation.label
    if label is None and not links:
        label = next((plain(a.label).strip("[] ") for a in addresses if a.label and is_label(a.label)), None)
    return EntryText(
        title,
        links,
        identifiers,
        citation.authors,
        citation.et_al,
        citation.year,
        citation.venue,
        None if links else label,
        notes,
        tags,
        marks.status,
        marks.finished_at,
        marks.priority,
        marks.rating,
    )


def _of_labels(addresses: list[Address], gaps: list[str]) -> str | None:
    """What stands for a title where a label in front of a link and its text are all that is said: `Video: YouTube`."""
    if len(addresses) != 1 or says_something(gaps[1]) or not addresses[0].label:
        return None
    before, label = cleaned(gaps[0]), cleaned(plain(addresses[0].label).strip("[]"))
    return f"{before}: {label}" if says_something(before) and says_something(label) else None


def _plain_entry(title: str, url: str | None) -> EntryText:
    links, identifiers = ((Link(url),), identifiers_of(url)) if url else ((), {})
    return EntryText(title, links, identifiers, (), False, None, None, None, (), (), None, None)


def read_words(text: str) -> ReadEntry:
    """The entry that `text`, the words of one without a list around them, makes."""
    understood = parse_entry(text)
    notes = understood.notes
    if _words_of(text) - _words_of(*_said(understood)):
        # No list keeps the text as it was typed, so what is no part of the title stays with it here.
        notes = (*notes, text)
    return ReadEntry(
        section=(),
        text=text,
        metadata=Metadata(
            understood.title,
            understood.authors,
            understood.et_al,
            understood.year,
            understood.venue,
            identifiers=dict(understood.identifiers),
        ),
        kind=kind_of_entry(
            understood.links,
            understood.identifiers,
            understood.label,
            bool(understood.authors or understood.venue),
        ),
        label=understood.label,
        links=understood.links,
        notes=notes,
        tags=understood.tags,
        status=understood.status,
        priority=understood.priority,
        rating=understood.rating,
        finished_at=understood.finished_at,
    )


def _said(understood: EntryText) -> Iterator[str]:
    """All that was understood, as texts."""
    yield understood.title
    yield from understood.authors
    yield from understood.notes
    yield from understood.tags
    yield from (link.url for link in understood.links)
    yield from understood.identifiers.values()
    for known in (understood.year, understood.venue, understood.label, "et al" if understood.et_al else None):
        yield str(known or "")
    if understood.status:
        yield "x todo done reading"


def _words_of(*texts: str) -> set[str]:
    return {word for text in texts for word in title_key(text).split()}

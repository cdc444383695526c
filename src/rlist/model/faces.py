"""One work, many faces: what an item becomes by the preprint and the published version that were found for it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rlist.model.identity import canonical_address
from rlist.model.item import Item, Kind, Link, LookupState, Note
from rlist.model.matching import is_preprint_venue, surnames
from rlist.model.metadata import Candidate, Metadata
from rlist.model.titles import Agreement, likeness

if TYPE_CHECKING:
    from datetime import datetime

# The fields of an item that a look-up fills in.
FIELDS = ("title", "authors", "year", "venue", "abstract", "identifiers")

_LABELS = {
    "arxiv": "arXiv",
    "usenix": "USENIX",
    "crossref": "DOI",
    "datacite": "DOI",
    "openreview": "OpenReview",
    "proceedings": "proceedings",
}
_KINDS = {
    **dict.fromkeys(
        ("arxiv", "usenix", "crossref", "datacite", "openreview", "proceedings", "huggingface"), Kind.PAPER
    ),
    "github": Kind.CODE,
    "youtube": Kind.VIDEO,
    "x": Kind.THREAD,
    "webpage": Kind.ARTICLE,
}


@dataclass(frozen=True, slots=True)
class Filled:
    """An item with what was found for it, and the provider that each changed field is from.

    `listed` are the words that it had before, where they are other words; None where they are the same.
    """

    item: Item
    sources: Mapping[str, str]
    listed: str | None


def filled(item: Item, faces: Sequence[Candidate], own: Collection[str] = (), dead: Collection[str] = ()) -> Filled:
    """`item` with the metadata of `faces`, the best of them first.

    A published version goes before the preprint, for venue and year above all, also one that only the item tells of.
    Fields in `own` are the reader's and stay; so do identifiers, unless their scheme is in `dead`: such a one led
    nowhere.
    """
    ordered = sorted(faces, key=_is_preprint)
    known = item.metadata
    if known.venue and not is_preprint_venue(known.venue) and _is_preprint(ordered[0]):
        own = {*own, "venue", *(["year"] if known.year else [])}
    changes: dict[str, object] = {}
    sources: dict[str, str] = {}
    for name in ("title", "authors", "year", "venue", "abstract"):
        face = next((face for face in ordered if getattr(face.metadata, name)), None)
        if face is not None and name not in own:
            changes[name] = getattr(face.metadata, name)
            sources[name] = face.provider
    if "authors" in changes:
        changes["et_al"] = False
    if "identifiers" not in own:
        kept = {scheme: value for scheme, value in known.identifiers.items() if scheme not in dead}
        found = {scheme: value for face in reversed(ordered) for scheme, value in face.metadata.identifiers.items()}
        changes["identifiers"] = {**found, **kept}
        if changes["identifiers"] != known.identifiers:
            sources["identifiers"] = ordered[0].provider
    metadata = known._replace(**changes)  # type: ignore[arg-type]
    kind = _KINDS.get(ordered[0].provider, item.kind) if item.kind is Kind.OTHER else item.kind
    links = item.links if "urls" in own else _links(item.links, ordered)
    # What was found before isn't the list's own words.
    listed = None if item.lookup.state is LookupState.FOUND else _listed(known, metadata)
    return Filled(item._replace(metadata=metadata, kind=kind, links=links), sources, listed)


def is_other_face(one: Item, other: Item) -> bool:
    """Whether two items with equal titles are the preprint and the published version of one work.

    They share an author, lie at most two years apart, and no identifier says that they are two.
    """
    mine, theirs = one.metadata, other.metadata
    if not (mine.venue and theirs.venue and mine.year and theirs.year):
        return False
    is_pair = is_preprint_venue(mine.venue) != is_preprint_venue(theirs.venue) and abs(mine.year - theirs.year) <= 2
    is_two = any(theirs.identifiers.get(scheme, value) != value for scheme, value in mine.identifiers.items())
    return is_pair and not is_two and bool(surnames(mine.authors) & surnames(theirs.authors))


def conflicts(known: Metadata, faces: Iterable[Candidate], dead: Collection[str] = ()) -> list[str]:
    """Identifiers that the item has and that a face has otherwise, in words; those of schemes in `dead` don't count."""
    return [
        f"{scheme} {value} and not {known.identifiers[scheme]}"
        for face in faces
        for scheme, value in face.metadata.identifiers.items()
        if scheme not in dead and known.identifiers.get(scheme, value) != value
    ]


def _is_preprint(face: Candidate) -> bool:
    venue = face.metadata.venue
    return not venue or is_preprint_venue(venue)


def _links(links: tuple[Link, ...], faces: Sequence[Candidate]) -> tuple[Link, ...]:
    """The links that the item has, then the pages of the faces, then their PDFs; each address once."""
    offered = [Link(face.address, _LABELS.get(face.provider)) for face in faces if face.address]
    offered += [Link(face.pdf_address, "PDF") for face in faces if face.pdf_address]
    known = {canonical_address(link.url) for link in links}
    added: list[Link] = []
    for link in offered:
        address = canonical_address(link.url)
        if address not in known:
            known.add(address)
            added.append(link)
    return (*links, *added)


def _listed(before: Metadata, after: Metadata) -> str | None:
    """The words of the list that the found ones took the place of: another title, venue, year or first author."""
    parts = []
    if likeness(before.title, after.title).agreement is not Agreement.EQUAL and not _is_stand_in(before.title):
        parts.append(f"“{before.title}”")
    if before.authors and not _names_agree(before.authors, after.authors):
        parts.append(", ".join(before.authors) + (" et al." if before.et_al else ""))
    if before.venue and before.venue != after.venue:
        parts.append(before.venue)
    if before.year and before.year != after.year:
        parts.append(str(before.year))
    return f"Listed as: {', '.join(parts)}" if parts else None


def _is_stand_in(title: str) -> bool:
    """Whether a title was made from an address or an identifier, so that nothing is lost with it."""
    return " · " in title or re.fullmatch(r"(?:arXiv |ISBN )?\S*\d\S*", title) is not None


def _names_agree(before: Sequence[str], after: Sequence[str]) -> bool:
    words = {word for name in after for word in re.findall(r"\w+", name.casefold())}
    return all(set(re.findall(r"\w+", name.casefold())) & words for name in before)


def noted(item: Item, listed: str | None, now: datetime) -> Item:
    """`item` with a note of the list's own words, unless it has that note."""
    if listed is None or any(note.body == listed for note in item.notes):
        return item
    return item._replace(notes=(*item.notes, Note(listed, now)))

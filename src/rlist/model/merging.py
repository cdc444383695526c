"""When two mentions are merged though no identifier says that they are one, and what the item keeps of both."""

from __future__ import annotations

from collections.abc import Set

from rlist.model.address import readable_address
from rlist.model.growth import Growth
from rlist.model.identity import canonical_address
from rlist.model.item import Item, Kind, LookupState, Status
from rlist.model.metadata import make_citekey

# What a second mention may make of the status: done wins, and nothing that a list says takes a reader back to unread.
_RANK = {Status.UNREAD: 0, Status.READING: 1, Status.DROPPED: 2, Status.DONE: 3}


def is_same_work(one: Item, other: Item, parents: Set[int | None]) -> bool:
    """Whether two items with equal titles are one work: nothing differs, and enough agrees.

    Two papers can share a title. So either one of them says no more than the title, or what both say is the same
    and an author is among it. A bullet that only says something together with the one above it ("Overview") is the
    same only below the same one: `parents` are those that `one` stands below, None at the margin.
    """
    if not (has_facts(one) and has_facts(other)):
        theirs = {entry.parent for entry in other.entries}
        return not parents or not theirs or bool(parents & theirs)
    return bool(_surnames(one) & _surnames(other)) and not _differs(one, other)


def has_facts(item: Item) -> bool:
    """Whether more is known of an item than its title; two that have facts are one work only by an author."""
    known = item.metadata
    return bool(item.links or known.identifiers or known.authors or known.year)


def _differs(one: Item, other: Item) -> bool:
    mine, theirs = one.metadata, other.metadata
    if mine.year and theirs.year and mine.year != theirs.year:
        return True
    if any(theirs.identifiers.get(scheme, value) != value for scheme, value in mine.identifiers.items()):
        return True
    addresses = [{canonical_address(link.url) for link in item.links} for item in (one, other)]
    return bool(all(addresses) and not addresses[0] & addresses[1])


def _surnames(item: Item) -> set[str]:
    return {
        (name.partition(",")[0] if "," in name else name.split()[-1]).casefold()
        for name in item.metadata.authors
        if name.strip()
    }


def merged(kept: Item, other: Item) -> Item:
    """`kept` with everything that `other` adds to it; id, uid and whatever both say stay those of `kept`."""
    growth = Growth(kept)
    growth.add(other)
    return growth.grown(completed(kept, other))._replace(entries=kept.entries + other.entries)


def completed(kept: Item, other: Item) -> Item:
    """`kept` with what `other` adds to what there is once of each item: links, tags, notes and entries stay."""
    if _single(kept) == _single(other):
        return kept
    known = kept.metadata
    metadata = known._replace(
        authors=known.authors or other.metadata.authors,
        et_al=known.et_al if known.authors else other.metadata.et_al,
        year=known.year or other.metadata.year,
        venue=known.venue or other.metadata.venue,
        abstract=known.abstract or other.metadata.abstract,
        identifiers={**other.metadata.identifiers, **known.identifiers},
    )
    is_found = other.lookup.state is LookupState.FOUND and kept.lookup.state is not LookupState.FOUND
    further = _RANK[other.status] > _RANK[kept.status]
    return kept._replace(
        metadata=metadata,
        kind=other.kind if kept.kind is Kind.OTHER else kept.kind,
        status=other.status if further else kept.status,
        started_at=(other.started_at if further else None) or kept.started_at,
        finished_at=other.finished_at if further else kept.finished_at,
        priority=kept.priority or other.priority,
        rating=kept.rating or other.rating,
        citekey=_citekey(kept, other),
        lookup=other.lookup if is_found else kept.lookup,
        added_at=min(kept.added_at, other.added_at),
    )


def _single(item: Item) -> tuple[object, ...]:
    """What there is once of each item and a mention may say."""
    return item.metadata, item.kind, item.status, item.priority, item.rating, item.citekey, item.lookup, item.added_at


def _citekey(kept: Item, other: Item) -> str | None:
    """The citekey of `kept`; one that a look-up gave it gives way to one that a bibliography has."""
    if other.citekey and _is_given(kept) and not _is_given(other):
        return other.citekey
    return kept.citekey or other.citekey


def _is_given(item: Item) -> bool:
    if item.citekey is None or item.lookup.state is not LookupState.FOUND:
        return False
    made = make_citekey(item.metadata)
    return bool(made) and item.citekey.startswith(made)


def united(kept: Item, other: Item) -> Item:
    """`kept` with everything that `other` adds to it, and the metadata of the one that knows the work better."""
    both = merged(kept, other)
    if _knowledge(other) <= _knowledge(kept):
        return both
    better = other.metadata
    metadata = both.metadata._replace(
        title=better.title,
        authors=better.authors or both.metadata.authors,
        et_al=better.et_al if better.authors else both.metadata.et_al,
        year=better.year or both.metadata.year,
        venue=better.venue or both.metadata.venue,
        abstract=better.abstract or both.metadata.abstract,
    )
    return both._replace(
        metadata=metadata, kind=both.kind if other.kind is Kind.OTHER else other.kind, lookup=other.lookup
    )


def _knowledge(item: Item) -> tuple[int, ...]:
    """How much is known of the work, the surest sign first: a real title, a look-up, a publication, fields."""
    known = item.metadata
    fields = (known.authors, known.year, known.venue, known.abstract, *known.identifiers)
    return (
        all(item.title not in {link.url, readable_address(link.url)} for link in item.links),
        item.lookup.state is LookupState.FOUND,
        bool(known.venue or "doi" in known.identifiers),
        sum(map(bool, fields)),
    )


def joined_lines(old: str, new: str) -> str:
    """The lines of `new`, then those of `old` that it doesn't have."""
    lines = new.split("\n") if new else []
    return "\n".join([*lines, *(line for line in old.split("\n") if line and line not in lines)])

"""What a work says of itself: title, authors, year, venue, abstract, identifiers."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rlist.model.item import Item

# Words that a citekey passes over at the start of a title.
_SMALL_WORDS = frozenset(
    {"a", "an", "the", "on", "of", "in", "for", "to", "towards", "toward", "is", "are", "how", "why", "what"}
)
_LETTERS = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "đ": "d"})


class Metadata(NamedTuple):
    """What is known of a work; None or empty where it isn't known.

    `authors` are names as they were written ("Albert Gu", or "Gu" where a list says no more); `et_al` says that there
    are more than those. `identifiers` go from scheme to value in normal form: {"arxiv": "2312.00752"}.
    """

    title: str
    authors: tuple[str, ...] = ()
    et_al: bool = False
    year: int | None = None
    venue: str | None = None
    abstract: str | None = None
    identifiers: Mapping[str, str] = {}


class Candidate(NamedTuple):
    """A work that a provider offers for an item.

    `address` is its page, `pdf_address` the paper itself. `is_claimed` says that the item's own identifier or address
    leads to it, so that its title has to fit and needn't be equal.
    """

    metadata: Metadata
    provider: str
    address: str | None = None
    pdf_address: str | None = None
    is_claimed: bool = False


def make_citekey(metadata: Metadata) -> str:
    """The citekey made from first author, year and title ("gu2023mamba"), "" where they have no Latin letters."""
    author = metadata.authors[0] if metadata.authors else ""
    words = re.sub(r"(?i)[,\s]+(?:jr|sr|ii|iii|iv)\.?$", "", author.strip()).split()
    family = author.partition(",")[0] if "," in author else words[-1] if words else ""
    titles = [word for word in _plain(metadata.title).split() if word not in _SMALL_WORDS]
    first = titles[:1] if family else titles[:2]
    return "".join((_plain(family).replace(" ", ""), str(metadata.year or ""), *first))


def is_citable(metadata: Metadata) -> bool:
    """Whether enough is known for a citekey that will fit for good: an author and the year."""
    return bool(metadata.authors and metadata.year and make_citekey(metadata))


def free_citekey(metadata: Metadata, is_taken: Callable[[str], bool], fallback: str = "item") -> str:
    """The citekey made from `metadata`, or `fallback` where it gives none, with b, c, … behind it if it is taken."""
    return next(key for key in _numbered(make_citekey(metadata) or fallback) if not is_taken(key))


def citekeys(items: Iterable["Item"]) -> dict[int, str]:
    """A citekey for each item by id: its own, else one made for it that no other has."""
    return all_citekeys((item.id, item.citekey, item.metadata) for item in items)


def all_citekeys(works: Iterable[tuple[int, str | None, Metadata]]) -> dict[int, str]:
    """By id the citekeys of works with these ids, which have one already or None.

    Of several that would have the same one, that with the lowest id has it as it is, the others with b, c, … behind it.
    """
    ordered = sorted(works, key=lambda work: work[0])
    keys = {work_id: key for work_id, key, _ in ordered if key}
    taken = set(keys.values())
    for work_id, _, metadata in ordered:
        if work_id not in keys:
            keys[work_id] = free_citekey(metadata, taken.__contains__, f"item{work_id}")
            taken.add(keys[work_id])
    return keys


def _numbered(base: str) -> Iterable[str]:
    yield base
    yield from (f"{base}{letter}" for letter in "bcdefghijklmnopqrstuvwxyz")
    number = 1
    while True:
        number += 1
        yield f"{base}-{number}"


def _plain(text: str) -> str:
    """The words of `text` in small Latin letters and digits."""
    folded = unicodedata.normalize("NFKD", text.translate(_LETTERS)).encode("ascii", "ignore").decode().lower()
    return " ".join(re.findall(r"[a-z0-9]+", folded.replace("'", "")))

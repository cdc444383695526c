"""What the forms of citations share: a title put to its tail, and names that are surely authors."""

from __future__ import annotations

import re

from rlist.formats.citation_tail import MONTH, YEAR, Citation, parse_tail
from rlist.formats.names import Authors, parse_authors
from rlist.formats.venues import is_label

# `Trends in Cognitive Sciences, 26(9), 751–766.`, `Neurology. 2023 Jan 11`, `Hebrew Studies 16 (4): 1–94`
_JOURNAL_AND_NUMBERS = re.compile(
    r"([A-Z][^\d.;]{2,80}?)[.,;]?\s((?:[\s.,;:()/–—-]|[A-Ze]?\d\w*+"
    rf"|\b(?:[Vv]ol(?:ume)?|[Ii]ssue|[Nn]o|pp?|[Pp]ages?|{MONTH})(?![^\W\d_]))++)"
)
# What is numbered as well and is no journal.
_OF_SERIES = ("Report", "Memo", "Paper", "Chapter", "Part", "Version", "Edition", "Thesis")
_DATED = re.compile(rf"(?<![\d–-]){YEAR}(?![\d–-])")


def journal_with_numbers(text: str) -> Citation | None:
    """The journal of whatever name that `text` is, with only volume, issue, pages and date behind it, or None."""
    match = _JOURNAL_AND_NUMBERS.fullmatch(text.strip())
    if match is None or match[1].endswith(_OF_SERIES) or not any(map(str.isdigit, match[2])):
        return None
    dated = _DATED.search(match[2])
    return Citation(venue=match[1].rstrip(" ,"), year=int(dated[0]) if dated else None)


def publication_of(text: str) -> Citation | None:
    """Where and when a work appeared, as what follows its authors and its title says; None where it says more."""
    tail = parse_tail(text) if text else None
    if tail and not tail.authors and not any(map(str.isdigit, tail.venue or "")):
        return tail
    return journal_with_numbers(text) or (tail if tail and not tail.authors else None)


def _has_title(text: str) -> bool:
    return bool(re.search(r"[^\W\d_]{2}", text)) and not is_label(text)


def titled(title: str, tail: Citation, rest: str = "") -> Citation | None:
    """`tail` with its title and what follows it; None where `title` can be none."""
    title = title.strip(" \t,;:|·—–-")
    if title.endswith(".") and not title.endswith(("..", "etc.")):
        title = title.rstrip(".")
    return tail._replace(title=title, rest=rest.strip(" ,;:—–-")) if _has_title(title) else None


def listed_authors(text: str) -> Authors | None:
    """The authors in `text`, if they aren't one surname alone, which could as well be the name of a system (`Raft`)."""
    authors = parse_authors(text, dated=True)
    return authors if authors and (authors.sure or len(authors.names) > 1 or " " in authors.names[0]) else None


def only_authors(text: str) -> Citation | None:
    """The authors that all of `text` names, or None."""
    authors = parse_authors(text, dated=True)
    return Citation(authors=authors.names, et_al=authors.et_al) if authors else None

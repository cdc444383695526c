"""What the forms of citations share: a title put to its tail, and names that are surely authors."""

from __future__ import annotations

import re

from rlist.formats.citation_tail import Citation
from rlist.formats.names import Authors, parse_authors
from rlist.formats.venues import is_label

# `Trends in Cognitive Sciences, 26(9), 751–766.`
_JOURNAL_AND_VOLUME = re.compile(
    r"([A-Z][^.\d]{2,80}), \d{1,4}(?: ?\(\d{1,4}(?:[–-]\d{1,4})?\))?(?:[,:] ?(?:pp?\. ?|e)?\d[\d–-]{0,20})?\.?"
)


def journal_with_volume(text: str) -> Citation | None:
    """The journal of whatever name that `text` is, with its volume and by choice issue and pages; None for all else."""
    match = _JOURNAL_AND_VOLUME.fullmatch(text.strip())
    return Citation(venue=match[1]) if match else None


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

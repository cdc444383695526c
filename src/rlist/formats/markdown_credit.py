"""Who wrote a work, and where and when it appeared: what the words beside a title say by the emphasis in them."""

from __future__ import annotations

import re

from rlist.formats.addresses import find_addresses
from rlist.formats.citation_front import name_and_year
from rlist.formats.citation_parts import only_authors
from rlist.formats.citation_tail import Citation, merge, parse_tail
from rlist.formats.entry_links import is_identifier
from rlist.formats.entry_text import EntryText, parse_entry
from rlist.formats.names import parse_authors
from rlist.formats.records import Draft
from rlist.formats.title_words import plain, says_something
from rlist.formats.venues import is_label

EMPHASISED = re.compile(r"(?<![\w*_])[*_]{1,3}(?=\S)([^*_]{2,400})(?<=\S)[*_]{1,3}(?![\w*_])")
DATE = re.compile(r"\d{4}[/.-]\d{1,2}(?:[/.-]\d{1,2})?")
_WRITTEN = re.compile(r"^(?:co-?)?(?:authored|written) (?=by )")
_PARTING = re.compile(r"(?<=\w{3})\.\s+|\s*[|;]\s*|\s+[–—-]\s+")
_VENUE_AND_YEAR = re.compile(r"([A-Z].{1,120}?),?\s+\(?((?:19|20)\d\d)\)?\.?")
# Where its authors are.
_PLACE = re.compile(
    r"\b(?:University|Universität|Université|Institute of|College|Laboratory|Academy of|Inc|GmbH|Ltd)\b"
)
_SURNAMES = re.compile(
    r"[A-Z][\w’'-]+(?:(?:, [A-Z][\w’'-]+){1,9}(?:,? (?:and|&) [A-Z][\w’'-]+)?| (?:and|&) [A-Z][\w’'-]+)"
)
_MOST_IN_VENUE = 14  # words
_NAME = re.compile(r"[A-Z][\w.'’-]*(?: (?:[a-z]{2,3}|[A-Z][\w.'’-]*)){1,4}")


def with_credit(entry: EntryText) -> EntryText:
    """`entry` with the authors, venue and year that the words behind its title are, by the emphasis in them."""
    if not entry.notes or entry.venue:
        return entry
    words = _WRITTEN.sub("", words_without_links(entry.notes[0]).strip(" []-–—:|,;").lstrip("."))
    known = Citation(authors=entry.authors, et_al=entry.et_al, year=entry.year)
    tail = _named(words) if words.startswith("by ") else credit_in(words)
    both = merge(known, tail) if tail and (tail.authors or tail.venue) else None
    if both is None and entry.authors and (tail := name_and_year(words.strip(". ")) or _in_journal(words)):
        both = merge(known, tail)
    if both is None and entry.year and not entry.authors and find_addresses(entry.notes[0]):
        # `**The title (1986)**, Quinlan, [@Springer](a)`
        both = merge(known, only_authors(words) or surnames_in(words) or Citation())
        both = both if both and both.authors else None
    if both is None:
        return entry
    return entry._replace(
        authors=both.authors, et_al=both.et_al, year=both.year, venue=both.venue, notes=entry.notes[1:]
    )


def read_credit(text: str) -> Draft | None:
    """What a line of authors, venue or year says, in italics or beside links with mere labels; None for others.

    Where only a part of it is in italics, it must say who and where or when.
    """
    addresses = find_addresses(text)
    is_set_apart = bool(addresses or EMPHASISED.fullmatch(text.rstrip(". ")))
    if not is_set_apart and not EMPHASISED.search(text):
        return None
    if not all(a.label is not None and is_label(plain(a.label).strip("[] ")) for a in addresses):
        return None
    words = words_without_links(text).strip(" []()-–—:|,;.")
    tail = credit_in(words) if says_something(words) else None
    if tail is None and not addresses:
        tail = _named(plain(text).strip(" .*_"))
    if tail is None or not (tail.authors or tail.venue or tail.year):
        return None
    if not is_set_apart and not (tail.authors and (tail.venue or tail.year)):
        return None
    further = parse_entry(text)
    return Draft(
        authors=list(tail.authors),
        et_al=tail.et_al,
        year=tail.year,
        venue=tail.venue,
        links=list(further.links),
        identifiers=dict(further.identifiers),
    )


def credit_in(words: str) -> Citation | None:
    """Authors, venue and year as `words` say them, also where stops and emphasis part them."""
    if DATE.fullmatch(words):
        return Citation(year=int(words[:4])) if words[:2] in {"19", "20"} else None
    whole = parse_tail(plain(words).strip(" *_"), set_apart=True)
    if whole is not None:
        return whole
    found: Citation | None = Citation()
    for part in _PARTING.split(EMPHASISED.sub(r" ; \1 ; ", words)):
        part = plain(part).strip(" .,*_")
        says_more = says_something(part) and not _PLACE.search(part) and not DATE.fullmatch(part)
        tail = parse_tail(part, set_apart=True) or _published(part) if says_more else Citation()
        found = merge(found, tail) if found and tail else None
    return found


def _published(words: str) -> Citation | None:
    """The venue and the year that `words` end in, of whatever name: beside a title that is set apart it can be one."""
    match = _VENUE_AND_YEAR.fullmatch(words)
    if match is None or len(words.split()) > _MOST_IN_VENUE or " et al" in match[1]:
        return None
    return Citation(venue=match[1], year=int(match[2]))


def _in_journal(words: str) -> Citation | None:
    """The journal of any name and the year that all of `words` are, with a comma between: `ACM Comput. Surv, 2017.`"""
    return _published(words) if re.search(r", \d{4}\.?$", words) else None


def _named(words: str) -> Citation | None:
    """The authors that `words` in italics below a title are, also of names that nobody knows."""
    if known := parse_authors(words, dated=True):
        return Citation(authors=known.names, et_al=known.et_al)
    names = [name for name in re.split(r",\s+(?:and\s+)?|\s+(?:and|&)\s+", words) if name]
    return Citation(authors=tuple(names)) if len(names) > 1 and all(map(_NAME.fullmatch, names)) else None


def words_without_links(text: str) -> str:
    """`text` without its addresses and the words of links that are labels."""
    pieces, at = [], 0
    for address in find_addresses(text):
        label = plain(address.label or "").strip("[]")
        is_mere = is_label(label) or is_identifier(label) or label.startswith("@")
        pieces += [text[at : address.start], "" if is_mere else label]
        at = address.end
    return " ".join("".join(filter(None, [*pieces, text[at:]])).split())


def surnames_in(words: str) -> Citation | None:
    """The authors that names alone are, whatever words they are as well, in front of a title that is set apart."""
    if not _SURNAMES.fullmatch(words):
        return None
    return Citation(authors=tuple(re.split(r",\s+(?:(?:and|&)\s+)?|\s+(?:and|&)\s+", words)))

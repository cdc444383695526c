"""Citations with their title in quotation marks: `Authors, “Title,” Venue, Year`, `“Title” by Authors`."""

from __future__ import annotations

import re

from rlist.formats.citation_parts import journal_with_numbers, only_authors, titled
from rlist.formats.citation_tail import EDGES, MONTH, YEAR, Citation, merge, parse_tail

_NAME = re.compile(r"[A-Z][\w.'’-]+(?: [A-Z][\w.'’-]*){1,3}")
# `in ISCSLP. IEEE, 2024, pp. 304-308`, of whatever name.
_HELD_IN = re.compile(rf"[Ii]n:? ([A-Z][^,.]{{1,100}})[,.][^\d]{{0,40}}({YEAR})(?:, pp?\..{{1,20}})?")
# Behind a title in quotation marks a journal needs not be known.
JOURNAL = re.compile(rf"([A-Z][^\"“”.]{{2,80}}?)[,.]?\s\(?({YEAR})\)?")
# What follows the title of a citation, of whatever name: `Nature 521.7 (2015): 436-444`, `at *A Conference* (ABC), May
# 2013`, `2013 international conference on logs, keys and values. IEEE, 2013`, `A Company, Technical Report 7, July
# 1979`; a host, as in `example.org, April 1, 2014`, is no venue.
_HELD = r"[A-Z][^.\"“”()\[\]]{0,80}\b(?:[Cc]onference|[Ss]ymposium|[Ww]orkshop)\b[^.\"“”()\[\]]{0,100}(?=\.\s)"
_NAMED = r"(?:\d+\w\w\s)?[A-Z](?:[^\"“”,;:.()\[\]]|\.(?=\S)){1,120}?"
_NUMBERS = r"(?:(?:vol(?:ume|\.)|number|no\.|issue|pages|pp?\.)\s)?\d+(?:[.:]\d+)?(?:\s?\(\d+\))?(?:\s?[–-]+\s?\d+)?"
_PUBLISHED = re.compile(
    rf"(?:(?:at|in:?|In:?)\s)?(?:the\s)?(?:{YEAR}\s)?(?!arXiv)"
    rf"(?:[\w-]++(?:\.[\w-]++)++|({_HELD}|{_NAMED}))(?:\s\(([A-Z][\w’'-]{{1,15}})\))?"
    rf"(?:\.\s[A-Z][^.,\"“”]{{1,40}})?(?:[,.]?\s{_NUMBERS}){{0,4}}(?:,\s[^,\"“”]{{2,60}}){{0,2}}?"
    rf"[,.]?\s\(?(?:{MONTH}(?:\s\d{{1,2}})?,?\s)?({YEAR})\)?(?::\s\d+(?:\s?[–-]+\s?\d+)?)?(?=[\s.,;]|$)"
)
_QUOTED = re.compile(
    r"[\"“„«]\s?([^\"“”„«»]{4,300}?)[,.]?\s?[\"”“»]|(?:《([^《》]{2,200})》|『([^『』]{2,200})』)(?P<tight>\s*)"
)
_LEAST_WORDS_QUOTED = 3
_ENDS_QUOTED = re.compile('[.,?!]\\s?["”“»]$')
HAS_YEAR = re.compile(rf"(?<![\d–-]){YEAR}(?![\d–-])")


def parse_quoted(text: str) -> Citation | None:
    """`Authors, “Title,” Venue, Year` and `“Title” by Authors`."""
    match = _QUOTED.search(text) if any(quote in text for quote in '"“„«《『') else None
    if not match:
        return None
    before, after = text[: match.start()].strip(EDGES[:4]), text[match.end() :].strip(" ,;:.")
    named = re.sub(r"^(?:by|von|par|de|[—–-])\s+|^[，,]\s*", "", after)
    if match[1] and len(match[1].split()) < 2 and (before or named == after):
        return None
    after = named
    tail = parse_tail(after, set_apart=True) if after else Citation()
    ends = _ENDS_QUOTED.search(match[0]) is not None and text[match.end() : match.end() + 1] in {"", " "}
    told = published(after) if tail is None and (before or ends) else None
    if told and not told.rest:
        tail = told
    if tail is None and before:
        tail = _appeared(after)
    rest = ""
    if tail is None and not before and after.endswith(")"):
        # `“Title” - Author (remark)`
        name, _, rest = after[:-1].partition(" (")
        tail = only_authors(name) or (Citation(authors=(name,)) if _NAME.fullmatch(name) else None)
    head = parse_tail(before, set_apart=True) if before else Citation()
    if head is None and not text[: match.start()].rstrip().endswith(":"):
        head = only_authors(before)
    if not before and not after:
        return None
    if tail is None or head is None:
        # What stands between authors in front and the end of a citation is its title, whatever follows; so is what
        # has the full stop or the comma of a citation within its quotes.
        # Between authors and a year, or with the stop of a citation in its quotes, a title may be shorter.
        is_credited = head and head.authors and (ends or HAS_YEAR.search(after))
        if not match[1] or len(match[1].split()) < _LEAST_WORDS_QUOTED - bool(is_credited):
            return None
        if not ((head and head.authors) or (ends and _are_names(before))):
            return None
        head = head or Citation()
        if told and (both := merge(head, told)):
            return titled(match[1], both, told.rest)
        years = set(HAS_YEAR.findall(after))
        year = head.year or (int(years.pop()) if len(years) == 1 else None)
        return titled(match[1], head._replace(year=year), after)
    # Where both sides name somebody, it is the one behind `by`: `Strange Loop 2014, “Turning …” by Martin Kleppmann`.
    both = merge(head, tail) or merge(head._replace(authors=(), et_al=False), tail)
    return titled(match[1] or match[2] or match[3], both, rest) if both else None


def _appeared(after: str) -> Citation | None:
    """The journal or the proceedings that all of `after` is, of whatever name."""
    if journal := JOURNAL.fullmatch(after):
        return Citation(venue=journal[1], year=int(journal[2]))
    if numbered := journal_with_numbers(after):
        return numbered
    held = _HELD_IN.fullmatch(after)
    return Citation(venue=held[1], year=int(held[2])) if held else None


def published(words: str) -> Citation | None:
    """Where and when a work appeared, by what stands behind its title in quotation marks; all else is the rest."""
    words = words.replace("*", "")
    match = _PUBLISHED.match(words)
    if match is None:
        return None
    return Citation(venue=match[2] or match[1], year=int(match[3]), rest=words[match.end() :].lstrip(" .,;:"))


def _are_names(before: str) -> bool:
    """Whether what stands in front of a title may be names that nobody knows: nearly all words have capitals."""
    words = [
        word for word in re.findall(r"[^\W\d_]{3,}", before[:300]) if word not in {"and", "von", "van", "der", "del"}
    ]
    capitals: int = sum(word[0].isupper() for word in words)
    return capitals * 5 >= len(words) * 4

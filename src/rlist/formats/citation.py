"""Citations taken apart into title, authors, venue, year and label, in the forms in which lists write them."""

from __future__ import annotations

import re
from functools import lru_cache

from rlist.formats.citation_apa import parse_apa
from rlist.formats.citation_brackets import parse_bracketed
from rlist.formats.citation_chicago import parse_chicago
from rlist.formats.citation_commas import names_in_front
from rlist.formats.citation_front import without_prefix
from rlist.formats.citation_led import parse_led
from rlist.formats.citation_parts import only_authors, publication_of, titled
from rlist.formats.citation_quotes import HAS_YEAR, JOURNAL, parse_quoted
from rlist.formats.citation_segments import cited_by_parts, segments_of, with_year_last
from rlist.formats.citation_tail import YEAR, Citation, label_at_end, merge, parse_tail
from rlist.formats.names import is_given_name, is_person, may_be_name, parse_authors
from rlist.formats.venues import parse_venue

# Nothing that is longer has been a citation.
_LONGEST = 600
# A title behind names that only commas separate from it has so many words.
_LEAST_WORDS = 3
# One of these stands in every citation; a title without any needs no further look.
_HINTS = (
    ", ",
    ". ",
    " - ",
    " -- ",
    " – ",
    "—",
    ": ",
    " by ",
    "(",
    "[",
    "; ",
    "|",
    '"',
    "“",
    "„",
    "«",
    " von ",
    " par ",
    "'",
    "’",
    "、",
    "《",
    "（",
)
_MONTHS = frozenset(["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"])
# `A title of some words, Neurocomputing 2021`, in a journal of whatever name.
_PUBLISHED = re.compile(rf"((?:\S+ ){{3,40}}\S+), ([A-Z][\w&-]{{3,30}}(?: [A-Z][\w&-]{{2,30}}){{0,2}}),? ({YEAR})\.?")
_DASH = re.compile(r"\s+[—–-]{1,3}\s+|\s*—\s*")
_FOUR_DIGITS = re.compile(r"[12]\d\d\d")
# `Lamport. 1998. The Part-Time Parliament`, `Lamport, 1998 - The …`, `Lamport (1998): The …`
_SURNAME_AND_YEAR = re.compile(
    rf"([A-Z][^\W\d_]+)(?:\. ({YEAR})\.|, ({YEAR}) [-–—]|,? \(({YEAR})\)(?: [-–—]|:)) (?=[A-Z])"
)
# `IPCC, 2019. The title`, `GB/T 23348, 2009. The title`: a group or the number of a standard.
_ACRONYM_AND_YEAR = re.compile(rf"([A-Z][\w&/-]{{0,12}}[A-Z])( [\d][\d.-]{{1,12}})?, ({YEAR})\. (?=[A-Z\"“])")
_HEAD_ENDS = re.compile(r"(?<=[\w.)\]])(?:\s*:\s+|\s+[—–-]\s+|[.,]\s+(?=[\"“A-Z])|\s+(?<=\d[)\]]\s))")
_FIRST_OF_LIST = re.compile(r"[,:]\s|\s(?:and|et|und|&)\s|(?<=[a-z])\.\s")
_PAIR = re.compile(r"\S+ & \S+")
_YEAR_BEFORE_TITLE = re.compile(rf"({YEAR})\.\s+(?=\S)")
# `vaswani et al 2017`, all in small letters.
_SMALL_AUTHOR = re.compile(rf"([a-z][\w’'-]{{2,20}}) et al\.?,?(?: \(?({YEAR})\)?)?")
_BY = re.compile(
    r"(?<!translated)(?<!edited)(?<!trans\.)(?<!ed\.),?\s+(?:by|von|par)\s+(?=[^\W\d_])|,\s+by\s+", re.IGNORECASE
)
_IN_SMALL_LETTERS = re.compile(r"[^\W\d_][\w-]*(?: [a-z][\w-]*){2,}")


# The ways of reading a line ask one after the other, and then again for the same line further down.
@lru_cache(maxsize=4096)
def parse_citation(text: str) -> Citation | None:
    """`text` taken apart, or None where it is a title or a sentence and no citation.

    Forms: `Title — Authors, VENUE YEAR. Label`, `Title. Authors. Venue, Year`, `Authors (Year). Title. Venue`,
    `[VENUE'24] Title`, `Title (VENUE 2024)`, `Title | VENUE'24`, `Title (Authors: Month Year)`,
    `Title, Author et al., 2022`, `Title by Author`, `Authors, “Title”, Venue`, and mixtures.
    """
    if len(text) > _LONGEST or not (text[:1].isdigit() or text[:3] in _MONTHS or any(hint in text for hint in _HINTS)):
        return None
    text = text.rstrip(" ,;") if text[-1] in ",;" else text
    if cited := cited_by_parts(text) or parse_apa(text) or parse_led(text) or parse_chicago(text):
        return cited
    text = with_year_last(text)
    rest_of_text, found = without_prefix(text)
    for form in _FORMS:
        citation = form(rest_of_text)
        if citation and (whole := merge(citation, found)):
            # What is left as title may have a part of its own: `Title (OSDI '04) — Dean & Ghemawat`.
            further = parse_citation(whole.title) if whole.title != text else None
            both = merge(further, whole._replace(title="")) if further and not (further.rest and whole.rest) else None
            return both or whole
    return found if found != Citation() and found.title else None


def _dashed(text: str) -> Citation | None:
    """`Title — Authors, VENUE YEAR. Label`, split at the last dash behind which there is nothing else."""
    for dash in reversed(list(_DASH.finditer(text))):
        after = text[dash.end() :]
        if "et al" in after and (small := _SMALL_AUTHOR.fullmatch(after)):
            year = int(small[2]) if small[2] else None
            return titled(text[: dash.start()], Citation(authors=(small[1],), et_al=True, year=year))
        tail = parse_tail(after, set_apart=True)
        tight = not dash[0].strip("—") and not dash[0].startswith(" ")
        if tail and not (tight and tail.year is None) and _is_told(tail):
            # `Juli Zeh – Unterleuten (2016)`: one word behind the full name of somebody is the title.
            if len(tail.authors) == 1 and " " not in tail.authors[0] and is_person(text[: dash.start()].strip()):
                continue
            return titled(text[: dash.start()], tail)
        segments = segments_of(after)
        if len(segments) > 1 and (tail := parse_tail(segments[0])) and tail.year and _is_told(tail):
            # Commentary behind the citation.
            return titled(text[: dash.start()], tail, after[len(segments[0]) :].lstrip(" ."))
        name, bracket, remark = after.partition("(")
        if bracket and remark.endswith(")"):
            people = parse_authors(name.strip()) if "et al" in name else None
            if people or is_person(name.strip()):
                told = Citation(authors=people.names if people else (name.strip(),), et_al=people is not None)
                return titled(text[: dash.start()], _dated(told, remark[:-1]), remark[:-1])
    return None


def _dated(citation: Citation, remark: str) -> Citation:
    """`citation` with the year that a remark in brackets ends in: `(Turing Award lecture, 1984)`."""
    year = re.search(rf",\s+({YEAR})$", remark)
    return citation._replace(year=int(year[1])) if year else citation


def _is_told(tail: Citation) -> bool:
    """Whether a tail is more than the name of a venue that could be a word of a title."""
    return bool(tail.authors or tail.year or tail.label or (tail.venue and len(tail.venue) > 2))


def _headed(text: str) -> Citation | None:
    """`Authors YEAR: Title`, `Author et al. — Title`, `Donald Knuth - Title`."""
    is_dated = _FOUR_DIGITS.search(text) and HAS_YEAR.search(text)
    if not (is_dated or "et al" in text or "&" in text or is_given_name(text.split(None, 1)[0])):
        return None
    alone = _SURNAME_AND_YEAR.match(text)
    if alone and parse_venue(alone[1]) is None and parse_authors(alone[1], dated=True):
        title, *rest = segments_of(text[alone.end() :])
        year = int(alone[2] or alone[3] or alone[4])
        return titled(title, Citation(authors=(alone[1],), year=year), ". ".join(rest))
    group = _ACRONYM_AND_YEAR.match(text) if text[1:2].isupper() else None
    if group and parse_venue(group[1]) is None:
        title, *rest = segments_of(text[group.end() :])
        authors = () if group[2] else (group[1],)
        return titled(title, Citation(authors=authors, year=int(group[3])), ". ".join(rest))
    for match in list(_HEAD_ENDS.finditer(text[:200]))[:6]:
        before, after = text[: match.start() + match[0].startswith(".")], text[match.end() :]
        parted = match[0].strip() in {"—", "–", "-", ":"}
        head = parse_tail(before, set_apart=parted)
        if not head or not head.authors or head.label:
            continue
        listed = len(head.authors) > 1 or " " in head.authors[0] or head.et_al
        if (
            match[0][0] == ","
            and is_person(before)
            and not is_person(_FIRST_OF_LIST.split(after, maxsplit=1)[0])
            and (dated := _listed(after))
            and dated.year
            and not dated.authors
            and ". " not in dated.title
        ):
            return dated._replace(authors=head.authors)
        if (head.year and listed) or head.et_al or (parted and (is_person(before) or len(head.authors) > 1)):
            segments = segments_of(after)
            tail = publication_of(". ".join(segments[1:])) if len(segments) > 1 else Citation()
            if tail and (both := merge(head, tail)):
                return titled(segments[0], both)
            return titled(segments[0], head, ". ".join(segments[1:]))
    return None


def _parted(text: str) -> Citation | None:
    """`Title. Authors. Venue, Year` and `Authors. Title. Venue, Year`."""
    segments = segments_of(text) if ". " in text or "? " in text or "! " in text else []
    if not 1 < len(segments) <= 8:
        return None
    sure = [parse_tail(segment) for segment in segments]
    tails = sure
    if any(tail and (tail.year or tail.venue) for tail in sure):
        tails = [t or only_authors(s) for t, s in zip(sure, segments, strict=True)]
        # A name alone can be that of a system as well: `Orca. Yu et al. OSDI 2022`.
        tails = sure if None not in tails else tails
    at = next((i for i, tail in enumerate(tails) if tail is None), None)
    if at is None or at > 2:
        return None
    found = Citation()
    for tail in tails[:at]:
        merged = merge(found, tail) if tail else None
        if merged is None:
            return None
        found = merged
    behind = at + 1
    if at and behind == len(segments) - 1 and not (found.venue or found.year):
        # Behind authors and a title a journal needs not be known.
        last, journal = tails[behind], JOURNAL.fullmatch(segments[behind])
        if journal and (last is None or last.authors):
            tails[behind] = Citation(venue=journal[1], year=int(journal[2]))
    while behind < len(tails) and (tail := tails[behind]) and (merged := merge(found, tail)):
        found, behind = merged, behind + 1
    if at and not found.authors:
        return None
    if behind == at + 1 and not at:
        return None
    if not at and not _is_told(found):
        return None
    title = segments[at]
    # `Authors. 2020. Title. Venue`, as the ACM cites.
    if at and (dated := _YEAR_BEFORE_TITLE.match(title)) and found.year in {None, int(dated[1])}:
        title, found = title[dated.end() :], found._replace(year=int(dated[1]))
    rest = ". ".join(segments[behind:])
    if at and rest and (further := publication_of(rest)) and (both := merge(found, further)):
        return titled(title, both)
    return titled(title, found, rest)


def _barred(text: str) -> Citation | None:
    """`Title | VENUE'24`."""
    before, bar, after = text.rpartition("|")
    tail = parse_tail(after) if bar else None
    return titled(before, tail) if tail else None


def _listed(text: str) -> Citation | None:
    """`Title, Author et al., 2022` and `Title, VENUE 2024`: the longest end behind a comma that isn't title."""
    best: tuple[int, Citation] | None = None
    surnames: tuple[int, Citation] | None = None
    for comma in reversed(list(re.finditer(r"[,;]\s+", text))[-16:]):
        behind = text[comma.end() :]
        # Two surnames joined behind a title of some words are its authors, as nothing follows them.
        tail = parse_tail(
            behind,
            set_apart=" & " in behind and _PAIR.fullmatch(behind) is not None and text.count(" ", 0, comma.start()) > 1,
        )
        if tail is None or text.count("(", 0, comma.start()) > text.count(")", 0, comma.start()):
            if best:
                break
            continue
        found = comma.end(), tail
        if best and best[1].authors and len(tail.authors) > len(best[1].authors):
            added = text[comma.end() : best[0]].strip(" ,;")
            if " " not in added and not re.search(r"&|\band\b", text[best[0] :]):
                # A surname alone may be a word of the title (`Gödel, Escher, Bach, Hofstadter, 1979`).
                if best[1].et_al or any(" " in name for name in best[1].authors):
                    break
                surnames = surnames or best
            elif " " in added and not (best[1].et_al or all(" " in name for name in best[1].authors)):
                break
        best = found
    if best and surnames and len(text[: best[0]].split()) < 2:
        best = surnames
    if best is None and (published := _PUBLISHED.fullmatch(text)):
        return titled(published[1], Citation(venue=published[2], year=int(published[3])))
    return titled(text[: best[0]], best[1]) if best and _is_told(best[1]) else None


def _led(text: str) -> Citation | None:
    """`Jane Roe, Ann Minor and John Doe, Title, VENUE, 2014`."""
    led = names_in_front(text)
    if led is None or led[1].startswith(("and ", "& ", '"', "“")) or parse_tail(led[1]):
        return None
    authors, words = led
    behind = _listed(words) or titled(words, Citation())
    is_title = behind and not behind.authors and len(behind.title.split()) >= _LEAST_WORDS
    return behind._replace(authors=authors) if behind and is_title else None


def _attributed(text: str) -> Citation | None:
    """`Title by Author`, `Title by Author (Year)`."""
    for match in reversed(list(_BY.finditer(text))[-4:]):
        after = text[match.end() :]
        tail = parse_tail(after, set_apart=True) or (only_authors(after) if len(after.split()) > 1 else None)
        if not tail or not tail.authors:
            continue
        # `… by Deleting Rows and Columns` is a title still: without a date one name at least must be known for one.
        paired = "&" in after and all(" " not in name for name in tail.authors)
        is_book = text[: match.start()].endswith(("ed.)", "edition)"))
        # Behind a title in small letters what has capitals are names.
        is_set_off = _IN_SMALL_LETTERS.fullmatch(text, 0, match.start()) and all(" " in name for name in tail.authors)
        is_name = text[:1].isupper() and may_be_name(after)
        if (
            is_name
            or tail.year
            or tail.et_al
            or paired
            or is_book
            or is_set_off
            or any(is_person(name) for name in tail.authors)
        ):
            return titled(text[: match.start()], tail)
    return None


def _labelled(text: str) -> Citation | None:
    """`Title. arXiv`, `Title [pdf]`."""
    label = label_at_end(text.rstrip(" .")) if text[-1:] in "])." or ". " in text or " - " in text else None
    return titled(text.rstrip(" .")[: -len(label[0])], Citation(label=label[1])) if label else None


# The first that fits is believed.
_FORMS = (_dashed, parse_quoted, _led, _headed, _attributed, parse_bracketed, _parted, _barred, _listed, _labelled)

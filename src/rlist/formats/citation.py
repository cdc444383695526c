"""Citations taken apart into title, authors, venue, year and label, in the forms in which lists write them."""

from __future__ import annotations

import re

from rlist.formats.citation_front import without_prefix
from rlist.formats.citation_segments import cited_by_parts, segments_of, with_year_last
from rlist.formats.citation_tail import EDGES, YEAR, Citation, label_at_end, merge, parse_tail
from rlist.formats.names import Authors, is_given_name, is_person, parse_authors
from rlist.formats.venues import is_label

# Nothing that is longer has been a citation.
_LONGEST = 600
# One of these stands in every citation; a title without any needs no further look.
_HINTS = (
    ", ",
    ". ",
    " - ",
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
)
_MONTHS = frozenset(["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"])
# Behind a title in quotation marks a journal needs not be known.
_JOURNAL = re.compile(rf"([A-Z][^\"“”.]{{2,80}}?)[,.]?\s\(?({YEAR})\)?")
_DASH = re.compile(r"\s+[—–-]{1,3}\s+|\s*—\s*")
_FOUR_DIGITS = re.compile(r"[12]\d\d\d")
_HAS_YEAR = re.compile(rf"(?<!\d){YEAR}(?!\d)")
_HEAD_ENDS = re.compile(r"(?<=[\w.)\]])(?:\s*:\s+|\s+[—–-]\s+|[.,]\s+(?=[\"“A-Z])|\s+(?<=\d[)\]]\s))")
_BRACKETS = re.compile(r"\(([^()]{2,200})\)|\[([^\[\]]{2,200})\]")
_QUOTED = re.compile(
    r"[\"“„«]\s?([^\"“”„«»]{4,300}?)[,.]?\s?[\"”“»]|(?:《([^《》]{2,200})》|『([^『』]{2,200})』)(?P<tight>\s*)"
)
_FIRST_OF_LIST = re.compile(r"[,:]\s|\s(?:and|et|und|&)\s|(?<=[a-z])\.\s")
# `Authors. Title. In 2014 USENIX Annual Technical Conference (USENIX ATC 14)`: the bracket is the venue's.
_IN_VENUE = re.compile(r"[.?!] In:? (?:[A-Z]|\d{4} )")
_PAIR = re.compile(r"\S+ & \S+")
_BY = re.compile(
    r"(?<!translated)(?<!edited)(?<!trans\.)(?<!ed\.),?\s+(?:by|von|par)\s+(?=[^\W\d_])|,\s+by\s+", re.IGNORECASE
)


def parse_citation(text: str) -> Citation | None:
    """`text` taken apart, or None where it is a title or a sentence and no citation.

    Forms: `Title — Authors, VENUE YEAR. Label`, `Title. Authors. Venue, Year`, `Authors (Year). Title. Venue`,
    `[VENUE'24] Title`, `Title (VENUE 2024)`, `Title | VENUE'24`, `Title (Authors: Month Year)`,
    `Title, Author et al., 2022`, `Title by Author`, `Authors, “Title”, Venue`, and mixtures.
    """
    if len(text) > _LONGEST or not (text[:1].isdigit() or text[:3] in _MONTHS or any(hint in text for hint in _HINTS)):
        return None
    if cited := cited_by_parts(text):
        return cited
    text = with_year_last(text)
    rest_of_text, found = without_prefix(text)
    for form in (_dashed, _quoted, _headed, _attributed, _bracketed, _parted, _barred, _listed, _labelled):
        citation = form(rest_of_text)
        if citation and (whole := merge(citation, found)):
            # What is left as title may have a part of its own: `Title (OSDI '04) — Dean & Ghemawat`.
            further = parse_citation(whole.title) if whole.title != text else None
            both = merge(further, whole._replace(title="")) if further and not (further.rest and whole.rest) else None
            return both or whole
    return found if found != Citation() and found.title else None


def _has_title(text: str) -> bool:
    return bool(re.search(r"[^\W\d_]{2}", text)) and not is_label(text)


def _of(title: str, tail: Citation, rest: str = "") -> Citation | None:
    title = title.strip(" \t,;:|·—–-")
    if title.endswith(".") and not title.endswith(("..", "etc.")):
        title = title.rstrip(".")
    return tail._replace(title=title, rest=rest.strip(" ,;:—–-")) if _has_title(title) else None


def _quoted(text: str) -> Citation | None:
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
    if tail is None and before and (journal := _JOURNAL.fullmatch(after)):
        tail = Citation(venue=journal[1], year=int(journal[2]))
    head = parse_tail(before, set_apart=True) if before else Citation()
    if head is None and not text[: match.start()].rstrip().endswith(":"):
        head = _only_authors(before)
    if tail is None or head is None or (not before and not after):
        return None
    # Where both sides name somebody, it is the one behind `by`: `Strange Loop 2014, “Turning …” by Martin Kleppmann`.
    both = merge(head, tail) or merge(head._replace(authors=(), et_al=False), tail)
    return _of(match[1] or match[2] or match[3], both) if both else None


def _dashed(text: str) -> Citation | None:
    """`Title — Authors, VENUE YEAR. Label`, split at the last dash behind which there is nothing else."""
    for dash in reversed(list(_DASH.finditer(text))):
        after = text[dash.end() :]
        tail = parse_tail(after, set_apart=True)
        tight = not dash[0].strip("—") and not dash[0].startswith(" ")
        if tail and not (tight and tail.year is None) and _is_told(tail):
            # `Juli Zeh – Unterleuten (2016)`: one word behind the full name of somebody is the title.
            if len(tail.authors) == 1 and " " not in tail.authors[0] and is_person(text[: dash.start()].strip()):
                continue
            return _of(text[: dash.start()], tail)
        segments = segments_of(after)
        if len(segments) > 1 and (tail := parse_tail(segments[0])) and tail.year and _is_told(tail):
            # Commentary behind the citation.
            return _of(text[: dash.start()], tail, after[len(segments[0]) :].lstrip(" ."))
        name, bracket, remark = after.partition("(")
        if bracket and remark.endswith(")") and is_person(name.strip()):
            return _of(text[: dash.start()], _dated(Citation(authors=(name.strip(),)), remark[:-1]), remark[:-1])
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
    is_dated = _FOUR_DIGITS.search(text) and _HAS_YEAR.search(text)
    if not (is_dated or "et al" in text or "&" in text or is_given_name(text.split(None, 1)[0])):
        return None
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
        ):
            return dated._replace(authors=head.authors)
        if (head.year and listed) or head.et_al or (parted and (is_person(before) or len(head.authors) > 1)):
            segments = segments_of(after)
            tail = parse_tail(". ".join(segments[1:])) if len(segments) > 1 else Citation()
            if tail and (both := merge(head, tail)):
                return _of(segments[0], both)
            return _of(segments[0], head, ". ".join(segments[1:]))
    return None


def _bracketed(text: str) -> Citation | None:
    """`Title (VENUE 2024)`, `Title (Authors: Month Year)`, `Title (Year), Authors`, `Authors (Year). Title. Venue`."""
    for match in list(_BRACKETS.finditer(text))[:6]:
        inner = parse_tail(match[1] or match[2], set_apart=True)
        if not inner:
            continue
        before, after = text[: match.start()].strip(), text[match.end() :].strip()
        if not before or _IN_VENUE.search(before):
            continue
        if not after.strip(" .,;:"):
            return _of(before, inner)
        if inner.year and not inner.authors and (head := _listed_authors(before)) and after[0] in '.:,—–- “"':
            segments = segments_of(after.strip(EDGES))
            tail = parse_tail(". ".join(segments[1:])) if len(segments) > 1 else Citation()
            both = merge(inner._replace(authors=head.names, et_al=head.et_al), tail or Citation())
            if both:
                return _of(segments[0], both, "" if tail else ". ".join(segments[1:]))
        tail = parse_tail(re.sub(r"^[\s,.;:—–-]*(?:by\s)?", "", after), set_apart=True)
        if tail and (both := merge(inner, tail)):
            return _of(before, both)
        if re.match(r"[:.,;—–(\[-]", after) and (inner.authors or inner.venue or inner.year):
            return _of(before, inner, after.lstrip(" .:,;"))
    return None


def _parted(text: str) -> Citation | None:
    """`Title. Authors. Venue, Year` and `Authors. Title. Venue, Year`."""
    segments = segments_of(text) if ". " in text or "? " in text or "! " in text else []
    if not 1 < len(segments) <= 8:
        return None
    sure = [parse_tail(segment) for segment in segments]
    tails = sure
    if any(tail and (tail.year or tail.venue) for tail in sure):
        tails = [t or _only_authors(s) for t, s in zip(sure, segments, strict=True)]
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
    while behind < len(tails) and (tail := tails[behind]) and (merged := merge(found, tail)):
        found, behind = merged, behind + 1
    if at and not found.authors:
        return None
    if behind == at + 1 and not at:
        return None
    if not at and not _is_told(found):
        return None
    return _of(segments[at], found, ". ".join(segments[behind:]))


def _listed_authors(text: str) -> Authors | None:
    """The authors in `text`, if they aren't one surname alone, which could as well be the name of a system (`Raft`)."""
    authors = parse_authors(text, dated=True)
    return authors if authors and (authors.sure or len(authors.names) > 1 or " " in authors.names[0]) else None


def _only_authors(text: str) -> Citation | None:
    authors = parse_authors(text, dated=True)
    return Citation(authors=authors.names, et_al=authors.et_al) if authors else None


def _barred(text: str) -> Citation | None:
    """`Title | VENUE'24`."""
    before, bar, after = text.rpartition("|")
    tail = parse_tail(after) if bar else None
    return _of(before, tail) if tail else None


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
    return _of(text[: best[0]], best[1]) if best and _is_told(best[1]) else None


def _attributed(text: str) -> Citation | None:
    """`Title by Author`, `Title by Author (Year)`."""
    for match in reversed(list(_BY.finditer(text))[-4:]):
        after = text[match.end() :]
        tail = parse_tail(after, set_apart=True) or (_only_authors(after) if len(after.split()) > 1 else None)
        if not tail or not tail.authors:
            continue
        # `… by Deleting Rows and Columns` is a title still: without a date one name at least must be known for one.
        paired = "&" in after and all(" " not in name for name in tail.authors)
        if tail.year or tail.et_al or paired or any(is_person(name) for name in tail.authors):
            return _of(text[: match.start()], tail)
    return None


def _labelled(text: str) -> Citation | None:
    """`Title. arXiv`, `Title [pdf]`."""
    label = label_at_end(text.rstrip(" .")) if text[-1:] in "])." or ". " in text or " - " in text else None
    return _of(text.rstrip(" .")[: -len(label[0])], Citation(label=label[1])) if label else None

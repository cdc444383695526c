"""Citations taken apart: title, authors, venue, year, the label of a lost link."""

from __future__ import annotations

import re
from typing import NamedTuple

from rlist.formats.names import Authors, is_given_name, is_person, parse_authors
from rlist.formats.sentences import sentence_ends
from rlist.formats.venues import LABEL_ENDS, is_label, parse_venue


class Citation(NamedTuple):
    """What a citation says; `title` is "" where it is only the end of one, `rest` is what follows it."""

    title: str = ""
    authors: tuple[str, ...] = ()
    et_al: bool = False
    venue: str | None = None
    year: int | None = None
    label: str | None = None
    rest: str = ""


# Nothing that is longer has been a citation; beyond it only the beginning is looked at.
_LONGEST = 600
_LONGEST_TAIL = 400
_YEAR = r"(?:1[6-9]|20)\d\d"
_MONTH = (
    r"(?:Jan(?:uary|uar|vier)?|Feb(?:ruary|ruar)?|Mar(?:ch)?|Apr(?:il)?|May|Mai|June?|Juni|July?|Juli|Aug(?:ust)?"
    r"|Sept?(?:ember)?|O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?)\.?"
)
_YEAR_AT_END = re.compile(rf"(?:\A|[\s,.;:(\[]+)(?:{_MONTH},?\s+)?({_YEAR})[a-z]?[)\]]?$")
_YEAR_IN_FRONT = re.compile(rf"^[(\[]?({_YEAR})[a-z]?[)\]]?(?:[\s,.;:]+|$)")
_PAGES = re.compile(
    r"(?:vol(?:ume)?\.?|no\.?|issue|pp?\.?|pages?|S\.|Bd\.)?\s*\d+(?:\s?\(\d+\))?(?:\s?[:,]\s?\d+)?(?:\s?[-–—]+\s?\d+)?", re.IGNORECASE
)
_BRACKETED_END = re.compile(r"^(.*?)[\s,]*(?:\(([^()]*)\)|\[([^\[\]]*)\])$")
_SEPARATOR = re.compile(r"[,;:]\s|\.\s|\s[|·—–-]\s|\s(?=in\s)|\s(?=['’\w&]+\s?['’]?\d\d(?:\d\d)?$)")
_BEFORE_VENUE = re.compile(r"(?:USENIX|ACM|IEEE|Proc\.|[Ii]n)\s\Z")
_EDGES = " \t,;:.|·—–-"
_SMALL_WORDS = frozenset(
    """
    et al others and und y e with co-authors colleagues by von par u.a u a in of on the for to at van der den de del della
    des di da do dos du el la le bin ibn ter ten zu zum zur af av vol no pp p vols issue pages th st accepted presented
    published digital library post page website text copy project full home code data
    """.split()
)


def parse_tail(text: str) -> Citation | None:
    """Authors, venue, year and label where `text` holds nothing else, in whatever order; None otherwise."""
    left = text.strip(_EDGES)
    if not left or len(left) > _LONGEST_TAIL:
        return None
    for word in left.split():
        # Nearly all that isn't the end of a citation has a word in small letters that none has.
        if word[0].islower() and word.strip("().,;:[]+") not in _SMALL_WORDS and not is_label(word):
            return None
    found = Citation()
    while left:
        shorter, found = _peeled(left, found)
        if shorter is None:
            break
        left = shorter.rstrip(" ,;:|·—–-")
    if left:
        authors = parse_authors(left, dated=bool(found.year or found.venue))
        if authors is None and (front := _YEAR_IN_FRONT.match(left)) and found.year is None:
            found = found._replace(year=int(front[1]))
            authors = parse_authors(left[front.end() :], dated=True)
        if authors is None or found.authors:
            return None
        found = found._replace(authors=authors.names, et_al=authors.et_al)
    return found


def _peeled(text: str, found: Citation) -> tuple[str | None, Citation]:
    """`text` without the last part that isn't authors, and what that part says; None in place of it where there is none."""
    bare = text.rstrip(" .,;:")
    if label := _label_at_end(bare):
        return bare[: -len(label[0])], found._replace(label=label[1])
    if bare[-1:] in ")]" and (bracketed := _BRACKETED_END.match(bare)):
        inner = parse_tail(bracketed[2] or bracketed[3] or "")
        if inner and (merged := _merged(found, inner)):
            return bracketed[1], merged
    if found.year is None and (year := _YEAR_AT_END.search(bare, max(len(bare) - 24, 0))):
        venue = _venue_at_end(bare, found)
        if venue:
            return venue
        return bare[: year.start()], found._replace(year=int(year[1]))
    if found.venue is None and not bare.endswith(" al") and (venue := _venue_at_end(bare, found)):
        return venue
    if found.year or found.venue:
        chunk = re.split(r"[,;]\s", bare)[-1]
        if _PAGES.fullmatch(chunk.strip()):
            return bare[: len(bare) - len(chunk)], found
    return None, found


def _label_at_end(text: str) -> tuple[str, str] | None:
    """The last words of `text` that are a label, with what parts them from the rest, and the label alone."""
    words = text[-40:].rsplit(None, 3)
    if not words or words[-1].strip(" .[]()*_:").casefold() not in LABEL_ENDS:
        return None
    for count in range(min(3, len(words)), 0, -1):
        label = " ".join(words[-count:])
        before = text[: len(text) - len(label)] if text.endswith(label) else None
        # Behind a citation a label follows a full stop, a dash or a bracket; `Mamba code` is no lost link.
        if before is not None and is_label(label) and (not before or re.search(r"(?:[.,;|·—–\]):]|\s-)\s+$", before) or label[0] in "[("):
            return label, label.strip(" .[]()*_:")
    return None


def _venue_at_end(text: str, found: Citation) -> tuple[str, Citation] | None:
    starts = [0, *(match.end() for match in _SEPARATOR.finditer(text))]
    for start in [*reversed(starts[1:][-6:]), 0]:
        venue = parse_venue(text[start:])
        if venue and not (venue.year and found.year and venue.year != found.year):
            # `USENIX` in front of `ATC 2024` is a part of it, and no label.
            while before := _BEFORE_VENUE.search(text[:start]):
                start = before.start()
                venue = parse_venue(text[start:]) or venue
            return text[:start], found._replace(venue=venue.name, year=venue.year or found.year)
    return None


def _merged(one: Citation, other: Citation) -> Citation | None:
    """Both together, or None where they contradict each other."""
    if (one.authors and other.authors) or (one.year and other.year and one.year != other.year):
        return None
    if one.venue and other.venue and one.venue != other.venue:
        return None
    return Citation(
        one.title or other.title,
        one.authors or other.authors,
        one.et_al or other.et_al,
        one.venue or other.venue,
        one.year or other.year,
        one.label or other.label,
        one.rest or other.rest,
    )


# One of these stands in every citation; a title without any needs no further look.
_HINTS = (", ", ". ", " - ", " – ", "—", ": ", " by ", "(", "[", "; ", "|", '"', "“", "„", "«", " von ", " par ", "'", "’", "、")
_PREFIX = re.compile(r"^(?:\[([^\[\]]{1,60})\]|\(([^()]{1,60})\)|([A-Z][\w&]*(?:\s[A-Z]+)?\s?['’]\s?\d\d|[A-Z]{3,}\w*\s(?:19|20)\d\d)(?=\s*[:—–-]\s))\s*[:—–-]?\s*(?=\S)")
_DATE_IN_FRONT = re.compile(
    rf"^[\[(]?(?:\d{{4}}[-./]\d{{1,2}}(?:[-./]\d{{1,2}})?|\d{{1,2}}[-./]\d{{1,2}}[-./](?:\d\d)?\d\d"
    rf"|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|\d{{1,2}}\.?\s+{_MONTH},?\s+\d{{4}})[\])]?(?:\s*[:|—–-]+\s*|\s+)(?=\S)"
)
_DASH = re.compile(r"\s+[—–-]{1,3}\s+|\s*—\s*")
_HAS_YEAR = re.compile(rf"(?<!\d){_YEAR}(?!\d)")
_HEAD_ENDS = re.compile(r"(?<=[\w.)\]])(?:\s*:\s+|\s+[—–-]\s+|[.,]\s+(?=[\"“A-Z])|\s+(?<=\d[)\]]\s))")
_BRACKETS = re.compile(r"\(([^()]{2,200})\)|\[([^\[\]]{2,200})\]")
_QUOTED = re.compile(r"[\"“„«]\s?([^\"“”„«»]{4,300}?)[,.]?\s?[\"”“»]")
_BY = re.compile(r",?\s+(?:by|von|par)\s+(?=[^\W\d_])|,\s+by\s+", re.IGNORECASE)


def parse_citation(text: str) -> Citation | None:
    """`text` taken apart, or None where it is a title or a sentence and no citation.

    Forms: `Title — Authors, VENUE YEAR. Label`, `Title. Authors. Venue, Year`, `Authors (Year). Title. Venue`,
    `[VENUE'24] Title`, `Title (VENUE 2024)`, `Title | VENUE'24`, `Title (Authors: Month Year)`,
    `Title, Author et al., 2022`, `Title by Author`, `Authors, “Title”, Venue`, and mixtures.
    """
    if len(text) > _LONGEST or not (text[:1].isdigit() or any(hint in text for hint in _HINTS)):
        return None
    rest_of_text, found = _without_prefix(text)
    for form in (_dashed, _quoted, _headed, _attributed, _bracketed, _parted, _barred, _listed, _labelled):
        citation = form(rest_of_text)
        if citation and (whole := _merged(citation, found)):
            # What is left as title may have a part of its own: `Title (OSDI '04) — Dean & Ghemawat`.
            further = parse_citation(whole.title) if whole.title != text else None
            both = _merged(further._replace(rest=""), whole._replace(title="")) if further and not further.rest else None
            return both or whole
    return found if found != Citation() and found.title else None


def _without_prefix(text: str) -> tuple[str, Citation]:
    """`text` without a date, a venue, a label or a nickname in front, and what these say."""
    stripped = _DATE_IN_FRONT.sub("", text)
    found = Citation(title=stripped) if stripped != text else Citation()
    while prefix := _PREFIX.match(stripped):
        inner = prefix[1] or prefix[2] or prefix[3]
        rest = stripped[prefix.end() :]
        year = re.fullmatch(_YEAR, inner.strip())
        venue = parse_venue(inner)
        if venue:
            found = found._replace(venue=venue.name, year=venue.year)
        elif year:
            found = found._replace(year=int(inner))
        elif is_label(inner):
            found = found._replace(label=inner.strip())
        elif not (prefix[1] and len(inner.split()) <= 3 and len(rest.split()) > 2):
            break
        stripped = rest
        found = found._replace(title=stripped)
    return stripped, found


def _has_title(text: str) -> bool:
    return bool(re.search(r"[^\W\d_]{2}", text)) and not is_label(text)


def _of(title: str, tail: Citation, rest: str = "") -> Citation | None:
    title = title.strip(" \t,;:|·—–-")
    if title.endswith(".") and not title.endswith(("..", "etc.")):
        title = title.rstrip(".")
    return tail._replace(title=title, rest=rest.strip(" ,;:—–-")) if _has_title(title) else None


def _quoted(text: str) -> Citation | None:
    """`Authors, “Title,” Venue, Year` and `“Title” by Authors`."""
    match = _QUOTED.search(text) if any(quote in text for quote in '"“„«') else None
    if not match or len(match[1].split()) < 2:
        return None
    before, after = text[: match.start()].strip(_EDGES[:4]), text[match.end() :].strip(" ,;:.")
    after = re.sub(r"^(?:by|von|par|[—–-])\s+", "", after)
    tail = parse_tail(after) if after else Citation()
    head = parse_tail(before) if before else Citation()
    if tail is None or head is None or (not before and not after):
        return None
    both = _merged(head, tail)
    return _of(match[1], both) if both else None


def _dashed(text: str) -> Citation | None:
    """`Title — Authors, VENUE YEAR. Label`, split at the last dash behind which there is nothing else."""
    for dash in reversed(list(_DASH.finditer(text))):
        after = text[dash.end() :]
        tail = parse_tail(after)
        tight = not dash[0].strip("—") and not dash[0].startswith(" ")
        if tail and not (tight and tail.year is None) and _is_told(tail):
            return _of(text[: dash.start()], tail)
        segments = _segments(after)
        if len(segments) > 1 and (tail := parse_tail(segments[0])) and tail.year and _is_told(tail):
            # Commentary behind the citation.
            return _of(text[: dash.start()], tail, after[len(segments[0]) :].lstrip(" ."))
    return None


def _is_told(tail: Citation) -> bool:
    """Whether a tail is more than the name of a venue that could be a word of a title."""
    return bool(tail.authors or tail.year or tail.label or (tail.venue and len(tail.venue) > 2))


def _headed(text: str) -> Citation | None:
    """`Authors YEAR: Title`, `Author et al. — Title`, `Donald Knuth - Title`."""
    if not (_HAS_YEAR.search(text) or "et al" in text or is_given_name(text.split(None, 1)[0])):
        return None
    for match in list(_HEAD_ENDS.finditer(text[:200]))[:6]:
        before, after = text[: match.start() + match[0].startswith(".")], text[match.end() :]
        head = parse_tail(before)
        if not head or not head.authors or head.label:
            continue
        listed = len(head.authors) > 1 or " " in head.authors[0] or head.et_al
        if (head.year and listed) or head.et_al or (match[0].strip() in "—–-:" and match[0].strip() and is_person(before)):
            segments = _segments(after)
            tail = parse_tail(". ".join(segments[1:])) if len(segments) > 1 else Citation()
            if tail and (both := _merged(head, tail)):
                return _of(segments[0], both)
            return _of(after, head)
    return None


def _bracketed(text: str) -> Citation | None:
    """`Title (VENUE 2024)`, `Title (Authors: Month Year)`, `Title (Year), Authors`, `Authors (Year). Title. Venue`."""
    for match in list(_BRACKETS.finditer(text))[:6]:
        inner = parse_tail(match[1] or match[2])
        if not inner:
            continue
        before, after = text[: match.start()].strip(), text[match.end() :].strip()
        if not before:
            continue
        if not after.strip(" .,;:"):
            return _of(before, inner)
        if inner.year and not inner.authors and (head := _listed_authors(before)) and after[0] in ".:,—–- “\"":
            segments = _segments(after.strip(_EDGES))
            tail = parse_tail(". ".join(segments[1:])) if len(segments) > 1 else Citation()
            both = _merged(inner._replace(authors=head.names, et_al=head.et_al), tail or Citation())
            if both:
                return _of(segments[0], both, "" if tail else ". ".join(segments[1:]))
        tail = parse_tail(re.sub(r"^[\s,.;:—–-]*(?:by\s)?", "", after))
        if tail and (both := _merged(inner, tail)):
            return _of(before, both)
        if re.match(r"[:.,;—–-]", after) and (inner.authors or inner.venue or inner.year):
            return _of(before, inner, after.lstrip(" .:,;"))
    return None


def _segments(text: str) -> list[str]:
    """`text` parted at full stops, but not behind an initial or an abbreviation."""
    segments, start = [], 0
    for end in sentence_ends(text, citation=True):
        segments.append(text[start:end].strip().removesuffix("."))
        start = end
    segments.append(text[start:].strip())
    return [segment for segment in segments if segment.strip(" .")]


def _parted(text: str) -> Citation | None:
    """`Title. Authors. Venue, Year` and `Authors. Title. Venue, Year`."""
    segments = _segments(text) if ". " in text else []
    if not 1 < len(segments) <= 8:
        return None
    tails = [parse_tail(segment) for segment in segments]
    dated = any(tail and (tail.year or tail.venue) for tail in tails)
    if dated:
        tails = [t or _only_authors(s) for t, s in zip(tails, segments, strict=True)]
    at = next((i for i, tail in enumerate(tails) if tail is None), None)
    if at is None or at > 2:
        return None
    found = Citation()
    for tail in tails[:at]:
        merged = _merged(found, tail) if tail else None
        if merged is None:
            return None
        found = merged
    behind = at + 1
    while behind < len(tails) and (tail := tails[behind]) and (merged := _merged(found, tail)):
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
    for comma in reversed(list(re.finditer(r"[,;]\s+", text))[-16:]):
        tail = parse_tail(text[comma.end() :])
        if tail is None:
            if best:
                break
            continue
        if best and best[1].authors and not _goes_on(text[comma.end() : best[0]], best[1], text[best[0] :]):
            break
        if tail.year or tail.et_al or tail.venue or tail.authors:
            best = comma.end(), tail
    if best is None:
        return None
    return _of(text[: best[0]], best[1]) if best[1].year or best[1].et_al or best[1].authors or best[1].venue else None


def _goes_on(before: str, found: Citation, behind: str) -> bool:
    """Whether `before` is one more author: a full name among full ones, a surname in a list that ends in `&`."""
    name = before.strip(" ,")
    if " " in name:
        return all(" " in author for author in found.authors) or found.et_al
    return bool(re.search(r"&|\band\b", behind)) and all(" " not in author for author in found.authors)


def _attributed(text: str) -> Citation | None:
    """`Title by Author`, `Title by Author (Year)`."""
    for match in reversed(list(_BY.finditer(text))[-4:]):
        after = text[match.end() :]
        tail = parse_tail(after) or (_only_authors(after) if len(after.split()) > 1 else None)
        if tail and tail.authors and (tail.year or tail.et_al or all(" " in name for name in tail.authors)):
            return _of(text[: match.start()], tail)
    return None


def _labelled(text: str) -> Citation | None:
    """`Title. arXiv`, `Title [pdf]`."""
    label = _label_at_end(text.rstrip(" .")) if text[-1:] in "])." or ". " in text or " - " in text else None
    return _of(text.rstrip(" .")[: -len(label[0])], Citation(label=label[1])) if label else None

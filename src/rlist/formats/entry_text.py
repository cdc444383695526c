"""The text of one entry, understood: title, links, identifiers, citation, tags, commentary."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rlist.formats.addresses import Address, find_addresses
from rlist.formats.citation import parse_citation
from rlist.formats.citation_parts import only_authors
from rlist.formats.citation_segments import with_year_last
from rlist.formats.citation_tail import Citation, merge, parse_tail
from rlist.formats.document import ReadEntry
from rlist.formats.entry_links import links_of, without_tags, words_between
from rlist.formats.marks import find_tags, listed_tags, read_marks
from rlist.formats.named_links import is_named, published_by_label
from rlist.formats.plain_title import plain_title
from rlist.formats.reference import kind_of_entry, stand_in
from rlist.formats.sentences import first_sentence
from rlist.formats.title_words import (
    AROUND,
    CLOSING,
    OPENING,
    SEPARATORS,
    TITLE_FIELD,
    cleaned,
    is_title,
    open_bracket,
    plain,
    says_something,
    trimmed,
    undecorated,
    without_credit,
)
from rlist.formats.venues import is_label
from rlist.model.identity import identifiers_of, title_key
from rlist.model.item import Link, Priority, Status
from rlist.model.metadata import Metadata

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime


class EntryText(NamedTuple):
    """What the text of an entry says; `label` is the text of a lost link, `notes` what is no part of the citation."""

    title: str
    links: tuple[Link, ...]
    identifiers: Mapping[str, str]
    authors: tuple[str, ...]
    et_al: bool
    year: int | None
    venue: str | None
    label: str | None
    notes: tuple[str, ...]
    tags: tuple[str, ...]
    status: Status | None
    finished_at: datetime | None
    priority: Priority | None = None
    rating: int | None = None


_LONG_WORD = re.compile(r"[^\W\d_][\w-]{3,}")
_BY = ("by ", "By ", "von ", "par ")
# `"The title" (Nickname)`, `"The title" (the first one)`
_NICKNAMED = re.compile(r"[\"“„«]([^\"“”„«»]{4,300})[\"“”»]\s*\((?!\d)([^\W\d_][\w.+ -]{1,30})\)")
_HASHES = re.compile(r"^(?:#{1,6}|>+)\s+(?=\S)")
_NUMBER_IN_FRONT = re.compile(r"^\[\d{1,3}\]\s+(?=\S)")


# A line is understood once, however often it stands in a list and however many ways of reading it are tried.
@lru_cache(maxsize=32_768)
def parse_entry(text: str) -> EntryText:
    """What `text`, the text of one entry without bullet and check box, says of a work; what comes back is shared."""
    alone = plain_title(text)
    if alone and (alone[1] is None or is_title(alone[0])):
        return _plain_entry(*alone)
    body = _NUMBER_IN_FRONT.sub("", _HASHES.sub("", text)) if text[:1] in "#[>" else text
    marks = read_marks(body)
    body = marks.text
    addresses = find_addresses(body)
    gaps = words_between(body, addresses)
    tags = tuple(dict.fromkeys(match[1] for gap in gaps for match in find_tags(gap)))
    if "tag" in body and (listed := listed_tags(gaps[-1])):
        gaps[-1], tags = gaps[-1][: listed.start], (*tags, *listed.tags)
    if tags:
        gaps = [without_tags(gap) for gap in gaps]
    links, identifiers = links_of(addresses, gaps)
    named = next((i for i, a in enumerate(addresses) if is_named(a, gaps, i)), None)
    citation = _unlinked(body, addresses, gaps) if named is None else _linked(body, addresses, gaps, named)
    if citation.year is None and (dated := published_by_label(addresses, named)):
        citation = merge(citation, dated) or citation
    title = (
        citation.title
        or _of_labels(addresses, gaps)
        or stand_in(links, identifiers)
        or cleaned(body)
        or body.strip()
        or "untitled"
    )
    notes = tuple(words for words in (citation.rest, marks.rest) if says_something(words))
    opened = open_bracket(title)
    if opened and not text.endswith(title) and says_something(title[:opened]):
        # Its other half was taken for a part of the citation, so what stands in it is none of the title.
        title, notes = cleaned(title[:opened]), (title[opened + 1 :].strip(), *notes)
    label = citation.label
    if label is None and not links:
        label = next((plain(a.label).strip("[] ") for a in addresses if a.label and is_label(a.label)), None)
    return EntryText(
        title,
        links,
        identifiers,
        citation.authors,
        citation.et_al,
        citation.year,
        citation.venue,
        None if links else label,
        notes,
        tags,
        marks.status,
        marks.finished_at,
        marks.priority,
        marks.rating,
    )


def _of_labels(addresses: list[Address], gaps: list[str]) -> str | None:
    """What stands for a title where a label in front of a link and its text are all that is said: `Video: YouTube`."""
    if len(addresses) != 1 or says_something(gaps[1]) or not addresses[0].label:
        return None
    before, label = cleaned(gaps[0]), cleaned(plain(addresses[0].label).strip("[]"))
    return f"{before}: {label}" if says_something(before) and says_something(label) else None


def _plain_entry(title: str, url: str | None) -> EntryText:
    links, identifiers = ((Link(url),), identifiers_of(url)) if url else ((), {})
    return EntryText(title, links, identifiers, (), False, None, None, None, (), (), None, None)


def read_words(text: str) -> ReadEntry:
    """The entry that `text`, the words of one without a list around them, makes."""
    understood = parse_entry(text)
    notes = understood.notes
    if _words_of(text) - _words_of(*_said(understood)):
        # No list keeps the text as it was typed, so what is no part of the title stays with it here.
        notes = (*notes, text)
    return ReadEntry(
        section=(),
        text=text,
        metadata=Metadata(
            understood.title,
            understood.authors,
            understood.et_al,
            understood.year,
            understood.venue,
            identifiers=dict(understood.identifiers),
        ),
        kind=kind_of_entry(
            understood.links,
            understood.identifiers,
            understood.label,
            bool(understood.authors or understood.venue),
        ),
        label=understood.label,
        links=understood.links,
        notes=notes,
        tags=understood.tags,
        status=understood.status,
        priority=understood.priority,
        rating=understood.rating,
        finished_at=understood.finished_at,
    )


def _said(understood: EntryText) -> Iterator[str]:
    """All that was understood, as texts."""
    yield understood.title
    yield from understood.authors
    yield from understood.notes
    yield from understood.tags
    yield from (link.url for link in understood.links)
    yield from understood.identifiers.values()
    for known in (understood.year, understood.venue, understood.label, "et al" if understood.et_al else None):
        yield str(known or "")
    if understood.status:
        yield "x todo done reading"


def _words_of(*texts: str) -> set[str]:
    return {word for text in texts for word in title_key(text).split()}


def _unlinked(body: str, addresses: list[Address], gaps: list[str]) -> Citation:
    """The citation where no link text names the work: the words before the first address, else those behind it."""
    for at, gap in enumerate(gaps):
        words = trimmed(undecorated(gap))[0] if at < len(addresses) else gap
        if at:
            words = words.lstrip(SEPARATORS + ".)]}>#")
            if "(" not in words:
                words = words.rstrip(")")
        if not is_title(words):
            continue
        if at < len(addresses) and (whole := _around(gap.strip(SEPARATORS + OPENING), gaps[at + 1 :])):
            return whole
        citation = _understood(words)
        return _with_rest(citation, body, addresses, gaps, at)
    return Citation()


def _around(words: str, behind: list[str]) -> Citation | None:
    """The citation where its address or identifier stands in its midst: `OpenAI. Report. arXiv:2303.08774, 2023`."""
    behind = [gap.strip(AROUND) for gap in behind if says_something(gap)]
    last = with_year_last(behind[0]) if len(behind) == 1 else ""
    if not parse_tail(last, set_apart=True):
        return None
    whole = parse_citation(f"{plain(words).rstrip(' .,*_')}, {last}")
    return whole._replace(title=cleaned(whole.title)) if whole and whole.authors and not whole.rest else None


def _understood(words: str) -> Citation:
    words = plain(words) if "*" in words else words
    said = TITLE_FIELD.match(words) if _has_colon(words) else None
    words, credit = without_credit(words[said.end() :].strip() if said else words.strip())
    if words[:1] == "(" and words[-1:] == ")" and open_bracket(words[:-1]) == 0:
        words = words[1:-1]
    nickname = _NICKNAMED.fullmatch(words) if words[:1] in '"“„«' else None
    if nickname and is_label(nickname[2]):
        nickname = None
    citation = Citation(title=nickname[1], rest=nickname[2]) if nickname else parse_citation(undecorated(words))
    if citation is None:
        sentence, rest = first_sentence(words)
        citation = Citation(title=sentence, rest=rest)
    title = cleaned(TITLE_FIELD.sub("", citation.title) if _has_colon(citation.title) else citation.title)
    return citation._replace(
        title=title or citation.title,
        label=citation.label or (said[1] if said else None),
        rest=" ".join(filter(None, (citation.rest, credit))),
    )


def _has_colon(words: str) -> bool:
    return ":" in words or "：" in words


def _with_rest(citation: Citation, body: str, addresses: list[Address], gaps: list[str], at: int) -> Citation:
    """`citation` from `gaps[at]` with what stands behind it: more of the citation, or commentary."""
    behind = [gap.strip(SEPARATORS + OPENING + CLOSING + ".") for gap in gaps[at + 1 :]]
    behind = [words for words in behind if says_something(words) and not is_label(words)]
    if not behind and not citation.rest:
        return citation
    tail = parse_tail(behind[0], set_apart=True) if len(behind) == 1 and not citation.rest else None
    if tail and (merged := merge(citation, tail)):
        return merged
    if behind and not citation.rest and not citation.authors and (parted := _credit_in_front(behind[0])):
        credit, rest = parted
        start = body.find(rest, addresses[at].end if at < len(addresses) else 0)
        return citation._replace(authors=credit.authors, et_al=credit.et_al, rest=body[start:] if start >= 0 else rest)
    if citation.rest:
        start = body.rfind(citation.rest, 0, addresses[at].start if at < len(addresses) else None)
        rest = body[start:] if start >= 0 else citation.rest
    elif at < len(addresses):
        rest = body[addresses[at].end :]
    else:
        rest = ""
    rest = rest.lstrip(SEPARATORS + ".)]}>").rstrip(" ,;:")
    return citation._replace(rest=rest.rstrip(")") if "(" not in rest else rest)


def _is_sentence(words: str) -> bool:
    """Whether words say something of a work and are no part of its title: a sentence, in small letters."""
    long_words = _LONG_WORD.findall(words)
    return words.rstrip().endswith((".", "!")) and 2 * sum(word[0].isupper() for word in long_words) < len(long_words)


def _credit_in_front(words: str) -> tuple[Citation, str] | None:
    """Who wrote a work, where the words behind its title begin with `by`, and what follows that."""
    if not words.startswith(_BY):
        return None
    credit, rest = first_sentence(words)
    tail = parse_tail(credit, set_apart=True) or only_authors(credit)
    return (tail, rest) if tail and tail.authors and rest else None


def _linked(body: str, addresses: list[Address], gaps: list[str], named: int) -> Citation:
    """The citation where the text of a link names the work."""
    address = addresses[named]
    label = cleaned(plain(address.label or ""))
    behind = gaps[named + 1]
    title = label
    # A nickname is completed by what follows its colon: `[Distill](…): Distilling the Knowledge …`.
    more = re.match(r"\s*:\s*(?=[A-Z0-9\"“])", behind) if len(label.split()) <= 2 else None
    if more and not _is_sentence(behind[more.end() :]):
        title = f"{label}: {behind[more.end() :]}"
        behind = ""
    before = gaps[named].strip(" -–—:•")
    whole = parse_citation(f"{before} {title}{' ' if behind[:1].isalnum() else ''}{behind}".strip())
    if whole and cleaned(whole.title).endswith(cleaned(title.split(" | ")[0])[-20:]) and whole.title.count(label) == 1:
        whole = whole._replace(title=cleaned(title if whole.title.endswith(title) else whole.title))
        further = "".join(gaps[named + 2 :]).strip(" []()-–—:|,;.")
        tail = parse_tail(further, set_apart=True) if says_something(further) and not whole.authors else None
        return (merge(whole, tail) if tail else None) or whole
    citation = parse_citation(title) or Citation(title=title)
    citation = citation._replace(title=cleaned(citation.title), rest="")
    head = parse_tail(plain(before), set_apart=True) if says_something(before) else None
    if head and (credited := merge(citation, head)):
        citation = credited
    return _with_rest(citation, body, addresses, [*gaps[: named + 1], behind, *gaps[named + 2 :]], named)

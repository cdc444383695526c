"""Which words of an entry are its citation: the text of the link that names the work, or those around its addresses."""

from __future__ import annotations

import re

from rlist.formats.addresses import Address
from rlist.formats.citation import parse_citation
from rlist.formats.citation_parts import only_authors
from rlist.formats.citation_quotes import published
from rlist.formats.citation_segments import with_year_last
from rlist.formats.citation_tail import YEAR, Citation, merge, parse_tail
from rlist.formats.names import parse_authors
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

_LONG_WORD = re.compile(r"[^\W\d_][\w-]{3,}")
_BY = ("by ", "By ", "von ", "par ")
# `"The title" (Nickname)`, `"The title" (the first one)`
_NICKNAMED = re.compile(r"[\"“„«]([^\"“”„«»]{4,300})[\"“”»]\s*\((?!\d)([^\W\d_][\w.+ -]{1,30})\)")
_OPENING_QUOTES = '“"„« '
# A linked title has its quotation marks around the link: `“[The title](a),” at a conference`.
_ENDS_QUOTED = re.compile(r"[.,]?\s?[\"”“»]\s")
# What follows a title: `(1998): on what it says of the world`.
_YEAR_IN_FRONT = re.compile(rf"\(({YEAR})\)[\s:.,–—-]+(?=\S)")


def cited_by_words(body: str, addresses: list[Address], gaps: list[str]) -> Citation:
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
        citation = _understood(words.removesuffix(" by"))
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


def _credit_of(before: str) -> Citation | None:
    """What stands in front of a linked title as its credit; names of any sort where a colon and a quote follow them."""
    if head := parse_tail(before, set_apart=True):
        return head
    names = before.rstrip(_OPENING_QUOTES)
    known = parse_authors(names[:-1], dated=True) if names != before and names.endswith(":") else None
    return Citation(authors=known.names, et_al=known.et_al) if known else None


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
    told = published(behind[0]) if behind and _ENDS_QUOTED.match(gaps[at + 1]) else None
    if told and (merged := merge(citation, told)):
        return merged._replace(rest=told.rest.strip(SEPARATORS + "."))
    if behind and not citation.rest and not citation.authors and (parted := _credit_in_front(behind[0])):
        credit, rest = parted
        start = body.find(rest, addresses[at].end if at < len(addresses) else 0)
        return citation._replace(authors=credit.authors, et_al=credit.et_al, rest=body[start:] if start >= 0 else rest)
    if citation.rest:
        start = body.rfind(citation.rest, 0, addresses[at].start if at < len(addresses) else None)
        rest = body[start:] if start >= 0 else citation.rest
    elif at < len(addresses):
        rest = body[addresses[at].end :]
        rest = rest[ended.end() :] if (ended := _ENDS_QUOTED.match(rest)) else rest
    else:
        rest = ""
    # Emphasis whose other half was cut off is none.
    rest = rest.replace("*", "") if rest.count("*") % 2 else rest
    rest = rest.lstrip(SEPARATORS + ".)]}>").rstrip(" ,;:")
    if (dated := _YEAR_IN_FRONT.match(rest)) and citation.year in {None, int(dated[1])}:
        citation, rest = citation._replace(year=int(dated[1])), rest[dated.end() :]
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


def cited_by_link(body: str, addresses: list[Address], gaps: list[str], named: int) -> Citation:
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
    year = int(before.strip(",.()[]")) if re.fullmatch(rf"[(\[]?{YEAR}[)\]]?[,.]?", before) else None
    if year:
        before = ""
    whole = parse_citation(f"{before} {title}{' ' if behind[:1].isalnum() else ''}{behind}".strip())
    if whole and cleaned(whole.title).endswith(cleaned(title.split(" | ")[0])[-20:]) and whole.title.count(label) == 1:
        whole = whole._replace(title=cleaned(title if whole.title.endswith(title) else whole.title))
        further = "".join(gaps[named + 2 :]).strip(" []()-–—:|,;.")
        tail = parse_tail(further, set_apart=True) if says_something(further) and not whole.authors else None
        whole = (merge(whole, tail) if tail else None) or whole
        if not whole.authors and says_something(before) and (head := parse_tail(plain(before), set_apart=True)):
            whole = merge(whole, head) or whole
        return whole._replace(year=whole.year or year)
    citation = parse_citation(title) or Citation(title=title)
    citation = citation._replace(title=cleaned(citation.title), year=citation.year or year, rest="")
    head = _credit_of(plain(before)) if says_something(before) else None
    if head and (credited := merge(citation, head)):
        citation = credited
    return _with_rest(citation, body, addresses, [*gaps[: named + 1], behind, *gaps[named + 2 :]], named)

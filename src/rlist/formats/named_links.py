"""Which link of an entry names the work, and where it appeared, as the text of another one says."""

from __future__ import annotations

import re

from rlist.formats.addresses import Address
from rlist.formats.citation_front import name_and_year
from rlist.formats.citation_tail import YEAR, Citation, parse_tail
from rlist.formats.entry_links import is_address, names_work
from rlist.formats.names import is_person
from rlist.formats.title_words import AROUND, SEPARATORS, is_title, plain, trimmed
from rlist.formats.venues import LABEL_ENDS, is_label, parse_venue

_ENDS_TITLE = frozenset(")],;|")
_LEAST_WORDS_OF_TITLE, _LEAST_WORDS_BEHIND, _LEAST_WORDS_BEFORE = 5, 3, 3
_MOST_WORDS_OF_LABEL = 3
_BEFORE_LINK = " [(/*_"
_LONGEST_PUBLICATION = 30
# Behind a title these lead to something else: `A title (see also [another](a))`.
_POINTING = re.compile(r"(?:[(\[]|\s[–—-]\s)(?:see|cf\.?|siehe|voir)(?: also| auch| aussi)?(?: the)?\s$", re.IGNORECASE)
# `Bush (1945)`, `Page, Brin (1999)`: surnames that are words as well.
_SURNAMES_AND_YEAR = re.compile(rf"([A-Z][\w’'-]+(?:, [A-Z][\w’'-]+)*)( et al\.?)? \(({YEAR})\)")
_DATED_ACRONYM = re.compile(r"(?=[^a-z]*[A-Z]{2}|[A-Z][a-z]+[A-Z])[A-Z0-9][A-Za-z0-9]{1,9}[ -]?(?:20|19)\d\d")


def is_named(address: Address, gaps: list[str], at: int) -> bool:
    """Whether the text of the link between `gaps[at]` and the next one names the work.

    One word behind a title that is at its end is a label of any sort, a publication in front of one as well, and what
    stands in brackets of its own or follows a link with a label.
    """
    label = address.label
    if label is None or not names_work(label):
        return False
    before, behind = gaps[at : at + 2]
    if len(behind.split()) >= _LEAST_WORDS_BEHIND and _is_publication(label, before):
        return False
    words, of_label = before.rstrip(_BEFORE_LINK), label.split()
    count = len("".join(gaps[: at + 1]).split())
    if count >= _LEAST_WORDS_BEFORE and (address.url or "").startswith("#"):
        return False
    is_titled = is_title(trimmed(words)[0])
    if is_titled and _POINTING.search(before[-30:]):
        return False
    if is_titled and (is_address(label) or _ends_in(address.url, label) or _credit(plain(label), before)):
        return False
    if is_titled and _is_bracketed(label, before, behind) and is_label(of_label[0].strip("[")):
        return False
    if len(of_label) > _MOST_WORDS_OF_LABEL or count < _LEAST_WORDS_BEFORE:
        return True
    if (at and not words.strip(SEPARATORS + AROUND)) or _is_bracketed(label, before, behind):
        return False
    is_short = len(of_label) == 1 or of_label[-1].casefold() in LABEL_ENDS
    return not (is_short and words[-1:] in _ENDS_TITLE and count >= _LEAST_WORDS_OF_TITLE)


def told_by_label(addresses: list[Address], gaps: list[str], named: int | None) -> Citation | None:
    """Who wrote a work, where and when it appeared, where the text of a link beside its title says nothing else.

    `[CVPR'2022](a)`, `[Roe, Doe (1976)](a)`
    """
    for at, address in enumerate(addresses):
        if at == named or not address.label:
            continue
        label = plain(address.label).strip("[] ")
        before = gaps[at] if at == 0 or gaps[at].strip() == "by" else ""
        if told := _credit(label, before) or _publication(label):
            return told
    return None


def _publication(label: str) -> Citation | None:
    return name_and_year(label.strip("()")) if any(map(str.isdigit, label[-5:])) else None


def _credit(label: str, before: str) -> Citation | None:
    """Who wrote a work, where the text of a link says nothing else: `Roe, Doe (1976)`, and behind `by` `Jane Roe`."""
    if before.endswith((" by ", " by [")) and is_person(label):
        return Citation(authors=(label,))
    tail = parse_tail(label, set_apart=True) if any(map(str.isdigit, label[-5:])) else None
    if tail is None and (surnames := _SURNAMES_AND_YEAR.fullmatch(label)):
        tail = Citation(authors=tuple(surnames[1].split(", ")), et_al=bool(surnames[2]), year=int(surnames[3]))
    return tail if tail and tail.authors and tail.year else None


def _ends_in(url: str | None, label: str) -> bool:
    """Whether the text of a link is the host or the file that it leads to: `soccer-net.org`, `ViT.md`."""
    return (
        "." in label and " " not in label and label.casefold() in re.split(r"[/?#]|(?<=/)www\.", (url or "").casefold())
    )


def _is_bracketed(label: str, before: str, behind: str) -> bool:
    """Whether a link stands in square brackets of its own, as those to a paper and its code do."""
    return (label[:1] == "[" and label[-1:] == "]") or (before[-1:] == "[" and behind[:1] == "]")


def _is_publication(label: str, before: str) -> bool:
    """Whether the text of a link is where a work appeared: `NeurIPS2021`, in brackets of its own also `TPAMI`."""
    words = label.strip("[] ")
    is_set_apart = before.endswith("[") or label[:1] == "["
    return len(words) < _LONGEST_PUBLICATION and (
        _DATED_ACRONYM.fullmatch(words) is not None
        or (is_set_apart and " " not in words and parse_venue(words) is not None)
    )

"""What a bullet below another one is to it: a link, a field, a note, or an item of its own."""

from __future__ import annotations

import re
from enum import Enum, auto
from functools import lru_cache

from rlist.formats.addresses import Address, find_addresses
from rlist.formats.citation import parse_citation
from rlist.formats.citation_tail import parse_tail, parse_venue_line
from rlist.formats.entry_links import is_identifier, names_work, words_between
from rlist.formats.labelled import labelled_field
from rlist.formats.lines import folded
from rlist.formats.names import is_person
from rlist.formats.title_words import plain, undecorated
from rlist.formats.venues import is_label


class Relation(Enum):
    """What a nested bullet is to the item above."""

    LINKS = auto()
    FIELDS = auto()
    POINTER = auto()
    NOTE = auto()
    ITEM = auto()


# "some fifteen words"; what is longer is a remark.
_MOST_WORDS = 15
_MOST_WORDS_OF_LABEL = 3
_BETWEEN_LINKS = " \t\u00a0.,;:|/()[]–—-&+·•*_"
# Words between the labels of links: `official code`, `arxiv version and slides`, `link to the paper`.
_BESIDE_LABELS_LISTED = """
version official here and the of to for a an project page site full original its also download mirror public on
"""
_BESIDE_LABELS = frozenset(_BESIDE_LABELS_LISTED.split())
# What a course, a lecture or a tool has of its own: links below it, but names of works where they stand alone.
_PARTS_LISTED = """
assignments|assignment|lectures|lecture videos|homework|homeworks|labs|lab|syllabus|exams|old exams|past exams|projects
|resources|schedule|calendar|readings|problem sets|problem set|solutions|quizzes|discussion notes|recitations|playlist
|youtube playlist|materials|course materials|exercises|official site|online copy|online version|download|wiki|faq
|online supplements|github page|course page|course website|course homepage|errata|transcript|audio
"""
_PARTS = frozenset(_PARTS_LISTED.replace("\n", "").split("|"))
# A label with the name of whose it is: `Nature paper`, `OpenAI slides`, `lecture video`.
_NAMED_LABEL = re.compile(
    r"(?:[\w’'.-]+ ){1,2}(?:paper|pdf|arxiv|preprint|code|slides|video|repo|implementation|website|page|poster|talk"
    r"|blog|post|demo|homepage|docs|documentation|tweet|announcement)",
    re.IGNORECASE,
)
_POINTS_AT_IT = re.compile(
    r"\b(?:it|this|that|them|these|the (?:above|paper|authors?|post)|its|authors['’]?)\b", re.IGNORECASE
)
# What one writes about a work without being one; in small letters, a title would have capitals.
_ABOUT = re.compile(
    r"\b(?:comments?|threads?|discussions?|summary|summaries|reviews?|notes?|explanations?|explainer|walkthrough|overview"
    r"|announcement|critique|rebuttal|reaction|follow-up|recap|commentary|q&a|interview|tl;?dr|write-?up|opinions?"
    r"|Diskussion|Zusammenfassung|commentaires?|résumé)\b"
)
# Words that begin remarks and hardly ever titles; they are asked for where no address shows that a work is meant.
_BEGINS_REMARK = re.compile(
    r"(?:I|I['’]m|I['’]ve|we|it|it['’]s|its|this|they|these|he|she|you|introduces|uses|shows|proposes|explains|describes"
    r"|presents|argues|claims|compares|covers|discusses|gives|provides|contains|includes|good|great|nice|very|really|must"
    r"|cool|excellent|interesting|worth|skim|skip|read|reread|re-read|see|also|note|notes|todo|tl;?dr|key|main|idea"
    r"|takeaways?|summary|recommended|need|needs|needed|has|have|not|still|only|maybe|probably|because|but|and|so|same"
    r"|similar|used|seems|looks|could|should|would|can|especially|mentioned|cited|via|from|about|best|short|long|easy|hard"
    r"|sehr|gut|wichtig|sieht|très|bon|bien|à|voir)(?![\w-])",
    re.IGNORECASE,
)
_COINED = re.compile(
    r"\w[\w.-]*/[\w.-]+|[a-z]+[A-Z]\w*|\w+[._]\w+|[a-z]+\d\w*|[A-Z]+[a-z]*(?:-?[A-Z0-9]\w*)+|[A-Z]{2,}\w*"
)
_REMARK_LABEL = re.compile(r"(?:[A-Z][\w’'-]*(?: [\w’'-]+){0,2}):\s+[a-z]")


@lru_cache(maxsize=8192)
def relation(text: str, *, has_items_below: bool = False, keeps_links: bool = False) -> Relation:
    """What the nested bullet `text` is to the item above it.

    `keeps_links` says that the format keeps addresses, so that a title without one is a remark; `has_items_below` that
    bullets stand below this one, so that a single word is a topic. When unsure it is a note.
    """
    addresses = find_addresses(text)
    words = _words(text, addresses)
    labelled = labelled_field(text)
    if labelled and labelled.role not in {"url", "note"}:
        return Relation.FIELDS
    if labelled:
        return Relation.LINKS if labelled.role == "url" else Relation.NOTE
    if addresses:
        if not words.strip(".") or _are_labels(words) or _are_labelled(text, addresses):
            return Relation.LINKS
        if any(a.label is not None and names_work(a.label) for a in addresses):
            return Relation.ITEM
        if _is_pointer(words):
            return Relation.POINTER
    else:
        if is_label(text):
            return Relation.FIELDS
        tail = parse_tail(text)
        # `Borg, Omega, and Kubernetes (ACM Queue, 2016)` reads like authors, but has the form of a title; one name
        # alone (`Vitamin D`, `Andrew Ng`) may be a topic.
        is_title = (
            tail
            and tail.authors
            and not tail.et_al
            and (
                (tail.venue and text.endswith(")"))
                or (len(tail.authors) == 1 and not (tail.venue or tail.year or "." in text))
            )
        )
        if tail and not is_title and (tail.authors or tail.venue or tail.year):
            return Relation.FIELDS
    if any(address.label and is_label(address.label) for address in addresses):
        words = _words(text.removesuffix("].") if text.endswith("].") else text, addresses, labels=False)
    return _note_or_item(words, bool(addresses), has_items_below, keeps_links)


def relation_of_line(text: str, *, keeps_links: bool = False) -> Relation:
    """As `relation`, of a line without a bullet: there one name alone, or any venue with its year, is a field."""
    if is_person(text) or parse_venue_line(text):
        return Relation.FIELDS
    return relation(text, keeps_links=keeps_links)


def _note_or_item(words: str, has_address: bool, has_items_below: bool, keeps_links: bool) -> Relation:
    citation = parse_citation(words)
    cited = citation is not None and bool(citation.authors or citation.venue or citation.year)
    title = citation.title if citation and cited else words
    first = title.split(maxsplit=1)[0] if title else ""
    if first[:1].islower() and not _COINED.match(first):
        return Relation.NOTE
    if not cited and words.endswith((".", "!", "。", "！")) and not words.endswith("..."):
        return Relation.NOTE
    if len(title.split()) > _MOST_WORDS:
        return Relation.NOTE
    if not has_address and not cited:
        if keeps_links or _BEGINS_REMARK.match(words) or _REMARK_LABEL.match(words):
            return Relation.NOTE
        if first and not first.isascii() and not first[0].isupper():
            # A script without capitals doesn't tell a title from a remark.
            return Relation.NOTE
        if len(title.split()) < 2 and not _COINED.fullmatch(first) and not has_items_below:
            return Relation.NOTE
    return Relation.ITEM


def _words(text: str, addresses: list[Address], *, labels: bool = True) -> str:
    """`text` without its addresses, but with the text of Markdown links, by choice without mere labels."""
    pieces, at = [], 0
    for address in addresses:
        label = address.label or ""
        pieces += [text[at : address.start], label if labels or not is_label(label) else ""]
        at = address.end
    words = folded("".join([*pieces, text[at:]]))
    # The colons of `:fire:` are none that separate.
    return (undecorated(words) if words[:1] == ":" else words).strip(" ,:;|–—-()[]<>→")


def _are_labels(words: str) -> bool:
    """Whether words beside addresses only say what each link is."""
    if len(words) > 80:
        return False
    # `Source code (Keras)`, `代码（即将开源）`
    words = words.rstrip("：").rpartition(" (")[0] or words.partition("（")[0] or words
    if is_label(words) or _NAMED_LABEL.fullmatch(words) or words.casefold() in _PARTS:
        return True
    parts = [part for part in re.split(r"[\s,;:|/()\[\]–—&+：、，和与及-]+", words) if part]
    return bool(parts) and all(map(_is_or_joins_label, parts))


def _is_or_joins_label(word: str) -> bool:
    """Whether a word is a label, by choice with its number (`解读2`), or stands between two."""
    bare = word.rstrip("0123456789")
    return is_label(bare) or bare.casefold() in _PARTS or word.casefold() in _BESIDE_LABELS or word.isdigit()


def _are_labelled(text: str, addresses: list[Address]) -> bool:
    """Whether a line is nothing but links named by short labels, known ones or in brackets: `[[Reference]](a)`."""
    labels = [undecorated(plain(address.label or "").strip("[]() ")) for address in addresses]
    gaps = "".join(words_between(text, addresses))
    return (
        not gaps.strip(_BETWEEN_LINKS)
        and all(len(label.split()) <= _MOST_WORDS_OF_LABEL for label in labels)
        and (
            any(is_label(label) or is_identifier(label) for label in labels)
            or all((address.label or "")[:1] == "[" for address in addresses)
        )
    )


def led_by_labels(text: str) -> int:
    """Where the links end that a line begins with, each named by a label; 0 where it begins otherwise, or is all links.

    `[code](a)what there is to say`
    """
    end = 0
    for address in find_addresses(text):
        if text[end : address.start].strip(_BETWEEN_LINKS) or not (
            address.url and address.label and is_label(address.label.strip("[] "))
        ):
            break
        end = address.end
    return end if text[end:].strip(_BETWEEN_LINKS) else 0


def _is_pointer(words: str) -> bool:
    """Whether words beside an address only point at the item above: `some comments on it`, `HN discussion`."""
    count = len(words.split())
    return (count <= 8 and _POINTS_AT_IT.search(words) is not None and not words.istitle()) or (
        count <= 6 and _ABOUT.search(words) is not None
    )

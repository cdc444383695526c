"""Paragraphs of Markdown: which of their lines are works, which go on with the one above, and which are prose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import pairwise
from typing import NamedTuple

from rlist.formats.addresses import find_addresses
from rlist.formats.citation import parse_citation
from rlist.formats.citation_tail import parse_tail
from rlist.formats.entry_links import names_work, words_between
from rlist.formats.entry_text import parse_entry
from rlist.formats.markdown_blocks import Line
from rlist.formats.markdown_inline import words_shown
from rlist.formats.markdown_outline import is_labelled_link
from rlist.formats.names import parse_authors
from rlist.formats.nesting import Relation, relation
from rlist.formats.title_words import open_bracket, plain, undecorated
from rlist.formats.venues import is_label
from rlist.formats.wrapping import BROKEN_FROM


class Paragraph(Enum):
    """What a part of a paragraph is: a work, what belongs to the work above, or words of the section."""

    ITEM = auto()
    BELOW = auto()
    TEXT = auto()


class Part(NamedTuple):
    """Lines of a paragraph that are one thing."""

    what: Paragraph
    lines: tuple[Line, ...]


_MOST_LINES_OF_CITATION = 8
_MOST_WORDS_IN_TITLE = 25
# `[The title](./notes/title.md)`: a line that is a link to notes on a work.
_FILE = re.compile(r"^(?!\w+://).*\.(?:md|pdf|ipynb|html?)$")
_LEAST_WORDS_OF_FILE = 2
_UNFINISHED = re.compile(
    r"(?:[,;–—-]|\b(?:a|an|the|of|and|or|for|in|on|to|with|by|from|der|die|das|und|von|de|la|le))$"
)
# The last of the names in front of a title: `Slater: *The title*`, `Almeida, et al.: “The title”`, or the title alone.
_ENDS_CREDIT = re.compile(r"(?:([^\W\d_][\w.’' -]{1,50}(?:, et al\.)?):\s)?(?=[“\"„«*]\[?[\w‘(])")
_SENTENCE_END = (".", "!", "。", "！", ":", "：")
_BOLD = re.compile(r"(\*\*|__)(?=\S)([^*_]+|(?:(?!\1).)+)(?<=\S)\1\s*:?\s*$|<b>(.+)</b>$")
_BOLD_IN_FRONT = re.compile(r"(?:\*\*|__)\S")
_BEHIND_TITLE = re.compile(r"\s*(?:$|[-–—:|,(\[{.;~/·•*#]|by\s|<br>|[^\w\s])")
# The sign of a bullet that isn't one here: a box, a number, `[12]`.
_IN_FRONT = re.compile(r"^(?:\\?\[(?:[ xX/-]|\d{1,3})\\?\]|\d{1,3}[.)]|#+)\s+")
_LOST_LINK = re.compile(r"\s*\[([A-Za-z][A-Za-z ]{1,20})\]$")
_NAVIGATION = re.compile(r"\s*(?:\||·|•|/|&nbsp;)\s*")


def joined_lines(lines: Sequence[Line], source: Sequence[str]) -> list[list[Line]]:
    """`lines` put together where a line was only broken to fit a width."""
    parts: list[list[Line]] = []
    text = ""
    for line in lines:
        if parts and not parts[-1][-1].is_ended and _goes_on(text, line, source[parts[-1][-1].number - 1]):
            parts[-1].append(line)
            text = f"{text} {line.text}"[-_FAR_BACK:]
        else:
            parts.append([line])
            text = line.text
        if "<br>" in line.text:
            parts[-1:] = _parted(parts[-1])
            text = parts[-1][-1].text
    return parts


# What stands further back than this has no say in whether a line goes on.
_FAR_BACK = 600


def _parted(lines: list[Line]) -> list[list[Line]]:
    """The last of `lines` parted at the `<br>` that it holds."""
    *before, last = lines
    pieces = [last._replace(text=piece.strip()) for piece in last.text.split("<br>") if piece.strip()]
    return [[*before, *pieces[:1]], *([piece] for piece in pieces[1:])] if pieces else [[*before, last]]


def _goes_on(above: str, line: Line, above_in_source: str) -> bool:
    if line.text.startswith(": "):
        return False  # the definition of a term, as PHP Markdown Extra has it
    if open_bracket(above) is not None and "](" not in line.text[:2]:
        return True
    credit = _ENDS_CREDIT.match(line.text)
    if credit and (credit[1] or above.endswith(":")) and parse_authors(f"{above} {credit[1] or ''}", dated=True):
        return True
    if above.endswith(_SENTENCE_END):
        return False
    if _UNFINISHED.search(above[-80:]) or (above[-1:] in '”"' and above[-2:-1] == ","):
        return True
    if above.count("*") % 2 and line.text.count("*") % 2:
        return True
    if len(above_in_source) < BROKEN_FROM or above.endswith((")", "]", ">")):
        return False
    return not (line.text.startswith(("[", "http", "*", "_")) or parse_tail(line.text))


def bold_line(text: str) -> str | None:
    """The words of a line that is wholly in bold, or None."""
    match = _BOLD.match(text)
    if not match or find_addresses(text):
        return None
    return (match[2] or match[3]).strip()


def is_sentence(text: str) -> bool:
    """Whether words are a sentence or more, such as no title is."""
    words = undecorated(words_shown(text))
    count = len(words.split())
    cited = parse_citation(words)
    if cited and (cited.authors or cited.year or cited.venue):
        return False
    # Chinese and Japanese have no spaces between words, and titles there no full stop.
    ends = words.endswith(("。", "！")) or (words.endswith((".", "!", ":")) and count > _FEW_WORDS)
    return ends or count > _MOST_WORDS_IN_TITLE


_FEW_WORDS = 4


def judge(lines: Sequence[Line], *, has_lists: bool, source: Sequence[str], below: bool) -> Iterator[Part]:
    """What the lines of a paragraph outside of lists are; `below` says that a work stands above them.

    In a text without bullets and tables (`has_lists`) a line may be a work by its looks alone.
    """
    if broken := _broken_citation(lines):
        yield Part(Paragraph.ITEM, broken)
        return
    parts = joined_lines(lines, source)
    texts = [" ".join(line.text for line in part) for part in parts]
    begins = [_begins_work(text) and not ((below or at) and is_labelled_link(text)) for at, text in enumerate(texts)]
    if len(parts) == 1 and _is_navigation(texts[0]):
        yield Part(Paragraph.TEXT, tuple(lines))
        return
    if not any(begins) and not has_lists and not any(map(is_sentence, texts)) and _are_titles(texts):
        begins = [relation(text, keeps_links=True) not in {Relation.LINKS, Relation.FIELDS} for text in texts]
    addressed = any(find_addresses(text) for text in texts)
    begins = [
        is_work and not (at and begins[at - 1] and _is_address_alone(text) and not find_addresses(texts[at - 1]))
        for at, (text, is_work) in enumerate(zip(texts, begins, strict=True))
    ]
    above = below
    for part, text, is_work in zip(parts, texts, begins, strict=True):
        bold = _BOLD_IN_FRONT.match(undecorated(text)) is not None
        if is_work and not (bold and not addressed and has_lists and not _is_cited(plain(text))):
            above = True
            yield Part(Paragraph.ITEM, tuple(part))
        elif above and (any(begins) or _belongs_to_work(text)):
            yield Part(Paragraph.BELOW, tuple(part))
        else:
            above = False
            yield Part(Paragraph.TEXT, tuple(part))


def _broken_citation(lines: Sequence[Line]) -> tuple[Line, ...] | None:
    """The lines of a citation that was broken behind one of its full stops to fit a width; None for others."""
    if not 1 < len(lines) <= _MOST_LINES_OF_CITATION or not lines[0].text.endswith("."):
        return None
    *full, last = lines
    wide = full[:-1] if _is_address_alone(last.text) else full
    if any(line.is_ended or len(line.text) < BROKEN_FROM for line in wide) or _begins_work(lines[0].text):
        return None
    whole = parse_entry(" ".join(line.text for line in lines))
    return tuple(lines) if whole.authors and whole.year and not whole.notes else None


def _is_address_alone(text: str) -> bool:
    """Whether a line is an address, and no words: below a citation it is that of the work."""
    found = find_addresses(text)
    return len(found) == 1 and found[0].label is None and found[0].end - found[0].start == len(text.strip().rstrip("."))


def _belongs_to_work(text: str) -> bool:
    """Whether a paragraph of its own says the links or the authors of the work above it."""
    return relation(text, keeps_links=True) in {Relation.LINKS, Relation.FIELDS}


def _begins_work(text: str) -> bool:
    """Whether a line begins with what names a work: a link, words in bold, a citation, or an address alone."""
    text = undecorated(_IN_FRONT.sub("", text)).lstrip()
    found = find_addresses(text)
    if not found:
        if _BOLD_IN_FRONT.match(text) and not is_sentence(text) and not text.rstrip("*_ ").endswith((":", "：")):
            return True
        return _is_cited(plain(text))
    first = found[0]
    before = text[: first.start].strip(" *_[](")
    if relation(text, keeps_links=True) is Relation.LINKS:
        return not any(address.label for address in found) and len(text.split()) <= _FEW_WORDS
    if _BOLD_IN_FRONT.match(text):
        return not text.split("**")[1].endswith(":") if "**" in text else True
    if (
        first.label
        and names_work(first.label)
        and _FILE.search(first.url or "")
        and first.end == len(text.rstrip(" ."))
    ):
        return first.start == 0 and len(first.label.split()) >= _LEAST_WORDS_OF_FILE
    if first.label and names_work(first.label) and "://" in (first.url or ""):
        behind = text[first.end :].lstrip("*_")
        tail = parse_tail(before, set_apart=True) if before else None
        return (not before or bool(tail and (tail.venue or tail.year))) and (
            _BEHIND_TITLE.match(behind) is not None
            and not (behind[:1] == "." and len(behind.split()) > 1 and not _are_links(behind))
        )
    if first.url is None:
        entry = parse_entry(text)
        return bool(entry.authors and (entry.year or entry.venue))
    cited = parse_citation(words_shown(text).removesuffix(" ."))
    if cited and (cited.authors or cited.venue) and (cited.year or cited.venue):
        return True
    return not first.label and not text[first.end :].strip(" .") and 0 < len(before.split()) <= _MOST_WORDS_IN_TITLE


def _are_links(text: str) -> bool:
    """Whether a text is nothing but links: `. [video](a). [tweet](b)`."""
    found = find_addresses(text)
    return bool(found) and not any(gap.strip(" .,;|·") for gap in words_between(text, found))


def _is_cited(text: str) -> bool:
    """Whether words without an address are a citation: by whom and when, or when and where a link led that got lost."""
    text = _IN_FRONT.sub("", text)
    while lost := _LOST_LINK.search(text, max(len(text) - 30, 0)):
        text = text[: lost.start()]
        if not is_label(lost[1]):
            return False
    cited = parse_citation(text)
    return cited is not None and bool((cited.authors and (cited.year or cited.venue)) or (cited.year and cited.label))


def _are_titles(texts: Sequence[str]) -> bool:
    return all(text[:1].isupper() or text[:1].isdigit() or find_addresses(text) for text in texts[:50])


def _is_navigation(text: str) -> bool:
    """Whether a line is a row of links between bars, as they stand at the top of a page."""
    found = find_addresses(text)
    if len(found) < 2 or not all(address.label is not None for address in found):
        return False
    gaps = [text[one.end : other.start] for one, other in pairwise(found)]
    return all(_NAVIGATION.fullmatch(gap) for gap in gaps) and all(
        address.label and names_work(address.label) for address in found
    )

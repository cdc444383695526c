"""The text of an entry of Markdown: what emphasis and the order of its links say besides the words."""

from __future__ import annotations

import re
from typing import NamedTuple

from rlist.formats.addresses import Address, find_addresses
from rlist.formats.citation import parse_citation
from rlist.formats.citation_parts import only_authors
from rlist.formats.citation_tail import Citation, merge, parse_tail
from rlist.formats.entry_links import is_address, names_work
from rlist.formats.entry_text import EntryText, parse_entry
from rlist.formats.markdown_credit import DATE, EMPHASISED, credit_in, surnames_in, with_credit, words_without_links
from rlist.formats.markdown_fields import take_fields
from rlist.formats.records import Draft
from rlist.formats.title_words import EMOJI_NAME, cleaned, plain, says_something
from rlist.formats.venues import is_label

# `[Name:](a) The rest` is `[Name](a): The rest`.
_COLON_INSIDE = re.compile(r":\s?\]\(([^()\s]{1,2000})\)\s*(?=\S)")
# `[Name](a): [The whole title](a)`, twice the same address.
_TWICE = re.compile(r"\[([^\[\]]{1,100})\]\((\S{1,2000}?)\)\s*:?\s*\[([^\[\]]{1,300})\]\(\2\)")
# `The title | [Lab](a)`: the link is named for who made the work.
_NAMED_FOR_MAKER = re.compile(r"([^\[\]()|]{20,300}?)\s*\|\s*\[([^\[\]]{1,40})\]\((\S{1,2000}?)\)\s*$")
# `**Name**: The rest of the title` and `**Name:** The rest`.
_BOLD_NAME = re.compile(
    r"^(\W{0,8})(?:\*\*|__)(\S{1,40}(?: \S{1,40}){0,2}?)(?::(?:\*\*|__)|(?:\*\*|__)\s?:)\s*(?=[A-Z0-9\"“])"
)
# `[CS 61C](a) **Great Ideas in Computer Architecture**`
_NUMBER_OF_COURSE = re.compile(r"\[((?:[A-Z]{2,6}[ -]?)?\d[\w.-]{0,8})\]\((\S{1,2000}?)\)\s+\*\*([^*]{5,200})\*\*")
# `See also: **The title**`, `See also [the title](a)`
_SEE_ALSO = re.compile(r"(?:[Ss]ee also|[Aa]lso see|[Cc]f\.):?\s+(?=\*\*|\[)")
# `**[12]** Roe, J. …`
_NUMBER_IN_BOLD = re.compile(r"\*\*(?:\[\d{1,3}\]|\d{1,3}[.)])\*\*\s+(?=\S)")
_EMPHASIS_AROUND_BRACKETS = re.compile(r"(?<!\*)\*{1,2}\(([^()*]{1,200})\)\*{1,2}(?!\*)")
# The name of an emoji that only stands behind the links.
_EMOJI_NAMES = re.compile(rf"(?<=[)\]*])(?:\s*{EMOJI_NAME})+\s*$")
# `*The title*, Doe and Roe, chapters 1 - 2`
_ITALIC_TITLE = re.compile(r"[*_](?![*_])(?=\S)([^*_]{10,200}?)(?<=\S)[*_](?=[,.]\s)")
# `[2023/05] The title *Jane Doe et al. ICML* [[paper]](a)`
_CREDIT_IN_ITALICS = re.compile(
    r"(\W{0,3}(?:\d{4}[-./]\d\d(?:[-./]\d\d)?\]?\s+)?)([^*\[\]]{15,300}?)\s+\*(?=\S)([^*]{4,150}?)\s*\*\s*(?=\[|$)"
)
# Behind the name of who wrote it in bold: `**Roe, J.** (2023). "The title"`
_QUOTED_BEHIND = re.compile(r"[.,:]?\s*(?:\(\d{4}[a-z]?\)[.,:]?\s*)?[\"“]\w")
_ITALIC = re.compile(r"(?<![\w*])\*(?![\s*])([^*]{4,250}?)(?<=[^\s*])\*(?![\w*])")
# `**Roe, Jane** (2016): *The title*`
_BOLD_AUTHORS = re.compile(r"^\*\*([^*]{3,100})\*\*( \(\d{4}\))")
_LONGEST_AUTHORS = 300
_IN_FRONT = re.compile(r"\(([^()]{2,60})\)\s+(?=\S)")
# `**Roe, *The title*** (2007)`
_ITALIC_IN_BOLD = re.compile(r"(\W{0,8})\*\*(?!\*)([^*]{2,100}), \*(?!\*)([^*]{3,200})\*\*\*(?!\*)")
# `**What it is on**: `, `**Name** — `
_BOLD_LABEL = re.compile(r"\W{0,8}\*\*[^*:]{1,60}(?::\*\*|\*\*\s?:|\*\*\s[—–-]\s)\s*")
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.{2,400}?)(?<=\S)\1")
# `[Name](a): The rest of the title | Lab` and `[Name](a) with the rest of the title`.
_GOES_ON = re.compile(
    r"(\W{0,8})\[([^\[\]]{1,200})\]\((\S{1,2000}?)\)\s*(:|(?:with|for|of|in|on|via|using|through|under|from)\b)"
    r"\s*([^|｜\[]{3,300}?)\s*(?:[|｜]\s*(.*))?$"
)
_LONG_WORD = re.compile(r"[^\W\d_][\w-]{3,}")
_LEAST_WORDS, _LEAST_WORDS_OF_LINK = 3, 5


class Understood(NamedTuple):
    """What a text says of a work: its words, and the fields in it."""

    entry: EntryText
    found: Draft | None


def understand(text: str) -> Understood:
    """What `text` says, its links written out and without HTML."""
    text, found = take_fields(text)
    text = _NUMBER_IN_BOLD.sub("", text, count=1) if text.startswith("**") else text
    text = _SEE_ALSO.sub("", text, count=1) if _SEE_ALSO.match(text) else text
    if "[" in text:
        if text.count("](") > 1:
            text = _TWICE.sub(lambda m: f"[{m[1].rstrip(': ')}: {m[3]}]({m[2]})", text)
        text = _NUMBER_OF_COURSE.sub(r"[\1: \3](\2)", text, count=1) if "](" in text[:16] else text
        text = _COLON_INSIDE.sub(r"](\1): ", text)
        text = _EMOJI_NAMES.sub("", text) if text.endswith(":") else text
        text = _whole_title(text)
        if (named := _NAMED_FOR_MAKER.match(text)) and not is_label(named[2]):
            text = f"[{named[1]}]({named[3]}) | {named[2]}"
    if "***" in text:
        text = _ITALIC_IN_BOLD.sub(r"\1\2, *\3*", text, count=1)
    if "*" in text:
        text = _behind_authors(text) or (text if "**" in text else _set_apart(text))
    if text[:1] in "*_" and (titled := _ITALIC_TITLE.match(text)):
        text = f"**{titled[1]}**{text[titled.end() :]}"
    text = _EMPHASIS_AROUND_BRACKETS.sub(r"(\1)", text) if "*(" in text else text
    if "**" in text or "__" in text:
        text = _without_name(text) or _BOLD_NAME.sub(r"\1\2: ", text)
    entry = parse_entry(text)
    return Understood(with_credit(_titled_in_bold(text, entry) or entry), found)


def _whole_title(text: str) -> str:
    """`text` with the whole title in its link, where only the name of the work is linked."""
    match = _GOES_ON.match(text)
    if not match or is_label(match[2].strip("[]* ")) or "://" not in match[3]:
        return text
    emoji, label, url, joint, rest, behind = match.groups()
    words = _LONG_WORD.findall(rest)
    capitals = sum(word[0].isupper() for word in words)
    if rest.endswith((".", "!")) or not words or not rest[:1].isupper() or 2 * capitals <= len(words):
        return text
    joint = ": " if joint == ":" else f" {joint} "
    return f"{emoji}[{label.rstrip(': ')}{joint}{rest}]({url}){f' | {behind}' if behind else ''}"


def _without_name(text: str) -> str | None:
    """`text` without the name in bold in front of a citation that quotes its title; None for any other text."""
    named = _BOLD_NAME.match(text) if '"' in text or "“" in text else None
    cited = parse_citation(text[named.end() :]) if named else None
    return text[named.end() :] if named and cited and cited.authors and '"' not in cited.title else None


def _behind_authors(text: str) -> str | None:
    """`text` with its title in bold, where it stands in italics behind the authors; None for any other text.

    A name in bold in front of them is none of both: `**Peaks**: Roe & Doe, *Why there are peaks*, ICML 2021`.
    """
    italic = _ITALIC.search(text)
    if italic is None:
        return None
    start = labelled.end() if (labelled := _BOLD_LABEL.match(text)) else 0
    before = _BOLD_AUTHORS.sub(r"\1\2", text[start : italic.start()])
    if "*" in before or not before.rstrip().endswith((",", ":", ".", ")")) or len(before) > _LONGEST_AUTHORS:
        return None
    tail = parse_tail(before, set_apart=True) or only_authors(before.strip(" ,:."))
    if not tail or not tail.authors or tail.venue or (len(italic[1].split()) < _LEAST_WORDS and not tail.year):
        return None
    return f"{before}**{italic[1]}**{text[italic.end() :]}"


def _set_apart(text: str) -> str:
    """`text` with its title in bold, where what stands behind it in italics are the authors."""
    match = _CREDIT_IN_ITALICS.match(text)
    if match is None or "et al" not in match[3]:
        return text
    return f"{match[1]}**{match[2]}** *{match[3]}* {text[match.end() :]}"


def _titled_in_bold(text: str, entry: EntryText) -> EntryText | None:
    """The entry where its title is in bold, and all else beside it is not; None where the words say it already."""
    marked = _BOLD.finditer(text) if "**" in text or "__" in text else ()
    bold = next((m for m in marked if _can_be_title(m, text)), None)
    if bold is None or bold[0].strip("*_") == text.strip("*_ "):
        return None
    title, cited = cleaned(plain(bold[2])), parse_citation(plain(bold[2]).rstrip("."))
    if cited and (cited.authors or bold[2][:1] in "[(" or bold[2][-1:] == ")") and (cited.year or cited.venue):
        title = cited.title
    else:
        cited = Citation()
    if entry.title == title or not says_something(title):
        return None
    before = _bare(words_without_links(text[: bold.start()]))
    behind = _bare(words_without_links(text[bold.end() :]))
    found: Citation | None = cited._replace(title="", rest="")
    rest: list[str] = [cited.rest] if cited.rest else []
    if DATE.fullmatch(before):
        before = ""  # in front of a title it may be that of reading or of adding
    for words in filter(says_something, (before, behind)):
        tail = credit_in(words)
        if tail is None and words is before and words is not behind:
            tail = only_authors(words) or surnames_in(words)
        if tail is None and (bracket := _IN_FRONT.match(words)):
            # `**The title** (ICLR 2024) what there is to say of it`
            tail = parse_tail(bracket[1], set_apart=True)
            rest += [plain(words[bracket.end() :])] if tail else []
        both = merge(found, tail) if found and tail else None
        if both is None:
            rest.append(plain(words))
        found = both or found
    if not found or (rest and before and rest[0] == plain(before)):
        return None
    if len(rest) == 1 and len(title.split()) < _LEAST_WORDS and (whole := EMPHASISED.fullmatch(behind)):
        # `**[NeurIPS'23] Name** - *The rest of the title*`
        title, rest = f"{title}: {whole[1]}", []
    return entry._replace(
        title=title,
        authors=found.authors,
        et_al=found.et_al,
        year=found.year,
        venue=found.venue,
        notes=tuple(rest),
    )


def _bare(words: str) -> str:
    """`words` without separators at their ends, and without brackets that nothing there opens or closes."""
    words = words.strip(" []-–—:|,;")
    for sign, other in ("()", ")("):
        if words.count(sign) != words.count(other):
            words = words.strip(sign).strip(" -–—:|,;")
    return words[1:-1] if words[:1] == "(" and words[-1:] == ")" and words.count("(") == 1 else words


def _can_be_title(match: re.Match[str], text: str) -> bool:
    words = plain(match[2])
    if "](" in match[2] or text[match.start() - 1 : match.start()] == "[" or text[match.end() :][:2] == "](":
        return False
    if len(words.split()) < _LEAST_WORDS and (
        text[: match.start()].strip()
        or any(names_work(a.label) and not is_address(a.label) for a in find_addresses(text) if a.label)
    ):
        return False
    if len(words.split()) < _LEAST_WORDS_OF_LINK and any(map(_is_longer, find_addresses(text[match.end() :]))):
        return False
    if _QUOTED_BEHIND.match(text, match.end()):
        return False
    tail = parse_tail(words.strip("[]()"), set_apart=True)
    return not words.endswith(":") and not (tail and (tail.venue or tail.year)) and not is_label(words)


def _is_longer(address: Address) -> bool:
    """Whether a link names a work in more words than those in bold in front of it, which say where it appeared."""
    return len((address.label or "").split()) >= _LEAST_WORDS_OF_LINK and names_work(address.label or "")

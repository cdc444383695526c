"""Where sentences end."""

from __future__ import annotations

import re

# A full stop behind one of these ends no sentence: `Mamba No. 5`, `Vol. 1`, `et al. 2020`.
_ABBREVIATIONS_LISTED = """
no nos vol vols vs al etc e.g i.e eg ie cf fig figs sec secs ch chap pp p eq eqs ed eds dr mr mrs ms prof st jr sr inc
ltd corp approx resp incl z.b bzw ca nr bd hrsg aufl usw d.h u.a vgl n° ver op
"""
_ABBREVIATIONS = frozenset(_ABBREVIATIONS_LISTED.split())
# In the names of journals only: elsewhere a sentence may end with the word.
_IN_VENUES_LISTED = """
proc conf trans intl int univ dept symp comput commun comm lett rev phys math sci stat assoc acad natl soc ann bull
mag dist sys syst art am amer adv appl j softw eng theor
"""
_IN_VENUES = frozenset(_IN_VENUES_LISTED.split())
# A number in front of the full stop belongs to one of these words: `Part 1. Understanding …`, `Lecture 2. …`.
_NUMBERED_LISTED = """
part chapter lecture week section episode lesson volume module unit day step teil kapitel
"""
_NUMBERED = frozenset(_NUMBERED_LISTED.split())
_END = re.compile(r"(?:(?<!\.)\.|[!?]|…(?=\s+[A-Z]))[\"”’»)\]]*(?=\s)|[。！？](?=.)")
# Behind the full stop of an ordinal number: `4. Auflage`.
_EDITION = re.compile(r"(?<=\d\.)\s+(?:Aufl|Auflage|Ausgabe|Band|Bd|Jahrgang|Jh|Jahrhundert|ed|edition|udg|uppl)\b")
# One word with a mark may be a name: `Yahoo! Answers`.
_NAME = re.compile(r"\s*[A-Z][\w’'-]*[!?]\s+[A-Z]")
_LEAST_WORDS_OF_HEADLINE = 5
_OTHER_END = re.compile(r"[!?…。！？]|\.[\s\"”’»)\]]")


def sentence_ends(text: str, *, citation: bool = False) -> list[int]:
    """The places in `text` behind the sentences that another one follows; with `citation` only full stops count.

    Not an end: a stop behind an initial, an abbreviation or a number in front, one inside brackets, and a `?` or `!`
    behind which a title goes on (`When Will It Finish? A Study of Job Time`).
    """
    ends: list[int] = []
    if ". " not in text and not _OTHER_END.search(text):
        return ends
    depth, counted, last = 0, 0, 0
    for match in _END.finditer(text):
        mark = match[0][0]
        for character in text[counted : match.start()]:
            if character in "([{":
                depth += 1
            elif character in ")]}" and depth:
                depth -= 1
        counted = match.start()
        inside = depth - sum(match[0].count(c) for c in ")]") > 0
        if inside or (mark == "." and _goes_on(text[max(last, match.start() - 60) : match.start()], citation)):
            continue
        if (
            mark == "."
            and not citation
            and _is_headline(text[last : match.start()])
            and _is_headline(text[match.end() :])
        ):
            continue
        if mark == "." and _EDITION.match(text, match.end()):
            continue
        if mark in "!?…" and (citation or _title_goes_on(text[match.end() :]) or _NAME.match(text, last)):
            continue
        ends.append(match.end())
        last = match.end()
    return ends


def first_sentence(text: str) -> tuple[str, str]:
    """`text` parted behind its first sentence; the second part is "" where it is all one."""
    # `???` in front of a sentence is none itself.
    end = next((end for end in sentence_ends(text) if re.search(r"\w", text[:end])), None)
    return (text, "") if end is None else (text[:end].strip(), text[end:].strip())


def _goes_on(before: str, citation: bool) -> bool:
    words = before.split()
    if not words:
        return True
    word = words[-1].strip("(\"“'’[").casefold()
    if word == "al" and citation:
        return False
    if (
        word in _ABBREVIATIONS
        or (citation and word in _IN_VENUES)
        or (len(word) == 1 and word.isalpha())
        or re.fullmatch(r"(?:[a-z]\.-?)+[a-z]", word)
    ):
        return True
    # A number alone in front numbers the entry, or is its name: `1. Numbered`, `1984. A Novel`.
    return word.isdigit() and (len(words) == 1 or words[-2].casefold() in _NUMBERED)


def _title_goes_on(after: str) -> bool:
    """Whether what follows a question reads as the rest of a title: mostly capitals, and no full stop at its end."""
    after = after.strip()
    words = re.findall(r"[^\W\d_][\w'’-]*", after[:300])
    return not after.endswith((".", "!", "?")) and _have_capitals(words)


def _is_headline(sentence: str) -> bool:
    """Whether a sentence is written as a headline is, nearly all words with capitals."""
    words = re.findall(r"[^\W\d_][\w'’-]*", sentence[:300])
    return len(words) >= _LEAST_WORDS_OF_HEADLINE and _have_capitals(words)


def _have_capitals(words: list[str]) -> bool:
    long_words = [word for word in words if len(word) > 3]
    return bool(long_words) and sum(word[0].isupper() for word in long_words) >= 0.7 * len(long_words)

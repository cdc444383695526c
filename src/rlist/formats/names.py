"""The names of authors as lists write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rlist.formats.name_words import GIVEN_NAMES, NO_NAMES


class Authors(NamedTuple):
    """Names in order, given name first; `et_al` says there are more, `sure` that they can't be anything but names."""

    names: tuple[str, ...]
    et_al: bool
    sure: bool


_PLAIN_ENDING = re.compile(
    r".{3}(?:ing|tion|tions|sion|ment|ments|ness|ity|ities|ism|ology|ance|ence|ences|ics|ized|ised|able|ible|ware|less)$"
)
_SYLLABLE = (
    r"(?:(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])"
    r"(?:i?ang?|i?ao?|ai|eng?|ei?|i[eu]|ing?|i?ong|ou?|u(?:ang?|ai?|[eino])?|i))"
)
# Chinese given names end like English verbs: Kaiming, Shaoqing.
_PINYIN = re.compile(rf"{_SYLLABLE}{{1,2}}[bpmdtnljqxy]ing")
# One of two syllables, as family names hardly have: `Wang, Hao-nan`, `Li, Yuxi`.
_CHINESE_GIVEN_NAME = re.compile(rf"{_SYLLABLE}-?{_SYLLABLE}", re.IGNORECASE)
_NAMES_ALL_THE_SAME_LISTED = """
turing manning browning fleming harding sterling keating schilling schelling deming kipling spring darling golding
clement laurence lawrence terence florence spence constance trinity charity felicity vance clarence prudence
terrance lance
"""
_NAMES_ALL_THE_SAME = frozenset(_NAMES_ALL_THE_SAME_LISTED.split())
_PARTICLES = (
    r"(?:van|von|vom|zu|zum|zur|de|der|den|del|della|des|di|da|do|dos|du|el|al|bin|ibn|la|le|ter|ten|y|af|av|st\.)"
)
_LETTERS = r"[^\W\d_]"
_CAPITAL = "A-ZÀ-ÖØ-ÞĀ-ſΑ-ΩА-ЯЁḀ-Ỿ"
_INITIALS = rf"(?:[{_CAPITAL}]\.(?:\s?-?[{_CAPITAL}]\.)*|[{_CAPITAL}])"
_SMALL = "a-zß-öø-ÿа-яёα-ωā-ſḁ-ỿ"
# Two capitals in one word are a name only behind a beginning such as Mc: `FlashAttention` is none.
_WORD = rf"(?:(?:[dDOL]['’]|Mc|Mac|De|Di|Du|La|Le|Van|Fitz)?[{_CAPITAL}][{_SMALL}]+(?:['’][{_CAPITAL}]?[{_SMALL}]+)?)"
# Each part in one way alone: of two ways for each of thirty parts there are a milliard.
_SURNAME = rf"{_WORD}(?:[-‐‑](?>{_LETTERS}++(?!['’]\w)|{_WORD}))*"
_SUFFIX = r"(?:,? (?:Jr|Sr)\.?| (?:II|III|IV))?"
_GIVEN = rf"(?:{_SURNAME}|{_INITIALS})"
_NAME = re.compile(rf"(?:{_GIVEN}\s){{0,4}}(?:(?:{_PARTICLES}\s){{1,3}})?{_SURNAME}(?:\s{_SURNAME})?{_SUFFIX}")
_ANY_PARTICLE = rf"(?:{_PARTICLES}|V[ao]n|D[aeiu]|De[nlr]|Dos|L[ae]|El|Al|Te[nr])"
_TURNED = re.compile(
    rf"((?:{_ANY_PARTICLE}\s){{0,3}}{_SURNAME}(?:\s{_SURNAME})?),?\s((?:{_INITIALS}[\s-]?){{1,4}}|[{_CAPITAL}]{{1,3}})"
)
# What initials may follow behind a comma: `Gu`, `Da Costa`, `van den Oord`.
_FAMILY = re.compile(rf"\S+|(?:{_ANY_PARTICLE}\s){{1,3}}{_SURNAME}")
_INITIAL = re.compile(_INITIALS)
_INITIALS_ONLY = re.compile(rf"(?:{_INITIALS}[\s-]?){{1,4}}")
_GIVEN_AND_INITIALS = re.compile(rf"{_SURNAME}(?:\s{_INITIALS})+")
_CJK_NAME = re.compile("[\u4e00-\u9fff\uac00-\ud7af\u3040-\u30ff]{2,5}(?:·[\u4e00-\u9fff\u3040-\u30ff]{1,6})*")
_ET_AL = re.compile(
    r"[,;]?\s*(?:\bet\.? al\b\.?|\band (?:others|colleagues|co-authors)\b|&\s*(?:al\b\.?(?!\s(?-i:[A-Z]))|others)"
    r"|\bu\.\s?a\.|等人?|\+(?=\s|$))",
    re.IGNORECASE,
)
_ET_AL_HINTS = (" al", "&", "others", "colleagues", "co-authors", "u.", "等", "+")
_SEPARATORS = re.compile(
    r"\s*(?:;|、|，|,(?:\s*(?:and|und|et|y|e|&)\s)?|\s(?:and|und|et|y|with)\s|\s?&\s?|\s[·•/]\s)\s*"
)
# One author in lower case would be anything; more than this many capitals in a row is no surname.
_GROUP = re.compile(
    r"(?:[A-Z][\w.-]*\s){0,3}(?:Team|AI|Research|Labs?|Group|Collaboration|Project|Consortium|Foundation|Brain)"
)
_COINED_GROUP = re.compile(
    r"[A-Z][a-z]+(?:[A-Z][A-Za-z]*)+(?:-AI)?|Google|Meta|Microsoft|Nvidia|NVIDIA|IBM|Anthropic|Mistral|Cohere"
)
_PLACE = re.compile(rf"(?:{_COINED_GROUP.pattern})(?:\s[A-Z][\w.-]*){{0,2}}")
_BEHIND_COMMA = re.compile(r",\s[A-Z][\w.-]+(?:\s[A-Z][\w.-]+)?")
# `Neel Nanda, Anthropic`
_EMPLOYER = re.compile(rf",\s(?:{_COINED_GROUP.pattern}|(?:[A-Z][\w.-]*\s){{0,3}}(?:AI|Research|Labs?|Brain))$")
# `Jane Roe (University of Somewhere) et al.`
_AFFILIATION = re.compile(r"\s?\([^()]{2,60}\)(?= et al)")
_EDITORS = re.compile(r",?\s+(?:\((?:eds?\.?|editors?|Hrsg\.?|dir\.)\)|eds?\.?)$", re.IGNORECASE)
# The most common family names of China, of which many are given names as well.
_FAMILY_NAMES_LISTED = """
Bai Cai Cao Chang Chen Cheng Dai Deng Ding Dong Du Duan Fan Fang Feng Fu Gao Gong Gu Guo Han He Hong Hou Hu Huang Jiang
Jin Kong Lei Li Liang Liao Lin Liu Long Lu Luo Ma Mao Meng Mo Ni Pan Peng Qi Qian Qin Qiu Ren Shao Shen Shi Song Su Sun
Tan Tang Tao Tian Wan Wang Wei Wen Wu Xia Xiang Xiao Xie Xiong Xu Xue Yan Yang Yao Ye Yi Yin Yu Yuan Zeng Zhang Zhao
Zheng Zhong Zhou Zhu Zou
"""
_FAMILY_NAMES = frozenset(_FAMILY_NAMES_LISTED.split())
_JOINED = re.compile(r"&|\s(?:and|und|et)\s")
_LONGEST = 400


def parse_authors(text: str, *, dated: bool = False, set_apart: bool = False) -> Authors | None:
    """The authors that all of `text` names, or None where a part of it is no name.

    `dated` says that a year or a venue stands beside them, so that surnames alone are believed, and groups ("OpenAI");
    `set_apart` that a dash, a bracket or `by` parts them from the title, so that "Dean & Ghemawat" is. Without both
    there must be given names, initials or `et al.`.
    """
    text = text.strip(" ,;:")
    if not text or len(text) > _LONGEST:
        return None
    if text.endswith("…") and text[-2:-1].isalpha():
        # As a search engine cuts them; it makes no name of what is none.
        shown = parse_authors(text[:-1], dated=dated, set_apart=set_apart)
        return shown._replace(et_al=True) if shown else None
    text, has_employer = _without_employer(_EDITORS.sub("", text))
    words, et_al = _without_et_al(text)
    if turned_pairs := _turned_pairs(words):
        return Authors(turned_pairs, et_al, sure=True)
    parts = [part.strip() for part in _SEPARATORS.split(words) if part.strip(" .")]
    sure = et_al or has_employer
    if len(parts) > 1 and _is_turned_pair(parts, text):
        sure = sure or len(parts) == 2
        parts = [f"{parts[1]} {parts[0]}", *parts[2:]]
    is_pair = dated and set_apart and "&" in text and len(parts) == 2
    names: list[str] = []
    for part in parts:
        if names and _INITIALS_ONLY.fullmatch(part) and _is_family(names[-1]):
            names[-1] = f"{part} {names[-1]}"
            sure = True
        elif named := _named(part, set_apart=set_apart, listed=parts if len(parts) > 2 or is_pair else ()):
            names.append(named.name)
            sure = sure or named.is_sure
        elif (dated or et_al) and _is_group(part):
            names.append(part)
        else:
            return None
    if not names:
        return None
    full = len(names) > 1 and all(" " in name for name in names)
    paired = set_apart and len(names) > 1 and _JOINED.search(text) is not None
    return Authors(tuple(names), et_al, sure or full) if dated or sure or paired or full else None


def _without_employer(text: str) -> tuple[str, bool]:
    """`Neel Nanda, Anthropic` without where they work, and whether that stood there."""
    employer = _EMPLOYER.search(text)
    names = text[: employer.start()] if employer else ""
    return (names, True) if " " in names and all(map(_is_name, names.split(", "))) else (text, False)


def _without_et_al(text: str) -> tuple[str, bool]:
    """`text` without the sign that there are more authors and what introduces them, and whether that stood there."""
    folded = text.casefold()
    if ") et al" in text:
        text = _AFFILIATION.sub("", text)
    et_al = _ET_AL.search(text) if any(hint in folded for hint in _ET_AL_HINTS) else None
    if et_al:
        after = text[et_al.end() :].strip(" ,;.")
        # Behind `et al.` stands where they work: `Schick et al., Meta AI`, whatever it is called behind a comma.
        is_place = after and (
            _GROUP.fullmatch(after) or _PLACE.fullmatch(after) or _BEHIND_COMMA.fullmatch(text, et_al.end())
        )
        text = text[: et_al.start()] if is_place else text[: et_al.start()] + text[et_al.end() :]
    stop = "." if text.rstrip().endswith(".") else ""
    return re.sub(r"^(?:by|von|par|de)\s", "", text.strip(" ,;:.") + stop), et_al is not None


class _Named(NamedTuple):
    """A name as it is said, and whether it can be nothing else."""

    name: str
    is_sure: bool


def _named(part: str, *, set_apart: bool, listed: Sequence[str]) -> _Named | None:
    """The name that `part` is, None for anything else; `listed` are all parts, where those beside it bear it out."""
    turned = _TURNED.fullmatch(part)
    if turned and not _is_plain(turned[1]):
        return _Named(f"{turned[2].strip()} {turned[1]}", True)
    bare = part.rstrip(".") if len(part) > 3 else part
    is_led = _is_led_by_given_name(bare)
    if not (
        _is_name(bare)
        or (is_led and (set_apart or len(listed) > 2))
        or (len(listed) == 2 and _is_named_beside(bare, listed))
    ):
        return None
    return _Named(part if part.endswith(("Jr.", "Sr.")) else bare, _is_surely_a_name(part) or (set_apart and is_led))


def _is_group(part: str) -> bool:
    return any(pattern.fullmatch(part) for pattern in (_GROUP, _COINED_GROUP, _CJK_NAME))


def first_turned(text: str) -> tuple[str, ...] | None:
    """The names in a list whose first one alone has its family name in front: `Brin, Gershon, and Jane Roe`."""
    family, _, others = _EDITORS.sub("", text).partition(", ")
    names = [name for name in _SEPARATORS.split(others) if name]
    if not names or " " in family or _INITIALS_ONLY.fullmatch(names[0]) or not all(" " in n for n in names[1:]):
        return None
    first = f"{names[0]} {family}"
    return (first, *names[1:]) if all(map(_is_name, (first, *names[1:]))) else None


def _turned_pairs(text: str) -> tuple[str, ...] | None:
    """The names in `Rosenblum, Mendel and Ousterhout, John K.`, each with the family name in front; None for others."""
    pairs = [part.split(", ") for part in re.split(r",?\s(?:and|&)\s|;\s", text)]
    if len(pairs) < 2 or any(len(pair) != 2 for pair in pairs):
        return None
    given = [pair[1].rstrip(".").split() for pair in pairs]
    # Two lists of surnames have the same form: one given name at least must be known.
    if not any(
        is_given_name(words[0]) and not is_given_name(pair[0]) for words, pair in zip(given, pairs, strict=True)
    ):
        return None
    if not all(_is_name(f"{one} {family}".replace(". ", " ")) for family, one in pairs):
        return None
    return tuple(f"{one} {family}" for family, one in pairs)


def _is_turned_pair(parts: list[str], text: str) -> bool:
    """Whether the first two parts are one name: `Kingma, Diederik P., and Jimmy Ba`, `He, Kaiming, et al.`."""
    family, given = parts[0].strip(), parts[1].strip()
    if " " in family:
        # `Solano Canchaya, José G., et al.`
        return len(parts) == 2 and " et al" in text and _GIVEN_AND_INITIALS.fullmatch(given) is not None
    others = [part.strip() for part in parts[2:]]
    are_whole = all(" " in other for other in others)
    has_more = re.search(r",\s*et al", text) is not None
    if family in _FAMILY_NAMES and _CHINESE_GIVEN_NAME.fullmatch(given):
        return are_whole
    if family in _FAMILY_NAMES and given in _FAMILY_NAMES:
        # `Han, Song, and Huizi Mao` begins with one name, `Wang, Li` are two.
        return are_whole if others else has_more
    if _GIVEN_AND_INITIALS.fullmatch(given):
        return True
    if is_given_name(family):
        # `Han, Song, Huizi Mao, and William J. Dally`
        return len(others) > 1 and " " not in given and are_whole
    if not others:
        return has_more or (" " not in given and is_given_name(given))
    known = is_given_name(given) or any(is_given_name(other.split()[0]) for other in others)
    return " " not in given and known and are_whole


def _is_name(text: str) -> bool:
    if not _NAME.fullmatch(text):
        return False
    words = text.split()
    # Behind an initial any word is a surname: `Terence P. Speed`.
    if len(words) > 2 and words[-2][-1:] == "." and _INITIAL.fullmatch(words[-2]):
        words = words[:-1]
    return not any(map(_is_plain, words))


def _is_named_beside(surname: str, parts: Sequence[str]) -> bool:
    """Whether a surname that only ends as words do stands beside another one: `Kingma & Welling`."""
    is_surname = " " not in surname and surname.casefold() not in NO_NAMES and _NAME.fullmatch(surname) is not None
    return is_surname and any(_is_name(part.strip(" .")) for part in parts)


def _is_family(text: str) -> bool:
    """Whether initials behind a comma may belong to `text`: a surname alone, with its particles, and no group."""
    return _FAMILY.fullmatch(text) is not None and _COINED_GROUP.fullmatch(text) is None


def _is_led_by_given_name(text: str) -> bool:
    """Whether a known given name, and no word, stands in front of a surname that is one: `Jane Winter`, `Alan Page`."""
    first, _, surname = text.partition(" ")
    is_given = len(first) > 2 and is_given_name(first) and not _is_plain(first)
    return is_given and surname != "" and " " not in surname and _NAME.fullmatch(text) is not None


def _is_plain(word: str) -> bool:
    """Whether a word is one of titles, by itself or by its ending, and none of names."""
    bare = word.casefold().strip(".,")
    if len(bare) < 2 or bare in NO_NAMES:
        return len(bare) > 1
    if not _PLAIN_ENDING.search(bare) or bare in _NAMES_ALL_THE_SAME:
        return False
    return not (bare.endswith("ing") and _PINYIN.fullmatch(bare))


def _is_surely_a_name(text: str) -> bool:
    """Whether a given name that is known, or an initial, stands in front of a surname."""
    words = text.split()
    return len(words) > 1 and (is_given_name(words[0]) or any(map(_INITIAL.fullmatch, words[1:-1])))


def is_given_name(word: str) -> bool:
    """Whether a word is a given name that is known, or an initial."""
    bare = word.casefold()
    first = bare.partition("-")[0]
    return bare in GIVEN_NAMES or (len(first) > 3 and first in GIVEN_NAMES) or _INITIAL.fullmatch(word) is not None


def may_be_name(text: str) -> bool:
    """Whether `text` has the form of a full name and no word that titles have, whoever that may be."""
    return len(text.split()) in {2, 3} and _is_name(text)


def is_person(text: str) -> bool:
    """Whether `text` is the full name of one person, given name first, and nothing else."""
    return len(text.split()) in {2, 3, 4} and _is_name(text) and _is_surely_a_name(text)

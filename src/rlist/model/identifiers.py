"""Identifiers spelled out in a text (`arXiv:…`, `doi:…`, `ISBN …`), in their normal form.

Patterns are strings that `re` compiles and keeps when they are first used: most commands need none of them.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rlist.model.address import trim_address


class Mention(NamedTuple):
    """An identifier that stands in a text as `text[start:end]`, its value in normal form."""

    start: int
    end: int
    scheme: str
    value: str


# https://info.arxiv.org/help/arxiv_identifier.html: 0704.0001 and 1501.00001 since April 2007, math.GT/0309136 before.
_ARCHIVES = (
    r"(?:acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs"
    r"|dg-ga|funct-an|gr-qc|hep-(?:ex|lat|ph|th)|math-ph|math|mtrl-th|nlin|nucl-(?:ex|th)|patt-sol|physics|plasm-ph"
    r"|q-alg|q-bio|quant-ph|solv-int|supr-con)"
)
_OLD_ARXIV = rf"{_ARCHIVES}(?:\.[A-Za-z]{{2}})?/\d{{7}}"
ARXIV = rf"(\d{{4}}\.\d{{4,5}}|{_OLD_ARXIV})(?:v\d+)?(?!\d)"
# https://www.doi.org/doi-handbook/: a suffix may hold any printable character, that of a SICI `<` and `>`.
SICI = r"10\.\d{4,9}/[^\s<>\"]*<[^\s<>\"]*:[^\s<>\"]*>[^\s<>\"]+"
_DOI = rf"(?:{SICI}|10\.\d{{4,9}}(?:\.\d+)*/[^\s<>\"“”«»，。；、）】|]+)"

# What arXiv stamps on the margin of a paper: `arXiv:2312.00752v2 [cs.LG] 31 May 2024`.
_STAMP = r"(?:\s*\[[a-z-]+(?:\.[a-z]{2})?\](?:\s+\d{1,2}\s+[a-z]{3}\s+\d{4})?)?"
_MENTION = (
    rf"(?P<arxiv>(?<![\w./])arxiv(?:\s*[:#/]\s*|\s+)(?:\[?(?:abs|pdf)/)?\[?{ARXIV}\]?{_STAMP})"
    rf"|(?P<old>(?<![\w./-]){_OLD_ARXIV}(?:v\d+)?(?![\w/]))"
    r"|(?P<new>(?<![^\s(\[])\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}(?:v\d+)?(?=[\s)\].,;:]|$))"
    rf"|(?P<doi>(?:(?<!\w)doi\s*[:.]?\s*)?(?<![\w.]){_DOI})"
    r"|(?P<isbn>(?<!\w)isbn(?:-1[03])?:?\s*\d[\d -]{7,15}[\dx](?!\w))"
    r"|(?P<pmid>(?<!\w)pmid:?\s*\d{4,9}(?!\w))"
)
_HINT = r"\d{4}\.\d{4}|/\d{7}|10\.\d{4}|[iI][sS][bB][nN]|[pP][mM][iI][dD]"


def find_mentions(text: str) -> Iterator[Mention]:
    """The identifiers spelled out in `text`, in order; those inside of addresses are found as well.

    A bare number such as 1706.03762 counts as an arXiv id where it stands at an end or in brackets and where arXiv gave
    out such numbers in that month: in a sentence it can be anything.
    """
    if not re.search(_HINT, text):
        return
    words = len(text) - len(text.lstrip()), len(text.rstrip(" .,;:)]\t"))
    for match in re.finditer(_MENTION, text, re.IGNORECASE):
        start, end, found = match.start(), match.end(), match[0]
        if match["arxiv"] or match["old"]:
            yield Mention(start, end, "arxiv", normal_arxiv(found))
        elif match["new"]:
            if _is_likely_arxiv(found) and _stands_apart(text, start, end, words):
                yield Mention(start, end, "arxiv", normal_arxiv(found))
        elif match["doi"]:
            bare = re.sub(r"(?i)^doi\s*[:.]?\s*", "", found)
            kept = trim_address(bare)
            if not kept.endswith("/"):
                yield Mention(start, end - len(bare) + len(kept), *doi_or_arxiv(kept))
        elif match["isbn"]:
            if isbn := normal_isbn(re.sub(r"(?i)^isbn(?:-1[03])?", "", found)):
                yield Mention(start, end, "isbn", isbn)
        else:
            yield Mention(start, end, "pmid", re.sub(r"\D", "", found))


def normal_arxiv(found: str) -> str:
    """The arXiv id in `found` without its version, and without the class of an old one, which may be left out."""
    match = re.search(ARXIV, found, re.IGNORECASE)
    return without_class(match[1]) if match else found


def without_class(arxiv: str) -> str:
    """An arXiv id, its version taken off already, in its normal form: `math.GT/0309136` is `math/0309136`."""
    return re.sub(r"\.[a-z]{2}/", "/", arxiv.lower()) if "/" in arxiv else arxiv


def doi_or_arxiv(doi: str) -> tuple[str, str]:
    """Scheme and value of a DOI: itself in lower case, or the arXiv id that `10.48550/arXiv.X` stands for."""
    arxiv = re.fullmatch(rf"10\.48550/arxiv\.{ARXIV}", doi, re.IGNORECASE)
    return ("arxiv", normal_arxiv(arxiv[1])) if arxiv else ("doi", doi.lower())


def normal_isbn(text: str) -> str | None:
    """An ISBN of 10 or 13 digits as 13 digits, or None where the check digit is wrong.

    The check: https://www.isbn-international.org/content/isbn-users-manual
    """
    digits = re.sub(r"[^0-9xX]", "", text).upper()
    if re.fullmatch(r"[0-9]{9}[0-9X]", digits):
        if sum((10 - i) * (10 if d == "X" else int(d)) for i, d in enumerate(digits)) % 11:
            return None
        body = "978" + digits[:9]
        return body + str(-_isbn_sum(body) % 10)
    if re.fullmatch(r"97[89][0-9]{10}", digits):
        return None if _isbn_sum(digits) % 10 else digits
    return None


def _isbn_sum(digits: str) -> int:
    return sum(int(digit) * (3 if i % 2 else 1) for i, digit in enumerate(digits))


def _is_likely_arxiv(number: str) -> bool:
    """Whether arXiv numbered papers so in that month: from April 2007 on, with five digits from 2015 on."""
    month, sequence = number.lower().split("v")[0].split(".")
    return month >= "0704" and (len(sequence) == 5) == (month >= "1501")


def _stands_apart(text: str, start: int, end: int, words: tuple[int, int]) -> bool:
    """Whether `text[start:end]` is in brackets, or the first or last thing between the places `words`."""
    bracketed = text[max(start - 1, 0) : start] in {"[", "("} and text[end : end + 1] in {"]", ")"}
    return bracketed or start <= words[0] or end >= words[1]

"""Titles, abstracts and names as they come (LaTeX, HTML, JATS, entities, hard line breaks) to clean Unicode text."""

from __future__ import annotations

import html
import re
import unicodedata

from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db
from pylatexenc.latexwalker import LatexWalkerError

# More is no title, and no abstract; the longest abstract of arXiv has 1,920 characters, of Crossref a few thousand.
_MAXIMUM_TITLE = 1_000
_MAXIMUM_ABSTRACT = 20_000
# Elements of HTML, JATS and MathML; other text in angle brackets is mathematics ("a<b and c>d").
_TAG = re.compile(
    r"</?(?:(?:jats|mml):[\w-]+|p|br|i|b|u|em|strong|su[bp]|span|div|scp|sc|tt|a|ul|ol|li|title|sec|inline-formula"
    r"|italic|bold|h[1-6]|math|m[ionsrt]\w*)(?:\s+[\w:-]{1,40}\s*=\s*(?:\"[^\"<>]{0,500}\"|'[^'<>]{0,500}'|[^\s\"'<>]{1,500}))*"
    r"\s*/?>",
    re.IGNORECASE,
)
_PARAGRAPH_END = re.compile(r"</(?:jats:)?(?:p|sec|div|li)\s*>|<br\s*/?>\s*<br\s*/?>", re.IGNORECASE)
_HEADING = re.compile(r"<(jats:title|h[1-6])>\s*abstract\s*</\1>", re.IGNORECASE)
_IS_LATEX = re.compile(r"\\[a-zA-Z\"'`^~=.&%$#_{(]|\$[^$]+\$|\{")
# An amount of money, not the beginning of a formula.
_MONEY = re.compile(r"\$(?=\d[\d,.]*(?:\s*(?:million|billion|k|M|B)\b)?(?:[\s)–-]|[.,;:]?$))")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\ufeff\ud800-\udfff]")


def clean_title(text: str) -> str:
    """A title on one line, as one reads it; "" where nothing is left."""
    return _on_one_line(_plain(text[: _MAXIMUM_TITLE * 4]))[:_MAXIMUM_TITLE].strip()


def clean_abstract(text: str | None) -> str | None:
    """An abstract whose lines are paragraphs, or None where nothing is left."""
    if not text:
        return None
    paragraphs = _PARAGRAPH_END.split(_HEADING.sub("", text[:_MAXIMUM_ABSTRACT]))
    shown = "\n\n".join(filter(None, (_on_one_line(_plain(paragraph)) for paragraph in paragraphs)))
    return re.sub(r"^abstract\s*[:.—–-]\s*", "", shown, flags=re.IGNORECASE) or None


def clean_name(text: str) -> str | None:
    """A name as "Given Family", its particles and suffix kept, or None for what is no name (":", "et al.")."""
    name = _on_one_line(_plain(text[:400])).strip(" ,;")
    if not any(c.isalpha() for c in name) or re.fullmatch(r"(?:et\.? al\.?|others|and)", name, re.IGNORECASE):
        return None
    parts = [part.strip() for part in name.split(",") if part.strip()]
    if len(parts) == 2 and not re.fullmatch(_SUFFIX, parts[1], re.IGNORECASE):
        name = f"{parts[1]} {parts[0]}"
    elif len(parts) == 2:
        name = f"{parts[0]} {parts[1]}"
    elif len(parts) == 3:
        # "Family, Jr., Given" as BibTeX has it, or "Family, Given, Jr." as others do.
        given, suffix = (parts[2], parts[1]) if re.fullmatch(_SUFFIX, parts[1], re.IGNORECASE) else parts[1:]
        name = f"{given} {parts[0]} {suffix}"
    return name[:200]


_SUFFIX = r"(?:jr|sr|ii|iii|iv|ph\.?d)\.?"


def clean_names(texts: list[str]) -> tuple[str, ...]:
    """The names in `texts`, without what is none and without repetitions, in their order."""
    return tuple(dict.fromkeys(name for text in texts if (name := clean_name(text))))


def first_year(text: str | None) -> int | None:
    """The year that a date begins with, or holds in another place; None where there is none that a paper may have."""
    match = re.search(r"(?<!\d)(1[6-9]\d\d|20\d\d)(?!\d)", text or "")
    return int(match[1]) if match else None


def _plain(text: str) -> str:
    text = _TAG.sub("", html.unescape(_TAG.sub("", text)))
    if "&" in text:
        # Some services escape what was escaped already.
        text = html.unescape(text)
    if _IS_LATEX.search(text):
        text = _without_latex(text)
    text = re.sub(r"(?<=\s)--(?=\s)", "–", re.sub(r"(?<!-)---(?!-)", "—", text))
    return unicodedata.normalize("NFC", _CONTROLS.sub("", text))


def _without_latex(text: str) -> str:
    # What LaTeX means by these signs isn't meant in a title: "50% of AT&T" has no comment and no column.
    prepared = re.sub(r"(?<!\\)([%&#])", r"\\\1", _MONEY.sub(r"\\$", text))
    # USENIX writes letters right behind the names of signs: `Microsoft\textquoterights`.
    prepared = re.sub(
        r"\\(text(?:quote(?:right|left|dblleft|dblright|single|dbl)|mu|endash|emdash|registered|trademark))\s?",
        r"\\\1{}",
        prepared,
    )
    try:
        shown: str = _CONVERTER.latex_to_text(prepared)
    except (LatexWalkerError, RecursionError, ValueError, IndexError, KeyError, AttributeError, TypeError):
        # What can't be read as LaTeX is shown as it is, but for its braces.
        return re.sub(r"(?<!\\)[{}]", "", text)
    return shown


def _converter() -> LatexNodes2Text:
    known = get_default_latex_context_db()
    # What a paper defines itself (\\sysname) shows its name; to leave it out would make another title.
    known.set_unknown_macro_spec(MacroTextSpec("", simplify_repl=lambda node: f"{node.macroname} "))
    return LatexNodes2Text(latex_context=known, math_mode="text", strict_latex_spaces=False)


_CONVERTER = _converter()


def _on_one_line(text: str) -> str:
    return " ".join(text.split())

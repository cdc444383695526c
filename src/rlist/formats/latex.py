"""The text of BibTeX fields: LaTeX to Unicode and back; maths stays as it is."""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache
from typing import Any

from pylatexenc.latex2text import get_default_latex_context_db

# The letter or sign of an accent's macro, and the mark that it puts on the letter behind it.
_ACCENTS = dict(
    zip(
        "`'^~=u.\"rHvdckbt",
        "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0323\u0327\u0328\u0331\u0361",
        strict=True,
    )
)
_SIGNS = {**{sign: sign for sign in "&%$#_{}"}, **dict.fromkeys("/-!@*", "")}
_SIGN_NAMES = {
    "textbackslash": "\\",
    "textbraceleft": "{",
    "textbraceright": "}",
    "lbrace": "{",
    "rbrace": "}",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textquotedbl": '"',
    "textquotesingle": "'",
}
# Macros for the look of their argument, which is the text itself.
_LOOKS = re.compile(
    r"emph|text(?:bf|it|sc|tt|rm|sf|sl|normal|up|md|superscript|subscript)?|[mh]box|em|it|bf|rm|sc|sf|tt|sl"
    r"|(?:bf|rm|sf|tt)(?:series|family)|(?:it|sc)shape|uppercase|lowercase|protect|relax|noopsort|ensuremath|small"
    r"|footnotesize|normalsize|large|newblock|bibinfo|enquote|natexlab"
)
_ADDRESSES = ("url", "path", "nolinkurl", "href")
_ARGUMENT = re.compile(r"\s*\{([^{}]+)\}")
_SCRIPTS = {
    "textsuperscript": str.maketrans("0123456789+-n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ"),
    "textsubscript": str.maketrans("0123456789+-", "₀₁₂₃₄₅₆₇₈₉₊₋"),
}
_LIGATURES = {"---": "—", "--": "–", "``": "“", "''": "”", "~": " "}
_TOKEN = re.compile(r"\\(?:([A-Za-z]+)\*?|([\s\S]?))|(---?|``|''|~)|(\$)|[{}]")
# What tells LaTeX from plain text.
LATEX = re.compile(r"[\\$~{}&]|--|``|''")
_GROUP = re.compile(r"\s*\{([^{}]{0,40}(?:\{[^{}]{0,20}\}[^{}]{0,20})?)\}|\s*(\\[A-Za-z]+|\\?[^\s{}\\])")
_CLOSERS = {"(": "\\)", "[": "\\]"}
# How far the end of a formula is looked for.
_FORMULA_CHARACTERS = 1000
# How long a name may be of which a longer, unknown one is made up: `\textquoterights` is `\textquoteright` and an s.
_PREFIX_LENGTHS = range(24, 6, -1)

# Characters of HTML in records that were made from web pages, also with a `&` that was escaped for LaTeX.
_ENTITY = re.compile(r"(?:\{\\&\}|\\?&)(amp|lt|gt|quot|apos|nbsp|#\d{1,6}|#x[0-9a-fA-F]{1,5});")

# A formula inside of text, as Pandoc knows it: https://pandoc.org/MANUAL.html#extension-tex_math_dollars
_FORMULA = re.compile(r"\$([^\s$](?:[^$\n]*[^\s$])?)(?<!\\)\$(?!\d)")
_ESCAPES = {
    **{sign: f"\\{sign}" for sign in "&%$#_"},
    "\\": "\\textbackslash{}",
    "{": "\\textbraceleft{}",
    "}": "\\textbraceright{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
}
_SPECIAL = re.compile(r"[&%$#_\\{}~^]|-(?=-)|`(?=`)|'(?=')|^[^\S\n]*@", re.MULTILINE)


def to_unicode(latex: str) -> str:
    """The text that `latex` shows, without braces and macros; formulas between `$` and the like stay as they are."""
    if not LATEX.search(latex):
        return latex
    if "&" in latex:
        latex = _ENTITY.sub(_character, latex)
    return _walk(latex)


def _character(entity: re.Match[str]) -> str:
    found = html.unescape(f"&{entity[1]};")
    return "\\&" if found == "&" else _ESCAPES.get(found, found)


def _walk(latex: str) -> str:
    shown: list[str] = []
    at = 0
    while token := _TOKEN.search(latex, at):
        shown.append(latex[at : token.start()])
        at = token.end()
        if token[3]:
            shown.append(_LIGATURES[token[3]])
        elif token[4]:
            end = _formula_end(latex, at, "$")
            shown.append(latex[token.start() : end])
            at = end
        elif token[1] is not None or token[2] is not None:
            text, at = _macro(latex, token)
            shown.append(text)
    shown.append(latex[at:])
    return "".join(shown)


def _formula_end(latex: str, start: int, closer: str) -> int:
    """The place behind the formula that begins before `start`; `start` itself where it has no end."""
    at = start
    while (at := latex.find(closer, at, start + _FORMULA_CHARACTERS)) > 0:
        if latex[at - 1] != "\\" or closer != "$":
            return at + len(closer)
        at += 1
    return start


def _macro(latex: str, token: re.Match[str]) -> tuple[str, int]:
    """What a macro shows, and where the text goes on behind it and its argument."""
    name = token[1] or token[2] or ""
    at = token.end()
    if name in _ACCENTS and (argument := _GROUP.match(latex, at)):
        return _accented(argument[1] if argument[1] is not None else argument[2], _ACCENTS[name]), argument.end()
    if token[1] is None:
        if name in _CLOSERS:
            end = _formula_end(latex, at, _CLOSERS[name])
            return (latex[token.start() : end] if end > at else name), end
        return _SIGNS.get(name, " "), at
    if name in _SCRIPTS and (argument := _GROUP.match(latex, at)) and argument[1]:
        return to_unicode(argument[1]).translate(_SCRIPTS[name]), argument.end()
    if _LOOKS.fullmatch(name):
        return "", _behind_blanks(latex, at)
    if name in _ADDRESSES and (argument := _ARGUMENT.match(latex, at)):
        # Of `\href{address}{text}` the text is what shows.
        return "" if name == "href" else argument[1], argument.end()
    symbol = _symbol(name)
    if symbol is not None:
        return symbol, _behind_blanks(latex, at)
    for length in _PREFIX_LENGTHS if name.startswith("text") else ():
        if length < len(name) and (known := _symbol(name[:length])) is not None:
            return known + name[length:], at
    return "" if _ARGUMENT.match(latex, at) else name, at


def _behind_blanks(latex: str, at: int) -> int:
    """The place behind the blanks that end a macro's name."""
    while latex[at : at + 1].isspace():
        at += 1
    return at


def _accented(argument: str, mark: str) -> str:
    base = {"\\i": "i", "\\j": "j", "ı": "i"}.get(argument.strip(), "") or to_unicode(argument).strip()
    return unicodedata.normalize("NFC", base[:1] + mark + base[1:]) if base else ""


@lru_cache(1024)
def _symbol(name: str) -> str | None:
    """The character for a macro such as "textquoteright", "o" or "ldots", or None."""
    if name in _SIGN_NAMES:
        return _SIGN_NAMES[name]
    macro = _symbols().get_macro_spec(name)
    shown = getattr(macro, "simplify_repl", None)
    return shown if isinstance(shown, str) and "%" not in shown else None


@lru_cache(1)
def _symbols() -> Any:
    return get_default_latex_context_db()


def to_latex(text: str, *, protect: bool = False, formulas: bool = True) -> str:
    """`text` such that `to_unicode` gives it back: signs escaped, `formulas` in `$…$` as they are.

    `protect` puts words with inner capitals in braces, so that a style doesn't write "gpu".
    """
    parts: list[str] = []
    at = 0
    for formula in _FORMULA.finditer(text) if formulas else ():
        if _is_balanced(formula[1]) and not _ENTITY.search(formula[1]):
            parts += (_escaped(text[at : formula.start()], protect), formula[0])
            at = formula.end()
    return "".join((*parts, _escaped(text[at:], protect)))


def _escaped(text: str, protect: bool) -> str:
    if not protect:
        return _SPECIAL.sub(_escape, text)
    return "".join(
        f"{{{_SPECIAL.sub(_escape, word)}}}" if _has_inner_capital(word) else _SPECIAL.sub(_escape, word)
        for word in re.split(r"(\s+)", text)
    )


def _has_inner_capital(word: str) -> bool:
    """Whether a style that lowers titles would spoil `word`: "GPU", "LoRA", but not "Attention" or "(The"."""
    rest = word.lstrip("\"'([“‘«")[1:]
    return rest != rest.lower()


def _escape(found: re.Match[str]) -> str:
    sign = found[0]
    if sign == "&":
        return "\\&{}" if _ENTITY.match(found.string, found.start()) else "\\&"
    if sign in "-`'":
        return f"{sign}{{}}"
    # At the start of a line it would begin a record.
    return sign.replace("@", "{@}") if sign.endswith("@") else _ESCAPES[sign]


def _is_balanced(formula: str) -> bool:
    """Whether the braces of a formula match, whether escaped ones are counted, as BibTeX does, or not."""
    for braces in (r"[{}]", r"(?<!\\)[{}]"):
        depth = 0
        for brace in re.findall(braces, formula):
            depth += 1 if brace == "{" else -1
            if depth < 0:
                return False
        if depth:
            return False
    return True

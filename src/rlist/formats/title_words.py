"""The words of a title, and what stands around them that is no part of it."""

from __future__ import annotations

import re

from rlist.formats.citation_tail import MONTH
from rlist.formats.venues import is_label

_EMPHASIS = re.compile(
    r"(\*\*|__|==)(?=\S)((?:(?!\1).){1,1000}+)(?<=\S)\1|(?<![\w*])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![\w*])|(?<![\w_])_(?=[^\s_])([^_]+?)(?<=\S)_(?![\w_])"
)
_BOLD_AND_ITALIC = re.compile(r"\*{3}(?=[^\s*])([^*]+)(?<=\S)\*{3}")
# `[[name of a note|what is shown of it]]`, as wikis and Obsidian have it.
_WIKI_LINK = re.compile(r"\[\[([^\[\]|]{1,200})(?:\|([^\[\]|]{1,200}))?\]\](?!\()")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|<>~-])")
_EMOJI = (
    "[\U0001f000-\U0001faff\u231a\u231b\u23e9-\u23fa\u25aa-\u25fe\u2600-\u27bf\u2b00-\u2bff"
    "\u200b\ufffc\u200d\u200e\u200f\u2060\ufe0f]"
)
# `:fire:`, as GitHub and chats write an emoji.
EMOJI_NAME = r":[a-z0-9_+-]{2,30}:"
_DECORATION_IN_FRONT = re.compile(rf"(?:\s|{_EMOJI}|{EMOJI_NAME}(?=[\s:]))+")
_DECORATION_BEHIND = re.compile(rf"(?:\s|{_EMOJI}|(?<=\s){EMOJI_NAME})+$")
# Where its authors are: `(@Stanford)`, `(University of Oxford)`.
_PLACE = re.compile(
    r"\s*\((?:@[\w .,&/-]{2,40}|[^()@]{0,60}\b(?:University|Universität|Université|Institute|College|Laborator(?:y|ies)"
    r"|Academy of|Inc|GmbH|Ltd)\b[^()@]{0,60})\)\s*$"
)
# The name of a file that is a title: `Wide & Deep Learning.pdf`, but `notes.pdf` is none.
_ENDING = re.compile(r"(?<=\w)\.(?:pdf|docx?|pptx?|epub|mobi|djvu)$", re.IGNORECASE)
_LONGEST_PLACE = 140
SEPARATORS = " \t\u3000\u00a0:,;|–—-−→⇒=·•~/：，；、。"
_TITLE_EDGES = " \t\u3000\u00a0:,;|–—-−→⇒=·•：，；、"
_ARROW = re.compile(r"\s*(?:[-=]+>|>+)\s*$")
_LETTER = re.compile(r"[^\W\d_]")
OPENING, CLOSING = "([{<（【", ")]}>）】"
_DATE = re.compile(rf"{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?|\d{{1,2}}\.?\s+{MONTH}(?:\s+\d{{4}})?")
_CLOSED_WITH = dict(zip(OPENING, CLOSING, strict=True))
AROUND = SEPARATORS + OPENING + CLOSING + ".!?*_\"“”'‘’"
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "‘": "’", "'": "'", "「": "」", "『": "』", "《": "》", "`": "`"}
# Words that lead to an address and say nothing of the work; a text of them alone is no title.
_LEADING_LISTED = """
see check checkout read watch via from link links here url source at on cf this re also and the a an of for more in it
siehe voir ver online available website web page site at: is paper: original aussi auch later
"""
_LEADING = frozenset(_LEADING_LISTED.split())
TITLE_FIELD = re.compile(
    r"^(?:(?:title|titel|titre|título|标题|书名)\s*[:：]\s*"
    r"|(?:(paper|article|book|video|talk|podcast|blog post|course|lecture)"
    r"|(?:required |optional |further |suggested |background )?readings?|required|optional|recommended|discussion"
    r"|read|main paper|next|also)\s*:\s+(?=[\"“„«]|(?-i:[A-Z])))",
    re.IGNORECASE,
)
# Who pointed to a work, or presents it, is no part of its title.
_CREDIT = re.compile(
    r"\s*(?:[,–—-]\s*)?(?:[(\[]\s*(?:h/t|hat tip|via|recommended by|suggested by|thanks,?(?: to)?)[:\s]\s*"
    r"[^()\[\]]{1,40}[)\]]|[(\[](?:presenters?|presented by|speakers?|led by|discussants?|moderator|chair)[:\s]\s*"
    r"[^()\[\]]{1,40}[)\]]|(?:h/t|via)[:\s]\s*(?:@[\w.-]{1,40}|(?<=h/t )\w+))$",
    re.IGNORECASE,
)
# Words behind a comma or a dash that only lead to the address: `…, siehe https://…`.
_LEADS_ON = re.compile(
    r"\s*[,;:–—(-]\s*(?:see|see also|siehe|siehe auch|voir|via|cf\.?|here|available (?:at|here)|at|from|link)$",
    re.IGNORECASE,
)
_LABEL_BEHIND = re.compile(r"(?:\A|[\s]*[.,;|(\[–—-]\s*|\s)([^\W\d_][\w]*(?: [\w]+)?)\s*([:\])]?)\s*$")


def plain(text: str) -> str:
    """`text` without the marks of emphasis and the backslashes of Markdown."""
    if "[[" in text:
        # A note is called by its name, not by the folders that it is in.
        text = _WIKI_LINK.sub(lambda m: m[2] or m[1].rpartition("/")[2].removesuffix(".md") or m[1], text)
    if "***" in text:
        text = _BOLD_AND_ITALIC.sub(r"\1", text)
    if "*" in text or "_" in text or "==" in text:
        text = _EMPHASIS.sub(lambda m: m[2] or m[3] or m[4], text)
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


def trimmed(gap: str) -> tuple[str, str | None]:
    """The words in front of an address without what leads to it, and the label among that (`… (code: `, `PDF: `)."""
    words = _ARROW.sub("", gap).strip(SEPARATORS + OPENING) if gap.rstrip().endswith((" >", "->", "=>")) else gap
    words = words.strip(SEPARATORS).rstrip(SEPARATORS + OPENING)
    while words[:1] and words[0] in OPENING and _CLOSED_WITH[words[0]] not in words:
        words = words[1:].lstrip(SEPARATORS)
    # Only the end is searched, as it is what can lead on.
    if leads_on := _LEADS_ON.search(words, max(len(words) - 30, 0)):
        words = words[: leads_on.start()]
    opened = open_bracket(words)
    label = None
    if opened is not None:
        inner = words[opened + 1 :].strip(SEPARATORS)
        if is_label(inner) or len(inner.split()) <= 3:
            words, label = words[:opened], inner or None
    match = _LABEL_BEHIND.search(words, max(len(words) - 40, 0))
    if match and is_label(match[1]):
        before = words[: match.start(1)]
        if not before.strip() or (before.rstrip()[-1:] in ".,;|([–—-" and not re.search(r"[\w]-$", before.rstrip())):
            words, label = before, match[1]
    return words.rstrip(SEPARATORS + OPENING), label


def without_credit(words: str) -> tuple[str, str]:
    """`words` without who pointed to the work or presents it (`(h/t Sam)`, `via @sam`), and that part."""
    match = (
        _CREDIT.search(words, max(len(words) - 60, 0)) if words[-1:] in ")]" or "@" in words or "h/t" in words else None
    )
    return (words[: match.start()], match[0].strip(" ,–—-")) if match and match.start() else (words, "")


def open_bracket(text: str) -> int | None:
    """Where the last bracket stands that nothing in `text` closes."""
    if "(" not in text and "[" not in text:
        return None
    opened: list[int] = []
    for at, character in enumerate(text):
        if character in "([":
            opened.append(at)
        elif character in ")]" and opened:
            opened.pop()
    return opened[-1] if opened else None


def cleaned(title: str) -> str:
    """A title without separators and emoji at its ends, and without emphasis, quotes or brackets around it."""
    title = plain(title)
    # Only the end is searched.
    if title[-1:] == ")" and (place := _PLACE.search(title, max(len(title) - _LONGEST_PLACE, 0))) and place.start():
        title = title[: place.start()]
    if title[-5:-1].find(".") >= 0 and " " in title and (ending := _ENDING.search(title)):
        title = title[: ending.start()]
    for _ in range(3):
        before = title
        title = _without_edges(undecorated(title))
        if (
            len(title) > 2
            and title[-1] == "."
            and title[-2] not in ". "
            and not re.search(r"\b(?:etc|al|[A-Z])\.$", title)
        ):
            title = title[:-1]
        if (
            len(title) > 2
            and _QUOTES.get(title[0]) == title[-1]
            and title.count(title[-1]) == 1 + (title[0] == title[-1])
        ) or (len(title) > 2 and title[0] in "([" and title[-1] in ")]" and open_bracket(title[:-1]) == 0):
            title = title[1:-1]
        if title == before:
            break
    return title


def _without_edges(title: str) -> str:
    """`title` without separators at its ends; a hyphen that touches the first word is a part of it (`-O3`)."""
    words = title.strip(_TITLE_EDGES)
    begins = len(title) - len(title.lstrip(_TITLE_EDGES))
    return f"-{words}" if words and title[:begins].strip() == "-" and title[begins - 1] == "-" else words


def undecorated(text: str) -> str:
    """`text` without emoji and their `:names:` at its ends."""
    if text[:1] == ":" or not text[:1].isascii():
        match = _DECORATION_IN_FRONT.match(text)
        text = text[match.end() :] if match else text
    if text[-1:] == ":" or not text[-1:].isascii():
        # Only the end is searched: from each place in a long text the pattern would go on to its end.
        match = _DECORATION_BEHIND.search(text, max(len(text) - 60, 0))
        text = text[: match.start()] if match else text
    return text


def says_something(words: str) -> bool:
    """Whether there is more in `words` than marks."""
    return _LETTER.search(words) is not None or any(character.isdigit() for character in words)


def is_title(words: str) -> bool:
    """Whether words before an address can be a title: they aren't labels, or a mere `see` or `via`."""
    bare = words.strip(AROUND)
    if not _LETTER.search(bare) or is_label(bare) or _DATE.fullmatch(bare):
        return False
    first = bare.split(None, 4)
    return len(first) > 4 or not all(word.casefold().strip(":,.") in _LEADING for word in first)

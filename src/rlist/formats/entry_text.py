"""The text of one entry, understood: title, links, identifiers, citation, tags, commentary."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from rlist.formats.addresses import Address, find_addresses
from rlist.formats.citation import Citation, parse_citation, parse_tail
from rlist.formats.document import ReadEntry
from rlist.formats.lines import folded
from rlist.formats.marks import find_tags, read_marks
from rlist.formats.sentences import first_sentence
from rlist.formats.venues import is_label
from rlist.model.address import readable_address, split_address
from rlist.model.identity import address_of, identifiers_of, read_reference
from rlist.model.item import Kind, Link, Status
from rlist.model.kinds import kind_of
from rlist.model.metadata import Metadata

if TYPE_CHECKING:
    from datetime import datetime


class EntryText(NamedTuple):
    """What the text of an entry says; `label` is the text of a lost link, `notes` is what is no part of the citation."""

    title: str
    links: tuple[Link, ...]
    identifiers: dict[str, str]
    authors: tuple[str, ...]
    et_al: bool
    year: int | None
    venue: str | None
    label: str | None
    notes: tuple[str, ...]
    tags: tuple[str, ...]
    status: Status | None
    finished_at: datetime | None


# Words with nothing between them but blanks, hyphens and apostrophes: they are a title as they stand, as most lines are.
_PLAIN_TITLE = re.compile(
    r"(?!(?:TODO|DONE|READING|DOING|DROPPED|CANCELL?ED)\b)[^\W\d_](?:[^\W_]|[&+]|/(?!\d)|['’-](?!\d)| (?!-|(?:by|von|par) ))+"
)
_EMPHASIS = re.compile(
    r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1|(?<![\w*])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![\w*])|(?<![\w_])_(?=[^\s_])([^_]+?)(?<=\S)_(?![\w_])"
)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|<>~-])")
_EMOJI = "[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\u200b\u200d\u200e\u200f\u2060\ufe0f]"
_DECORATION_IN_FRONT = re.compile(rf"(?:\s|{_EMOJI}|:[a-z0-9_+-]{{2,30}}:(?=\s))+")
_DECORATION_BEHIND = re.compile(rf"(?:\s|{_EMOJI}|(?<=\s):[a-z0-9_+-]{{2,30}}:)+$")
_HASHES = re.compile(r"^#{1,6}\s+(?=\S)")
_NUMBER_IN_FRONT = re.compile(r"^\[\d{1,3}\]\s+(?=\S)")
_PLACE = re.compile(r"\s*\(@[\w .,&/-]{2,40}\)\s*$")
_SEPARATORS = " \t\u3000\u00a0:,;|–—-−→⇒=·•~/"
_TITLE_EDGES = " \t\u3000\u00a0:,;|–—-−→⇒=·•"
_ARROW = re.compile(r"\s*(?:[-=]+>|>+)\s*$")
_LETTER = re.compile(r"[^\W\d_]")
_OPENING, _CLOSING = "([{<（【", ")]}>）】"
_AROUND = _SEPARATORS + _OPENING + _CLOSING + ".!?*_\"“”'‘’"
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "‘": "’", "'": "'", "「": "」", "『": "』", "《": "》", "`": "`"}
# Words that lead to an address and say nothing of the work; a text of them alone is no title.
_LEADING = frozenset(
    """
    see check checkout read watch via from link links here url source at on cf this re also and the a an of for more in it
    siehe voir ver online available website web page site available at: is paper: original
    """.split()
)
# Text of links that names no work, besides the labels: rule 9 of a careful reader.
_NO_WORK = re.compile(r"\[?(?:\d+|@\w+|here|link|this|\W*|[↗→🔗]+|read more|hier|ici|lien|链接|论文|代码|src|url)\]?", re.IGNORECASE)
_LABEL_IN_FRONT = re.compile(r"^(?:\[([^\[\]]{1,30})\]|([A-Za-z][\w ]{1,20})\s*:)\s*")
_LABEL_BEHIND = re.compile(r"(?:^|[\s]*[.,;|(\[–—-]\s*|\s)([A-Za-z][\w]*(?: [\w]+)?)\s*([:\])]?)\s*$")


def parse_entry(text: str) -> EntryText:
    """What `text`, the text of one entry without bullet and check box, says of a work."""
    if _PLAIN_TITLE.fullmatch(text):
        return _plain_title(text)
    body = _NUMBER_IN_FRONT.sub("", _HASHES.sub("", text)) if text[:1] in "#[" else text
    marks = read_marks(body)
    body = marks.text
    addresses = find_addresses(body)
    gaps = _gaps(body, addresses)
    tags = tuple(dict.fromkeys(match[1] for gap in gaps for match in find_tags(gap)))
    if tags:
        gaps = [_without_tags(gap) for gap in gaps]
    links, identifiers = _links(addresses, gaps)
    named = next((i for i, a in enumerate(addresses) if a.label is not None and names_work(a.label)), None)
    if named is not None:
        citation = _linked(body, addresses, gaps, named)
    else:
        citation = _unlinked(body, addresses, gaps)
    title = citation.title or _stand_in(body, links, identifiers)
    label = citation.label
    if label is None and not links:
        label = next((_plain(a.label).strip("[] ") for a in addresses if a.label and is_label(a.label)), None)
    return EntryText(
        title,
        links,
        identifiers,
        citation.authors,
        citation.et_al,
        citation.year,
        citation.venue,
        None if links else label,
        (citation.rest,) if _says_something(citation.rest) else (),
        tags,
        marks.status,
        marks.finished_at,
    )


def _plain_title(text: str) -> EntryText:
    return EntryText(text, (), {}, (), False, None, None, text if is_label(text) else None, (), (), None, None)


def read_entry(text: str) -> ReadEntry:
    """The entry that one text makes alone, outside of any list: what a reader typed to add it."""
    text = folded(text)
    understood = parse_entry(text)
    links, identifiers = understood.links, understood.identifiers
    title = understood.title
    # What names a thing and nothing else may be less sure an address than one in a sentence must be: `example.org`.
    if (reference := read_reference(text)) and not links and reference.address:
        links, identifiers = (Link(reference.address),), dict(reference.identifiers)
        title = readable_address(reference.address)
    elif reference and not links:
        identifiers = dict(reference.identifiers)
        title = _stand_in(text, (), identifiers)
    return ReadEntry(
        section=(),
        text=text,
        metadata=Metadata(
            title, understood.authors, understood.et_al, understood.year, understood.venue, identifiers=identifiers
        ),
        kind=kind_of_entry(links, identifiers, understood.label, bool(understood.authors or understood.venue)),
        label=understood.label,
        links=links,
        notes=understood.notes,
        tags=understood.tags,
        status=understood.status,
        finished_at=understood.finished_at,
    )


def kind_of_entry(links: tuple[Link, ...], identifiers: dict[str, str], label: str | None, is_cited: bool) -> Kind:
    """The kind of a work from its first address, else its identifiers, else the label of its lost link.

    `is_cited` says that authors or a venue are known, which speaks for a paper where nothing else says otherwise.
    """
    address = links[0].url if links else None
    if address is None:
        address = next((a for scheme, value in identifiers.items() if (a := address_of(scheme, value))), None)
    kind = kind_of(address, label)
    if kind is Kind.OTHER and is_cited:
        return Kind.PAPER
    return kind


def _leads_somewhere(address: Address) -> bool:
    """Whether a link has a target that is an address, and not a file or a place in the page."""
    if not address.url:
        return False
    if re.match(r"(?:https?|ftp)://[^\s/]|mailto:", address.url, re.IGNORECASE):
        return True
    parts = split_address(address.url)
    return address.label is None or bool(
        parts and parts.path and re.fullmatch(r"(?:[\w-]+\.)+[a-z]{2,}", parts.host) and not address.url.startswith(".")
    ) and not re.search(r"\.(?:md|pdf|html?|txt|org|png|jpe?g)$", parts.host if parts else "")


def _gaps(text: str, addresses: list[Address]) -> list[str]:
    """The words before, between and behind the addresses: one more than there are addresses."""
    gaps, at = [], 0
    for address in addresses:
        gaps.append(text[at : address.start])
        at = address.end
    return [*gaps, text[at:]]


def _without_tags(gap: str) -> str:
    """`gap` without the tags at its ends; one within a sentence is a word of it."""
    tags = find_tags(gap)
    while tags and not gap[tags[-1].end() :].strip(" ,;"):
        gap = gap[: tags.pop().start()]
    while tags and not gap[: tags[0].start()].strip(" ,;"):
        gap = gap[tags[0].end() :]
        tags = find_tags(gap)
    return gap


def _links(addresses: list[Address], gaps: list[str]) -> tuple[tuple[Link, ...], dict[str, str]]:
    links: list[Link] = []
    identifiers: dict[str, str] = {}
    for address, before in zip(addresses, gaps, strict=False):
        if address.url is None:
            identifiers.setdefault(address.scheme, address.value)
            continue
        if not _leads_somewhere(address):
            continue
        label = _plain(address.label).strip("[]() ") if address.label else _trimmed(before)[1]
        if address.label and names_work(address.label):
            label = None
        if all(link.url != address.url for link in links):
            links.append(Link(address.url, label or None))
        for scheme, value in identifiers_of(address.url).items():
            identifiers.setdefault(scheme, value)
    return tuple(links), identifiers


def names_work(label: str) -> bool:
    """Whether the text of a link is the title or a name of a work, and not `pdf`, `here`, `1` or `@name`."""
    label = _plain(label).strip()
    return not is_label(label) and not _NO_WORK.fullmatch(label) and not re.match(r"https?://|www\.", label)


def _plain(text: str) -> str:
    """`text` without the marks of emphasis and the backslashes of Markdown."""
    if "*" in text or "_" in text:
        text = _EMPHASIS.sub(lambda m: m[2] or m[3] or m[4], text)
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


def _trimmed(gap: str) -> tuple[str, str | None]:
    """The words in front of an address without what leads to it, and the label among that (`… (code: `, `PDF: `)."""
    words = _ARROW.sub("", gap).strip(_SEPARATORS + _OPENING) if gap.rstrip().endswith((" >", "->", "=>")) else gap
    words = words.strip(_SEPARATORS + _OPENING)
    opened = _open_bracket(words)
    label = None
    if opened is not None:
        inner = words[opened + 1 :].strip(_SEPARATORS)
        if is_label(inner) or len(inner.split()) <= 3:
            words, label = words[:opened], inner or None
    match = _LABEL_BEHIND.search(words)
    if match and is_label(match[1]):
        before = words[: match.start(1)]
        if not before.strip() or (before.rstrip()[-1:] in ".,;|([–—-" and not re.search(r"[\w]-$", before.rstrip())):
            words, label = before, match[1]
    return words.rstrip(_SEPARATORS + _OPENING), label


def _open_bracket(text: str) -> int | None:
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


def _cleaned(title: str) -> str:
    """A title without what isn't part of it: separators and emoji at its ends, emphasis, quotes or brackets around it."""
    title = _PLACE.sub("", _plain(title)) if "(@" in title else _plain(title)
    for _ in range(3):
        before = title
        title = _undecorated(title).strip(_TITLE_EDGES)
        if len(title) > 2 and title[-1] == "." and title[-2] not in ". " and not re.search(r"\b(?:etc|al|[A-Z])\.$", title):
            title = title[:-1]
        if len(title) > 2 and _QUOTES.get(title[0]) == title[-1] and title.count(title[-1]) == 1 + (title[0] == title[-1]):
            title = title[1:-1]
        elif len(title) > 2 and title[0] in "([" and title[-1] in ")]" and _open_bracket(title[:-1]) == 0:
            title = title[1:-1]
        if title == before:
            break
    return title


def _undecorated(text: str) -> str:
    """`text` without emoji and their `:names:` at its ends."""
    if text[:1] == ":" or not text[:1].isascii():
        match = _DECORATION_IN_FRONT.match(text)
        text = text[match.end() :] if match else text
    if text[-1:] == ":" or not text[-1:].isascii():
        # Only the end is searched: from each place in a long text the pattern would go on to its end.
        match = _DECORATION_BEHIND.search(text, max(len(text) - 60, 0))
        text = text[: match.start()] if match else text
    return text


def _says_something(words: str) -> bool:
    return _LETTER.search(words) is not None or any(character.isdigit() for character in words)


def _is_title(words: str) -> bool:
    """Whether words before an address can be a title: they aren't labels, or a mere `see` or `via`."""
    bare = words.strip(_AROUND)
    if not _LETTER.search(bare) or is_label(bare):
        return False
    first = bare.split(None, 4)
    return len(first) > 4 or not all(word.casefold().strip(":,.") in _LEADING for word in first)


def _unlinked(body: str, addresses: list[Address], gaps: list[str]) -> Citation:
    """The citation where no link text names the work: the words before the first address, else those behind it."""
    for at, gap in enumerate(gaps):
        words = _trimmed(gap)[0] if at < len(addresses) else gap
        if at:
            words = words.lstrip(_SEPARATORS + ".)]}>")
            if "(" not in words:
                words = words.rstrip(")")
        if not _is_title(words):
            continue
        citation = _understood(words)
        return _with_rest(citation, body, addresses, gaps, at)
    return Citation()


def _understood(words: str) -> Citation:
    words = _plain(words) if "*" in words else words
    citation = parse_citation(_undecorated(words))
    if citation is None:
        sentence, rest = first_sentence(words)
        citation = Citation(title=sentence, rest=rest)
    return citation._replace(title=_cleaned(citation.title) or citation.title)


def _with_rest(citation: Citation, body: str, addresses: list[Address], gaps: list[str], at: int) -> Citation:
    """`citation` from `gaps[at]` with what stands behind it: more of the citation, or commentary."""
    behind = [gap.strip(_SEPARATORS + _OPENING + _CLOSING + ".") for gap in gaps[at + 1 :]]
    behind = [words for words in behind if _says_something(words) and not is_label(words)]
    if not behind and not citation.rest:
        return citation
    if len(behind) == 1 and not citation.rest and not citation.authors and (tail := parse_tail(behind[0])):
        return citation._replace(
            authors=tail.authors,
            et_al=tail.et_al,
            venue=citation.venue or tail.venue,
            year=citation.year or tail.year,
            label=citation.label or tail.label,
        )
    if citation.rest:
        start = body.rfind(citation.rest, 0, addresses[at].start if at < len(addresses) else None)
        rest = body[start:] if start >= 0 else citation.rest
    elif at < len(addresses):
        rest = body[addresses[at].end :]
    else:
        rest = ""
    return citation._replace(rest=rest.lstrip(_SEPARATORS + ".)]}>").rstrip(" ,;:"))


def _linked(body: str, addresses: list[Address], gaps: list[str], named: int) -> Citation:
    """The citation where the text of a link names the work."""
    address = addresses[named]
    label = _cleaned(_plain(address.label or ""))
    behind = gaps[named + 1]
    title = label
    # A nickname is completed by what follows its colon: `[Distill](…): Distilling the Knowledge …`.
    if len(label.split()) <= 2 and (more := re.match(r"\s*:\s*(?=[A-Z0-9\"“])", behind)):
        title = f"{label}: {behind[more.end() :]}"
        behind = ""
    before = gaps[named].strip(" -–—:•")
    whole = parse_citation(f"{before} {title}{' ' if behind[:1].isalnum() else ''}{behind}".strip())
    if whole and _cleaned(whole.title).endswith(_cleaned(title.split(" | ")[0])[-20:]) and whole.title.count(label) == 1:
        return whole._replace(title=_cleaned(title if whole.title.endswith(title) else whole.title))
    citation = parse_citation(title) or Citation(title=title)
    citation = citation._replace(title=_cleaned(citation.title), rest="")
    return _with_rest(citation, body, addresses, [*gaps[: named + 1], behind, *gaps[named + 2 :]], named)


def _stand_in(text: str, links: tuple[Link, ...], identifiers: dict[str, str]) -> str:
    """What stands for a title where the text has none."""
    if links:
        return readable_address(links[0].url)
    for scheme, value in identifiers.items():
        return f"arXiv {value}" if scheme == "arxiv" else f"ISBN {value}" if scheme == "isbn" else value
    return _cleaned(text) or text.strip() or "untitled"

"""The line of an item in a Markdown export: written so that a viewer shows it well, and read back to the letter."""

from __future__ import annotations

import re
from typing import NamedTuple

from rlist.formats.markdown_state import written_address
from rlist.formats.writing import author_names, one_line
from rlist.model.item import Item, Link, Priority

# What CommonMark or GitHub's dialect could take for a mark inside a line (https://spec.commonmark.org/0.31.2/).
_MARKS = re.compile(r"[\\`*_\[\]<>#|~$]|&(?=#?\w+;)")
# What would begin a list, a rule or an underlined heading.
_AT_START = re.compile(r"^(\s*\d*)([-+=.)])")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])|&#(\d{1,6});")
# What a part of the line begins with, in words that hold it themselves.
_JOINT = re.compile(r"[★☆—]|\((?=(?:high|medium|low) priority\))")
_TOKEN = re.compile(
    r"\s*(?:(?P<fence>`+)(?P<tag>#.+?)(?P=fence)(?!`)"
    r"|\[(?P<label>(?:\\.|[^\\\[\]])*)\]\((?:<(?P<angled>[^<>]*)>|(?P<url>[^()\s<>]*))\)"
    r"|(?P<stars>★{1,5}☆{0,4})(?!\S)|\((?P<priority>high|medium|low) priority\)"
    r"|— (?P<credit>(?:&#\d{1,6};|\\.|[^\\`\[★☆(#]|\((?!(?:high|medium|low) priority\)))*)"
    r"|\#(?P<added>[^\s#`]+))"
)
_TITLE = re.compile(r"(?:&#\d{1,6};|\\.|[^\\`\[★☆—(#]|\((?!(?:high|medium|low) priority\)))*")
_CREDIT = re.compile(
    r"(?P<authors>(?:\\.|[^\\*])*?)(?:(?:^|, )\*(?P<venue>(?:\\.|[^\\*])*)\*)?(?:(?:^|(?<=\*) |, )(?P<year>-?\d+))?"
)
_AUTHOR = re.compile(r"(?:\\.|[^\\,])+")


class Line(NamedTuple):
    """What a line says; `title` and `credit` as they are written, `rest` what isn't in the form of an export."""

    title: str
    credit: str
    links: tuple[Link, ...]
    rating: int | None
    priority: Priority | None
    tags: tuple[str, ...]
    rest: str


class Credit(NamedTuple):
    """Authors, venue and year."""

    authors: tuple[str, ...]
    et_al: bool
    venue: str | None
    year: int | None


def escaped(text: str) -> str:
    """`text` on one line, without control characters, such that a viewer shows it as it is."""
    text = one_line(text)
    return _AT_START.sub(r"\1\\\2", _MARKS.sub(lambda found: f"\\{found[0]}", text))


def unescaped(text: str) -> str:
    """The text that `escaped` wrote."""
    return _ESCAPED.sub(lambda found: found[1] or chr(min(int(found[2]), 0x10FFFF)), text)


def title_and_link(item: Item) -> tuple[str, str]:
    """The title as it is written, and the title as a link to the first address that may be linked."""
    title = escaped(item.title)
    url = next(filter(None, map(written_address, item.links)), "")
    if url:
        return title, _linked(title, url)
    title = _unjoined(title)
    return title, title


def write_line(item: Item) -> tuple[str, str, str]:
    """The title, the credit, and the whole line of an item without its bullet and box."""
    title, head = title_and_link(item)
    credit = _credit(item)
    links = [link for link in item.links if written_address(link)]
    parts = [head, *([f"— {credit}"] if credit else [])]
    parts += [_linked(escaped(link.label or _host(link)), written_address(link)) for link in links[1:]]
    parts += ["★" * item.rating + "☆" * (5 - item.rating)] if item.rating else []
    parts += [f"({item.priority} priority)"] if item.priority else []
    parts += [_tag(one_line(tag)) for tag in item.tags]
    return title, credit, " ".join(parts)


def read_line(text: str) -> Line:
    """What `text`, the line of an exported item without bullet, box and comment, says; nothing is refused."""
    text = text.strip()
    links: list[Link] = []
    head = _TOKEN.match(text) if text.startswith("[") else None
    if head and head["label"] is not None:
        title, at = head["label"], head.end()
        links.append(Link(head["angled"] if head["angled"] is not None else head["url"]))
    else:
        match = _TITLE.match(text)
        at = match.end() if match else 0
        title = text[:at].strip()
    credit, rating, priority = "", None, None
    tags: list[str] = []
    rest: list[str] = []
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            following = re.compile(r"\S+\s*").match(text, at) or re.compile(r"\s+").match(text, at)
            at = following.end() if following else len(text)
            rest.append(following[0].strip() if following else "")
            continue
        at = token.end()
        if token["tag"]:
            tags.append(token["tag"][1:].strip())
        elif token["added"]:
            tags.append(unescaped(token["added"]))
        elif token["label"] is not None:
            url = token["angled"] if token["angled"] is not None else token["url"]
            label = unescaped(token["label"])
            links.append(Link(url, None if label == _host(Link(url)) else label))
        elif token["stars"]:
            rating = token["stars"].count("★")
        elif token["priority"]:
            priority = Priority(token["priority"])
        elif not credit:
            credit = token["credit"].strip()
    return Line(title, credit, tuple(links), rating, priority, tuple(tags), " ".join(filter(None, rest)))


def read_credit_of(written: str) -> Credit:
    """The authors, the venue and the year in a credit as it is written."""
    match = _CREDIT.fullmatch(written)
    if match is None:
        return Credit((unescaped(written),), False, None, None)
    authors = match["authors"].strip()
    et_al = authors.endswith(" et al.")
    names = _AUTHOR.findall(authors.removesuffix(" et al."))
    return Credit(
        tuple(name for written in names if (name := unescaped(written).strip())),
        et_al,
        unescaped(match["venue"]) if match["venue"] else None,
        int(match["year"]) if match["year"] else None,
    )


def _unjoined(text: str) -> str:
    """`text` with what would begin another part of the line as entities."""
    return _JOINT.sub(lambda found: f"&#{ord(found[0])};", text)


def _credit(item: Item) -> str:
    known = item.metadata
    names, et_al = author_names(known)
    venue = one_line(known.venue or "")
    published = " ".join(part for part in (f"*{_unjoined(escaped(venue))}*" if venue else "", _year(item)) if part)
    authors = ", ".join(map(_author, names)) + (" et al." if et_al else "")
    return ", ".join(part for part in (authors, published) if part)


def _year(item: Item) -> str:
    return "" if item.metadata.year is None else str(item.metadata.year)


def _author(name: str) -> str:
    written = _unjoined(escaped(name)).replace(",", "\\,").replace(" et al.", " et al\\.")
    # A number alone would be the year.
    return (
        f"&#{ord(written[0])};{written[1:]}" if re.fullmatch(r"\\?-?\d+", written) and written[0] != "\\" else written
    )


def _tag(tag: str) -> str:
    longest = max((len(run) for run in re.findall("`+", tag)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence}#{tag}{' ' if tag.endswith('`') else ''}{fence}"


def _linked(text: str, url: str) -> str:
    return f"[{text}](<{url}>)" if re.search(r"[\s()]", url) else f"[{text}]({url})"


def _host(link: Link) -> str:
    return one_line(re.sub(r"^\w+://(?:www\.)?|[/?#].*$", "", written_address(link))) or "link"

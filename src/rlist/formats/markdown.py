"""Markdown: lists of any style in, every list as headings and checkboxes out."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from rlist.formats import plaintext
from rlist.formats.contents import Contents
from rlist.formats.document import Document
from rlist.formats.front_matter import read_front_matter
from rlist.formats.lines import split_lines
from rlist.formats.markdown_blocks import read_blocks
from rlist.formats.markdown_html import without_html
from rlist.formats.markdown_lists import read_lists
from rlist.formats.writing import UNLISTED, many_lines, one_line, safe_address
from rlist.model.item import Entry, Item, Link, Note, Status

NAME = "markdown"

# GitHub and its kin draw the first two as boxes; the others are those of Obsidian and of Org, plain to read as text.
_BOXES = {Status.UNREAD: "[ ]", Status.DONE: "[x]", Status.READING: "[/]", Status.DROPPED: "[-]"}
_INDENT = "  "

# What CommonMark or GitHub's dialect could take for a mark inside a line (https://spec.commonmark.org/0.31.2/).
_MARKS = re.compile(r"[\\`*_\[\]<>#|~$]|&(?=#?\w+;)")
# What would begin a list, a rule or an underlined heading.
_AT_START = re.compile(r"^(\s*\d*)([-+=.)])")
# In a note, which is Markdown itself: what begins a tag but isn't an address, and a star inside a word.
_TAG = re.compile(r"<(?!https?://|mailto:)")
_STAR_IN_WORD = re.compile(r"(?<=\w)\*(?=\w)")


# What only Markdown has: in a file of another name, or of none, a text must show some of it.
_ENDINGS = (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd")
_LOOKED_AT = 200_000
_MARKED = re.compile(
    r"^\s{0,3}#{1,6}\s+\S|^[ \t>]*(?:[-*+]|\d{1,3}[.)])\s+\S|\]\(|\]\[|^\s*\|.*\||^(?:=|-){3,}\s*$|\*\*"
    r"|^```|</?\w+[ >]",
    re.MULTILINE,
)
_HEADING = re.compile(r"^#{1,6} +\S", re.MULTILINE)
_LINK = re.compile(r"\]\((?:https?://|<|#)|^\[[^\[\]\n]{1,200}\]: ", re.MULTILINE)
_DIVISION = re.compile(r"^\s*\|?\s*:?-+:?\s*\|[\s:|-]*$", re.MULTILINE)
# A text of so many lines as short as this is no list; reading it as plain text is quick.
_MANY_LINES, _SHORT = 20_000, 16


def recognises(text: str, filename: str) -> bool:
    """Whether the file is named as one of Markdown and holds some, or has headings with links or tables of Markdown."""
    start = text[:_LOOKED_AT]
    if filename.lower().endswith(_ENDINGS):
        return _MARKED.search(start) is not None or start.startswith("---")
    if filename.lower().endswith(".org"):
        return False
    return (_HEADING.search(start) is not None and _LINK.search(start) is not None) or (
        "|" in start and _DIVISION.search(start) is not None
    )


def read(text: str) -> Document:
    """The list that `text` holds. Nothing is refused; what can't be understood is an item or text of its section."""
    lines = split_lines(text)
    if len(lines) > _MANY_LINES and len(text) < _SHORT * len(lines):
        return plaintext.read(text)
    first, fields = read_front_matter(lines)
    blocks = read_blocks([*[""] * first, *without_html(lines[first:])])
    title = next(iter(fields.get("title", ())), None)
    return read_lists(lines, blocks, title, first)


def write(contents: Contents) -> str:
    """Each list with its sections and items in order, then the items that are in no list.

    An item is written whole where it is mentioned first; elsewhere only its title.
    """
    blocks: list[str] = []
    written: set[int] = set()
    items = {item.id: item for item in contents.items}
    by_place = _by_place(contents.items)
    paths: dict[str, dict[tuple[str, ...], str]] = defaultdict(dict)
    for section in contents.sections:
        paths[section.list][section.path] = section.text
    for name, path in by_place:
        paths[name].setdefault(path, "")
    for name, texts in paths.items():
        blocks.append(f"# {_escaped(name)}")
        for path, text in _in_order(texts):
            if path:
                blocks.append(f"{'#' * min(len(path) + 1, 6)} {_escaped(path[-1])}")
            if text:
                blocks.append("\n".join(_escaped(line) for line in text.split("\n")))
            lines = list(_bullets(by_place.get((name, path), ()), items, written))
            if lines:
                blocks.append("\n".join(lines))
    unlisted = [item for item in contents.items if not item.entries]
    if unlisted:
        blocks += [f"# {UNLISTED}", "\n".join(line for item in unlisted for line in _whole(item, ""))]
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _by_place(items: Sequence[Item]) -> dict[tuple[str, tuple[str, ...]], list[tuple[Entry, Item]]]:
    places: dict[tuple[str, tuple[str, ...]], list[tuple[Entry, Item]]] = defaultdict(list)
    for item in items:
        for entry in item.entries:
            places[entry.list, entry.section].append((entry, item))
    for entries in places.values():
        entries.sort(key=lambda pair: pair[0].position)
    return places


def _in_order(texts: dict[tuple[str, ...], str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Paths with their texts, each below its parents; a parent without words of its own is added."""
    order = list(texts)
    if () in texts:
        yield (), texts[()]
    seen: set[tuple[str, ...]] = {()}

    def below(parent: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
        for path in order:
            child = path[: len(parent) + 1]
            if len(path) > len(parent) and path[: len(parent)] == parent and child not in seen:
                seen.add(child)
                yield child, texts.get(child, "")
                yield from below(child)

    yield from below(())


def _bullets(
    place: Sequence[tuple[Entry, Item]] | tuple[()], items: dict[int, Item], written: set[int]
) -> Iterator[str]:
    depths: dict[int, int] = {}
    for entry, item in place:
        depth = depths[entry.parent] + 1 if entry.parent in depths else 0
        depths[item.id] = depth
        indent = _INDENT * depth
        if item.id in written:
            yield f"{indent}- {_head(item)}"
        else:
            written.add(item.id)
            yield from _whole(item, indent)


def _head(item: Item) -> str:
    title = _escaped(item.title)
    return f"{_BOXES[item.status]} " + (_linked(title, item.links[0].url) if item.links else title)


def _whole(item: Item, indent: str) -> Iterator[str]:
    parts = [_head(item)]
    if credit := _credit(item):
        parts.append(f"— {credit}")
    parts += [_linked(_escaped(link.label or _host(link)), link.url) for link in item.links[1:]]
    if item.rating:
        parts.append("★" * item.rating + "☆" * (5 - item.rating))
    if item.priority:
        parts.append(f"({item.priority} priority)")
    parts += [f"`#{tag}`" if "`" not in tag else _escaped(f"#{tag}") for tag in map(one_line, item.tags)]
    yield f"{indent}- {' '.join(parts)}"
    for note in item.notes:
        yield from _quoted(note, indent + _INDENT)


def _credit(item: Item) -> str:
    known = item.metadata
    authors = ", ".join(known.authors) + (" et al." if known.et_al else "")
    published = " ".join(str(part) for part in (known.venue, known.year) if part)
    return _escaped(", ".join(part for part in (authors, published) if part))


def _quoted(note: Note, indent: str) -> Iterator[str]:
    """A note as a quotation, with a blank line above so that it doesn't run on from the title."""
    yield ""
    for line in _STAR_IN_WORD.sub(r"\\*", _TAG.sub(r"\\<", many_lines(note.body))).split("\n"):
        yield f"{indent}> {line}".rstrip()
    yield ""


def _linked(text: str, url: str) -> str:
    """`text` as a link to `url`; where a page mustn't link that, both as they are."""
    if not (url := safe_address(url)):
        return text
    # A destination in angle brackets may hold anything but these and line breaks.
    for character, code in (("<", "%3C"), (">", "%3E"), ("\n", ""), ("\r", ""), ("\\", "%5C")):
        url = url.replace(character, code)
    return f"[{text}](<{url}>)" if re.search(r"[\s()]", url) else f"[{text}]({url})"


def _host(link: Link) -> str:
    return re.sub(r"^\w+://(?:www\.)?|[/?#].*$", "", link.url) or "link"


def _escaped(text: str) -> str:
    """`text` on one line, without control characters, such that a viewer shows it as it is."""
    text = one_line(text)
    return _AT_START.sub(r"\1\\\2", _MARKS.sub(lambda found: f"\\{found[0]}", text))

"""The tags and texts of HTML of any sort, in the order in which they stand; nothing is an error."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

# Of a comment or a tag that never ends, the `<` is text.
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)(?=[\s/>])")
_ATTRIBUTE = re.compile(r"""\s*([^\s"'<>/=]+)(?:\s{0,20}=\s{0,20}(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'<>]+)))?|[^<>]""")
# What editors of notes write; any other tag is a word of the note.
_OF_NOTES = re.compile(
    r"</?(?:p|div|br|span|b|i|u|em|strong|a|ul|ol|li|blockquote|h[1-6]|sub|sup|code|pre)(?:\s[^<>]*)?/?>", re.IGNORECASE
)
_ENDS_LINE = re.compile(r"br|/(?:p|div|li|blockquote|h[1-6])")


@dataclass(frozen=True, slots=True)
class Piece:
    """A tag, or text where `name` is ""; it stands in the source from `start` to `end`.

    `name` is in lower case, with a `/` in front for an end tag; values of attributes are decoded, text isn't.
    """

    name: str
    start: int
    end: int
    attributes: Mapping[str, str] = field(default_factory=dict)


def pieces(text: str) -> Iterator[Piece]:
    """The tags, and the texts between them; comments and declarations are left out."""
    at = begun = 0
    last_comment_end = text.rfind("-->")
    while (at := text.find("<", at)) >= 0:
        end = _behind_comment(text, at, last_comment_end)
        piece = None if end else _tag(text, at)
        if piece is None and not end:
            at += 1
            continue
        if at > begun:
            yield Piece("", begun, at)
        if piece is not None:
            yield piece
            end = piece.end
        at = begun = end
    if begun < len(text):
        yield Piece("", begun, len(text))


def _behind_comment(text: str, at: int, last_comment_end: int) -> int:
    """The place behind the comment or declaration that begins at `at`, 0 where there is none."""
    if text.startswith("<!--", at):
        return text.find("-->", at + 4) + 3 if at + 4 <= last_comment_end else 0
    if text.startswith(("<!", "<?"), at):
        end = text.find(">", at, at + 1000)
        return end + 1 if end >= 0 else 0
    return 0


def _tag(text: str, at: int) -> Piece | None:
    begin = _TAG.match(text, at)
    if begin is None:
        return None
    attributes: dict[str, str] = {}
    place = begin.end()
    while found := _ATTRIBUTE.match(text, place):
        place = found.end()
        if found[1]:
            value = next((value for value in found.groups()[1:] if value is not None), "")
            attributes.setdefault(found[1].lower(), html.unescape(value))
    if text[place : place + 1] != ">":
        return None
    return Piece(begin[1] + begin[2].lower(), at, place + 1, attributes)


def as_text(source: str) -> str:
    """The words of a note that a program keeps as HTML, each paragraph on a line; those of other notes as they are."""
    if "<" not in source or not _OF_NOTES.search(source):
        return source
    words = [
        shown(source[piece.start : piece.end])
        if not piece.name
        else "\n"
        if _ENDS_LINE.fullmatch(piece.name)
        else ""
        if _OF_NOTES.fullmatch(source, piece.start, piece.end)
        else source[piece.start : piece.end]
        for piece in pieces(source)
    ]
    lines = (line.strip() for line in "".join(words).split("\n"))
    return "\n".join(line for line in lines if line)


def shown(source: str) -> str:
    """The text that `source` shows, without its entities."""
    return html.unescape(source)

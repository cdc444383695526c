"""The HTML and the comments inside of Markdown, turned into Markdown or taken out, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from rlist.formats.html_tags import Piece, pieces
from rlist.formats.lines import folded

# Marks that no source holds: control characters are taken out where its lines are parted.
SUMMARY, END_OF_DETAILS, _ESCAPED = "\x02", "\x03", "\x04"

_FENCE = re.compile(r"[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}(?!.*`)|~{3,})")
# A comment that is never closed is text; Obsidian's stand on one line, or between lines of their own.
_COMMENT = re.compile(r"<!--(?s:.*?)-->")
_OBSIDIAN_COMMENT = re.compile(
    r"(?<!\S)%%[^%\n]{1,2000}%%(?!\S)|^[ \t]*%%[ \t]*\n(?:.*\n)*?[ \t]*%%[ \t]*$", re.MULTILINE
)
_CODE = re.compile(r"(?<![\\`])(`+)(?!`)[^\n]{1,500}?(?<!`)\1(?!`)")
_TAGS = re.compile(r"</?\w+[^<>]*>")
_ON_ONE_LINE = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "summary", "tr"})
_IN_LIST = 2
# As much of a line as shows whether anything but blanks stands on it.
_ENOUGH = 200

# Tags that leave a mark of Markdown; all others of HTML leave nothing, and what is no tag of HTML stays as it is.
_AS_MARKDOWN = {
    **dict.fromkeys(("b", "/b", "strong", "/strong"), "**"),
    **dict.fromkeys(("em", "/em", "cite", "/cite"), "*"),
    **dict.fromkeys(("s", "/s", "del", "/del", "strike", "/strike"), "~~"),
    "br": "<br>",
}
_KNOWN_LISTED = """
a abbr article aside b blockquote br center cite code dd del details div dl dt em figcaption figure font footer h1 h2 h3
h4 h5 h6 header hr i img ins kbd li main mark nav ol p picture pre q s section small source span strike strong sub
summary sup svg table tbody td tfoot th thead tr tt u ul var video
"""
_KNOWN = frozenset(_KNOWN_LISTED.split())
# The number of an author's affiliation.
_SMALL = re.compile(r"<sup>[\d,*†‡§ ]{1,12}</sup>", re.IGNORECASE)


def without_html(lines: Sequence[str], *, obsidian: bool = True) -> list[str]:
    """As many lines as there are, with Markdown in place of HTML; what is in a block of code stays as it is.

    A `<summary>` alone on its line becomes a heading of the sixth level that begins with SUMMARY, the end of its
    `<details>` one of END_OF_DETAILS. Comments leave nothing, those of Obsidian (`%%`) neither
    but where `obsidian` is False.
    """
    if not any("<" in line or "%%" in line for line in lines):
        return list(lines)
    writing = _Writing()
    lines = [line.replace("\\<", _ESCAPED) for line in lines]
    for is_code, part in _parts(lines):
        if is_code:
            writing.put_code(part)
        else:
            writing.convert(_SMALL.sub("", _without_comments(part, obsidian)))
    return writing.text().replace(_ESCAPED, "\\<").split("\n")


def _parts(lines: Sequence[str]) -> Iterator[tuple[bool, str]]:
    """The text in parts that are code and parts that aren't, each with its line ends."""
    held: list[str] = []
    fence, quoted = "", False
    last = len(lines) - 1
    for number, line in enumerate(lines):
        whole = line if number == last else f"{line}\n"
        if fence and quoted and not line.lstrip().startswith(">"):
            fence = ""  # a block of code in a quotation ends with it
        found = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if found and not fence:
            yield False, "".join(held)
            held, fence, quoted = [], found[1], line.lstrip().startswith(">")
            yield True, whole
        elif fence:
            if found and found[1].startswith(fence) and not line[found.end() :].strip():
                fence = ""
            yield True, whole
        else:
            held.append(whole)
    yield False, "".join(held)


def _without_comments(text: str, obsidian: bool) -> str:
    if obsidian and "%%" in text:
        text = _OBSIDIAN_COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    end = text.rfind("-->") + 3
    if "<!--" not in text[:end]:
        return text
    kept, at = [], 0
    code = chain((found.span() for found in _CODE.finditer(text)), [(len(text), len(text))])
    begins, ends = next(code)
    for found in _COMMENT.finditer(text, 0, end):
        while ends <= found.start():
            begins, ends = next(code)
        if not begins < found.start() < ends:
            kept += [text[at : found.start()], "\n" * found[0].count("\n")]
            at = found.end()
    return "".join([*kept, text[at:]])


class _Writing:
    """The Markdown in the making, and what tags are open."""

    def __init__(self) -> None:
        self._source = ""
        self._written: list[str] = []
        self._line = ""  # what stands on the line so far
        self._joined: list[str] | None = None  # the words of a heading or of a row, which must stand on one line
        self._opened = ""  # the tag that began them
        self._links: list[str] = []
        self._summaries: list[bool] = []  # for each open <details>, whether its summary stands alone
        self._lists = 0

    def text(self) -> str:
        self._close("")
        return "".join(self._written)

    def put_code(self, text: str) -> None:
        self._close("")
        self._put(text)

    def convert(self, text: str) -> None:
        self._source = text
        if "<" not in text:
            self._put(text)
            return
        spans = chain((found.span() for found in _CODE.finditer(text)), [(len(text), len(text))])
        begins, ends = next(spans)
        behind = 0
        for piece in pieces(text):
            # What is left out besides tags are declarations; their lines stay.
            self._put("\n" * text.count("\n", behind, piece.start))
            behind = piece.end
            while ends <= piece.start and ends < len(text):
                begins, ends = next(spans)
            if begins <= piece.start < ends:
                self._put(text[piece.start : piece.end])
            else:
                self._take(piece)
        self._put("\n" * text.count("\n", behind))

    def _take(self, piece: Piece) -> None:
        name = piece.name
        if not name or name.removeprefix("/") not in _KNOWN:
            self._put(self._source[piece.start : piece.end])
            return
        if name in _ON_ONE_LINE:
            if self._joined is None and not self._line.strip():
                self._joined, self._opened = [], name
        elif name[0] == "/" and name[1:] == self._opened:
            self._close(self._source[piece.end : piece.end + 200].partition("\n")[0])
        elif name in {"td", "th"} and self._opened == "tr":
            self._put("| ")
        elif name == "details":
            self._summaries.append(False)
        elif name == "/details":
            if self._summaries and self._summaries.pop() and not self._line.strip():
                self._put(f"###### {END_OF_DETAILS}")
        elif name in {"a", "/a"}:
            self._link(piece)
        elif name in {"ul", "ol", "/ul", "/ol"}:
            self._lists = max(self._lists + (-1 if name[0] == "/" else 1), 0)
        elif name == "li" and self._lists and not self._line.strip():
            self._put(f"{'  ' * (self._lists - 1)}- ")
        else:
            self._put(_AS_MARKDOWN.get(name, ""))
        # The lines stay as many as they are.
        self._put("\n" * self._source.count("\n", piece.start, piece.end))

    def _put(self, text: str) -> None:
        if self._joined is not None:
            self._joined.append(text)
            return
        self._written.append(text)
        _, end, line = text.rpartition("\n")
        self._line = (line if end else self._line + line)[:_ENOUGH]

    def _link(self, piece: Piece) -> None:
        if piece.name == "a":
            self._links.append(piece.attributes.get("href", "").strip().replace("\n", ""))
            self._put("[" if self._links[-1] else "")
        elif self._links and (url := self._links.pop()):
            self._put(f"](<{url}>)" if set("() ") & set(url) else f"]({url})")

    def _close(self, rest: str) -> None:
        """End what must stand on one line; `rest` is what follows it there."""
        if self._joined is None:
            return
        inner, name = "".join(self._joined), self._opened
        self._joined, self._opened = None, ""
        words = folded(inner)
        if name == "tr":
            self._put(f"{words} |")
        elif name != "summary":
            self._put(f"{'#' * int(name[1])} {words}" if words else "")
        elif len(self._line) < _IN_LIST and not _TAGS.sub("", rest).strip():
            # What is indented further is in a list, and begins nothing of its own.
            if self._summaries:
                self._summaries[-1] = True
            self._put(f"###### {SUMMARY}{words.strip('*') if words[-1:] == '*' else words}")
        else:
            self._put(words)
        self._put("\n" * inner.count("\n"))

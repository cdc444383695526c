"""The footnotes of a Markdown text: what each says, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rlist.formats.markdown_blocks import Block, Line, Role

_FOOTNOTE = re.compile(r"\[\^([^\[\]\s]{1,60})\]:\s*(.*)$")

Footnotes = Mapping[str, tuple[str, tuple[Line, ...]]]


def find_footnotes(blocks: Iterable[Block], references: Mapping[str, str]) -> Footnotes:
    """By name the words of each footnote with the lines that they stand on; of an address alone there are none."""
    found: dict[str, tuple[str, tuple[Line, ...]]] = {
        name[1:]: (url, ()) for name, url in references.items() if name.startswith("^")
    }
    for block in blocks:
        if block.role is not Role.PARAGRAPH or not block.text.startswith("[^"):
            continue
        name = ""
        for line in block.lines:
            if match := _FOOTNOTE.match(line.text):
                name = match[1]
                found[name] = match[2], (line,)
            elif name:
                text, lines = found[name]
                found[name] = f"{text} {line.text}", (*lines, line)
    return found

"""Notes in a Markdown export: quotations below the item, with what could break out of them made harmless."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

# A note is Markdown itself, but what begins a tag is shown and no tag unless it is an address, and a star inside a word
# is a star. What would be read back as one of these signs is an entity. Code stays as it is.
_CODE = r"```[\s\S]*?```|`[^`\n]+`"
_WRITTEN = re.compile(rf"({_CODE})|&(?=#92;|amp;)|\\(?=<)|(?<=\w)\\(?=\*\w)|(<)(?!https?://|mailto:)|(?<=\w)(\*)(?=\w)")
_READ = re.compile(rf"({_CODE})|&amp;(?=#92;|amp;)|(&#92;)|\\(<)|(?<=\w)\\(\*)(?=\w)")
_QUOTED = re.compile(r"^\s*>[ ]?")


def write_note(body: str) -> Iterator[str]:
    """The lines of a quotation that holds the note `body`."""

    def written(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        return {"&": "&amp;", "\\": "&#92;"}.get(found[0], f"\\{found[0]}")

    for line in _WRITTEN.sub(written, body).split("\n"):
        yield f"> {line}" if line else ">"


def read_note(lines: Iterable[str]) -> str:
    """The note that the lines of a quotation hold."""
    text = "\n".join(_QUOTED.sub("", line) for line in lines)

    def read(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        return "\\" if found[2] else found[3] or found[4] or "&"

    return _READ.sub(read, text).strip()

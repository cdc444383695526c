"""The lines of a text."""

from __future__ import annotations

import re

# A control character that is no blank and no line end has no place in a list; U+FEFF is a byte order mark gone astray.
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff]")


def without_controls(text: str) -> str:
    """`text` without NUL and other control characters; blanks and line ends stay."""
    return _CONTROLS.sub("", text)


def split_lines(text: str) -> list[str]:
    """The lines of `text` without their ends: LF, CRLF, CR, NEL, U+2028, U+2029, and the feeds of old printers."""
    return without_controls(text).splitlines()


def folded(text: str) -> str:
    """`text` with each run of white space as one blank, and none around it."""
    words = " ".join(text.split())
    # Most texts have nothing to fold; a long list needn't hold them twice.
    return text if words == text else words

"""The text of a file, whatever its bytes are."""

from __future__ import annotations

import codecs

from charset_normalizer import from_bytes

from rlist.formats.lines import without_controls

_MARKED = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
# Guessing takes a second for a megabyte, and the first part of a file tells as much as all of it.
_GUESSED_BYTES = 64 * 1024


def decode(source: bytes) -> str:
    """The text of `source`: UTF-8, UTF-16 with a byte order mark, else the best guess; never raises.

    Control characters are dropped, the line ends stay as they are.
    """
    for mark, encoding in _MARKED:
        if source.startswith(mark):
            return without_controls(source[len(mark) :].decode(encoding, "replace"))
    try:
        text = source.decode("utf-8")
    except UnicodeDecodeError:
        text = source.decode(_guess(source), "replace")
    return without_controls(text)


def _guess(source: bytes) -> str:
    sample = source[:_GUESSED_BYTES]
    # Bytes that are UTF-8 but for a few are UTF-8 with damage, which no table of a guesser knows.
    beginnings = sum(0xC2 <= byte <= 0xF4 for byte in sample)
    if sample.decode("utf-8", "replace").count("\ufffd") * 10 < beginnings:
        return "utf-8"
    matches = from_bytes(sample)
    best = matches.best()
    # Among tables for Latin letters that fit equally well, the one that most files are in.
    if best is None or any(m.encoding == "cp1252" and m.chaos <= best.chaos for m in matches):
        return "cp1252"
    return best.encoding

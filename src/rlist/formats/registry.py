"""The formats that rlist reads and writes, in the order in which they are asked."""

from __future__ import annotations

from typing import Protocol

from rlist.formats import (
    archive,
    bibtex,
    bookmarks,
    csl_json,
    csv_table,
    endnote,
    feed,
    json_records,
    markdown,
    opml,
    org,
    plaintext,
    ris,
    todo_txt,
    webpage,
)
from rlist.formats.contents import Contents
from rlist.formats.document import Document


class Reader(Protocol):
    """A module that reads a format."""

    NAME: str

    def recognises(self, text: str, filename: str) -> bool:
        """Whether `text` looks like this format; cheap, never raises."""

    def read(self, text: str) -> Document:
        """What `text` holds; raises UnreadableInput, naming the line."""


class Writer(Protocol):
    """A module that writes a format."""

    NAME: str

    def write(self, contents: Contents) -> str:
        """The whole text of the export."""


# In the order in which they are asked; plain text takes what nothing else does.
READERS: tuple[Reader, ...] = (
    feed,
    opml,
    bookmarks,
    csl_json,
    json_records,
    bibtex,
    ris,
    endnote,
    org,
    csv_table,
    todo_txt,
    markdown,
    plaintext,
)
WRITERS: tuple[Writer, ...] = (markdown, archive, bibtex, csl_json, ris, csv_table, bookmarks, webpage, feed)


def recognise(text: str, filename: str) -> Reader:
    """The reader for `text`: the first that recognises it."""
    return next(reader for reader in READERS if reader.recognises(text, filename))

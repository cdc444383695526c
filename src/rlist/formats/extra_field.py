"""The field "Extra" of Zotero, in which a work's identifiers stand that have no field of their own."""

from __future__ import annotations

import re

from rlist.formats.records import Draft
from rlist.model.identity import identifiers_of

# https://www.zotero.org/support/kb/item_types_and_fields#citing_fields_from_extra
_IDENTIFIER = re.compile(
    r"^(?:arXiv|eprint|DOI|original-doi|tex\.eprint):[ \t]*(\S+)(?:[ \t]+\[[\w.-]+\])?[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_CITEKEY = re.compile(r"^Citation Key:[ \t]*(\S+)[ \t]*$", re.MULTILINE | re.IGNORECASE)


def read_extra(draft: Draft, written: str) -> bool:
    """Take in the identifiers and the citekey of such a field; False where it says more than these."""
    for value in _IDENTIFIER.findall(written):
        draft.identifiers |= identifiers_of(f"arXiv:{value}" if re.match(r"\d{4}\.\d", value) else value)
    if key := _CITEKEY.search(written):
        draft.citekey = draft.citekey or key[1]
    return not without_extra(written)


def without_extra(written: str) -> str:
    """What such a field says besides identifiers and citekey."""
    return _CITEKEY.sub("", _IDENTIFIER.sub("", written)).strip()

"""rlist's own JSON: a whole library in one document."""

from __future__ import annotations

import json

from rlist.formats.contents import Contents
from rlist.model import plain

NAME = "json"

# Counts up when a field changes its meaning; a new field doesn't.
VERSION = 1


def write(contents: Contents) -> str:
    """The document of INTERFACE's "JSON": items by id, sections in the order of their lists."""
    document = {
        "format": "rlist",
        "version": VERSION,
        "exported_at": plain.time_to_plain(contents.written_at),
        "items": [plain.item_to_plain(item) for item in contents.items],
        "sections": [plain.section_to_plain(section) for section in contents.sections],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"

"""The exports of reading services and reference managers, each in the shape that it has today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rlist.formats.document import Fate, ReadEntry
from rlist.formats.encoding import decode
from rlist.formats.registry import recognise

SERVICES = Path(__file__).parent / "files" / "services"
EXPORTS = sorted(path for path in SERVICES.iterdir() if not path.name.endswith(".expect.json"))


def summary(entry: ReadEntry) -> dict[str, object]:
    """What an entry says, as the expectations have it: without what it doesn't say."""
    known = entry.metadata
    told = {
        "title": known.title,
        "kind": entry.kind,
        "section": list(entry.section),
        "authors": list(known.authors),
        "et_al": known.et_al,
        "year": known.year,
        "venue": known.venue,
        "abstract": known.abstract,
        "identifiers": dict(known.identifiers),
        "links": [link.url for link in entry.links],
        "notes": list(entry.notes),
        "tags": list(entry.tags),
        "status": entry.status,
        "priority": entry.priority,
        "rating": entry.rating,
        "added_at": entry.added_at and entry.added_at.isoformat(),
        "finished_at": entry.finished_at and entry.finished_at.isoformat(),
        "citekey": entry.citekey,
    }
    return {name: value for name, value in told.items() if value not in (None, False, [], {})}


@pytest.mark.parametrize("path", [pytest.param(path, id=path.name) for path in EXPORTS])
def test_the_export_of_a_service_is_read_whole(path: Path) -> None:
    expected = json.loads(path.with_name(f"{path.name}.expect.json").read_text(encoding="utf-8"))
    text = decode(path.read_bytes())
    reader = recognise(text, path.name)
    document = reader.read(text)
    assert reader.NAME == expected["format"]
    assert [{"path": list(s.path), "text": s.text} for s in document.sections] == expected["sections"]
    assert [summary(entry) for entry in document.entries] == expected["entries"]
    # What an item has no place for is named, with the number of records that say it.
    assert [[problem.line, problem.message] for problem in document.problems] == expected["problems"]
    assert len(document.lines) == len(text.splitlines())
    assert sum(line.fate is Fate.ENTRY for line in document.lines) <= len(document.entries)

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rlist.errors import UnreadableInput
from rlist.formats import archive
from rlist.formats.contents import Contents
from rlist.formats.document import Fate
from rlist.formats.encoding import decode
from strategies import NOW, hostile_texts, items, names, sections, times

texts = hostile_texts.filter(lambda text: not any("\ud800" <= sign <= "\udfff" for sign in text))


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=30)
@given(st.lists(items(texts, names), max_size=3), st.lists(sections, max_size=3), times)
def test_a_library_is_the_same_after_export_and_import(drawn: list, parts: list, at: object) -> None:  # type: ignore[type-arg]
    numbered = [replace(item, id=number) for number, item in enumerate(drawn, 1)]
    written = archive.write(Contents(numbered, parts, NOW))
    assert archive.recognises(written, "")
    read = archive.read_archive(decode(written.encode()))
    assert archive.write(read.contents) == written
    assert len(read.lines) == written.count("\n")


def test_each_line_is_accounted_for() -> None:
    written = archive.write(Contents([], [], NOW))
    assert {line.fate for line in archive.read_archive(written).lines} == {Fate.LEFT_OUT}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param({"format": "other"}, "no library", id="another format"),
        pytest.param({"version": 99}, "version 99", id="a version to come"),
        pytest.param({"items": [{"uid": "1"}]}, "line", id="an item without a title"),
        pytest.param({"items": {}}, "no list", id="items of another sort"),
        pytest.param(
            {"items": [{"id": 1, "uid": "a", "title": "x", "added_at": "2026-01-02"}] * 2}, "the same id", id="twice"
        ),
    ],
)
def test_what_is_no_whole_library_is_refused(change: dict[str, object], words: str) -> None:
    whole = json.loads(archive.write(Contents([], [], NOW))) | change
    with pytest.raises(UnreadableInput, match=words):
        archive.read_archive(json.dumps(whole))

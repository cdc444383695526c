from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rlist.errors import UnreadableInput
from rlist.formats import archive
from rlist.formats.contents import Contents
from rlist.formats.document import Fate
from rlist.formats.encoding import decode
from rlist.formats.lines import split_lines
from strategies import NOW, hostile_texts, items, names, sections, times

texts = hostile_texts.filter(lambda text: not any("\ud800" <= sign <= "\udfff" for sign in text))


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=30)
@given(st.lists(items(texts, names), max_size=3), st.lists(sections, max_size=3), times)
def test_a_library_is_the_same_after_export_and_import(drawn: list, parts: list, at: object) -> None:  # type: ignore[type-arg]
    numbered = [item._replace(id=number) for number, item in enumerate(drawn, 1)]
    written = archive.write(Contents(numbered, parts, NOW))
    assert archive.recognises(written, "")
    read = archive.read_archive(decode(written.encode()))
    assert archive.write(read.contents) == written
    assert len(read.lines) == written.count("\n")


def test_each_line_is_accounted_for() -> None:
    written = archive.write(Contents([], [], NOW))
    assert {line.fate for line in archive.read_archive(written).lines} == {Fate.LEFT_OUT}


def item(number: int, **fields: object) -> dict[str, object]:
    return {"id": number, "uid": f"u{number}", "title": f"Title {number}", "added_at": "2026-01-02T03:04:05Z", **fields}


def archive_of(*found: object, **fields: object) -> str:
    whole = {"format": "rlist", "version": 1, "exported_at": "2026-01-02T03:04:05Z", "items": found, "sections": []}
    return json.dumps(whole | fields, indent=1)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param({"format": "other"}, "no library", id="another format"),
        pytest.param({"version": 99}, "version 99", id="a version to come"),
        pytest.param({"version": "1"}, "version 1", id="a version that is no number"),
        pytest.param({"items": {}}, "no list", id="items of another sort"),
        pytest.param({"sections": "x"}, "no list", id="sections of another sort"),
    ],
)
def test_what_is_no_library_is_refused(change: dict[str, object], words: str) -> None:
    with pytest.raises(UnreadableInput, match=words):
        archive.read_archive(archive_of(**change))


@pytest.mark.parametrize(
    ("bad", "title", "words"),
    [
        pytest.param(item(2, rating=9), "Title 2", '"rating" is 9', id="a number out of range"),
        pytest.param(item(2, status="later"), "Title 2", "one of unread", id="a word that there isn't"),
        pytest.param(item(2, tags=["a", 7]), "Title 2", '"tags"', id="one tag of several"),
        pytest.param(item(2, entries=[{"list": 3}]), "Title 2", "an entry", id="an entry"),
        pytest.param(item(2, notes="x"), "Title 2", "a list", id="notes that are no list"),
        pytest.param(item(2, added_at="soon"), "Title 2", "a time", id="no time"),
        pytest.param(item(2, id=True), "Title 2", "whole number", id="an id that is no number"),
        pytest.param(item(2, identifiers={"doi": 3}), "Title 2", "object of texts", id="identifiers"),
        pytest.param(item(2, title=["x"], urls=[{"url": "https://a.org"}]), "https://a.org", "a text", id="no title"),
        pytest.param(item(2, title=None), "an item without a title", "no title", id="nothing to call it by"),
        pytest.param("words", '"words"', "this record", id="a text in place of an item"),
        pytest.param(None, "null", "this record", id="null in place of an item"),
        pytest.param([[1]], "[ [ 1 ] ]", "this record", id="a list in place of an item"),
    ],
)
def test_one_bad_item_of_many_is_named_and_kept(bad: object, title: str, words: str) -> None:
    read = archive.read_archive(archive_of(item(1), bad, item(3)))
    assert [found.title for found in read.contents.items] == ["Title 1", title, "Title 3"]
    (problem,) = read.problems
    assert words in problem.message
    assert json.dumps(bad)[:5] in read.lines[problem.line - 1].text.strip() + json.dumps(bad)


def test_what_could_not_be_read_of_an_item_is_a_note_on_it() -> None:
    read = archive.read_archive(archive_of(item(1, rating=9, tags=["kept", 7], venue="OSDI")))
    (found,) = read.contents.items
    assert found.tags == ("kept",)
    assert found.metadata.venue == "OSDI"
    assert '{"rating": 9, "tags": [7]}' in found.notes[0].body


@pytest.mark.parametrize(
    ("cut", "titles"),
    [
        pytest.param(lambda text: text[: text.index("Title 3") + 3], ["Title 1", "Title 2", "Tit"], id="cut off"),
        pytest.param(
            lambda text: text.replace('"Title 2",', '"Title 2,'), ["Title 1", "Title 2,", "Title 3"], id="a quote less"
        ),
        pytest.param(
            lambda text: text.replace('"Title 2",', '"Title 2"'), ["Title 1", "Title 2", "Title 3"], id="a comma less"
        ),
        pytest.param(
            lambda text: text.replace('"Title 2",', '"Title 2", "x": ' + "[" * 100_000 + ","),
            ["Title 1", "Title 2", "Title 3"],
            id="nested too deep",
        ),
        pytest.param(
            lambda text: text.replace('"Title 2",', '"Title 2", "x": ' + "9" * 10_000 + ","),
            ["Title 1", "Title 2", "Title 3"],
            id="a number too long",
        ),
    ],
)
def test_a_damaged_archive_gives_all_that_is_whole_and_what_is_left_of_the_rest(
    cut: Callable[[str], str], titles: list[str]
) -> None:
    read = archive.read_archive(cut(archive_of(item(1), item(2), item(3))))
    assert [found.title for found in read.contents.items] == titles
    assert read.problems[0].message.endswith("the rest is taken")
    assert len(read.problems) == 2
    assert all(found.notes for found in read.contents.items if not found.uid)


def test_a_section_behind_a_damaged_item_is_still_read() -> None:
    written = archive_of(item(1), sections=[{"list": "A", "section": ["B"], "text": "words"}, 5])
    read = archive.read_archive(written.replace('"Title 1",', '"Title 1'))
    assert [section.path for section in read.contents.sections] == [("B",)]
    assert "a section is 5" in read.problems[-1].message


def test_a_field_that_is_not_known_is_named_once_and_much_damage_in_a_word() -> None:
    read = archive.read_archive(archive_of(item(1, mood="x"), item(2, mood="y")))
    assert [problem.message.count('"mood"') for problem in read.problems] == [1]
    read = archive.read_archive(archive_of(*(item(number, rating=9) for number in range(1, 101))))
    assert len(read.problems) == 21
    assert "80 more" in read.problems[-1].message


@settings(deadline=None, max_examples=30)
@given(st.data())
def test_damage_of_any_kind_loses_no_line_and_stops_nothing(data: st.DataObject) -> None:
    written = archive_of(*(item(number, tags=["a"]) for number in range(1, 5)))
    start = data.draw(st.integers(written.index("items"), len(written)))
    end = data.draw(st.integers(start, min(len(written), start + 40)))
    noise = data.draw(st.text('"\\[]{},:0 \nx', max_size=5))
    damaged = written[:start] + noise + written[end:]
    try:
        read = archive.read_archive(damaged)
    except UnreadableInput:
        return
    assert [line.text for line in read.lines] == split_lines(damaged)

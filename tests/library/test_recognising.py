"""Which entries of a source the library has already."""

from random import Random
from string import ascii_lowercase

import pytest

from rlist.formats.document import ReadEntry
from rlist.library.recognising import recognise
from rlist.library.seen import key_of
from rlist.model.item import Kind
from rlist.model.metadata import Metadata
from rlist.store.places import PlacedEntry


def _read(text: str, *section: str) -> ReadEntry:
    return ReadEntry(section, text, Metadata(text), Kind.OTHER)


def _stored(number: int, text: str, *section: str) -> PlacedEntry:
    return PlacedEntry(number, number, section, number, None, None, text, f"uid {number}", text)


def _nothing(read: ReadEntry) -> int | None:
    return None


@pytest.mark.parametrize(
    ("source", "stored", "expected"),
    [
        pytest.param([("On caches", "S")], [("On caches", "S")], {0: 1}, id="the same words"),
        pytest.param([("On caches", "T")], [("On caches", "S")], {0: 1}, id="the same words elsewhere"),
        pytest.param(
            [("On caches", "T"), ("On caches", "S")],
            [("On caches", "S"), ("On caches", "T")],
            {0: 2, 1: 1},
            id="the same words twice: each in its section",
        ),
        pytest.param([("On cachse", "S")], [("On caches", "S")], {0: 1}, id="a slip mended"),
        pytest.param([("ON CACHES!", "S")], [("On caches", "S")], {0: 1}, id="the same title in other letters"),
        pytest.param([("On cachse", "T")], [("On caches", "S")], {}, id="other words elsewhere are another entry"),
        pytest.param([("On storage", "S")], [("On caches", "S")], {}, id="other words"),
        pytest.param([("Caches, part 2", "S")], [("Caches, part 1", "S")], {}, id="another part"),
        pytest.param([("Caches II", "S")], [("Caches I", "S")], {}, id="another part in Roman numerals"),
    ],
)
def test_an_entry_is_known_by_its_words_or_by_what_is_left_of_them(
    source: list[tuple[str, str]], stored: list[tuple[str, str]], expected: dict[int, int]
) -> None:
    entries = [_stored(number, *entry) for number, entry in enumerate(stored, 1)]
    found = recognise([_read(*entry) for entry in source], entries, frozenset(), _nothing)
    assert {index: entry.id for index, entry in found.entries.items()} == expected
    assert not found.removed


def test_in_a_long_section_every_changed_entry_is_found_by_its_rare_words() -> None:
    chance = Random(1)
    words = [f"on the {''.join(chance.choices(ascii_lowercase, k=30))} of systems" for _ in range(400)]
    stored = [_stored(number, text, "S") for number, text in enumerate(words, 1)]
    found = recognise([_read(text[:-1], "S") for text in reversed(words)], stored, frozenset(), _nothing)
    assert {index: entry.id for index, entry in found.entries.items()} == {n: 400 - n for n in range(400)}


def test_what_came_before_and_is_gone_was_removed() -> None:
    seen = frozenset({key_of("entry", "On caches"), key_of("entry", "On storage")})
    found = recognise(
        [_read("On caches"), _read("On storage"), _read("On networks")], [_stored(1, "On storage")], seen, _nothing
    )
    assert found.removed == {0}
    assert list(found.entries) == [1]

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from rlist.errors import UnreadableInput
from rlist.formats import json_records
from rlist.model.item import Link, Priority, Status


@pytest.mark.parametrize(
    ("whole", "told"),
    [
        pytest.param(
            [
                {
                    "id": "1",
                    "title": "T",
                    "url": "https://e.org/1",
                    "state": "Archived",
                    "readingProgress": 100,
                    "labels": ["a", "b c"],
                    "savedAt": "2023-11-14T22:13:20.000Z",
                }
            ],
            ("T", "https://e.org/1", Status.DONE, ("a", "b c"), True),
            id="Omnivore",
        ),
        pytest.param(
            {
                "bookmarks": [
                    {
                        "createdAt": 1700000000,
                        "title": "T",
                        "tags": ["a"],
                        "content": {"type": "link", "url": "https://e.org/1"},
                        "note": "mine",
                        "archived": True,
                    }
                ]
            },
            ("T", "https://e.org/1", Status.DONE, ("a",), True),
            id="karakeep",
        ),
        pytest.param(
            [
                {
                    "href": "https://e.org/1",
                    "description": "T",
                    "extended": "words",
                    "time": "2023-11-14T22:13:20Z",
                    "tags": "a b",
                    "toread": "yes",
                }
            ],
            ("T", "https://e.org/1", Status.UNREAD, ("a", "b"), True),
            id="Pinboard",
        ),
        pytest.param(
            {
                "list": [
                    {
                        "link": "https://e.org/1",
                        "name": "T",
                        "collection": {"name": "Papers"},
                        "labels": [{"name": "a"}],
                    }
                ]
            },
            ("T", "https://e.org/1", None, ("a",), False),
            id="labels that are objects",
        ),
    ],
)
def test_records_of_services(whole: Any, told: tuple[object, ...]) -> None:
    text = json.dumps(whole)
    assert json_records.recognises(text, "")
    (entry,) = json_records.read(text).entries
    when = entry.added_at == datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)
    assert (entry.metadata.title, entry.links[0].url, entry.status, entry.tags, when) == told


def test_a_record_with_an_odd_address_is_kept_and_named() -> None:
    document = json_records.read(
        '[\n{"url": "chrome://settings", "title": "S", "isFavorite": true},\n{"url": "https://e.org"}]'
    )
    odd, plain = document.entries
    assert (odd.metadata.title, odd.links, odd.priority) == ("S", (), Priority.HIGH)
    assert plain.links == (Link("https://e.org"),)
    assert [(problem.line, "chrome://settings" in problem.message) for problem in document.problems] == [(2, True)]


def test_json_without_records_is_refused() -> None:
    with pytest.raises(UnreadableInput, match="no array"):
        json_records.read('{"url": "https://e.org"}')


def test_a_text_without_a_title_names_itself() -> None:
    record = {"title": None, "tags": ["idea"], "content": {"type": "text", "text": "Look up the oaks\nThey grow."}}
    (entry,) = json_records.read(json.dumps({"bookmarks": [record]})).entries
    assert (entry.metadata.title, entry.notes) == ("Look up the oaks", ("Look up the oaks\nThey grow.",))

import pytest

from rlist.formats import plaintext
from rlist.formats.labelled import labelled_field
from rlist.model.item import Kind, Priority, Status


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("Author: Ann Lee", ("authors", "Ann Lee")),
        ("**URL:** https://example.org/a", ("url", "https://example.org/a")),
        ("作者：伊恩", ("authors", "伊恩")),
        ("Why: it is short", ("note", "it is short")),
        ("Small summary: it is short", ("abstract", "it is short")),
        ("Year: unknown", None),
        ("Status: a report on the union", None),
        ("URL: a short history", None),
        ("Rating: ★★★", ("rating", "★★★")),
        ("**Tags:**: kernel, one metric of a kind", ("tags", "kernel, one metric of a kind")),
        ("Topics: one metric of a kind, and more", None),
        ("Tags: a long phrase that nobody has for a tag, x", None),
        ("Raft: a protocol", None),
        ("Author:", None),
    ],
)
def test_a_label_and_a_value_that_fits_make_a_field(text: str, field: tuple[str, str] | None) -> None:
    assert labelled_field(text) == field


def test_fields_below_a_title_are_those_of_the_item() -> None:
    document = plaintext.read(
        "Title: Refactoring\nAuthors: Martin Fowler & Kent Beck\nYear: 1999\nTags: code, books\nRating: 4/5\n"
        "Status: read\nPriority: high\nType: book\nISBN: 978-0-13-409266-9\nURL: https://example.org/r\nNotes: on code"
    )
    (entry,) = document.entries
    assert entry.metadata.title == "Refactoring"
    assert (entry.metadata.authors, entry.metadata.year) == (("Martin Fowler", "Kent Beck"), 1999)
    assert (entry.tags, entry.rating, entry.status) == (("code", "books"), 4, Status.DONE)
    assert (entry.priority, entry.kind) == (Priority.HIGH, Kind.BOOK)
    assert entry.metadata.identifiers == {"isbn": "9780134092669"}
    assert [link.url for link in entry.links] == ["https://example.org/r"]
    assert entry.notes == ("Notes: on code",)

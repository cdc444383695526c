import pytest

from rlist.formats import plaintext
from rlist.formats.publishers import is_publisher
from rlist.model.item import Kind


@pytest.mark.parametrize(
    ("name", "alone", "dated"),
    [
        ("Simon & Schuster", True, True),
        ("Cambridge, MA: MIT Press", True, True),
        ("University of Nebraska Press", True, True),
        ("Viking", False, True),
        ("Thomas Mann", False, False),
        ("Free Press", True, True),
    ],
)
def test_publishers_are_told_from_people(name: str, alone: bool, dated: bool) -> None:
    assert (is_publisher(name), is_publisher(name, dated=True)) == (alone, dated)


@pytest.mark.parametrize(
    ("text", "title", "author"),
    [
        (
            "Bruno Latour, Nous n'avons jamais été modernes, La Découverte, 1991",
            "Nous n'avons jamais été modernes",
            "Latour",
        ),
        (
            "The Making of the Atomic Bomb, Richard Rhodes, Simon & Schuster, 1986",
            "The Making of the Atomic Bomb",
            "Rhodes",
        ),
        ("“Blindsight” by Peter Watts - Tor Books, 2006", "Blindsight", "Watts"),
    ],
)
def test_what_a_publisher_brought_out_is_a_book(text: str, title: str, author: str) -> None:
    (entry,) = plaintext.read(text).entries
    assert (entry.metadata.title, entry.kind) == (title, Kind.BOOK)
    assert [name.split()[-1] for name in entry.metadata.authors] == [author]

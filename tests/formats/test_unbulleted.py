import pytest

from rlist.formats import plaintext
from rlist.formats.outline import read_row
from rlist.formats.unbulleted import Part, parts_of

URL = "https://example.org/a"
LONG = "A Very Long Title of a Paper on the Trees and Meadows of the North"


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        ([LONG, URL], "ib"),
        ([LONG, "and of the South", URL], "igb"),
        (["Raft", URL, "Paxos", URL], "ibib"),
        ([LONG, "J Big Data 2023", URL], "ibb"),
        (["Flow", "1984", "Dune"], "iii"),
        (["Flow", "Paris 1919"], "ii"),
        (["Raft", "doi: 10.1145/1", URL, URL], "ibbi"),
        (["10.1145/1", "doi: 10.1145/2"], "ii"),
        ([LONG, "Cited by 12"], "ib"),
        (["Raft", "Books:", "Dune"], "ihi"),
    ],
)
def test_what_the_lines_of_a_paragraph_are(lines: list[str], parts: str) -> None:
    signs = {Part.ITEM: "i", Part.BELOW: "b", Part.GOES_ON: "g", Part.HEADING: "h"}
    rows = [read_row(number, line) for number, line in enumerate(lines)]
    assert "".join(signs[part] for _, part in parts_of(rows, lines)) == parts


def test_a_title_over_two_lines_is_one_where_paragraphs_are_records() -> None:
    records = "".join(f"Paper {name} on Trees\n{URL}/{name}\n\n" for name in "ABCD")
    document = plaintext.read(f"{records}{LONG}\nThrough Conversations With Trees\n{URL}/x")
    assert document.entries[-1].metadata.title == f"{LONG} Through Conversations With Trees"
    assert [link.url for link in document.entries[-1].links] == [f"{URL}/x"]
    assert len(document.entries) == 5

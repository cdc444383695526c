from datetime import UTC, datetime

from rlist.formats import plaintext
from rlist.formats.columns import find_columns
from rlist.model.item import Status


def titles(text: str) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    return [(e.metadata.title, e.metadata.authors, e.tags) for e in plaintext.read(text).entries]


def test_cells_are_told_by_what_the_column_holds() -> None:
    read = titles(
        "Wild Winter | John D. Burns | nature\nMatilda | Roald Dahl | kids,owned\nContent | Cory Doctorow | tech\n"
        "One Robe, One Bowl | Ryōkan | poetry\nDune | Frank Herbert | owned"
    )
    assert read[1] == ("Matilda", ("Roald Dahl",), ("kids", "owned"))
    assert read[3] == ("One Robe, One Bowl", ("Ryōkan",), ("poetry",))


def test_authors_in_front_of_a_dash_are_known_by_the_whole_column() -> None:
    read = titles(
        "Albert Camus - The Stranger\nOsamu Dazai - No Longer Human\nThomas Mann - Der Zauberberg\nPlato - Symposium\n"
        "Mary Shelley - Frankenstein"
    )
    assert [(title, authors) for title, authors, _ in read[:4]] == [
        ("The Stranger", ("Albert Camus",)),
        ("No Longer Human", ("Osamu Dazai",)),
        ("Der Zauberberg", ("Thomas Mann",)),
        ("Symposium", ("Plato",)),
    ]


def test_lines_that_are_not_parted_alike_have_no_columns() -> None:
    assert find_columns(["Dune", "Emma - a novel", "Raft", "Lolita | Vladimir Nabokov"]) is None
    assert find_columns(["GPU - a history", "CPU - a history", "TPU - a history", "NPU - a history"]) is None
    assert find_columns(["Dune - Frank Herbert"]) is None


def test_a_line_of_another_form_is_read_as_any_other() -> None:
    lines = ["Emma; Jane Austen; 2016/1/2 - 2016/2/3", "Dune; Frank Herbert; 2016/3/1 - 2016/4/1"] * 3
    read = titles("\n".join([*lines, "Raft https://example.org/raft"]))
    assert read[0] == ("Emma", ("Jane Austen",), ())
    assert read[-1][0] == "Raft"


def test_a_span_of_days_says_when_a_work_was_read() -> None:
    lines = [
        "Emma; Jane Austen; 2016/1/2 - 2016/2/3",
        "Dune; Frank Herbert; 2016/3 - 2016/4",
        "Ilium; Dan Simmons; 2016/3 - TBD",
    ]
    entries = plaintext.read("\n".join(lines * 2)).entries
    assert [entry.status for entry in entries[:3]] == [Status.DONE, Status.DONE, Status.READING]
    assert entries[0].finished_at == datetime(2016, 2, 3, tzinfo=UTC)

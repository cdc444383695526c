import pytest

from rlist.formats import plaintext


def sections(text: str) -> list[tuple[tuple[str, ...], str]]:
    return [(entry.section, entry.metadata.title) for entry in plaintext.read(text).entries]


URL = "https://example.org"
PAIR = "Raft\nhttps://example.org/raft"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            f"Articles\n\n{PAIR}\n\nBooks\n\nDune\nEmma",
            [(("Articles",), "Raft"), (("Books",), "Dune"), (("Books",), "Emma")],
            id="lines alone part the list",
        ),
        pytest.param("Raft\n\nPaxos\n\nChord", [((), "Raft"), ((), "Paxos"), ((), "Chord")], id="all lines alone"),
        pytest.param(
            f"{PAIR}\n\nPaxos Made Simple", [((), "Raft"), ((), "Paxos Made Simple")], id="nothing below the last one"
        ),
        pytest.param(
            "OLD BOOKS\nDune\nEmma\n\nPAPERS\nRaft",
            [(("OLD BOOKS",), "Dune"), (("OLD BOOKS",), "Emma"), (("PAPERS",), "Raft")],
            id="capitals",
        ),
        pytest.param("BERT\nGPT\nXLNET", [((), "BERT"), ((), "GPT"), ((), "XLNET")], id="acronyms"),
        pytest.param(
            "Novels\n  Dune\n  Emma\nPapers\n  Raft",
            [(("Novels",), "Dune"), (("Novels",), "Emma"), (("Papers",), "Raft")],
            id="indented below",
        ),
        pytest.param(
            "Week 1: Basics\nReading: Raft\n\nWeek 2: More\nOptional: Paxos",
            [(("Week 1: Basics",), "Raft"), (("Week 2: More",), "Paxos")],
            id="weeks with readings",
        ),
        pytest.param(
            "Week 1: Raft\nWeek 2: Paxos", [((), "Week 1: Raft"), ((), "Week 2: Paxos")], id="weeks that are the items"
        ),
    ],
)
def test_headings_without_a_mark_are_told_by_their_place(
    text: str, expected: list[tuple[tuple[str, ...], str]]
) -> None:
    assert sections(text) == expected


def test_where_headings_are_marked_no_other_line_is_one() -> None:
    text = f"# List\n\n### Papers\nOld trees\n{URL}/a\n\nNew trees\n{URL}/b\n\n### Books\n\nDune\n{URL}/c"
    assert sections(text) == [(("Papers",), "Old trees"), (("Papers",), "New trees"), (("Books",), "Dune")]


RECORDS = [
    f"The Growth of Trees in the North of the World\nRoe J, Doe AB.\nJ Trees. 2011 Aug 4;12:323.\n{URL}/a\n{URL}/b",
    f"The Growth of Meadows\nJane Roe and Jim Speed\n{URL}/c\nA remark on meadows",
    *(f"{name}\nJane Roe, Jim Doe\n{URL}/{name}" for name in ("Ponds", "Moss", "Fern")),
    f"The Ponds and the Rivers of the\nNorth\n{URL}/e",
]


def test_where_paragraphs_are_records_each_is_one_item_with_all_its_lines() -> None:
    document = plaintext.read("\n\n".join(RECORDS))
    assert [(entry.metadata.title, len(entry.links)) for entry in document.entries] == [
        ("The Growth of Trees in the North of the World", 2),
        ("The Growth of Meadows", 1),
        ("Ponds", 1),
        ("Moss", 1),
        ("Fern", 1),
        ("The Ponds and the Rivers of the North", 1),
    ]
    first, second, *_ = document.entries
    assert (first.metadata.authors, first.metadata.venue) == (("J Roe", "AB Doe"), "J Trees")
    assert second.notes == ("Jane Roe and Jim Speed A remark on meadows",)


@pytest.mark.parametrize("mark", ["", "- Dune\n\n"], ids=["alone", "beside bullets"])
def test_a_citation_over_several_lines_is_one_item_with_the_address_below_it(mark: str) -> None:
    text = (
        "J. Roe and A. Doe. The growth of trees in the northern meadows\n"
        "  of the world. In Proceedings of the 12th Conference on Trees,\n"
        "  pages 12-20, 2011.\n"
        "  doi:10.1145/1234.5678\n"
        "K. Foo. Meadows considered harmful: a study of grass and its\n"
        "  consequences. Journal of Meadows, 12(3):45-67, 2014.\n"
    )
    first, second = plaintext.read(mark + text).entries[-2:]
    assert first.metadata.title == "The growth of trees in the northern meadows of the world"
    assert (first.metadata.year, first.metadata.identifiers) == (2011, {"doi": "10.1145/1234.5678"})
    assert second.metadata.title == "Meadows considered harmful: a study of grass and its consequences"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "Roe, J., & Doe, A. (2018). The Markov blankets of the old oaks:\n"
            "Autumn, winter and the meadows. Journal of Meadows,\n15(138), 20170792.",
            id="the first line could be all of it",
        ),
        pytest.param(
            "Roe, J., & Doe, A. (2018). The Markov blankets of the old oaks: Autumn, winter and the meadows.\n"
            "Journal of Meadows, 15(138), 20170792.",
            id="the journal stands below",
        ),
    ],
)
def test_a_citation_goes_on_below_a_line_that_has_authors_and_year(text: str) -> None:
    (entry,) = plaintext.read(text).entries
    assert entry.metadata.title == "The Markov blankets of the old oaks: Autumn, winter and the meadows"
    assert (entry.metadata.year, entry.metadata.venue) == (2018, "Journal of Meadows")


def test_two_citations_in_a_paragraph_stay_two() -> None:
    text = (
        "Roe, J., & Doe, A. (2018). The Markov blankets of the old oaks\n"
        "Doe, A., & Roe, J. (2019). The Markov blankets of ponds in the north\n"
    )
    assert [entry.metadata.year for entry in plaintext.read(text).entries] == [2018, 2019]


def test_an_address_alone_is_an_item_where_titles_have_theirs_in_the_same_line() -> None:
    text = "Oaks https://a.org/1\n\nPonds https://a.org/2\n\nMoss of the north\n\nhttps://a.org/3\n"
    assert len(plaintext.read(text).entries) == 4
    assert len(plaintext.read("Oaks\n\nhttps://a.org/1\n\nPonds\n\nhttps://a.org/2\n").entries) == 2


def test_a_small_word_at_the_end_of_a_line_lets_the_title_go_on() -> None:
    document = plaintext.read("Ponds, and a Long History of Small and Large Meadows for\nOld Trees\nDune")
    assert [entry.metadata.title for entry in document.entries][-1] == "Dune"
    assert len(document.entries) == 2


def test_addresses_above_their_titles() -> None:
    entries = plaintext.read("https://a.org/1\nRaft\nhttps://a.org/2\nPaxos").entries
    assert [(entry.metadata.title, entry.links[0].url) for entry in entries] == [
        ("Raft", "https://a.org/1"),
        ("Paxos", "https://a.org/2"),
    ]


def test_what_is_said_to_somebody_is_text() -> None:
    document = plaintext.read("I have collected these for you over the years.\n\nRaft\nhttps://a.org/1")
    assert document.sections[0].text == "I have collected these for you over the years."
    assert [entry.metadata.title for entry in document.entries] == ["Raft"]

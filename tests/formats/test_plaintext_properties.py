"""What holds for any plain text: it is read, each line is accounted for once, and no word is lost."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from rlist.formats import plaintext
from rlist.formats.document import Document, Fate
from rlist.formats.encoding import decode
from rlist.formats.lines import split_lines

PIECES = (
    *(
        "• ",
        "- ",
        "  - ",
        "\t◦ ",
        "1. ",
        "a) ",
        "[x] ",
        "☐ ",
        "# ",
        "> ",
        "---",
        "====",
        "\n",
        "\n\n",
        "\r\n",
        "\u2028",
        " ",
    ),
    *(
        "Systems",
        "The Google File System",
        "Attention Is All You Need",
        "vLLM",
        "Raft",
        "TTT",
        "To read",
        "Read:",
        "to",
        "。",
    ),
    *(
        " — Kwon et al., SOSP 2023. ACM DL",
        ", Lamport, 1978",
        " (OSDI '24)",
        "[MLSys'23] ",
        " by Donald Knuth",
        ". A note.",
    ),
    *(
        "https://example.org/a_(b)",
        "<https://arxiv.org/abs/1706.03762>",
        "www.example.com/x",
        "[pdf](http://a.org/b)",
        "[](",
        "](",
    ),
    *(
        "arXiv:1706.03762",
        "10.1145/359545.359563",
        "math/0406077",
        "#tag",
        "~~",
        "**",
        "_",
        "(",
        ")",
        "[",
        "]",
        "“",
        "”",
        "'",
        "ISBN ",
    ),
    *(
        "See Systems for more",
        "some comments on it ",
        "论文：",
        "《深度学习》",
        "✅ 2024-05-01",
        "é",
        "\0",
        "\x1b[31m",
        "\ufeff",
        "？",
    ),
)
lists = st.one_of(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.text(max_size=200))


def everything_in(document: Document) -> str:
    """All words that a document keeps, white space folded."""
    pieces = [document.title or ""]
    for section in document.sections:
        pieces += [*section.path, section.text]
    for entry in document.entries:
        pieces += [entry.text, *entry.notes, *(link.url for link in entry.links)]
    return " ".join(" ".join(pieces).split())


@given(lists)
@settings(max_examples=400, deadline=None)
def test_every_line_is_accounted_for_once(text: str) -> None:
    document = plaintext.read(text)
    assert [line.number for line in document.lines] == list(range(1, len(split_lines(text)) + 1))
    for line in document.lines:
        assert (line.entry is not None) == (line.fate in {Fate.ENTRY, Fate.NOTE, Fate.LINK, Fate.FIELD})
        assert line.entry is None or line.entry < len(document.entries)


@given(lists)
@settings(max_examples=400, deadline=None)
def test_no_word_is_lost(text: str) -> None:
    kept = everything_in(plaintext.read(text))
    for line in split_lines(text):
        for word in re.findall(r"[^\W_]+", line):
            # A number or a letter alone may have been a bullet or stood in a check box.
            assert word in kept or len(word) == 1 or word.isdigit()


@given(lists)
@settings(max_examples=300, deadline=None)
def test_entries_are_whole(text: str) -> None:
    document = plaintext.read(text)
    paths = {section.path for section in document.sections}
    for index, entry in enumerate(document.entries):
        assert entry.metadata.title.strip()
        assert entry.parent is None or entry.parent < index
        assert entry.section in paths | {()}
        assert all(name.strip() for name in entry.metadata.authors)
        assert "\n" not in entry.text + entry.metadata.title


@given(st.binary(max_size=300))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_text(source: bytes) -> None:
    assert not re.search("[\x00-\x08\x0e-\x1f\x7f]", decode(source))


@given(lists)
@settings(max_examples=100, deadline=None)
def test_reading_twice_gives_the_same(text: str) -> None:
    assert plaintext.read(text) == plaintext.read(text)

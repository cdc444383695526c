import json
import time
from collections import Counter
from pathlib import Path

import pytest

from rlist.formats import plaintext
from rlist.formats.document import Document, Fate, ReadEntry
from rlist.formats.encoding import decode
from rlist.model.identity import canonical_address
from rlist.model.item import Status

FILES = Path(__file__).parent / "files"
SEEDS = Path(__file__).parents[2] / "seeds"
LISTS = sorted((FILES / "lists").glob("*.txt"))


def read_file(path: Path) -> Document:
    return plaintext.read(decode(path.read_bytes()))


def summary(entry: ReadEntry) -> dict[str, object]:
    """What an entry says, as the expectations have it: without what it doesn't say."""
    told = {
        "title": entry.metadata.title,
        "kind": entry.kind,
        "authors": list(entry.metadata.authors),
        "et_al": entry.metadata.et_al,
        "year": entry.metadata.year,
        "venue": entry.metadata.venue,
        "identifiers": dict(entry.metadata.identifiers),
        "links": [link.url for link in entry.links],
        "label": entry.label,
        "notes": list(entry.notes),
        "tags": list(entry.tags),
        "status": entry.status,
        "priority": entry.priority,
        "rating": entry.rating,
        "finished_at": entry.finished_at and entry.finished_at.isoformat(),
        "parent": entry.parent,
    }
    return {"section": list(entry.section)} | {
        k: v for k, v in told.items() if v is not None and v is not False and v not in ([], {})
    }


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in LISTS])
def test_lists_are_read_as_a_careful_reader_would(path: Path) -> None:
    expected = json.loads(path.with_suffix(".expect.json").read_text(encoding="utf-8"))
    document = read_file(path)
    assert document.title == expected["title"]
    assert [{"path": list(s.path), "text": s.text} for s in document.sections] == expected["sections"]
    assert [summary(entry) for entry in document.entries] == expected["entries"]
    fates: dict[str, list[int]] = {}
    for line in document.lines:
        fates.setdefault(line.fate, []).append(line.number)
    assert fates == expected["lines"]


def works(document: Document) -> int:
    """How many works the entries are of, when what shares an identifier or an address is one."""
    known: dict[object, int] = {}
    count = 0
    for entry in document.entries:
        keys = [*entry.metadata.identifiers.items(), *(canonical_address(link.url) for link in entry.links)]
        number = next((known[key] for key in keys if key in known), None)
        if number is None:
            number, count = count, count + 1
        known.update(dict.fromkeys(keys, number))
    return count


def test_the_reading_list_is_read_whole() -> None:
    document = read_file(SEEDS / "reading-list.txt")
    assert document.title == "Reading List"
    assert (len(document.entries), works(document)) == (91, 90)
    assert document.sections[0].path == ("Engineering",)
    assert document.sections[1].path == ("Engineering", "General")
    assert [s.path for s in document.sections if s.path[-1] == "Inference"] == [("Engineering", "Inference")]
    fates = Counter(line.fate for line in document.lines)
    assert fates[Fate.ENTRY] == 91
    assert fates[Fate.LINK] == 1
    assert fates[Fate.NOTE] == 7
    assert fates[Fate.TEXT] == fates[Fate.LEFT_OUT] == fates[Fate.FIELD] == 0


def test_the_list_of_papers_is_taken_apart() -> None:
    document = read_file(SEEDS / "systems-frameworks-performance.txt")
    assert document.title == "Systems-Frameworks-Performance"
    assert (len(document.entries), works(document)) == (36, 36)
    assert all(entry.metadata.authors and entry.metadata.year and entry.label for entry in document.entries)
    venues = Counter(entry.metadata.venue for entry in document.entries)
    assert venues == {None: 15, "USENIX ATC": 9, "OSDI": 9, "SOSP": 1, "NeurIPS": 1, "ICML": 1}
    pointer = document.sections[-1]
    assert pointer.path == ("Additional References",)
    assert pointer.text.startswith("See Serving, Inference & Memory Efficiency for complementary")


def test_the_text_of_an_entry_is_verbatim() -> None:
    entry = plaintext.read("•  # CUDA   MODE Resource Stream\n  - [x] pdf: https://example.org/a.pdf").entries[0]
    assert entry.text == "# CUDA MODE Resource Stream pdf: https://example.org/a.pdf"
    assert entry.metadata.title == "CUDA MODE Resource Stream"


def test_a_mark_in_front_of_titles_is_no_tag() -> None:
    titles = ["Oaks in the North", "iGlasses: Seeing the Old Meadows", "Ponds of the East", "The Moss of Meadows"]
    entries = plaintext.read("".join(f"#{title}\n" for title in titles)).entries
    assert [(entry.metadata.title, entry.tags) for entry in entries] == [(title, ()) for title in titles]
    tagged = plaintext.read("".join(f"#oak {title}\n" for title in titles)).entries
    assert [entry.tags for entry in tagged] == [("oak",)] * 4


def test_what_stands_below_a_numbered_reference_is_said_of_it() -> None:
    text = '[1] Roe, Jane. "Oaks in the North." Oak Studies 14.8 (2015): 1.\n\t- Bayesian parametrisation of oaks\n'
    (entry,) = plaintext.read(text).entries
    assert entry.notes == ("Bayesian parametrisation of oaks",)


def test_a_stroke_stands_for_the_authors_of_the_work_above() -> None:
    text = "Roe, Jane. 2011. Oaks in the North. Oak Studies 52.\n———. 2015. Ponds of the East. Oak Studies 53.\n"
    assert [entry.metadata.authors for entry in plaintext.read(text).entries] == [("Jane Roe",)] * 2


def test_a_heading_named_reading_is_a_status_only_beside_others() -> None:
    alone = plaintext.read("Reading\n\n• Raft\n• Paxos")
    assert [entry.status for entry in alone.entries] == [None, None]
    beside = plaintext.read("List\n\nReading\n\n• Raft\n\nDone\n\n• Paxos")
    assert [entry.status for entry in beside.entries] == [Status.READING, Status.DONE]


def test_a_line_that_points_elsewhere_is_text_and_a_title_that_begins_so_is_none() -> None:
    document = plaintext.read("Serving\n\n• See Serving below for batching.\n• See, Hear, Explore: Curiosity\n")
    assert [entry.metadata.title for entry in document.entries] == ["See, Hear, Explore: Curiosity"]
    assert document.sections[0].text == "See Serving below for batching."


def test_words_on_the_item_above_stay_with_it_and_not_with_its_topic() -> None:
    document = plaintext.read(
        "• On prefilling\n  • LongSSM: On the Length Extension of State-space Models\n  • some comments on it https://x.com/a/1"
    )
    assert [entry.notes for entry in document.entries] == [(), ("some comments on it https://x.com/a/1",)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("((((((" * 20_000, id="brackets"),
        pytest.param("x" * 200_000, id="one long word"),
        pytest.param("word " * 40_000, id="one long line"),
        pytest.param("a, B. " * 20_000, id="commas and stops"),
        pytest.param("[a](" * 20_000, id="links that don't close"),
        pytest.param("https://a.b/" * 10_000, id="addresses that touch"),
        pytest.param("https://a.b/ " * 5_000, id="addresses"),
        pytest.param("— " * 20_000, id="dashes"),
        pytest.param("**a" * 20_000, id="emphasis"),
        pytest.param("1706.03762 " * 10_000, id="numbers"),
        pytest.param("#tag " * 20_000, id="tags"),
        pytest.param("? " * 20_000 + "A", id="questions"),
        pytest.param("\n".join(f"{' ' * (i % 500)}• Title {i}" for i in range(2_000)), id="nesting"),
        pytest.param("\n".join(f"Line {i}" for i in range(5_000)), id="one paragraph"),
        pytest.param("• A\n" + "  some words\n" * 5_000, id="one bullet"),
        pytest.param("• A\n" + "  - see https://a.b/ on it\n" * 2_000, id="one item"),
        pytest.param("A\n\n" * 5_000, id="headings"),
    ],
)
def test_time_grows_with_the_length_of_a_list_alone(text: str) -> None:
    started = time.process_time()
    assert plaintext.read(text).lines
    # A tenth of this is usual; what grows with the square of the length takes minutes.
    assert time.process_time() - started < 10

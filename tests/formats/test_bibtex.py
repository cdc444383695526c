from __future__ import annotations

import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rlist.errors import UnreadableInput
from rlist.formats import bibtex
from rlist.formats.contents import Contents
from rlist.formats.document import Fate, ReadEntry
from rlist.formats.encoding import decode
from rlist.formats.records import REVIEW
from rlist.model.item import Item, Kind, Link, Note, Priority, Status
from rlist.model.metadata import Metadata

FILES = Path(__file__).parent / "files"
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def only(text: str) -> ReadEntry:
    """The one entry of `text`."""
    (entry,) = bibtex.read(text).entries
    return entry


def test_a_file_kept_by_hand() -> None:
    document = bibtex.read(decode((FILES / "kept-by-hand.bib").read_bytes()))
    told = [
        (entry.metadata.title, entry.metadata.authors, entry.metadata.year, entry.citekey) for entry in document.entries
    ]
    assert told == [
        (
            "MapReduce: Simplified Data Processing on Large Clusters",
            ("Jeffrey Dean", "Sanjay Ghemawat"),
            2004,
            "dean04",
        ),
        ("An Entry That Lost Its Brace", ("Jane Doe",), 2001, "broken"),
        (
            "Time, Clocks, and the Ordering of Events in a Distributed System",
            ("Leslie Lamport",),
            1978,
            "lamport78",
        ),
        ("Attention Is All You Need", ("Ashish Vaswani",), 2017, "vaswani17"),
        (
            "Préserver la séparation: Über $O(n^2)$ & 50%",
            ("Working Group on Clocks", "Martín de la Cruz", "Pál Erdős"),
            None,
            None,
        ),
        ("A Book Without a Key", ("Donald E. Knuth",), 1968, None),
    ]
    mapreduce, broken, clocks, attention, *_ = document.entries
    assert mapreduce.metadata.venue == "Proc. Operating Systems Design and Implementation"
    assert broken.tags == (REVIEW,)
    assert broken.text.startswith("@InProceedings{broken,")
    assert "year = 2001\n}" in broken.text
    assert clocks.metadata.identifiers == {"doi": "10.1145/359545.359563"}
    assert attention.metadata.et_al
    assert attention.metadata.identifiers == {"arxiv": "1706.03762"}
    assert [line.fate for line in document.lines[:6]] == [*[Fate.LEFT_OUT] * 4, Fate.BLANK, Fate.ENTRY]
    assert any("broken" in problem.message and problem.line == 11 for problem in document.problems)


GOOD = "@article{%s, title = {Title %s}, year = 2001}\n"


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param("@article{b,\n  title {x},\n  year = 2000\n}\n", id="no sign behind a name"),
        pytest.param("@article{b,\n  title = {3 to 15{{\\%}.\n  year = 2000\n}\n", id="missing brace"),
        pytest.param("@article{b,\n  title = {x}},\n  year = 2000\n}\n", id="a brace too many"),
        pytest.param('@article{b,\n  title = "x,\n  year = 2000\n}\n', id="missing quote"),
        pytest.param("@article{b,\n  title = {x},\n  year = 2000\n", id="no end"),
        pytest.param("@article{b\n  title = {x},\n  year = 2000\n}\n", id="no comma behind the key"),
    ],
)
def test_a_broken_record_is_kept_whole_and_takes_no_other_with_it(broken: str) -> None:
    document = bibtex.read(GOOD % ("a", "a") + broken + GOOD % ("c", "c") + GOOD % ("d", "d"))
    assert [entry.citekey for entry in document.entries] == ["a", "b", "c", "d"]
    assert document.entries[1].text == broken.rstrip()
    assert document.entries[1].metadata.year == 2000
    assert REVIEW in document.entries[1].tags
    assert all(line.fate in {Fate.ENTRY, Fate.FIELD} for line in document.lines)


@pytest.mark.parametrize(
    ("record", "authors"),
    [
        pytest.param(
            "author = {Alexandre Dumas and Sanders, Ann and {Barnes and Noble}}",
            ("Alexandre Dumas", "Ann Sanders", "Barnes and Noble"),
            id="and inside of a word and of braces",
        ),
        pytest.param("author = {Ann Lee\n  and Bo Ray AND Cy Day}", ("Ann Lee", "Bo Ray", "Cy Day"), id="line breaks"),
        pytest.param("author = {{\\'E}tienne Rivi{\\`e}re and others}", ("Étienne Rivière",), id="accent in braces"),
        pytest.param("editor = {Ann Lee}", ("Ann Lee",), id="editor of a book without author"),
    ],
)
def test_authors(record: str, authors: tuple[str, ...]) -> None:
    assert only(f"@book{{a, title = {{T}}, {record}}}").metadata.authors == authors


@pytest.mark.parametrize(
    ("fields", "identifiers"),
    [
        pytest.param("doi = {https://doi.org/10.1145/359545.359563}", {"doi": "10.1145/359545.359563"}, id="address"),
        pytest.param("doi = {10.1007/978-3\\_1}", {"doi": "10.1007/978-3_1"}, id="escaped"),
        pytest.param(
            "doi = {10.1002/(SICI)1097-0258(19970515)16:9&lt;981::AID-SIM510&gt;3.0.CO;2-N}",
            {"doi": "10.1002/(sici)1097-0258(19970515)16:9<981::aid-sim510>3.0.co;2-n"},
            id="SICI with entities",
        ),
        pytest.param("eprint = {1706.03762v5}, archivePrefix = {arXiv}", {"arxiv": "1706.03762"}, id="arXiv"),
        pytest.param("journal = {arXiv preprint arXiv:1706.03762}", {"arxiv": "1706.03762"}, id="journal"),
        pytest.param("journal = {CoRR}, volume = {abs/1706.03762}", {"arxiv": "1706.03762"}, id="CoRR"),
        pytest.param("url = {https://arxiv.org/abs/1706.03762}", {"arxiv": "1706.03762"}, id="address of arXiv"),
        pytest.param("isbn = {978-1-939133-01-4}", {}, id="the ISBN of the volume isn't the work's"),
    ],
)
def test_identifiers(fields: str, identifiers: dict[str, str]) -> None:
    assert only(f"@article{{a, title = {{T}}, {fields}}}").metadata.identifiers == identifiers


def test_what_reference_managers_know_of_reading() -> None:
    entry = only(
        "@article{a, title={T}, readstatus={read}, ranking={rank4}, priority={prio1}, keywords={b, a}, groups={Papers},"
        " creationdate={2024-01-02T03:04:05}, annote={mine}, note={Best paper}, file={:a.pdf:PDF}}"
    )
    assert (entry.status, entry.rating, entry.priority) == (Status.DONE, 4, Priority.HIGH)
    assert entry.tags == ("b", "a", "Papers")
    assert entry.added_at == datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert entry.notes == ("mine", "Best paper")


def test_a_field_without_a_place_is_named() -> None:
    document = bibtex.read("@misc{a, title={T}, pages={1--2}}\n@misc{b, title={U}, pages={3}}\n")
    assert [problem.message for problem in document.problems] == ["kept only in the text of the records: pages (2)"]


@pytest.mark.parametrize(
    ("text", "filename", "is_bibtex"),
    [
        pytest.param("@article{a,\n  title={x}}\n", "", True, id="record"),
        pytest.param("% mine\n\n@string{a = {b}}\n", "", True, id="comment and macro in front"),
        pytest.param("anything\n" * 20 + "@misc{a, title={x}}", "refs.bib", True, id="name of the file"),
        pytest.param("- cite it as `@article{a, …}`\n- https://example.org\n", "", False, id="in a sentence"),
        pytest.param("# Tool\n\n```\n@misc{a,\n title={x}}\n```\n", "README.md", False, id="in Markdown"),
        pytest.param("@jane (see below)\n@joe\n", "", False, id="names of people"),
        pytest.param("", "", False, id="nothing"),
    ],
)
def test_what_is_bibtex(text: str, filename: str, is_bibtex: bool) -> None:
    assert bibtex.recognises(text, filename) is is_bibtex


def test_what_only_looks_like_records_is_refused() -> None:
    with pytest.raises(UnreadableInput, match="line 1"):
        bibtex.read("@a{}\n" * 2000)


ITEM = Item(
    id=1,
    uid="1",
    metadata=Metadata(
        "FlashAttention: 50% of $O(n^2)$ & more",
        ("Tri Dao", "García Márquez, Gabriel", "Barnes and Noble"),
        et_al=True,
        year=2022,
        venue="NeurIPS",
        identifiers={"arxiv": "2205.14135", "doi": "10.1/a_b"},
    ),
    kind=Kind.PAPER,
    added_at=NOW,
    updated_at=NOW,
    status=Status.DONE,
    rating=5,
    links=(Link("https://example.org/a_b?x=1&y=2%20z#{c}"),),
    tags=("gpu", "a, b"),
    notes=(Note("one\n\n@misc{two}", NOW), Note("three", NOW)),
)


def test_a_record_is_written() -> None:
    assert bibtex.write(Contents([ITEM], [], NOW)) == (
        "@inproceedings{dao2022flashattention,\n"
        "  title = {{FlashAttention:} 50\\% of $O(n^2)$ \\& more},\n"
        "  author = {Dao, Tri and García Márquez, Gabriel and {Barnes and Noble} and others},\n"
        "  year = {2022},\n"
        "  booktitle = {NeurIPS},\n"
        "  eprint = {2205.14135},\n"
        "  archiveprefix = {arXiv},\n"
        "  doi = {10.1/a_b},\n"
        "  url = {https://example.org/a_b?x=1&y=2%20z#%7Bc%7D},\n"
        "  keywords = {gpu, a{,} b},\n"
        "  readstatus = {done},\n"
        "  ranking = {rank5},\n"
        "  creationdate = {2026-01-02T03:04:05Z},\n"
        "  annote = {one\n\n{@}misc\\textbraceleft{}two\\textbraceright{}},\n"
        "  annote2 = {three},\n"
        "}\n"
    )


@pytest.mark.skipif(shutil.which("biber") is None, reason="biber isn't installed")
def test_biber_reads_what_is_written_without_a_warning(tmp_path: Path) -> None:
    kinds = [ITEM._replace(id=number, kind=kind) for number, kind in enumerate(Kind, 1)]
    bare = ITEM._replace(id=20, metadata=Metadata("Only a {title} \\ and a # sign"), links=(), notes=())
    (tmp_path / "written.bib").write_text(bibtex.write(Contents([*kinds, bare], [], NOW)), encoding="utf-8")
    ran = subprocess.run(
        ["biber", "--tool", "--output-file", "out.bib", "written.bib"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
    )
    assert ran.returncode == 0, ran.stdout
    assert not re.findall(r"^(?:WARN|ERROR).*", ran.stdout, re.MULTILINE)

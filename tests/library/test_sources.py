"""What paths, folders and zips hold; whatever a zip says of itself, it is read within bounds."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from pathlib import Path

import pytest

from conftest import Rlist
from rlist.errors import RlistError
from rlist.library import sources, zipped
from rlist.library.sources import Passed, Source, read_sources


def make_zip(files: dict[str, bytes | str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as whole:
        for name, content in files.items():
            whole.writestr(name, content)
    return made.getvalue()


def shown(path: Path) -> list[str]:
    """What is read of `path`, what is passed over and what can't be read, in words without the path itself."""
    words = []
    for found in read_sources(str(path), None):
        said = found.shown if isinstance(found, Source) else found.words if isinstance(found, Passed) else found.message
        words.append(said.replace(f"{path}/", "").replace(str(path), "HERE"))
    return words


def test_a_folder_is_searched_for_lists_and_says_what_else_is_in_it(tmp_path: Path) -> None:
    for name in (
        "b.txt",
        "a/deep/er/c.md",
        "a/x.pdf",
        "a/y.pdf",
        "z.PNG",
        ".hidden.txt",
        ".git/config",
        "a/.obsidian/w.json",
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("Words\n")
    (tmp_path / "d.txt").write_bytes(b"\x7fELF\0\0\0")
    (tmp_path / "e.txt").write_text("Wörter\n", encoding="utf-16")
    (tmp_path / "f.zip").write_bytes(make_zip({"in.txt": "Words"}))
    assert shown(tmp_path) == [
        "a/deep/er/c.md",
        "b.txt",
        "d.txt is no text, so it isn't read",
        "e.txt",
        "f.zip/in.txt",
        "HERE: not read, because they are no lists: 3 hidden, 2 .pdf, 1 .png",
    ]


def test_a_zip_gives_its_lists_by_name_and_says_what_else_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    path.write_bytes(
        make_zip({"b/two.csv": "x", "a.md": "x", "__MACOSX/a.md": "x", "b/.DS_Store": "x", "p.jpg": "x", "n.txt": "\0"})
    )
    assert shown(path) == [
        "a.md",
        "b/two.csv",
        "HERE: not read, because they are no lists: 2 hidden, 1 .txt, 1 .jpg",
    ]


def test_a_damaged_zip_is_said_once(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(make_zip({"a.txt": "Raft"})[:40])
    (found,) = read_sources(str(path), None)
    assert "damaged" in str(found)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"PK\x03\x04", id="nothing behind its mark"),
        pytest.param(make_zip({"a.txt": "x" * 999})[:-30], id="cut off"),
        pytest.param(make_zip({}), id="empty"),
        pytest.param(make_zip({"a.exe": "x"}), id="no list in it"),
        pytest.param(make_zip({"a.txt": "words " * 99}).replace(b"PK\x03\x04", b"PK\x03\x05", 1)[4:], id="no zip"),
    ],
)
def test_a_zip_without_a_list_is_said_in_a_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(content)
    assert isinstance(list(read_sources(str(path), None))[-1], RlistError)


@pytest.mark.parametrize(
    ("content", "is_text"),
    [
        pytest.param(bytes(at * 7919 % 65_521 % 256 for at in range(4000)), False, id="bytes in no order"),
        pytest.param(b"\x00\x01\x02\x03" * 500, False, id="numbers"),
        pytest.param("Raft: ein Konsens\n".encode("utf-16-le") * 50, True, id="UTF-16 without its mark"),
        pytest.param("Größe\n".encode("cp1252") * 50, True, id="an older encoding"),
        pytest.param(b"- Raft\n- Paxos\n" * 99 + bytes(range(32)), True, id="damaged at its end"),
        pytest.param(b"\x1b[1mRaft\x1b[0m\n" * 50, True, id="copied from a terminal"),
        pytest.param(b"\x01", True, id="a byte"),
    ],
)
def test_what_is_no_text_is_refused_in_a_line_and_damaged_text_is_read(
    tmp_path: Path, content: bytes, is_text: bool
) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    expected = ["list.txt"] if is_text else ["list.txt is not text"]
    assert [words.replace("HERE", "list.txt") for words in shown(path)] == expected


def refusal(content: bytes) -> tuple[list[str], list[str]]:
    """The names that are read, and the reasons for which others aren't."""
    found = list(zipped.entries("x.zip", content))
    names = [entry.name for entry in found if isinstance(entry, zipped.Entry)]
    return names, [error.message for error in found if isinstance(error, RlistError)]


@pytest.mark.parametrize(
    "name",
    ["/etc/passwd.txt", "../up.txt", "a/../../up.txt", "C:\\x.txt", "\\\\host\\x.txt", "a\\..\\..\\up.txt"],
)
def test_a_name_that_leads_out_of_the_zip_is_not_read(name: str) -> None:
    names, (reason,) = refusal(make_zip({name: "x", "good.txt": "x"}))
    assert names == ["good.txt"]
    assert reason.endswith("the name leads out of the zip, so it isn't read")


def test_what_bursts_is_not_unpacked_and_the_rest_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    names, reasons = refusal(make_zip({"bomb.txt": b"\n" * 20_000_000, "good.txt": "x"}))
    assert (names, len(reasons)) == (["good.txt"], 1)
    assert "unpacks to more than 200 times its size" in reasons[0]
    monkeypatch.setattr(zipped, "_MOST_BYTES", 10)
    monkeypatch.setattr(zipped, "_MOST_BYTES_IN_ALL", 15)
    names, reasons = refusal(make_zip({"a.txt": "x" * 10, "b.txt": "x" * 11, "c.txt": "x" * 6, "d.txt": "x" * 5}))
    assert (names, len(reasons)) == (["a.txt", "d.txt"], 1)
    assert reasons[0].startswith("x.zip: b.txt, c.txt: it is too large")


def test_a_size_that_a_zip_gives_wrongly_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    content = make_zip({"a.txt": "x" * 4000})
    lying = content.replace(struct.pack("<I", 4000), struct.pack("<I", 4))
    names, reasons = refusal(lying)
    assert len(names) + len(reasons) == 1


def test_encrypted_and_nested_and_too_many_entries_are_named_by_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    content = bytearray(make_zip({"a.txt": "x", "b.txt": "x"}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.find(mark)
        content[at + offset] |= 1
    names, reasons = refusal(bytes(content))
    assert (names, reasons) == (["b.txt"], ["x.zip: a.txt: it is encrypted; unpack it first"])
    assert refusal(make_zip({"in.zip": make_zip({})}))[1] == [
        "x.zip: in.zip: a zip in a zip isn't opened; unpack it first"
    ]
    monkeypatch.setattr(zipped, "_MOST_ENTRIES", 2)
    names, reasons = refusal(make_zip({f"{number}.txt": "x" for number in range(9)}))
    assert names == ["0.txt", "1.txt"]
    assert reasons == ["x.zip: 2.txt, 3.txt, 4.txt and 4 more: a zip with more than 2 files isn't read further"]


def test_the_lists_of_a_zip_are_known_by_their_paths(rlist: Rlist, tmp_path: Path) -> None:
    path = tmp_path / "lists.zip"
    path.write_bytes(make_zip({"a/papers.txt": "- One\n- Two\n", "b/papers.txt": "- Three\n", "c.bin": "x"}))
    done = rlist("import", str(path))
    assert done.status == 0
    assert done.err == f"{path}: not read, because they are no lists: 1 .bin\n"
    assert [row["name"] for row in json.loads(rlist("lists", "--json").out)] == ["papers", "papers (b)"]
    path.write_bytes(make_zip({"a/papers.txt": "- One\n- Two\n- Four\n", "b/papers.txt": "- Three\n"}))
    again = rlist("import", str(path))
    assert (again.out.count("already there"), again.out.count("1 new")) == (2, 1)
    assert rlist("import", "-", stdin=path.read_bytes()).status == 0


def test_one_file_that_cannot_be_read_does_not_stop_the_others(rlist: Rlist, tmp_path: Path) -> None:
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "a.json").write_text('{"format": "rlist", "version": 9}')
    (folder / "b.txt").write_text("- One\n")
    done = rlist("import", str(folder))
    assert done.status == 3
    assert "1 new" in done.out
    assert done.err == f"rlist: {folder}/a.json: this library is of version 9, and rlist knows 1\n"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        pytest.param(b"%PDF-1.7\n1 0 obj\n", "a PDF", id="a PDF"),
        pytest.param(b"SQLite format 3\0\x10\0", "a database", id="a library of rlist"),
        pytest.param(b"\x89PNG\r\n\x1a\n\0", "an image", id="an image"),
    ],
)
def test_a_file_that_is_named_and_no_list_is_refused_and_says_what_it_is(
    content: bytes, kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    assert shown(path) == [f"HERE is no list but {kind}"]


def test_what_has_no_end_is_refused_in_a_line(rlist: Rlist, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_BYTES", 2**20)
    (tmp_path / "long.txt").write_bytes(b"a title\n" * 2**17 + b"x")
    for path, named in ((str(tmp_path / "long.txt"), "long.txt"), ("/dev/zero", "/dev/zero"), ("-", "standard input")):
        if path.startswith("/dev") and not Path(path).exists():
            continue
        ran = rlist("import", path, stdin=b"a title\n" * 2**17 + b"x")
        assert ran.status == 3
        assert f"{named} has more than 1 MB; import it in parts" in ran.err
    assert rlist("list").out == ""
    assert rlist("add", "a title", "--no-lookup").status == 0
    assert rlist("note", "1", "-", stdin=b"a" * (16 * 2**20 + 1)).status == 2


def test_the_reason_for_a_damaged_entry_is_one_short_line() -> None:
    content = bytearray(make_zip({"a.txt": "Raft", "b.txt": "Paxos"}))
    content[26:28] = struct.pack("<H", 2000)  # how long the name is that stands in front of the file
    *_, found = zipped.entries("a.zip", bytes(content))
    assert isinstance(found, RlistError)
    assert len(str(found)) < 250

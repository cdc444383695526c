"""A Markdown export that comes back: the same library, or exactly what was edited in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rlist.library import Library
from rlist.library.exporting import export, exported
from rlist.library.importing import ImportWishes, import_
from rlist.model.item import Entry, Item, Kind, Link, Note, Priority, Section, Status
from rlist.model.metadata import Metadata
from rlist.settings import Settings
from rlist.store import bulk, lists
from rlist.store.attempts import get_attempt
from rlist.store.database import open_store
from rlist.store.summaries import summaries
from strategies import NOW

PIECES = (
    *(
        "[x]",
        "](",
        "|",
        "*",
        "**",
        "_",
        "#",
        "`",
        "``",
        "~~",
        "$x^2$",
        "\\",
        "\\*",
        "{",
        "<b>",
        "&amp;",
        "&",
        "%%",
        "@",
        ">",
    ),
    *("<!--", "-->", "<!-- rlist a -->", "-", "--", "1.", "1)", "+", "=", "•", "o", "'", '"', ";", ",", ", ", ":", "/"),
    *("—", "★", "★★★☆☆", "(high priority)", "et al.", "2023", "&#42;", "https://example.org/a_(b)", "```", "`<x>`"),
    *("é", "😀", "👩‍🔬", "שלום", "مرحبا", "漢字", "Ann", "GPU", "the", "a*b", "a\\*b", "x", "[^1]", "key:: v", "TODO"),
)
line = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map(lambda parts: " ".join("".join(parts).split()))
words = st.lists(line.filter(bool), min_size=1, max_size=4).map(" ".join)
many = st.lists(words | st.just(""), min_size=1, max_size=4).map("\n".join).map(str.strip)
names = st.sampled_from(["A", "B / C", "<x> & y", "漢", "# a", "*b*", "1. c", "Read"])


@st.composite
def libraries(draw: st.DrawFn) -> tuple[list[Item], list[Section]]:
    """Items in lists with sections, some nested, some in none; texts that Markdown could take for marks."""
    made: list[Item] = []
    positions: dict[str, int] = {}
    for number in range(1, draw(st.integers(1, 4)) + 1):
        entries = []
        for name in draw(
            st.lists(st.sampled_from(["Reading List", "Papers & *more*", "読む"]), max_size=2, unique=True)
        ):
            positions[name] = positions.get(name, 0) + 1
            section = tuple(draw(st.lists(names, max_size=3)))
            parent = draw(st.none() | st.integers(1, number - 1)) if number > 1 else None
            entries.append(Entry(name, section, positions[name], f"text {number}", parent=parent))
        status = draw(st.sampled_from(Status))
        made.append(
            Item(
                id=number,
                uid=f"{number:032x}",
                metadata=Metadata(
                    title=f"{draw(words)} {number}",
                    authors=tuple(draw(st.lists(words, max_size=3))),
                    et_al=draw(st.booleans()),
                    year=draw(st.none() | st.integers(-300, 2090)),
                    venue=draw(st.none() | words),
                    identifiers={"arxiv": f"2301.{number:05}"} if draw(st.booleans()) else {},
                ),
                kind=draw(st.sampled_from(Kind)),
                added_at=NOW,
                updated_at=NOW,
                status=status,
                priority=draw(st.none() | st.sampled_from(Priority)),
                rating=draw(st.none() | st.integers(1, 5)),
                citekey=draw(st.sampled_from([None, f"key{number}"])),
                links=tuple(
                    Link(f"https://example.org/{number}/{at}?a=1&b=[{at}]#x_(y)", draw(st.none() | words))
                    for at in range(draw(st.integers(0, 2)))
                ),
                tags=tuple(sorted(draw(st.lists(words, max_size=2, unique_by=str.casefold)))),
                entries=tuple(entries),
                notes=tuple(Note(body, NOW) for body in draw(st.lists(many, max_size=2, unique=True)) if body),
                finished_at=NOW if status is Status.DONE else None,
                started_at=NOW if status is Status.READING else None,
            )
        )
    paths = {(entry.list, entry.section) for item in made for entry in item.entries}
    sections = [Section(name, path, draw(st.just("") | many)) for name, path in sorted(paths)]
    return made, sections


def empty() -> Library:
    return Library(open_store(None), Settings(Path("library.db"), Path("config.toml")), lambda: NOW)


def filled(items: list[Item], sections: list[Section]) -> Library:
    library = empty()
    with library.store.step("import", NOW):
        db = library.store.db
        for name in dict.fromkeys(section.list for section in sections):
            record = lists.add_list(db, name, f"title:{name}")
            lists.save_sections(db, record.id, [section for section in sections if section.list == name])
        bulk.add_items(db, items)
    return library


def bring(library: Library, text: str) -> None:
    report = import_(library, ["-"], text.encode("utf-8", "surrogatepass"), ImportWishes(), "import")
    assert not report.failures


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(libraries())
def test_an_export_imported_into_an_empty_library_is_exported_the_same(made: tuple[list[Item], list[Section]]) -> None:
    first = export(filled(*made), "markdown", [])
    other = empty()
    bring(other, first)
    assert export(other, "markdown", []) == first


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(libraries())
def test_an_export_that_nobody_edited_changes_nothing(made: tuple[list[Item], list[Section]]) -> None:
    library = filled(*made)
    before = exported(library, [])[0]
    bring(library, export(library, "markdown", []))
    assert [item._replace(entries=()) for item in exported(library, [])[0]] == [
        item._replace(entries=()) for item in before
    ]


FIRST = """# Papers

## To start

- [ ] [Mamba](https://arxiv.org/abs/2312.00752) #ssm
  - a remark
- [x] [Ray](https://example.org/ray)

## Later

- [ ] [Dapper](https://example.org/dapper)
"""
Edit = Callable[[str], str]


def with_list(text: str = FIRST) -> Library:
    library = empty()
    bring(library, text)
    return library


def told(library: Library) -> dict[str, tuple[object, ...]]:
    """What matters here of each item: status, tags, notes, rating, addresses and sections."""
    return {
        item.title: (
            str(item.status),
            item.tags,
            [note.body for note in item.notes],
            item.rating,
            [link.url for link in item.links],
            [entry.section for entry in item.entries],
        )
        for item in exported(library, [])[0]
    }


def on_line(text: str, holding: str, edit: Edit) -> str:
    return "\n".join(edit(line) if holding in line else line for line in text.split("\n"))


@pytest.mark.parametrize(
    ("holding", "edit", "title", "field", "value"),
    [
        pytest.param("[Mamba]", lambda s: s.replace("[ ]", "[x]"), "Mamba", 0, "done", id="a box checked"),
        pytest.param("[Ray]", lambda s: s.replace("[x]", "[ ]"), "Ray", 0, "unread", id="a box unchecked"),
        pytest.param("[Ray]", lambda s: s.replace("[x]", "[-]"), "Ray", 0, "dropped", id="another box"),
        pytest.param("[Mamba]", lambda s: s.replace("`#ssm`", "`#ssm` #new"), "Mamba", 1, ("new", "ssm"), id="a tag"),
        pytest.param("[Mamba]", lambda s: s.replace(" `#ssm`", ""), "Mamba", 1, (), id="a tag taken away"),
        pytest.param("> a remark", lambda s: s.replace("a remark", "better"), "Mamba", 2, ["better"], id="a note"),
        pytest.param("> a remark", lambda s: "", "Mamba", 2, [], id="a note taken away"),
        pytest.param(
            "> a remark", lambda s: f"{s}\n  - and more", "Mamba", 2, ["a remark", "and more"], id="a bullet as a note"
        ),
        pytest.param("[Mamba]", lambda s: s.replace(" `#", " ★★★★☆ `#"), "Mamba", 3, 4, id="stars"),
        pytest.param("[Mamba]", lambda s: s.replace("[Mamba]", "[Mamba-1]"), "Mamba-1", 0, "unread", id="the title"),
        pytest.param(
            "[Ray]",
            lambda s: s.replace("example.org/ray", "example.org/r"),
            "Ray",
            4,
            ["https://example.org/r"],
            id="an address",
        ),
    ],
)
def test_an_edit_in_the_file_is_the_only_change(
    holding: str, edit: Edit, title: str, field: int, value: object
) -> None:
    library = with_list()
    before = told(library)
    bring(library, on_line(export(library, "markdown", []), holding, edit))
    after = told(library)
    assert after[title][field] == value
    renamed = {**{name: fields for name, fields in before.items() if name in after}, title: after[title]}
    assert {name: fields for name, fields in after.items() if name != title} == {
        name: fields for name, fields in renamed.items() if name != title
    }
    assert len(after) == 3


def test_a_line_may_be_added() -> None:
    library = with_list()
    text = on_line(export(library, "markdown", []), "[Ray]", lambda s: f"{s}\n- [x] [New](https://example.org/new) #t")
    bring(library, text)
    assert told(library)["New"] == ("done", ("t",), [], None, ["https://example.org/new"], [("To start",)])
    assert len(told(library)) == 4


def test_a_bullet_may_be_moved_to_another_section() -> None:
    library = with_list()
    lines = export(library, "markdown", []).split("\n")
    ray = next(line for line in lines if "[Ray]" in line)
    lines.remove(ray)
    at = next(number for number, line in enumerate(lines) if "[Dapper]" in line)
    bring(library, "\n".join([*lines[: at + 1], ray, *lines[at + 1 :]]))
    assert told(library)["Ray"][5] == [("Later",)]
    assert told(library)["Mamba"][5] == [("To start",)]


def test_a_line_taken_away_takes_nothing_away() -> None:
    library = with_list()
    before = told(library)
    bring(library, on_line(export(library, "markdown", []), "[Ray]", lambda s: ""))
    assert told(library) == before


def test_what_was_done_since_the_export_outlives_an_untouched_line() -> None:
    library = with_list()
    text = export(library, "markdown", [])
    edited = on_line(on_line(FIRST, "[Mamba]", lambda s: s.replace("[ ]", "[x]")), "#ssm", lambda s: f"{s} #later")
    bring(library, edited)
    before = told(library)
    assert before["Mamba"][0] == "done"
    bring(library, text)
    assert told(library) == before


def test_what_was_removed_since_the_export_stays_so(rlist: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    source = tmp_path / "list.md"
    source.write_text(FIRST, encoding="utf-8")
    rlist("import", str(source))
    text = rlist("export", "markdown")[1]
    assert rlist("rm", "2")[0] == 0
    assert "removed earlier" in rlist("import", "-", stdin=text)[1]
    assert "Ray" not in rlist("export", "markdown")[1]


def test_an_import_taken_back_can_be_done_again(rlist: Callable[..., tuple[int, str, str]]) -> None:
    text = export(with_list(), "markdown", [])
    rlist("import", "-", stdin=text)
    rlist("undo")
    assert "[Ray]" not in rlist("export", "markdown")[1]
    rlist("import", "-", stdin=text)
    assert rlist("export", "markdown")[1] == text


def test_without_its_comments_the_file_is_the_same_list() -> None:
    library = with_list()
    before = told(library)
    text = export(library, "markdown", [])
    bare = "\n".join(line.partition(" <!-- rlist")[0] for line in text.split("\n"))
    bring(library, bare)
    assert {title: fields[5] for title, fields in told(library).items()} == {
        title: fields[5] for title, fields in before.items()
    }
    assert {title: fields[0] for title, fields in told(library).items()} == {
        title: fields[0] for title, fields in before.items()
    }


def test_items_of_no_list_come_back_into_none() -> None:
    library = filled([Item(1, "a" * 32, Metadata("Alone"), Kind.OTHER, NOW, NOW)], [])
    other = empty()
    bring(other, export(library, "markdown", []))
    (item,) = exported(other, [])[0]
    assert (item.title, item.entries, item.uid) == ("Alone", (), "a" * 32)
    assert not summaries(other.store.db)


def two_lists() -> Library:
    """A library with a second list, whose section has words."""
    library = with_list()
    bring(library, "# Books\n\nWhat we own.\n\n## Shelf\n\n- [ ] [SICP](https://example.org/sicp)\n")
    return library


def lists_of(library: Library, title: str) -> list[str]:
    return [entry.list for item in exported(library, [])[0] if item.title == title for entry in item.entries]


@pytest.mark.parametrize("is_copied", [False, True], ids=["moved", "copied"])
def test_a_bullet_moved_to_another_list_leaves_nothing_behind(is_copied: bool) -> None:
    library = two_lists()
    lines = export(library, "markdown", []).split("\n")
    ray = next(line for line in lines if "[Ray]" in line)
    if not is_copied:
        lines.remove(ray)
    at = next(number for number, line in enumerate(lines) if "SICP" in line)
    bring(library, "\n".join([*lines[: at + 1], ray, *lines[at + 1 :]]))
    assert lists_of(library, "Ray") == (["Papers", "Books"] if is_copied else ["Books"])
    assert lists_of(library, "Mamba") == ["Papers"]


def order(library: Library) -> list[str]:
    placed = [(entry.position, item.title) for item in exported(library, [])[0] for entry in item.entries]
    return [title for _, title in sorted(placed)]


def test_an_untouched_export_leaves_the_order_that_was_made_since() -> None:
    library = with_list("# P\n\n- [A](https://e.org/a)\n- [B](https://e.org/b)\n- [C](https://e.org/c)\n")
    text = export(library, "markdown", [])
    bring(
        library,
        "# P\n\n- [C](https://e.org/c)\n- [A](https://e.org/a)\n- [D](https://e.org/d)\n- [B](https://e.org/b)\n",
    )
    assert order(library) == ["C", "A", "D", "B"]
    bring(library, text)
    assert order(library) == ["C", "A", "D", "B"]
    bring(library, on_line(text, "[A]", lambda line: f"{line}\n- [New](https://e.org/new)"))
    assert order(library) == ["C", "A", "New", "D", "B"]
    lines = text.split("\n")
    at = next(number for number, line in enumerate(lines) if "[A]" in line)
    bring(library, "\n".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]))
    assert [title for title in order(library) if title in {"A", "B", "C"}] == ["B", "A", "C"]


def test_what_is_edited_in_the_file_is_the_readers_own() -> None:
    library = with_list()
    bring(library, on_line(export(library, "markdown", []), "[Mamba]", lambda s: s.replace("[Mamba]", "[My Mamba]")))
    items = {item.title: item.id for item in exported(library, [])[0]}
    assert get_attempt(library.store.db, items["My Mamba"]).own == {"title"}
    assert not get_attempt(library.store.db, items["Ray"]).own
    other = empty()
    bring(other, on_line(export(library, "markdown", []), "[Ray]", lambda s: s.replace("[Ray]", "[A Ray]")))
    items = {item.title: item.id for item in exported(other, [])[0]}
    assert get_attempt(other.store.db, items["A Ray"]).own == {"title"}


@pytest.mark.parametrize(
    ("line", "title"),
    [
        pytest.param("https://example.org/plain", "plain · example.org", id="an address"),
        pytest.param("A plain title https://example.org/plain", "A plain title", id="a title with its address"),
        pytest.param("- Paxos Made Simple", "Paxos Made Simple", id="a title as a bullet"),
        pytest.param("[Plain words](https://example.org/plain)", "Plain words", id="a link"),
    ],
)
def test_a_plain_line_that_is_added_is_an_item(line: str, title: str) -> None:
    library = two_lists()
    text = export(library, "markdown", [])
    words = {section.path: section.text for section in exported(library, [])[1]}
    for target in (library, empty()):
        bring(target, f"{text}\n{line}\n")
        assert title in told(target)
        assert len(told(target)) == 5
        assert {section.path: section.text for section in exported(target, [])[1]} == words


def test_prose_that_is_added_is_text_of_its_section() -> None:
    library = two_lists()
    bring(library, export(library, "markdown", []) + "\nThese are the ones that I keep beside my bed.\n")
    assert len(told(library)) == 4
    assert "beside my bed" in exported(library, [])[1][-1].text

"""Undo and redo over the use-cases: whatever was done, the library comes back row by row."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rlist.errors import RlistError
from rlist.library import Library, collecting, editing, history, importing, organising, reading, suggesting
from rlist.model.item import Status
from rlist.settings import Settings
from rlist.store.database import open_store
from rlist.store.recording import LOGGED_TABLES

START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
LISTS = (
    "Reading\n\nSSMs\n\n- Mamba https://arxiv.org/abs/2312.00752\n  - the scan is the point.\n- [x] Hyena\n",
    "Reading\n\nSSMs\n\n- RWKV\n- Hyena: more\n- Mamba https://arxiv.org/abs/2312.00752\n\nSystems\n\n- Ray\n",
    "Other\n\nPapers\n\n- on Mamba: https://arxiv.org/pdf/2312.00752\n- Ray — Moritz et al., OSDI 2018. USENIX\n",
)
WORDS = (
    "Ray",
    "https://arxiv.org/abs/2312.00752",
    "10.1145/359545.359563",
    "[b] *x* \N{SNOWMAN}",
    "https://example.org/a",
)

Do = Callable[[Library], object]


def _id(number: int, library: Library) -> str:
    row = library.store.db.execute("SELECT id FROM item ORDER BY id LIMIT 1 OFFSET ?", (number,)).fetchone()
    return str(row[0]) if row else "999"


numbers = st.integers(0, 4)
tags = st.sampled_from(["ssm", "SSM", "to read", "ml/theory"])
commands: st.SearchStrategy[Do] = st.one_of(
    st.builds(
        lambda text, tag: (
            lambda library: collecting.add(
                library, [text], collecting.Wishes(tags=(tag,), list_name="Mine", lookup=False), "add"
            )
        ),
        st.sampled_from(WORDS),
        tags,
    ),
    st.builds(
        lambda text: (
            lambda library: importing.import_(library, ["-"], text.encode(), importing.ImportWishes(), "import -")
        ),
        st.sampled_from(LISTS),
    ),
    st.builds(
        lambda number, status, rating: (
            lambda library: reading.move(library, [_id(number, library)], status, "done", rating=rating, note="a note")
        ),
        numbers,
        st.sampled_from(Status),
        st.sampled_from([None, 1, 5]),
    ),
    st.builds(
        lambda number, tag, sign: lambda library: organising.retag(library, [_id(number, library), sign + tag], "tag"),
        numbers,
        tags,
        st.sampled_from("+-"),
    ),
    st.builds(lambda tag: lambda library: organising.merge_tags(library, tag, "merged", "tags merge"), tags),
    st.builds(lambda number: lambda library: organising.remove(library, [_id(number, library)], "rm"), numbers),
    st.builds(
        lambda number, fields: lambda library: editing.edit(library, _id(number, library), fields, "edit"),
        numbers,
        st.sampled_from(
            [{"title": "New"}, {"urls": "https://example.org/b; https://arxiv.org/abs/2404.05405"}, {"year": "2020"}]
        ),
    ),
    st.builds(
        lambda number: (
            lambda library: suggesting.suggested(
                library, [], suggesting.Choice(skip=[_id(number, library)], start=True), "next --skip --start"
            )
        ),
        numbers,
    ),
)


def rows(library: Library) -> dict[str, list[tuple[Any, ...]]]:
    db = library.store.db
    return {table: db.execute(f"SELECT * FROM {table} ORDER BY id").fetchall() for table in LOGGED_TABLES}


@settings(max_examples=3 * settings().max_examples, deadline=None)
@given(st.lists(commands, max_size=8))
def test_undo_to_the_beginning_gives_the_library_back_at_every_step(sequence: list[Do]) -> None:
    time = START

    def clock() -> datetime:
        return time

    with open_store(None) as store:
        library = Library(store, Settings(Path("none"), Path("none")), clock)
        states = [rows(library)]
        for command in sequence:
            time += timedelta(hours=7)
            try:
                command(library)
            except RlistError:
                assert rows(library) == states[-1], "what fails leaves everything as it was"
            if rows(library) != states[-1]:
                states.append(rows(library))
        for before in reversed(states[:-1]):
            assert history.undo(library, 1, "undo")
            assert rows(library) == before
        assert history.undo(library, 1, "undo") == []
        for after in states[1:]:
            assert history.redo(library, 1, "undo --redo")
            assert rows(library) == after
        assert history.redo(library, 1, "undo --redo") == []


def test_several_steps_are_taken_back_at_once_the_latest_first(library: Library) -> None:
    for title in ("one", "two", "three"):
        collecting.add(library, [title], collecting.Wishes(lookup=False), f"add {title}")
    assert [done.step.command for done in history.undo(library, 2, "undo -n 2")] == ["add three", "add two"]
    assert [done.step.command for done in history.redo(library, 5, "undo --redo -n 5")] == ["add two", "add three"]


def test_something_new_ends_what_can_be_brought_again(library: Library) -> None:
    collecting.add(library, ["one"], collecting.Wishes(lookup=False), "add one")
    history.undo(library, 1, "undo")
    collecting.add(library, ["two"], collecting.Wishes(lookup=False), "add two")
    assert history.redo(library, 1, "undo --redo") == []


@pytest.mark.parametrize("argument", [None, "1"])
def test_the_log_knows_what_is_gone(library: Library, argument: str | None) -> None:
    collecting.add(library, ["one"], collecting.Wishes(lookup=False), "add one")
    organising.remove(library, ["1"], "rm 1")
    assert [logged.step.command for logged in history.log(library, argument, None)] == ["rm 1", "add one"]

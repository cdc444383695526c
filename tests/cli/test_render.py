from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta, timezone
from types import MappingProxyType, SimpleNamespace
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from rlist.cli import render, steps
from rlist.cli.details import details
from rlist.cli.terminal import Look
from rlist.library.finding import Hit
from rlist.model.item import Entry, Item, Kind, Link, Lookup, LookupState, Note, Priority, Status
from rlist.model.metadata import Metadata
from rlist.model.ranking import Scored, Term
from rlist.store.excerpts import Match
from strategies import hostile_texts, items

PIPE = Look()
JSON = Look(as_json=True)
SCREEN = Look(width=80, color=True, cut=True)
NO_COLOR = Look(width=80)

WHEN = datetime(2026, 1, 2, 23, 4, 5, tzinfo=UTC)
MAMBA = Item(
    id=12,
    uid="a-uid",
    metadata=Metadata(
        title="Mamba: Linear-Time [red]Sequence[/red] Modeling with Selective State Spaces :fire:",
        authors=("Albert Gu", "Tri Dao"),
        year=2023,
        venue="COLM",
        abstract="Foundation models\nare based on the Transformer.",
        identifiers=MappingProxyType({"arxiv": "2312.00752"}),
    ),
    kind=Kind.PAPER,
    added_at=WHEN,
    updated_at=WHEN,
    status=Status.READING,
    priority=Priority.HIGH,
    rating=4,
    links=(Link("https://arxiv.org/abs/2312.00752", "arXiv"),),
    tags=("scan", "ssm"),
    entries=(Entry("Reading List", ("SSMs", "Intro"), 3, "Mamba - Gu et al.", parent=7),),
    notes=(Note("section 3\n\n  is hard", WHEN),),
    started_at=WHEN,
    lookup=Lookup(LookupState.FOUND, "arxiv", 0.97),
)
RAY = Item(2, "b", Metadata("線形時間" * 30), Kind.PAPER, WHEN, WHEN)


def page(*shown: Item, **matches: tuple[str, str]) -> list[Hit]:
    found = {int(name.removeprefix("id")): Match(field, excerpt) for name, (field, excerpt) in matches.items()}
    return [Hit(item, found.get(item.id)) for item in shown]


def listed(found: list[Hit], how: Look) -> str:
    return "".join(render.hits(found, how))


def unstyled(text: str) -> str:
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def test_a_pipe_gets_an_item_a_line_whole_with_tabs() -> None:
    first, second = listed(page(MAMBA, RAY), PIPE).splitlines()
    assert first.split("\t") == [
        "12",
        "reading",
        "Mamba: Linear-Time [red]Sequence[/red] Modeling with Selective State Spaces :fire:",
        "Albert Gu; Tri Dao",
        "2023",
        "COLM",
        "scan,ssm",
        "https://arxiv.org/abs/2312.00752",
    ]
    assert second.split("\t") == ["2", "unread", "線形時間" * 30, "", "", "", "", ""]


def test_a_match_is_the_last_field() -> None:
    line = listed(page(MAMBA, id12=("note", "is \x02hard\x03")), PIPE)
    assert line.rstrip("\n").split("\t")[8] == "note: is hard"


def test_a_terminal_gets_an_item_a_line_cut_to_its_width() -> None:
    lines = unstyled(listed(page(MAMBA, RAY), SCREEN)).splitlines()
    assert lines[0] == "12  ▸  Mamba: Linear-Time [red]Sequence[/red] Modeling wit…  COLM 2023  scan ssm"
    assert lines[1].startswith(" 2     線形時間線形時間線形時間")
    assert len(lines) == 2
    assert all(cell_len(line) <= 80 for line in lines)


def test_without_colour_nothing_is_cut() -> None:
    drawn = listed(page(MAMBA, RAY), NO_COLOR)
    assert "\x1b" not in drawn
    assert "".join(drawn.split()).count("線形時間") == 30


def test_a_narrow_terminal_keeps_the_title() -> None:
    drawn = unstyled(listed(page(MAMBA), Look(width=40, color=True, cut=True)))
    assert drawn == "12  ▸  Mamba: Linear-Time [red]Sequence…\n"


def test_an_excerpt_stands_below_the_title_unless_it_is_the_title() -> None:
    title = MAMBA.title.replace("Mamba", "\x02Mamba\x03")
    in_title = listed(page(MAMBA, id12=("title", title)), SCREEN)
    assert len(in_title.splitlines()) == 1
    assert "\x1b[1;35mMamba\x1b[0m" in in_title
    in_note = unstyled(listed(page(MAMBA, id12=("note", "is \x02hard\x03")), SCREEN))
    assert in_note.splitlines()[1] == "       note: is hard"


def test_marks_are_ascii_where_nothing_else_is_taken() -> None:
    assert listed(page(MAMBA), SCREEN._replace(ascii=True, color=False)).startswith("12  >  Mamba")


def test_json_is_one_document_that_steers_no_terminal() -> None:
    hostile = "ü\x1b[31m\x9b\u202e\U000e0041\ud800 [x]"
    item = Item(1, "a", Metadata(hostile), Kind.PAPER, WHEN, WHEN)
    text = listed(page(item), JSON)
    assert json.loads(text)[0]["title"] == hostile
    assert text.startswith('[\n  {\n    "id": 1')
    assert "ü" in text
    assert text.replace("\n", "").isprintable()
    assert json.loads(listed(page(item), JSON._replace(ascii=True)))[0]["title"] == hostile
    assert listed(page(item), JSON._replace(ascii=True)).isascii()


def test_one_item_is_an_object_where_one_was_asked_for() -> None:
    assert json.loads(details([MAMBA], JSON, single=True))["id"] == 12
    assert [item["id"] for item in json.loads(details([MAMBA, RAY], JSON, single=False))] == [12, 2]


def test_everything_about_an_item_is_readable_in_a_pipe() -> None:
    east = Look(zone=timezone(timedelta(hours=2)))
    assert (
        details([MAMBA], east, single=True)
        == """\
12\tMamba: Linear-Time [red]Sequence[/red] Modeling with Selective State Spaces :fire:
authors: Albert Gu, Tri Dao
venue: COLM 2023
kind: paper
status: reading since 2026-01-03
priority: high
rating: 4 of 5
tags: scan, ssm
address: https://arxiv.org/abs/2312.00752  arXiv
identifiers: arxiv: 2312.00752
in: Reading List › SSMs › Intro, entry 3, below item 7
  Mamba - Gu et al.
note: 2026-01-03
  section 3

    is hard
abstract: Foundation models
  are based on the Transformer.
look-up: found, arxiv, score 0.97
added: 2026-01-03 01:04
changed: 2026-01-03 01:04
"""
    )


def test_everything_about_an_item_is_aligned_on_a_terminal() -> None:
    lines = unstyled(details([MAMBA], SCREEN, single=True)).splitlines()
    assert lines[0] == "         12  Mamba: Linear-Time [red]Sequence[/red] Modeling with Selective"
    assert lines[1] == "             State Spaces :fire:"
    assert "     rating  4 of 5" in lines


@pytest.mark.parametrize(
    ("command", "changed", "said"),
    [
        pytest.param("done", True, "done 2  Ray", id="done"),
        pytest.param("done", False, "2 is done already: Ray", id="done already"),
        pytest.param("start", True, "started 2  Ray", id="start"),
        pytest.param("tag", True, "tagged 2  Ray  [os, ml]", id="tag"),
        pytest.param("tag", False, "2 is tagged so already: Ray", id="tagged already"),
    ],
)
def test_a_change_says_what_it_did(command: str, changed: bool, said: str) -> None:
    item = Item(2, "b", Metadata("Ray"), Kind.PAPER, WHEN, WHEN, tags=("os", "ml"))
    change: Any = SimpleNamespace(item=item, changed=changed)
    for how in (PIPE, SCREEN):
        assert render.changes(command, [change], how) == said


def test_a_table_has_a_head_on_a_terminal_alone() -> None:
    rows = [["ml", 12, 3], ["a [b]", 1, 0]]
    names = ("name", "items", "open")
    assert render.table(names, rows, PIPE) == "ml\t12\t3\na [b]\t1\t0\n"
    assert json.loads(render.table(names, rows, JSON))[0] == {"name": "ml", "items": 12, "open": 3}
    assert unstyled(render.table(names, rows, SCREEN)).splitlines() == [
        "name   items  open",
        "ml        12     3",
        "a [b]      1     0",
    ]


def suggestion(item: Item) -> Any:
    terms = (Term("priority", 1.0, 0.35, 0.35, "high priority"), Term("skipped", 0.0, -0.25, -0.0, ""))
    return SimpleNamespace(item=item, scored=Scored(item.id, 0.35, terms, "high priority"))


def test_next_says_what_and_why() -> None:
    made = [suggestion(MAMBA)]
    piped = render.suggestions(made, PIPE, why=False, single=True).rstrip("\n").split("\t")
    assert piped[0] == "12"
    assert piped[8:] == ["high priority"]
    assert (
        unstyled(render.suggestions(made, SCREEN, why=False, single=True))
        == """\
12  Mamba: Linear-Time [red]Sequence[/red] Modeling with Selective State Spaces
    :fire:
    Albert Gu, Tri Dao · COLM 2023
    high priority
    https://arxiv.org/abs/2312.00752
"""
    )
    plain = json.loads(render.suggestions(made, JSON, why=False, single=True))
    assert (plain["id"], plain["score"], plain["reason"]) == (12, 0.35, "high priority")


def test_next_shows_the_terms_of_the_score() -> None:
    made = [suggestion(RAY), suggestion(MAMBA)]
    piped = render.suggestions(made, PIPE, why=True, single=False).splitlines()[0].split("\t")
    assert piped[9:] == ["priority +0.35", "skipped +0.00"]
    drawn = unstyled(render.suggestions(made, SCREEN, why=True, single=False))
    assert "    priority  +0.35  high priority\n    skipped   +0.00\n    score      0.35\n" in drawn
    plain = json.loads(render.suggestions(made, JSON, why=True, single=False))
    assert plain[1]["terms"][0]["words"] == "high priority"


def logged(**more: Any) -> Any:
    step = {"id": 3, "command": "done 12", "made_at": WHEN, "undoes": None, "redoes": None, "undone": False} | more
    return SimpleNamespace(step=SimpleNamespace(changes=1, items=(12,), **step), items=[MAMBA])


def test_the_log_is_a_line_a_step_and_marks_what_is_undone() -> None:
    shown = [logged(id=4, command="undo", undoes=3), logged(undone=True, command="done \x1b[31m12")]
    undo, done = steps.log(shown, PIPE).splitlines()
    assert undo == "4\t2026-01-02 23:04\tundo\ttook back step 3\t"
    assert done == f"3\t2026-01-02 23:04\tdone [31m12\t12  {MAMBA.title}\tundone"
    lines = unstyled(steps.log(shown, SCREEN)).splitlines()
    assert lines[1].startswith("   4  2026-01-02 23:04  undo         took back step 3")
    assert lines[2].endswith("undone")
    assert len(lines) == 3
    assert json.loads(steps.log(shown, JSON))[1] == {
        "id": 3,
        "made_at": "2026-01-02T23:04:05Z",
        "command": "done \x1b[31m12",
        "changes": 1,
        "items": [12],
        "undone": True,
        "undoes": None,
        "redoes": None,
    }


def test_long_columns_share_the_width() -> None:
    rows = [[1, "short", "x" * 300], [2, "y" * 300, "z" * 300]]
    drawn = unstyled(render.table(("step", "command", "changed"), rows, SCREEN, long_columns=(1, 2)))
    assert [cell_len(line) for line in drawn.splitlines()[1:]] == [78, 78]
    assert "yyy…  zzz" in drawn


@settings(deadline=None)
@given(
    st.lists(items(text=hostile_texts, name=hostile_texts), min_size=1, max_size=3), st.integers(1, 120), st.booleans()
)
def test_no_text_steers_the_terminal_or_breaks_the_lines(shown: list[Item], width: int, color: bool) -> None:
    how = Look(width=width, color=color, cut=color)
    for drawn in (listed(page(*shown), how), details(shown, how, single=False)):
        visible = unstyled(drawn) if color else drawn
        assert not {"Cc", "Cf", "Cs", "Zl", "Zp"} & {category(character) for character in visible.replace("\n", "")}
    if color and width > 20:
        assert listed(page(*shown), how).count("\n") == len(shown)
    lines = listed(page(*shown), PIPE).split("\n")
    assert lines.pop() == ""
    assert [line.count("\t") for line in lines] == [7] * len(shown)
    assert json.loads(listed(page(*shown), JSON))


def test_a_narrow_terminal_gives_long_values_lines_of_their_own() -> None:
    rows = [("Systems-Frameworks-Performance", 36, 35, 0, 1, 0)]
    names = ("name", "items", "unread", "reading", "done", "dropped")
    lines = unstyled(render.table(names, rows, SCREEN._replace(width=40), long_columns=(0,))).splitlines()
    assert lines == [
        "Systems-Frameworks-Performance",
        "  items 36 · unread 35 · reading 0 ·",
        "  done 1 · dropped 0",
    ]
    wide = unstyled(render.table(names, rows, SCREEN._replace(width=80), long_columns=(0,))).splitlines()
    assert len(wide) == 2

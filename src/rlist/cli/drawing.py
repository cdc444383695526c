"""How answers look on a terminal: tables without lines, cut or wrapped by display width, in few colours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rlist.cli import render
from rlist.cli.terminal import clean
from rlist.model.finding import MARK, UNMARK
from rlist.model.item import Status

if TYPE_CHECKING:
    from rlist.cli.terminal import Look
    from rlist.library.finding import Hit
    from rlist.library.suggesting import Suggestion
    from rlist.model.item import Item

# The mark of a status, where the other end takes more than ASCII and where it doesn't.
_MARKS = {
    Status.UNREAD: (" ", " "),
    Status.READING: ("▸", ">"),
    Status.DONE: ("✓", "+"),
    Status.DROPPED: ("✗", "x"),
}
_STYLES = {Status.UNREAD: "", Status.READING: "bold", Status.DONE: "dim", Status.DROPPED: "dim strike"}

# The widest that the columns beside the title become, and the narrowest that leaves the title anything to say.
_PLACE_WIDTH = 18
_TAGS_WIDTH = 24
_TITLE_WIDTH = 34

# Longer lines of running text are hard to read.
_TEXT_WIDTH = 100

_GAP = 2

# A long column that would be narrower than this gets lines of its own.
_LEAST_WIDTH = 12

# It matters to nothing that is drawn; without one Rich reads both measures from the environment, whatever stands there.
_HEIGHT = 25

# What Rich fills lines up with, and the styles in between.
_PADDING = re.compile(r"(?:\x1b\[[\d;]*m| )+$", re.MULTILINE)


def draw(what: RenderableType, how: Look) -> str:
    """`what` as Rich draws it, as a text."""
    file = StringIO()
    console = Console(
        file=file,
        width=how.width,
        height=_HEIGHT,
        force_terminal=True,
        color_system="standard" if how.color else None,
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
    )
    console.print(what)
    return _PADDING.sub(lambda padding: padding[0].replace(" ", ""), file.getvalue())


def hits(rows: Sequence[Hit], how: Look) -> str:
    """Items, a line each; below it the excerpt that a search matched, unless that is the title."""
    if not rows:
        return ""
    numbers = [Text(str(item.id), "dim") for item, _ in rows]
    marks = [Text(_MARKS[item.status][how.ascii], "cyan") for item, _ in rows]
    places = [Text(clean(render.place(item)), "dim") for item, _ in rows]
    tags = [Text(" ".join(clean(tag) for tag in item.tags), "green") for item, _ in rows]
    columns = [numbers, marks]
    widths = [max(cell_len(text.plain) for text in column) for column in columns]
    room = (how.width or 0) - sum(widths) - 2 * _GAP
    beside: list[tuple[list[Text], int]] = []
    for column, most in ((places, _PLACE_WIDTH), (tags, _TAGS_WIDTH)):
        width = min(max(cell_len(text.plain) for text in column), most)
        if width and room - width - _GAP >= _TITLE_WIDTH:
            beside.append((column, width))
            room -= width + _GAP
    titles = [_title(hit) for hit in rows]
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    grid.add_column(width=widths[0], justify="right", no_wrap=True)
    grid.add_column(width=widths[1], no_wrap=True)
    longest = max(cell_len(line) for title in titles for line in title.plain.split("\n"))
    grid.add_column(width=max(min(room, longest), 1), no_wrap=how.cut, overflow="ellipsis" if how.cut else "fold")
    for _, width in beside:
        grid.add_column(width=width, no_wrap=how.cut, overflow="ellipsis" if how.cut else "fold")
    for cells in zip(*columns, titles, *(column for column, _ in beside), strict=True):
        grid.add_row(*cells)
    return draw(grid, how)


def _title(hit: Hit) -> Text:
    item = hit.item
    style = _STYLES[item.status]
    if hit.match is None:
        return Text(clean(item.title), style)
    field, excerpt, why = hit.match
    marked = _excerpt(excerpt)
    reason = Text(f"({clean(why)})", "dim") if why else Text()
    if field == "title" and marked.plain == clean(item.title):
        return Text.assemble(marked, "\n", reason) if why else marked
    title = (clean(item.title), style)
    return Text.assemble(title, "\n", (f"{clean(field)}: ", "dim"), marked, " " if why else "", reason)


def _excerpt(excerpt: str) -> Text:
    text = Text()
    for number, part in enumerate(excerpt.split(MARK)):
        inside, _, outside = part.partition(UNMARK) if number else ("", "", part)
        text.append(clean(inside), "bold magenta").append(clean(outside))
    return text


def facts(item: Item, known: Sequence[tuple[str, str]], how: Look) -> str:
    """Everything about an item: its title, and below it what is known, by name."""
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    names = max(len(str(item.id)), *(len(name) for name, _ in known))
    grid.add_column(width=names, no_wrap=True, justify="right")
    grid.add_column(width=max(min((how.width or 0) - names - _GAP, _TEXT_WIDTH), 1), overflow="fold")
    grid.add_row(Text(str(item.id), "dim"), Text(clean(item.title), "bold"))
    for name, value in known:
        grid.add_row(Text(name, "dim"), Text(value, "cyan" if name == "address" else ""))
    return draw(grid, how)


def suggestions(made: Sequence[Suggestion], how: Look, *, why: bool) -> str:
    """What to read now: title, who and where, reason, address; with `why` the terms of the score."""
    return ("\n" if why else "").join(_suggestion(one, how, why=why) for one in made)


def _suggestion(one: Suggestion, how: Look, *, why: bool) -> str:
    item = one.item
    lines: list[RenderableType] = [Text(clean(item.title), "bold")]
    if about := " · ".join(clean(part) for part in (render.authors(item), render.place(item)) if part):
        lines.append(Text(about, "dim"))
    lines.append(Text(clean(one.scored.reason), "magenta"))
    if item.links:
        lines.append(Text(clean(item.links[0].url), "cyan"))
    if why:
        lines.append(_terms(one))
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    grid.add_row(Text(str(item.id), "dim"), Group(*lines))
    return draw(grid, how)


def _terms(one: Suggestion) -> Table:
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    for justify in ("left", "right", "left"):
        grid.add_column(justify=justify)
    for term in one.scored.terms:
        grid.add_row(term.name, render.signed(term.contribution), Text(clean(term.words), "dim"))
    grid.add_row("score", f"{one.scored.score:.2f}", style="bold")
    return grid


def table(names: Sequence[str], rows: Sequence[Sequence[str]], how: Look, long_columns: Sequence[int]) -> str:
    """Rows under a head; the `long_columns` share what width the others leave."""
    if not rows:
        return ""
    widths = [max(map(cell_len, column)) for column in zip(names, *rows, strict=True)]
    room = (how.width or 0) - sum(width + _GAP for number, width in enumerate(widths) if number not in long_columns)
    left = len(long_columns)
    if left and room < left * min(_LEAST_WIDTH, max(widths[number] for number in long_columns)):
        return _blocks(names, rows, how, long_columns)
    for number in sorted(long_columns, key=lambda number: widths[number]):
        widths[number] = max(min(widths[number], room // left - _GAP), 1)
        room, left = room - widths[number] - _GAP, left - 1
    drawn = Table(box=None, padding=(0, _GAP, 0, 0), pad_edge=False, header_style="dim")
    for number, name in enumerate(names):
        drawn.add_column(
            Text(name),
            justify="right" if all(row[number].isdigit() for row in rows) else "left",
            overflow="ellipsis" if how.cut and number in long_columns else "fold",
            no_wrap=how.cut and number in long_columns,
            width=widths[number] if number in long_columns else None,
        )
    for row in rows:
        drawn.add_row(*(Text(value) for value in row))
    return draw(drawn, how)


def _blocks(names: Sequence[str], rows: Sequence[Sequence[str]], how: Look, long_columns: Sequence[int]) -> str:
    """Rows for a narrow terminal: each long value on a line of its own, below it the others with their names."""
    lines: list[RenderableType] = []
    for row in rows:
        lines += [Text(row[number], overflow="fold") for number in long_columns if row[number]]
        others = [
            f"{name} {value}".strip()
            for number, (name, value) in enumerate(zip(names, row, strict=True))
            if number not in long_columns and value
        ]
        lines.append(Padding(Text(" · ".join(others), "dim"), (0, 0, 0, _GAP)))
    return draw(Group(*lines), how)

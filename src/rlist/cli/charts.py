"""Counts as bars on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.console import Group
from rich.text import Text

from rlist.cli.drawing import draw
from rlist.cli.statistics import pace_words
from rlist.cli.terminal import clean

if TYPE_CHECKING:
    from rlist.cli.terminal import Look
    from rlist.library.counting import Summary, Week

# As many of each are named; a library has hundreds of tags.
_NAMED = 10
# Wider bars say no more.
_WIDEST_BAR = 40
# The widest that a name becomes, unless the terminal is narrow.
_NAME_WIDTH = 30

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_STYLES = {"added": "cyan", "started": "yellow", "finished": "green"}


def statistics(summary: Summary, how: Look) -> str:
    """Counts, weeks and pace, one below the other."""
    lines = [Text(f"{summary.items:,} items", "bold")]
    for what, named in summary.counts.items():
        if named:
            lines += [Text(), *_counts(what, named, how)]
    if any(week.added or week.started or week.finished for week in summary.weeks):
        lines += [Text(), *_weeks(summary.weeks, how)]
    lines += [Text(), *map(Text, pace_words(summary.pace))]
    return draw(Group(*lines), how)


def bar(count: int, most: int, width: int, *, ascii: bool = False) -> str:
    """A bar of at most `width` columns for `count` out of `most`; what isn't nothing is never without a bar."""
    if not count or not most:
        return ""
    if ascii:
        return "#" * max(round(width * count / most), 1)
    whole, part = divmod(max(round(8 * width * count / most), 1), 8)
    return "█" * whole + _EIGHTHS[part].strip()


def _counts(what: str, named: Sequence[tuple[str, int]], how: Look) -> Iterator[Text]:
    shown = [(clean(name), count) for name, count in named[:_NAMED]]
    width = how.width or 0
    digits = max(len(f"{count:,}") for _, count in shown)
    names = min(max(cell_len(name) for name, _ in shown), _NAME_WIDTH, max(width // 2, 1))
    room = max(min(width - names - digits - 4, _WIDEST_BAR), 1)
    most = max(count for _, count in shown)
    yield Text(what, "dim")
    for name, count in shown:
        yield Text.assemble(
            f"  {set_cell_size(_cut(name, names, how), names)} {count:>{digits},} ",
            (bar(count, most, room, ascii=how.ascii), "cyan"),
        )
    if len(named) > _NAMED:
        yield Text(f"  {len(named) - _NAMED:,} more", "dim")


def _cut(name: str, width: int, how: Look) -> str:
    mark = "..." if how.ascii else "…"
    return name if cell_len(name) <= width else set_cell_size(name, max(width - len(mark), 0)) + mark


def _weeks(weeks: Sequence[Week], how: Look) -> Iterator[Text]:
    digits = {name: max(len(f"{getattr(week, name):,}") for week in weeks) for name in _STYLES}
    room = (how.width or 0) - len("2026-01-02") - sum(digits.values()) - 3 * len(_STYLES)
    # At 40 columns a bar is still as wide as its head.
    width = max(min(room // len(_STYLES), _WIDEST_BAR // 2), 1)
    heads = (f"  {name:<{digits[name] + 1 + width}}" for name in _STYLES)
    yield Text(f"{'week of':<10}{''.join(heads)}".rstrip(), "dim")
    for week in weeks:
        line = Text(week.week.isoformat())
        for name, style in _STYLES.items():
            count, most = getattr(week, name), max(getattr(one, name) for one in weeks)
            drawn = set_cell_size(bar(count, most, width, ascii=how.ascii), width)
            line.append(f"  {count if count else '·' if not how.ascii else '-':>{digits[name]}} ").append(drawn, style)
        yield line

"""The rows of a CSV file with the lines they stand in; rows that are shifted put right."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

# A row with a line break in a cell may go over so many lines; a quote that closes later than that was none. Each such
# quote makes it less likely that the next one is any.
_MOST_LINES, _LEAST_LINES = 60, 3
# By how many cells a row may be shifted.
_MOST_SHIFTED = 4
DELIMITERS = ",;\t|"


class Row(NamedTuple):
    """The cells of a row in the lines from `first` to `last`; `is_whole` is False where a quote isn't closed."""

    cells: list[str]
    first: int
    last: int
    is_whole: bool


def read_rows(lines: Sequence[str], delimiter: str) -> Iterator[Row]:
    """The rows of a table; a blank line is none."""
    at = 0
    ahead = _MOST_LINES
    while at < len(lines):
        # A row of dashes is drawn below the header.
        if not lines[at].strip(f" \t{delimiter}-=+:"):
            at += 1
            continue
        row = _read_row(lines, at, delimiter, ahead)
        if not row.is_whole:
            ahead = max(ahead // 2, _LEAST_LINES)
        elif row.last > row.first:
            ahead = _MOST_LINES
        yield row
        at = row.last


def _read_row(lines: Sequence[str], at: int, delimiter: str, ahead: int) -> Row:
    for is_strict in (True, False):
        following = (f"{lines[number]}\n" for number in range(at, min(at + ahead, len(lines))))
        reader = csv.reader(following, delimiter=delimiter, strict=is_strict)
        try:
            cells = next(reader)
        except (csv.Error, StopIteration):
            continue
        if is_strict or (reader.line_num < ahead and at + reader.line_num < len(lines)):
            return Row(cells, at + 1, at + reader.line_num, True)
    return Row([cell.strip().strip('"') for cell in lines[at].split(delimiter)], at + 1, at + 1, False)


def aligned(cells: list[str], width: int, delimiter: str, fits: Callable[[Sequence[str]], int]) -> list[str]:
    """The cells of a row of `width` columns where one had a delimiter too many or too few.

    Of all ways to put cells together, or empty ones in, that which `fits` says is best; the leftmost of equal ones.
    """
    best = _padded(cells, width)
    score = fits(best) if len(cells) <= width else -100
    # As many cells too many as there are, or in a row of the right length one, whose last cell was empty.
    surplus = max(len(cells) - width, 1)
    for column in range(width):
        if column + surplus < len(cells):
            whole = delimiter.join(cells[column : column + surplus + 1])
            shifted = _padded([*cells[:column], whole, *cells[column + surplus + 1 :]], width)
            if (found := fits(shifted)) > score:
                best, score = shifted, found
    for missing in range(1, min(width - len(cells), _MOST_SHIFTED) + 1):
        for column in range(len(cells) + 1):
            shifted = _padded([*cells[:column], *[""] * missing, *cells[column:]], width)
            if (found := fits(shifted)) > score:
                best, score = shifted, found
    return best


def _padded(cells: Sequence[str], width: int) -> list[str]:
    """`cells` as a row of `width`; what is too much stays with the last one."""
    if len(cells) > width:
        return [*cells[: width - 1], ", ".join(cell for cell in cells[width - 1 :] if cell)]
    return [*cells, *[""] * (width - len(cells))]

"""What an import did: an account that adds up to the lines of each source, and what went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rlist.cli.render import json_text
from rlist.cli.terminal import clean
from rlist.errors import SomeFailed

if TYPE_CHECKING:
    from rlist.cli.terminal import Look
    from rlist.library.importing import FileReport, ImportReport

# A damaged file has one in every line; the first few show what is wrong with it.
_MOST_PROBLEMS = 10


def imported(report: ImportReport, how: Look) -> str:
    """The account of every file, which adds up to its lines."""
    if how.as_json:
        return json_text({"dry_run": report.dry_run, "files": [_plain_file(file) for file in report.files]}, how)
    return "\n".join(_account(file, dry_run=report.dry_run) for file in report.files)


def _plain_file(file: FileReport) -> dict[str, object]:
    counts = {str(became): count for became, count in file.counts.items()}
    return {
        "path": file.path,
        "list": file.list,
        "lines": len(file.lines),
        "new": counts.get("new", 0),
        "counts": counts,
        "problems": [{"line": problem.line, "message": problem.message} for problem in file.problems],
    }


def _account(file: FileReport, *, dry_run: bool) -> str:
    did = "would import" if dry_run else "imported"
    counts = [f"{count} {became}" for became, count in file.counts.items()]
    total = f"{len(file.lines)} line{'' if len(file.lines) == 1 else 's'}"
    where = "" if file.list is None else f" into the list {clean(file.list)}"
    return f"{did} {clean(file.path)}{where}\n  {total}: {', '.join(counts) or 'nothing'}"


def problems(report: ImportReport) -> list[str]:
    """What was odd in the sources and what couldn't be read, a line each; a single failure is left to the error."""
    odd = [line for file in report.files for line in _odd(file)]
    failed = report.failures if len(report.failures) > 1 else ()
    return [*odd, *report.passed, *("; ".join(filter(None, (one.message, one.hint))) for one in failed)]


def _odd(file: FileReport) -> list[str]:
    """What was odd in one source, the first few lines of it."""
    told = [f"{file.path}, line {problem.line}: {problem.message}" for problem in file.problems[:_MOST_PROBLEMS]]
    left = len(file.problems) - len(told)
    return [*told, f"{file.path}: and {left} more; --json lists them all"] if left else told


def failure(report: ImportReport) -> SomeFailed:
    """The error of what couldn't be read: the one that there is, or how many there are."""
    if len(report.failures) == 1:
        (only,) = report.failures
        return SomeFailed(only.message, only.hint)
    return SomeFailed(f"{len(report.failures)} sources couldn't be imported; the rest was")

"""The progress bar of what takes a while."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Bar:
    """A progress bar that loads Rich, and appears, when it is moved for the first time."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._progress is not None:
            self._progress.stop()

    def move(self, done: int, total: int, what: str) -> None:
        """Show that `done` of `total` is done; a total of 0 isn't known yet."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        if self._progress is None:
            console = Console(file=self._stream, markup=False, emoji=False, highlight=False)
            columns = (TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.completed}"))
            self._progress = Progress(*columns, console=console, transient=True)
            self._task = self._progress.add_task(what)
            self._progress.start()
        assert self._task is not None
        self._progress.update(self._task, completed=done, total=total or None, description=what)

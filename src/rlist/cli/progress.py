"""The progress bar of what takes a while."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from threading import Timer

    from rich.progress import Progress, TaskID

# What is done sooner needs no bar.
_APPEARS_AFTER_SECONDS = 0.5
# Who works tells as often as it likes, and nobody sees more than this.
_MOVES_EVERY_SECONDS = 0.1
# It is told to Rich, which would else read it from the environment, where anything may stand.
_HEIGHT = 25


class Bar:
    """A progress bar that loads Rich, and appears, some time after it was moved for the first time."""

    def __init__(self, stream: TextIO | None, width: int, after_seconds: float = _APPEARS_AFTER_SECONDS) -> None:
        self._stream = stream
        self._width = width
        self._after_seconds = after_seconds
        self._waiting: Timer | None = None
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        self._place = (0, 0, "")
        self._moved_at = 0.0

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *exception: object) -> None:
        try:
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting.join()
        finally:
            # Whatever interrupts this, the cursor comes back; a terminal that is gone needs none.
            if self._progress is not None:
                with suppress(OSError):
                    self._progress.stop()

    def move(self, done: int, total: int, what: str) -> None:
        """Show that `done` of `total` is done; a total of 0 isn't known yet."""
        begins = what != self._place[2]
        self._place = (done, total, what)
        if self._waiting is None:
            from threading import Timer

            # It appears also while the work is at a part that doesn't tell how far it is.
            self._waiting = Timer(self._after_seconds, self._appear)
            self._waiting.daemon = True
            self._waiting.start()
        elif self._progress is not None and (begins or time.monotonic() - self._moved_at > _MOVES_EVERY_SECONDS):
            self._show(self._progress)

    def _appear(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        console = Console(
            file=self._stream, width=self._width, height=_HEIGHT, markup=False, emoji=False, highlight=False
        )
        columns = (TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.completed}"))
        progress = Progress(*columns, console=console, transient=True)
        self._task = progress.add_task("")
        self._show(progress)
        self._progress = progress
        progress.start()

    def _show(self, progress: Progress) -> None:
        assert self._task is not None
        done, total, what = self._place
        progress.update(self._task, completed=done, total=total or None, description=what)
        self._moved_at = time.monotonic()

"""Requests to different hosts side by side, to one host one after the other."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Hashable, Iterator
from types import TracebackType
from typing import Generic, TypeVar

from rlist.web.answers import Answer, Unanswered

Key = TypeVar("Key", bound=Hashable)


class SideBySide(Generic[Key]):
    """Work that is handed in while results come out: a thread for each host, as long as there is work for it."""

    def __init__(self) -> None:
        self._results: queue.Queue[tuple[Key, Answer | Unanswered | BaseException]] = queue.Queue()
        self._work: dict[str, queue.Queue[tuple[Key, Callable[[], Answer]] | None]] = {}
        self._open = 0

    def __enter__(self) -> SideBySide[Key]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for work in self._work.values():
            work.put(None)

    def submit(self, host: str, key: Key, ask: Callable[[], Answer]) -> None:
        """Let `ask` be called after all that was handed in for the same host; its result comes out under `key`."""
        if host not in self._work:
            self._work[host] = queue.Queue()
            threading.Thread(target=self._serve, args=(self._work[host],), daemon=True).start()
        self._open += 1
        self._work[host].put((key, ask))

    def results(self) -> Iterator[tuple[Key, Answer | Unanswered]]:
        """What comes back, as it comes, until nothing is left; more may be handed in meanwhile."""
        while self._open:
            try:
                # With a time limit, so that Ctrl-C is seen on every platform.
                key, outcome = self._results.get(timeout=0.2)
            except queue.Empty:
                continue
            self._open -= 1
            if not isinstance(outcome, Answer | Unanswered):
                raise outcome
            yield key, outcome

    def _serve(self, work: queue.Queue[tuple[Key, Callable[[], Answer]] | None]) -> None:
        while (job := work.get()) is not None:
            key, ask = job
            try:
                self._results.put((key, ask()))
            except BaseException as error:
                self._results.put((key, error))

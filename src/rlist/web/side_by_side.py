"""Requests to different hosts side by side, to one host one after the other."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from types import TracebackType
from typing import Generic, TypeVar

from rlist.web.answers import Answer, Unanswered

Key = TypeVar("Key", bound=Hashable)


# As many answers may be held at once, each of some MB; a list of blogs has a thousand hosts.
_HOSTS_AT_ONCE = 16


class SideBySide(Generic[Key]):
    """Work that is handed in while results come out: some hosts at once, for each one thing after the other."""

    def __init__(self) -> None:
        self._results: queue.Queue[tuple[Key, Answer | Unanswered | BaseException]] = queue.Queue()
        # The work of each host that is being asked or waits for it; those that wait are in `_hosts` too.
        self._work: dict[str, deque[tuple[Key, Callable[[], Answer]]]] = {}
        self._hosts: queue.Queue[str | None] = queue.Queue()
        self._lock = threading.Lock()
        self._threads = 0
        self._open = 0

    def __enter__(self) -> SideBySide[Key]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            for work in self._work.values():
                work.clear()
        for _ in range(self._threads):
            self._hosts.put(None)

    def submit(self, host: str, key: Key, ask: Callable[[], Answer]) -> None:
        """Let `ask` be called after all that was handed in for the same host; its result comes out under `key`."""
        self._open += 1
        with self._lock:
            if host in self._work:
                self._work[host].append((key, ask))
                return
            self._work[host] = deque([(key, ask)])
        self._hosts.put(host)
        if self._threads < _HOSTS_AT_ONCE:
            self._threads += 1
            threading.Thread(target=self._serve, daemon=True).start()

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

    def _serve(self) -> None:
        while (host := self._hosts.get()) is not None:
            while (job := self._next(host)) is not None:
                key, ask = job
                try:
                    self._results.put((key, ask()))
                except BaseException as error:
                    self._results.put((key, error))

    def _next(self, host: str) -> tuple[Key, Callable[[], Answer]] | None:
        """The next piece of work of `host`, which is forgotten where there is none."""
        with self._lock:
            if self._work[host]:
                return self._work[host].popleft()
            del self._work[host]
            return None

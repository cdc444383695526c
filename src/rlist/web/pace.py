"""The pause between two requests to one host, kept by all rlist processes of a reader together."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from rlist.web.answers import Unanswered

# How often a process looks whether another one has finished.
_POLL_SECONDS = 0.05
# Longer than any run of requests that another process may make before it lets go.
_PATIENCE_SECONDS = 600.0
# Added to each pause: the service counts from the arrival of requests, which isn't as even as their sending.
_MARGIN_SECONDS = 0.05


class Pace:
    """Turns at hosts: one at a time, with a pause in between.

    For each host a file in `folder` holds when its last request ended, and a lock beside it is held during a request:
    that makes it one request at a time for all processes. Where the folder can't be written, the pace is kept by this
    process alone.
    """

    def __init__(
        self, folder: Path, *, sleep: Callable[[float], object] = time.sleep, is_stopped: Callable[[], bool]
    ) -> None:
        self._folder = folder
        self._sleep = sleep
        self._is_stopped = is_stopped
        self._in_process: dict[str, threading.Lock] = defaultdict(threading.Lock)
        self._ended: dict[str, float] = {}

    @contextmanager
    def turn(self, host: str, seconds: float) -> Iterator[Callable[[], None]]:
        """Wait for the turn at `host`, `seconds` after the last request of any process, and hold it.

        What comes is a function that waits as long again, for further tries in the same turn. Without a pause there
        is no turn to wait for.
        """
        if not seconds:
            yield lambda: None
            return
        with self._in_process[host]:
            lock = self._lock(host)
            try:
                self._wait(host, seconds)
                yield lambda: self._wait_from_now(host, seconds)
            finally:
                self._note(host)
                if lock is not None:
                    lock.release()

    def _lock(self, host: str) -> FileLock | None:
        try:
            self._folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._folder.mkdir(mode=0o700, exist_ok=True)
            lock = FileLock(self._folder / f"{_file_name(host)}.lock", thread_local=False)
            patience_ends = time.monotonic() + _PATIENCE_SECONDS
            while True:
                try:
                    lock.acquire(blocking=False)
                except Timeout as error:
                    if self._is_stopped() or time.monotonic() > patience_ends:
                        reason = "is being asked by another rlist all the time"
                        raise Unanswered(f"https://{host}/", reason, is_of_host=True) from error
                    self._sleep(_POLL_SECONDS)
                else:
                    return lock
        except OSError:
            return None

    def _wait(self, host: str, seconds: float) -> None:
        pause = seconds + _MARGIN_SECONDS
        since = time.time() - max(self._last(host), self._ended.get(host, 0.0))
        # A time that lies ahead comes from a clock that was set back since.
        if since < pause:
            self._sleep(min(pause - since, pause))

    def _wait_from_now(self, host: str, seconds: float) -> None:
        self._note(host)
        self._wait(host, seconds)

    def _last(self, host: str) -> float:
        try:
            return float((self._folder / _file_name(host)).read_text(encoding="ascii"))
        except (OSError, ValueError):
            return 0.0

    def _note(self, host: str) -> None:
        self._ended[host] = time.time()
        try:
            (self._folder / _file_name(host)).write_text(f"{self._ended[host]:.3f}", encoding="ascii")
        except OSError:
            # The pace of this process holds all the same.
            return


def _file_name(host: str) -> str:
    return "".join(c if c.isalnum() or c in ".-" else "_" for c in host)[:100].strip(".") or "none"

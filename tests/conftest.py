"""What tests share: a library in memory, a clock that stands still, and `rlist` as a function."""

from __future__ import annotations

import io
import signal
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest
from hypothesis import settings

from rlist.cli.main import main
from rlist.library import Library
from rlist.settings import Settings
from rlist.store.database import open_store
from services import Services

# What a shell runs in the background ignores Ctrl-C, and so would the commands that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# `pytest --hypothesis-profile=thorough` is the long form of every property.
settings.register_profile("thorough", max_examples=1000, deadline=None)
# That of tests/fuzz by the hour.
settings.register_profile("fuzz", max_examples=20_000, deadline=None)


class Clock:
    """A clock that stands still until it is moved on."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def move_on(self, **by: float) -> None:
        self.time += timedelta(**by)


class Ran(NamedTuple):
    status: int
    out: str
    err: str


class Rlist(Protocol):
    def __call__(
        self,
        *arguments: str,
        stdin: str | bytes = ...,
        terminal: bool = ...,
        environment: dict[str, str] | None = ...,
    ) -> Ran: ...


class _Stream(io.TextIOWrapper):
    """A standard stream that says whether it is a terminal."""

    def __init__(self, content: bytes = b"", *, terminal: bool) -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8", write_through=True)
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def text(self) -> str:
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode()


@pytest.fixture(autouse=True)
def _own_state_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test leaves copies of its library in the folder of whoever runs it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.getbasetemp() / "state"))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def library(tmp_path: Path, clock: Callable[[], datetime]) -> Iterator[Library]:
    """A new library in memory."""
    store = open_store(None)
    yield Library(store, Settings(tmp_path / "library.db", tmp_path / "config.toml"), clock)
    store.close()


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Services:
    """What look-ups ask in place of the web; it knows nothing until the test says what."""
    known = Services(tmp_path / "cache")
    monkeypatch.setattr("rlist.library.looking_up.open_web", known.web)
    return known


@pytest.fixture
def rlist(tmp_path: Path, clock: Callable[[], datetime], monkeypatch: pytest.MonkeyPatch, services: Services) -> Rlist:
    """`rlist("add", "https://…")` runs the command on a library of its own: (status, out, err).

    With `terminal` it believes to be on a terminal of 80 columns, and `stdin` is what is typed there.
    """
    outside = {"RLIST_DB": str(tmp_path / "library.db"), "RLIST_CONFIG": str(tmp_path / "config.toml")}

    def run(
        *arguments: str, stdin: str | bytes = b"", terminal: bool = False, environment: dict[str, str] | None = None
    ) -> Ran:
        typed = stdin.encode() if isinstance(stdin, str) else stdin
        out, err = _Stream(terminal=terminal), _Stream(terminal=terminal)
        with monkeypatch.context() as patch:
            patch.setattr("sys.stdin", _Stream(typed, terminal=terminal))
            patch.setattr("sys.stdout", out)
            patch.setattr("sys.stderr", err)
            status = main(arguments, environment={**outside, "COLUMNS": "80", **(environment or {})}, clock=clock)
        return Ran(status, out.text(), err.text())

    return run

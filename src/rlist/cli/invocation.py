"""One use of rlist, and what every command asks it for: the library, the terminal, how to show the answer."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, cast

import typer

from rlist.cli.terminal import Look, Terminal
from rlist.errors import NothingFound

if TYPE_CHECKING:
    from rlist.library import Library, Snapshots
    from rlist.settings import Settings

# How many items a terminal shows unless --limit says else: a screen of them.
PAGE = 20


def local_time() -> datetime:
    """The present time in the reader's own zone."""
    return datetime.now().astimezone()


class Invocation:
    """One use of rlist: where it came from, and what the options for every command said.

    `command` is what the log keeps: the command as it was typed, quoted for a shell.
    """

    def __init__(
        self, environment: Mapping[str, str], clock: Callable[[], datetime], terminal: Terminal, command: str = ""
    ) -> None:
        self.environment = environment
        self.clock = clock
        self.terminal = terminal
        self.command = command
        self.database: str | None = None

    def settings(self) -> "Settings":
        """What flags, environment and configuration say."""
        from rlist.settings import read_settings

        return read_settings(self.database, self.environment)


def invocation(context: typer.Context) -> Invocation:
    """The invocation that `context` belongs to."""
    return cast("Invocation", context.obj)


@contextmanager
def open_library(context: typer.Context, *, create: bool = False) -> "Iterator[Library]":
    """The library that flags, environment and configuration name; one that is missing is empty, or made by `create`."""
    from rlist.library import open_library as opened

    run = invocation(context)
    settings = run.settings()
    with opened(settings, run.clock, create=create, snapshots=snapshots(context, settings)) as library:
        yield library


def snapshots(context: typer.Context, settings: "Settings") -> "Snapshots":
    """The copies of the library, whose making is told on standard error."""
    from rlist.library import Snapshots

    door = terminal(context)
    return Snapshots(settings, door.say, door.progress)


@contextmanager
def empty_document(context: typer.Context, as_json: bool, empty: str = "[]") -> Iterator[None]:
    """Finding nothing is an error, and where JSON is wanted the document `empty` all the same."""
    try:
        yield
    except NothingFound:
        if as_json:
            terminal(context).show(empty)
        raise


def terminal(context: typer.Context) -> Terminal:
    """The door to the terminal."""
    return invocation(context).terminal


def command_line(context: typer.Context) -> str:
    """The command as it was typed, for the log."""
    return invocation(context).command


def look(context: typer.Context, as_json: bool = False) -> Look:
    """How the answer is to be shown."""
    run = invocation(context)
    # The offset of the present time isn't that of half a year ago: only the platform's own zone knows that one.
    zone = None if run.clock is local_time else run.clock().tzinfo
    return run.terminal.look(as_json=as_json)._replace(zone=zone)


def limit_or_page(limit: int | None, how: Look) -> int | None:
    """How many items to show: as many as --limit says, 0 for all; else a page on a terminal and all elsewhere."""
    if limit is not None:
        return limit or None
    return PAGE if how.width and not how.as_json else None

"""The use-cases: a function for each thing the user wants, and the Library that each of them gets."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import NamedTuple

from rlist.settings import Settings
from rlist.store.database import Store, open_store
from rlist.store.snapshots import Snapshots

__all__ = ["Library", "Snapshots", "open_library"]


class Library(NamedTuple):
    """What a use-case works on: the store, the settings and the clock.

    `clock` gives the present time, aware and in the reader's own time zone: the log keeps it in UTC, "today" is the
    reader's own day.
    """

    store: Store
    settings: Settings
    clock: Callable[[], datetime]

    @property
    def now(self) -> datetime:
        """The present time in UTC, to the second."""
        return self.clock().astimezone(UTC).replace(microsecond=0)

    @property
    def today(self) -> date:
        """The reader's own date."""
        return self.clock().date()


@contextmanager
def open_library(
    settings: Settings, clock: Callable[[], datetime], *, create: bool, snapshots: Snapshots | None = None
) -> Iterator[Library]:
    """The library that `settings` name, closed at the end; without `create` a missing one is empty and stays missing.

    `snapshots` are its copies, made before changes. Raises LibraryUnavailable.
    """
    with open_store(settings.database, create=create, snapshots=snapshots) as store:
        yield Library(store, settings, clock)

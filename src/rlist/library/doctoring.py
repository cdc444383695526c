"""The library's health: what is wrong with it, mended where it can be, and what is left of a damaged file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rlist.errors import NothingFound, SomeFailed, WrongUsage
from rlist.library import Library
from rlist.store.checks import CHECKS, find_faults, mend_faults
from rlist.store.database import open_store, translate_errors
from rlist.store.references import bring_back_indexed
from rlist.store.salvage import Salvaged, read_pages
from rlist.store.salvage import salvage as put_together

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from rlist.library import Snapshots
    from rlist.settings import Settings

__all__ = ["Examined", "Finding", "Salvaged", "examine", "mend", "salvage"]


class Finding(NamedTuple):
    """What a check found, a sentence for each fault, and which of them are left after mending."""

    check: str
    faults: Sequence[str]
    left: Sequence[str]


class Examined(NamedTuple):
    """What all checks found, and the copy that was made before anything was mended."""

    findings: Sequence[Finding]
    saved: Path | None = None

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong any more."""
        return not any(finding.left for finding in self.findings)


def examine(library: Library) -> Examined:
    """Check everything and change nothing."""
    with translate_errors(library.store.path):
        found = [(check.name, find_faults(check, library.store)) for check in CHECKS]
    return Examined([Finding(name, faults, faults) for name, faults in found])


def mend(library: Library, snapshots: Snapshots, command: str) -> Examined:
    """Check everything and mend what can be, as one step, after a copy; raises SomeFailed when that can't be made."""
    before = examine(library)
    if before.is_sound:
        return before
    store = library.store
    saved = snapshots.before(store.db, "doctor") if store.path else None
    if store.path and saved is None:
        raise SomeFailed("without a copy nothing is mended", "nothing was changed")
    mend_faults(store, command, library.now)
    after = {finding.check: finding.left for finding in examine(library).findings}
    return Examined([finding._replace(left=after[finding.check]) for finding in before.findings], saved)


def salvage(settings: Settings, clock: Callable[[], datetime], file: str, command: str) -> Salvaged:
    """Put what can be read of the library's file into a new one, `file`; the library stays as it is.

    Raises NothingFound when there is no library, WrongUsage when `file` exists, SomeFailed when nothing can be read.
    """
    target = Path(os.path.abspath(file))
    if os.path.lexists(target):
        raise WrongUsage(f"{target} exists already", "name a new file")
    if not settings.database.is_file():
        raise NothingFound(f"there is no library {settings.database}", "`--db FILE` names another one")
    try:
        pages = read_pages(settings.database)
        with open_store(target) as store:
            salvaged = put_together(pages, store.db)
            now = Library(store, settings, clock).now
            with store.step(command, now):
                salvaged = salvaged._replace(items=bring_back_indexed(store.db))
            mend_faults(store, command, now)
    except OSError as error:
        raise SomeFailed(f"{settings.database} can't be read: {error.strerror}") from error
    if not salvaged.pages:
        target.unlink()
        raise SomeFailed(f"nothing can be read in {settings.database}", "`rlist backup --list` shows its copies")
    return salvaged

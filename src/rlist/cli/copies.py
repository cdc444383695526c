"""Copies of the library as commands show them."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from rlist.cli.render import json_text, local, table
from rlist.cli.terminal import clean, clean_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rlist.cli.terminal import Look
    from rlist.library.keeping import Restored, Snapshot

_KILOBYTE = 1024


def backed_up(path: Path, how: Look) -> str:
    """Where a copy went."""
    if how.as_json:
        return json_text({"file": str(path), "bytes": path.stat().st_size}, how)
    return f"wrote {clean(str(path))}"


def backups(kept: Sequence[Snapshot], how: Look) -> str:
    """The copies in the folder for them."""
    if how.as_json:
        return json_text([_plain(one) for one in kept], how)
    rows = [(f"{local(one.made_at, how):%Y-%m-%d %H:%M}", one.reason, _size(one.size), str(one.path)) for one in kept]
    return table(("made", "why", "size", "file"), rows, how, long_columns=(3,))


def restored(done: Restored, file: str, how: Look) -> str:
    """What came back."""
    if how.as_json:
        return json_text(
            {"file": file, "items": done.items, "saved": None if done.saved is None else str(done.saved)}, how
        )
    back = (
        f"\nwhat was there is kept: `rlist restore {shlex.quote(str(done.saved))}` brings it back" if done.saved else ""
    )
    return f"restored {clean(file)}: {done.items} item{'' if done.items == 1 else 's'}{clean_lines(back)}"


def _plain(one: Snapshot) -> dict[str, object]:
    made_at = f"{one.made_at:%Y-%m-%dT%H:%M:%SZ}"
    return {"file": str(one.path), "made_at": made_at, "why": one.reason, "bytes": one.size}


def _size(size: int) -> str:
    return f"{size / _KILOBYTE**2:.1f} MB" if size >= _KILOBYTE**2 else f"{-(-size // _KILOBYTE)} KB"

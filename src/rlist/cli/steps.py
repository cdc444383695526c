"""The steps of the log as they are shown, and what was taken back or brought again: values in, text or JSON out.

For a pipe a step is one line: its number, time, command, what it changed, whether it is undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rlist.cli.render import json_text, moment, named, plain, table
from rlist.cli.terminal import clean

if TYPE_CHECKING:
    from rlist.cli.terminal import Look
    from rlist.library.history import Logged, Retraced


def log(logged: Sequence[Logged], how: Look) -> str:
    """The steps of the log, a line each."""
    if how.as_json:
        return json_text([_plain_step(one) for one in logged], how)
    rows = [
        (
            one.step.id,
            moment(one.step.made_at, how),
            one.step.command,
            _changed(one),
            "undone" if one.step.undone else "",
        )
        for one in logged
    ]
    return table(("step", "time", "command", "changed", ""), rows, how, long_columns=(2, 3))


def _plain_step(one: Logged) -> dict[str, object]:
    step = one.step
    return {
        "id": step.id,
        "made_at": f"{step.made_at:%Y-%m-%dT%H:%M:%SZ}",
        "command": step.command,
        "changes": step.changes,
        "items": list(step.items),
        "undone": step.undone,
        "undoes": step.undoes,
        "redoes": step.redoes,
    }


def _changed(one: Logged) -> str:
    step = one.step
    if step.undoes or step.redoes:
        return f"{'took back' if step.undoes else 'brought again'} step {step.undoes or step.redoes}"
    if len(step.items) == 1:
        return named(one.items[0]) if one.items else f"{step.items[0]}  (removed)"
    return _counted(step.changes, "change")


def retraced(done: Sequence[Retraced], how: Look, *, again: bool) -> str:
    """The steps that were taken back or brought again, with the items that they had changed."""
    if how.as_json:
        return json_text([plain(item) for one in done for item in one.items], how)
    did = "brought again" if again else "took back"
    return "\n".join(f"{did} step {one.step.id}: {clean(one.step.command)}{_items_of(one)}" for one in done)


def _items_of(one: Retraced) -> str:
    more = f"\n  and {_counted(one.total - len(one.items), 'more item')}" if one.total > len(one.step.items) else ""
    return "".join(f"\n  {named(item)}" for item in one.items) + more


def retraced_fewer(done: int, wanted: int, *, again: bool) -> str:
    """What is said where fewer steps than wanted could be taken back or brought again; "" where all were."""
    what = "bring again" if again else "take back"
    if not done:
        return f"there is nothing to {what}"
    was = "was" if done == 1 else "were"
    return f"there {was} {_counted(done, 'step')} to {what}, not {wanted}" if done < wanted else ""


def _counted(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}"

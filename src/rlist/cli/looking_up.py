"""The command that looks metadata up, and what `add` and `import` do with it."""

from typing import TYPE_CHECKING, Annotated

import typer

from rlist.cli import matches
from rlist.cli.invocation import command_line, look, open_library, terminal
from rlist.cli.options import AsJson, MaybeIds
from rlist.errors import SomeFailed, WrongUsage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rlist.cli.terminal import Terminal
    from rlist.library import Library
    from rlist.library.outcomes import LookupReport, Outcome


def lookup(
    context: typer.Context,
    items: MaybeIds = None,
    every: Annotated[bool, typer.Option("--all", help="All items, also those that were found.")] = False,
    missing: Annotated[bool, typer.Option("--missing", help="All items without metadata.")] = False,
    retry: Annotated[bool, typer.Option("--retry", help="Those that failed or wait, at once.")] = False,
    review: Annotated[bool, typer.Option("--review", help="Show what is uncertain, and ask.")] = False,
    as_json: AsJson = False,
) -> None:
    """Look up title, authors, year, venue and abstract.

    Without items and options: those whose time has come. What is uncertain is never applied: --review shows it.

    $ rlist lookup --missing
    $ rlist lookup 12 --review
    """
    if every + missing + retry + bool(items) > 1:
        raise WrongUsage("say one of items, --all, --missing and --retry")
    which = "all" if every else "missing" if missing else "retry" if retry else "due"
    if not review or every or missing or retry:
        _look_up(context, items or [], which, as_json=as_json and not review)
    if review:
        _review(context, items or [], as_json=as_json)


def look_up_added(
    context: typer.Context, library: "Library", ids: "Sequence[int]", *, told: bool = False
) -> "LookupReport":
    """Look up what a command has just added, as part of its step; what fails waits, and a warning says so.

    `told` says that the outcome is told in numbers.
    """
    from rlist.library import looking_up

    door = terminal(context)
    with door.progress() as progress:
        report = looking_up.look_up(library, ids, command_line(context), progress=progress, goes_on=True)
    if told:
        door.say(f"looked up {len(report.outcomes)} items: {matches.summary(report)}")
    for line in matches.advice(report):
        door.say(line)
    return report


def _look_up(context: typer.Context, items: list[str], which: str, *, as_json: bool) -> None:
    from rlist.library import looking_up

    door = terminal(context)
    with open_library(context) as library, door.progress() as progress:
        ids = looking_up.chosen(library, items, which=which)
        report = looking_up.look_up(library, ids, command_line(context), progress=progress)
    door.show(matches.looked_up(report, look(context, as_json), listed=bool(items)))
    if not report.outcomes:
        door.say("nothing to look up")
    looking_up.check(report)
    for line in matches.advice(report):
        door.say(line)
    if report.failure:
        raise SomeFailed(f"not all could be looked up: {matches.summary(report)}", "`rlist lookup --retry` goes on")


def _review(context: typer.Context, items: list[str], *, as_json: bool) -> None:
    from rlist.library import looking_up

    door = terminal(context)
    with open_library(context) as library:
        waiting = looking_up.to_review(library, items)
        if not waiting:
            door.show("[]" if as_json else "")
            door.say("nothing is uncertain")
        elif as_json or not door.can_ask:
            door.show(matches.to_review(waiting, look(context, as_json)))
            door.say(f"{len(waiting)} uncertain; nothing was decided, as nobody can be asked here")
        else:
            _decide(context, library, door, waiting)


def _decide(context: typer.Context, library: "Library", door: "Terminal", waiting: "Sequence[Outcome]") -> None:
    """Ask for each of them; what was decided is kept at once."""
    from rlist.library import looking_up

    for at, outcome in enumerate(waiting, 1):
        door.say(f"\n{matches.question(outcome)}")
        numbers = [str(number) for number in range(1, len(outcome.offers) + 1)]
        while True:
            asked = f"[{at}/{len(waiting)}] {'/'.join(numbers)} take it, n none, l later, o open, q quit: "
            key = door.key(asked, [*numbers, "n", "l", "o", "q"])
            if key != "o":
                break
            for offer in outcome.offers[:1]:
                door.browse(offer.candidate.address or "")
        if key == "q":
            return
        if key == "n":
            taken = looking_up.reject(library, outcome.item.id, command_line(context))
            door.show(matches.line(taken))
        elif key in numbers:
            offer = outcome.offers[int(key) - 1]
            taken = looking_up.accept(library, outcome.item.id, offer, command_line(context))
            door.show(matches.line(taken))

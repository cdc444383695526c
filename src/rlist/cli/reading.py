"""Commands about what to read and what was read: next, start, done, drop, unread."""

from typing import Annotated

import typer

from rlist.cli import finding, render
from rlist.cli.completion import complete_ids
from rlist.cli.invocation import command_line, empty_document, look, open_library, terminal
from rlist.cli.options import AsJson, Ids, MaybeQuery, NoteText, Rating
from rlist.cli.terminal import Look
from rlist.model.item import Status

# How many items `next --why` explains, unless it is told.
_EXPLAINED = 5


def next_(
    context: typer.Context,
    query: MaybeQuery = None,
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", min=1, metavar="N", help="Name so many.", show_default=False)
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Show what the score is made of.")] = False,
    random: Annotated[bool, typer.Option("--random", help="Draw one; the better the likelier.")] = False,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Draw the same again.")] = None,
    skip: Annotated[
        list[str] | None,
        typer.Option("--skip", metavar="ID", help="Put this one off for today.", autocompletion=complete_ids),
    ] = None,
    start_it: Annotated[bool, typer.Option("--start", help="Mark it as being read.")] = False,
    open_it: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
    as_json: AsJson = False,
) -> None:
    """Say what to read now, and why.

    What is being read comes first, unless it was skipped today. With --json one item is an object, or null where there
    is none; with -n or --why it is an array.

    $ rlist next tag:ssm -n 3 --why
    """
    from rlist.library.suggesting import Choice, suggested

    door = terminal(context)
    single = limit is None and not why
    choice = Choice(limit or (_EXPLAINED if why else 1), random, seed, skip or (), start_it)
    with open_library(context) as library, empty_document(context, as_json, "null" if single else "[]"):
        made = suggested(library, query or (), choice, command_line(context))
    if made.skipped:
        door.say(render.acted("skipped", made.skipped))
    if made.started:
        door.say(render.changes("start", [made.started], Look()))
    door.show(render.suggestions(made.suggestions, look(context, as_json), why=why, single=single))
    if open_it:
        finding.open_items(context, [str(made.suggestions[0].item.id)], pdf=False, tell=door.say)


def start(context: typer.Context, ids: Ids, as_json: AsJson = False) -> None:
    """Mark items as being read.

    $ rlist start 12
    """
    _move(context, "start", ids, Status.READING, as_json)


def done(
    context: typer.Context, ids: Ids, rating: Rating = None, note: NoteText = None, as_json: AsJson = False
) -> None:
    """Mark items as read.

    $ rlist done 12 --rating 5 --note "read section 3 again"
    """
    _move(context, "done", ids, Status.DONE, as_json, rating, note)


def drop(context: typer.Context, ids: Ids, as_json: AsJson = False) -> None:
    """Mark items as dropped: not to be read after all.

    $ rlist drop 3 5 8-12
    """
    _move(context, "drop", ids, Status.DROPPED, as_json)


def unread(context: typer.Context, ids: Ids, as_json: AsJson = False) -> None:
    """Mark items as unread again.

    $ rlist unread 12
    """
    _move(context, "unread", ids, Status.UNREAD, as_json)


def _move(
    context: typer.Context,
    command: str,
    ids: list[str],
    status: Status,
    as_json: bool,
    rating: int | None = None,
    note: str | None = None,
) -> None:
    from rlist.library import reading

    with open_library(context) as library:
        changes = reading.move(library, ids, status, command_line(context), rating=rating, note=note)
    terminal(context).show(render.changes(command, changes, look(context, as_json)))

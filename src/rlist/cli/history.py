"""Commands about what was changed: undo, log."""

from typing import Annotated

import typer

from rlist.cli import steps
from rlist.cli.invocation import command_line, limit_or_page, look, open_library, terminal
from rlist.cli.options import AsJson, Limit, MaybeId


def undo(
    context: typer.Context,
    count: Annotated[int, typer.Option("--limit", "-n", min=1, metavar="N", help="Take back so many steps.")] = 1,
    redo: Annotated[bool, typer.Option("--redo", help="Bring again what was taken back.")] = False,
    as_json: AsJson = False,
) -> None:
    """Take back the last step, whatever it was.

    Steps that are taken back already are passed over; --redo brings them again until something new is changed.

    $ rlist undo -n 2
    """
    from rlist.library import history

    door = terminal(context)
    with open_library(context) as library:
        retrace = history.redo if redo else history.undo
        done = retrace(library, count, command_line(context), every_item=as_json)
    door.show(steps.retraced(done, look(context, as_json), again=redo))
    if note := steps.retraced_fewer(len(done), count, again=redo):
        door.say(note)


def log(context: typer.Context, item: MaybeId = None, limit: Limit = None, as_json: AsJson = False) -> None:
    """Show what was done, the newest first.

    With an ID only what changed that item.

    $ rlist log 12
    """
    from rlist.library import history

    how = look(context, as_json)
    with open_library(context) as library:
        logged = history.log(library, item, limit_or_page(limit, how), every_item=as_json)
    terminal(context).show(steps.log(logged, how))

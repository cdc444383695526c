"""Commands for copies of the library: backup, restore."""

from typing import Annotated

import typer

from rlist.cli import copies
from rlist.cli.invocation import invocation, look, open_library, snapshots, terminal
from rlist.cli.options import AsJson


def backup(
    context: typer.Context,
    file: Annotated[str | None, typer.Argument(metavar="[FILE]", help="Where to.", show_default=False)] = None,
    list_: Annotated[bool, typer.Option("--list", help="Show the copies that there are.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE.")] = False,
    as_json: AsJson = False,
) -> None:
    """Copy the library into a file.

    Other commands may go on meanwhile. Without FILE the copy goes into the folder where rlist keeps those that it makes
    by itself, before the first change of a day and before what undo can't take back.

    $ rlist backup ~/reading-2026.db
    """
    from rlist.library import keeping

    run, how = invocation(context), look(context, as_json)
    folder = snapshots(context, run.settings())
    if list_:
        run.terminal.show(copies.backups(keeping.backups(folder), how))
        return
    with open_library(context) as library, run.terminal.progress() as tell:
        path = keeping.backup(library, folder, file, tell, overwrite=force)
    run.terminal.show(copies.backed_up(path, how))


def restore(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A copy of the library.")],
    as_json: AsJson = False,
) -> None:
    """Put a copy in the library's place.

    What is there is saved first, and the answer says how to get it back.

    $ rlist restore ~/reading-2026.db
    """
    from rlist.library import keeping

    settings = invocation(context).settings()
    done = keeping.restore(settings, snapshots(context, settings), file)
    terminal(context).show(copies.restored(done, file, look(context, as_json)))

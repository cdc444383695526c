"""The command that looks after the library's health: doctor."""

from typing import Annotated

import typer

from rlist.cli import findings
from rlist.cli.invocation import command_line, invocation, look, open_library, snapshots
from rlist.cli.options import AsJson
from rlist.errors import SomeFailed


def doctor(
    context: typer.Context,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can be mended, after a copy.")] = False,
    salvage: Annotated[
        str | None, typer.Option("--salvage", metavar="FILE", help="Put what can be read into a new library.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check the library, and mend it.

    It looks at the file, at what belongs together, the index of words and the log. --salvage is for a file that can't
    be opened any more; it stays as it is.

    $ rlist doctor --fix
    """
    from rlist.library import doctoring

    run, how = invocation(context), look(context, as_json)
    if salvage is not None:
        saved = doctoring.salvage(run.settings(), run.clock, salvage, command_line(context))
        run.terminal.show(findings.salvaged(saved, salvage, how))
        return
    with open_library(context) as library:
        copies = snapshots(context, run.settings())
        examined = doctoring.mend(library, copies, command_line(context)) if fix else doctoring.examine(library)
    run.terminal.show(findings.examined(examined, how))
    if not examined.is_sound:
        raise SomeFailed("something is wrong with the library", findings.advice(fixed=fix))

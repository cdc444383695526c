"""The command that gives the library to other programs: export."""

from typing import Annotated

import typer

from rlist.cli.completion import EXPORT_FORMATS, complete_export_format
from rlist.cli.files import check_overwritten, save
from rlist.cli.invocation import invocation, open_library, terminal
from rlist.cli.options import MaybeQuery

# Ways to name standard output for a file; where that goes into a file it mustn't be replaced by another one.
_STANDARD_OUTPUT = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def export(
    context: typer.Context,
    format_name: Annotated[
        str,
        typer.Argument(metavar="FORMAT", help=f"{', '.join(EXPORT_FORMATS)}.", autocompletion=complete_export_format),
    ],
    query: MaybeQuery = None,
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file.")] = None,
) -> None:
    """Write the items in another format.

    $ rlist export markdown tag:ssm -o reading.md
    """
    from rlist.library import exporting

    door = terminal(context)
    is_saved = bool(output) and output not in _STANDARD_OUTPUT
    if output and is_saved:
        check_overwritten(output, [str(invocation(context).settings().configuration)])
    with open_library(context) as library:
        text = exporting.export(library, format_name, query or ())
    if output and is_saved:
        save(output, text)
        door.say(f"wrote {output}")
    else:
        door.hand_over(text)

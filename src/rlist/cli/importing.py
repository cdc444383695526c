"""The command that brings in whole lists: import."""

from typing import TYPE_CHECKING, Annotated

import typer

from rlist.cli import accounts
from rlist.cli.completion import complete_lists
from rlist.cli.files import check_target, save
from rlist.cli.invocation import command_line, invocation, look, open_library, terminal
from rlist.cli.options import STANDARD_INPUT, AsJson, Tags
from rlist.cli.terminal import Terminal

if TYPE_CHECKING:
    from rlist.library import Library
    from rlist.library.importing import ImportReport


def import_(
    context: typer.Context,
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Files, folders, - for standard input, or seeds.")
    ],
    format_name: Annotated[
        str | None, typer.Option("--format", metavar="FORMAT", help="Don't recognise the format, take this one.")
    ] = None,
    list_name: Annotated[
        str | None, typer.Option("--list", metavar="NAME", help="Call the list so.", autocompletion=complete_lists)
    ] = None,
    tag: Tags = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would become of it, and change nothing.")
    ] = False,
    report: Annotated[
        str | None, typer.Option("--report", metavar="FILE", help="Write what became of each line there.")
    ] = None,
    lookup: Annotated[bool, typer.Option("--lookup", help="Look the metadata of the new items up.")] = False,
    as_json: AsJson = False,
) -> None:
    """Import reading lists; every line of them is accounted for.

    The same file again changes nothing, an edited one adds what is new. `seeds` are two lists to begin with.

    $ rlist import seeds
    $ rlist import reading-list.txt --tag papers --report account.tsv
    """
    from rlist.library import importing
    from rlist.library.sources import MOST_BYTES

    if report:
        check_target(report, [*paths, str(invocation(context).settings().configuration)])
    door = terminal(context)
    standard_input = door.read_input(MOST_BYTES) if STANDARD_INPUT in paths else None
    with open_library(context, create=True) as library:
        with door.progress() as progress:
            wishes = importing.ImportWishes(format_name, list_name, tag or (), dry_run, progress)
            done = importing.import_(library, paths, standard_input, wishes, command_line(context))
        door.show(accounts.imported(done, look(context, as_json)))
        if lookup and not dry_run:
            _look_up(context, library, done)
    _report(door, done, report)


def _report(door: Terminal, done: "ImportReport", report: str | None) -> None:
    """Save what became of each line, say what was odd; raises SomeFailed where a file couldn't be read."""
    from rlist.library.importing import written_report

    if report:
        save(report, written_report(done.files))
    for problem in accounts.problems(done):
        door.say(problem)
    if done.failures:
        raise accounts.failure(done)


def _look_up(context: typer.Context, library: "Library", done: "ImportReport") -> None:
    """Look up the metadata of the items that the import has made."""
    from rlist.cli.looking_up import look_up_added
    from rlist.library.importing import new_ids

    if ids := new_ids(done.files):
        look_up_added(context, library, ids, told=True)

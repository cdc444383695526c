"""The command that says what the library adds up to: stats."""

import typer

from rlist.cli.invocation import look, open_library, terminal
from rlist.cli.options import AsJson, MaybeQuery
from rlist.cli.statistics import statistics


def stats(context: typer.Context, query: MaybeQuery = None, as_json: AsJson = False) -> None:
    """Show what there is, what was read, and what is left.

    A QUERY narrows it. How long things take to read is estimated by kind: `rlist config minutes.paper 90`.

    $ rlist stats tag:ssm
    """
    from rlist.library.counting import summary

    with open_library(context) as library:
        counted = summary(library, query or ())
    terminal(context).show(statistics(counted, look(context, as_json)))

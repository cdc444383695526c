"""The command that shows what is near: related."""

from typing import Annotated

import typer

from rlist.cli import render
from rlist.cli.invocation import empty_document, look, open_library, terminal
from rlist.cli.options import AsJson, Id, MaybeQuery

# How many items are shown, unless it is told.
_SHOWN = 10


def related(
    context: typer.Context,
    item: Id,
    query: MaybeQuery = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, metavar="N", help="Show so many at most.")] = _SHOWN,
    why: Annotated[bool, typer.Option("--why", help="Show what the score is made of.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the items nearest to one, and why.

    They share rare words of title and abstract, authors, tags or a section with it. A QUERY narrows them.

    $ rlist related 12 status:unread -n 5
    """
    from rlist.library import relating

    with open_library(context) as library, empty_document(context, as_json):
        found = relating.related(library, item, query or (), count=limit)
    terminal(context).show(render.suggestions(found, look(context, as_json), why=why, single=False))

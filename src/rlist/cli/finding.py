"""Commands that find things again: list, search, show, open, lists."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from rlist.cli import render
from rlist.cli.completion import complete_sort
from rlist.cli.details import details
from rlist.cli.invocation import empty_document, limit_or_page, look, open_library, terminal
from rlist.cli.options import AsJson, Ids, Limit, MaybeQuery, Query

if TYPE_CHECKING:
    from rlist.cli.terminal import Look
    from rlist.library.finding import Page

# How much `rlist` alone shows of what is new.
_NEWEST = 5


def list_(
    context: typer.Context,
    query: MaybeQuery = None,
    sort: Annotated[
        str | None,
        typer.Option("--sort", "-s", metavar="KEY", help="Sort by this field.", autocompletion=complete_sort),
    ] = None,
    reverse: Annotated[bool, typer.Option("--reverse", "-r", help="The other way round.")] = False,
    limit: Limit = None,
    as_json: AsJson = False,
) -> None:
    """List the items that are unread or being read.

    With `status:` in the QUERY those with that status.

    $ rlist list tag:ssm -tag:old --sort year
    """
    from rlist.library.finding import list_items

    how = look(context, as_json)
    with open_library(context) as library:
        page = list_items(library, query or (), sort=sort, reverse=reverse, limit=limit_or_page(limit, how))
        _show_page(context, page, how)


def search(
    context: typer.Context,
    query: Query,
    limit: Limit = None,
    exact: Annotated[bool, typer.Option("--exact", help="Only the words as they are typed; rank all.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say how the QUERY is understood.")] = False,
    as_json: AsJson = False,
) -> None:
    """Search all items, the best match first.

    All words must match, in any form: `model` finds models too. Behind them come other ways to say it: `ssm` finds
    state space models. The place that matched is shown, and why where that isn't plain.

    $ rlist search "state space" author:gu year:2023..
    """
    from rlist.library import searching

    how = look(context, as_json)
    with open_library(context) as library:
        if explain:
            terminal(context).say(searching.explain(library, query, exact=exact))
        with empty_document(context, as_json):
            page = searching.search_items(library, query, limit=limit_or_page(limit, how), exact=exact)
        _show_page(context, page, how)


def _show_page(context: typer.Context, page: "Page", how: "Look") -> None:
    for note in filter(None, (*page.hints, render.instead(page))):
        terminal(context).say(note)
    terminal(context).show_all(render.hits(page.hits, how))
    if note := render.rest(page, how):
        terminal(context).say(note)


def show(context: typer.Context, ids: Ids, as_json: AsJson = False) -> None:
    """Show everything about an item.

    $ rlist show 12
    """
    from rlist.library import naming

    with open_library(context) as library:
        items = naming.show(library, ids)
        sources = naming.field_sources(library, items)
    single = len(items) == len(ids) == 1
    terminal(context).show(details(items, look(context, as_json), single=single, sources=sources))


def open_(
    context: typer.Context,
    ids: Ids,
    pdf: Annotated[bool, typer.Option("--pdf", help="Open the PDF.")] = False,
) -> None:
    """Open an item in the browser.

    $ rlist open 12 --pdf
    """
    open_items(context, ids, pdf=pdf, tell=terminal(context).show)


def open_items(context: typer.Context, ids: list[str], *, pdf: bool, tell: Callable[[str], None]) -> None:
    """Open items in the browser and `tell` of each; where there is no browser the address is told."""
    from rlist.library.opening import to_open

    door = terminal(context)
    with open_library(context) as library:
        chosen = to_open(library, ids, pdf=pdf)
    for item, address in chosen:
        if door.browse(address, is_checked=True):
            tell(render.opened(item, address))
        else:
            door.say("there is no browser to open it in; this is the address")
            tell(address)


def lists(context: typer.Context, as_json: AsJson = False) -> None:
    """Show the lists, with how much of each is read.

    $ rlist lists
    """
    from rlist.library.listing import find_lists

    with open_library(context) as library:
        found = find_lists(library)
    names = ("name", "items", "unread", "reading", "done", "dropped")
    rows = [[getattr(summary, name) for name in names] for summary in found]
    terminal(context).show(render.table(names, rows, look(context, as_json), long_columns=(0,)))


def front_page(context: typer.Context, as_json: bool) -> None:
    """What is being read, what is new, and what to do next."""
    from rlist.library.finding import list_items

    how = look(context, as_json)
    with open_library(context) as library:
        reading = list_items(library, ["status:reading"], sort="updated", limit=_NEWEST)
        newest = list_items(library, ["status:unread"], sort="added", limit=_NEWEST)
        terminal(context).show_all(render.hits([*reading.hits, *newest.hits], how))
    terminal(context).say(render.what_next(reading, newest))

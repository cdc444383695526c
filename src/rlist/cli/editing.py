"""The command that changes what is known of an item: edit."""

from typing import TYPE_CHECKING, Annotated

import typer

from rlist.cli import render
from rlist.cli.invocation import command_line, look, open_library, terminal
from rlist.cli.options import AsJson, Id

if TYPE_CHECKING:
    from rlist.library import Library
    from rlist.library.reading import Change


def edit(
    context: typer.Context,
    item: Id,
    title: Annotated[str | None, typer.Option("--title", metavar="TEXT", help="Its title.")] = None,
    authors: Annotated[
        str | None, typer.Option("--authors", metavar="NAMES", help="Its authors, a semicolon between them.")
    ] = None,
    year: Annotated[str | None, typer.Option("--year", metavar="YEAR", help="When it came out.")] = None,
    venue: Annotated[str | None, typer.Option("--venue", metavar="TEXT", help="Where it came out.")] = None,
    abstract: Annotated[str | None, typer.Option("--abstract", metavar="TEXT", help="Its abstract.")] = None,
    urls: Annotated[
        list[str] | None, typer.Option("--url", metavar="ADDRESS", help="Its address; can be repeated.")
    ] = None,
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help="paper, article, video, code, …")] = None,
    status: Annotated[
        str | None, typer.Option("--status", metavar="STATUS", help="unread, reading, done or dropped.")
    ] = None,
    priority: Annotated[str | None, typer.Option("--priority", metavar="PRIORITY", help="low, medium or high.")] = None,
    rating: Annotated[str | None, typer.Option("--rating", metavar="1..5", help="Your rating.")] = None,
    citekey: Annotated[str | None, typer.Option("--citekey", metavar="KEY", help="Its key in BibTeX.")] = None,
    tags: Annotated[
        str | None, typer.Option("--tags", metavar="TAGS", help="All its tags, a semicolon between them.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Change what is known of an item.

    Without an option its fields open in the editor, as TOML. An empty value takes a field away.

    $ rlist edit 12 --year 2024 --venue COLM
    """
    from rlist.library import editing

    # Every parameter but these two is a field, under the name that it has in the library.
    fields = {name: value for name, value in context.params.items() if name not in {"item", "as_json"}}
    given = {name: value for name, value in fields.items() if value not in (None, ())}
    with open_library(context) as library:
        line = command_line(context)
        change = editing.edit(library, item, given, line) if given else _edited(context, library, item)
    terminal(context).show(render.changes("edit", [change], look(context, as_json)))


def _edited(context: typer.Context, library: "Library", argument: str) -> "Change":
    from rlist.library import editing

    item = editing.get_item(library, argument)

    def take(text: str) -> "Change":
        return editing.edit_text(library, item, text, command_line(context))

    return terminal(context).edit(editing.to_toml(item), f"item-{item.id}.toml", take)

"""The command about saved queries: view."""

from typing import TYPE_CHECKING, Annotated

import typer

from rlist.cli import render
from rlist.cli.completion import complete_view
from rlist.cli.invocation import command_line, look, open_library, terminal
from rlist.cli.options import AsJson
from rlist.errors import WrongUsage

if TYPE_CHECKING:
    from rlist.library import Library
    from rlist.model.view import View


def view(
    context: typer.Context,
    action: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[save NAME QUERY...|rm NAME]",
            help="Save a QUERY under a name, or forget it.",
            autocompletion=complete_view,
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the saved queries; save or remove one.

    `view:NAME` stands for it in every QUERY: `rlist list view:short`.

    $ rlist view save short kind:article,thread -tag:later
    """
    from rlist.library import views

    how = look(context, as_json)
    with open_library(context, create=(action or [])[:1] == ["save"]) as library:
        if action:
            answer = render.view_changed(*_change(library, action, command_line(context)), how)
        else:
            answer = render.table(("name", "query"), views.views(library), how, long_columns=(1,))
    terminal(context).show(answer)


def _change(library: "Library", action: list[str], line: str) -> "tuple[str, View]":
    from rlist.library import views

    match action:
        case ["save", name, *words] if words:
            return "saved", views.save_view(library, name, words, line)
        case ["rm", name]:
            return "removed", views.remove_view(library, name, line)
        case [name] if name not in ("save", "rm"):
            raise WrongUsage(f"`rlist view` can't be told {name!r}", f"`rlist list view:{name}` lists what it finds")
    raise WrongUsage(f"`rlist view` can't be told {' '.join(action)!r}", "it takes save NAME QUERY or rm NAME")

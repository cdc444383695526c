"""The command that adds things one by one: add."""

from typing import TYPE_CHECKING, Annotated

import typer

from rlist.cli import render
from rlist.cli.completion import complete_lists
from rlist.cli.invocation import command_line, look, open_library, terminal
from rlist.cli.options import STANDARD_INPUT, AsJson, NoteText, Tags
from rlist.cli.terminal import Terminal
from rlist.model.item import LookupState, Priority, Status

if TYPE_CHECKING:
    from rlist.library import Library
    from rlist.library.collecting import Addition


def add(
    context: typer.Context,
    what: Annotated[
        list[str], typer.Argument(metavar="WHAT...", help="An address, a DOI, an arXiv id, or a title; - reads lines.")
    ],
    tag: Tags = None,
    note: NoteText = None,
    title: Annotated[str | None, typer.Option("--title", metavar="TEXT", help="Its title.")] = None,
    priority: Annotated[Priority | None, typer.Option("--priority", help="How much you want to read it.")] = None,
    status: Annotated[Status | None, typer.Option("--status", help="How far you are with it.")] = None,
    list_name: Annotated[
        str | None, typer.Option("--list", metavar="NAME", help="Put it on this list.", autocompletion=complete_lists)
    ] = None,
    no_lookup: Annotated[bool, typer.Option("--no-lookup", help="Don't look its metadata up.")] = False,
    as_json: AsJson = False,
) -> None:
    """Add things to read: addresses, DOIs, arXiv ids, titles, files.

    What is there already gains the tags, the note and what else you say of it. A title that begins with - goes
    after --.

    $ rlist add https://arxiv.org/abs/2312.00752 --tag ssm
    $ rlist add "The Art of Computer Programming" --priority high
    """
    from rlist.library.collecting import Wishes
    from rlist.library.collecting import add as add_references

    wishes = Wishes(tag or (), note, title, priority, status, list_name, not no_lookup)
    with open_library(context, create=True) as library:
        added = add_references(library, _references(terminal(context), what), wishes, command_line(context))
        if not no_lookup:
            added = _looked_up(context, library, added)
    terminal(context).show(render.additions(added, look(context, as_json)))


def _looked_up(context: typer.Context, library: "Library", added: "list[Addition]") -> "list[Addition]":
    """The items as they are once their metadata are looked up, those that have none yet."""
    from rlist.cli.looking_up import look_up_added

    wanting = [one.item.id for one in added if one.item.lookup.state is LookupState.QUEUED]
    outcomes = look_up_added(context, library, list(dict.fromkeys(wanting))).outcomes if wanting else ()
    items = {outcome.looked_up: outcome.item for outcome in outcomes}
    return [one._replace(item=items.get(one.item.id, one.item)) for one in added]


def _references(door: Terminal, what: list[str]) -> list[str]:
    """`what`, with the lines of standard input in the place of `-`."""
    references: list[str] = []
    for word in what:
        if word == STANDARD_INPUT:
            references += [line for line in door.read_text().splitlines() if line.strip()]
        else:
            references.append(word)
    return references

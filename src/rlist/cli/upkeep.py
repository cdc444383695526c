"""Commands that keep rlist itself in order: config."""

from typing import Annotated

import typer

from rlist.cli import render
from rlist.cli.completion import complete_setting
from rlist.cli.invocation import invocation, look
from rlist.cli.options import AsJson


def config(
    context: typer.Context,
    key: Annotated[
        str | None,
        typer.Argument(metavar="[KEY]", help="A setting.", autocompletion=complete_setting, show_default=False),
    ] = None,
    value: Annotated[
        str | None, typer.Argument(metavar="[VALUE]", help='What it becomes; "" forgets it.', show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the configuration, or change it.

    $ rlist config database ~/reading.db
    """
    from rlist.library import upkeep

    run, how = invocation(context), look(context, as_json)
    settings = run.settings()
    if key is None:
        answer = render.settings(settings.database, settings.configuration, upkeep.configuration(settings), how)
    elif value is None:
        answer = render.setting(key, upkeep.get_value(settings, key), how)
    else:
        upkeep.set_value(settings, key, value)
        answer = render.setting(key, value or None, how)
    run.terminal.show(answer)
    for key in upkeep.unknown_keys(settings):
        run.terminal.say(f"{settings.configuration} has {key}, and there is no such setting")

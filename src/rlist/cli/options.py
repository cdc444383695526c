"""The options that commands share, and how a command tells options from words."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperOption

from rlist.cli.completion import (
    COLORS,
    complete_color,
    complete_ids,
    complete_query,
    complete_tags,
)
from rlist.cli.invocation import Invocation
from rlist.errors import WrongUsage

# What stands for standard input in place of a text or a file.
STANDARD_INPUT = "-"


class RlistCommand(TyperCommand):
    """A command of rlist. With `has_words` it takes a QUERY or tags, whose words may begin with `-` or `+`."""

    has_words = False

    def get_help_option(self, ctx: Any) -> Any:
        """The option that prints the help, through the door of all answers."""
        return through_the_door(super().get_help_option(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options; the words go behind `--`, where Typer leaves them as they are."""
        options, words = separate(args, self._options(ctx), self.has_words)
        return super().parse_args(ctx, [*options, "--", *words] if words else options)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """What the shell offers for `-` and what comes behind it: options, and words that begin so."""
        offers = super().shell_complete(ctx, incomplete)
        for parameter in self.get_params(ctx) if self.has_words else ():
            if isinstance(parameter, TyperArgument):
                offers += parameter.shell_complete(ctx, incomplete)
        return offers

    def _options(self, ctx: Any) -> dict[str, bool]:
        return {
            name: not parameter.is_flag
            for parameter in self.get_params(ctx)
            if isinstance(parameter, TyperOption)
            for name in (*parameter.opts, *parameter.secondary_opts)
        }


def through_the_door(help_option: Any) -> Any:
    """`help_option` with its text printed as answers are: Typer's own printing knows of no full disk."""
    if help_option is not None:
        help_option.callback = _show_help
    return help_option


def _show_help(ctx: Any, parameter: Any, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        ctx.obj.terminal.show(ctx.get_help())
        ctx.exit()


def separate(arguments: Sequence[str], options: Mapping[str, bool], has_words: bool) -> tuple[list[str], list[str]]:
    """`arguments` as options with their values, and words; `options` says of each name whether it takes a value.

    An option is `--name`, `--name=value`, `-n`, or `-n3` where `-n` takes a value. With `has_words` whatever else
    begins with `-` is a word (`-note:x` isn't `-n ote:x`), but for `--`: a misspelt option is no search. What has a
    blank in it is no option ever, and behind `--` there are words only.
    """
    chosen: list[str] = []
    words: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        name = argument.partition("=")[0]
        if argument == "--":
            words += rest
        elif argument in options:
            chosen.append(argument)
            if options[argument]:
                chosen += [value for value in [next(rest, None)] if value is not None]
        elif argument == "-" or not argument.startswith("-") or any(map(str.isspace, name)):
            words.append(argument)
        elif not has_words or name.startswith("--") or (options.get(name[:2]) and name[2:].isdigit()):
            chosen.append(argument)
        else:
            words.append(argument)
    return chosen, words


def _remember_database(context: typer.Context, value: str | None) -> None:
    if value is not None and isinstance(context.obj, Invocation):
        context.obj.database = value


def _remember_color(context: typer.Context, value: str | None) -> None:
    if value is not None and isinstance(context.obj, Invocation):
        if value not in COLORS:
            raise WrongUsage(f"--color is one of {', '.join(COLORS)}, not {value!r}")
        context.obj.terminal.color = value


Database = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="FILE",
        expose_value=False,
        callback=_remember_database,
        help="The library, in place of $RLIST_DB or the usual one.",
    ),
]
Color = Annotated[
    str | None,
    typer.Option(
        "--color",
        metavar="WHEN",
        expose_value=False,
        callback=_remember_color,
        autocompletion=complete_color,
        help="auto, always or never.",
    ),
]

_ID_HELP = "A number, a range (8-12), an arXiv id, a DOI, an address, or words of one title."
Id = Annotated[str, typer.Argument(metavar="ID", help=_ID_HELP, autocompletion=complete_ids, show_default=False)]
Ids = Annotated[
    list[str], typer.Argument(metavar="ID...", help=_ID_HELP, autocompletion=complete_ids, show_default=False)
]
MaybeIds = Annotated[
    list[str] | None, typer.Argument(metavar="[ID]...", help=_ID_HELP, autocompletion=complete_ids, show_default=False)
]
MaybeId = Annotated[
    str | None, typer.Argument(metavar="[ID]", help=_ID_HELP, autocompletion=complete_ids, show_default=False)
]

_QUERY_HELP = 'Words, "a phrase", -word, OR, and fields like tag:ml, status:unread, year:2022..2024.'
Query = Annotated[
    list[str], typer.Argument(metavar="QUERY...", help=_QUERY_HELP, autocompletion=complete_query, show_default=False)
]
MaybeQuery = Annotated[
    list[str] | None,
    typer.Argument(metavar="[QUERY]...", help=_QUERY_HELP, autocompletion=complete_query, show_default=False),
]

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Limit = Annotated[
    int | None,
    typer.Option("--limit", "-n", min=0, metavar="N", help="Show so many at most; 0 for all.", show_default=False),
]
Tags = Annotated[
    list[str] | None,
    typer.Option("--tag", "-t", metavar="TAG", help="Give it this tag; can be repeated.", autocompletion=complete_tags),
]
NoteText = Annotated[str | None, typer.Option("--note", metavar="TEXT", help="Put a note on it.")]
Rating = Annotated[int | None, typer.Option("--rating", metavar="1..5", help="Rate it.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")]

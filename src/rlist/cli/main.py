"""From the command line to the exit status: finds the command, builds that one alone, catches what goes wrong."""

import inspect
import os
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from rlist import __version__
from rlist.cli.invocation import Invocation, local_time
from rlist.cli.options import AsJson, Color, Database, RlistCommand, through_the_door
from rlist.cli.terminal import Terminal, clean
from rlist.errors import RlistError, WrongUsage


class CommandRow(NamedTuple):
    """Where a command's function is, and its line in `rlist --help`, so that the help imports none of them.

    `has_words` says that it takes a QUERY or tags, which may begin with `-`.
    """

    topic: str
    module: str
    function: str
    help: str
    has_words: bool = False


COMMANDS: Mapping[str, CommandRow] = {
    "add": CommandRow("Collect", "collecting", "add", "Add things to read: addresses, DOIs, arXiv ids, titles, files."),
    "import": CommandRow(
        "Collect", "importing", "import_", "Import reading lists; every line of them is accounted for."
    ),
    "lookup": CommandRow("Collect", "looking_up", "lookup", "Look up title, authors, year, venue and abstract."),
    "next": CommandRow("Read", "reading", "next_", "Say what to read now, and why.", has_words=True),
    "open": CommandRow("Read", "finding", "open_", "Open an item in the browser."),
    "start": CommandRow("Read", "reading", "start", "Mark items as being read."),
    "done": CommandRow("Read", "reading", "done", "Mark items as read."),
    "drop": CommandRow("Read", "reading", "drop", "Mark items as dropped: not to be read after all."),
    "unread": CommandRow("Read", "reading", "unread", "Mark items as unread again."),
    "list": CommandRow("Find", "finding", "list_", "List the items that are unread or being read.", has_words=True),
    "search": CommandRow("Find", "finding", "search", "Search all items, the best match first.", has_words=True),
    "show": CommandRow("Find", "finding", "show", "Show everything about an item."),
    "lists": CommandRow("Find", "finding", "lists", "Show the lists, with how much of each is read."),
    "related": CommandRow("Find", "relating", "related", "Show the items nearest to one, and why.", has_words=True),
    "stats": CommandRow(
        "Find", "counting", "stats", "Show what there is, what was read, and what is left.", has_words=True
    ),
    "view": CommandRow("Find", "views", "view", "Show the saved queries; save or remove one.", has_words=True),
    "export": CommandRow("Find", "exporting", "export", "Write the items in another format.", has_words=True),
    "tag": CommandRow("Organise", "organising", "tag", "Give items tags, or take tags from them.", has_words=True),
    "tags": CommandRow("Organise", "organising", "tags", "Show the tags; rename, merge or remove one."),
    "note": CommandRow("Organise", "organising", "note", "Write a note on an item."),
    "edit": CommandRow("Organise", "editing", "edit", "Change what is known of an item."),
    "merge": CommandRow("Organise", "organising", "merge", "Join items that are one work."),
    "rm": CommandRow("Organise", "organising", "rm", "Remove items from the library."),
    "undo": CommandRow("Keep", "history", "undo", "Take back the last step, whatever it was."),
    "log": CommandRow("Keep", "history", "log", "Show what was done, the newest first."),
    "backup": CommandRow("Keep", "keeping", "backup", "Copy the library into a file."),
    "restore": CommandRow("Keep", "keeping", "restore", "Put a copy in the library's place."),
    "doctor": CommandRow("Keep", "doctoring", "doctor", "Check the library, and mend it."),
    "config": CommandRow("Keep", "upkeep", "config", "Show the configuration, or change it."),
}

# The exit status after Ctrl-C, as shells give it.
_INTERRUPTED = 130

# What other programs call it.
_OTHER_NAMES = {
    "ls": "list",
    "find": "search",
    "info": "show",
    "read": "done",
    "finish": "done",
    "delete": "rm",
    "remove": "rm",
    "join": "merge",
    "untag": "tag ID -TAG",
    "redo": "undo --redo",
    "skip": "next --skip ID",
    "history": "log",
    "help": "--help",
    "version": "--version",
}


def build(name: str, shared: Sequence[Any] = ()) -> RlistCommand:
    """The command of that name, from its function; `shared` are the group's parameters that it takes as well."""
    row = COMMANDS[name]
    function = getattr(import_module(f"rlist.cli.{row.module}"), row.function)
    text, _, examples = inspect.cleandoc(function.__doc__ or "").partition("\n\n$ ")
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, cls=RlistCommand, help=text, epilog=_example(examples))(function)
    command = typer.main.get_command(app)
    assert isinstance(command, RlistCommand)
    command.has_words = row.has_words
    command.params.extend(shared)
    return command


def _example(lines: str) -> str:
    # \b keeps Typer from filling the lines into a paragraph.
    return f"\b\nExample:\n$ {lines}".replace("\n$", "\n  $")


class RlistGroup(TyperGroup):
    """The command `rlist`: knows the names and help lines of its commands and builds the one that is asked for."""

    def get_help_option(self, ctx: Any) -> Any:
        """The option that prints the help, through the door of all answers."""
        return through_the_door(super().get_help_option(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | None:
        """The command with its help line alone, for the shell's completion; None where there is none."""
        row = COMMANDS.get(cmd_name)
        return row and TyperCommand(cmd_name, short_help=row.help, rich_markup_mode=None)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command's name, the command, and the arguments for it; an address alone is for `add`."""
        name = args[0]
        if name not in COMMANDS:
            if ctx.resilient_parsing:
                return None, None, args[1:]
            if not _is_reference(name):
                raise WrongUsage(f"there is no command {name!r}", _suggestion(name))
            args = ["add", *args]
        shared = [parameter for parameter in self.params if parameter.name in ("db", "color")]
        if isinstance(ctx.obj, Invocation):
            ctx.obj.command = shlex.join(args)
        return args[0], build(args[0], shared), args[1:]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands by topic, without importing any of them."""
        for topic in dict.fromkeys(row.topic for row in COMMANDS.values()):
            with formatter.section(topic):
                formatter.write_dl([(name, row.help) for name, row in COMMANDS.items() if row.topic == topic])


def _is_reference(word: str) -> bool:
    from rlist.model.identity import read_reference

    return read_reference(word) is not None


def _suggestion(name: str) -> str:
    if name in _OTHER_NAMES:
        return f"did you mean `rlist {_OTHER_NAMES[name]}`?"
    close = get_close_matches(name, COMMANDS, n=1)
    if close:
        return f"did you mean `rlist {close[0]}`?"
    return f'`rlist add "{name}"` adds a title, `rlist --help` lists the commands'


def _print_version(context: typer.Context, value: bool) -> None:
    if value:
        context.obj.terminal.show(f"rlist {__version__}")
        raise typer.Exit


def _rlist(
    context: typer.Context,
    db: Database = None,
    color: Color = None,
    as_json: AsJson = False,
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Print the version.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """A reading tracker: takes any messy list, loses nothing, says what to read next.

    Without a command it shows what is being read and what is new; with an address it adds that.
    """
    if context.invoked_subcommand is None:
        from rlist.cli.finding import front_page

        front_page(context, as_json)
    elif as_json:
        raise WrongUsage("--json goes behind the command", f"`rlist {context.invoked_subcommand} --json`")


def build_group(*, add_completion: bool = True) -> TyperGroup:
    """The command `rlist` with everything that belongs to no single command."""
    app = typer.Typer(
        cls=RlistGroup,
        add_completion=add_completion,
        invoke_without_command=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog=_example("rlist import seeds\n$ rlist next"),
    )
    app.callback()(_rlist)
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    return group


def main(
    arguments: Sequence[str],
    *,
    environment: Mapping[str, str] = os.environ,
    clock: Callable[[], datetime] = local_time,
) -> int:
    """Do what `arguments` say, on the standard streams, and return the exit status; no error leaves it."""
    terminal = Terminal(sys.stdin, sys.stdout, sys.stderr, environment)
    invocation = Invocation(environment, clock, terminal)
    # The options that install completion, and the shell's own questions, come before any command.
    add_completion = not arguments or arguments[0].startswith("-")
    try:
        status = build_group(add_completion=add_completion).main(
            list(arguments), prog_name="rlist", standalone_mode=False, obj=invocation
        )
    except RlistError as error:
        status = _report(terminal, error)
    except typer.TyperException as error:
        hint = f"`{' '.join(['rlist', *invocation.command.split()[:1]])} --help` shows how it is used"
        status = _report(terminal, WrongUsage(error.format_message().rstrip("."), hint))
    except (KeyboardInterrupt, typer.Abort):
        status = _INTERRUPTED
    except SystemExit as error:
        status = error.code
    if status == _INTERRUPTED:
        terminal.say("interrupted")
    try:
        terminal.flush()
    except RlistError as error:
        status = _report(terminal, error)
    return status if isinstance(status, int) else 0


def _report(terminal: Terminal, error: RlistError) -> int:
    """Say what went wrong, and what to do in the same line; below it what there is to choose from."""
    hint = f"; {clean(error.hint)}" if error.hint else ""
    terminal.say("\n  ".join([f"rlist: {clean(error.message)}{hint}", *map(clean, error.lines)]))
    return error.exit_status

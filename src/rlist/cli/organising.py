"""Commands that put things in order: tag, tags, note, merge, rm."""

from typing import TYPE_CHECKING, Annotated

import typer

from rlist.cli import details, render
from rlist.cli.completion import complete_ids, complete_tagging, complete_tags_action
from rlist.cli.invocation import command_line, look, open_library, terminal
from rlist.cli.options import STANDARD_INPUT, AsJson, Id, Ids, Yes
from rlist.cli.terminal import clean
from rlist.errors import WrongUsage

if TYPE_CHECKING:
    from rlist.library import Library
    from rlist.library.reading import Change
    from rlist.model.item import Item

# More items than this aren't removed unasked, though `undo` brings them back.
_REMOVED_UNASKED = 20


def tag(
    context: typer.Context,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="ID... +TAG -TAG", help="Items, and tags to give and to take.", autocompletion=complete_tagging
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Give items tags, or take tags from them.

    $ rlist tag 3 5 8-12 +ml -todo
    """
    from rlist.library.organising import retag

    with open_library(context) as library:
        changes = retag(library, words, command_line(context))
    terminal(context).show(render.changes("tag", changes, look(context, as_json)))


def tags(
    context: typer.Context,
    action: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[rename A B|merge A B|rm A]", help="What to do with a tag.", autocompletion=complete_tags_action
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the tags; rename, merge or remove one.

    $ rlist tags
    $ rlist tags merge nlp NLP
    """
    from rlist.library import organising

    how = look(context, as_json)
    with open_library(context) as library:
        if action:
            answer = render.acted(*_change_tags(library, action, command_line(context)), how)
        else:
            rows = [[row.name, row.items, row.open] for row in organising.tags(library)]
            answer = render.table(("name", "items", "open"), rows, how, long_columns=(0,))
    terminal(context).show(answer)


def _change_tags(library: "Library", action: list[str], line: str) -> "tuple[str, list[Item]]":
    from rlist.library import organising

    match action:
        case ["rename", old, new]:
            return "tagged", organising.rename_tag(library, old, new, line)
        case ["merge", source, target]:
            return "tagged", organising.merge_tags(library, source, target, line)
        case ["rm", name]:
            return "untagged", organising.remove_tag(library, name, line)
    raise WrongUsage(f"`rlist tags` can't be told {' '.join(action)!r}", "it takes rename A B, merge A B or rm A")


def note(
    context: typer.Context,
    item: Id,
    text: Annotated[
        str | None,
        typer.Argument(metavar="[TEXT]", help="The note, in Markdown; - reads it; without it the editor opens."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a note on an item.

    $ rlist note 12 "read section 3 again"
    """
    door = terminal(context)
    with open_library(context) as library:
        if text is None:
            change = _note_from_editor(context, library, item)
        else:
            change = _take_note(context, library, item, door.read_text() if text == STANDARD_INPUT else text)
    if change is None:
        door.say("the note is empty, so nothing was changed")
    else:
        door.show(render.changes("note", [change], look(context, as_json)))


def _note_from_editor(context: typer.Context, library: "Library", argument: str) -> "Change | None":
    from rlist.library.editing import get_item

    item = get_item(library, argument)
    hint = f"<!-- A note on {item.id}, {clean(item.title)}. Nothing written is no note. -->\n"

    def take(written: str) -> "Change | None":
        return _take_note(context, library, str(item.id), written.replace(hint, ""))

    return terminal(context).edit(hint, f"note-{item.id}.md", take)


def _take_note(context: typer.Context, library: "Library", argument: str, text: str) -> "Change | None":
    from rlist.library.organising import add_note

    return add_note(library, argument, text, command_line(context)) if text.strip() else None


def merge(
    context: typer.Context,
    ids: Ids,
    keep: Annotated[
        str | None,
        typer.Option("--keep", metavar="ID", help="The item that stays, else the oldest.", autocompletion=complete_ids),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Join items that are one work.

    The oldest stays, with all that each of them has. `rlist list is:duplicate` shows what may be one, and
    `rlist undo` parts them again.

    $ rlist merge 12 40
    """
    from rlist.library import joining

    with open_library(context) as library:
        joined = joining.merge(library, ids, keep, command_line(context))
    terminal(context).show(details.joined(joined, look(context, as_json)))


def rm(context: typer.Context, ids: Ids, yes: Yes = False, as_json: AsJson = False) -> None:
    """Remove items from the library.

    `rlist undo` brings them back.

    $ rlist rm 12
    """
    from rlist.library import naming, organising

    door = terminal(context)
    with open_library(context) as library:
        count = len(naming.find_ids(library, ids))
        if count > _REMOVED_UNASKED and not yes and not door.ask(f"Remove {count} items?"):
            raise WrongUsage(f"the {count} items are kept", "--yes removes them without a question")
        removed = organising.remove(library, ids, command_line(context))
    door.show(render.acted("removed", removed, look(context, as_json)))

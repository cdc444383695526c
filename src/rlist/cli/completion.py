"""What the shell offers on TAB: items, tags, lists, fields of a query; fast, and silent when anything goes wrong."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from rlist.cli.invocation import open_library
from rlist.model.finding import SORT_KEYS
from rlist.model.item import Kind, Priority, Status

if TYPE_CHECKING:
    from rlist.library import Library

# How many items are offered: more than anybody looks through.
_OFFERED = 200
# What stands beside letters and digits in a name without meaning anything to a shell, to Rich, or to Typer's scripts.
_HARMLESS = " -_.,/+@%"
# Longer explanations are broken into lines, which zsh takes for further names.
_ABOUT_LENGTH = 60

# Those of `formats.registry`, which takes too long to load for a TAB.
EXPORT_FORMATS = ("markdown", "json", "bibtex", "csl-json", "ris", "csv", "html", "bookmarks", "atom")
COLORS = ("auto", "always", "never")


def _offers(context: typer.Context, incomplete: str, find: "Callable[[Library], list[tuple[str, str]]]") -> Any:
    """What `find` finds that begins with `incomplete`; nothing when anything goes wrong: completion has no voice.

    Some shells evaluate what they are offered. So a name with a character that could mean something to a shell isn't,
    and in the words that explain a name there is no such character.
    """
    try:
        with open_library(context, create=False) as library:
            found = find(library)
    except Exception:
        return []
    return [
        (name, _harmless(about)[:_ABOUT_LENGTH])
        for name, about in found
        if name.startswith(incomplete) and _harmless(name) == name
    ]


def _harmless(text: str) -> str:
    return "".join(letter if letter.isalnum() or letter in _HARMLESS else " " for letter in text)


def complete_ids(context: typer.Context, incomplete: str) -> Any:
    """The newest items whose numbers begin so, with their titles."""

    def find(library: "Library") -> list[tuple[str, str]]:
        from rlist.library.naming import titles

        return [(str(number), title) for number, title in titles(library, incomplete, _OFFERED)]

    return _offers(context, incomplete, find)


def complete_lists(context: typer.Context, incomplete: str) -> Any:
    """The names of the lists."""

    def find(library: "Library") -> list[tuple[str, str]]:
        from rlist.library.listing import list_names

        return _listed(list_names(library))

    return _offers(context, incomplete, find)


def complete_tags(context: typer.Context, incomplete: str) -> Any:
    """The names of the tags."""

    def find(library: "Library") -> list[tuple[str, str]]:
        from rlist.library.organising import tag_names

        return [(name, "") for name in tag_names(library, incomplete, _OFFERED)]

    return _offers(context, incomplete, find)


def complete_tagging(context: typer.Context, incomplete: str) -> Any:
    """Tags behind `+` or `-`, else items."""
    if incomplete[:1] in ("+", "-"):
        return [(f"{incomplete[0]}{name}", note) for name, note in complete_tags(context, incomplete[1:])]
    return complete_ids(context, incomplete)


def complete_views(context: typer.Context, incomplete: str) -> Any:
    """The names of the saved queries, with what they are."""

    def find(library: "Library") -> list[tuple[str, str]]:
        from rlist.library.views import views

        return [(view.name, view.query) for view in views(library)]

    return _offers(context, incomplete, find)


_FIELDS: Mapping[str, Callable[[typer.Context, str], Any]] = {
    "tag:": complete_tags,
    "list:": complete_lists,
    "status:": lambda context, incomplete: [(str(status), "") for status in Status],
    "kind:": lambda context, incomplete: [(str(kind), "") for kind in Kind],
    "priority:": lambda context, incomplete: [(str(priority), "") for priority in Priority],
    "view:": complete_views,
    "has:": lambda context, incomplete: _field_words("has"),
    "is:": lambda context, incomplete: _field_words("is"),
}


def complete_view(context: typer.Context, incomplete: str) -> Any:
    """What to do with a saved query, its name, the fields of the query to save."""
    match list(context.params.get("action") or ()):
        case []:
            return [(action, "") for action in ("save", "rm") if action.startswith(incomplete)]
        case ["save", _, *words]:
            return _query_offers(context, words, incomplete)
        case [_]:
            return complete_views(context, incomplete)
    return []


def _listed(names: Sequence[str]) -> list[tuple[str, str]]:
    return [(name, "") for name in names]


def _field_words(field: str) -> list[tuple[str, str]]:
    from rlist.library.finding import field_words

    return _listed(field_words(field))


def complete_tags_action(context: typer.Context, incomplete: str) -> Any:
    """What to do with a tag, then its name."""
    given = list(context.params.get("action") or ())
    if given:
        return complete_tags(context, incomplete)
    return _listed([action for action in ("rename", "merge", "rm") if action.startswith(incomplete)])


def complete_setting(context: typer.Context, incomplete: str) -> Any:
    """The keys of the configuration, with what they mean."""
    from rlist.library.upkeep import MEANINGS

    return [(key, _harmless(about)[:_ABOUT_LENGTH]) for key, about in MEANINGS.items() if key.startswith(incomplete)]


def complete_query(context: typer.Context, incomplete: str) -> Any:
    """Fields, and the values of those that have few."""
    return _query_offers(context, list(context.params.get("query") or ()), incomplete)


def _query_offers(context: typer.Context, words: list[str], incomplete: str) -> Any:
    name, colon = ["", "", *words][-2:]
    if colon == ":" and (complete := _FIELDS.get(f"{name.removeprefix('-')}:")):
        # Bash takes `tag:m` for three words, of which it completes the last.
        return complete(context, incomplete)
    minus = "-" if incomplete.startswith("-") else ""
    for field, complete in _FIELDS.items():
        if incomplete.removeprefix("-").startswith(field):
            value = incomplete.removeprefix("-").removeprefix(field)
            return [(f"{minus}{field}{name}", note) for name, note in complete(context, value)]
    return [(f"{minus}{field}", "") for field in _FIELDS]


def complete_sort(incomplete: str) -> list[str]:
    """The sort keys."""
    return [key for key in SORT_KEYS if key.startswith(incomplete)]


def complete_export_format(incomplete: str) -> list[str]:
    """The names of the formats that begin so."""
    return [name for name in EXPORT_FORMATS if name.startswith(incomplete)]


def complete_color() -> list[str]:
    """The values of --color."""
    return list(COLORS)

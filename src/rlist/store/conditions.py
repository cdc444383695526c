"""What the value of a field in a query means: a condition on an item, in SQL and in words.

A reader takes a Value and returns a Condition or raises BadValue. Its SQL speaks of the table `item`; where it comes to
NULL, the condition doesn't hold. Numbers and times are read in `query_ranges.py`.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, NamedTuple

from rlist.model.item import Status
from rlist.store.marks import tag_mark

if TYPE_CHECKING:
    from rlist.store.query_tree import Node

# 400 fields with so many values of three parameters each stay below the number that SQLite takes in a statement, 32766.
_MOST_PARTS = 20


class Value(NamedTuple):
    """What stands behind the colon; a quoted one is no list. `now` is aware, and days begin in its time zone.

    `expand` reads the saved query of a name; it raises BadValue.
    """

    text: str
    quoted: bool
    now: datetime
    today: date
    expand: Callable[[str], "Node"]


class Condition(NamedTuple):
    """What an item must be: `sql` with its `parameters`, and the same in `words`.

    Where `sql` gathers all items of the kind, `for_one` asks the same of a single item, with the same parameters.
    `marks` is a full-text expression for marks of which every such item has one. `twins` are the ids of items that are
    likely to be one work, by work: () until they are looked for in the library, None where the condition isn't on them.
    """

    field: str
    sql: str
    parameters: tuple[str | int, ...]
    words: str
    for_one: str = ""
    marks: str = ""
    twins: Sequence[Sequence[int]] | None = None


class BadValue(Exception):
    """A value that the field can't have; `at` counts the characters of the value from 0."""

    def __init__(self, message: str, hint: str | None = None, at: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.at = at


def parts(value: Value) -> Iterator[tuple[str, int]]:
    """The values between the commas, each with its place."""
    if value.quoted:
        yield value.text, 0
        return
    at = 0
    for count, part in enumerate(value.text.split(","), 1):
        if count > _MOST_PARTS:
            raise BadValue(f"more than {_MOST_PARTS} values", "write OR between several fields", at)
        if not part:
            raise BadValue("nothing beside the comma", "write the values as one,two", at)
        yield part, at
        at += len(part) + 1


def choice(column: str, names: Sequence[str]) -> Callable[[Value], Condition]:
    """A reader of one or several of `names`, or of `any`; the name `none` is for no value."""
    allowed = (*names, "any")

    def read(value: Value) -> Condition:
        chosen: dict[str, None] = {}
        for part, at in parts(value):
            if part.lower() not in allowed:
                raise BadValue(f"there is no {column} “{part}”", f"{column}: takes {', '.join(allowed)}", at)
            chosen[part.lower()] = None
        given = tuple(name for name in chosen if name not in ("any", "none"))
        tests = [f"item.{column} IN ({', '.join('?' * len(given))})"] if given else []
        tests += [f"item.{column} IS NULL"] if "none" in chosen else []
        tests += [f"item.{column} IS NOT NULL"] if "any" in chosen else []
        return Condition(column, " OR ".join(tests), given, f"{column} {' or '.join(chosen)}")

    return read


def has_tag(value: Value) -> Condition:
    """Items with one of the tags, or with a tag below it: `ml` also finds `ml/theory`."""
    names = [part for part, _ in parts(value)]
    # "0" comes right after "/": the range holds all that begins with the name and a slash.
    ranges = " OR ".join(["name = ? OR (name >= ? AND name < ?)"] * len(names))
    parameters = tuple(bound for name in names for bound in (name, f"{name}/", f"{name}0"))
    marks = " OR ".join(f'"{tag_mark(name)}"' for name in names)
    return Condition(
        "tag",
        f"item.id IN (SELECT item_id FROM tag WHERE {ranges})",
        parameters,
        f"tag {' or '.join(names)}",
        f"EXISTS (SELECT 1 FROM tag WHERE item_id = item.id AND ({ranges}))",
        marks=f"marks : ({marks})",
    )


def in_list(value: Value) -> Condition:
    """Items of the list with this name; if none has it, of the lists with these words in their names."""
    lists = "entry JOIN section ON section.id = section_id JOIN list ON list.id = list_id"
    named = """list.name = ? COLLATE NOCASE OR (
        instr(lower(list.name), lower(?)) AND NOT EXISTS (SELECT 1 FROM list WHERE name = ? COLLATE NOCASE))"""
    return _gathered("list", lists, named, (value.text,) * 3, f"list “{value.text}”")


def _gathered(field: str, table: str, test: str, parameters: tuple[str, ...], words: str) -> Condition:
    sql = f"item.id IN (SELECT item_id FROM {table} WHERE {test})"
    return Condition(
        field, sql, parameters, words, f"EXISTS (SELECT 1 FROM {table} WHERE item_id = item.id AND ({test}))"
    )


def _is_there(table: str, condition: str = "1") -> str:
    return f"EXISTS (SELECT 1 FROM {table} WHERE item_id = item.id AND {condition})"


_HAS = {
    "note": _is_there("note"),
    "url": _is_there("link"),
    "tag": _is_there("tag"),
    "list": _is_there("entry"),
    "section": _is_there("entry JOIN section ON section.id = section_id", "path <> ''"),
    "author": "item.authors <> ''",
    "id": _is_there("identifier"),
    "arxiv": _is_there("identifier", "scheme = 'arxiv'"),
    "doi": _is_there("identifier", "scheme = 'doi'"),
    "started": "item.started_at IS NOT NULL",
    "finished": "item.finished_at IS NOT NULL",
}
_HAS |= {name: f"item.{name} IS NOT NULL" for name in ("abstract", "venue", "year", "citekey", "priority", "rating")}
_TWIN = "duplicate"
_IS = {_TWIN: "item.id IN (SELECT value FROM json_each(?))"}


def has(value: Value) -> Condition:
    """Items that have one of these at all: a note, an address, an abstract, …"""
    return _either("has", _HAS, value)


def state(value: Value) -> Condition:
    """Items that are in one of these states: those of reading, or likely to be one work with another item."""
    statuses = {status.value: f"item.status = '{status.value}'" for status in Status}
    condition = _either("is", statuses | _IS, value)
    chosen = {part.lower() for part, _ in parts(value)}
    if _TWIN in chosen:
        condition = with_twins(condition, ())
    return condition._replace(field="status") if chosen & statuses.keys() else condition


def with_twins(condition: Condition, twins: Sequence[Sequence[int]]) -> Condition:
    """The condition on the twins of the library, which are these."""
    ids = [item_id for works in twins for item_id in works]
    return condition._replace(parameters=(str(ids),), twins=twins)


def words_of(field: str) -> list[str]:
    """The words that `has` and `is` take."""
    return [*_HAS] if field == "has" else [*(status.value for status in Status), *_IS]


def _either(name: str, tests: dict[str, str], value: Value) -> Condition:
    chosen: dict[str, None] = {}
    for part, at in parts(value):
        if part.lower() not in tests:
            raise BadValue(f"{name}: doesn't know “{part}”", f"{name}: takes {', '.join(tests)}", at)
        chosen[part.lower()] = None
    return Condition(name, " OR ".join(f"({tests[one]})" for one in chosen), (), f"{name} {' or '.join(chosen)}")

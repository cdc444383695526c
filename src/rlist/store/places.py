"""The places of entries in a list: their sections, positions and parents."""

from collections.abc import Mapping
from sqlite3 import Connection
from typing import NamedTuple

from rlist.store.lists import add_section
from rlist.store.rows import clean, lines, split_lines


class PlacedEntry(NamedTuple):
    """An entry by its own id; `section` is a path of headings, `position` counts from 1, `parent` is an item's id.

    `uid` and `title` are those of its item.
    """

    id: int
    item_id: int
    section: tuple[str, ...]
    position: int
    parent: int | None
    label: str | None
    text: str
    uid: str
    title: str


def entries_of(db: Connection, list_id: int) -> list[PlacedEntry]:
    """The entries of a list by position."""
    rows = db.execute(
        """
        SELECT entry.id, item_id, path, entry.position, parent_id, label, entry.text, uid, title
        FROM entry JOIN section ON section.id = section_id JOIN item ON item.id = item_id
        WHERE list_id = ? ORDER BY entry.position, entry.id""",
        (list_id,),
    )
    return [PlacedEntry(number, item_id, split_lines(path), *rest) for number, item_id, path, *rest in rows]


def place_entries(db: Connection, list_id: int, places: Mapping[int, PlacedEntry]) -> None:
    """Moves, numbers and words anew the entries with these ids of a list; a section that is missing is made."""
    sections = {
        path: number for number, path in db.execute("SELECT id, path FROM section WHERE list_id = ?", (list_id,))
    }
    for number, entry in places.items():
        path = lines(entry.section)
        if path not in sections:
            (sections[path],) = add_section(db, list_id, path)
        label = None if entry.label is None else clean(entry.label)
        db.execute(
            """
            UPDATE entry SET item_id = ?, section_id = ?, position = ?, parent_id = ?, label = ?, text = ?
            WHERE id = ?""",
            (entry.item_id, sections[path], entry.position, entry.parent, label, clean(entry.text), number),
        )

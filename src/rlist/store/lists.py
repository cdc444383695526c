"""Lists, their sections, and the texts that they brought."""

from collections.abc import Iterable, Sequence
from itertools import islice
from sqlite3 import Connection
from typing import NamedTuple

from rlist.model.item import Section
from rlist.store.rows import clean, fold, lines, split_lines

# Row by row, they take twice as long: see `bulk.py`.
_KEYS_OF_A_STATEMENT = 100


class ListRecord(NamedTuple):
    """A list: `source` is what it is known by, whatever its name: "title:Reading List", or the path of its file."""

    id: int
    name: str
    source: str


def find_list(db: Connection, source: str) -> ListRecord | None:
    """The list known by `source`, or None."""
    row = db.execute("SELECT id, name, source FROM list WHERE source = ?", (clean(source),)).fetchone()
    return None if row is None else ListRecord(*row)


def find_list_by_name(db: Connection, name: str) -> ListRecord | None:
    """The list of that name, or None."""
    row = db.execute("SELECT id, name, source FROM list WHERE name = ?", (fold(name),)).fetchone()
    return None if row is None else ListRecord(*row)


def add_list(db: Connection, name: str, source: str) -> ListRecord:
    """A new list; no other has its name or source."""
    values = (fold(name), clean(source))
    return ListRecord(
        *db.execute("INSERT INTO list (name, source) VALUES (?, ?) RETURNING id, name, source", values).fetchone()
    )


def know_by(db: Connection, known: ListRecord, source: str) -> ListRecord:
    """The list under another `source`, which no other list has."""
    db.execute("UPDATE list SET source = ? WHERE id = ?", (clean(source), known.id))
    return known._replace(source=clean(source))


def add_section(db: Connection, list_id: int, path: str) -> tuple[int]:
    """A section at the end of its list: the row of its id; `path` as in a row."""
    row: tuple[int] = db.execute(
        """
        INSERT INTO section (list_id, path, position, text)
        SELECT :list, :path, ifnull(max(position), 0) + 1, '' FROM section WHERE list_id = :list RETURNING id""",
        {"list": list_id, "path": path},
    ).fetchone()
    return row


def make_section(db: Connection, list_name: str, path: str) -> int:
    """The id of a section, made at the end of its list when it is missing, and so its list; `path` as in a row."""
    found = db.execute(
        "SELECT section.id FROM section JOIN list ON list.id = list_id WHERE list.name = ? AND path = ?",
        (list_name, path),
    ).fetchone()
    if found is None:
        record = find_list_by_name(db, list_name) or add_list(db, list_name, f"title:{list_name}")
        found = add_section(db, record.id, path)
    return int(found[0])


def last_position(db: Connection, list_id: int) -> int:
    """The position of the last entry of a list, 0 where it has none."""
    query = "SELECT ifnull(max(entry.position), 0) FROM entry JOIN section ON section.id = section_id WHERE list_id = ?"
    (last,) = db.execute(query, (list_id,)).fetchone()
    return int(last)


def save_sections(db: Connection, list_id: int, given: Sequence[Section]) -> None:
    """Makes the list's sections those `given`, in their order, with their texts.

    What the list had keeps its row; a section that isn't given any more keeps its text and comes last.
    """
    texts = {lines(section.path): clean(section.text) for section in given}
    stored = {path: number for number, path in _sections_of(db, list_id)}
    rest = [path for path in stored if path not in texts]
    for position, path in enumerate([*texts, *rest], 1):
        if path not in stored:
            db.execute(
                "INSERT INTO section (list_id, path, position, text) VALUES (?, ?, ?, ?)",
                (list_id, path, position, texts[path]),
            )
        else:
            db.execute(
                "UPDATE section SET position = ?, text = coalesce(?, text) WHERE id = ?",
                (position, texts.get(path), stored[path]),
            )


def sections(db: Connection) -> list[Section]:
    """The sections of all lists, in order; a list itself, path (), only where it has words of its own."""
    rows = db.execute(
        """
        SELECT name, path, text FROM section JOIN list ON list.id = list_id
        WHERE path <> '' OR text <> '' ORDER BY list_id, position, section.id"""
    )
    return [Section(name, split_lines(path), text) for name, path, text in rows]


def sections_of(db: Connection, record: ListRecord) -> list[Section]:
    """The sections of one list, in order, and the list itself, path ()."""
    query = "SELECT path, text FROM section WHERE list_id = ? ORDER BY position, id"
    return [Section(record.name, split_lines(path), text) for path, text in db.execute(query, (record.id,))]


def seen_keys(db: Connection, list_id: int) -> frozenset[str]:
    """The keys of all texts that the list ever brought."""
    return frozenset(key for (key,) in db.execute("SELECT text_key FROM seen WHERE list_id = ?", (list_id,)))


def add_seen(db: Connection, list_id: int, keys: Iterable[str]) -> None:
    """Remembers the keys of texts that the list brought; those that are known stay."""
    coming = iter(keys)
    while some := [clean(key) for key in islice(coming, _KEYS_OF_A_STATEMENT)]:
        marks = ", ".join(["(?, ?)"] * len(some))
        values = [value for key in some for value in (list_id, key)]
        db.execute(f"INSERT INTO seen (list_id, text_key) VALUES {marks} ON CONFLICT DO NOTHING", values)


def list_names(db: Connection) -> list[str]:
    """The names of the lists, in order."""
    return [name for (name,) in db.execute("SELECT name FROM list ORDER BY id")]


def _sections_of(db: Connection, list_id: int) -> list[tuple[int, str]]:
    return db.execute("SELECT id, path FROM section WHERE list_id = ? ORDER BY position, id", (list_id,)).fetchall()

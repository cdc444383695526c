"""Lists, their sections and the places of entries in them; what lists and tags add up to."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from rlist.model.item import Section
from rlist.store.rows import clean, fold, lines, split_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from sqlite3 import Connection

# Row by row, they take twice as long: see `bulk.py`.
_KEYS_OF_A_STATEMENT = 100


class ListRecord(NamedTuple):
    """A list: `source` is what it is known by, whatever its name: "title:Reading List", or the path of its file."""

    id: int
    name: str
    source: str


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


class ListSummary(NamedTuple):
    """A list with the number of its items, in all and by status."""

    name: str
    items: int
    unread: int
    reading: int
    done: int
    dropped: int


class TagCount(NamedTuple):
    """A tag with the number of its items, and of those that are unread or being read."""

    name: str
    items: int
    open: int


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


def make_section(db: Connection, list_name: str, path: str) -> int:
    """The id of a section, made at the end of its list when it is missing, and so its list; `path` as in a row."""
    found = db.execute(
        "SELECT section.id FROM section JOIN list ON list.id = list_id WHERE list.name = ? AND path = ?",
        (list_name, path),
    ).fetchone()
    if found is None:
        record = find_list_by_name(db, list_name) or add_list(db, list_name, f"title:{list_name}")
        found = _add_section(db, record.id, path)
    return int(found[0])


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
            (sections[path],) = _add_section(db, list_id, path)
        label = None if entry.label is None else clean(entry.label)
        db.execute(
            """
            UPDATE entry SET item_id = ?, section_id = ?, position = ?, parent_id = ?, label = ?, text = ?
            WHERE id = ?""",
            (entry.item_id, sections[path], entry.position, entry.parent, label, clean(entry.text), number),
        )


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


# How many items each list has, from indexes alone: its entries, less those of items that it has already.
ITEMS_OF_LISTS = """
    WITH surplus AS MATERIALIZED (
        SELECT list_id, count(*) - count(DISTINCT entry.item_id) AS entries
        FROM (SELECT item_id FROM entry GROUP BY item_id HAVING count(*) > 1) AS repeated
        CROSS JOIN entry ON entry.item_id = repeated.item_id JOIN section ON section.id = section_id GROUP BY list_id)
    SELECT list.id, name, ifnull(sum((SELECT count(*) FROM entry WHERE section_id = section.id)), 0)
        - ifnull((SELECT entries FROM surplus WHERE surplus.list_id = list.id), 0) AS items
    FROM list LEFT JOIN section ON section.list_id = list.id GROUP BY list.id ORDER BY list.id"""


def summaries(db: Connection) -> list[ListSummary]:
    """Each list, in order."""
    # Most items of a long list are unread: only the others are counted one by one.
    moved = db.execute(
        """
        SELECT list_id, status, count(DISTINCT item_id) FROM item INDEXED BY item_status
        CROSS JOIN entry ON item_id = item.id JOIN section ON section.id = section_id
        WHERE status IN ('reading', 'done', 'dropped') GROUP BY 1, 2"""
    )
    counts = {(list_id, status): count for list_id, status, count in moved}
    found = []
    for list_id, name, items in db.execute(ITEMS_OF_LISTS):
        others = [counts.get((list_id, status), 0) for status in ("reading", "done", "dropped")]
        found.append(ListSummary(name, items, items - sum(others), *others))
    return found


def list_names(db: Connection) -> list[str]:
    """The names of the lists, in order."""
    return [name for (name,) in db.execute("SELECT name FROM list ORDER BY id")]


def ids_with_tag(db: Connection, name: str) -> list[int]:
    """The ids, in order, of the items with this tag in whatever case."""
    rows = db.execute("SELECT item_id FROM tag WHERE name = ? ORDER BY item_id", (fold(name),))
    return [number for (number,) in rows]


def tag_counts(db: Connection) -> list[TagCount]:
    """Each tag, in the order of the alphabet and as it was first written."""
    # From indexes alone, and of the items one by one only those with a status that fewer have.
    rows = db.execute(
        """
        WITH closed AS MATERIALIZED (
            SELECT name, count(*) AS items FROM item INDEXED BY item_status CROSS JOIN tag ON item_id = item.id
            WHERE status IN ('done', 'dropped') GROUP BY name)
        SELECT name, count(*) AS items, (SELECT items FROM closed WHERE closed.name = tag.name), min(id)
        FROM tag GROUP BY name"""
    )
    counts = [TagCount(name, items, items - (closed or 0)) for name, items, closed, _ in rows]
    return sorted(counts, key=lambda count: count.name.casefold())


def tag_names(db: Connection, beginning: str, most: int) -> list[str]:
    """The first `most` tags, in the order of the alphabet, that begin so, whatever the case."""
    # Each is found behind the one before it in the index, however many items have it.
    rows = db.execute(
        """
        WITH RECURSIVE found (name) AS (
            SELECT min(name) FROM tag WHERE name >= :beginning
            UNION ALL SELECT (SELECT min(name) FROM tag WHERE name > found.name) FROM found WHERE name < :behind)
        SELECT name FROM found WHERE name < :behind LIMIT :most""",
        {"beginning": clean(beginning), "behind": f"{clean(beginning)}\U0010ffff", "most": most},
    )
    return [row[0] for row in rows]


def _sections_of(db: Connection, list_id: int) -> list[tuple[int, str]]:
    return db.execute("SELECT id, path FROM section WHERE list_id = ? ORDER BY position, id", (list_id,)).fetchall()


def _add_section(db: Connection, list_id: int, path: str) -> tuple[int]:
    row: tuple[int] = db.execute(
        """
        INSERT INTO section (list_id, path, position, text)
        SELECT :list, :path, ifnull(max(position), 0) + 1, '' FROM section WHERE list_id = :list RETURNING id""",
        {"list": list_id, "path": path},
    ).fetchone()
    return row

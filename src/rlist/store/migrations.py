"""The numbered steps that bring a library's schema from any released version to today's.

`user_version` counts the steps done. A step is plain SQL and knows nothing of `tables.py`, which moves on while a step
doesn't; a released step is never edited. The triggers of the log aren't part of a step: `changes.py` makes them from
the columns that the tables have after the last one.
"""

from __future__ import annotations

from collections.abc import Callable
from sqlite3 import Connection

_TABLES = (
    """
    CREATE TABLE item (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uid TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        title_key TEXT NOT NULL,
        kind TEXT NOT NULL
            CHECK (kind IN ('paper', 'article', 'video', 'code', 'thread', 'course', 'docs', 'book', 'other')),
        status TEXT NOT NULL CHECK (status IN ('unread', 'reading', 'done', 'dropped')),
        priority TEXT CHECK (priority IN ('low', 'medium', 'high')),
        rating INTEGER CHECK (rating BETWEEN 1 AND 5),
        authors TEXT NOT NULL,
        et_al BOOLEAN NOT NULL,
        year INTEGER,
        venue TEXT,
        abstract TEXT,
        citekey TEXT UNIQUE,
        added_at TEXT NOT NULL,
        started_at TEXT,
        finished_at TEXT,
        updated_at TEXT NOT NULL,
        lookup_state TEXT NOT NULL CHECK (lookup_state IN ('none', 'queued', 'found', 'uncertain', 'failed')),
        lookup_provider TEXT,
        lookup_score FLOAT,
        lookup_error TEXT
    )""",
    "CREATE INDEX item_status ON item (status)",
    # `next` takes the oldest unread items of each priority and kind from it.
    "CREATE INDEX item_next ON item (status, priority, kind, added_at)",
    "CREATE INDEX item_added ON item (added_at)",
    "CREATE INDEX item_finished ON item (finished_at) WHERE finished_at IS NOT NULL",
    "CREATE INDEX item_title_key ON item (title_key)",
    """
    CREATE TABLE list (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        source TEXT NOT NULL UNIQUE
    )""",
    """
    CREATE TABLE section (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        list_id INTEGER NOT NULL REFERENCES list (id) ON DELETE CASCADE,
        path TEXT NOT NULL,
        position INTEGER NOT NULL,
        text TEXT NOT NULL,
        UNIQUE (list_id, path)
    )""",
    """
    CREATE TABLE entry (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
        section_id INTEGER NOT NULL REFERENCES section (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        parent_id INTEGER REFERENCES item (id) ON DELETE SET NULL,
        label TEXT,
        text TEXT NOT NULL
    )""",
    "CREATE INDEX entry_item ON entry (item_id)",
    "CREATE INDEX entry_section ON entry (section_id, position)",
    "CREATE INDEX entry_parent ON entry (parent_id) WHERE parent_id IS NOT NULL",
    """
    CREATE TABLE link (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        url TEXT NOT NULL,
        address TEXT NOT NULL,
        label TEXT,
        UNIQUE (item_id, url)
    )""",
    "CREATE INDEX link_address ON link (address)",
    """
    CREATE TABLE identifier (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
        scheme TEXT NOT NULL,
        value TEXT NOT NULL,
        UNIQUE (scheme, value),
        UNIQUE (item_id, scheme)
    )""",
    """
    CREATE TABLE tag (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
        name TEXT NOT NULL COLLATE NOCASE,
        UNIQUE (item_id, name)
    )""",
    "CREATE INDEX tag_name ON tag (name)",
    """
    CREATE TABLE note (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
        body TEXT NOT NULL,
        created_at TEXT NOT NULL
    )""",
    "CREATE INDEX note_item ON note (item_id)",
    # What `next` offered and the reader put off, a row for each time; `day` is the reader's own date.
    """
    CREATE TABLE skip (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
        day TEXT NOT NULL
    )""",
    "CREATE INDEX skip_item ON skip (item_id)",
    # What was tried to find an item's metadata, the providers of its fields and what was offered for it, as JSON.
    """
    CREATE TABLE lookup (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        item_id INTEGER NOT NULL UNIQUE REFERENCES item (id) ON DELETE CASCADE,
        attempts INTEGER NOT NULL,
        next_at TEXT,
        sources TEXT NOT NULL,
        offers TEXT NOT NULL
    )""",
    # Every text that a list ever brought: what was brought once and is gone, the reader has removed.
    """
    CREATE TABLE seen (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        list_id INTEGER NOT NULL REFERENCES list (id) ON DELETE CASCADE,
        text_key TEXT NOT NULL,
        UNIQUE (list_id, text_key)
    )""",
)

_LOG = (
    # One use of a command that changed something. `undoes` and `redoes` name the step that this one took back or
    # brought again; `undone` says whether a step is taken back now.
    """
    CREATE TABLE step (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        command TEXT NOT NULL,
        made_at TEXT NOT NULL,
        undoes INTEGER REFERENCES step (id),
        redoes INTEGER REFERENCES step (id),
        undone BOOLEAN NOT NULL DEFAULT 0
    )""",
    # A row before and after, as JSON: both whole for a row that came or went, the changed columns for one that changed.
    """
    CREATE TABLE change (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        step_id INTEGER NOT NULL REFERENCES step (id),
        item_id INTEGER,
        table_name TEXT NOT NULL,
        row_id INTEGER NOT NULL,
        before TEXT,
        after TEXT
    )""",
    "CREATE INDEX change_step ON change (step_id)",
    "CREATE INDEX change_item ON change (item_id) WHERE item_id IS NOT NULL",
    # The step that is being done, no row between commands: so what bypasses the log fails.
    "CREATE TABLE open_step (id INTEGER PRIMARY KEY CHECK (id = 1), step_id INTEGER NOT NULL REFERENCES step (id))",
)

_SEARCH = (
    """
    CREATE VIRTUAL TABLE item_text USING fts5 (
        title, authors, tags, venue, headings, notes, text, abstract,
        tokenize = "porter unicode61 remove_diacritics 2"
    )""",
    # The items whose text has changed since it was indexed; emptied before each commit.
    "CREATE TABLE stale (item_id INTEGER PRIMARY KEY)",
    """
    CREATE VIEW searchable (id, title, authors, tags, venue, headings, notes, text, abstract) AS
    SELECT id, title, authors,
        (SELECT group_concat(name, char(10)) FROM tag WHERE item_id = item.id),
        venue,
        (SELECT group_concat(path, char(10)) FROM (
            SELECT DISTINCT path FROM entry JOIN section ON section.id = section_id WHERE item_id = item.id)),
        (SELECT group_concat(body, char(10)) FROM note WHERE item_id = item.id),
        (SELECT group_concat(text, char(10)) FROM entry WHERE item_id = item.id),
        abstract
    FROM item""",
    "CREATE TRIGGER stale_item_added AFTER INSERT ON item BEGIN INSERT OR IGNORE INTO stale VALUES (NEW.id); END",
    "CREATE TRIGGER stale_item_removed AFTER DELETE ON item BEGIN INSERT OR IGNORE INTO stale VALUES (OLD.id); END",
    """
    CREATE TRIGGER stale_item_changed AFTER UPDATE OF title, authors, venue, abstract ON item
    BEGIN INSERT OR IGNORE INTO stale VALUES (NEW.id); END""",
    """
    CREATE TRIGGER stale_section_changed AFTER UPDATE OF path ON section
    BEGIN INSERT OR IGNORE INTO stale SELECT item_id FROM entry WHERE section_id = NEW.id; END""",
    *(
        f"""
        CREATE TRIGGER stale_{table}_{event} AFTER {change} ON {table}
        BEGIN INSERT OR IGNORE INTO stale VALUES ({row}.item_id); END"""
        for table, columns in (("tag", "name"), ("note", "body"), ("entry", "item_id, section_id, text"))
        for event, change, row in (
            ("added", "INSERT", "NEW"),
            ("changed", f"UPDATE OF {columns}", "NEW"),
            ("removed", "DELETE", "OLD"),
        )
    ),
    """
    CREATE TRIGGER stale_entry_moved AFTER UPDATE OF item_id ON entry
    BEGIN INSERT OR IGNORE INTO stale VALUES (OLD.item_id); END""",
)


def m001_library(db: Connection) -> None:
    """Items with their entries, links, identifiers, tags and notes; lists and sections; the log; the full text."""
    for statement in (*_TABLES, *_LOG, *_SEARCH):
        db.execute(statement)


def m002_saved_queries(db: Connection) -> None:
    """The queries that the reader has given a name."""
    db.execute(
        """
        CREATE TABLE saved_query (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            query TEXT NOT NULL
        )"""
    )


# `marks` are words of the index's own: the tags of the item, the initials in its title.
_ITEM_TEXT_WITH_MARKS = """
    CREATE VIRTUAL TABLE item_text USING fts5 (
        title, authors, tags, venue, headings, notes, text, abstract, marks,
        tokenize = "porter unicode61 remove_diacritics 2"
    )"""

# FTS5 has no way to give a table another column. The texts come back with the commit: all items are stale.
_WIDER_SEARCH = (
    "DROP TABLE item_text",
    _ITEM_TEXT_WITH_MARKS,
    # Pairs of characters of scripts without blanks; a row only for items that have some.
    """
    CREATE VIRTUAL TABLE item_pieces USING fts5 (
        title, authors, tags, venue, headings, notes, text, abstract, tokenize = "unicode61 remove_diacritics 0"
    )""",
    # Items of which the index has other letters than their authors wrote.
    "CREATE TABLE folded (item_id INTEGER PRIMARY KEY)",
    # Short forms that the texts of an item explain, as they are written and as they are compared.
    """
    CREATE TABLE definition (
        item_id INTEGER NOT NULL,
        short TEXT NOT NULL,
        long TEXT NOT NULL,
        short_key TEXT NOT NULL,
        long_key TEXT NOT NULL
    )""",
    "CREATE INDEX definition_item ON definition (item_id)",
    "CREATE INDEX definition_short ON definition (short_key, long_key)",
    "CREATE INDEX definition_long ON definition (long_key, short_key)",
    # All words that any text ever had, also from the end to the beginning: a slip leaves one end of a word alone.
    "CREATE TABLE vocabulary (word TEXT PRIMARY KEY, backwards TEXT NOT NULL) WITHOUT ROWID",
    "CREATE INDEX vocabulary_backwards ON vocabulary (backwards)",
    "INSERT OR IGNORE INTO stale SELECT id FROM item",
)


def m003_search(db: Connection) -> None:
    """Short forms, other scripts and the vocabulary in the index; the best of many hits without ranking all."""
    for statement in _WIDER_SEARCH:
        db.execute(statement)


def m004_newest_first(db: Connection) -> None:
    """The newest items of a status are read from an index, those of one moment by number."""
    db.execute("CREATE INDEX item_newest ON item (added_at DESC, id, status)")


# All texts are indexed anew, without the marks of sizes that they had.
_TITLES = (
    "DROP TABLE item_text",
    _ITEM_TEXT_WITH_MARKS,
    # FTS5 reads it to check `item_titles`, and can't do so through another table of its own. The place is the length of
    # the title and, in the lower 40 bits, the number of the item.
    """
    CREATE VIEW titles_by_length (item_id, place, title) AS
    SELECT id, min(length(c0), 4194303) << 40 | id, c0 FROM item_text_content""",
    """
    CREATE VIRTUAL TABLE item_titles USING fts5 (
        title, content = titles_by_length, content_rowid = place, columnsize = 0,
        tokenize = "porter unicode61 remove_diacritics 2"
    )""",
    "INSERT OR IGNORE INTO stale SELECT id FROM item",
)


# A page of a list, the hits of a tag and the counts of all are read from these alone.
_COVERING_INDEXES = (
    "DROP INDEX item_added",
    "CREATE INDEX item_added ON item (added_at, id, status)",
    "CREATE INDEX item_year ON item (year DESC, id, status)",
    "CREATE INDEX item_started ON item (started_at) WHERE started_at IS NOT NULL",
    "DROP INDEX tag_name",
    "CREATE INDEX tag_name ON tag (name, item_id)",
)


def m005_shortest_titles_first(db: Connection) -> None:
    """The shortest titles with the words of a search, a page by year and counts are read from indexes."""
    for statement in (*_COVERING_INDEXES, *_TITLES):
        db.execute(statement)


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (
    m001_library,
    m002_saved_queries,
    m003_search,
    m004_newest_first,
    m005_shortest_titles_first,
)

"""What can be wrong with a library, and how each of it is mended."""

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from sqlite3 import Connection
from typing import NamedTuple

from rlist.store.database import Store, open_store
from rlist.store.library_file import COMPANIONS
from rlist.store.log_check import differences, record_differences
from rlist.store.references import dangling, mend_references
from rlist.store.text_index import check_index, is_busy, rebuild_index


class Check(NamedTuple):
    """One thing to check: `find` gives a sentence for each fault, `mend` mends them inside a step."""

    name: str
    find: Callable[[Store], list[str]]
    mend: Callable[[Store], None]


# What numbers rows, and within what.
_NUMBERED = {
    "entry": "(SELECT list_id FROM section WHERE section.id = section_id)",
    "section": "list_id",
    "link": "item_id",
}

# A look-up that nothing will ever go on with: what it says can't be read, it waits for candidates to be reviewed that
# there are none of, or it waits longer than any service asks for.
_DEAD_LOOKUPS = """
    SELECT item.id FROM item LEFT JOIN lookup ON lookup.item_id = item.id
    WHERE NOT (json_valid(ifnull(sources, '{}')) AND json_valid(ifnull(offers, '[]')))
        OR (lookup_state = 'uncertain' AND (offers IS NULL OR offers = '[]'))
        OR (lookup_state = 'queued' AND (julianday(next_at) IS NULL AND next_at IS NOT NULL))
        OR next_at > strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '+1 year')"""

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def _find_damage(store: Store) -> list[str]:
    return [text for (text,) in store.db.execute("PRAGMA integrity_check") if text != "ok"]


def _mend_damage(store: Store) -> None:
    # Indexes are made anew from the rows; a row that can't be read is for `doctor --salvage`.
    store.db.execute("REINDEX")


def _find_duplicates(store: Store) -> list[str]:
    identifiers = store.db.execute(
        """
        SELECT scheme, value, group_concat(item_id) FROM identifier NOT INDEXED
        GROUP BY scheme, value HAVING count(*) > 1"""
    )
    found = [f"the identifier {scheme}:{value} belongs to items {items}" for scheme, value, items in identifiers]
    citekeys = store.db.execute(
        """
        SELECT citekey, group_concat(id) FROM item NOT INDEXED WHERE citekey IS NOT NULL
        GROUP BY citekey HAVING count(*) > 1"""
    )
    return found + [f"the citekey {citekey} belongs to items {items}" for citekey, items in citekeys]


def _mend_duplicates(store: Store) -> None:
    store.db.execute(
        """
        DELETE FROM identifier NOT INDEXED
        WHERE id NOT IN (SELECT min(id) FROM identifier NOT INDEXED GROUP BY scheme, value)"""
    )
    store.db.execute(
        """
        UPDATE item NOT INDEXED SET citekey = NULL WHERE citekey IS NOT NULL
        AND id NOT IN (SELECT min(id) FROM item NOT INDEXED GROUP BY citekey)"""
    )


def _find_schema(store: Store) -> list[str]:
    return [f"the {kind} {name} is {what}" for kind, name, what, _ in _schema_differences(store.db)]


def _mend_schema(store: Store) -> None:
    for kind, name, what, statement in _schema_differences(store.db):
        if what == "missing" or kind != "table":
            if what != "missing":
                store.db.execute(f"DROP {kind} {name}")
            store.db.execute(statement)


def _schema_differences(db: Connection) -> list[tuple[str, str, str, str]]:
    query = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'"
    found = {(kind, name): sql for kind, name, sql in db.execute(query)}
    with open_store(None) as sound:
        return [
            (kind, name, "missing" if (kind, name) not in found else "another one", sql)
            for kind, name, sql in sound.db.execute(query)
            if found.get((kind, name)) != sql
        ]


def _find_positions(store: Store) -> list[str]:
    return [
        f"{count} rows of {table} share their position with another, or have none"
        for table, within in _NUMBERED.items()
        for (count,) in store.db.execute(
            f"""
            SELECT count(*) FROM (
                SELECT position, count(*) OVER (PARTITION BY {within}, position) AS alike FROM {table})
            WHERE alike > 1 OR position < 1"""
        )
        if count
    ]


def _mend_positions(store: Store) -> None:
    for table, within in _NUMBERED.items():
        store.db.execute(
            f"""
            WITH counted AS (
                SELECT id, row_number() OVER (PARTITION BY {within} ORDER BY position, id) AS number FROM {table})
            UPDATE {table} SET position = number FROM counted
            WHERE counted.id = {table}.id AND position <> number"""
        )


def _find_dead_lookups(store: Store) -> list[str]:
    return [f"the look-up of item {number} goes nowhere" for (number,) in store.db.execute(_DEAD_LOOKUPS)]


def _mend_dead_lookups(store: Store) -> None:
    numbers = store.db.execute(_DEAD_LOOKUPS).fetchall()
    store.db.executemany("UPDATE item SET lookup_state = 'queued' WHERE id = ? AND lookup_state = 'uncertain'", numbers)
    store.db.executemany(
        """
        UPDATE lookup SET attempts = 0, next_at = NULL, offers = '[]',
            sources = CASE WHEN json_valid(sources) THEN sources ELSE '{}' END
        WHERE item_id = ?""",
        numbers,
    )


def _find_stale(store: Store) -> list[str]:
    waiting = store.db.execute("SELECT count(*) FROM stale").fetchone()[0]
    return check_index(store.db) + ([f"{waiting} items wait to be indexed"] if waiting else [])


def _find_modes(store: Store) -> list[str]:
    return [
        f"{path} can be read by others ({stat.S_IMODE(os.stat(path).st_mode):04o})" for path in _open_to_others(store)
    ]


def _mend_modes(store: Store) -> None:
    for path in _open_to_others(store):
        os.chmod(path, stat.S_IMODE(os.stat(path).st_mode) & ~_OTHERS)


def _open_to_others(store: Store) -> list[str]:
    if store.path is None or os.name == "nt":
        return []
    paths = [f"{store.path}{suffix}" for suffix in ("", *COMPANIONS)]
    return [path for path in paths if os.path.exists(path) and os.stat(path).st_mode & _OTHERS]


# In the order in which they are mended: each may need what the ones before it have put right, the log comes last.
CHECKS = (
    Check("permissions", _find_modes, _mend_modes),
    Check("schema", _find_schema, _mend_schema),
    Check("duplicates", _find_duplicates, _mend_duplicates),
    Check("pages", _find_damage, _mend_damage),
    Check("references", lambda store: dangling(store.db), lambda store: mend_references(store.db)),
    Check("positions", _find_positions, _mend_positions),
    Check("look-ups", _find_dead_lookups, _mend_dead_lookups),
    Check("index", _find_stale, lambda store: rebuild_index(store.db)),
    Check("log", lambda store: differences(store.db), lambda store: record_differences(store.db)),
)


def find_faults(check: Check, store: Store) -> list[str]:
    """What the check finds; what SQLite can't read is a fault too, unless it waited for another process in vain."""
    try:
        return check.find(store)
    except sqlite3.DatabaseError as error:
        if is_busy(error):
            raise
        return [f"it can't be checked: {error}"]


def mend_faults(store: Store, command: str, now: datetime) -> None:
    """Mends what the checks find, as one step of the log; what can't be mended shows when all is checked again."""
    step_id: int | None = None
    for check in CHECKS:
        # What was mended before may have brought out more.
        if find_faults(check, store):
            with suppress(sqlite3.DatabaseError), store.step(command, now, step_id) as step_id:
                check.mend(store)

"""Writes the log: triggers do, so no way to the tables passes it by, into the step that is open."""

from collections.abc import Sequence
from datetime import datetime
from sqlite3 import Connection

from rlist.store.rows import clean, time_to_text

LOGGED_TABLES = (
    *("list", "item", "section", "entry", "link", "identifier", "tag", "note", "skip", "lookup", "seen"),
    "saved_query",
)

# The columns that differ between two rows as JSON, before and after; no row when none does. Short, because SQLite reads
# all triggers whenever it opens the file; the values are compared as JSON, whatever the collation of their column.
_DIFFERENT = ("json_group_object(key, value)", "json_group_object(key, json_extract(new, fullkey))")
_DIFFERENCE = "json_each(old) WHERE value IS NOT json_extract(new, fullkey) GROUP BY NULL"


def install_triggers(db: Connection) -> None:
    """Makes the triggers that write the log, for all columns that the logged tables have now."""
    for table in LOGGED_TABLES:
        columns = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
        if not columns:
            continue  # a later step of the migration makes the table
        old, new = _as_json("OLD", columns), _as_json("NEW", columns)
        for event, row, before, after, source in (
            ("INSERT", "NEW", "NULL", "NULL", ""),
            ("DELETE", "OLD", old, "NULL", ""),
            ("UPDATE", "NEW", *_DIFFERENT, f"FROM (SELECT {old} AS old, {new} AS new LIMIT 1), {_DIFFERENCE}"),
        ):
            item = f"{row}.id" if table == "item" else f"{row}.item_id" if "item_id" in columns else "NULL"
            db.execute(
                f"""
                CREATE TRIGGER log_{table}_{event.lower()} AFTER {event} ON {table} BEGIN
                INSERT INTO change (step_id, item_id, table_name, row_id, before, after)
                SELECT (SELECT step_id FROM open_step), {item}, '{table}', {row}.id, {before}, {after} {source}; END"""
            )


def remove_triggers(db: Connection) -> None:
    """Takes the log's triggers away, for a migration: what it does to the tables is no step of the user's."""
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'log_*'").fetchall():
        db.execute(f"DROP TRIGGER {name}")


def begin_step(db: Connection, command: str, now: datetime, step_id: int | None) -> int:
    """Opens a step and gives its id: a new one, or `step_id` again when no other step has been made since."""
    if step_id is None or db.execute("SELECT max(id) FROM step").fetchone() != (step_id,):
        values = (clean(command), time_to_text(now))
        (step_id,) = db.execute("INSERT INTO step (command, made_at) VALUES (?, ?) RETURNING id", values).fetchone()
    db.execute("INSERT INTO open_step (id, step_id) VALUES (1, ?)", (step_id,))
    return step_id


def end_step(db: Connection, step_id: int) -> None:
    """Closes the step, and forgets it when it changed nothing."""
    db.execute("DELETE FROM open_step")
    if db.execute("SELECT 1 FROM change WHERE step_id = ? LIMIT 1", (step_id,)).fetchone() is None:
        db.execute("DELETE FROM step WHERE id = ?", (step_id,))


def _as_json(row: str, columns: Sequence[str]) -> str:
    pairs = ", ".join(f"'{name}', {row}.{name}" for name in columns)
    return f"json_object({pairs})"

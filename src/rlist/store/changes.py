"""Reads the log: what was before and after each step, and back again.

Undo and redo are steps like any other: the log says what each of them did. Steps are taken back strictly from the last
to the first, so each finds the rows as it left them.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from sqlite3 import Connection
from typing import NamedTuple

from rlist.store.recording import LOGGED_TABLES
from rlist.store.rows import LARGEST, SqlValue, limit_to_sql, time_from_text

_Logged = tuple[str, str, int, int, str | None]

_ITEMS_SHOWN = 8  # as many of a step's items as a line of `log` can name

# An entry whose bullet above was removed has lost its parent, and nothing was done to its own item.
_OF_AN_ITEM = """item_id IS NOT NULL AND NOT (
    table_name = 'entry' AND before IS NOT NULL AND after IS NOT NULL AND json_remove(before, '$.parent_id') = '{}')"""

_STEP_COLUMNS = f"""
    id, command, made_at, undoes, redoes, undone,
    (SELECT count(*) FROM change WHERE step_id = step.id),
    (SELECT group_concat(item_id) FROM (
        SELECT item_id FROM change WHERE step_id = step.id AND {_OF_AN_ITEM}
        GROUP BY item_id ORDER BY min(id) LIMIT {_ITEMS_SHOWN}))"""
# Neither an undo nor a redo, nor the step that is being done.
_ORIGINAL = "undoes IS NULL AND redoes IS NULL AND id NOT IN (SELECT step_id FROM open_step)"


class Step(NamedTuple):
    """One use of a command that changed something.

    `undoes` and `redoes` are the step that this one took back or brought again, `undone` says whether it is taken back
    now; `changes` counts the rows it changed, `items` are the ids of the first few items among them.
    """

    id: int
    command: str
    made_at: datetime
    undoes: int | None
    redoes: int | None
    undone: bool
    changes: int
    items: tuple[int, ...]


class Change(NamedTuple):
    """What a step did to one row: `before` is None for a new row, whole for one that went, with `after` None.

    Of a row that was changed both hold the columns that differ. What a new row was like isn't kept: the row says it,
    and once it is taken back, the change that took it back.
    """

    table: str
    row_id: int
    item_id: int | None
    before: dict[str, SqlValue] | None
    after: dict[str, SqlValue] | None


def steps(db: Connection, *, item_id: int | None = None, limit: int | None = None) -> list[Step]:
    """The steps of the log, the newest first; those that touched `item_id` when it is given."""
    condition = "1" if item_id is None else "id IN (SELECT step_id FROM change WHERE item_id = :item)"
    return _select_steps(db, f"{condition} ORDER BY id DESC LIMIT :limit", item=item_id, limit=limit_to_sql(limit))


def changes_of(db: Connection, step_id: int) -> list[Change]:
    """What the step did, in the order in which it was done."""
    query = "SELECT table_name, row_id, item_id, before, after FROM change WHERE step_id = ? ORDER BY id"
    return [
        Change(table, row_id, item_id, _columns(db, before), _columns(db, after))
        for table, row_id, item_id, before, after in db.execute(query, (step_id,)).fetchall()
    ]


def uids_by_id(db: Connection) -> dict[int, str]:
    """The uid of each item that ever was, by the id that it had, as far as the log reaches."""
    return dict(
        db.execute(
            """
            SELECT row_id, json_extract(coalesce(after, before), '$.uid') FROM change
            WHERE table_name = 'item' AND (before IS NULL OR after IS NULL)"""
        )
    )


def items_of(db: Connection, step_id: int) -> list[int]:
    """The ids of all items that the step changed, in the order in which it did."""
    query = f"SELECT item_id FROM change WHERE step_id = ? AND {_OF_AN_ITEM} GROUP BY item_id ORDER BY min(id)"
    return [number for (number,) in db.execute(query, (step_id,))]


def removed_uids(db: Connection) -> set[str]:
    """The uids of the items that a step removed which still stands, as far as the log reaches."""
    rows = db.execute(
        """
        SELECT json_extract(before, '$.uid') FROM change JOIN step ON step.id = step_id
        WHERE table_name = 'item' AND after IS NULL AND undoes IS NULL AND redoes IS NULL AND undone = 0"""
    )
    return {uid for (uid,) in rows}


def last_to_undo(db: Connection) -> Step | None:
    """The step that `undo` takes back now, or None."""
    return next(iter(_select_steps(db, f"undone = 0 AND {_ORIGINAL} ORDER BY id DESC LIMIT 1")), None)


def last_to_redo(db: Connection) -> Step | None:
    """The step that `undo --redo` brings again now, or None: the last one taken back since anything new was changed."""
    query = f"""
        id = (SELECT taken.id FROM step AS undo JOIN step AS taken ON taken.id = undo.undoes
              WHERE taken.undone = 1 AND undo.id > (SELECT max(id) FROM step WHERE {_ORIGINAL})
              ORDER BY undo.id DESC LIMIT 1)"""
    return next(iter(_select_steps(db, query)), None)


def take_back(db: Connection, step_id: int) -> None:
    """Takes back the step, which must be `last_to_undo`; inside the open step, which becomes its undo."""
    last = last_to_undo(db)
    if last is None or last.id != step_id:
        raise ValueError(f"step {step_id} isn't the last one that isn't taken back")
    db.execute("UPDATE step SET undoes = ? WHERE id = (SELECT step_id FROM open_step)", (step_id,))
    db.execute("UPDATE step SET undone = 1 WHERE id = ?", (step_id,))
    _reverse(db, step_id)


def bring_again(db: Connection, step_id: int) -> None:
    """Does again the step, which must be `last_to_redo`; inside the open step, which becomes its redo."""
    last = last_to_redo(db)
    if last is None or last.id != step_id:
        raise ValueError(f"step {step_id} isn't the last one that was taken back")
    db.execute("UPDATE step SET redoes = ? WHERE id = (SELECT step_id FROM open_step)", (step_id,))
    db.execute("UPDATE step SET undone = 0 WHERE id = ?", (step_id,))
    # Nothing was done since it was taken back, so the rows are as that left them.
    (undo_id,) = db.execute("SELECT max(id) FROM step WHERE undoes = ?", (step_id,)).fetchone()
    _reverse(db, undo_id)


def _select_steps(db: Connection, condition: str, **values: SqlValue) -> list[Step]:
    return [
        Step(number, command, time_from_text(made_at), undoes, redoes, bool(undone), changes, _numbers(items))
        for number, command, made_at, undoes, redoes, undone, changes, items in db.execute(
            f"SELECT {_STEP_COLUMNS} FROM step WHERE {condition}", values
        )
    ]


def _numbers(text: str | None) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


def _reverse(db: Connection, step_id: int) -> None:
    """Brings every row that the step changed back to what it was before, the last one first."""
    # A row may come before the one that it belongs to; at the end of the transaction all of them are there.
    db.execute("PRAGMA defer_foreign_keys = ON")
    before_id = LARGEST
    while page := db.execute(_CHANGES_BEFORE, (step_id, before_id, _CHANGES_AT_ONCE)).fetchall():
        for (table, kind), changes in groupby(page, itemgetter(0, 1)):
            if table not in LOGGED_TABLES:
                raise ValueError(f"the log names a table {table!r} that isn't logged")
            _REVERSE[kind](db, table, list(changes))
        before_id = page[-1][2]


# Table, kind, id of the change and of the row, the row before. The rows of a new item and those of its parts stand
# beside each other in the log, and so are taken back with one statement.
_CHANGES_BEFORE = """
    SELECT table_name, CASE WHEN before IS NULL THEN 'came' WHEN after IS NULL THEN 'went' ELSE 'changed' END,
        id, row_id, before
    FROM change WHERE step_id = ? AND id < ? ORDER BY id DESC LIMIT ?"""
_CHANGES_AT_ONCE = 1000


def _remove_rows(db: Connection, table: str, changes: Sequence[_Logged]) -> None:
    ids = ", ".join(str(row_id) for _, _, _, row_id, _ in changes)
    db.execute(f"DELETE FROM {table} WHERE id IN (SELECT value FROM json_each(?))", (f"[{ids}]",))


def _restore_rows(db: Connection, table: str, changes: Sequence[_Logged]) -> None:
    """Puts rows back that went; those of one step have the same columns."""
    kept = _columns(db, changes[0][-1]) or {}
    names = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})") if name in kept]
    values = ", ".join(f"json_extract(before, '$.{name}')" for name in names)
    db.execute(
        f"""
        INSERT INTO {table} ({", ".join(names)})
        SELECT {values} FROM json_each(?) AS chosen JOIN change ON change.id = chosen.value ORDER BY chosen.id""",
        (f"[{', '.join(str(change_id) for _, _, change_id, _, _ in changes)}]",),
    )


def _change_rows_back(db: Connection, table: str, changes: Sequence[_Logged]) -> None:
    for _, _, _, row_id, before in changes:
        values = _columns(db, before) or {}
        settings = ", ".join(f"{_quoted(name)} = ?" for name in values)
        db.execute(f"UPDATE {table} SET {settings} WHERE id = ?", (*values.values(), row_id))


_REVERSE = {"came": _remove_rows, "went": _restore_rows, "changed": _change_rows_back}


def _columns(db: Connection, text: str | None) -> dict[str, SqlValue] | None:
    # SQLite reads what SQLite has written, and a command that undoes nothing doesn't load a module for it.
    return None if text is None else dict(db.execute("SELECT key, value FROM json_each(?)", (text,)))


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'

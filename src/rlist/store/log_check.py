"""The log against the tables: what it says that a row is, and what the row is."""

import json
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from sqlite3 import Connection
from typing import Any, NamedTuple

from rlist.store.recording import LOGGED_TABLES

Row = dict[str, Any]


class Difference(NamedTuple):
    """A row that isn't as the log says; None where it isn't there."""

    table: str
    row_id: int
    logged: Row | None
    found: Row | None


def differences(db: Connection) -> list[str]:
    """What the log doesn't know of, a sentence for each row."""
    return [_sentence(one) for one in _differences(db)]


def record_differences(db: Connection) -> None:
    """Makes the log say what the rows are, as changes of the open step: so the steps before can be taken back again."""
    for one in list(_differences(db)):
        before, after = one.logged, None
        if one.found is None and set(one.logged or ()) != set(_columns(db, one.table)):
            # Nobody knows what it was like, so no step can bring it back.
            db.execute("DELETE FROM change WHERE table_name = ? AND row_id = ?", (one.table, one.row_id))
            continue
        if one.found is not None and before is not None:
            before = {name: value for name, value in before.items() if one.found.get(name) != value}
            after = {name: one.found[name] for name in before}
        row = one.found or one.logged or {}
        item_id = one.row_id if one.table == "item" else row.get("item_id")
        db.execute(
            """
            INSERT INTO change (step_id, item_id, table_name, row_id, before, after)
            SELECT step_id, ?, ?, ?, ?, ? FROM open_step""",
            (item_id, one.table, one.row_id, _json(before), _json(after)),
        )


def logged_rows(db: Connection, table: str) -> Iterator[tuple[int, Row | None]]:
    """Every row that the log of the table names, by number, with what it says that the row is now: None when it went.

    Of a row that came it knows the columns that were changed since.
    """
    query = "SELECT row_id, before IS NULL, after FROM change WHERE table_name = ? ORDER BY row_id, id"
    for row_id, group in groupby(db.execute(query, (table,)), key=itemgetter(0)):
        row: Row | None = None
        for _, came, after in group:
            known = {} if came or row is None else row
            row = None if after is None and not came else {**known, **json.loads(after or "{}")}
        yield row_id, row


def _differences(db: Connection) -> Iterator[Difference]:
    for table in LOGGED_TABLES:
        names = _columns(db, table)
        rows = (dict(zip(names, row, strict=True)) for row in db.execute(f"SELECT * FROM {table} ORDER BY id"))
        found = next(rows, None)
        for row_id, logged in logged_rows(db, table):
            while found is not None and found["id"] < row_id:
                yield Difference(table, found["id"], None, found)
                found = next(rows, None)
            here = found if found is not None and found["id"] == row_id else None
            # A column that a migration has taken away isn't there to be compared.
            known = None if logged is None else {name: value for name, value in logged.items() if name in names}
            if here is None or known is None:
                differs = here is not known
            else:
                differs = any(here[name] != value for name, value in known.items())
            if differs:
                yield Difference(table, row_id, known, here)
            if here is not None:
                found = next(rows, None)
        while found is not None:
            yield Difference(table, found["id"], None, found)
            found = next(rows, None)


def _columns(db: Connection, table: str) -> list[str]:
    return [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]


def _sentence(one: Difference) -> str:
    if one.found is None:
        return f"row {one.row_id} of {one.table} is gone, which the log doesn't know"
    if one.logged is None:
        return f"row {one.row_id} of {one.table} is there, which the log doesn't know"
    names = [name for name, value in one.logged.items() if one.found[name] != value]
    return f"row {one.row_id} of {one.table} has another {', '.join(names)} than the log says"


def _json(row: Row | None) -> str | None:
    return None if row is None else json.dumps(row, ensure_ascii=False)

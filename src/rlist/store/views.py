"""Saved queries, as the library keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rlist.model.view import View

if TYPE_CHECKING:
    from sqlite3 import Connection


def views(db: Connection) -> list[View]:
    """Every saved query, in the order of the alphabet."""
    rows = db.execute("SELECT name, query FROM saved_query").fetchall()
    return sorted((View(*row) for row in rows), key=lambda view: (view.name.casefold(), view.name))


def save_view(db: Connection, view: View) -> None:
    """Keeps the query under its name, in place of the one that has exactly this name."""
    db.execute(
        "INSERT INTO saved_query (name, query) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET query = excluded.query",
        view,
    )


def remove_view(db: Connection, name: str) -> None:
    """Forgets the query of exactly this name."""
    db.execute("DELETE FROM saved_query WHERE name = ?", (name,))

"""The schema as SQLModel classes, for long work such as imports; `migrations.py` makes the same tables.

No row of these leaves `store`: they aren't validated and die with their session. Items leave it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from sqlalchemy import CheckConstraint, Index, Text, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from rlist.model.item import Kind, LookupState, Priority, Status

# Ids are never given again, not even the last one of a table.
_IDS_ONCE = {"sqlite_autoincrement": True}


def _one_of(column: str, words: type[StrEnum]) -> CheckConstraint:
    quoted = ", ".join(f"'{word}'" for word in words)
    return CheckConstraint(f"{column} IN ({quoted})")


def _id() -> Any:
    return Field(default=None, primary_key=True)


def _item_id() -> Any:
    return Field(foreign_key="item.id", ondelete="CASCADE")


class ItemRow(SQLModel, table=True):
    """An item without its parts; `title_key` is the title as it is compared."""

    __tablename__ = "item"
    __table_args__ = (
        _one_of("kind", Kind),
        _one_of("status", Status),
        _one_of("priority", Priority),
        CheckConstraint("rating BETWEEN 1 AND 5"),
        _one_of("lookup_state", LookupState),
        Index("item_status", "status"),
        Index("item_next", "status", "priority", "kind", "added_at"),
        Index("item_added", "added_at", "id", "status"),
        Index("item_newest", text("added_at DESC"), "id", "status"),
        Index("item_year", text("year DESC"), "id", "status"),
        Index("item_started", "started_at", sqlite_where=text("started_at IS NOT NULL")),
        Index("item_finished", "finished_at", sqlite_where=text("finished_at IS NOT NULL")),
        Index("item_title_key", "title_key"),
        _IDS_ONCE,
    )

    id: int | None = _id()
    uid: str = Field(sa_type=Text, unique=True)
    title: str = Field(sa_type=Text)
    title_key: str = Field(sa_type=Text)
    kind: str = Field(sa_type=Text)
    status: str = Field(sa_type=Text)
    priority: str | None = Field(sa_type=Text)
    rating: int | None
    authors: str = Field(sa_type=Text)
    et_al: bool
    year: int | None
    venue: str | None = Field(sa_type=Text)
    abstract: str | None = Field(sa_type=Text)
    citekey: str | None = Field(sa_type=Text, unique=True)
    added_at: str = Field(sa_type=Text)
    started_at: str | None = Field(sa_type=Text)
    finished_at: str | None = Field(sa_type=Text)
    updated_at: str = Field(sa_type=Text)
    lookup_state: str = Field(sa_type=Text)
    lookup_provider: str | None = Field(sa_type=Text)
    lookup_score: float | None
    lookup_error: str | None = Field(sa_type=Text)


class ListRow(SQLModel, table=True):
    """A list."""

    __tablename__ = "list"
    __table_args__ = (_IDS_ONCE,)

    id: int | None = _id()
    name: str = Field(sa_type=Text, unique=True)
    source: str = Field(sa_type=Text, unique=True)


class SectionRow(SQLModel, table=True):
    """A section of a list; `path` has a heading a line."""

    __tablename__ = "section"
    __table_args__ = (UniqueConstraint("list_id", "path"), _IDS_ONCE)

    id: int | None = _id()
    list_id: int = Field(foreign_key="list.id", ondelete="CASCADE")
    path: str = Field(sa_type=Text)
    position: int
    text: str = Field(sa_type=Text)


class EntryRow(SQLModel, table=True):
    """A mention of an item in a section; `parent_id` is the item whose bullet stands above."""

    __tablename__ = "entry"
    __table_args__ = (
        Index("entry_item", "item_id"),
        Index("entry_section", "section_id", "position"),
        Index("entry_parent", "parent_id", sqlite_where=text("parent_id IS NOT NULL")),
        _IDS_ONCE,
    )

    id: int | None = _id()
    item_id: int = _item_id()
    section_id: int = Field(foreign_key="section.id", ondelete="CASCADE")
    position: int
    parent_id: int | None = Field(foreign_key="item.id", ondelete="SET NULL")
    label: str | None = Field(sa_type=Text)
    text: str = Field(sa_type=Text)


class LinkRow(SQLModel, table=True):
    """A link of an item; `address` is the url as it is compared."""

    __tablename__ = "link"
    __table_args__ = (UniqueConstraint("item_id", "url"), Index("link_address", "address"), _IDS_ONCE)

    id: int | None = _id()
    item_id: int = _item_id()
    position: int
    url: str = Field(sa_type=Text)
    address: str = Field(sa_type=Text)
    label: str | None = Field(sa_type=Text)


class IdentifierRow(SQLModel, table=True):
    """An identifier of an item."""

    __tablename__ = "identifier"
    __table_args__ = (UniqueConstraint("scheme", "value"), UniqueConstraint("item_id", "scheme"), _IDS_ONCE)

    id: int | None = _id()
    item_id: int = _item_id()
    scheme: str = Field(sa_type=Text)
    value: str = Field(sa_type=Text)


class TagRow(SQLModel, table=True):
    """A tag of an item."""

    __tablename__ = "tag"
    __table_args__ = (UniqueConstraint("item_id", "name"), Index("tag_name", "name", "item_id"), _IDS_ONCE)

    id: int | None = _id()
    item_id: int = _item_id()
    name: str = Field(sa_type=Text(collation="NOCASE"))


class NoteRow(SQLModel, table=True):
    """A note on an item."""

    __tablename__ = "note"
    __table_args__ = (Index("note_item", "item_id"), _IDS_ONCE)

    id: int | None = _id()
    item_id: int = _item_id()
    body: str = Field(sa_type=Text)
    created_at: str = Field(sa_type=Text)


class SkipRow(SQLModel, table=True):
    """An item that `next` offered and the reader put off on that day."""

    __tablename__ = "skip"
    __table_args__ = (Index("skip_item", "item_id"), _IDS_ONCE)

    id: int | None = _id()
    item_id: int = _item_id()
    day: str = Field(sa_type=Text)


class LookupRow(SQLModel, table=True):
    """What was tried to find an item's metadata; `sources` and `offers` are JSON."""

    __tablename__ = "lookup"
    __table_args__ = (_IDS_ONCE,)

    id: int | None = _id()
    item_id: int = Field(foreign_key="item.id", ondelete="CASCADE", unique=True)
    attempts: int
    next_at: str | None = Field(sa_type=Text)
    sources: str = Field(sa_type=Text)
    offers: str = Field(sa_type=Text)


class SeenRow(SQLModel, table=True):
    """A text that a list once brought."""

    __tablename__ = "seen"
    __table_args__ = (UniqueConstraint("list_id", "text_key"), _IDS_ONCE)

    id: int | None = _id()
    list_id: int = Field(foreign_key="list.id", ondelete="CASCADE")
    text_key: str = Field(sa_type=Text)


class SavedQueryRow(SQLModel, table=True):
    """A query that the reader has given a name."""

    __tablename__ = "saved_query"
    __table_args__ = (_IDS_ONCE,)

    id: int | None = _id()
    name: str = Field(sa_type=Text, unique=True)
    query: str = Field(sa_type=Text)


class StepRow(SQLModel, table=True):
    """One use of a command that changed something."""

    __tablename__ = "step"
    __table_args__ = (_IDS_ONCE,)

    id: int | None = _id()
    command: str = Field(sa_type=Text)
    made_at: str = Field(sa_type=Text)
    undoes: int | None = Field(foreign_key="step.id")
    redoes: int | None = Field(foreign_key="step.id")
    undone: bool = Field(sa_column_kwargs={"server_default": text("0")})


class ChangeRow(SQLModel, table=True):
    """A row before and after a step, as JSON."""

    __tablename__ = "change"
    __table_args__ = (
        Index("change_step", "step_id"),
        Index("change_item", "item_id", sqlite_where=text("item_id IS NOT NULL")),
        _IDS_ONCE,
    )

    id: int | None = _id()
    step_id: int = Field(foreign_key="step.id")
    item_id: int | None
    table_name: str = Field(sa_type=Text)
    row_id: int
    before: str | None = Field(sa_type=Text)
    after: str | None = Field(sa_type=Text)


ROWS: dict[str, type[SQLModel]] = {
    "item": ItemRow,
    "list": ListRow,
    "section": SectionRow,
    "entry": EntryRow,
    "link": LinkRow,
    "identifier": IdentifierRow,
    "tag": TagRow,
    "note": NoteRow,
    "skip": SkipRow,
    "lookup": LookupRow,
    "seen": SeenRow,
    "saved_query": SavedQueryRow,
    "step": StepRow,
    "change": ChangeRow,
}

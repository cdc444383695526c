"""Items that come back from an export which may have been edited: only what differs from the export is an edit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from sqlite3 import Connection

from rlist.formats.document import ReadEntry
from rlist.formats.markdown_state import link_mark, note_mark, place_mark, tag_mark
from rlist.model.identity import identifiers_of
from rlist.model.item import Entry, Item, Note, with_status
from rlist.store import changes
from rlist.store import items as stored
from rlist.store.places import PlacedEntry


class Returning:
    """The library's items by the uids that an export names."""

    def __init__(self, db: Connection) -> None:
        self._db = db
        self._brought: dict[str, int] = {}
        self._brought_ids: set[int] = set()

    @cached_property
    def _ids(self) -> dict[str, int]:
        return dict(stored.ids_by_uid(self._db))

    @cached_property
    def _removed(self) -> frozenset[str]:
        return frozenset(changes.removed_uids(self._db))

    def item_of(self, read: ReadEntry) -> int | None:
        """The id of the item that `read` names, or None."""
        if read.returned is None:
            return None
        return self._brought.get(read.returned.uid) or self._ids.get(read.returned.uid)

    def is_removed(self, read: ReadEntry) -> bool:
        """Whether the reader has removed the item since it was exported from here."""
        if read.returned is None:
            return False
        return read.returned.uid not in self._ids and read.returned.uid in self._removed

    def entries(self, reads: Sequence[ReadEntry], old: Sequence[PlacedEntry]) -> dict[int, PlacedEntry]:
        """The list's entry for each of `reads` that comes back, by its index; one in the same section first."""
        by_item: dict[int, list[PlacedEntry]] = {}
        for entry in old:
            by_item.setdefault(entry.item_id, []).append(entry)
        found: dict[int, PlacedEntry] = {}
        for index, read in enumerate(reads):
            number = self.item_of(read)
            here = by_item.get(number, []) if number is not None else []
            if here:
                entry = next((entry for entry in here if entry.section == read.section), here[0])
                here.remove(entry)
                found[index] = entry
        return found

    def brought(self, item: Item, read: ReadEntry) -> Item:
        """`item`, new here, with the uid and the times that the export says of it."""
        returned = read.returned
        if returned is None:
            return item
        if returned.uid not in self._ids:
            self._brought[returned.uid] = item.id
            self._brought_ids.add(item.id)
            item = item._replace(uid=returned.uid)
        times = (*returned.note_times, *(None for _ in item.notes))
        notes = tuple(
            note._replace(created_at=time or read.added_at or note.created_at)
            for note, time in zip(item.notes, times, strict=False)
        )
        if "status" not in returned.edited:
            item = item._replace(started_at=read.started_at, finished_at=read.finished_at)
        return item._replace(notes=notes)

    def staying(self, item: Item, read: ReadEntry, get: Callable[[int], Item]) -> tuple[Entry, ...]:
        """The mentions of `item` without that which the export has moved to another list; `get` gives an item by id."""
        left = read.returned.moved_from if read.returned else ""
        return tuple(
            entry
            for entry in item.entries
            if not left
            or place_mark(entry.list, entry.section, get(entry.parent).uid if entry.parent is not None else "") != left
        )

    def is_another(self, known: int, read: ReadEntry) -> bool:
        """Whether the item `known` came with the same export, which kept it apart from the item of `read`."""
        return read.returned is not None and known in self._brought_ids


def own_fields(read: ReadEntry) -> Mapping[str, bool]:
    """The fields that the reader has edited in a line that comes back, False for those that are empty now."""
    changed = read.returned.edited if read.returned else frozenset()
    said = read.metadata
    own = {"title": bool(said.title)} if "title" in changed else {}
    if "credit" in changed:
        own |= {"authors": bool(said.authors), "venue": bool(said.venue), "year": said.year is not None}
    return own


def edited(item: Item, read: ReadEntry, now: datetime) -> Item:
    """`item` with what was edited in its line and in the notes below it, and nothing else."""
    returned = read.returned
    if returned is None:
        return item
    known, said = item.metadata, read.metadata
    if "title" in returned.edited and said.title:
        known = known._replace(title=said.title)
    if "credit" in returned.edited:
        known = known._replace(authors=said.authors, et_al=said.et_al, venue=said.venue, year=said.year)
    for link in returned.links:
        known = known._replace(identifiers={**identifiers_of(link.url), **known.identifiers})
    urls = {link.url for link in item.links}
    tags = {tag.casefold() for tag in item.tags}
    bodies = {note.body for note in item.notes}
    changed = item._replace(
        metadata=known,
        rating=read.rating if "rating" in returned.edited else item.rating,
        priority=read.priority if "priority" in returned.edited else item.priority,
        links=(
            *(link for link in item.links if link_mark(link) not in returned.gone),
            *(link for link in returned.links if link.url not in urls),
        ),
        tags=(
            *(tag for tag in item.tags if tag_mark(tag) not in returned.gone),
            *(tag for tag in returned.tags if tag.casefold() not in tags),
        ),
        notes=(
            *(note for note in item.notes if note_mark(note.body) not in returned.gone),
            *(Note(body, now) for body in returned.notes if body not in bodies),
        ),
    )
    if "status" in returned.edited and read.status:
        changed = with_status(changed, read.status, now)
    return changed

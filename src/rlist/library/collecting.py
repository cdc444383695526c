"""Adding things to read one by one."""

import re
from collections.abc import Sequence
from datetime import datetime
from sqlite3 import Connection
from typing import NamedTuple

from rlist.errors import WrongUsage
from rlist.formats.document import ReadEntry
from rlist.formats.reference import read_entry
from rlist.library import Library
from rlist.library.catalogue import Catalogue, new_uid
from rlist.model.item import Entry, Item, Link, Lookup, LookupState, Note, Priority, Status, with_status
from rlist.model.kinds import kind_of
from rlist.model.merging import merged
from rlist.model.metadata import Metadata
from rlist.store import saving
from rlist.store.lists import find_list_by_name, last_position


class Addition(NamedTuple):
    """What `add` did with one reference; an item that was there has gained the tags, notes and addresses."""

    item: Item
    is_new: bool


class Wishes(NamedTuple):
    """What the reader says of the things that are added."""

    tags: Sequence[str] = ()
    note: str | None = None
    title: str | None = None
    priority: Priority | None = None
    status: Status | None = None
    list_name: str | None = None
    lookup: bool = True


def add(library: Library, references: Sequence[str], wishes: Wishes, command: str) -> list[Addition]:
    """Add each of `references`: an address, a DOI, an arXiv id or a title, each as the reader wrote it.

    Raises WrongUsage when one of them is empty or a document that isn't there, or one title is given to several.
    """
    references = [" ".join(reference.split()) for reference in references]
    if not references or not all(references):
        raise WrongUsage("an empty text is nothing to add", "give an address, an identifier or a title in quotes")
    if wishes.title and len(references) > 1:
        raise WrongUsage("--title names one item, and there are several to add", "add them one by one")
    now = library.now
    with library.store.step(command, now):
        added = [_add(library.store.db, _read(reference), wishes, now) for reference in references]
        if wishes.title:
            # Few give a title, and what keeps the attempts of look-ups takes long to load.
            from rlist.store.attempts import mark_own

            for addition in added:
                mark_own(library.store.db, addition.item.id, {"title": True})
        return added


def _read(reference: str) -> ReadEntry:
    if not re.match(r"file:|[/~.]", reference, re.IGNORECASE):
        return read_entry(reference)
    # Few add a file.
    from rlist.library.opening import document_address, document_title, is_missing_document

    address = document_address(reference)
    title = document_title(address) if address else None
    if address and title is None and is_missing_document(address):
        raise WrongUsage(f"there is no file {reference}", "give the path of one that is there, or a title without /")
    if not address or not title:
        return read_entry(reference)
    return ReadEntry((), reference, Metadata(title), kind_of(address), links=(Link(address),))


def _add(db: Connection, read: ReadEntry, wishes: Wishes, now: datetime) -> Addition:
    mention = _item(read, wishes, now)
    catalogue = Catalogue(db)
    found = catalogue.find(mention)
    if found is None:
        if wishes.list_name:
            mention = mention._replace(entries=(_entry(db, read, wishes.list_name),))
        return Addition(saving.add_item(db, mention), is_new=True)
    known = catalogue.get(found)
    if wishes.list_name and all(entry.list != wishes.list_name for entry in known.entries):
        mention = mention._replace(entries=(_entry(db, read, wishes.list_name),))
    after = merged(known, mention._replace(status=Status.UNREAD))
    if wishes.title:
        after = after._replace(metadata=after.metadata._replace(title=wishes.title))
    if wishes.priority:
        after = after._replace(priority=wishes.priority)
    if wishes.status:
        after = with_status(after, wishes.status, now)
    catalogue.put(after)
    after = catalogue.get(known.id)
    if after == known:
        return Addition(known, is_new=False)
    return Addition(saving.change_item(db, known, after._replace(updated_at=now)), is_new=False)


def _item(read: ReadEntry, wishes: Wishes, now: datetime) -> Item:
    bodies = [*read.notes, *([wishes.note.strip()] if wishes.note and wishes.note.strip() else [])]
    metadata = read.metadata._replace(title=wishes.title) if wishes.title else read.metadata
    item = Item(
        id=0,
        uid=new_uid(),
        metadata=metadata,
        kind=read.kind,
        added_at=now,
        updated_at=now,
        priority=wishes.priority or read.priority,
        links=read.links,
        tags=tuple(dict.fromkeys((*read.tags, *wishes.tags))),
        notes=tuple(Note(body, now) for body in bodies),
        lookup=Lookup(LookupState.QUEUED if wishes.lookup else LookupState.NONE),
    )
    return with_status(item, wishes.status or read.status or Status.UNREAD, now)


def _entry(db: Connection, read: ReadEntry, list_name: str) -> Entry:
    """The mention at the end of a list that the reader names, made if there is none."""
    found = find_list_by_name(db, list_name)
    last = last_position(db, found.id) if found else 0
    return Entry(list_name, (), last + 1, read.text, label=read.label)

"""An item, its entries, links and notes; the words for what a reader does with it."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from rlist.errors import WrongUsage
from rlist.model.metadata import Metadata


class Status(StrEnum):
    """How far the reader is with an item."""

    UNREAD = "unread"
    READING = "reading"
    DONE = "done"
    DROPPED = "dropped"


class Kind(StrEnum):
    """What sort of thing there is to read."""

    PAPER = "paper"
    ARTICLE = "article"
    VIDEO = "video"
    CODE = "code"
    THREAD = "thread"
    COURSE = "course"
    DOCS = "docs"
    BOOK = "book"
    OTHER = "other"


class Priority(StrEnum):
    """How much the reader wants to read an item; no priority is None."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class LookupState(StrEnum):
    """What has become of the search for an item's metadata."""

    NONE = "none"
    QUEUED = "queued"
    FOUND = "found"
    UNCERTAIN = "uncertain"
    FAILED = "failed"


class Link(NamedTuple):
    """An address of an item, as it was written; `label` is what the link said, if that isn't the title."""

    url: str
    label: str | None = None


class Note(NamedTuple):
    """Words on an item, in Markdown: the reader's own, or the commentary that a list carries on it."""

    body: str
    created_at: datetime


class Entry(NamedTuple):
    """One mention of an item in a list.

    `section` is the path of headings without the list's own title, `position` counts the entries of the list from 1 in
    the order of the source, `parent` is the id of the item whose bullet stands above, `label` is the text of a link
    whose address got lost ("arXiv"), and `text` is the bullet's own text, verbatim.
    """

    list: str
    section: tuple[str, ...]
    position: int
    text: str
    parent: int | None = None
    label: str | None = None


class Section(NamedTuple):
    """A part of a list; `text` is what it says that belongs to no item, "" where it says nothing.

    The path () is the list itself, for words before its first heading.
    """

    list: str
    path: tuple[str, ...]
    text: str = ""


class Lookup(NamedTuple):
    """Where the search for an item's metadata stands; `score` is 0..1."""

    state: LookupState = LookupState.NONE
    provider: str | None = None
    score: float | None = None
    error: str | None = None


class Item(NamedTuple):
    """One thing to read. It exists once, however many lists mention it.

    `id` is the small number that `list` prints, 0 before the store has given one; `uid` is the same on every machine.
    Times are aware and UTC, to the second.
    """

    id: int
    uid: str
    metadata: Metadata
    kind: Kind
    added_at: datetime
    updated_at: datetime
    status: Status = Status.UNREAD
    priority: Priority | None = None
    rating: int | None = None
    citekey: str | None = None
    links: tuple[Link, ...] = ()
    tags: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    notes: tuple[Note, ...] = ()
    started_at: datetime | None = None
    finished_at: datetime | None = None
    lookup: Lookup = Lookup()

    @property
    def title(self) -> str:
        """The title of the work, or the best that stands for it."""
        return self.metadata.title


def rating_of(value: object) -> int:
    """The rating that a reader gave as a number or a text, 1 to 5; raises WrongUsage."""
    if str(value) not in {"1", "2", "3", "4", "5"}:
        raise WrongUsage(f"a rating is 1 to 5, not {value}")
    return int(str(value))


def with_status(item: Item, status: Status, at: datetime) -> Item:
    """`item` as it stands once the reader has moved it to `status` at the time `at`; the same one if it was there.

    Starting again forgets when it was finished, unread forgets both dates: the log still knows them.
    """
    if item.status is status:
        return item
    started, finished = item.started_at, item.finished_at
    if status is Status.READING:
        started, finished = at, None
    elif status is Status.UNREAD:
        started, finished = None, None
    else:
        finished = at if status is Status.DONE else None
    return item._replace(status=status, started_at=started, finished_at=finished, updated_at=at)

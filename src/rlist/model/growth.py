"""What the mentions of one item add to it, kept apart from the item until all of them are known."""

from collections.abc import Iterable

from rlist.model.item import Entry, Item, Link, Note


class Growth:
    """The parts that further mentions add: the same line a hundred thousand times must not copy the item each time.

    `entries` are the further mentions; of links, tags and notes there is what the item didn't have.
    """

    __slots__ = ("_bodies", "_tags", "_urls", "entries", "links", "notes", "tags")

    def __init__(self, item: Item, entries: Iterable[Entry] = ()) -> None:
        self._urls = {link.url for link in item.links}
        self._tags = {tag.casefold() for tag in item.tags}
        self._bodies = {note.body for note in item.notes}
        self.links: list[Link] = []
        self.tags: list[str] = []
        self.notes: list[Note] = []
        self.entries = list(entries)

    def add(self, mention: Item) -> bool:
        """Take what `mention` has besides; whether there was any."""
        has_more = bool(mention.entries)
        self.entries += mention.entries
        for link in mention.links:
            if link.url not in self._urls:
                self._urls.add(link.url)
                self.links.append(link)
                has_more = True
        for tag in mention.tags:
            if tag.casefold() not in self._tags:
                self._tags.add(tag.casefold())
                self.tags.append(tag)
                has_more = True
        for note in mention.notes:
            if note.body not in self._bodies:
                self._bodies.add(note.body)
                self.notes.append(note)
                has_more = True
        return has_more

    def grown(self, item: Item) -> Item:
        """`item` with all but the entries."""
        return item._replace(
            links=(*item.links, *self.links), tags=(*item.tags, *self.tags), notes=(*item.notes, *self.notes)
        )

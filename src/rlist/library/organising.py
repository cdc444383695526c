"""Putting things in order: tags, notes, removal."""

from __future__ import annotations

from collections.abc import Sequence

from rlist.errors import NothingFound, WrongUsage
from rlist.library import Library
from rlist.library.naming import find_id, find_ids
from rlist.library.reading import Change
from rlist.model.item import Item, Note
from rlist.store import items as stored
from rlist.store import saving
from rlist.store import tags as stored_tags
from rlist.store.tags import TagCount


def retag(library: Library, words: Sequence[str], command: str) -> list[Change]:
    """Add the tags `+T` to the items that the words before them name, and take the tags `-T` off.

    Raises WrongUsage where there is no item or no tag among `words`, NothingFound, Ambiguous.
    """
    arguments = [word for word in words if word[:1] not in {"+", "-"}]
    added = [clean_tag(word[1:]) for word in words if word.startswith("+")]
    removed = {clean_tag(word[1:]).casefold() for word in words if word.startswith("-")}
    if not arguments or not (added or removed):
        raise WrongUsage("which items, and which tags?", "for example: rlist tag 12 +scan -todo")

    def tagged(item: Item) -> Item:
        kept = [tag for tag in item.tags if tag.casefold() not in removed]
        have = {tag.casefold() for tag in kept}
        return item._replace(tags=(*kept, *(tag for tag in dict.fromkeys(added) if tag.casefold() not in have)))

    with library.store.step(command, library.now):
        items = stored.get_items(library.store.db, find_ids(library, arguments))
        return [_change(library, item, tagged(item)) for item in items]


def clean_tag(tag: str) -> str:
    """`tag` without a leading `#` and with single blanks; raises WrongUsage when nothing is left."""
    tag = " ".join(tag.removeprefix("#").split())
    if not tag:
        raise WrongUsage("a tag without a name", "for example: rlist tag 12 +scan")
    return tag


def tags(library: Library) -> list[TagCount]:
    """The tags with the number of their items."""
    return stored_tags.tag_counts(library.store.db)


def tag_names(library: Library, beginning: str, most: int) -> list[str]:
    """The first `most` tags that begin so, whatever the case."""
    return stored_tags.tag_names(library.store.db, beginning, most)


def rename_tag(library: Library, old: str, new: str, command: str) -> list[Item]:
    """Give the tag `old` the name `new`, which mustn't be a tag yet unless only the case differs.

    Raises NothingFound, WrongUsage.
    """
    wanted = clean_tag(new)
    with library.store.step(command, library.now):
        ids = _tagged(library, old)
        if wanted.casefold() != clean_tag(old).casefold() and stored_tags.ids_with_tag(library.store.db, wanted):
            raise WrongUsage(f"there is a tag {wanted} already", f"`rlist tags merge {old} {wanted}` joins the two")
        return _replace_tag(library, ids, old, wanted)


def merge_tags(library: Library, source: str, target: str, command: str) -> list[Item]:
    """Give every item with the tag `source` the tag `target` instead; raises NothingFound."""
    with library.store.step(command, library.now):
        return _replace_tag(library, _tagged(library, source), source, clean_tag(target))


def remove_tag(library: Library, name: str, command: str) -> list[Item]:
    """Take the tag `name` off every item; raises NothingFound."""
    with library.store.step(command, library.now):
        return _replace_tag(library, _tagged(library, name), name, None)


def _tagged(library: Library, name: str) -> list[int]:
    ids = stored_tags.ids_with_tag(library.store.db, clean_tag(name))
    if not ids:
        raise NothingFound(f"no item has the tag {name}", "`rlist tags` shows the tags that there are")
    return ids


def _replace_tag(library: Library, ids: Sequence[int], old: str, new: str | None) -> list[Item]:
    gone = {clean_tag(old).casefold(), (new or "").casefold()}
    changed = []
    for item in stored.get_items(library.store.db, ids):
        kept = [tag for tag in item.tags if tag.casefold() not in gone]
        changed.append(_change(library, item, item._replace(tags=(*kept, *([new] if new else [])))).item)
    return changed


def add_note(library: Library, argument: str, text: str, command: str) -> Change:
    """Put the note `text` on the item that `argument` names; raises WrongUsage when it is empty."""
    if not text.strip():
        raise WrongUsage("an empty note says nothing", 'for example: rlist note 12 "read section 3 again"')
    with library.store.step(command, library.now):
        item = stored.get_items(library.store.db, [find_id(library, argument)])[0]
        return _change(library, item, item._replace(notes=(*item.notes, Note(text.strip(), library.now))))


def remove(library: Library, arguments: Sequence[str], command: str) -> list[Item]:
    """Remove the items that `arguments` name, with their entries and notes; `undo` brings them back."""
    with library.store.step(command, library.now):
        items = stored.get_items(library.store.db, find_ids(library, arguments))
        saving.remove_items(library.store.db, [item.id for item in items])
    return items


def _change(library: Library, before: Item, after: Item) -> Change:
    if sorted(after.tags) == sorted(before.tags):
        after = after._replace(tags=before.tags)
    if after == before:
        return Change(before, changed=False)
    return Change(saving.change_item(library.store.db, before, after._replace(updated_at=library.now)), changed=True)

"""Lists written as Markdown: headings and check boxes, for reading and editing anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rlist.formats.contents import Contents
from rlist.formats.markdown_line import escaped, title_and_link, write_line
from rlist.formats.markdown_notes import write_note
from rlist.formats.markdown_state import END_OF_TEXT, Mention, place_mark, write_mention, write_state
from rlist.formats.writing import Mentions, Path, by_lists, many_lines, tree
from rlist.model.item import Entry, Item, Status

# GitHub and its kin draw the first two as boxes; the others are those of Obsidian and of Org, plain to read as text.
_BOXES = {Status.UNREAD: "[ ]", Status.DONE: "[x]", Status.READING: "[/]", Status.DROPPED: "[-]"}
_INDENT = "  "
# Behind the heading of a list, and of the items that are in none; behind one that is deeper than Markdown has levels.
LIST, UNLISTED_COMMENT, _DEEP = "<!-- rlist list -->", "<!-- rlist unlisted -->", " <!-- rlist level {} -->"
_DEEPEST = 6


def write(contents: Contents) -> str:
    """Each list with its sections and items in order, then the items that are in no list.

    An item is written whole where it is mentioned first, elsewhere only its title. A comment behind each says what it
    is and how it stood, so that the file can be edited and imported again.
    """
    writing = _Writing(contents)
    blocks: list[str] = []
    for name, sections in by_lists(contents):
        writing.count = 0
        is_list = any(entry for places in sections.values() for entry, _ in places) or name in writing.texts
        blocks.append(f"# {escaped(name)} {LIST if is_list else UNLISTED_COMMENT}")
        for path, mentions in tree(sections).items():
            if path:
                level = len(path) + 1
                deep = _DEEP.format(level) if level > _DEEPEST else ""
                blocks.append(f"{'#' * min(level, _DEEPEST)} {escaped(path[-1])}{deep}")
            if text := many_lines(writing.texts.get(name, {}).get(path, "")):
                # What a reader adds elsewhere may be items.
                blocks.append("\n".join([*(escaped(line) for line in text.split("\n")), END_OF_TEXT]))
            if lines := list(writing.bullets(name, path, mentions)):
                blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n" if blocks else ""


class _Writing:
    """What has been written of each item, and what the sections say."""

    def __init__(self, contents: Contents) -> None:
        self.texts: dict[str, dict[Path, str]] = {}
        for section in contents.sections:
            self.texts.setdefault(section.list, {})[section.path] = section.text
        self._uids = {item.id: item.uid for item in contents.items}
        self._written: set[int] = set()
        self.count = 0  # the mentions of the list so far

    def bullets(self, name: str, path: Path, mentions: Mentions) -> Iterator[str]:
        """The lines of a section, each item below the one that it is nested in."""
        below: dict[int | None, list[tuple[Entry | None, Item]]] = {}
        here: set[int] = set()
        for entry, item in mentions:
            parent = entry.parent if entry and entry.parent in here else None
            below.setdefault(parent, []).append((entry, item))
            here.add(item.id)
        waiting: list[tuple[int, int | None, tuple[Entry | None, Item]]]
        waiting = [(0, None, mention) for mention in reversed(below.get(None, ()))]
        opened: set[int] = set()
        while waiting:
            depth, parent, (entry, item) = waiting.pop()
            place = place_mark(name, path, self._uids[parent] if parent is not None else "")
            self.count += 1
            mention = Mention(place, self.count, entry.label if entry else None)
            yield from self._lines(item, _INDENT * depth, mention)
            if item.id not in opened:
                opened.add(item.id)
                waiting += [(depth + 1, item.id, mention) for mention in reversed(below.get(item.id, ()))]

    def _lines(self, item: Item, indent: str, mention: Mention) -> Iterator[str]:
        begin = f"{indent}- {_BOXES[item.status]} "
        if item.id in self._written:
            title, head = title_and_link(item)
            yield f"{begin}{head}{write_mention(item, title, mention)}"
            return
        self._written.add(item.id)
        title, credit, line = write_line(item)
        yield f"{begin}{line}{write_state(item, title, credit, mention)}"
        notes: Sequence[str] = [body for note in item.notes if (body := many_lines(note.body))]
        for at, body in enumerate(notes):
            if at:
                yield ""
            yield from (f"{indent}{_INDENT}{line}" for line in write_note(body))

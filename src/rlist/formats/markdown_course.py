"""One pass over the blocks of a Markdown text: what has been made of them so far, and what the next one belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rlist.formats.citation_tail import parse_tail
from rlist.formats.document import Document, Fate
from rlist.formats.draft import Draft
from rlist.formats.entry_text import parse_entry
from rlist.formats.markdown_blocks import Block, Blocks, Line, Role
from rlist.formats.markdown_credit import read_credit
from rlist.formats.markdown_entry import understand
from rlist.formats.markdown_exported import Exported
from rlist.formats.markdown_fields import read_field, take_fields
from rlist.formats.markdown_footnotes import find_footnotes
from rlist.formats.markdown_inline import Words
from rlist.formats.markdown_outline import Outline
from rlist.formats.markdown_state import COMMENT
from rlist.formats.marks import status_of_box, status_of_heading
from rlist.formats.nesting import Relation, led_by_labels, relation
from rlist.formats.outline import read_row
from rlist.formats.records import Draft as Fields
from rlist.formats.sentences import first_sentence
from rlist.formats.title_words import EMOJI_NAME, plain, says_something
from rlist.model.item import Status

_EMOJI_NAMES = re.compile(rf"(?:{EMOJI_NAME}\s*)+(?=\[)")
# A place for the contents, and the ends of boxes, as extensions of Markdown have them.
_MARKUP = re.compile(r"\[\[?_?TOC_?\]\]?|:::.*|:[A-Z]+:|CLOCK:.*", re.IGNORECASE)


class Course:
    """What a text has come to so far; `exported` is what an export says of itself, None for any other text."""

    def __init__(
        self, source: Sequence[str], blocks: Blocks, title: str | None, first: int, exported: Exported | None
    ) -> None:
        self.source = source
        self.outline = Outline(blocks, exported=exported is not None)
        self.exported = exported
        self.draft = Draft()
        self.draft.title = title
        self.fates: dict[int, tuple[Fate, int | None]] = dict.fromkeys(range(1, first + 1), (Fate.LEFT_OUT, None))
        self.fates |= dict.fromkeys(blocks.defined, (Fate.LEFT_OUT, None))
        self.shown = blocks.lines
        self.headings: list[tuple[int, str]] = []
        self.unfolded = ""  # the <summary> that the blocks stand below
        self.bold = ""  # the line in bold that they stand below
        self.status: Status | None = None
        self.above: list[tuple[int, int]] = []  # depth and entry of the bullets that the next one may be nested in
        self.last: int | None = None  # the entry that what has no bullet belongs to
        self.work: int | None = None  # the entry that a heading is, and all below it belongs to
        self.subject: int | None = None  # the entry that the front matter is about, and all words of the text
        self.in_contents = False
        self.noted = False  # whether the last line was a note, that the next one may go on with
        self.topics: list[tuple[int, str]] = []  # depth and words of the bullets that only name what is below them
        self.footnotes = find_footnotes(blocks.blocks, blocks.references)

    def document(self) -> Document:
        """All that was made of the text, with the account of its lines."""
        self.account_for_the_rest()
        for number in range(1, len(self.source) + 1):
            fate, entry = self.fates[number]
            self.draft.line(number, fate, self.source[number - 1], entry)
        document = self.draft.document()
        return self.exported.returned(document) if self.exported else document

    def take_subject(self, found: Fields, first: int) -> None:
        """Make an entry of the work that the front matter is about; a note about a work is no list of its own."""
        named = next((self.outline.name(block) for block in self.outline.blocks if block.role is Role.HEADING), "")
        found.title = found.title or named
        understood = parse_entry("")._replace(title=found.title)
        written = " ".join(" ".join(line.split()) for line in self.source[:first])
        self.subject = self.draft.entry((), written, parent=None, status=None, understood=understood)
        self.draft.say(self.subject, found)
        self.fates |= {
            number: (Fate.FIELD, self.subject) for number in range(2, first) if self.source[number - 1].strip()
        }
        self.fates[1] = Fate.ENTRY, self.subject
        self.last = self.work = self.subject
        self.above = self.below_subject()

    def below_subject(self) -> list[tuple[int, int]]:
        """What stands above the first bullet below a heading: the work that the text is about, or nothing."""
        return [] if self.subject is None else [(-1, self.subject)]

    def verbatim(self, lines: Iterable[Line]) -> str:
        """The words of lines as they stand in the source, without bullet and check box."""
        source = (COMMENT.sub("", self.source[line.number - 1]).lstrip("> \t") for line in lines)
        return " ".join(read_row(0, text).text for text in source)

    def source_of(self, block: Block) -> str:
        """The first line of a block as it stands in the source."""
        return " ".join(self.source[block.lines[0].number - 1].split())

    def account(self, lines: Iterable[Line], fate: Fate, entry: int | None = None) -> None:
        """Say what lines came to; what is said already stays."""
        for line in lines:
            self.fates.setdefault(line.number, (fate, entry))

    def account_for_the_rest(self) -> None:
        """Account for the lines that no block has: blank ones, and those of which only HTML was left out."""
        cited = {line.number for _, lines in self.footnotes.values() for line in lines}
        for number, line in enumerate(self.source, 1):
            if number in cited and number not in self.fates:
                self.draft.section_text(self.path(), line.strip())
                self.fates[number] = Fate.TEXT, None
            if number not in self.fates and says_something(self.shown[number - 1]):
                self.add_text([Line(number, self.shown[number - 1])])
            self.fates.setdefault(number, (Fate.LEFT_OUT if line.strip() else Fate.BLANK, None))

    def cited(self) -> set[int]:
        """The numbers of the lines that hold footnotes."""
        return {line.number for _, lines in self.footnotes.values() for line in lines}

    def add_text(self, lines: Sequence[Line]) -> None:
        """Words that belong to the section."""
        if self.exported:
            self.draft.section_text(self.path(), self.exported.text(self.path(), [line.number for line in lines]))
            self.account(lines, Fate.TEXT)
            return
        words = "\n".join(" ".join(self.source[line.number - 1].split()) for line in lines)
        if says_something(words):
            self.draft.section_text(self.path(), words)
        self.account(lines, Fate.TEXT if says_something(words) else Fate.LEFT_OUT)

    def path(self) -> tuple[str, ...]:
        """The section that the next block is in."""
        topics = tuple(words for _, words in self.topics)
        further = (self.unfolded, self.bold)
        return (*(name for _, name in self.headings), *(name for name in further if name), *topics)

    def enter(self) -> None:
        """Begin what stands below another heading."""
        self.above, self.last, self.noted, self.topics = self.below_subject(), self.subject, False, []
        path = self.path()
        if path:
            self.draft.section(path)
        self.status = next((s for name in reversed(path) if (s := self._status_of(name)) is not None), None)

    def _status_of(self, name: str) -> Status | None:
        status = status_of_heading(name)
        # `Reading` alone is what most lists are called; beside `Read` and `To read` it is a status.
        return (
            None
            if status is Status.READING and name.casefold() == "reading" and not self.outline.has_statuses
            else status
        )

    def add_entry(self, words: Words, written: str, parent: int | None, box: str | None) -> int:
        """Add the work that `words` name, which stand as `written` in the source; its index."""
        understood, found = understand(words.text)
        status = status_of_box(box) if box is not None else None
        entry = self.draft.entry(
            self.path(),
            written,
            parent=parent,
            status=status or self.status,
            understood=understood,
        )
        if found:
            self.draft.say(entry, found)
        self._footnoted(entry, words.footnotes)
        self.noted = False
        return entry

    def _footnoted(self, entry: int, names: Iterable[str]) -> None:
        for name in names:
            text, lines = self.footnotes.get(name, ("", ()))
            if text:
                self.draft.note(entry, self.outline.words(text).text)
                self.account(lines, Fate.NOTE, entry)

    def relate(self, words: Words, lines: Sequence[Line], what: Relation, entry: int) -> None:
        """Give the words of `lines` to the entry above."""
        if what is Relation.LINKS:
            self.draft.links(entry, words.text, self.verbatim(lines))
            self.account(lines, Fate.LINK, entry)
        elif what is Relation.FIELDS:
            self.draft.fields(entry, plain(words.text), self.verbatim(lines))
            self.account(lines, Fate.FIELD, entry)
        else:
            self.add_note(entry, words.text, lines)
        self._footnoted(entry, words.footnotes)

    def add_note(self, entry: int, text: str, lines: Sequence[Line]) -> None:
        """Give commentary to an entry."""
        self.draft.note(entry, text)
        self.account(lines, Fate.NOTE, entry)
        self.last, self.noted = entry, True

    def take_line_below(self, lines: Sequence[Line]) -> None:
        """Read lines without a bullet below an entry."""
        entry = self.last
        if entry is None:
            self.add_text(lines)
            return
        words = self.outline.words(" ".join(line.text for line in lines).removeprefix(": "))
        if not says_something(words.text) or is_markup(words.text):
            self.account(lines, Fate.LEFT_OUT)
            return
        if (found := read_field(words.text) or read_credit(words.text)) is not None:
            self.draft.say(entry, found, self.verbatim(lines))
            self.account(lines, Fate.FIELD, entry)
            return
        words = words._replace(text=_EMOJI_NAMES.sub("", words.text)) if words.text[:1] == ":" else words
        if end := led_by_labels(words.text):
            self.draft.links(entry, words.text[:end])
            self.account(lines, Fate.LINK, entry)
            words = words._replace(text=words.text[end:].strip())
            if not says_something(words.text):
                return
        what = relation(plain(words.text), keeps_links=True)
        if what not in {Relation.LINKS, Relation.FIELDS}:
            taken = take_fields(words.text)
            if taken.found and not says_something(taken.text):
                self.draft.say(entry, taken.found)
                self.account(lines, Fate.FIELD, entry)
                return
            what = Relation.NOTE
            published, remark = first_sentence(words.text)
            tail = parse_tail(published.rstrip(".")) if remark else None
            if tail and tail.venue and tail.year and not tail.authors:
                # `CVPR 2024. What there is to say of it.`
                self.draft.say(entry, Fields(venue=tail.venue, year=tail.year))
        self.relate(words, lines, what, entry)


def is_markup(text: str) -> bool:
    """Whether a line only serves a program: a place for the contents, the ends of boxes, a clock."""
    return _MARKUP.fullmatch(text) is not None

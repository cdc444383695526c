"""A Markdown text as a list of works: what each of its blocks is to the entries and sections around it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rlist.formats.addresses import find_addresses
from rlist.formats.document import Document, Fate
from rlist.formats.draft import Draft
from rlist.formats.entry_links import names_work
from rlist.formats.entry_text import parse_entry
from rlist.formats.markdown_blocks import Block, Blocks, Line, Role
from rlist.formats.markdown_entry import read_credit, understand
from rlist.formats.markdown_exported import Exported
from rlist.formats.markdown_fields import read_field, take_fields
from rlist.formats.markdown_inline import (
    Words,
    heading_name,
    leads_within,
    shows_nothing,
    understandable,
    without_images,
    words_shown,
)
from rlist.formats.markdown_line import unescaped
from rlist.formats.markdown_notes import read_note
from rlist.formats.markdown_paragraphs import Paragraph, bold_line, is_sentence, joined_lines, judge
from rlist.formats.markdown_state import COMMENT
from rlist.formats.markdown_tables import cells_of, is_division, read_cells, read_table
from rlist.formats.marks import status_of_box, status_of_heading
from rlist.formats.nesting import Relation, relation
from rlist.formats.outline import read_row
from rlist.formats.pointers import points_elsewhere
from rlist.formats.records import Draft as Fields
from rlist.formats.title_words import plain, says_something
from rlist.formats.two_works import works_in
from rlist.model.item import Status

_CONTENTS = re.compile(
    r"(?:table of )?contents?|toc|index|on this page|inhalt(?:sverzeichnis)?|table des matières|sommaire|contenidos?"
    r"|índice|目录|目次|quick links|navigation",
    re.IGNORECASE,
)
# Sections of a repository's page that list no works; a bullet there without an address is advice.
_HOUSEKEEPING = re.compile(
    r"contribut\w*|licen[cs]e|acknowledge?ments?|legend|disclaimer|citation|cite(?: us)?|star history|changelog|support"
    r"|how to \w+.*|credits?|code of conduct|guidelines?|installation|usage|features?|sponsors?|updates?|news",
    re.IGNORECASE,
)
_FOOTNOTE = re.compile(r"\[\^([^\[\]\s]{1,60})\]:\s*(.*)$")
# A place for the contents, and the ends of boxes, as extensions of Markdown have them.
_ALIASED = re.compile(r"\[\[[^\[\]|]{1,200}\|")
_MARKUP = re.compile(r"\[\[?_?TOC_?\]\]?|:::.*|:[A-Z]+:|CLOCK:.*", re.IGNORECASE)
_ABSTRACT = re.compile(
    r"abstract|summary|tl;?dr|notes?|bibtex|citation|details?|more|(?:click|tap) .*|description|comments?",
    re.IGNORECASE,
)


def read_lists(
    source: Sequence[str],
    blocks: Blocks,
    title: str | None,
    first: int,
    *,
    exported: bool = False,
    subject: Fields | None = None,
    tags: Sequence[str] = (),
) -> Document:
    """The list that `blocks` make; `source` are the lines as they stand, `first` of which are front matter.

    `title` is the list's own where no heading is, `tags` are those of all its entries. `subject` is what the front
    matter says of the one work that all the rest is about. In what rlist `exported` headings and words are taken to
    the letter.
    """
    reading = _Reading(source, blocks, title, first, Exported(source) if exported else None)
    reading.draft.tags = tags
    if subject:
        reading.take_subject(subject, first)
    return reading.document()


class _Reading:
    """One pass over the blocks, with what the next one belongs to."""

    def __init__(
        self, source: Sequence[str], blocks: Blocks, title: str | None, first: int, exported: Exported | None
    ) -> None:
        self.source = source
        self.shown = blocks.lines
        self.exported = exported
        self.blocks = blocks.blocks
        self.references = blocks.references
        self.draft = Draft()
        self.draft.title = title
        self.fates: dict[int, tuple[Fate, int | None]] = dict.fromkeys(range(1, first + 1), (Fate.LEFT_OUT, None))
        self.fates |= dict.fromkeys(blocks.defined, (Fate.LEFT_OUT, None))
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
        self.names = {n.casefold() for b in blocks.blocks if b.role is Role.HEADING and (n := self._name(b))}
        self.has_statuses = sum(status_of_heading(name) is not None for name in self.names) > 1
        self.footnotes = self._footnotes()
        bullets = [block for block in self.blocks if block.role is Role.BULLET and block.level == 0 and block.text]
        self.keeps_links = 2 * sum(_may_link(block.text) for block in bullets) >= len(bullets)
        self.has_lists = bool(bullets) or any(block.role is Role.TABLE for block in self.blocks)

    def document(self) -> Document:
        at_title = None if self.subject is not None and self.draft.title else self._title()
        for at, block in enumerate(self.blocks):
            if all(line.number in self.fates for line in block.lines):
                continue
            if at == at_title:
                self.draft.title = self._name(block)
                if self._leads_elsewhere(block):
                    self.draft.section_text((), self._source_of(block))
                self._account(block.lines, Fate.SECTION)
            else:
                _TAKE[block.role](self, block, at)
        self._account_for_the_rest()
        for number in range(1, len(self.source) + 1):
            fate, entry = self.fates[number]
            self.draft.line(number, fate, self.source[number - 1], entry)
        document = self.draft.document()
        return self.exported.returned(document) if self.exported else document

    def take_subject(self, found: Fields, first: int) -> None:
        """Make an entry of the work that the front matter is about; a note about a work is no list of its own."""
        named = next((self._name(block) for block in self.blocks if block.role is Role.HEADING), "")
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
        self.above = self._below_subject()

    def _below_subject(self) -> list[tuple[int, int]]:
        return [] if self.subject is None else [(-1, self.subject)]

    # What the text holds besides its blocks.

    def _words(self, text: str) -> Words:
        return understandable(without_images(text), self.references)

    def _verbatim(self, lines: Iterable[Line]) -> str:
        """The words of lines as they stand in the source, without bullet and check box."""
        source = (COMMENT.sub("", self.source[line.number - 1]).lstrip("> \t") for line in lines)
        return " ".join(read_row(0, text).text for text in source)

    def _name(self, block: Block) -> str:
        if self.exported:
            return unescaped(block.lines[0].text)
        return heading_name(block.lines[0].text, self.references)

    def _title(self) -> int | None:
        """The place of the heading that is the list's title: the first one, which alone has words on its level."""
        if self.exported:
            return next(
                (at for at, b in enumerate(self.blocks) if b.role is Role.HEADING and b.lines[0].number == 1), None
            )
        named = [(at, b.level) for at, b in enumerate(self.blocks) if b.role is Role.HEADING and self._name(b)]
        if (
            not named
            or named[0][1] > _LEVELS
            or any(b.role in {Role.BULLET, Role.TABLE} for b in self.blocks[: named[0][0]])
        ):
            return None
        at, level = named[0]
        alone = all(other > level for _, other in named[1:]) and not self._is_work(at)
        return at if alone and (len(named) > 1 or not status_of_heading(self._name(self.blocks[at]))) else None

    def _footnotes(self) -> Mapping[str, tuple[str, tuple[Line, ...]]]:
        found: dict[str, tuple[str, tuple[Line, ...]]] = {
            name[1:]: (url, ()) for name, url in self.references.items() if name.startswith("^")
        }
        for block in self.blocks:
            if block.role is not Role.PARAGRAPH or not block.text.startswith("[^"):
                continue
            name = ""
            for line in block.lines:
                if match := _FOOTNOTE.match(line.text):
                    name = match[1]
                    found[name] = match[2], (line,)
                elif name:
                    text, lines = found[name]
                    found[name] = f"{text} {line.text}", (*lines, line)
        return found

    def _account(self, lines: Iterable[Line], fate: Fate, entry: int | None = None) -> None:
        for line in lines:
            self.fates.setdefault(line.number, (fate, entry))

    def _account_for_the_rest(self) -> None:
        """Account for the lines that no block has: blank ones, and those of which only HTML was left out."""
        cited = {line.number for _, lines in self.footnotes.values() for line in lines}
        for number, line in enumerate(self.source, 1):
            if number in cited and number not in self.fates:
                self.draft.section_text(self._path(), line.strip())
                self.fates[number] = Fate.TEXT, None
            if number not in self.fates and says_something(self.shown[number - 1]):
                self._text([Line(number, self.shown[number - 1])])
            self.fates.setdefault(number, (Fate.LEFT_OUT if line.strip() else Fate.BLANK, None))

    def _text(self, lines: Sequence[Line]) -> None:
        """Words that belong to the section."""
        if self.exported:
            self.draft.section_text(self._path(), self.exported.text(self._path(), [line.number for line in lines]))
            self._account(lines, Fate.TEXT)
            return
        words = "\n".join(" ".join(self.source[line.number - 1].split()) for line in lines)
        if says_something(words):
            self.draft.section_text(self._path(), words)
        self._account(lines, Fate.TEXT if says_something(words) else Fate.LEFT_OUT)

    # Sections.

    def _path(self) -> tuple[str, ...]:
        topics = tuple(words for _, words in self.topics)
        further = (self.unfolded, self.bold)
        return (*(name for _, name in self.headings), *(name for name in further if name), *topics)

    def _enter(self) -> None:
        """Begin what stands below another heading."""
        self.above, self.last, self.noted, self.topics = self._below_subject(), self.subject, False, []
        path = self._path()
        if path:
            self.draft.section(path)
        self.status = next((s for name in reversed(path) if (s := self._status_of(name)) is not None), None)

    def _status_of(self, name: str) -> Status | None:
        status = status_of_heading(name)
        # `Reading` alone is what most lists are called; beside `Read` and `To read` it is a status.
        return None if status is Status.READING and name.casefold() == "reading" and not self.has_statuses else status

    def take_heading(self, block: Block, at: int) -> None:
        name = self._name(block)
        level = self.exported.level(block) if self.exported else block.level
        while self.headings and self.headings[-1][0] >= level:
            self.headings.pop()
        self.unfolded = self.bold = ""
        if name and not self.exported and self._is_work(at):
            self._enter()
            words = self._words(block.lines[0].text)
            self.last = self._entry(words, self._verbatim([block.lines[0]]), None, None)
            self.above = [(-1, self.last)]
            self.work = self.last
            self._account(block.lines, Fate.ENTRY, self.last)
            return
        self.work = self.subject
        if name and not self.exported and _CONTENTS.fullmatch(name) and not self._leads_out(at):
            self.above, self.last, self.headings = [], None, [*self.headings, (block.level, "")]
            self._account(block.lines, Fate.LEFT_OUT)
            self.headings.pop()
            self.in_contents = True
            return
        self.in_contents = False
        if name:
            self.headings.append((level, name))
        self._enter()
        if name and self._leads_elsewhere(block):
            self.draft.section_text(self._path(), self._source_of(block))
        self._account(block.lines, Fate.SECTION if name else Fate.LEFT_OUT)

    def _leads_elsewhere(self, block: Block) -> bool:
        """Whether a heading has words with a link out of the page, or to a note of another name."""
        text = block.lines[0].text
        found = find_addresses(self._words(text).text)
        is_linked = any(a.url and "://" in a.url and says_something(a.label or "") for a in found)
        return is_linked or _ALIASED.search(text) is not None

    def _source_of(self, block: Block) -> str:
        return " ".join(self.source[block.lines[0].number - 1].split())

    def _behind(self, at: int) -> Iterator[Block]:
        return (self.blocks[place] for place in range(at + 1, len(self.blocks)))

    def _below(self, at: int) -> Iterable[Block]:
        """The blocks below a heading, up to the next one."""
        for block in self._behind(at):
            if block.role is Role.HEADING:
                return
            yield block

    def _leads_out(self, at: int) -> bool:
        return any("://" in self._words(block.text).text for block in self._below(at))

    def _is_work(self, at: int) -> bool:
        """Whether a heading names a work by a link, and nothing below it does."""
        text = self._words(self.blocks[at].lines[0].text).text
        if "](" not in text or not any(_is_link_of_work(a.label, a.url) for a in find_addresses(text)):
            return False
        return not any(
            _is_link_of_work(a.label, a.url)
            for block in self._below(at)
            if block.role in {Role.BULLET, Role.TABLE}
            for a in find_addresses(self._words(block.text).text)
        )

    def take_summary(self, block: Block, at: int) -> None:
        name = heading_name(block.text, self.references)
        below = []
        for other in self._behind(at):
            if other.role in {Role.END, Role.SUMMARY, Role.HEADING}:
                break
            below.append(other)
        if name and not _ABSTRACT.fullmatch(name) and any(b.role in {Role.BULLET, Role.TABLE} for b in below):
            self.unfolded, self.bold = name, ""
            self._enter()
            self._account(block.lines, Fate.SECTION)
        elif self.last is not None:
            for other in below:
                words = "\n".join(understandable(line.text, self.references).text for line in other.lines)
                self._note(self.last, words, other.lines)
            self._account(block.lines, Fate.LEFT_OUT)
        elif _is_link_of_work(name, None) and "](" in block.text:
            self._paragraph_item(block.lines, block.lines)
        else:
            self._text(block.lines)

    def take_end(self, block: Block, at: int) -> None:
        if self.unfolded:
            self.unfolded = self.bold = ""
            self._enter()
        self._account(block.lines, Fate.LEFT_OUT)

    # Entries.

    def _entry(self, words: Words, written: str, parent: int | None, box: str | None) -> int:
        understood, found = understand(words.text)
        status = status_of_box(box) if box is not None else None
        entry = self.draft.entry(
            self._path(),
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
                self.draft.note(entry, self._words(text).text)
                self._account(lines, Fate.NOTE, entry)

    def take_bullet(self, block: Block, at: int) -> None:
        while self.above and self.above[-1][0] >= block.level:
            self.above.pop()
        while self.topics and self.topics[-1][0] >= block.level:
            self.topics.pop()
        if self.exported and block.lines[0].number in self.exported.states:
            self._returned(block)
            return
        parts = joined_lines(block.lines, self.source)
        head = self._words(" ".join(line.text for line in parts[0]))
        if not says_something(head.text) or leads_within(head.text) or (self.in_contents and "://" not in head.text):
            self._account(block.lines, Fate.LEFT_OUT)
            return
        parent = self.above[-1][1] if self.above else None
        below = self._nested(at)
        if points_elsewhere(head.text, self.names) or (parent is None and self._is_advice(head.text, block, below)):
            self._text(block.lines)
            self.last = None
            return
        if block.box is None and self._is_topic(head.text, below):
            self.topics.append((block.level, heading_name(head.text, self.references)))
            self.draft.section(self._path())
            self._account(block.lines, Fate.SECTION)
            return
        what = Relation.ITEM
        if parent is not None and block.box is None:
            found = read_field(head.text)
            if found is None and not below:
                found = read_credit(head.text)
            if found is not None:
                self.draft.say(parent, found)
                self._account(block.lines, Fate.FIELD, parent)
                return
            what = relation(head.text, has_items_below=bool(below), keeps_links=True)
        if what is Relation.ITEM:
            works = works_in(head.text)
            for work in works:
                written = work.written if len(works) > 1 else self._verbatim(parts[0])
                entry = self._entry(head._replace(text=work.text), written, parent, block.box)
                self._account(parts[0], Fate.ENTRY, entry)
            self.last = entry
            self.above.append((block.level, entry))
        elif parent is not None:
            self._relate(head, parts[0], what, parent)
        for part in parts[1:]:
            self._line_below(part)

    def _returned(self, block: Block) -> None:
        """An item of an export that comes back."""
        if self.exported is None:
            return
        parent = self.above[-1][1] if self.above else None
        row = read_row(0, COMMENT.sub("", self.source[block.lines[0].number - 1]))
        read = self.exported.read(block.lines[0].number, row.text, row.box)
        understood = parse_entry("")._replace(
            title=read.metadata.title, links=read.links, identifiers=dict(read.metadata.identifiers), notes=read.notes
        )
        self.last = self.draft.entry(
            self._path(), row.text, parent=parent, understood=understood._replace(tags=read.tags)
        )
        self.exported.entries[self.last] = block.lines[0].number
        self.above.append((block.level, self.last))
        self.noted = False
        self._account(block.lines[:1], Fate.ENTRY, self.last)
        for part in joined_lines(block.lines[1:], self.source):
            self._line_below(part)

    def _nested(self, at: int) -> list[Block]:
        """The bullets one level below that at `at`."""
        level, found = self.blocks[at].level, []
        for block in self._behind(at):
            if block.role is not Role.BULLET:
                if block.level <= level:
                    break
                continue
            if block.level <= level:
                break
            if block.level == level + 1:
                found.append(block)
        return found

    def _is_topic(self, text: str, below: Sequence[Block]) -> bool:
        """Whether a bullet only names what is nested in it, as a heading does."""
        if not below or _may_link(text):
            return False
        words = words_shown(text)
        if find_addresses(text) or len(words.split()) > _MOST_WORDS_IN_TOPIC or parse_entry(text).year:
            return False
        items = sum(self._names_work(block) for block in below)
        return items == len(below) and (items > 1 or len(words.split()) < _MOST_WORDS_IN_TOPIC // 2)

    def _names_work(self, block: Block) -> bool:
        text = self._words(block.text).text
        found = find_addresses(text)
        return bool(found) and relation(text, keeps_links=True) is Relation.ITEM

    def _is_advice(self, text: str, block: Block, below: Sequence[Block]) -> bool:
        """Whether a bullet at the margin, in a list that keeps links, is a sentence to the reader and no work."""
        if block.box is not None or below or not self.keeps_links or _may_link(text) or find_addresses(text):
            return False
        here = self.headings[-1][1] if self.headings else ""
        return is_sentence(text) or _HOUSEKEEPING.fullmatch(here) is not None

    def _relate(self, words: Words, lines: Sequence[Line], what: Relation, entry: int) -> None:
        """Give the words of `lines` to the entry above."""
        if what is Relation.LINKS:
            self.draft.links(entry, words.text, self._verbatim(lines))
            self._account(lines, Fate.LINK, entry)
        elif what is Relation.FIELDS:
            self.draft.fields(entry, plain(words.text), self._verbatim(lines))
            self._account(lines, Fate.FIELD, entry)
        else:
            self._note(entry, words.text, lines)
        self._footnoted(entry, words.footnotes)

    def _note(self, entry: int, text: str, lines: Sequence[Line]) -> None:
        self.draft.note(entry, text)
        self._account(lines, Fate.NOTE, entry)
        self.last, self.noted = entry, True

    def _line_below(self, lines: Sequence[Line]) -> None:
        """Read lines without a bullet below an entry."""
        entry = self.last
        if entry is None:
            self._text(lines)
            return
        words = self._words(" ".join(line.text for line in lines))
        if not says_something(words.text) or _MARKUP.fullmatch(words.text):
            self._account(lines, Fate.LEFT_OUT)
            return
        if (found := read_field(words.text) or read_credit(words.text)) is not None:
            self.draft.say(entry, found, self._verbatim(lines))
            self._account(lines, Fate.FIELD, entry)
            return
        what = relation(plain(words.text), keeps_links=True)
        if what not in {Relation.LINKS, Relation.FIELDS}:
            taken = take_fields(words.text)
            if taken.found and not says_something(taken.text):
                self.draft.say(entry, taken.found)
                self._account(lines, Fate.FIELD, entry)
                return
            what = Relation.NOTE
        self._relate(words, lines, what, entry)

    # What has no bullet.

    def take_paragraph(self, block: Block, at: int) -> None:
        lines = [line for line in block.lines if line.number not in self.fates]
        if block.text.startswith("[^") and all(line.number in self._cited() for line in lines):
            return  # until an entry cites it
        if self.exported and block.level < 0:
            self._text(lines)
            return
        if self.work is not None and block.level < 0:
            self.last = self.work
        if block.level >= 0 or self.work is not None:
            for part in joined_lines(lines, self.source):
                self._line_below(part)
            return
        words = [self._words(line.text).text for line in lines]
        if all(shows_nothing(text) or leads_within(text) or _MARKUP.fullmatch(text) for text in words):
            # Badges, or links to parts of the page.
            self._account(lines, Fate.LEFT_OUT)
            return
        follows = self.blocks[at + 1].role if at + 1 < len(self.blocks) else None
        name = bold_line(block.text) if len(lines) == 1 else None
        if name and follows in {Role.BULLET, Role.TABLE}:
            self.bold = heading_name(name, self.references)
            self._enter()
            self._account(lines, Fate.SECTION)
            return
        self._unmarked([Line(line.number, text, line.is_ended) for line, text in zip(lines, words, strict=True)], lines)

    def _cited(self) -> set[int]:
        return {line.number for _, lines in self.footnotes.values() for line in lines}

    def _unmarked(self, words: Sequence[Line], lines: Sequence[Line]) -> None:
        """A paragraph at the margin: works, what belongs to the one above, or words of the section."""
        by_number = {line.number: line for line in lines}
        self.above = []
        for part in judge(words, has_lists=self.has_lists, source=self.source, below=self.last is not None):
            own = [by_number[line.number] for line in part.lines if line.number not in self.fates]
            if not own:
                continue  # a footnote, which the work above has cited
            if part.what is Paragraph.ITEM:
                self._paragraph_item(own, part.lines)
            elif part.what is Paragraph.BELOW and self.last is not None:
                self._line_below(own)
            else:
                self._text(own)
                self.last = None

    def _paragraph_item(self, lines: Sequence[Line], words: Sequence[Line]) -> None:
        row = read_row(lines[0].number, " ".join(line.text for line in words))
        self.last = self._entry(self._words(row.text), self._verbatim(lines), None, row.box)
        self.above = [(-1, self.last)]
        self._account(lines, Fate.ENTRY, self.last)

    def take_quote(self, block: Block, at: int) -> None:
        above = block.lines[0].number - 1
        follows = above in self.fates and self.fates[above][1] is not None
        if self.exported and self.last is not None and block.level >= 0:
            self._note(self.last, read_note(self.source[line.number - 1] for line in block.lines), block.lines)
        elif self.last is not None and (block.level >= 0 or follows):
            body = "\n".join(understandable(line.text, self.references).text for line in block.lines).strip()
            if says_something(body):
                self._note(self.last, body, block.lines)
            self._account(block.lines, Fate.LEFT_OUT)
        else:
            self._text(block.lines)

    def take_code(self, block: Block, at: int) -> None:
        above = block.lines[0].number - 1
        follows = above in self.fates and self.fates[above][1] is not None
        if self.last is not None and (block.level >= 0 or follows):
            self._note(self.last, "\n".join(line.text for line in block.lines).strip(), block.lines)
        else:
            self._text(block.lines)

    def take_table(self, block: Block, at: int) -> None:
        lines = list(block.lines)
        has_header = len(lines) > 1 and is_division(lines[1].text)
        header = cells_of(lines[0].text) if has_header else []
        rows = [cells_of(line.text) for line in lines[2 if has_header else 0 :]]
        table = read_table(header, rows, self.references) if block.level < 0 else None
        if table is None:
            if self.last is not None and block.level >= 0:
                self._note(self.last, "\n".join(line.text for line in lines), lines)
            else:
                self._text(lines)
            return
        self.last = None
        self._account(lines[:2] if has_header else [], Fate.LEFT_OUT)
        for line, cells in zip(lines[2 if has_header else 0 :], rows, strict=True):
            found = None if is_division(line.text) else read_cells(table, cells, self.references)
            if found is None:
                self._text([line])
                continue
            text = " ".join(self.source[line.number - 1].split())
            entry = self.draft.entry(self._path(), text, status=self.status, understood=found.understood)
            self.draft.say(entry, found.found)
            self._account([line], Fate.ENTRY, entry)

    def take_rule(self, block: Block, at: int) -> None:
        self._account(block.lines, Fate.LEFT_OUT)
        self.last, self.above = self.subject, self._below_subject()


_LEVELS = 6
# Words; a bullet with more of them says something itself.
_MOST_WORDS_IN_TOPIC = 7
_TAKE = {
    Role.HEADING: _Reading.take_heading,
    Role.BULLET: _Reading.take_bullet,
    Role.PARAGRAPH: _Reading.take_paragraph,
    Role.QUOTE: _Reading.take_quote,
    Role.CODE: _Reading.take_code,
    Role.TABLE: _Reading.take_table,
    Role.SUMMARY: _Reading.take_summary,
    Role.END: _Reading.take_end,
    Role.RULE: _Reading.take_rule,
}


def _may_link(text: str) -> bool:
    """Whether a text looks as if it held an address."""
    return "://" in text or "](" in text or "][" in text or "www." in text


def _is_link_of_work(label: str | None, url: str | None) -> bool:
    return bool(label) and names_work(label or "") and (url is None or "://" in url)

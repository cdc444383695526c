"""What the headings and bullets of a Markdown text are to each other, as the blocks alone tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from rlist.formats.addresses import find_addresses
from rlist.formats.entry_links import names_work
from rlist.formats.entry_text import parse_entry
from rlist.formats.labelled import labelled_field
from rlist.formats.markdown_blocks import Block, Blocks, Role
from rlist.formats.markdown_inline import Words, heading_name, leads_within, understandable, without_images, words_shown
from rlist.formats.markdown_line import unescaped
from rlist.formats.marks import status_of_heading
from rlist.formats.nesting import Relation, relation
from rlist.formats.title_words import says_something
from rlist.formats.venues import is_label

_CONTENTS = re.compile(
    r"(?:table of )?contents?|toc|index|on this page|inhalt(?:sverzeichnis)?|table des matières|sommaire|contenidos?"
    r"|índice|目录|目次|quick links|navigation",
    re.IGNORECASE,
)
# Kramdown puts the contents in the place of the list that bears this: https://kramdown.gettalong.org/converter/html.html
_GENERATED = "{:toc}"
_ALIASED = re.compile(r"\[\[[^\[\]|]{1,200}\|")
# `**Authors:** …`, `**Link**: …`, `Venue: …`
_LABELLED = re.compile(
    r"\*{0,2}([^\W\d_][\w /()-]{1,24}?)\d?(?:（[^（）]{1,20}）)?(?:[:：]\*{0,2}|\*{1,2}\s?[:：])\s*\S"
)
_FIELDS_OF_WORK = frozenset({"authors", "venue", "doi", "arxiv", "isbn", "url"})
# `[The title]()`: a link that leads nowhere yet.
_LOST_LINK = re.compile(r"\W{0,8}\[[^\[\]]{8,300}\]\(\s*\)")
# A heading that ends in stars is what got them.
_RATED = re.compile(r"\S.*\s(?:[★⭐]\ufe0f?){1,5}☆{0,4}\s*$")
# A heading deeper than these stands in a bullet.
_LEVELS = 6
# So many headings that are works make those on their level works, whatever stands below them.
_LEAST_WORKS = 3
# In a heading that names a work, in front of links with labels.
_LEAST_WORDS_OF_TITLE = 4
# So deep topics may be nested in each other.
_TOPICS = 3
# Words; a bullet with more of them says something itself.
_MOST_WORDS_IN_TOPIC = 7


class Outline:
    """The blocks of a text, and what is asked of them; in what rlist `exported` headings are taken to the letter."""

    def __init__(self, blocks: Blocks, *, exported: bool) -> None:
        self.blocks = blocks.blocks
        self.references = blocks.references
        self._exported = exported
        self.names = {n.casefold() for b in blocks.blocks if b.role is Role.HEADING and (n := self.name(b))}
        self.has_statuses = sum(status_of_heading(name) is not None for name in self.names) > 1
        self.contents = self._contents()
        bullets = [block for block in self.blocks if block.role is Role.BULLET and block.level == 0 and block.text]
        linked = sum(may_link(block.text) for block in bullets) + sum(map(self._is_labelled_paragraph, self.blocks))
        self.keeps_links = 2 * linked >= len(bullets)
        self.has_lists = bool(bullets) or any(block.role is Role.TABLE for block in self.blocks)

    def _is_labelled_paragraph(self, block: Block) -> bool:
        """Whether a paragraph has a link that is named by a mere label, as that to a work is behind its citation."""
        if block.role is not Role.PARAGRAPH or block.level >= 0 or "](" not in block.text:
            return False
        labels = [address.label for address in find_addresses(self.words(block.text).text) if address.label]
        return any(is_label(label.strip("[] ")) for label in labels)

    def words(self, text: str) -> Words:
        """The words of a line in the form in which the text of an entry is understood."""
        return understandable(without_images(text), self.references)

    def name(self, block: Block) -> str:
        """What a heading is called, "" for one without words."""
        if self._exported:
            return unescaped(block.lines[0].text)
        return heading_name(block.lines[0].text, self.references)

    def title(self) -> int | None:
        """The place of the heading that is the list's title: the first one, which alone has words on its level."""
        if self._exported:
            return next(
                (at for at, b in enumerate(self.blocks) if b.role is Role.HEADING and b.lines[0].number == 1), None
            )
        named = [
            (at, block.level)
            for at, block in enumerate(self.blocks)
            if block.role is Role.HEADING and (name := self.name(block)) and not self.is_contents(name, at)
        ]
        if (
            not named
            or named[0][1] > _LEVELS
            or any(b.role in {Role.BULLET, Role.TABLE} for b in self.blocks[: named[0][0]])
        ):
            return None
        at, level = named[0]
        alone = all(other > level for _, other in named[1:]) and not self.is_work(at)
        return at if alone and (len(named) > 1 or not status_of_heading(self.name(self.blocks[at]))) else None

    def _contents(self) -> set[int]:
        """The places of bullets in lists that mostly lead to parts of the page: tables of contents without a name."""
        found: set[int] = set()
        run: list[int] = []
        for at, block in enumerate((*self.blocks, None)):
            if block is not None and block.role is Role.BULLET:
                run.append(at)
                continue
            led = sum(leads_within(self.blocks[place].text) for place in run)
            is_generated = any(self.blocks[place].lines[-1].text.strip() == _GENERATED for place in run)
            if is_generated or (led and 2 * led > len(run)):
                found.update(run)
            run = []
        return found

    def behind(self, at: int) -> Iterator[Block]:
        """The blocks behind that at `at`, in order."""
        return (self.blocks[place] for place in range(at + 1, len(self.blocks)))

    def below(self, at: int) -> Iterable[Block]:
        """The blocks below a heading, up to the next one."""
        for block in self.behind(at):
            if block.role is Role.HEADING:
                return
            yield block

    def is_contents(self, name: str, at: int) -> bool:
        """Whether a heading is that of a table of contents; an index may be a subject as well."""
        if not _CONTENTS.fullmatch(name):
            return False
        below = [self.words(block.text).text for block in self.below(at)]
        is_led = any(map(leads_within, below)) or name.casefold() not in {"index", "índice"}
        return is_led and not any("://" in text for text in below)

    def is_work(self, at: int) -> bool:
        """Whether a heading names a work by a link, and nothing below it does; or its level is one of works.

        One without a link is a work where the bullets below it say who wrote it, when, or where it is.
        """
        if _RATED.search(self.blocks[at].lines[0].text):
            return True
        if not self._is_linked(at):
            return self.is_described(at)
        return self._is_alone(at) or self._works_by_level[self.blocks[at].level] >= _LEAST_WORKS

    def is_described(self, at: int) -> bool:
        """Whether the bullets right below a heading or a line in bold are fields of a work, as most of them are."""
        bullets: list[str] = []
        for block in self.behind(at):
            if block.role is Role.PARAGRAPH and not bullets:
                text = block.lines[0].text
                found = labelled_field(text) if self.blocks[at].role is Role.HEADING else None
                return (found is not None and found.role == "authors") or is_labelled_link(text)
            if block.role is not Role.BULLET:
                break
            if block.level == 0:
                bullets.append(block.text)
        labelled = [text for text in bullets if _LABELLED.match(text)]
        if len(bullets) == 1:
            return is_labelled_link(bullets[0])
        return len(labelled) > 1 and 3 * len(labelled) >= 2 * len(bullets) and any(map(_is_field_of_work, labelled))

    @cached_property
    def _above_bullets(self) -> Sequence[Block | None]:
        """What stands above each block, or above the first one of the bullets that it is among."""
        above: list[Block | None] = [None]
        for block in self.blocks:
            above.append(above[-1] if block.role is Role.BULLET else block)
        return above

    @cached_property
    def _works_by_level(self) -> Counter[int]:
        """How many headings on each level surely name works."""
        headings = (at for at, block in enumerate(self.blocks) if block.role is Role.HEADING)
        return Counter(self.blocks[at].level for at in headings if self._is_linked(at) and self._is_alone(at))

    def _is_linked(self, at: int) -> bool:
        text = self.words(self.blocks[at].lines[0].text).text
        found = find_addresses(text) if "](" in text else []
        if any(is_link_of_work(address.label, address.url) for address in found):
            return True
        # `The title of a paper (ICLR 2023) [[paper link](a)]`
        is_titled = bool(found) and len(text[: found[0].start].split()) >= _LEAST_WORDS_OF_TITLE
        return is_titled and any(address.label and "://" in (address.url or "") for address in found)

    def _is_alone(self, at: int) -> bool:
        return not any(
            is_link_of_work(a.label, a.url)
            for block in self.below(at)
            if block.role in {Role.BULLET, Role.TABLE}
            for a in find_addresses(self.words(block.text).text)
        )

    def leads_elsewhere(self, block: Block) -> bool:
        """Whether a heading has words with a link out of the page, or to a note of another name."""
        text = block.lines[0].text
        found = find_addresses(self.words(text).text)
        is_linked = any(a.url and "://" in a.url and says_something(a.label or "") for a in found)
        return is_linked or _ALIASED.search(text) is not None

    def nested(self, at: int) -> list[int]:
        """The places of the bullets one level below that at `at`."""
        level, found = self.blocks[at].level, []
        for place in range(at + 1, len(self.blocks)):
            block = self.blocks[place]
            if block.role is not Role.BULLET:
                if block.level <= level:
                    break
                continue
            if block.level <= level:
                break
            if block.level == level + 1:
                found.append(place)
        return found

    def is_introduced(self, at: int, text: str, *, above_all: bool) -> bool:
        """Whether a bullet without an address goes on with the sentence above: `papers about` and below it `* fuzzing`.

        Where others are links, the sentence may end in a colon; `above_all` works a bullet may have a capital then.
        """
        is_small = text[:1].islower()
        above = self._above_bullets[at]
        if above is None or above.role is not Role.PARAGRAPH:
            return False
        if above.text.endswith((":", "：")):
            return self.keeps_links and (is_small or above_all)
        return is_small and above.text[-1:].isalpha()

    def is_topic(self, text: str, below: Sequence[int], depth: int = 0) -> bool:
        """Whether a bullet only names what is nested in it, as a heading does."""
        if not below or may_link(text):
            return False
        words = words_shown(text)
        if find_addresses(text) or len(words.split()) > _MOST_WORDS_IN_TOPIC or parse_entry(text).year:
            return False
        items = sum(self._names_work(self.blocks[at]) or self._names_topic(at, depth) for at in below)
        if items and len(below) > 1 and text.startswith("**") and text.endswith("**"):
            return True  # works without a link are among those that have one
        return items == len(below) and (items > 1 or len(words.split()) < _MOST_WORDS_IN_TOPIC // 2)

    def _names_topic(self, at: int, depth: int) -> bool:
        below = self.nested(at) if depth < _TOPICS and self.blocks[at].box is None else []
        return bool(below) and self.is_topic(self.words(self.blocks[at].text).text, below, depth + 1)

    def _names_work(self, block: Block) -> bool:
        text = self.words(block.text).text
        found = find_addresses(text)
        if block.box is not None or _LOST_LINK.match(block.text):
            return True
        return bool(found) and relation(text, keeps_links=True) is Relation.ITEM


def _is_field_of_work(text: str) -> bool:
    """Whether a labelled line says who wrote a work, when and where it appeared, or where it is."""
    found = labelled_field(text)
    return (found is not None and found.role in _FIELDS_OF_WORK) or (is_labelled(text) and bool(find_addresses(text)))


def is_labelled(text: str) -> bool:
    """Whether a line begins with the label of a link in bold or in front of a colon: `**Code:** …`, `Slides: …`."""
    label = _LABELLED.match(text)
    return label is not None and is_label(label[1])


def is_labelled_link(text: str) -> bool:
    """Whether a line is the label of a link and the address that it has, and no other words."""
    return is_labelled(text) and relation(text, keeps_links=True) is Relation.LINKS and bool(find_addresses(text))


def may_link(text: str) -> bool:
    """Whether a text looks as if it held an address."""
    return "://" in text or "](" in text or "][" in text or "www." in text


def is_link_of_work(label: str | None, url: str | None) -> bool:
    """Whether a link has words that name a work, and an address."""
    return bool(label) and names_work(label or "") and (url is None or "://" in url)

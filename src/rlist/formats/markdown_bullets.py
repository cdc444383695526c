"""Bullets of a Markdown text: works, topics, and what belongs to the work above."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rlist.formats.addresses import find_addresses
from rlist.formats.document import Fate
from rlist.formats.entry_text import parse_entry
from rlist.formats.markdown_blocks import Block, Line
from rlist.formats.markdown_course import Course
from rlist.formats.markdown_credit import read_credit
from rlist.formats.markdown_fields import read_field
from rlist.formats.markdown_inline import Words, heading_name, leads_within
from rlist.formats.markdown_outline import is_labelled, may_link
from rlist.formats.markdown_paragraphs import bold_line, is_sentence, joined_lines
from rlist.formats.markdown_state import COMMENT
from rlist.formats.nesting import Relation, relation
from rlist.formats.outline import read_row
from rlist.formats.pointers import points_elsewhere
from rlist.formats.title_words import says_something
from rlist.formats.two_works import works_in

# Sections of a repository's page that list no works; a bullet there without an address is advice.
_HOUSEKEEPING = re.compile(
    r"contribut\w*|licen[cs]e|acknowledge?ments?|legend|disclaimer|citation|cite(?: us)?|star history|changelog|support"
    r"|how to \w+.*|(?:\w+ ){0,3}criteria|credits?|code of conduct|guidelines?|installation|usage|features?|sponsors?"
    r"|updates?|news",
    re.IGNORECASE,
)
# A log of the page itself, and the dates that its lines begin with; a link there with so many words is a work's.
_LOG = re.compile(r"(?:\w+ )?(?:changelog|change log|updates?|news|what['’]?s new|latest news)", re.IGNORECASE)
_DATED = re.compile(r"\W*\d{1,4}[-/.]\d{1,4}")
_LEAST_WORDS = 4
_FILE = re.compile(r"\W{0,3}\[([^\[\]]{2,100})\]\([^()\s:]{1,300}\.md\)")
# What a page says of itself above all works.
_OF_PAGE = re.compile(
    r"\*{0,2}(?:created|(?:last )?updated|last modified|date|status|licen[cs]e|maintainers?|version|tags|related)"
    r"(?::\*{0,2}|\*{1,2}:)\s",
    re.IGNORECASE,
)
_QUESTIONS = re.compile(r"(?:\w+ )?(?:questions?|problems)(?: \w+ \w+)?", re.IGNORECASE)


class _Bullet(NamedTuple):
    """A bullet with its first words understood, those nested in it, and the work that it stands below."""

    block: Block
    at: int
    head: Words
    nested: Sequence[int]
    below: Sequence[Block]
    parent: int | None


def take_bullet(course: Course, block: Block, at: int) -> None:
    """Take a bullet as a work, a topic, or what it says of the work above."""
    while course.above and course.above[-1][0] >= block.level:
        course.above.pop()
    while course.topics and course.topics[-1][0] >= block.level:
        course.topics.pop()
    if course.exported and block.lines[0].number in course.exported.states:
        _take_returned(course, block)
        return
    parts = joined_lines(block.lines, course.source)
    head = course.outline.words(" ".join(line.text for line in parts[0]))
    nested = course.outline.nested(at)
    below = [course.outline.blocks[place] for place in nested]
    bullet = _Bullet(block, at, head, nested, below, course.above[-1][1] if course.above else None)
    if _take_contents(course, bullet) or _take_text(course, bullet) or _take_topic(course, bullet):
        return
    if bullet.parent is not None and block.box is None:
        found = read_field(head.text) or (None if below else read_credit(head.text))
        if found is not None:
            course.draft.say(bullet.parent, found)
            course.account(block.lines, Fate.FIELD, bullet.parent)
            return
    what = _relation(bullet)
    if what is Relation.ITEM:
        _take_works(course, bullet, parts[0])
    elif bullet.parent is not None:
        course.relate(head, parts[0], what, bullet.parent)
    for part in parts[1:]:
        course.take_line_below(part)


def _take_contents(course: Course, bullet: _Bullet) -> bool:
    """Leave out a bullet that says nothing, or leads to a place in the page or beside it; whether it is one."""
    text = bullet.head.text
    is_listed = course.in_contents or bullet.at in course.outline.contents or _names_section(course, text)
    if says_something(text) and not leads_within(text) and not (is_listed and "://" not in text):
        return False
    course.account(bullet.block.lines, Fate.LEFT_OUT)
    return True


def _names_section(course: Course, text: str) -> bool:
    """Whether a bullet is a link to a file that is called as a section of the page is: `[Serving](serving.md)`."""
    match = _FILE.fullmatch(text)
    return match is not None and match[1].casefold().strip() in course.outline.names


def _take_text(course: Course, bullet: _Bullet) -> bool:
    """Take as words of the section what the page says of itself, advises or points to; whether the bullet does."""
    text = bullet.head.text
    is_first = not course.draft.has_entries
    if bullet.parent is None and is_first and _OF_PAGE.match(text):
        course.add_text([line for block in (bullet.block, *bullet.below) for line in block.lines])
        return True
    is_advice = bullet.parent is None and (
        _is_advice(course, text, bullet.block, bullet.below)
        or (not (bullet.below or may_link(text)) and course.outline.is_introduced(bullet.at, text, above_all=is_first))
    )
    if not (is_advice or points_elsewhere(text, course.outline.names)):
        return False
    course.add_text(bullet.block.lines)
    course.last = None
    return True


def _take_topic(course: Course, bullet: _Bullet) -> bool:
    """Open a section by a bullet that only names what those below it are on; whether it does."""
    if bullet.block.box is not None or not course.outline.is_topic(bullet.head.text, bullet.nested):
        return False
    course.topics.append((bullet.block.level, heading_name(bullet.head.text, course.outline.references)))
    course.draft.section(course.path())
    course.account(bullet.block.lines, Fate.SECTION)
    return True


def _relation(bullet: _Bullet) -> Relation:
    """What the bullet is to the work above; a work of its own where there is none."""
    text = bullet.head.text
    if bullet.parent is None:
        return Relation.ITEM
    if bullet.block.box is not None:
        # `[x] [Video](a)` below a lecture: it has been seen, but is no work of its own.
        return Relation.LINKS if relation(text, keeps_links=True) is Relation.LINKS else Relation.ITEM
    what = relation(text, has_items_below=bool(bullet.below), keeps_links=True)
    # `**Paper:** arXiv:2312.00752, “The Title”` below the work.
    is_link = what is Relation.ITEM and find_addresses(text) and is_labelled(text)
    return Relation.LINKS if is_link else what


def _take_works(course: Course, bullet: _Bullet, lines: Sequence[Line]) -> None:
    """Take the work that a bullet names, or each of several."""
    works = works_in(bullet.head.text)
    for work in works:
        written = work.written if len(works) > 1 else course.verbatim(lines)
        course.last = course.add_entry(bullet.head._replace(text=work.text), written, bullet.parent, bullet.block.box)
        course.account(lines, Fate.ENTRY, course.last)
    if course.last is not None:
        course.above.append((bullet.block.level, course.last))


def _take_returned(course: Course, block: Block) -> None:
    """An item of an export that comes back."""
    if course.exported is None:
        return
    parent = course.above[-1][1] if course.above else None
    row = read_row(0, COMMENT.sub("", course.source[block.lines[0].number - 1]))
    read = course.exported.read(block.lines[0].number, row.text, row.box)
    understood = parse_entry("")._replace(
        title=read.metadata.title, links=read.links, identifiers=dict(read.metadata.identifiers), notes=read.notes
    )
    course.last = course.draft.entry(
        course.path(), row.text, parent=parent, understood=understood._replace(tags=read.tags)
    )
    course.exported.entries[course.last] = block.lines[0].number
    course.above.append((block.level, course.last))
    course.noted = False
    course.account(block.lines[:1], Fate.ENTRY, course.last)
    for part in joined_lines(block.lines[1:], course.source):
        course.take_line_below(part)


def _is_advice(course: Course, text: str, block: Block, below: Sequence[Block]) -> bool:
    """Whether a bullet at the margin, in a list that keeps links, is a sentence to the reader and no work."""
    here = course.headings[-1][1] if course.headings else ""
    if _LOG.fullmatch(here) and _DATED.match(text) and not _links_work(text):
        return True
    if block.box is not None or may_link(text) or find_addresses(text):
        return False
    if below and (_HOUSEKEEPING.fullmatch(here) is None or any(may_link(other.text) for other in below)):
        return False
    if text.endswith("?") and _QUESTIONS.fullmatch((course.path() or ("",))[-1]):
        return True
    if not course.outline.keeps_links or bold_line(text.rstrip(".")):
        return False
    return is_sentence(text) or _HOUSEKEEPING.fullmatch(here) is not None


def _links_work(text: str) -> bool:
    return any(len((address.label or "").split()) >= _LEAST_WORDS for address in find_addresses(text))

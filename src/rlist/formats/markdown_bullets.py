"""Bullets of a Markdown text: works, topics, and what belongs to the work above."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rlist.formats.addresses import find_addresses
from rlist.formats.document import Fate
from rlist.formats.entry_text import parse_entry
from rlist.formats.markdown_blocks import Block
from rlist.formats.markdown_course import Course
from rlist.formats.markdown_credit import read_credit
from rlist.formats.markdown_fields import read_field
from rlist.formats.markdown_inline import heading_name, leads_within
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
# What a page says of itself above all works.
_OF_PAGE = re.compile(
    r"\*{0,2}(?:created|(?:last )?updated|last modified|date|status|licen[cs]e|maintainers?|version|tags|related)"
    r"(?::\*{0,2}|\*{1,2}:)\s",
    re.IGNORECASE,
)
_QUESTIONS = re.compile(r"(?:\w+ )?(?:questions?|problems)(?: \w+ \w+)?", re.IGNORECASE)


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
    if not says_something(head.text) or leads_within(head.text) or (course.in_contents and "://" not in head.text):
        course.account(block.lines, Fate.LEFT_OUT)
        return
    parent = course.above[-1][1] if course.above else None
    nested = course.outline.nested(at)
    below = [course.outline.blocks[place] for place in nested]
    if at in course.outline.contents and "://" not in head.text:
        course.account(block.lines, Fate.LEFT_OUT)
        return
    if parent is None and not course.draft.has_entries and _OF_PAGE.match(head.text):
        course.add_text([line for block in (block, *below) for line in block.lines])
        return
    is_advice = parent is None and (
        _is_advice(course, head.text, block, below)
        or (
            not (below or may_link(head.text))
            and course.outline.is_introduced(at, head.text, above_all=not course.draft.has_entries)
        )
    )
    if is_advice or points_elsewhere(head.text, course.outline.names):
        course.add_text(block.lines)
        course.last = None
        return
    if block.box is None and course.outline.is_topic(head.text, nested):
        course.topics.append((block.level, heading_name(head.text, course.outline.references)))
        course.draft.section(course.path())
        course.account(block.lines, Fate.SECTION)
        return
    what = Relation.ITEM
    if parent is not None and block.box is None:
        found = read_field(head.text) or (None if below else read_credit(head.text))
        if found is not None:
            course.draft.say(parent, found)
            course.account(block.lines, Fate.FIELD, parent)
            return
        what = relation(head.text, has_items_below=bool(below), keeps_links=True)
        if what is Relation.ITEM and find_addresses(head.text) and is_labelled(head.text):
            # `**Paper:** arXiv:2312.00752, “The Title”` below the work.
            what = Relation.LINKS
    elif parent is not None and relation(head.text, keeps_links=True) is Relation.LINKS:
        # `[x] [Video](a)` below a lecture: it has been seen, but is no work of its own.
        what = Relation.LINKS
    if what is Relation.ITEM:
        works = works_in(head.text)
        for work in works:
            written = work.written if len(works) > 1 else course.verbatim(parts[0])
            entry = course.add_entry(head._replace(text=work.text), written, parent, block.box)
            course.account(parts[0], Fate.ENTRY, entry)
        course.last = entry
        course.above.append((block.level, entry))
    elif parent is not None:
        course.relate(head, parts[0], what, parent)
    for part in parts[1:]:
        course.take_line_below(part)


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

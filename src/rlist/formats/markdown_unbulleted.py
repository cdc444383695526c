"""What has no bullet in a Markdown text: paragraphs, quotations, code and tables."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rlist.formats.document import Fate
from rlist.formats.markdown_blocks import Block, Line, Role
from rlist.formats.markdown_course import Course, is_markup
from rlist.formats.markdown_inline import heading_name, leads_within, shows_nothing, understandable
from rlist.formats.markdown_notes import read_note
from rlist.formats.markdown_paragraphs import Paragraph, bold_line, joined_lines, judge
from rlist.formats.markdown_tables import cells_of, is_division, read_cells, read_table
from rlist.formats.outline import read_row
from rlist.formats.pointers import names_nothing
from rlist.formats.title_words import says_something

_BOLD_IN_FRONT = re.compile(r"\*\*([^*]{3,40})\*\*")


def take_paragraph(course: Course, block: Block, at: int) -> None:
    """Take a paragraph as works, as a heading in bold, as what belongs to the work above, or as text."""
    lines = [line for line in block.lines if line.number not in course.fates]
    if block.text.startswith("[^") and all(line.number in course.cited() for line in lines):
        return  # until an entry cites it
    if course.exported and block.level < 0 and course.exported.is_text([line.number for line in lines]):
        course.add_text(lines)
        return
    if block.level < 0 and (title := bold_line(block.text)) and course.outline.is_described(at):
        course.work = course.subject
        take_work(course, lines, [Line(lines[0].number, title)])
        return
    if course.work is not None and block.level < 0:
        course.last = course.work
    if block.level >= 0 or course.work is not None:
        for part in joined_lines(lines, course.source):
            course.take_line_below(part)
        return
    words = [course.outline.words(line.text).text for line in lines]
    if all(shows_nothing(text) or leads_within(text) or is_markup(text) for text in words):
        # Badges, or links to parts of the page.
        course.account(lines, Fate.LEFT_OUT)
        return
    if (named := _BOLD_IN_FRONT.match(block.text)) and course.outline.is_contents(named[1], at):
        course.account(lines, Fate.LEFT_OUT)
        return
    follows = course.outline.blocks[at + 1].role if at + 1 < len(course.outline.blocks) else None
    name = bold_line(block.text) if len(lines) == 1 else None
    if name and follows in {Role.BULLET, Role.TABLE}:
        course.bold = heading_name(name, course.outline.references)
        course.enter()
        course.account(lines, Fate.SECTION)
        return
    shown = [Line(line.number, text, line.is_ended) for line, text in zip(lines, words, strict=True)]
    _take_unmarked(course, shown, lines)


def _take_unmarked(course: Course, words: Sequence[Line], lines: Sequence[Line]) -> None:
    """A paragraph at the margin: works, what belongs to the one above, or words of the section."""
    by_number = {line.number: line for line in lines}
    course.above = []
    below = course.last is not None and not course.exported
    for part in judge(words, has_lists=course.outline.has_lists, source=course.source, below=below):
        own = [by_number[line.number] for line in part.lines if line.number not in course.fates]
        if not own:
            continue  # a footnote, which the work above has cited
        if part.what is Paragraph.ITEM:
            take_work(course, own, part.lines)
        elif part.what is Paragraph.BELOW and course.last is not None:
            course.take_line_below(own)
        else:
            course.add_text(own)
            course.last = None


def take_work(course: Course, lines: Sequence[Line], words: Sequence[Line]) -> None:
    """Take lines at the margin as a work; `words` are theirs without HTML."""
    row = read_row(lines[0].number, " ".join(line.text for line in words))
    course.last = course.add_entry(course.outline.words(row.text), course.verbatim(lines), None, row.box)
    course.above = [(-1, course.last)]
    course.account(lines, Fate.ENTRY, course.last)


def take_quote(course: Course, block: Block, at: int) -> None:
    """Take a quotation below a work as a note on it, any other as text."""
    above = block.lines[0].number - 1
    follows = above in course.fates and course.fates[above][1] is not None
    if course.exported and course.last is not None and block.level >= 0:
        course.add_note(course.last, read_note(course.source[line.number - 1] for line in block.lines), block.lines)
    elif course.last is not None and (block.level >= 0 or follows):
        body = "\n".join(understandable(line.text, course.outline.references).text for line in block.lines).strip()
        if says_something(body):
            course.add_note(course.last, body, block.lines)
        course.account(block.lines, Fate.LEFT_OUT)
    else:
        course.add_text(block.lines)


def take_code(course: Course, block: Block, at: int) -> None:
    """Take a block of code below a work as a note on it, any other as text."""
    above = block.lines[0].number - 1
    follows = above in course.fates and course.fates[above][1] is not None
    if course.last is not None and (block.level >= 0 or follows):
        course.add_note(course.last, "\n".join(line.text for line in block.lines).strip(), block.lines)
    else:
        course.add_text(block.lines)


def take_table(course: Course, block: Block, at: int) -> None:
    """Take each row of a table of works as one, any other table as text."""
    lines = list(block.lines)
    has_header = len(lines) > 1 and is_division(lines[1].text)
    header = cells_of(lines[0].text) if has_header else []
    rows = [cells_of(line.text) for line in lines[2 if has_header else 0 :]]
    table = read_table(header, rows, course.outline.references) if block.level < 0 else None
    if table is None:
        if course.last is not None and block.level >= 0:
            course.add_note(course.last, "\n".join(line.text for line in lines), lines)
        else:
            course.add_text(lines)
        return
    course.last = None
    course.account(lines[:2] if has_header else [], Fate.LEFT_OUT)
    for line, cells in zip(lines[2 if has_header else 0 :], rows, strict=True):
        found = None if is_division(line.text) else read_cells(table, cells, course.outline.references)
        if found is None or (names_nothing(found.understood.title) and not found.understood.links):
            course.add_text([line])
            continue
        text = " ".join(course.source[line.number - 1].split())
        entry = course.draft.entry(course.path(), text, status=course.status, understood=found.understood)
        course.draft.say(entry, found.found)
        course.account([line], Fate.ENTRY, entry)

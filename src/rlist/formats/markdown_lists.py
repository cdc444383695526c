"""A Markdown text as a list of works: what each of its blocks is to the entries and sections around it."""

from __future__ import annotations

from collections.abc import Sequence

from rlist.formats.document import Document, Fate
from rlist.formats.markdown_blocks import Blocks, Role
from rlist.formats.markdown_bullets import take_bullet
from rlist.formats.markdown_course import Course
from rlist.formats.markdown_exported import Exported
from rlist.formats.markdown_headings import take_end, take_heading, take_rule, take_summary
from rlist.formats.markdown_unbulleted import take_code, take_paragraph, take_quote, take_table
from rlist.formats.records import Draft as Fields

_TAKE = {
    Role.HEADING: take_heading,
    Role.BULLET: take_bullet,
    Role.PARAGRAPH: take_paragraph,
    Role.QUOTE: take_quote,
    Role.CODE: take_code,
    Role.TABLE: take_table,
    Role.SUMMARY: take_summary,
    Role.END: take_end,
    Role.RULE: take_rule,
}


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
    course = Course(source, blocks, title, first, Exported(source) if exported else None)
    course.draft.tags = tags
    if subject:
        course.take_subject(subject, first)
    at_title = None if course.subject is not None and course.draft.title else course.outline.title()
    for at, block in enumerate(course.outline.blocks):
        if all(line.number in course.fates for line in block.lines):
            continue
        if at == at_title:
            course.draft.title = course.outline.name(block)
            if course.outline.leads_elsewhere(block):
                course.draft.section_text((), course.source_of(block))
            course.account(block.lines, Fate.SECTION)
        else:
            _TAKE[block.role](course, block, at)
    return course.document()

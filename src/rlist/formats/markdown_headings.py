"""Headings of a Markdown text, what may be unfolded, and rules: where sections begin and end."""

from __future__ import annotations

import re

from rlist.formats.document import Fate
from rlist.formats.markdown_blocks import Block, Role
from rlist.formats.markdown_course import Course
from rlist.formats.markdown_inline import heading_name, understandable
from rlist.formats.markdown_outline import is_link_of_work
from rlist.formats.markdown_unbulleted import take_work

_ABSTRACT = re.compile(
    r"abstract|summary|tl;?dr|notes?|bibtex|citation|details?|more|(?:click|tap) .*|description|comments?",
    re.IGNORECASE,
)


def take_heading(course: Course, block: Block, at: int) -> None:
    """Begin a section, or take a heading that names a work as an entry; contents are left out."""
    name = course.outline.name(block)
    level = course.exported.level(block) if course.exported else block.level
    while course.headings and course.headings[-1][0] >= level:
        course.headings.pop()
    course.unfolded = course.bold = ""
    if name and not course.exported and course.outline.is_work(at):
        course.enter()
        words = course.outline.words(block.lines[0].text)
        course.last = course.add_entry(words, course.verbatim([block.lines[0]]), None, None)
        course.above = [(-1, course.last)]
        course.work = course.last
        course.account(block.lines, Fate.ENTRY, course.last)
        return
    course.work = course.subject
    if name and not course.exported and course.outline.is_contents(name, at):
        course.above, course.last, course.headings = [], None, [*course.headings, (block.level, "")]
        course.account(block.lines, Fate.LEFT_OUT)
        course.headings.pop()
        course.in_contents = True
        return
    course.in_contents = False
    if name:
        course.headings.append((level, name))
    course.enter()
    if name and course.outline.leads_elsewhere(block):
        course.draft.section_text(course.path(), course.source_of(block))
    course.account(block.lines, Fate.SECTION if name else Fate.LEFT_OUT)


def take_summary(course: Course, block: Block, at: int) -> None:
    """Begin a section that may be unfolded, or take what is folded as a note on the work above."""
    name = heading_name(block.text, course.outline.references)
    below = []
    for other in course.outline.behind(at):
        if other.role in {Role.END, Role.SUMMARY, Role.HEADING}:
            break
        below.append(other)
    if course.headings and name.casefold() == course.headings[-1][1].casefold():
        # Said once more to unfold what stands below the heading.
        course.account(block.lines, Fate.LEFT_OUT)
    elif name and not _ABSTRACT.fullmatch(name) and any(b.role in {Role.BULLET, Role.TABLE} for b in below):
        course.unfolded, course.bold = name, ""
        course.enter()
        course.account(block.lines, Fate.SECTION)
    elif course.last is not None:
        for other in below:
            words = "\n".join(understandable(line.text, course.outline.references).text for line in other.lines)
            course.add_note(course.last, words, other.lines)
        course.account(block.lines, Fate.LEFT_OUT)
    elif is_link_of_work(name, None) and "](" in block.text:
        take_work(course, block.lines, block.lines)
    else:
        course.add_text(block.lines)


def take_end(course: Course, block: Block, at: int) -> None:
    """End what may be unfolded."""
    if course.unfolded:
        course.unfolded = course.bold = ""
        course.enter()
    course.account(block.lines, Fate.LEFT_OUT)


def take_rule(course: Course, block: Block, at: int) -> None:
    """Take a line that is drawn: nothing below it belongs to the work above."""
    course.account(block.lines, Fate.LEFT_OUT)
    course.last, course.above = course.subject, course.below_subject()

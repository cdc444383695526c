"""Tables in Markdown: which of them list works, and what a row says of one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rlist.formats.addresses import find_addresses
from rlist.formats.citation_tail import parse_tail
from rlist.formats.entry_links import names_work
from rlist.formats.entry_text import EntryText, parse_entry
from rlist.formats.field_roles import role_of, take
from rlist.formats.markdown_entry import understand
from rlist.formats.markdown_fields import take_fields
from rlist.formats.markdown_inline import understandable, without_images, words_shown
from rlist.formats.marks import status_of_box, status_of_heading
from rlist.formats.names import parse_authors
from rlist.formats.nesting import Relation, relation
from rlist.formats.records import Draft
from rlist.formats.title_words import is_title, plain, says_something, undecorated
from rlist.formats.venues import is_label
from rlist.model.item import Link, Status

_DIVISION = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-*:?\s*)*\|?\s*$")
_BETWEEN_CELLS = re.compile(r"(?<!\\)\|")
_NUMBER = re.compile(r"[\d.,%±<>~≈$kKMBGT+x/ -]+|n/?a|[✓✔✗✘✅❌]", re.IGNORECASE)
_NUMBERED = re.compile(r"^\d{1,3}[.)]\s+(?=\S)")
# Names of the column that holds the work, first those that nothing else than a work has.
_SURE = re.compile(
    r"(?:paper|article|publication|book|talk|title|work|lecture|reading|titel|titre|título|题目|题名|題名|书名"
    r"|标题|(?:论文|文章)(?:题目|标题|名称|名)?)s?"
    r"(?: (?:title|name|link))?(?:\s*(?:&|and|/|\+|,)\s*(?:authors?|links?|code|url|paper))?",
    re.IGNORECASE,
)
_LIKELY = re.compile(
    r"(?:name|project|repo(?:sitory)?|model|method|resource|course|tool|library|framework|post|blog(?: post)?|video"
    r"|item|link|topic|system|algorithm|名称)s?(?: (?:name|title))?",
    re.IGNORECASE,
)
_PEOPLE = re.compile(
    r"(?:affiliation|e-?mail|home ?page|github(?: (?:id|user(?:name)?))|role|position|twitter|office|phone|advisor"
    r"|maintainer)s?",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"(?:notes?|comments?|description|remarks?|summary|abstract|tl;?dr|keywords? ideas?|details|about|what|why"
    r"|highlights?|key (?:ideas?|points?)|contributions?|(?:简介|说明|备注|笔记|评价|点评)(?:/\w+)?)",
    re.IGNORECASE,
)
_DATED = re.compile(r"(?:date|year|time|published|publication(?: date)?|年份|时间|日期)", re.IGNORECASE)
# Who presents a work, or when: the date is that of a meeting.
_MEETING = re.compile(r"(?:presenter|speaker|host|discussant|leader|slides|recording|week|session)s?", re.IGNORECASE)
_VENUE = re.compile(
    r"(?:venue|conference|journal|publication|publisher|pub\.?|where|会议|期刊|会议/期刊|期刊/会议|来源|出处)(?:\s?[/&,+]\s?(?:year|date))?",
    re.IGNORECASE,
)
# `标题 (Title)`
_IN_ENGLISH = re.compile(r"(?<=[^\W\d_a-zA-Z])\s*[(（][A-Za-z /]{2,30}[)）]$")
_CHECKED = frozenset({"✓", "✔", "✔️", "✅", "☑", "☑️", "√"})
_YEAR_AT_END = re.compile(r"(.{2,100}?),?\s\(?((?:19|20)\d\d)\)?")


class Table(NamedTuple):
    """The header of a table, and the place of the column that holds the works."""

    header: tuple[str, ...]
    title: int


class RowText(NamedTuple):
    """What a row says: the words that name the work as an entry, and the rest as a record's fields."""

    understood: EntryText
    found: Draft


def is_division(text: str) -> bool:
    """Whether a line parts the header of a table from its rows."""
    return "-" in text and _DIVISION.fullmatch(text) is not None


def cells_of(text: str) -> list[str]:
    """The cells of a row; the bars at its ends make none."""
    cells = _BETWEEN_CELLS.split(text.strip())
    if cells and not cells[0].strip():
        del cells[0]
    if cells and not cells[-1].strip() and text.rstrip().endswith("|"):
        del cells[-1]
    return [cell.strip().replace("\\|", "|") for cell in cells]


def read_table(header: Sequence[str], rows: Sequence[Sequence[str]], references: Mapping[str, str]) -> Table | None:
    """How to read a table of works, or None for one of people, of results, or of anything else."""
    names = [_IN_ENGLISH.sub("", words_shown(undecorated(plain(cell)))) for cell in header]
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if not rows:
        return None
    width = max([len(names), *map(len, rows)])
    columns = [[_shown(row[at], references) if at < len(row) else "" for row in rows] for at in range(width)]
    sure = [at for at, name in enumerate(names) if _SURE.fullmatch(name) and _named(columns[at])]
    if sure:
        # `Title` says it better than `Paper`, below which there may be links alone.
        return Table(tuple(names), max(sure, key=lambda at: _named(columns[at])))
    if any(_PEOPLE.fullmatch(name) for name in names) or _are_results(columns):
        return None
    if 2 * sum(any(_leads_out(cell, references) for cell in row) for row in rows) < len(rows):
        return None
    likely = [at for at, name in enumerate(names) if _LIKELY.fullmatch(name) and _named(columns[at])]
    linked = [sum(_links_work(row[at], references) for row in rows if at < len(row)) for at in range(width)]
    if likely:
        return Table(tuple(names), max(likely, key=lambda at: (linked[at], -at)))
    best = max(range(width), key=lambda at: (linked[at], -at))
    return Table(tuple(names), best) if 2 * linked[best] >= len(rows) else None


def read_cells(table: Table, cells: Sequence[str], references: Mapping[str, str]) -> RowText | None:
    """What a row says; None where its cells hold no work."""
    readable = [understandable(without_images(cell), references).text for cell in cells]
    raw = cells[table.title] if table.title < len(cells) else ""
    segments = [understandable(without_images(part), references).text for part in raw.split("<br>")]
    named = next((at for at, part in enumerate(segments) if _names_something(part)), None)
    if named is None:
        if not any(_leads_out(cell, references) for cell in cells):
            return None
        segments, named = [" ".join(readable)], 0
    understood, given = understand(_NUMBERED.sub("", segments[named]))
    found = given or Draft()
    for part in (*segments[:named], *segments[named + 1 :]):
        _take_part(found, part, understood)
    for at, cell in enumerate(readable):
        if cell.strip() in _CHECKED and at < len(table.header) and role_of(table.header[at]) == "read":
            found.status = Status.DONE
        elif at != table.title and says_something(cell) and cell.strip("- "):
            name = table.header[at] if at < len(table.header) else ""
            if _DATED.fullmatch(name) and any(map(_MEETING.fullmatch, table.header)):
                found.notes.append(f"{name}: {cell}")
            else:
                is_marked = "`" in cells[at] and role_of(name) == "tags"
                _take_cell(found, name, _BACKTICKS_BETWEEN.sub(", ", cells[at]).strip("` ") if is_marked else cell)
    return RowText(understood, found)


def _shown(cell: str, references: Mapping[str, str]) -> str:
    return words_shown(understandable(without_images(cell).replace("<br>", " "), references).text)


def _named(column: Sequence[str]) -> int:
    """How many cells name something, and don't only say what their link is."""
    return sum(_names_something(cell) for cell in column)


def _names_something(text: str) -> bool:
    words = words_shown(text).strip(" []()|·,-")
    return is_title(words) and not all(is_label(word) for word in re.split(r"[\s|/,·]+", words) if word)


def _leads_out(cell: str, references: Mapping[str, str]) -> bool:
    text = understandable(without_images(cell), references).text
    return any(a.url and "://" in a.url for a in find_addresses(text))


def _links_work(cell: str, references: Mapping[str, str]) -> bool:
    text = understandable(without_images(cell), references).text
    return any(a.url and a.label and names_work(a.label) for a in find_addresses(text))


def _are_results(columns: Sequence[Sequence[str]]) -> bool:
    """Whether most columns hold numbers."""
    filled = [[cell for cell in column if cell] for column in columns]
    numbers = sum(
        bool(column) and 2 * sum(_NUMBER.fullmatch(cell) is not None for cell in column) > len(column)
        for column in filled
    )
    return len(columns) > 2 and 2 * numbers >= len(columns)


def _take_part(found: Draft, part: str, understood: EntryText) -> None:
    """Take in what stands on a line of its own beside the title: links, authors, a remark."""
    part = plain(part).strip()
    if not says_something(part):
        return
    what = relation(part, keeps_links=True)
    tail = parse_tail(part, set_apart=True) if what is not Relation.LINKS else None
    if tail and (tail.authors or tail.venue or tail.year) and not understood.authors:
        found.authors, found.et_al = found.authors or list(tail.authors), found.et_al or tail.et_al
        found.year, found.venue = found.year or tail.year, found.venue or tail.venue
    elif find_addresses(part):
        _take_links(found, part)
        if what is not Relation.LINKS:
            found.notes.append(part)
    else:
        found.notes.append(part)


def _take_links(found: Draft, text: str) -> None:
    further = parse_entry(text)
    for link in further.links:
        if all(link.url != known.url for known in found.links):
            found.links.append(link)
    found.identifiers |= {**further.identifiers, **found.identifiers}


def _take_cell(found: Draft, name: str, cell: str) -> None:
    cell, stars = take_fields(cell)
    if stars is not None:
        found.rating, found.priority = stars.rating or found.rating, stars.priority or found.priority
        found.status, found.tags = stars.status or found.status, [*found.tags, *stars.tags]
    words = plain(cell).strip()
    role = role_of(name) or ("authors" if "author" in name.casefold() else "")
    if not words:
        return
    if find_addresses(cell):
        links = len(found.links)
        _take_links(found, cell)
        if len(found.links) == links + 1 and (label := name.casefold()) and found.links[-1].label is None:
            found.links[-1] = Link(found.links[-1].url, label if is_label(label) and role_of(name) != "url" else None)
        shown = words_shown(cell)
        if _REMARK.fullmatch(name) or (role in {"", "note", "abstract"} and len(shown.split()) > _MOST_IN_LABEL):
            found.notes.append(cell)
        if not (_DATED.fullmatch(name) or _VENUE.fullmatch(name) or role == "authors"):
            return
        words = plain(shown)
    if role == "status" or status_of_heading(name) or status_of_box(words):
        found.status = status_of_box(words) or status_of_heading(words) or found.status
        take(found, "status", words)
    elif _REMARK.fullmatch(name):
        found.notes.append(words)
    elif role in {"", "venue", "year", "authors"}:
        _take_citation(found, name, role, words)
    else:
        take(found, role, words)


# What keeps tags apart may be their backticks alone: `` `queues` `logs` ``.
_BACKTICKS_BETWEEN = re.compile(r"`[\s,;]*`")
# A link of more words than these is a remark with an address.
_MOST_IN_LABEL = 4


def _take_citation(found: Draft, name: str, role: str, words: str) -> None:
    tail = parse_tail(words, set_apart=True)
    if _DATED.fullmatch(name):
        take(found, "year", words)
    elif role == "authors":
        known = parse_authors(words, dated=True)
        if known and not (tail and tail.authors):
            found.authors, found.et_al = list(known.names), known.et_al
        elif tail and tail.authors:
            found.authors, found.et_al = list(tail.authors), tail.et_al
        else:
            take(found, "authors", words)
    elif _VENUE.fullmatch(name):
        dated = _YEAR_AT_END.fullmatch(words)
        found.venue = found.venue or (tail.venue if tail else None) or (dated[1] if dated else words)
        found.year = found.year or (tail.year if tail else None) or (int(dated[2]) if dated else None)
    elif tail and tail.venue and not tail.authors:
        found.venue, found.year = found.venue or tail.venue, found.year or tail.year
    elif name and not _NUMBER.fullmatch(words):
        found.notes.append(f"{name}: {words}")

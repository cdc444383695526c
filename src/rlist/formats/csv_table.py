"""Tables with commas: those of Zotero, Pocket, Instapaper, Readwise Reader, Raindrop, Goodreads, and rlist's own."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from rlist.errors import UnreadableInput
from rlist.formats.contents import Contents
from rlist.formats.csv_rows import DELIMITERS, Row, aligned, read_rows
from rlist.formats.document import Document, ReadEntry
from rlist.formats.field_roles import LATER, roles_of, take, take_folder, take_reading
from rlist.formats.field_values import parse_status, parse_time, parse_year
from rlist.formats.lines import split_lines
from rlist.formats.records import REVIEW, Account, Draft, is_address, make_entry, split_addresses
from rlist.formats.writing import author_names, by_lists, joined, many_lines, one_line, split_joined, stamp
from rlist.model.item import Item, Kind, Link

NAME = "csv"

_LONGEST_NAME = 40

# rlist's own table. A cell that a program would take for a formula has an apostrophe in front, which reading takes
# away: https://owasp.org/www-community/attacks/CSV_Injection
COLUMNS = (
    *("title", "url", "other urls", "authors", "year", "venue", "kind", "status", "priority", "rating", "tags", "list"),
    *("section", "added", "started", "finished", "citekey", "identifiers", "abstract", "notes"),
)
_FORMULA = re.compile(r"""['"]*[=+\-@\t\r＝＋－＠]""")
_BETWEEN_NOTES = "\n\n---\n\n"
_BETWEEN = "; "


def recognises(text: str, filename: str) -> bool:
    """Whether the first line names columns of which one is a title or an address, and a row follows."""
    return _delimiter(split_lines(text[:20_000]), filename) is not None


def _delimiter(lines: Sequence[str], filename: str) -> str | None:
    """What parts the cells, or None where the first line with words is no header."""
    first = next((at for at, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return None
    for delimiter in sorted(DELIMITERS, key=lambda mark: -lines[first].count(mark)):
        names = roles_of(_header(lines[first], delimiter))
        if any(len(cell) > _LONGEST_NAME or is_address(cell) for cell in _header(lines[first], delimiter)):
            continue
        known = {name for name in names if name}
        is_table = "url" in known or ("title" in known and len(known) > 1)
        if len(names) > 1 and is_table and 2 * len([n for n in names if n]) >= min(len(names), 6):
            return delimiter
        if len(names) == 1 and known & {"url", "title"} and filename.lower().endswith(".csv"):
            return delimiter
    return None


def _header(line: str, delimiter: str) -> list[str]:
    return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter), [])]


def read(text: str) -> Document:
    """Each row as an entry; one with a cell too many or too few is put right by its address.

    Raises UnreadableInput where no column holds a title or an address.
    """
    account = Account(text)
    delimiter = _delimiter(account.lines, ".csv")
    if delimiter is None:
        raise UnreadableInput("line 1: no column holds a title or an address", "the first line must name the columns")
    rows = read_rows(account.lines, delimiter)
    header = [cell.strip() for cell in next(rows).cells]
    if tuple(header) == COLUMNS:
        return _read_own(account, rows)
    roles = roles_of(header)
    known: dict[str, ReadEntry] = {}
    for row in rows:
        cells, text = row.cells, account.text(row.first, row.last)
        if same := known.get(text):
            # What was odd in it is said already.
            account.add_entry(same, row.first, row.last)
            continue
        if len(cells) > len(header) or not _is_in_place(cells, roles):
            cells = aligned(cells, len(header), delimiter, lambda cells: _fit(cells, roles))
        cells = [*cells, *[""] * (len(header) - len(cells))]
        draft, section = _draft(cells, header, roles, row, account)
        _report(account, row, len(header), draft)
        known[text] = make_entry(draft, text, section)
        account.add_entry(known[text], row.first, row.last)
    return account.document()


def _report(account: Account, row: Row, width: int, draft: Draft) -> None:
    if not row.is_whole:
        draft.tags.append(REVIEW)
        account.problem(row.first, "a quote is opened and never closed; the row is read without it")
    elif len(row.cells) != width:
        account.problem(row.first, f"the row has {len(row.cells)} cells, not {width}; put right by its address")


def _is_in_place(cells: Sequence[str], roles: Sequence[str]) -> bool:
    """Whether no address stands in another column than it should."""
    return all(role == "url" or "://" not in cell for cell, role in zip(cells, roles, strict=False))


def _fit(cells: Sequence[str], roles: Sequence[str]) -> int:
    """How well cells suit their columns."""
    score = 0
    for cell, role in zip(cells, roles, strict=True):
        if not (cell := cell.strip()):
            continue
        if role == "url":
            score += 4 if is_address(cell) else -4
        elif is_address(cell):
            score -= 2 if role else 0
        elif role in {"added", "started", "finished"}:
            score += 1 if parse_time(cell) else -2
        elif role == "status":
            score += 1 if parse_status(cell) else -1
        elif role == "year":
            score += 1 if parse_year(cell) else -1
        elif role in {"tags", "title"} and parse_time(cell):
            score -= 1
    return score


def _draft(
    cells: Sequence[str], header: Sequence[str], roles: Sequence[str], row: Row, account: Account
) -> tuple[Draft, tuple[str, ...]]:
    draft = Draft()
    section: tuple[str, ...] = ()
    last: list[tuple[str, str, str]] = []
    for cell, name, role in zip(cells, header, roles, strict=True):
        if not (cell := cell.strip()):
            continue
        if role == "url":
            for url in split_addresses(cell):
                if not draft.add_link(url):
                    account.problem(row.first, f"{url} is no address of a page; the row is kept without a link")
                    last.append(("title", url, name))
        elif role == "folder":
            section = take_folder(draft, cell)
        elif role in LATER:
            last.append((role, cell, name))
        elif not take(draft, role, cell):
            account.homeless(name, row.first)
    if "isbn" in roles and not ({"kind", "url", "doi"} & set(roles)):
        draft.kind = draft.kind or Kind.BOOK
    for role, cell, name in sorted(last, key=lambda field: LATER.index(field[0]) if field[0] in LATER else -1):
        if not take(draft, role, cell) and role in LATER:
            account.homeless(name, row.first)
    # A shelf that says the status is no tag as well.
    shelves = {cell.strip() for cell, role in zip(cells, roles, strict=True) if role == "status"}
    draft.tags = [tag for tag in draft.tags if tag not in shelves]
    # What is cited by its authors, or known by an identifier, needs none.
    is_known = draft.links or draft.authors or draft.identifiers or any(role == "title" for role, _, _ in last)
    if "url" in roles and not is_known:
        account.problem(row.first, "the row has no address; it is kept without a link")
    return draft, section


def _read_own(account: Account, rows: Iterable[Row]) -> Document:
    """The table that `write` gives."""
    for row in rows:
        cells = [cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell for cell in row.cells]
        fields = dict(zip(COLUMNS, [*cells, *[""] * (len(COLUMNS) - len(cells))], strict=False))
        draft = Draft(title=fields["title"], venue=fields["venue"], abstract=fields["abstract"])
        for url in (fields["url"], *split_joined(fields["other urls"], _BETWEEN)):
            if url:
                draft.links.append(Link(url))
        authors = list(split_joined(fields["authors"], _BETWEEN))
        draft.et_al = authors[-1:] == ["et al."]
        draft.authors = authors[:-1] if draft.et_al else authors
        draft.year = parse_year(fields["year"])
        draft.kind = next((kind for kind in Kind if kind == fields["kind"]), None)
        draft.tags = list(split_joined(fields["tags"], _BETWEEN))
        draft.citekey = fields["citekey"] or None
        for pair in split_joined(fields["identifiers"], _BETWEEN):
            scheme, _, value = pair.partition(":")
            draft.identifiers[scheme] = value
        draft.notes = fields["notes"].split(_BETWEEN_NOTES)
        for role in ("status", "added", "started", "finished", "rating", "priority"):
            take_reading(draft, role, fields[role])
        account.begin_list(fields["list"] or None)
        section = tuple(split_joined(fields["section"], " / "))
        _report(account, row, len(COLUMNS), draft)
        account.add_entry(make_entry(draft, account.text(row.first, row.last), section), row.first, row.last)
    return account.document()


def write(contents: Contents) -> str:
    """A row for each item, where a list mentions it first; no cell begins a formula.

    Several values in a cell have `; ` between them, notes a line of `---`; a path of sections has ` / `.
    """
    table = io.StringIO()
    writer = csv.writer(table, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(COLUMNS)
    written: set[int] = set()
    for name, sections in by_lists(contents):
        mentions = [(entry, item) for places in sections.values() for entry, item in places]
        for entry, item in sorted(mentions, key=lambda mention: mention[0].position if mention[0] else 0):
            if item.id not in written:
                written.add(item.id)
                cells = _cells(item, name, entry.section if entry else ())
                writer.writerow([f"'{cell}" if _FORMULA.match(cell) else cell for cell in cells])
    return table.getvalue()


def _cells(item: Item, name: str, section: Sequence[str]) -> Sequence[str]:
    known = item.metadata
    names, et_al = author_names(known)
    addresses = [one_line(link.url) for link in item.links]
    return (
        one_line(known.title),
        *(addresses[:1] or [""]),
        joined(addresses[1:], _BETWEEN),
        joined([*names, *(["et al."] if et_al else [])], _BETWEEN),
        str(known.year or ""),
        one_line(known.venue or ""),
        item.kind,
        item.status,
        item.priority or "",
        str(item.rating or ""),
        joined(map(one_line, item.tags), _BETWEEN),
        one_line(name),
        joined(map(one_line, section), " / "),
        *(stamp(time) if time else "" for time in (item.added_at, item.started_at, item.finished_at)),
        one_line(item.citekey or ""),
        joined((one_line(f"{scheme}:{value}") for scheme, value in known.identifiers.items()), _BETWEEN),
        many_lines(known.abstract or ""),
        _BETWEEN_NOTES.join(note for written in item.notes if (note := many_lines(written.body))),
    )

"""Records of EndNote, as Google Scholar exports them: https://en.wikipedia.org/wiki/EndNote#Tags_and_fields."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rlist.formats.document import Document, Fate
from rlist.formats.field_values import parse_year
from rlist.formats.lines import folded
from rlist.formats.person_names import read_name
from rlist.formats.records import Account, Draft, make_entry, split_addresses
from rlist.model.identifiers import normal_isbn
from rlist.model.identity import identifiers_of
from rlist.model.item import Kind

NAME = "endnote"

_FIELD = re.compile(r"%([0-9A-Z@!#$&()*+^<>\[\]=~?])(?: (.*)|\s*)$")
_KINDS = {
    "journal article": Kind.PAPER,
    "conference paper": Kind.PAPER,
    "conference proceedings": Kind.PAPER,
    "book section": Kind.PAPER,
    "thesis": Kind.PAPER,
    "report": Kind.PAPER,
    "electronic article": Kind.PAPER,
    "book": Kind.BOOK,
    "edited book": Kind.BOOK,
    "electronic book": Kind.BOOK,
    "blog": Kind.ARTICLE,
    "web page": Kind.ARTICLE,
    "newspaper article": Kind.ARTICLE,
    "computer program": Kind.CODE,
    "film or broadcast": Kind.VIDEO,
}
# A record begins with its type.
_TYPE, _TITLE, _AUTHOR, _YEAR, _ABSTRACT, _KEYWORD, _NOTE, _DOI, _ADDRESS, _KEY = "0TADXKZRUF"
_VENUES, _PUBLISHER, _NUMBER = "JBS", "I", "@"


def recognises(text: str, filename: str) -> bool:
    """Whether the first line with words says the type of a work, and a field follows."""
    lines = [line for line in text[:4000].splitlines() if line.strip()][:2]
    return len(lines) > 1 and lines[0].startswith("%0 ") and _FIELD.match(lines[1]) is not None


def read(text: str) -> Document:
    """Each record as an entry; what stands before the first one is text."""
    account = Account(text)
    for first, last, fields in _records(account):
        draft = _draft(fields, first, account)
        account.add_entry(make_entry(draft, account.text(first, last)), first, last)
    return account.document()


def _records(account: Account) -> Iterator[tuple[int, int, list[tuple[str, str]]]]:
    """The first and the last line of each record, and its fields in order; lines without a sign go on with a field."""
    fields: list[tuple[str, str]] = []
    first = last = 0
    for number, line in enumerate(account.lines, 1):
        found = _FIELD.match(line)
        if found and found[1] == _TYPE:
            if fields:
                yield first, last, fields
            first, fields = number, []
        if not line.strip():
            continue
        if not first:
            account.add_section((), line.strip())
            account.give(number, number, Fate.TEXT)
            continue
        last = number
        if found:
            fields.append((found[1], (found[2] or "").strip()))
        elif fields:
            sign, value = fields[-1]
            fields[-1] = sign, f"{value}\n{line.strip()}".strip()
    if fields:
        yield first, last, fields


def _draft(fields: list[tuple[str, str]], line: int, account: Account) -> Draft:
    by_sign: dict[str, list[str]] = {}
    for sign, value in fields:
        if value:
            by_sign.setdefault(sign, []).append(value)

    def take(sign: str) -> list[str]:
        return by_sign.pop(sign, [])

    draft = Draft(title=" ".join(take(_TITLE)), kind=_KINDS.get(" ".join(take(_TYPE)).casefold()))
    draft.authors = [read_name(folded(name).rstrip(",")) for name in take(_AUTHOR)]
    draft.year = next(filter(None, map(parse_year, take(_YEAR))), None)
    venues = next((sign for sign in _VENUES if sign in by_sign), "")
    draft.venue = " ".join(take(venues)) or (" ".join(take(_PUBLISHER)) if draft.kind is Kind.BOOK else None) or None
    draft.abstract = "\n".join(take(_ABSTRACT)) or None
    draft.tags = [tag for value in take(_KEYWORD) for tag in re.split(r"[;\n]\s*", value)]
    draft.notes = take(_NOTE)
    draft.citekey = next((key for key in take(_KEY) if not key.isdigit()), None)
    for value in take(_DOI):
        draft.identifiers |= identifiers_of(value)
    for value in take(_ADDRESS):
        for url in split_addresses(folded(value)):
            if not draft.add_link(url):
                account.problem(line, f"{url} is no address of a page")
    if draft.kind is Kind.BOOK and (isbn := next(filter(None, map(normal_isbn, take(_NUMBER))), None)):
        draft.identifiers["isbn"] = isbn
    for sign in by_sign:
        account.homeless(f"%{sign}", line)
    return draft

"""BibTeX and BibLaTeX: a record is an item with its citekey."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rlist.errors import UnreadableInput
from rlist.formats.bibtex_blocks import Record, read_records
from rlist.formats.bibtex_fields import ARXIV_JOURNAL, read_fields
from rlist.formats.contents import Contents
from rlist.formats.document import Document, Fate
from rlist.formats.latex import to_latex
from rlist.formats.person_names import inverted, needs_braces, split_name
from rlist.formats.records import Account, make_entry
from rlist.formats.writing import author_names, many_lines, one_line, stamp
from rlist.model.identity import identifiers_of
from rlist.model.item import Item, Kind, Status
from rlist.model.metadata import citekeys

NAME = "bibtex"

_RECORD = re.compile(r"^[ \t]*@[ \t]*([A-Za-z]\w*)[ \t]*[{(]", re.MULTILINE)
# What the parser takes for a beginning, wherever it stands.
_BEGUN = re.compile(r"@[ \t]*[A-Za-z]\w*[ \t]*[{(]")
_FIRST_FIELD = re.compile(r"\s*[^\s,={}()]*\s*(?:,\s*[A-Za-z][\w:-]*\s*=|=|,?\s*[})])")
# A file may say something before its first record; more than this is another kind of text that cites one.
_LINES_IN_FRONT = 6
# A record with a title has more than this; a file of many shorter ones holds none, and would take long to read.
_LEAST_CHARACTERS, _MANY = 16, 1000
_OTHER_MARKUP = re.compile(r"[#*+>|`•–-]\s|```|\d+[.)]\s|.*https?://")

# A record that only holds what others share; one of these with an author may be a work to read.
_SHARED = re.compile(r"(?:mv)?(?:proceedings|collection|book)|periodical|xdata|set|conference|misc")


def recognises(text: str, filename: str) -> bool:
    """Whether `text` begins with records of BibTeX; a list that cites one somewhere isn't."""
    first = _RECORD.search(text)
    if first is None:
        return False
    in_front = [line.strip() for line in text[: first.start()].splitlines() if line.strip()]
    if len(in_front) > _LINES_IN_FRONT and not filename.lower().endswith(".bib"):
        in_front = [line for line in in_front if not line.startswith("%")]
        if len(in_front) > _LINES_IN_FRONT:
            return False
    if filename.lower().endswith((".bib", ".bibtex")):
        return True
    if any(_OTHER_MARKUP.match(line) for line in in_front if not line.startswith("%")):
        return False
    return first[1].lower() in {"string", "comment", "preamble"} or bool(_FIRST_FIELD.match(text, first.end()))


def read(text: str) -> Document:
    """Each record as an entry, broken ones for review; `@string`, `@comment`, volumes that others refer to as none.

    Raises UnreadableInput for what only looks like records.
    """
    account = Account(text)
    begun = sum(1 for _ in _BEGUN.finditer(text))
    if begun > _MANY and len(text) < begun * _LEAST_CHARACTERS:
        raise UnreadableInput("line 1: these are no records of BibTeX: most of them are empty")
    records = list(read_records("\n".join(account.lines)))
    by_key = {record.key.lower(): record for record in records if record.key}
    shared = {_parent_key(record) for record in records if _parent_key(record)}
    keys: set[str] = set()
    for record in records:
        if not record.type:
            _add_free_text(account, record)
        elif record.key.lower() in shared and _SHARED.fullmatch(record.type) and "author" not in record.fields:
            account.give(record.first, record.last, Fate.LEFT_OUT)
        elif record.type not in {"comment", "preamble", "string"} or record.fault:
            draft = read_fields(record, by_key.get(_parent_key(record)), account)
            if record.key and record.key not in keys:
                draft.citekey = record.key
                keys.add(record.key)
            account.add_entry(make_entry(draft, record.text), record.first, record.last)
    return account.document()


def _parent_key(record: Record) -> str:
    return (record.fields.get("crossref") or record.fields.get("xdata") or "").strip().lower()


def _add_free_text(account: Account, record: Record) -> None:
    kept = [
        number
        for number in range(record.first, record.last + 1)
        if not account.lines[number - 1].lstrip().startswith("%")
    ]
    for number in kept:
        if line := account.lines[number - 1].strip():
            account.add_section((), line)
            account.give(number, number, Fate.TEXT)


# How words name a journal; other venues are taken for conferences.
_JOURNAL = re.compile(
    r"journal|transactions|trans\.|letters|magazine|commun|review|nature|science|plos|arxiv|corr|annals|bulletin|quarterly"
    r"|\b(?:tmlr|jmlr|jair|tacl|cacm|toplas|tocs)\b",
    re.IGNORECASE,
)


def write(contents: Contents) -> str:
    """A record for each item, whose citekey stays once it is given; reading states as JabRef keeps them.

    Addresses stand verbatim, text is escaped, words with inner capitals are protected, formulas are kept.
    """
    keys = citekeys(contents.items)
    return "\n".join(_written(item, keys[item.id]) for item in contents.items)


def _written(item: Item, key: str) -> str:
    known = item.metadata
    fields: list[tuple[str, str]] = [("title", to_latex(one_line(known.title), protect=True))]
    names, et_al = author_names(known)
    authors = " and ".join(map(_author, names))
    venue = one_line(known.venue or "")
    venue = "" if ARXIV_JOURNAL.match(venue) else venue
    kind, venue_field = _type(item, bool(authors), venue)
    if authors:
        fields.append(("author", f"{authors} and others" if et_al else authors))
    elif kind == "misc":
        # Styles that sort want an author or this.
        fields.append(("key", to_latex(one_line(known.title))))
    if known.year:
        fields.append(("year", str(known.year)))
    if venue:
        fields.append((venue_field, to_latex(venue)))
    if kind == "misc":
        fields.append(("entrysubtype", item.kind))
    fields += _identifier_fields(item)
    fields += [(f"url{at if at > 1 else ''}", _address(link.url)) for at, link in enumerate(item.links, 1)]
    if abstract := many_lines(known.abstract or ""):
        fields.append(("abstract", to_latex(abstract)))
    if item.tags:
        tags = [re.sub(r"[;,]", r"{\g<0>}", to_latex(one_line(tag), formulas=False)) for tag in item.tags]
        fields.append(("keywords", ", ".join(tags)))
    if item.status is not Status.UNREAD:
        fields.append(("readstatus", item.status))
    if item.priority:
        fields.append(("priority", item.priority))
    if item.rating:
        fields.append(("ranking", f"rank{item.rating}"))
    fields.append(("creationdate", stamp(item.added_at)))
    notes = [note for written in item.notes if (note := many_lines(written.body))]
    fields += [(f"annote{at if at > 1 else ''}", to_latex(note)) for at, note in enumerate(notes, 1)]
    return "\n".join((f"@{kind}{{{key},", *(f"  {name} = {{{value}}}," for name, value in fields), "}\n"))


def _type(item: Item, has_authors: bool, venue: str) -> tuple[str, str]:
    """The type of record, and the field for the venue: `misc` unless all is known that styles want of another type."""
    if (
        has_authors
        and venue
        and item.metadata.year
        and (item.kind is Kind.BOOK or "isbn" not in item.metadata.identifiers)
    ):
        if item.kind is Kind.BOOK:
            return "book", "publisher"
        if item.kind is Kind.PAPER:
            return ("article", "journal") if _JOURNAL.search(venue) else ("inproceedings", "booktitle")
    return "misc", "organization" if "://" in venue else "howpublished"


def _identifier_fields(item: Item) -> Sequence[tuple[str, str]]:
    fields: list[tuple[str, str]] = []
    others = []
    told = {pair for link in item.links for pair in identifiers_of(link.url).items()}
    for scheme, value in item.metadata.identifiers.items():
        if scheme == "arxiv":
            fields += [("eprint", _address(value)), ("archiveprefix", "arXiv")]
        elif scheme in {"doi", "isbn"}:
            fields.append((scheme, _address(value)))
        elif (scheme, value) not in told:
            others.append(_address(f"{scheme}:{value}"))
    return [*fields, ("identifiers", " ".join(others))] if others else fields


def _author(author: str) -> str:
    name = split_name(author)
    return f"{{{to_latex(author)}}}" if needs_braces(author, name) else to_latex(inverted(name))


def _address(url: str) -> str:
    """An address verbatim, but for what would end the field."""
    url = one_line(url).replace("\\", "%5C")
    return url.replace("{", "%7B").replace("}", "%7D") if "{" in url or "}" in url else url

"""RIS, the tagged records of reference managers: https://en.wikipedia.org/wiki/RIS_(file_format)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rlist.formats.contents import Contents
from rlist.formats.document import Document, Fate
from rlist.formats.field_values import parse_status, parse_time, parse_year
from rlist.formats.latex import to_unicode
from rlist.formats.lines import folded
from rlist.formats.person_names import Name, read_name, separate_names, split_name
from rlist.formats.records import Account, Draft, make_entry, split_addresses
from rlist.formats.writing import author_names, many_lines, one_line, stamp
from rlist.model.identifiers import normal_isbn
from rlist.model.identity import identifiers_of
from rlist.model.item import Item, Kind, Priority, Status
from rlist.model.metadata import citekeys

NAME = "ris"

# Some programs write one space more or less, and none behind the dash of an empty field.
_FIELD = re.compile(r"([A-Z][A-Z0-9])(?:  | {3}|\t)-(?:[ \t](.*)|)$|(TY|ER|TI|T1|AU|A1|PY|Y1|UR|DO) -[ \t]?(.*)$")
_TITLES = ("TI", "T1", "CT")
# Where it was published, the surest first.
_VENUES = ("T2", "JO", "JF", "BT", "JA", "J2", "J1", "PB")
_ADDRESSES = frozenset({"UR", "LK", "L1", "L2", "L3"})
_SILENT = re.compile(r"TY|ER|TI|T1|CT|AU|A1|PY|Y1|DA|AB|N2|N1|RN|KW|DO|ID|U1")
_KINDS = {
    Kind.PAPER: "JOUR CONF CPAPER THES RPRT CHAP ABST INPR UNPB EJOUR ECHAP MGZN",
    Kind.BOOK: "BOOK EBOOK EDBOOK",
    Kind.ARTICLE: "BLOG NEWS",
    Kind.VIDEO: "VIDEO MPCT",
    Kind.CODE: "COMP",
    Kind.THREAD: "ICOMM",
}
_KIND_OF_TYPE = {name: kind for kind, names in _KINDS.items() for name in names.split()}
_TYPE_OF_KIND = {kind: names.split()[0] for kind, names in _KINDS.items()}
# What RIS has no field for stands in its field for the user's own things, one of these with its value.
_OWN = re.compile(r"(kind|status|priority|rating|added|identifier|authors): (.+)")
# `\textendash`, which some programs leave of LaTeX.
_MACRO = re.compile(r"\\text[a-z]{3,20}(?:\{\})?[ ]?")
# Google Scholar protects capitals in braces, as BibTeX does.
_BRACES = re.compile(r"\{([\w -]+)\}")
_PLAIN_KINDS = frozenset(_TYPE_OF_KIND)


@dataclass(slots=True)
class _Record:
    """The fields of a record in order, in the lines from `first` to `last`."""

    first: int
    last: int
    fields: list[tuple[str, str]] = field(default_factory=list)
    more: list[str] = field(default_factory=list)

    def end_field(self) -> None:
        """Put the further lines of the last field behind its first one."""
        if self.more:
            name, value = self.fields[-1]
            self.fields[-1] = (name, "".join((value, *self.more)))
            self.more.clear()

    def says_something(self) -> bool:
        """Whether there is more in it than the type of a work: what ends there is no work."""
        return any(value and name != "TY" for name, value in self.fields)

    def all(self, *names: str) -> list[str]:
        return [value for name, value in self.fields if name in names and value]

    def first_of(self, *names: str) -> str:
        """The value of the first of `names` that has one."""
        return next((value for name in names for value in self.all(name)), "")


def recognises(text: str, filename: str) -> bool:
    """Whether a record begins within the first lines, with another field behind its type."""
    lines = [line for line in text[:20_000].splitlines() if line.strip()]
    for number, line in enumerate(lines):
        if re.match(r"TY {1,3}-", line):
            return any(_FIELD.match(following) for following in lines[number + 1 : number + 4])
    return False


def read(text: str) -> Document:
    """Each record as an entry, whether its end is marked or not, but no empty one; what stands between them is text."""
    account = Account(text)
    for record in _records(account):
        record.end_field()
        if not record.says_something():
            account.give(record.first, record.last, Fate.LEFT_OUT)
            continue
        draft = _draft(record, account)
        account.add_entry(make_entry(draft, account.text(record.first, record.last)), record.first, record.last)
    return account.document()


def _shown(macro: re.Match[str]) -> str:
    return to_unicode(macro[0])


def _records(account: Account) -> Iterator[_Record]:
    record: _Record | None = None
    blanks = 0
    for number, line in enumerate(account.lines, 1):
        found = _FIELD.match(line)
        name, value = (found[1] or found[3], (found[2] or found[4] or "").strip()) if found else ("", "")
        if name == "TY" and record is not None:
            yield record
            record = None
        if not line.strip(" "):
            blanks += 1
            continue
        if record is None:
            if not found or name == "ER":
                account.give(number, number, Fate.LEFT_OUT if found else Fate.TEXT)
                if not found:
                    account.add_section((), line.strip())
                continue
            record = _Record(number, number)
        record.last = number
        if name == "ER":
            yield record
            record = None
        elif found:
            record.end_field()
            record.fields.append((name, value))
        elif record.fields:
            # The value goes on; a blank line inside of it stays, one between fields has no meaning.
            record.more.append("\n" * (blanks + 1) + re.sub(r"^ {1,2}", "", line).rstrip())
        blanks = 0
    if record is not None:
        yield record


def _draft(record: _Record, account: Account) -> Draft:
    title = record.first_of(*_TITLES)
    is_own = any(_OWN.fullmatch(value) for value in record.all("U1"))
    if not is_own:
        # The text of the record stays as it is.
        record.fields = [(name, _MACRO.sub(_shown, value)) for name, value in record.fields]
        title = _BRACES.sub(r"\1", record.first_of(*_TITLES))
    draft = Draft(title=title, kind=_KIND_OF_TYPE.get(record.first_of("TY").upper()))
    people = record.all("AU", "A1")
    used = {"A2", "ED", "A3"} if not people and draft.kind is Kind.BOOK else set()
    for written in people or (record.all("A2", "ED", "A3") if used else []):
        draft.authors += _people(folded(written))
    draft.et_al = any(name.casefold().strip(".") in {"et al", "others"} for name in draft.authors)
    draft.authors = [name for name in draft.authors if name.casefold().strip(".") not in {"et al", "others"}]
    draft.year = next(filter(None, map(parse_year, record.all("PY", "Y1", "DA"))), None)
    venues = _VENUES if draft.kind is Kind.BOOK else _VENUES[:-1]
    draft.venue = record.first_of(*venues) or None
    used |= {name for name in venues if record.first_of(name) == draft.venue}
    draft.abstract = record.first_of("AB", "N2") or None
    draft.notes = record.all("N1", "RN")
    draft.tags = [tag for value in record.all("KW") for tag in _tags(value)]
    # Programs number their records there; nobody cites by a number.
    draft.citekey = next((key for key in record.all("ID") if not key.isdigit()), None)
    for doi in record.all("DO", "M3"):
        draft.identifiers |= (found := identifiers_of(doi))
        used |= {"M3"} if found else set()
    if draft.kind is not Kind.PAPER and (isbn := next(filter(None, map(normal_isbn, record.all("SN"))), None)):
        draft.identifiers["isbn"] = isbn
        used.add("SN")
    for name, value in record.fields:
        if name in _ADDRESSES:
            for url in split_addresses(folded(value)):
                if url.startswith("file:"):
                    account.homeless(name, record.first)
                elif not draft.add_link(url):
                    account.problem(record.first, f"{url} is no address of a page")
        elif name == "U1" and (own := _OWN.fullmatch(value)):
            _take_own(draft, own[1], own[2])
        elif value and name not in used and not _SILENT.fullmatch(name):
            account.homeless(name, record.first)
    return draft


def _people(written: str) -> list[str]:
    """The names of a field, which should hold one, family name first, and sometimes holds all of them."""
    several = ";" in written or written.count(",") > 1
    return [read_name(name) for name in (separate_names(written) if several else [written])]


def _tags(value: str) -> list[str]:
    """The keywords of a field: one, or one a line, or with semicolons between them."""
    return [tag for line in value.split("\n") for tag in re.split(r";\s+", line)]


def _take_own(draft: Draft, name: str, value: str) -> None:
    if name == "kind":
        draft.kind = next((kind for kind in Kind if kind == value), draft.kind)
    elif name == "status":
        draft.status = parse_status(value)
    elif name == "priority":
        draft.priority = next((priority for priority in Priority if priority == value), None)
    elif name == "rating" and value in {"1", "2", "3", "4", "5"}:
        draft.rating = int(value)
    elif name == "added":
        draft.added_at = parse_time(value)
    elif name == "identifier":
        scheme, _, rest = value.partition(":")
        draft.identifiers[scheme] = rest
    elif name == "authors":
        draft.et_al = True


def write(contents: Contents) -> str:
    """A record for each item; lines of a value behind its first are indented, so that none looks like a field."""
    keys = citekeys(contents.items)
    return "\n".join(_written(item, keys[item.id]) for item in contents.items)


def _written(item: Item, key: str) -> str:
    known = item.metadata
    kind = "CONF" if item.kind is Kind.PAPER and known.venue else _TYPE_OF_KIND.get(item.kind, "GEN")
    fields = [("TY", kind), ("ID", one_line(key)), ("TI", one_line(known.title))]
    names, et_al = author_names(known)
    people = [name for author in names for name in _people(author)]
    fields += [("AU", _author(name)) for name in people]
    if known.year:
        fields.append(("PY", str(known.year)))
    fields += [("T2", one_line(known.venue or "")), ("AB", many_lines(known.abstract or ""))]
    fields += [("UR", one_line(link.url)) for link in item.links]
    fields += [("DO", one_line(doi)) for scheme, doi in known.identifiers.items() if scheme == "doi"]
    fields += [("KW", one_line(tag).replace("; ", ", ")) for tag in item.tags]
    fields += [("N1", many_lines(note.body)) for note in item.notes]
    if item.kind not in _PLAIN_KINDS:
        fields.append(("U1", f"kind: {item.kind}"))
    if et_al and people:
        fields.append(("U1", "authors: et al."))
    if item.status is not Status.UNREAD:
        fields.append(("U1", f"status: {item.status}"))
    if item.priority:
        fields.append(("U1", f"priority: {item.priority}"))
    if item.rating:
        fields.append(("U1", f"rating: {item.rating}"))
    fields += [("U1", f"identifier: {one_line(f'{s}:{v}')}") for s, v in known.identifiers.items() if s != "doi"]
    fields.append(("U1", f"added: {stamp(item.added_at)}"))
    lines = [f"{name}  - {value.replace(chr(10), chr(10) + '  ')}" for name, value in fields if value]
    return "\n".join([*lines, "ER  - ", ""])


def _author(author: str) -> str:
    name: Name = split_name(author)
    return author if name.is_group else ", ".join(part for part in (name.family, name.given, name.suffix) if part)

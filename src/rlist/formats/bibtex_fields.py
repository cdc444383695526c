"""The fields of a BibTeX record: what each of them says of an item."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from functools import cache

from rlist.formats.bibtex_blocks import Record
from rlist.formats.field_values import parse_status, parse_time, parse_year
from rlist.formats.journal_macros import journal_of_macro
from rlist.formats.latex import LATEX, to_unicode
from rlist.formats.lines import folded
from rlist.formats.person_names import read_name, separate_names
from rlist.formats.records import REVIEW, Account, Draft, split_addresses
from rlist.model.identifiers import ARXIV, normal_arxiv, normal_isbn
from rlist.model.identity import identifiers_of
from rlist.model.item import Kind, Priority

_KINDS = {
    Kind.PAPER: "article inproceedings conference incollection phdthesis mastersthesis thesis techreport report",
    Kind.BOOK: "book booklet mvbook inbook collection mvcollection proceedings mvproceedings",
    Kind.DOCS: "manual",
    Kind.CODE: "software",
    Kind.VIDEO: "video movie",
}
_KIND_OF_TYPE = {name: kind for kind, names in _KINDS.items() for name in names.split()}
# An ISBN in these is that of the volume which the work is part of.
_PARTS = re.compile(r"article|inproceedings|conference|incollection|inbook|suppbook")
# What a record takes from the one that its `crossref` names: https://ctan.org/pkg/biblatex, appendix B.
_INHERITED = ("booktitle", "year", "date", "journal", "journaltitle", "publisher")
_VENUES = (
    "journal",
    "journaltitle",
    "booktitle",
    "eventtitle",
    "school",
    "institution",
    "howpublished",
    "organization",
)
_ADDED = ("creationdate", "timestamp", "date-added", "added-at", "dateadded")
_TAGS = ("keywords", "keyword", "tags", "mendeley-tags", "groups")
_ADDRESSES = re.compile(r"url\d*|link|ee|pdf|adsurl|bdsk-url-\d+")
_NOTES = re.compile(r"annote\d*|annotation|comment|review|note")
_ADDRESS = re.compile(r"\\url\s*\{([^{}]+)\}|(?<![\w:/])(https?://[^\s{}\\]+)")
# arXiv as a journal is no venue but an identifier: `arXiv preprint arXiv:1706.03762`, `CoRR` volume `abs/1706.03762`.
ARXIV_JOURNAL = re.compile(rf"(?:arxiv|corr)\b.*?{ARXIV}", re.IGNORECASE)
_PRIORITIES = {"prio1": Priority.HIGH, "prio2": Priority.MEDIUM, "prio3": Priority.LOW}
_PRIORITIES |= {str(priority): priority for priority in Priority}
# Fields that are read, and those that only say how a style or a program shows the record.
_KNOWN = re.compile(
    r"title|subtitle|author|year|date|abstract|doi|eprint|archiveprefix|eprinttype|primaryclass|eprintclass|arxivid|pmid"
    r"|entrysubtype|identifiers|readstatus|priority|ranking|crossref|xdata|key|owner|langid|language|options|bibsource|biburl"
    rf"|journal|journaltitle|booktitle|month|{'|'.join(_ADDED)}"
)
_SEPARATORS = (re.compile(r"(?<!\{);(?!\})"), re.compile(r"(?<!\{),(?!\})"))
_AND = re.compile(r"\\.|[{}]|\s+and(?=\s)", re.IGNORECASE | re.DOTALL)


def read_fields(record: Record, parent: Record | None, account: Account) -> Draft:
    """What a record says, with what it takes from `parent`, the volume that it refers to."""
    fields = record.fields
    if parent is not None:
        volume = parent.fields
        fields = {name: volume[name] for name in _INHERITED if name in volume} | fields
        if "booktitle" not in fields and "title" in volume:
            fields["booktitle"] = volume["title"]
    draft = Draft(title=to_unicode(fields.get("title", "")), kind=_KIND_OF_TYPE.get(record.type))
    used = {"isbn"} if _read_identifiers(draft, record, fields) else set()
    if subtitle := fields.get("subtitle"):
        draft.title = f"{draft.title}: {to_unicode(subtitle)}"
    if authors := fields.get("author") or (draft.kind is Kind.BOOK and fields.get("editor")):
        used.add("author" if "author" in fields else "editor")
        _read_authors(draft, authors)
    draft.year = parse_year(fields.get("year", "")) or parse_year(fields.get("date", ""))
    draft.abstract = to_unicode(fields["abstract"]) if "abstract" in fields else None
    _read_venue(draft, fields, used)
    _read_reading(draft, fields)
    for name, value in (*fields.items(), *record.further):
        role = _role(name)
        if role == "address":
            _read_address(draft, value, record, account)
        elif role == "note":
            _read_note(draft, name, value)
        elif role == "tags":
            draft.tags += _tags(value)
        elif not role and name not in used:
            account.homeless(name, record.first)
    if subtype := fields.get("entrysubtype"):
        draft.kind = next((kind for kind in Kind if kind == subtype.strip().lower()), draft.kind)
    elif draft.kind is None and ("doi" in draft.identifiers or "arxiv" in draft.identifiers):
        draft.kind = Kind.PAPER
    if record.fault:
        draft.tags.append(REVIEW)
        account.problem(
            record.first, f"the record {record.key or record.type} can't be read as it was meant: {record.fault}"
        )
    return draft


@cache
def _role(name: str) -> str:
    """What a field is for: "address", "note", "tags", "known" or "" where there is no place for it."""
    if _ADDRESSES.fullmatch(name):
        return "address"
    if _NOTES.fullmatch(name):
        return "note"
    return "tags" if name in _TAGS else "known" if _KNOWN.fullmatch(name) else ""


def _read_address(draft: Draft, value: str, record: Record, account: Account) -> None:
    found = _ADDRESS.match(value.strip()) if value.lstrip().startswith("\\url") else None
    for url in split_addresses(found[1] if found else _verbatim(value)):
        if not draft.add_link(url):
            account.problem(record.first, f"{record.key or record.type}: {url} is no address of a page")


def _read_note(draft: Draft, name: str, value: str) -> None:
    if name == "note" and (address := _ADDRESS.search(value)):
        draft.add_link(_verbatim(address[1] or address[2]))
        if not _ADDRESS.sub("", value).strip(" .{}"):
            return
    draft.notes.append(to_unicode(value))


def _read_identifiers(draft: Draft, record: Record, fields: Mapping[str, str]) -> bool:
    """Take the identifiers in; True when the ISBN is the work's own."""
    for name in ("doi", "arxivid"):
        if name in fields:
            value = _verbatim(fields[name])
            draft.identifiers |= identifiers_of(
                f"arXiv:{value}" if name == "arxivid" and value[:1].isdigit() else value
            )
    if eprint := fields.get("eprint"):
        archive = (fields.get("archiveprefix") or fields.get("eprinttype") or "arxiv").strip().lower()
        value = _verbatim(eprint)
        if archive == "arxiv" and re.search(ARXIV, value, re.IGNORECASE):
            draft.identifiers["arxiv"] = normal_arxiv(value)
        elif archive in {"pubmed", "pmid"}:
            draft.identifiers["pmid"] = value
    if "arxiv" not in draft.identifiers and (journal := fields.get("journal")):
        found = ARXIV_JOURNAL.search(f"{_verbatim(journal)} {_verbatim(fields.get('volume', ''))}")
        if found:
            draft.identifiers["arxiv"] = normal_arxiv(found[1])
    if pmid := re.sub(r"\D", "", fields.get("pmid", "")):
        draft.identifiers["pmid"] = pmid
    for pair in fields.get("identifiers", "").split():
        scheme, _, value = pair.partition(":")
        if value:
            draft.identifiers.setdefault(scheme, _verbatim(value))
    if "isbn" in fields and not _PARTS.fullmatch(record.type):
        isbns = (normal_isbn(part) for part in re.split(r"[,;/]|\s{2,}|\s(?=97[89])", fields["isbn"]))
        if isbn := next(filter(None, isbns), None):
            draft.identifiers["isbn"] = isbn
            return True
    return False


def _read_authors(draft: Draft, value: str) -> None:
    if "," not in value and not LATEX.search(value):
        draft.authors = folded(value).replace(" AND ", " and ").split(" and ")
        if draft.authors[-1].casefold() == "others":
            draft.authors.pop()
            draft.et_al = True
        return
    names = _split_at_and(value)
    for name in names:
        name = name.strip()
        if name.casefold() == "others":
            draft.et_al = True
            continue
        shown = folded(to_unicode(name))
        if not shown:
            continue
        if "," not in shown or (name[0] == "{" and _is_one_group(name)):
            draft.authors.append(shown)
        else:
            several = separate_names(shown) if len(names) == 1 and shown.count(",") > 1 else [shown]
            draft.authors += [read_name(one) for one in several]


def _split_at_and(value: str) -> list[str]:
    """The names of a value, parted at each `and` that isn't inside of braces."""
    names = []
    depth = start = 0
    for sign in _AND.finditer(f" {value}"):
        if sign[0] == "{":
            depth += 1
        elif sign[0] == "}":
            depth -= 1
        elif sign[0][0] != "\\" and depth <= 0:
            names.append(value[start : max(sign.start() - 1, 0)])
            start = sign.end() - 1
    names.append(value[start:])
    return names


def _is_one_group(name: str) -> bool:
    depth = 0
    for at, sign in enumerate(name):
        depth += (sign == "{") - (sign == "}")
        if depth == 0:
            return at == len(name) - 1
    return False


def _read_venue(draft: Draft, fields: Mapping[str, str], used: set[str]) -> None:
    for name in (*_VENUES, *(("publisher",) if draft.kind is Kind.BOOK else ())):
        if name not in fields:
            continue
        if name == "howpublished" and (address := _ADDRESS.search(fields[name])):
            used.add(name)
            draft.add_link(_verbatim(address[1] or address[2]))
        elif not draft.venue and not ARXIV_JOURNAL.match(f"{fields[name]} {fields.get('volume', '')}"):
            used.add(name)
            draft.venue = journal_of_macro(fields[name]) or to_unicode(fields[name])


def _read_reading(draft: Draft, fields: Mapping[str, str]) -> None:
    """Take in what programs for reading lists put into a record, in the way of JabRef."""
    draft.status = parse_status(fields.get("readstatus", ""))
    draft.priority = _PRIORITIES.get(fields.get("priority", "").strip().lower())
    ranking = fields.get("ranking", "").strip().lower().removeprefix("rank")
    draft.rating = int(ranking) if ranking in {"1", "2", "3", "4", "5"} else None
    # DBLP's is the time of its own record.
    added = () if "biburl" in fields else _ADDED
    draft.added_at = next(filter(None, (parse_time(fields[name]) for name in added if name in fields)), None)


def _tags(value: str) -> list[str]:
    separator = next((mark for mark in _SEPARATORS if mark.search(value)), None)
    return [to_unicode(tag) for tag in (separator.split(value) if separator else [value])]


def _verbatim(value: str) -> str:
    """An address or a DOI as it was meant, whether it was escaped as text or not."""
    if "\\" in value:
        value = re.sub(r"\\([_&%#~$^{}])(?:\{\})?", r"\1", value)
    if "&" in value and "://" not in value:
        value = html.unescape(value)
    return value.strip().removeprefix("{").removesuffix("}") if value[:1] == "{" else value.strip()

"""CSL-JSON, the items of citation processors: https://docs.citationstyles.org/en/stable/specification.html."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from rlist.formats import json_spans
from rlist.formats.contents import Contents
from rlist.formats.document import Document
from rlist.formats.extra_field import read_extra, without_extra
from rlist.formats.field_values import parse_status, parse_time, parse_year
from rlist.formats.html_tags import shown
from rlist.formats.lines import folded
from rlist.formats.person_names import inverted, read_name, split_name
from rlist.formats.records import Account, Draft, make_entry, split_addresses
from rlist.formats.writing import author_names, many_lines, one_line, stamp
from rlist.model.identifiers import normal_isbn
from rlist.model.identity import identifiers_of
from rlist.model.item import Item, Kind, Link, Priority
from rlist.model.metadata import citekeys

NAME = "csl-json"

_KINDS = {
    Kind.PAPER: "paper-conference article-journal article thesis report chapter manuscript",
    Kind.BOOK: "book",
    Kind.ARTICLE: "post-weblog article-newspaper article-magazine entry-encyclopedia",
    Kind.VIDEO: "motion_picture broadcast",
    Kind.CODE: "software",
    Kind.THREAD: "post",
    Kind.OTHER: "document",
}
_KIND_OF_TYPE = {name: kind for kind, names in _KINDS.items() for name in names.split()}
_TYPES = re.compile(
    r"webpage|speech|dataset|event|figure|graphic|interview|legislation|map|patent|review|standard|song|bill|"
    + "|".join(_KIND_OF_TYPE)
)
_KNOWN = re.compile(
    r"id|citation-key|type|title|author|editor|issued|container-title|event-title|event|publisher|abstract|URL|DOI|ISBN"
    r"|PMID|keyword|note|custom|categories|accessed|source|language"
)
_MARKS = re.compile(r"</?(?:i|b|sub|sup|sc|span|em|strong|jats:\w+)(?:\s[^<>]{0,200})?>", re.IGNORECASE)


def recognises(text: str, filename: str) -> bool:
    """Whether `text` is an array of objects that have a type of CSL and an id or a title."""
    beginning = text[:4000].lstrip()
    if not beginning.startswith(("[", '{"items"', "{\n")) or '"type"' not in text:
        return False
    types = re.findall(r'"type"\s*:\s*"([a-z_-]+)"', text[:20_000])
    return (
        bool(types)
        and _TYPES.fullmatch(types[0]) is not None
        and bool(re.search(r'"(?:issued|container-title|title|author)"', text))
    )


def read(text: str) -> Document:
    """Each object as an entry. Raises UnreadableInput where `text` isn't JSON."""
    account = Account(text)
    source = "\n".join(account.lines)
    whole = json_spans.parse(source)
    for span in json_spans.spans(source, None if isinstance(whole, list) else "items"):
        draft = _draft(span.value, span.first, account) if isinstance(span.value, dict) else Draft()
        account.add_entry(make_entry(draft, span.text), span.first, span.last)
    return account.document()


def _draft(fields: Mapping[str, Any], line: int, account: Account) -> Draft:
    def text(name: str) -> str:
        value = fields.get(name)
        value = value[0] if isinstance(value, list) and value else value
        if isinstance(value, str):
            return shown(_MARKS.sub("", value))
        return str(value) if isinstance(value, int) else ""

    draft = Draft(title=text("title"), kind=_KIND_OF_TYPE.get(text("type")))
    draft.authors, draft.et_al = _names(fields.get("author"))
    if not draft.authors and draft.kind is Kind.BOOK:
        draft.authors, draft.et_al = _names(fields.get("editor"))
    draft.year = _year(fields.get("issued"))
    draft.venue = text("container-title") or text("event-title") or text("event") or None
    if draft.kind is Kind.BOOK:
        draft.venue = draft.venue or text("publisher") or None
    draft.abstract = text("abstract") or None
    for url in split_addresses(text("URL")):
        if not draft.add_link(url):
            account.problem(line, f"{url} is no address of a page")
    if doi := text("DOI"):
        draft.identifiers |= identifiers_of(doi)
    note = text("note")
    read_extra(draft, note)
    if pmid := re.sub(r"\D", "", text("PMID")):
        draft.identifiers["pmid"] = pmid
    if draft.kind is not Kind.PAPER and (isbn := normal_isbn(text("ISBN"))):
        draft.identifiers["isbn"] = isbn
    if note := without_extra(note):
        draft.notes.append(note)
    draft.tags = [tag for tag in re.split(r"[,;]\s*", text("keyword")) if tag]
    draft.citekey = draft.citekey or (
        text("citation-key") or (text("id") if re.fullmatch(r"[^\s,{}\"%#~\\/]+", text("id")) else "") or None
    )
    own = fields.get("custom")
    if isinstance(own, dict) and isinstance(own.get("rlist"), dict):
        _take_own(draft, own["rlist"])
    for name, value in fields.items():
        if value and not _KNOWN.fullmatch(name):
            account.homeless(name, line)
    return draft


def _names(people: Any) -> tuple[list[str], bool]:
    """The names of people, and whether there are more; their parts may be given or a name as a whole."""
    names = []
    for person in people if isinstance(people, list) else []:
        if isinstance(person, str):
            names.append(read_name(folded(person)))
        elif isinstance(person, dict):
            part = {key: folded(value) for key, value in person.items() if isinstance(value, str)}
            if whole := part.get("literal") or part.get("name", ""):
                names.append(whole)
                continue
            particles = (part.get("dropping-particle", ""), part.get("non-dropping-particle", ""))
            family = " ".join(filter(None, (*particles, part.get("family", ""))))
            names.append(read_name(", ".join(filter(None, (family, part.get("suffix", ""), part.get("given", ""))))))
    kept = [name for name in names if name and name.casefold().strip(".") not in {"et al", "others"}]
    return kept, len(kept) < len([name for name in names if name])


def _year(issued: Any) -> int | None:
    """The year of a date in any of the forms that programs write: parts, as numbers or texts, raw, literal."""
    if isinstance(issued, dict):
        parts = issued.get("date-parts")
        while isinstance(parts, list) and parts:
            parts = parts[0]
        found = parts if isinstance(parts, int | str) and parts else issued.get("raw") or issued.get("literal")
        return _year(found) if not isinstance(found, dict | list) else None
    if isinstance(issued, bool) or not isinstance(issued, int | str):
        return None
    return parse_year(str(issued))


def _take_own(draft: Draft, own: Mapping[str, Any]) -> None:
    """Take in what `write` puts where CSL leaves room for others."""
    draft.kind = next((kind for kind in Kind if kind == own.get("kind")), draft.kind)
    draft.status = parse_status(str(own.get("status", "")))
    draft.priority = next((priority for priority in Priority if priority == own.get("priority")), None)
    draft.rating = rating if isinstance(rating := own.get("rating"), int) and 1 <= rating <= 5 else None
    draft.added_at = parse_time(str(own.get("added_at", "")))
    draft.et_al = draft.et_al or own.get("et_al") is True
    draft.tags = _texts(own.get("tags")) or draft.tags
    draft.notes = _texts(own.get("notes")) or draft.notes
    draft.links += [Link(url) for url in _texts(own.get("urls"))]
    identifiers = own.get("identifiers")
    if isinstance(identifiers, dict):
        draft.identifiers |= {str(scheme): str(value) for scheme, value in identifiers.items()}


def _texts(values: Any) -> list[str]:
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


def write(contents: Contents) -> str:
    """An array of objects; what CSL has no variable for is in `custom`, where it leaves room for it."""
    keys = citekeys(contents.items)
    objects = [_written(item, keys[item.id]) for item in contents.items]
    return json.dumps(objects, ensure_ascii=False, indent=1) + "\n"


def _written(item: Item, key: str) -> dict[str, Any]:
    known = item.metadata
    names, et_al = author_names(known)
    doi = known.identifiers.get("doi")
    written: dict[str, Any] = {
        "id": key,
        "citation-key": key,
        "type": _type(item),
        "title": one_line(known.title).replace("&", "&amp;").replace("<", "&lt;"),
        "author": list(map(_author, names)),
        "issued": {"date-parts": [[known.year]]} if known.year else None,
        "container-title": one_line(known.venue or "").replace("&", "&amp;").replace("<", "&lt;"),
        "abstract": many_lines(known.abstract or "").replace("&", "&amp;").replace("<", "&lt;"),
        "DOI": doi,
        "URL": one_line(item.links[0].url) if item.links else None,
        "keyword": ", ".join(map(one_line, item.tags)),
        "note": "\n\n".join(note for written in item.notes if (note := many_lines(written.body))),
    }
    own = {
        "kind": item.kind,
        "status": item.status,
        "priority": item.priority,
        "rating": item.rating,
        "added_at": stamp(item.added_at),
        "et_al": et_al,
        "tags": list(map(one_line, item.tags)),
        "notes": [note for written in item.notes if (note := many_lines(written.body))],
        "urls": [one_line(link.url) for link in item.links[1:]],
        "identifiers": {scheme: value for scheme, value in sorted(known.identifiers.items()) if scheme != "doi"},
    }
    written["custom"] = {"rlist": {name: value for name, value in own.items() if value}}
    return {name: value for name, value in written.items() if value}


def _type(item: Item) -> str:
    if item.kind is Kind.PAPER:
        return "paper-conference" if item.metadata.venue else "article"
    return _KINDS[item.kind].split()[0] if item.kind in _KINDS else "webpage"


def _author(author: str) -> dict[str, str]:
    name = split_name(author)
    if name.is_group or not name.given or split_name(inverted(name)) != name:
        return {"literal": author}
    parts = {"family": name.family, "given": name.given, "suffix": name.suffix}
    return {part: value for part, value in parts.items() if value}

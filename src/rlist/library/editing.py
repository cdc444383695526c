"""Editing an item's fields, as options or as a text in TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import tomlkit

from rlist.errors import WrongUsage
from rlist.library import Library
from rlist.library.citing import cited
from rlist.library.naming import find_id
from rlist.library.opening import document_address
from rlist.library.organising import clean_tag
from rlist.library.reading import Change
from rlist.model import identity
from rlist.model.address import browser_address
from rlist.model.item import Item, Kind, Link, Priority, Status, rating_of, with_status
from rlist.model.metadata import is_citable
from rlist.store import attempts, saving
from rlist.store import items as stored

# What a browser may be given, with a host that has a dot or is this machine.
_ADDRESS = r"(?:https?|ftp)://(?:[^\s/@]*@)?(?:[^\s/]+\.[^\s/]+|localhost(?::\d+)?)(?:[/?#]\S*)?$|mailto:\S+$"

# What steers a terminal or turns text around, and would do so in an editor; marks that join letters are writing.
_UNSEEN = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\U000e0000-\U000e007f]"

Word = TypeVar("Word", Status, Kind, Priority)


class RejectedText(WrongUsage):
    """A text from the editor that can't be taken."""


def get_item(library: Library, argument: str) -> Item:
    """The item that `argument` names; raises NothingFound, Ambiguous."""
    return stored.get_items(library.store.db, [find_id(library, argument)])[0]


def edit(library: Library, argument: str, fields: Mapping[str, object], command: str) -> Change:
    """Set `fields` of the item that `argument` names; an empty value takes a field away.

    A list is a sequence, or a text with its parts between semicolons. Raises WrongUsage, naming the field.
    """
    now = library.now
    with library.store.step(command, now):
        before = get_item(library, argument)
        after = before
        for name, value in fields.items():
            if name == "status":
                after = with_status(after, _one_of(Status, name, value), now)
            elif name in FIELDS:
                after = FIELDS[name](after, value)
            else:
                raise WrongUsage(f"an item has no field {name}", f"it has {', '.join(('status', *FIELDS))}")
        if after == before:
            return Change(before, changed=False)
        _check_unique(library, before, after)
        if not is_citable(before.metadata) and "citekey" not in fields:
            after = cited(library.store.db, after)
        changed = saving.change_item(library.store.db, before, after._replace(updated_at=now))
        own = {name: bool(value) for name, value in fields.items() if name in attempts.FILLED}
        attempts.mark_own(library.store.db, before.id, own)
        return Change(changed, changed=True)


def to_toml(item: Item) -> str:
    """The fields of `item` that can be edited, as TOML."""
    document = tomlkit.document()
    document.add(tomlkit.comment(f"Item {item.id}. Save and close to change it; an empty value takes a field away."))
    known = item.metadata
    fields: dict[str, object] = {
        "title": known.title,
        "authors": list(known.authors),
        "et_al": known.et_al,
        "year": known.year or "",
        "venue": known.venue or "",
        "kind": str(item.kind),
        "status": str(item.status),
        "priority": str(item.priority or ""),
        "rating": item.rating or "",
        "citekey": item.citekey or "",
        "tags": list(item.tags),
        "urls": [link.url for link in item.links],
        "abstract": tomlkit.string(known.abstract or "", multiline="\n" in (known.abstract or "")),
        "identifiers": dict(known.identifiers),
    }
    for name, value in fields.items():
        document.add(name, value)
    # Every text in it stands in double quotes, where a character may be written by its number.
    return re.sub(_UNSEEN, lambda found: f"\\U{ord(found[0]):08X}", tomlkit.dumps(document))


def edit_text(library: Library, before: Item, text: str, command: str) -> Change:
    """Set the fields of the item `before` to those of `text`, which began as `to_toml(before)`; only what differs.

    Raises RejectedText, naming the line or the field.
    """
    try:
        fields: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RejectedText(f"the text is no TOML: {error}") from error
    old = tomllib.loads(to_toml(before))
    missing = {name: "" for name in old if name not in fields and name != "title"}
    changed = {name: value for name, value in (missing | fields).items() if old.get(name) != value}
    try:
        return edit(library, str(before.id), changed, command)
    except WrongUsage as error:
        raise RejectedText(error.message, error.hint) from error


def _with(item: Item, **changes: Any) -> Item:
    return item._replace(metadata=item.metadata._replace(**changes))


def _title(item: Item, value: object) -> Item:
    title = _text("title", value)
    if not title:
        raise WrongUsage("an item needs a title")
    return _with(item, title=title)


def _year(item: Item, value: object) -> Item:
    if value in ("", None, 0):
        return _with(item, year=None)
    if not re.fullmatch(r"[0-9]{4}", str(value)) or str(value) == "0000":
        raise WrongUsage(f"year is four digits, not {value!r}")
    return _with(item, year=int(str(value)))


def _rating(item: Item, value: object) -> Item:
    if value in ("", None, 0):
        return item._replace(rating=None)
    return item._replace(rating=rating_of(value))


def _urls(item: Item, value: object) -> Item:
    labels = {link.url: link.label for link in item.links}
    given = [document_address(url) or url for url in _listed("urls", value)]
    links = tuple(Link(url, labels.get(url)) for url in dict.fromkeys(given))
    for link in links:
        if link.url not in labels and not (
            document_address(link.url) or re.match(_ADDRESS, browser_address(link.url), re.IGNORECASE)
        ):
            raise WrongUsage(f"{link.url!r} is no address", "for example https://arxiv.org/abs/2312.00752")
    found: dict[str, str] = {}
    for link in links:
        found = {**identity.identifiers_of(link.url), **found}
    old: dict[str, str] = {}
    for link in item.links:
        old |= identity.identifiers_of(link.url)
    # An identifier that only an old address gave goes with it.
    kept = {scheme: known for scheme, known in item.metadata.identifiers.items() if old.get(scheme) != known}
    return _with(item, identifiers={**found, **kept})._replace(links=links)


def _identifiers(item: Item, value: object) -> Item:
    if not isinstance(value, Mapping) or not all(isinstance(known, str) for known in value.values()):
        if value in ("", None):
            return _with(item, identifiers={})
        raise WrongUsage('identifiers are a table, for example arxiv = "2312.00752"')
    return _with(
        item, identifiers={scheme.casefold(): known.strip() for scheme, known in value.items() if known.strip()}
    )


def _et_al(item: Item, value: object) -> Item:
    if not isinstance(value, bool) and value not in ("", "true", "false"):
        raise WrongUsage(f"et_al is true or false, not {value!r}")
    return _with(item, et_al=value in (True, "true"))


# What can be edited, besides the status: the name, and how its new value is set.
FIELDS: Mapping[str, Callable[[Item, object], Item]] = {
    "title": _title,
    "authors": lambda item, value: _with(item, authors=tuple(_listed("authors", value))),
    "et_al": _et_al,
    "year": _year,
    "venue": lambda item, value: _with(item, venue=_text("venue", value) or None),
    "abstract": lambda item, value: _with(item, abstract=str(value or "").strip() or None),
    "kind": lambda item, value: item._replace(kind=_one_of(Kind, "kind", value or Kind.OTHER)),
    "priority": lambda item, value: item._replace(priority=_one_of(Priority, "priority", value) if value else None),
    "rating": _rating,
    "citekey": lambda item, value: item._replace(citekey=_citekey(value)),
    "tags": lambda item, value: item._replace(tags=tuple(dict.fromkeys(map(clean_tag, _listed("tags", value))))),
    "urls": _urls,
    "identifiers": _identifiers,
}


def _text(name: str, value: object) -> str:
    if not isinstance(value, str | int | None):
        raise WrongUsage(f"{name} is a text, not {value!r}")
    return " ".join(str(value or "").split())


def _citekey(value: object) -> str | None:
    key = _text("citekey", value)
    # What BibTeX and biber take for the end of a key.
    if re.search(r"[\s,{}()\"'#%~\\=@]", key):
        raise WrongUsage(f"a citekey holds no blanks, commas, braces or quotes: {key!r}")
    return key or None


def _listed(name: str, value: object) -> Sequence[str]:
    parts = value.split(";") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or not all(isinstance(part, str) for part in parts):
        raise WrongUsage(f'{name} is a list of texts, for example ["first", "second"]')
    return [part for part in (" ".join(part.split()) for part in parts) if part]


def _one_of(words: type[Word], name: str, value: object) -> Word:
    try:
        return words(str(value).casefold())
    except ValueError as error:
        raise WrongUsage(f"{name} is one of {', '.join(words)}, not {value!r}") from error


def _check_unique(library: Library, before: Item, item: Item) -> None:
    """Raise WrongUsage where `item` gains what belongs to another one."""
    db = library.store.db
    for link in item.links:
        others = [one for one in stored.find_by_address(db, identity.canonical_address(link.url)) if one != item.id]
        if others and link not in before.links and not identity.is_repository_address(link.url):
            raise WrongUsage(f"{link.url} belongs to item {others[0]}", f"`rlist show {others[0]}` shows it")
    for scheme, value in item.metadata.identifiers.items():
        other = stored.find_by_identifier(db, scheme, value)
        if other not in (None, item.id):
            raise WrongUsage(f"{scheme} {value} belongs to item {other}", f"`rlist show {other}` shows it")
    other = stored.find_by_citekey(db, item.citekey) if item.citekey else None
    if other not in (None, item.id):
        raise WrongUsage(f"the citekey {item.citekey} belongs to item {other}")

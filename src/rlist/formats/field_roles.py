"""What the fields of many programs are called, and what each of them says of an item."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rlist.formats.extra_field import read_extra
from rlist.formats.field_values import parse_status, parse_tags, parse_time, parse_year
from rlist.formats.html_tags import as_text
from rlist.formats.lines import folded
from rlist.formats.marks import read_rating
from rlist.formats.person_names import read_name, separate_names
from rlist.formats.records import Draft
from rlist.model.identifiers import normal_isbn
from rlist.model.identity import identifiers_of
from rlist.model.item import Kind, Priority, Status

# What the columns of many programs are called; several columns may have one role.
_ROLES = {
    "title": "title|name|headline|article title|paper|paper title|work"
    "|标题|题目|论文|论文题目|论文标题|论文名称|文章|文章名称|书名|titel|titre|título",
    "url": "url|link|address|uri|href|urls|links|source url|web url|article url|链接|论文链接|论文地址|地址|网址",
    "authors": "authors|author|creator|creators|byline|published by|additional authors|book author"
    "|作者|著者|autor|autoren|auteur|auteurs",
    "editors": "editor|editors",
    "year": "year|publication year|year published|original publication year|date|published|publication date"
    "|published date|published at|年份|年|发表年份|jahr|année",
    "venue": "venue|publication title|journal|conference|conference name|proceedings title|publication|blog title"
    "|website title|booktitle|book title|会议|期刊|会议/期刊|期刊/会议|来源|出处|zeitschrift|revue",
    "publisher": "publisher",
    "abstract": "abstract|abstract note|description|excerpt|summary|摘要|简介",
    "doi": "doi",
    "arxiv": "arxiv|arxiv id|eprint",
    "isbn": "isbn|isbn13|isbn/uid",
    "tags": "tags|labels|manual tags|automatic tags|document tags|keywords|topics|topic|bookshelves|categories"
    "|category|标签|分类|类别|关键词|方向|领域|主题|schlagwörter|mots-clés",
    "status": "status|state|location|exclusive shelf|reading status|read status|状态|阅读状态",
    "folder": "folder|collection|collections|section|notebook",
    "favourite": "favorite|favourite|starred|is starred|is favorite|favorited|favourited|liked",
    "read": "read|is read|archived|is archived|done|finished reading|阅读|已读",
    "progress": "reading progress|progress",
    "note": "note|notes|comment|comments|selection|highlight|highlights|review|my review|private notes|my notes"
    "|annotations|备注|笔记|评价|notiz|notizen|kommentar",
    "added": "added|date added|time added|added at|created|created at|saved date|saved at|timestamp|add date"
    "|bookmarked|creation date",
    "started": "started|date started|started at",
    "finished": "finished|date read|last date read|date finished|finished at|read date|read at|archived at",
    "rating": "rating|my rating|star rating|stars|评分|bewertung",
    "priority": "priority",
    "kind": "kind|item type|type|media type",
    "citekey": "citekey|citation key|bibtex key",
    "extra": "extra",
}
# What a field of these means depends on the others, so they are taken last, in this order.
LATER = ("isbn", "publisher", "progress")
_ROLE_OF_NAME = {name: role for role, names in _ROLES.items() for name in names.split("|")}
_KINDS = {
    Kind.PAPER: "journalarticle conferencepaper preprint thesis report booksection manuscript paper",
    Kind.BOOK: "book",
    Kind.ARTICLE: "webpage blogpost newspaperarticle magazinearticle encyclopediaarticle article",
    Kind.VIDEO: "videorecording tvbroadcast presentation film video",
    Kind.CODE: "computerprogram software",
    Kind.THREAD: "forumpost tweet",
}
_KIND_OF_WORD = {word: kind for kind, words in _KINDS.items() for word in words.split()} | {str(k): k for k in Kind}
_AND_OTHERS = re.compile(r"[,;\s]+(?:et\s+al\.?|and\s+others)\s*$", re.IGNORECASE)
_YES = frozenset({"1", "true", "yes", "y", "x", "✓", "✔"})
# A document that was opened is at a few per cent, one that was read through stops short of its last line.
_BEGUN, _READ_THROUGH = 0.05, 0.99


def role_of(name: str) -> str:
    """The role of the field `name`, whatever its letter case and the signs between its words; "" for an unknown one."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.strip(" ?"))
    return _ROLE_OF_NAME.get(" ".join(re.split(r"[\s_-]+", spaced.casefold())), "")


def roles_of(names: Sequence[str]) -> list[str]:
    """The role of each column of a table; where no other one is the title, `Book Title` is, as Readwise has it."""
    roles = [role_of(name) for name in names]
    if "title" in roles:
        return roles
    return [
        role if name.strip().casefold() != "book title" else "title" for name, role in zip(names, roles, strict=True)
    ]


def take_folder(draft: Draft, cell: str) -> tuple[str, ...]:
    """The section that a folder is; some are none but a status or a star."""
    if status := parse_status(cell):
        draft.status = draft.status or status
        return ()
    if cell.casefold() in {"starred", "liked", "favorites", "favourites"}:
        draft.priority = Priority.HIGH
        return ()
    return tuple(part for name in re.split(r"\s+/\s+", cell) if (part := folded(name)))


def take(draft: Draft, role: str, cell: str) -> bool:
    """Take in what the field with this role says; False where it says nothing that has a place."""
    if role == "title":
        draft.title = draft.title or cell
        return draft.title == cell
    if role == "authors" or (role == "editors" and not draft.authors):
        names = _AND_OTHERS.sub("", cell)
        found = (read_name(name) for name in separate_names(names.replace(" & ", " and ")))
        draft.authors += [name for name in found if name not in draft.authors]
        draft.et_al = draft.et_al or names != cell
        return True
    if role == "year":
        draft.year = draft.year or parse_year(cell)
        return draft.year is not None
    if role == "venue" or (role == "publisher" and draft.kind is Kind.BOOK):
        draft.venue = draft.venue or cell
        return draft.venue == cell
    if role == "abstract":
        draft.abstract = draft.abstract or cell
        return draft.abstract == cell
    if role in {"doi", "arxiv", "isbn", "extra", "citekey"}:
        return _take_name(draft, role, cell)
    if role == "tags":
        draft.tags += filter(None, (tag.strip().removeprefix("#") for tag in parse_tags(cell, "|;,")))
        return True
    if role == "note":
        draft.notes.append(as_text(cell))
        return True
    if role == "kind":
        draft.kind = _KIND_OF_WORD.get(re.sub(r"[\s_-]", "", cell.casefold()))
        return draft.kind is not None
    return take_reading(draft, role, cell)


def _take_name(draft: Draft, role: str, cell: str) -> bool:
    """Take in what names the work."""
    if role == "extra":
        return read_extra(draft, cell)
    if role == "citekey":
        draft.citekey = cell
        return True
    if role == "isbn":
        isbn = normal_isbn(cell)
        # That of a paper is the number of the volume, which other papers have as well.
        if isbn is None or draft.kind is Kind.PAPER:
            return False
        draft.identifiers["isbn"] = isbn
        return True
    found = identifiers_of(f"arXiv:{cell}" if role == "arxiv" and cell[0].isdigit() else cell)
    draft.identifiers |= found
    return bool(found)


def take_reading(draft: Draft, role: str, cell: str) -> bool:
    """Take in what a field says of the reader's doings; False where it says nothing that has a place."""
    if role == "status":
        status = parse_status(cell)
        draft.status = status or draft.status
        return status is not None
    if role in {"favourite", "read"}:
        is_so = cell.casefold() in _YES
        if is_so and role == "favourite":
            draft.priority = Priority.HIGH
        elif is_so:
            draft.status = Status.DONE
        return True
    if role == "progress":
        share = _share(cell)
        if draft.status in {None, Status.UNREAD}:
            draft.status = (
                Status.DONE if share >= _READ_THROUGH else Status.READING if share >= _BEGUN else draft.status
            )
        return True
    if role in {"added", "started", "finished"}:
        return _take_time(draft, role, cell)
    if role == "rating":
        rating = read_rating(cell)
        draft.rating = rating or draft.rating
        return rating is not None or cell == "0"
    if role == "priority":
        draft.priority = next((p for p in Priority if p == cell.casefold()), draft.priority)
        return draft.priority is not None
    return False


def _take_time(draft: Draft, role: str, cell: str) -> bool:
    time = parse_time(cell)
    if role == "added":
        draft.added_at = draft.added_at or time
    elif role == "started":
        draft.started_at = time
    else:
        draft.finished_at = time
    return time is not None


def _share(cell: str) -> float:
    found = re.fullmatch(r"(\d{1,3}(?:\.\d+)?)\s*(%?)", cell)
    return 0.0 if not found else float(found[1]) / (100 if found[2] else 1)

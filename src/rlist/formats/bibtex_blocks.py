"""The records of a BibTeX file with their fields as LaTeX: macros put in, broken records read as far as they can be."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bibtexparser.entrypoint import parse_string
from bibtexparser.model import (
    Block,
    DuplicateBlockKeyBlock,
    DuplicateFieldKeyBlock,
    Entry,
    ImplicitComment,
    ParsingFailedBlock,
    String,
)

# What the parser has to say about a broken record is said in the report of the import; making a log of it takes longer
# than reading does.
logging.getLogger("bibtexparser").setLevel(logging.CRITICAL + 1)


@dataclass(slots=True)
class Record:
    """A record in the lines from `first` to `last`: what stands between `fields` is `text`, or free text has no type.

    `fault` says why a record couldn't be read as it was meant; its fields are then those that could be found.
    """

    type: str
    key: str
    fields: dict[str, str]
    first: int
    last: int
    text: str
    fault: str = ""
    further: list[tuple[str, str]] = field(default_factory=list)


_HEADER = re.compile(r"\s*@\s*([A-Za-z]\w*)\s*[{(]\s*([^\s,={}()\"]*)\s*,?")
_NAMES = "title|author|editor|year|journal|booktitle|url|doi|publisher|month|volume|number|pages|abstract|keywords|note"
# A field of a broken record: its name at the start of a line or behind a comma; a known one may lack the sign.
_FIELD = re.compile(
    rf"(?:^|[,{{(])[ \t]*(?:([A-Za-z][\w:-]{{0,40}})[ \t]*=|((?:{_NAMES})(?=[ \t]*[{{\"])))",
    re.MULTILINE | re.IGNORECASE,
)
# What is left of a record that was closed too early.
_LEFT_OVER = re.compile(r"^[ \t]*[,}]?[ \t]*[A-Za-z][\w:-]{0,40}[ \t]*=[ \t]*[{\"\w]", re.MULTILINE)
_PIECE = re.compile(r'\s*(?:#\s*)?(?:"|\{|([^\s#"{}]+))')


def read_records(text: str) -> Iterator[Record]:
    """The records of `text`, whose lines end in LF, in order; free text between them as records without a type."""
    blocks = parse_string(text, parse_stack=[]).blocks
    macros: dict[str, str] = {}
    lines = text.split("\n")
    broken_to = 0
    for at, block in enumerate(blocks):
        if isinstance(block, String):
            macros[block.key.lower()] = _value(block.value, macros)
            continue
        following = blocks[at + 1] if at + 1 < len(blocks) else None
        if isinstance(block, ImplicitComment):
            if at == 0 or not _is_left_over(blocks[at - 1], block):
                yield Record("", "", {}, _first(block), _last(block), block.raw or "")
            continue
        entry = _entry(block)
        if entry is not None and not (isinstance(following, ImplicitComment) and _is_left_over(block, following)):
            yield _record(entry, macros)
        elif entry is not None or (isinstance(block, ParsingFailedBlock) and _first(block) > broken_to):
            behind = at + 1
            while behind < len(blocks) and isinstance(blocks[behind], ImplicitComment):
                behind += 1
            last = _first(blocks[behind]) - 1 if behind < len(blocks) else len(lines)
            last = broken_to = max(_first(block), last)
            yield _broken(lines, _first(block), last, block, macros)


def _is_left_over(before: Block, comment: ImplicitComment) -> bool:
    """Whether free text belongs to the record before it, which couldn't be read or was closed too early."""
    if isinstance(before, ParsingFailedBlock) and _entry(before) is None:
        return True
    return _entry(before) is not None and _LEFT_OVER.search(comment.comment) is not None


def _entry(block: Block) -> Entry | None:
    """The entry that a block holds; two with one key, or a field given twice, are no fault here."""
    if isinstance(block, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock):
        inner = block.ignore_error_block
        return _entry(inner) if inner is not None else None
    return block if isinstance(block, Entry) else None


def _first(block: Block) -> int:
    return (block.start_line or 0) + 1


def _last(block: Block) -> int:
    return _first(block) + (block.raw or "").count("\n")


def _record(entry: Entry, macros: Mapping[str, str]) -> Record:
    raw = entry.raw or ""
    first = _first(entry)
    record = Record(entry.entry_type.lower(), entry.key, {}, first, first + raw.count("\n"), raw)
    for read in entry.fields:
        name = read.key.lower()
        value = read.value
        # Nearly all values are in one pair of braces.
        value = value[1:-1] if value[:1] == "{" and value[-1:] == "}" and "#" not in value else _value(value, macros)
        if name in record.fields:
            record.further.append((name, value))
        else:
            record.fields[name] = value
    return record


def _value(raw: str, macros: Mapping[str, str]) -> str:
    """The LaTeX of a value: pieces in braces or quotes, numbers and macros, put together with `#`."""
    pieces = []
    at = 0
    while piece := _PIECE.match(raw, at):
        if piece[1] is not None:
            pieces.append(macros.get(piece[1].lower(), piece[1]))
            at = piece.end()
            continue
        end = _end(raw, piece.end(), raw[piece.end() - 1])
        pieces.append(raw[piece.end() : end])
        at = end + 1
    return "".join(pieces) if not raw[at:].strip() else raw


def _end(raw: str, start: int, opener: str) -> int:
    """The place of the brace or quote that closes what `opener` opened before `start`."""
    depth = 0
    for sign in re.compile(r'\\.|[{}"]', re.DOTALL).finditer(raw, start):
        if sign[0] == "{":
            depth += 1
        elif sign[0] == "}":
            if depth == 0 and opener == "{":
                return sign.start()
            depth -= 1
        elif sign[0] == '"' and opener == '"' and depth == 0:
            return sign.start()
    return len(raw)


def _broken(lines: list[str], first: int, last: int, block: Block, macros: Mapping[str, str]) -> Record:
    """A record that can't be read as it was meant: its fields by their names, each up to the next one."""
    while last > first and not lines[last - 1].strip():
        last -= 1
    text = "\n".join(lines[first - 1 : last])
    header = _HEADER.match(text)
    fields: dict[str, str] = {}
    found = list(_FIELD.finditer(text, header.end() - 1 if header else 0))
    for at, match in enumerate(found):
        end = found[at + 1].start() if at + 1 < len(found) else len(text)
        written = text[match.end() : end].strip().rstrip(",").strip()
        bare = re.sub(r"(?<!\\)[{}]", "", written).strip().strip('"').rstrip(",)").strip()
        is_macro = bare.lower() in macros and written == bare
        fields.setdefault((match[1] or match[2]).lower(), macros[bare.lower()] if is_macro else bare)
    fault = str(getattr(block, "error", "")).split("\n")[0] or "its braces don't match"
    return Record(
        header[1].lower() if header else "misc", header[2] if header else "", fields, first, last, text, fault
    )

"""Where hits of a Query matched: the field, and the words around the place."""

import os
import re
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from rlist.model.abbreviations import words_of
from rlist.model.finding import MARK, UNMARK
from rlist.model.folding import fold, fold_character
from rlist.store.query_sql import TABLE_COLUMNS, WEIGHTS, in_library, literals, marking
from rlist.store.query_tree import Query, Text, Way, ways_of

_EXCERPT_WORDS = 12
# Words that begin with the same letters, so many, may be forms of one.
_STEM = 4
# Of a text that is looked for letter by letter: on either side, half of what twelve words take.
_EXCERPT_CHARACTERS = 40
# So many texts are in memory at a time, however many hits there are.
_HITS_AT_ONCE = 200
_CONTROL_CHARACTERS = dict.fromkeys([*range(32), *range(127, 160)]) | dict.fromkeys(map(ord, "\t\n\v\f\r\x85"), " ")

_Texts = tuple[int, *tuple[str | None, ...]]


# The columns that the query language calls by another name.
_FIELDS = {"authors": "author", "tags": "tag", "headings": "section", "notes": "note"}


class Match(NamedTuple):
    """The first place, from the title to the abstract, in which an item matched; `field` as the query language has it.

    `excerpt` is one line, the whole of a title and some twelve words of anything else, the matching words between MARK
    and UNMARK; the names in the path of a heading have " / " between them. `why` says of an item without the words as
    they were typed what it is that matched: "initials of State Space Models".
    """

    field: str
    excerpt: str
    why: str = ""


def matches(
    db: sqlite3.Connection, query: Query, ids: Sequence[int], *, others: Collection[int] = ()
) -> dict[int, Match]:
    """Where the items `ids` match `query`, and why if they are among the `others`, which don't have the words as typed.

    One that no words brought isn't in it.
    """
    query = in_library(db, query)
    expression, literal = marking(query), literals(query)
    found: dict[int, Match] = {}
    if expression or literal:
        for texts in _texts(db, ids):
            indexed = _indexed_matches(db, texts, expression) if expression else {}
            found |= _with_literal_matches(texts, literal, indexed) if literal else indexed
    if found:
        _restore(db, found)
    ways = tuple(ways_of(query.node))
    for item_id in others:
        if match := found.get(item_id):
            found[item_id] = match._replace(why=_why(match.excerpt, ways))
    return {item_id: match._replace(field=_FIELDS.get(match.field, match.field)) for item_id, match in found.items()}


def _why(excerpt: str, ways: Sequence[Way]) -> str:
    """Which of `ways` to say what was typed matched, and in which words; "" where none did."""
    for piece in excerpt.split(MARK)[1:]:
        words = piece.partition(UNMARK)[0]
        for way in ways:
            if _are_forms(words_of(words.lower()), words_of(way.text.lower())):
                return f"{way.why} {words}"
    return ""


def _are_forms(some: Sequence[str], others: Sequence[str]) -> bool:
    """Whether the words may be forms of each other: they begin alike."""
    return [word[:_STEM] for word in some] == [word[:_STEM] for word in others]


def _restore(db: sqlite3.Connection, found: dict[int, Match]) -> None:
    """Gives the excerpts the letters of the authors where the index has others."""
    chosen = "SELECT item_id FROM folded WHERE item_id IN (SELECT value FROM json_each(?))"
    for (item_id,) in db.execute(chosen, (str(list(found)),)).fetchall():
        match = found[item_id]
        sql = f"SELECT {match.field} FROM searchable WHERE id = ?"
        (original,) = db.execute(sql, (item_id,)).fetchone()
        found[item_id] = match._replace(excerpt=_restored(match.excerpt, _one_line(original or "", match.field)))


def _restored(excerpt: str, original: str) -> str:
    folded, at_original = fold(original), []
    for at, character in enumerate(original):
        at_original += [at] * len(fold_character(character))
    at_original.append(len(original))
    body = excerpt.strip("…")
    at = folded.find(_without_marks(body))
    if at < 0:
        return excerpt
    pieces: list[str] = []
    for piece in re.split(f"([{MARK}{UNMARK}])", body):
        is_mark = piece in (MARK, UNMARK)
        pieces.append(piece if is_mark else original[at_original[at] : at_original[at + len(piece)]])
        at += 0 if is_mark else len(piece)
    return ("…" if excerpt[0] == "…" else "") + "".join(pieces) + ("…" if excerpt[-1] == "…" else "")


def _without_marks(text: str) -> str:
    return text.replace(MARK, "").replace(UNMARK, "")


def _texts(db: sqlite3.Connection, ids: Sequence[int]) -> Iterator[list[_Texts]]:
    for start in range(0, len(ids), _HITS_AT_ONCE):
        some = list(ids[start : start + _HITS_AT_ONCE])
        sql = f"SELECT rowid, {', '.join(TABLE_COLUMNS)} FROM item_text WHERE rowid IN ({', '.join('?' * len(some))})"
        yield db.execute(sql, some).fetchall()


def _indexed_matches(db: sqlite3.Connection, texts: Sequence[_Texts], expression: str) -> dict[int, Match]:
    # A copy of the hits: in the library, all words that an unfinished one may become are gathered again for each hit.
    copy = sqlite3.connect(":memory:", isolation_level=None)
    try:
        copy.execute(db.execute("SELECT sql FROM sqlite_master WHERE name = 'item_text'").fetchone()[0])
        copy.execute("BEGIN")
        places = ", ".join("?" * len(TABLE_COLUMNS))
        copy.executemany(f"INSERT INTO item_text (rowid, {', '.join(TABLE_COLUMNS)}) VALUES (?, {places})", texts)
        # Nobody who wrote the texts can know these marks; those of Match are put in when control characters are gone.
        mark, unmark = os.urandom(8).hex(), os.urandom(8).hex()
        select = f"SELECT rowid, {', '.join(map(_excerpt_sql, WEIGHTS))} FROM item_text WHERE item_text MATCH ?3"
        rows = copy.execute(select, (mark, unmark, expression))
        found: dict[int, Match] = {}
        for item_id, *row in rows:
            for column, excerpt in zip(WEIGHTS, row, strict=True):
                if excerpt and mark in excerpt:
                    line = _one_line(excerpt, column).replace(mark, MARK).replace(unmark, UNMARK)
                    found[item_id] = Match(column, line)
                    break
        return found
    finally:
        copy.close()


def _excerpt_sql(column: str) -> str:
    number = TABLE_COLUMNS.index(column)
    if column == "title":
        return f"highlight(item_text, {number}, ?1, ?2)"
    return f"snippet(item_text, {number}, ?1, ?2, '…', {_EXCERPT_WORDS})"


def _with_literal_matches(
    texts: Sequence[_Texts], literal: Sequence[Text], indexed: dict[int, Match]
) -> dict[int, Match]:
    """The matches with those of the `literal` texts, in the column of another match or in one before it."""
    found = dict(indexed)
    for item_id, *row in texts:
        by_column = dict(zip(TABLE_COLUMNS, row, strict=True))
        known = indexed.get(item_id)
        for column in WEIGHTS:
            words = [text.text for text in literal if text.column in (None, column)]
            if known and known.field == column:
                found[item_id] = Match(column, _marked(known.excerpt, words))
                break
            line = _one_line(by_column[column] or "", column)
            if at_all := [word for word in words if _place(line, word) >= 0]:
                shown = line if column == "title" else _around(line, at_all[0])
                found[item_id] = Match(column, _marked(shown, at_all))
                break
    return found


def _around(text: str, word: str) -> str:
    """The part of `text` in which `word` stands, cut at blanks where there are any."""
    at = _place(text, word)
    start, end = max(0, at - _EXCERPT_CHARACTERS), at + len(word) + _EXCERPT_CHARACTERS
    if start:
        blank = text.find(" ", start, at)
        start = blank + 1 if blank >= 0 else start
    if end < len(text):
        blank = text.rfind(" ", at + len(word), end)
        end = blank if blank >= 0 else end
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")


def _marked(text: str, words: Sequence[str]) -> str:
    """`text` with the first place of each of `words` marked, unless it is marked already."""
    for word in words:
        at = _place(text, word)
        before, inside, after = text[:at], text[at : at + len(word)], text[at + len(word) :]
        if at >= 0 and before.count(MARK) == before.count(UNMARK):
            text = f"{before}{MARK}{inside}{UNMARK}{after}"
    return text


def _place(text: str, word: str) -> int:
    # Like SQLite's LIKE, this knows no capitals beyond ASCII; and it changes no lengths.
    return text.encode().lower().decode().find(word.encode().lower().decode())


def _one_line(text: str, column: str) -> str:
    if column == "headings":
        text = text.replace("\n", " / ")
    return " ".join(text.translate(_CONTROL_CHARACTERS).split())

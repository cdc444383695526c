"""Other words that say the same as those of a query: definitions, initials, aliases, spellings."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rlist.model.abbreviations import FEWEST, MOST, ORDINARY, initials, phrase_key, short_key, words_of
from rlist.model.folding import GREEK, GREEK_LETTERS, fold
from rlist.store.marks import initials_mark
from rlist.store.query_sql import is_literal
from rlist.store.query_tree import All, Either, Text, Way, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from sqlite3 import Connection

    from rlist.store.query_tree import Node, Query

# So many of the newest titles with the initials say what these stand for.
_TITLES_READ = 100
# What stands in one title only, or in a fifth of the titles of something else, is chance.
_SHARE = 5
# So many of what nothing speaks for but the letters; two letters say less than three.
_GUESSES, _GUESSES_OF_TWO = 4, 2
_MOST_DEFINITIONS = 4
# The longest words of a query that a short form is looked up for.
_MOST_WORDS = 6


def expanded(db: Connection, query: Query, aliases: Mapping[str, Sequence[str]]) -> Query:
    """`query` with the `ways` of its words; `aliases` are the reader's own: phrases by a word in small letters.

    What is excluded stays as it is typed, and so is what stands in no index of words.
    """
    if query.node is None:
        return query
    return query._replace(node=_expanded(db, query.node, aliases))


def _expanded(db: Connection, node: Node, aliases: Mapping[str, Sequence[str]]) -> Node:
    match node:
        case Text() if not is_literal(node.text):
            return node._replace(ways=tuple(_ways(db, node.text, aliases)))
        case All(nodes):
            alone = tuple(_expanded(db, one, aliases) for one in nodes)
            return _with_short_forms(db, nodes, alone)
        case Either(nodes):
            return Either(tuple(_expanded(db, one, aliases) for one in nodes))
    return node


def _ways(db: Connection, text: str, aliases: Mapping[str, Sequence[str]]) -> Iterator[Way]:
    words = words_of(text)
    yield from (Way(fold(phrase), "alias") for phrase in aliases.get(text.lower(), ()))
    if greek := _in_greek(words):
        yield Way(greek, "Greek")
    if len(words) == 1:
        yield from _long_forms(db, words[0])
        yield from _halves(db, words[0])
    elif words:
        yield from _short_forms(db, words)


def _in_greek(words: Sequence[str]) -> str | None:
    """The words with Greek letters by their names, and the other way round; None without any."""
    other = [GREEK.get(word.lower()) or GREEK_LETTERS.get(word.lower()) for word in words]
    return " ".join(new or word for new, word in zip(other, words, strict=True)) if any(other) else None


def _long_forms(db: Connection, word: str) -> Iterator[Way]:
    """What the library says that `word` stands for, then what the words of its titles suggest."""
    key = short_key(word)
    rows = db.execute(
        """SELECT max(long), long_key FROM definition WHERE short_key = ?
        GROUP BY long_key ORDER BY count(*) DESC, long_key LIMIT ?""",
        (key, _MOST_DEFINITIONS),
    ).fetchall()
    yield from (Way(long, "short for") for long, _ in rows)
    known = {long_key for _, long_key in rows}
    is_word = word.islower() and key in ORDINARY
    if FEWEST <= len(key) <= MOST and key.isascii() and not key.isdigit() and not is_word:
        yield from (Way(long, "initials of") for long in _by_initials(db, key, known))


def _by_initials(db: Connection, key: str, known: set[str]) -> list[str]:
    sql = "SELECT title FROM item_text WHERE item_text MATCH ? ORDER BY rowid DESC LIMIT ?"
    found: Counter[str] = Counter()
    written: dict[str, str] = {}
    for (title,) in db.execute(sql, (f'marks : "{initials_mark(key)}"', _TITLES_READ)):
        here = {phrase_key(words): words for short, words in initials(title) if short == key}
        found.update(here.keys() - known)
        written |= here
    best = found.most_common()
    if not best:
        return []
    often = max(2, best[0][1] / _SHARE)
    likely = [phrase for phrase, count in best if count >= often]
    guesses = [] if likely or known else [phrase for phrase, _ in best]
    return [written[phrase] for phrase in (likely or guesses)[: _GUESSES if len(key) > FEWEST else _GUESSES_OF_TWO]]


def _halves(db: Connection, word: str) -> Iterator[Way]:
    """A compound in two words, where the library has both of them: "statespace", "gpt4"."""
    cuts = range(1, len(word)) if any(map(str.isdigit, word)) else range(2, len(word) - 1)
    for cut in cuts:
        one, other = word[:cut].lower(), word[cut:].lower()
        apart = one[-1].isdigit() != other[0].isdigit()
        if apart or (one.isalpha() and other.isalpha() and _are_known(db, one, other)):
            yield Way(f"{one} {other}", "spelled")


def _are_known(db: Connection, *words: str) -> bool:
    return all(db.execute("SELECT 1 FROM vocabulary WHERE word = ?", (word,)).fetchone() for word in words)


def _short_forms(db: Connection, words: Sequence[str]) -> Iterator[Way]:
    """What is short for the words beside each other, and the words as one."""
    if len(words) > _MOST_WORDS:
        return
    sql = "SELECT DISTINCT short_key FROM definition WHERE long_key = ? LIMIT ?"
    for (short,) in db.execute(sql, (phrase_key(" ".join(words)), _MOST_DEFINITIONS)):
        yield Way(short, "short form")
    if len(words) == 2 and _are_known(db, compound := "".join(words).lower()):
        yield Way(compound, "spelled")


def _with_short_forms(db: Connection, typed: Sequence[Node], nodes: Sequence[Node]) -> Node:
    """All of the `nodes`; those of words beside each other that have a short form, or that form."""
    kept: list[Node] = []
    at = 0
    while at < len(nodes):
        for count in range(min(_MOST_WORDS, len(nodes) - at), 1, -1):
            texts = [node for node in typed[at : at + count] if isinstance(node, Text) and _is_word(node)]
            columns = {text.column for text in texts}
            if len(texts) == count and len(columns) == 1 and (ways := tuple(_short_forms(db, [t.text for t in texts]))):
                kept.append(Either((joined(All, nodes[at : at + count]), Text("", columns.pop(), ways=ways))))
                at += count
                break
        else:
            kept.append(nodes[at])
            at += 1
    return joined(All, kept)


def _is_word(text: Text) -> bool:
    return text.text.isalnum() and not is_literal(text.text)

"""Words with a slip in them → the nearest words of the library."""

from collections.abc import Callable
from sqlite3 import Connection
from typing import NamedTuple

from rlist.store.query_sql import full_text, is_literal
from rlist.store.query_tree import All, Either, Node, Query, Text, Way, joined

_Change = Callable[[Connection, Text], tuple[Text, "Correction | None"]]

# In a short word one slip may be meant, in a long one two; of three letters any slip makes another word.
_SHORTEST, _LONG, _LONGEST = 4, 8, 30
# A word with so few items may be a slip of its author's, or of the reader's, if a near one has so many times as many.
_FEW_ITEMS, _LIKELIER = 2, 10
# So many of the nearest words are asked how many items have them, each up to so many.
_NEAREST, _MOST_ITEMS = 8, 1000
_BEYOND = "\U0010ffff"


class Correction(NamedTuple):
    """A word that no item has, and the word that was looked for in its place.

    Or, `as_well`, one that few items have, and the word that was looked for behind it.
    """

    typed: str
    nearest: str
    as_well: bool = False


def corrected(db: Connection, query: Query) -> tuple[Query, list[Correction]]:
    """`query` with the nearest words of the library in place of those that no item has, and what was put in place."""
    return _changed(db, query, _in_place)


def widened(db: Connection, query: Query) -> tuple[Query, list[Correction]]:
    """`query` with much more frequent words as other ways to say what few items have, and what these are."""
    return _changed(db, query, _as_well)


def _changed(db: Connection, query: Query, change: _Change) -> tuple[Query, list[Correction]]:
    corrections: list[Correction] = []

    def changed(node: Node) -> Node:
        match node:
            case Text() if node.text.isalpha() and not is_literal(node.text):
                new, correction = change(db, node)
                corrections.extend([correction] if correction else [])
                return new
            case All(nodes) | Either(nodes):
                return joined(type(node), [changed(one) for one in nodes])
        return node

    return (query._replace(node=changed(query.node)) if query.node else query), corrections


def _in_place(db: Connection, text: Text) -> tuple[Text, Correction | None]:
    if _items(db, full_text(text) or "", 1) or not (nearest := nearest_word(db, text.text.lower())):
        return text, None
    return text._replace(text=nearest, prefix=False, stems=()), Correction(text.text, nearest)


def _as_well(db: Connection, text: Text) -> tuple[Text, Correction | None]:
    count = _items(db, full_text(text._replace(ways=())) or "", _FEW_ITEMS + 1)
    if not 0 < count <= _FEW_ITEMS or not (nearest := nearest_word(db, text.text.lower(), least=_LIKELIER * count)):
        return text, None
    return text._replace(ways=(*text.ways, Way(nearest, "much like"))), Correction(text.text, nearest, as_well=True)


def _items(db: Connection, match: str, most: int) -> int:
    sql = "SELECT count(*) FROM (SELECT 1 FROM item_text WHERE item_text MATCH ? LIMIT ?)"
    number: int = db.execute(sql, (match, most)).fetchone()[0]
    return number


def nearest_word(db: Connection, word: str, least: int = 1) -> str | None:
    """The word of the library from which the fewest slips make `word`, of several the most frequent; None without any.

    It is one that at least so many items have. A slip is a letter left out, added, changed, or two exchanged.
    """
    if not _SHORTEST <= len(word) <= _LONGEST:
        return None
    # Only who makes a slip pays for the library that measures it.
    from rapidfuzz.distance import OSA

    slips = 2 if len(word) >= _LONG else 1
    by_distance: dict[int, list[str]] = {}
    for known in _with_the_same_end(db, word, slips):
        distance = OSA.distance(word, known, score_cutoff=slips)
        if 0 < distance <= slips:
            by_distance.setdefault(distance, []).append(known)
    for distance in sorted(by_distance):
        near = sorted(by_distance[distance])[:_NEAREST]
        counted = [(_items(db, f'"{known}"', _MOST_ITEMS), known) for known in near]
        count, best = max(counted)
        if count >= least:
            return best
    return None


def _with_the_same_end(db: Connection, word: str, slips: int) -> set[str]:
    """The words of about this length that have the beginning or the end of `word`.

    A slip is in one half of the word, and two letters that are exchanged may stand in the middle: what is left of
    either half stands in any word that is one slip away, and in most that are two slips away.
    """
    half = max(1, len(word) // 2 - 1)
    found: set[str] = set()
    for column, start in (("word", word[:half]), ("backwards", word[::-1][:half])):
        sql = f"SELECT word FROM vocabulary WHERE {column} >= ? AND {column} < ? AND length(word) BETWEEN ? AND ?"
        rows = db.execute(sql, (start, start + _BEYOND, len(word) - slips, len(word) + slips))
        found.update(row[0] for row in rows)
    return found

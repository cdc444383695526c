"""Words with a slip in them → the nearest words of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rlist.store.query_sql import full_text, is_literal
from rlist.store.query_tree import All, Either, Text, joined

if TYPE_CHECKING:
    from sqlite3 import Connection

    from rlist.store.query_tree import Node, Query

# In a short word one slip may be meant, in a long one two; of three letters any slip makes another word.
_SHORTEST, _LONG, _LONGEST = 4, 8, 30
# So many of the nearest words are asked how many items have them, each up to so many.
_NEAREST, _MOST_ITEMS = 8, 1000
_BEYOND = "\U0010ffff"


class Correction(NamedTuple):
    """A word that no item has, and the word that was looked for in its place."""

    typed: str
    nearest: str


def corrected(db: Connection, query: Query) -> tuple[Query, list[Correction]]:
    """`query` with the nearest words of the library in place of those that no item has, and what was put in place."""
    corrections: list[Correction] = []
    if query.node is None:
        return query, corrections
    return query._replace(node=_corrected(db, query.node, corrections)), corrections


def _corrected(db: Connection, node: Node, corrections: list[Correction]) -> Node:
    match node:
        case Text() if _may_be_a_slip(db, node):
            if nearest := nearest_word(db, node.text.lower()):
                corrections.append(Correction(node.text, nearest))
                return node._replace(text=nearest, prefix=False, stems=())
        case All(nodes) | Either(nodes):
            return joined(type(node), [_corrected(db, one, corrections) for one in nodes])
    return node


def _may_be_a_slip(db: Connection, text: Text) -> bool:
    return text.text.isalpha() and not is_literal(text.text) and _items(db, full_text(text) or "", 1) == 0


def _items(db: Connection, match: str, most: int) -> int:
    sql = "SELECT count(*) FROM (SELECT 1 FROM item_text WHERE item_text MATCH ? LIMIT ?)"
    number: int = db.execute(sql, (match, most)).fetchone()[0]
    return number


def nearest_word(db: Connection, word: str) -> str | None:
    """The word of the library from which the fewest slips make `word`, of several the most frequent; None without any.

    A slip is a letter left out, added, changed, or two exchanged.
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
        if count:
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

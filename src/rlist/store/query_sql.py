"""A Query → full-text expressions, SQL and parameters.

Whatever the user typed reaches FTS5 in quotes, so none of it is an operator there. The words that every hit must have
become one full-text expression, which drives the statement and ranks; all else is a condition on `item`.
"""

from collections.abc import Sequence
from itertools import pairwise
from sqlite3 import Connection
from typing import NamedTuple

from rlist.model.folding import pairs, unspaced_runs
from rlist.store.conditions import Condition, with_twins
from rlist.store.query_tree import All, Either, Node, Not, Query, Text, wanted_texts

# The columns of the full text, those that say most of an item first, with their weights in bm25. It lets frequency
# times weight saturate, the sooner the shorter the text of the item is. With these, a word in the title comes before
# any number of mentions elsewhere, unless the text of the item is 200 times as long as the average.
WEIGHTS = {
    "title": 10_000.0,
    "tags": 3.0,
    "authors": 3.0,
    "venue": 1.0,
    "headings": 0.5,
    "notes": 0.2,
    "text": 0.2,
    "abstract": 0.1,
}
# The columns in the order of the table.
TABLE_COLUMNS = ("title", "authors", "tags", "venue", "headings", "notes", "text", "abstract")
# The last column of the table is that of the marks, which say nothing of how well an item fits.
RANKING = f"bm25(item_text, {', '.join(str(WEIGHTS[column]) for column in TABLE_COLUMNS)}, 0.0)"

# What the stemmer takes off or changes at the end of a word: https://snowballstem.org/algorithms/porter/stemmer.html
_ENDINGS = """
    ability able ably al alism aliti ality alization alizations alize alized alizes alizing ally ance ances anci
    ancy ant ate ated ates ating ation ational ations ative ator ators biliti bility ed ement ence ences enci
    ency ent entli ently er ers es ful fully fulness ible ibly ic ical icate iciti icity ing ion ions ism iti
    ity ive iveness iviti ivity ization izations ize ized izer izers izes izing ly ment ments ness ous ously
    ousness s tional"""
_SHORTEST_STEM = 2
_VOWELS = "aeiou"


class Selection(NamedTuple):
    """Where the hits of a query are: those of full-text expressions, if there is a `wanted` one, that fulfil `where`.

    What is `wanted` ranks; `narrowing` are marks that all hits have, `unwanted` is what none of them has.
    """

    wanted: str | None
    where: str
    where_parameters: tuple[str | int, ...]
    narrowing: str = ""
    unwanted: str = ""

    @property
    def match(self) -> str | None:
        """The full-text expression as a whole."""
        return self.narrowed(self.wanted) if self.wanted else None

    def narrowed(self, wanted: str) -> str:
        """The full-text expression with `wanted` in place of what is wanted."""
        both = f"({wanted}) AND {self.narrowing}" if self.narrowing else wanted
        return f"({both}) NOT ({self.unwanted})" if self.unwanted else both

    @property
    def source(self) -> str:
        """The statement from its FROM on; `item` is in it and, if there is a `match`, `item_text` before it."""
        if self.wanted is None:
            return f"FROM item WHERE {self.where}"
        # CROSS JOIN keeps SQLite from asking the index anew for each item.
        return f"FROM item_text CROSS JOIN item ON item.id = item_text.rowid WHERE item_text MATCH ? AND {self.where}"

    @property
    def parameters(self) -> tuple[str | int, ...]:
        """What `source` takes."""
        return (self.match, *self.where_parameters) if self.match else self.where_parameters


def select(query: Query, *, alone: bool = False) -> Selection:
    """The hits of `query`; with `alone` its `where` speaks of `item` alone."""
    if query.node is None:
        return Selection(None, "1", ())
    nodes = query.node.nodes if isinstance(query.node, All) else (query.node,)
    wanted: list[str] = []
    others: list[Node] = []
    for node in nodes:
        if expression := full_text(node):
            wanted.append(expression)
            continue
        others.append(node)
        if isinstance(node, Text) and _narrows(node):
            wanted.append(_phrases(node))
    unwanted = [expression for node in others if isinstance(node, Not) and (expression := full_text(node.node))]
    if wanted:
        others = [node for node in others if not (isinstance(node, Not) and full_text(node.node))]
    conditions = [_condition(node, for_one=bool(wanted) or alone, joined=bool(wanted) and not alone) for node in others]
    return Selection(
        " AND ".join(wanted) or None,
        " AND ".join(sql for sql, _ in conditions) or "1",
        tuple(parameter for _, parameters in conditions for parameter in parameters),
        " AND ".join(node.marks for node in others if isinstance(node, Condition) and node.marks),
        " OR ".join(unwanted) if wanted else "",
    )


def as_condition(query: Query) -> tuple[str, tuple[str | int, ...]]:
    """The hits of `query` as a condition in a statement on `item`, with its parameters."""
    return ("1", ()) if query.node is None else _condition(query.node)


def full_text(node: Node) -> str | None:
    """The full-text expression that says all of `node`, or None where there is none."""
    match node:
        case Text():
            return None if node.text and is_literal(node.text) else _phrases(node)
        case All(nodes):
            wanted = [full_text(one) for one in nodes if not isinstance(one, Not)]
            unwanted = [full_text(one.node) for one in nodes if isinstance(one, Not)]
            if not wanted or None in wanted or None in unwanted:
                return None
            both = " AND ".join(filter(None, wanted))
            return f"(({both}) NOT ({' OR '.join(filter(None, unwanted))}))" if unwanted else f"({both})"
        case Either(nodes):
            ways = [full_text(one) for one in nodes]
            return None if None in ways else f"({' OR '.join(filter(None, ways))})"
    return None


def marking(query: Query) -> str | None:
    """The full-text expression for any of the words that the hits of `query` can be found by, or None."""
    texts = [_phrases(text) for text in wanted_texts(query.node) if not (text.text and is_literal(text.text))]
    return " OR ".join(texts) or None


def literals(query: Query) -> list[Text]:
    """The words that the hits of `query` can be found by and that are looked for letter by letter."""
    return [text for text in wanted_texts(query.node) if text.text and is_literal(text.text)]


def is_literal(text: str) -> bool:
    """Whether the words of the index can't tell `text` from others: no letter or digit in it, "C++", ".NET", 状态."""
    if "+" in text or "#" in text or (text[0] == "." and text[1:2].isalpha()):
        return True
    return not any(char.isalnum() for char in text) or bool(unspaced_runs(text))


def _narrows(text: Text) -> bool:
    """Whether a literal text has words that the index knows, so that only their hits need be looked at."""
    return (
        bool(text.text)
        and is_literal(text.text)
        and any(char.isalnum() for char in text.text)
        and not unspaced_runs(text.text)
    )


def contains(column: str) -> str:
    """The condition that `column` holds the text that `pattern` makes the parameter of; ASCII letters in any case."""
    return f"{column} LIKE ? ESCAPE '\\'"


def pattern(text: str) -> str:
    """The parameter of `contains` for `text`."""
    return "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"


def in_library(db: Connection, query: Query) -> Query:
    """`query` with what depends on all that the library holds.

    That is the likely twins, and the stems of its unfinished words where no word of the library goes on like that: the
    index holds stems, for "attention" it has "attent", which doesn't begin with "attentio".
    """
    if query.node is None:
        return query
    return query._replace(node=_in_library(db, query.node))


def _in_library(db: Connection, node: Node) -> Node:
    match node:
        case Text(text, _, True) if text and not is_literal(text):
            # The whole word first: all that begins like a common word takes a while to gather.
            if _is_found(db, node._replace(prefix=False, ways=())):
                return node._replace(is_word=True)
            return node if _is_found(db, node._replace(ways=())) else node._replace(stems=tuple(_stems(text)))
        case Condition(twins=()):
            from rlist.store.twins import find_twins

            return with_twins(node, find_twins(db))
        case All(nodes) | Either(nodes):
            return node._replace(nodes=tuple(_in_library(db, one) for one in nodes))
        case Not(negated):
            return Not(_in_library(db, negated))
    return node


def _is_found(db: Connection, text: Text) -> bool:
    found = db.execute("SELECT 1 FROM item_text WHERE item_text MATCH ? LIMIT 1", (_phrases(text),))
    return found.fetchone() is not None


def _stems(text: str) -> list[str]:
    beginnings = {ending[:length] for ending in _ENDINGS.split() for length in range(1, len(ending) + 1)}
    cuts = [cut for cut in range(1, len(text) - _SHORTEST_STEM + 1) if text[-cut:].lower() in beginnings]
    cuts = [cut for cut in cuts if text[-cut - 1].isalnum()]
    stems = [text[:-cut] for cut in cuts]
    # The stem of "programming" is "program", that of "scaling" is "scale", that of "capability" is "capabl".
    single = [stem[:-1] for stem in (text, *stems) if stem[-1:] == stem[-2:-1]]
    able = [f"{text[:-cut]}ble" for cut in cuts if text[-cut:].lower().startswith("bi")]
    return [*stems, *single, *(f"{stem}e" for stem in stems), *able]


def _phrases(text: Text) -> str:
    # The whole word as well as the beginning: so the items that have just this word come first.
    ways = [_quote(text.text)] if text.text else []
    ways += [f"{_unstemmed(text.text)} *"] if text.prefix else []
    ways += [_quote(way.text) for way in text.ways]
    ways += [form for stem in text.stems for form in (_quote(stem), _unstemmed(stem))]
    either = " OR ".join(ways)
    if text.column:
        return f"({text.column} : ({either}))"
    return f"({either})" if len(ways) > 1 else either


def _unstemmed(text: str) -> str:
    """`text` in quotes, as a stem or the beginning of a word rather than a word."""
    # The stemmer takes all for words: of "deploy" it would make "deploi", of "using" "us". It takes "ness" off after
    # that step, if there is a vowel with a consonant behind it before, and then leaves the rest alone.
    letters = text.lower()
    start = len(letters)
    while start and letters[start - 1].isalnum():
        start -= 1
    word = letters[start:]
    stems = any(one in _VOWELS and other not in _VOWELS for one, other in pairwise(word))
    return _quote(f"{text}ness" if stems else text)


def _quote(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _condition(node: Node, *, for_one: bool = False, joined: bool = False) -> tuple[str, tuple[str | int, ...]]:
    """The condition on `item`, with its parameters; with `joined` also on the row of `item_text` that belongs to it.

    With `for_one` it is to be asked of one item after the other.
    """
    if expression := full_text(node):
        return "item.id IN (SELECT rowid FROM item_text WHERE item_text MATCH ?)", (expression,)
    match node:
        case Condition():
            return f"({(for_one and node.for_one) or node.sql})", node.parameters
        case Text():
            return _literal_condition(node, joined=joined)
        case Not(negated):
            sql, parameters = _condition(negated, for_one=for_one, joined=joined)
            # A field that has no value isn't the one that was excluded: NULL is no here.
            return f"({sql}) IS NOT TRUE", parameters
        case All(nodes) | Either(nodes):
            parts = [_condition(one, for_one=for_one, joined=joined) for one in nodes]
            sql = (" AND " if isinstance(node, All) else " OR ").join(part for part, _ in parts)
            return f"({sql})", tuple(parameter for _, parameters in parts for parameter in parameters)


def _literal_condition(text: Text, *, joined: bool) -> tuple[str, tuple[str, ...]]:
    columns = (text.column,) if text.column else TABLE_COLUMNS
    patterns = (pattern(text.text),) * len(columns)
    if joined:
        return f"({' OR '.join(contains(f'item_text.{column}') for column in columns)})", patterns
    if runs := unspaced_runs(text.text):
        sql = "SELECT rowid FROM item_pieces WHERE item_pieces MATCH ?"
        if "".join(runs) == text.text:
            return f"item.id IN ({sql})", (_pieces(runs, text.column),)
        found = " OR ".join(map(contains, columns))
        sql = f"item.id IN (SELECT rowid FROM item_text WHERE rowid IN ({sql}) AND ({found}))"
        return sql, (_pieces(runs, text.column), *patterns)
    if _narrows(text):
        found = " OR ".join(map(contains, columns))
        sql = f"item.id IN (SELECT rowid FROM item_text WHERE item_text MATCH ? AND ({found}))"
        return sql, (_phrases(text), *patterns)
    # The table in which FTS5 keeps the texts is read three times as fast as through FTS5:
    # https://www.sqlite.org/fts5.html#fts5_data_structures
    found = " OR ".join(contains(f"c{TABLE_COLUMNS.index(column)}") for column in columns)
    return f"item.id IN (SELECT id FROM item_text_content WHERE {found})", patterns


def _pieces(runs: Sequence[str], column: str | None) -> str:
    """The expression for all of the `runs` of an unspaced script, each as a row of pairs of characters."""
    # A single character is the beginning of a pair, or it is the last one of its run.
    each = [f'"{run}" *' if len(run) == 1 else f'"{" ".join(pairs(run)[:-1])}"' for run in runs]
    return f"{column} : ({' AND '.join(each)})" if column else " AND ".join(each)

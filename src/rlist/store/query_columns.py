"""A Query with its words in one column of the full text."""

from collections.abc import Sequence
from typing import NamedTuple

from rlist.store.query_sql import Selection, full_text, is_literal, select
from rlist.store.query_tree import All, Either, Node, Query, Text, joined, wanted_texts


class Titled(NamedTuple):
    """Hits that have words in the title: the full-text expression of these `words` alone, and the hits `chosen`.

    The expression goes for `item_titles` as well as for `item_text`; the `where` of the hits speaks of `item` alone.
    """

    words: str
    chosen: Selection


def titled(query: Query) -> Titled | None:
    """The hits of `query` that have its words in the title; None where it has none that may stand there."""
    words = [full_text(moved) for node in _parts(query) if (moved := _moved(node, "title"))]
    if not words or any(is_literal(text.text) for text in wanted_texts(query.node) if text.text):
        return None
    return Titled(" AND ".join(filter(None, words)), select(in_column(query, "title"), alone=True))


def in_column(query: Query, column: str) -> Query:
    """`query` with its words in this `column` of the full text, as far as they may stand in it."""
    nodes = [_moved(node, column) or node for node in _parts(query)]
    return query._replace(node=joined(All, nodes)) if nodes else query


def _parts(query: Query) -> Sequence[Node]:
    """What every hit of `query` has to be."""
    if query.node is None:
        return ()
    return query.node.nodes if isinstance(query.node, All) else (query.node,)


def _moved(node: Node, column: str) -> Node | None:
    match node:
        case Text() if node.column in (None, column) and not (node.text and is_literal(node.text)):
            return node._replace(column=column)
        case All(nodes) | Either(nodes):
            moved = [_moved(one, column) for one in nodes]
            return None if None in moved else node._replace(nodes=tuple(filter(None, moved)))
    return None

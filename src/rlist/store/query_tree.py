"""A query as it was understood: a tree of words and conditions."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rlist.model.item import Status
from rlist.store.conditions import Condition


class Way(NamedTuple):
    """Other words that say the same, and in front of them what they are: "initials of", "short for", "spelled"."""

    text: str
    why: str


class Text(NamedTuple):
    """Words that stand beside each other, in one column of the full text or in any of them.

    With `prefix` the last word may go on; `is_word` says that the library has the text as it is, too. `stems` are forms
    of the text that are searched for as well, and so are its `ways`, behind the rest. A Text without words of its own
    stands for its ways alone.
    """

    text: str
    column: str | None = None
    prefix: bool = False
    stems: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()
    is_word: bool = False


class Not(NamedTuple):
    """What `node` doesn't hold for."""

    node: "Node"


class All(NamedTuple):
    """What every one of `nodes` holds for."""

    nodes: tuple["Node", ...]


class Either(NamedTuple):
    """What at least one of `nodes` holds for."""

    nodes: tuple["Node", ...]


Node = Text | Condition | Not | All | Either


class Query(NamedTuple):
    """A query as it was understood; one without a `node` describes every item.

    `text` is what was read, without the conditions that `with_status` adds.
    """

    text: str
    node: Node | None

    @property
    def mentions_status(self) -> bool:
        """Whether the query says anything of the status, so that no default is due."""
        return any(isinstance(leaf, Condition) and leaf.field == "status" for leaf in leaves(self.node))

    @property
    def mentions_nothing_else(self) -> bool:
        """Whether the query says nothing but, perhaps, of the status."""
        return all(isinstance(leaf, Condition) and leaf.field == "status" for leaf in leaves(self.node))

    def with_status(self, *statuses: Status) -> "Query":
        """What the query describes, as far as it has one of `statuses`."""
        sql = f"item.status IN ({', '.join('?' * len(statuses))})"
        words = f"status {' or '.join(statuses)}"
        condition = Condition("status", sql, tuple(status.value for status in statuses), words)
        return self._replace(node=joined(All, [self.node, condition] if self.node else [condition]))

    def still_open(self) -> "Query":
        """What the query describes, as far as it is unread or being read."""
        return self.with_status(Status.UNREAD, Status.READING)


def joined(kind: type[All] | type[Either], nodes: Sequence[Node]) -> Node:
    """One node of `kind` that holds `nodes`, without another of that kind directly in it; a single node as it is."""
    if len(nodes) == 1:
        return nodes[0]
    return kind(tuple(inner for node in nodes for inner in (node.nodes if isinstance(node, kind) else (node,))))


def leaves(node: Node | None) -> Iterator[Text | Condition]:
    """The words and conditions in `node`, from left to right."""
    match node:
        case Text() | Condition():
            yield node
        case Not(negated):
            yield from leaves(negated)
        case All(nodes) | Either(nodes):
            for one in nodes:
                yield from leaves(one)


def wanted_texts(node: Node | None) -> Iterator[Text]:
    """The words that an item can be found by: those which aren't negated."""
    match node:
        case Text():
            yield node
        case All(nodes) | Either(nodes):
            for one in nodes:
                yield from wanted_texts(one)


def ways_of(node: Node | None) -> Iterator[Way]:
    """The other words by which an item can be found."""
    for text in wanted_texts(node):
        yield from text.ways


def twins_of(node: Node | None) -> Sequence[Sequence[int]] | None:
    """The likely twins, as far as they are known, that every item has to be one of; None where it needn't."""
    nodes = node.nodes if isinstance(node, All) else (node,)
    conditions = [one for one in nodes if isinstance(one, Condition) and one.field != "status"]
    return next((one.twins for one in conditions if one.twins is not None), None)


def as_typed(query: Query) -> Query:
    """`query` without other words than its own."""
    return query._replace(node=_as_typed(query.node)) if query.node else query


def _as_typed(node: Node) -> Node | None:
    match node:
        case Text():
            return node._replace(ways=()) if node.text else None
        case All(nodes) | Either(nodes):
            return joined(type(node), [kept for one in nodes if (kept := _as_typed(one))])
    return node


def whole_words(query: Query) -> Query:
    """`query` without what only begins like its words; one of which no whole word is known stays unfinished."""
    return query._replace(node=_whole_words(query.node)) if query.node else query


def _whole_words(node: Node) -> Node:
    match node:
        case Text(prefix=True) if node.is_word:
            return node._replace(prefix=False)
        case All(nodes) | Either(nodes):
            return node._replace(nodes=tuple(map(_whole_words, nodes)))
    return node


def has_choice(node: Node | None) -> bool:
    """Whether an item can be found by some words or by others."""
    match node:
        case Either(nodes):
            return all(isinstance(one, Text) for one in nodes)
        case All(nodes):
            return any(map(has_choice, nodes))
    return False


def with_all(query: Query) -> Query:
    """`query` for the items that have all the words among which it leaves a choice."""
    return query._replace(node=_with_all(query.node)) if query.node else query


def _with_all(node: Node) -> Node:
    match node:
        case All(nodes):
            return joined(All, [_with_all(one) for one in nodes])
        case Either(nodes) if has_choice(node):
            return joined(All, nodes)
    return node


def explain(query: Query) -> str:
    """How `query` was understood, in a line."""
    return _explained(query.node) if query.node else "every item"


_COLUMN_NAMES = {"authors": "author", "headings": "section", "notes": "note"}


def _explained(node: Node, *, inner: bool = False) -> str:
    match node:
        case Text(text, column, prefix, _, ways):
            where = f"{_COLUMN_NAMES.get(column, column)} has " if column else ""
            own = [f"“{text}{'…' if prefix else ''}”"] if text else []
            return where + " or ".join([*own, *(f"{way.why} “{way.text}”" for way in ways)])
        case Condition():
            return node.words
        case Not(negated):
            return f"not {_explained(negated, inner=True)}"
        case All(nodes) | Either(nodes):
            text = (" and " if isinstance(node, All) else " or ").join(_explained(one, inner=True) for one in nodes)
            return f"({text})" if inner else text

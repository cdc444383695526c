"""The query language: OPERATORS, and text → Query.

    either = all ("OR" all)*      all = one+      one = ["-"] (word | "a phrase" | field:value | "(" either ")")

Words beside each other must all match. OR, AND and NOT are operators in capitals only; AND says what blanks say
already, NOT is refused with a hint. What looks like a field and is none is a word (`std::vector`, `re:`, an address).
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from rlist.errors import QueryError
from rlist.model.folding import fold
from rlist.model.item import Kind, Priority, Status
from rlist.model.view import View, find_view
from rlist.store import query_hints
from rlist.store.conditions import BadValue, Value, choice, has, has_tag, in_list, state
from rlist.store.query_ranges import moment, named, number
from rlist.store.query_tokens import MOST_PIECES, Token, clean, is_slip_of, join_arguments, tokens
from rlist.store.query_tree import All, Either, Node, Not, Query, Text, explain, joined, leaves

__all__ = ["OPERATORS", "Operator", "Query", "explain", "parse", "parse_text", "views_named"]

# Far more than anyone writes, and what SQLite's parser can hold: a stack of 100.
_MOST_BRACKETS = 10

_QUOTE_BRACKET = 'brackets are for what belongs together; in quotes they are searched for, as in "f(x)"'


class Operator(NamedTuple):
    """A row of the table of the language; `read` takes the value of a field, and is None for the rest."""

    name: str
    example: str
    meaning: str
    read: Callable[[Value], Node] | None = None


def _words_in(column: str) -> Callable[[Value], Node]:
    def read(value: Value) -> Text:
        return _text(value.text, column, may_go_on=not value.quoted)

    return read


def _text(text: str, column: str | None = None, *, may_go_on: bool) -> Text:
    text = fold(text)
    if may_go_on and text.endswith("*") and any(char.isalnum() for char in text):
        return Text(text.rstrip("*"), column, prefix=True)
    return Text(text, column)


_FORM_OF_YEAR = "2023, 2022..2024, >=2020, 2020.., none"
_FORM_OF_RATING = "1 to 5, 3..5, >=4, none"
_FORM_OF_TIME = "2024, 2024-05, 2024-05-01, 2023..2024-05, >=2024, <7d (less than 7 days ago), >30d, today"

OPERATORS = (
    Operator("words", "state space", "all of the words, in any form; the last one may be unfinished"),
    Operator('"…"', '"state space"', "the words beside each other"),
    Operator("*", "quant* cache", "the beginning of a word"),
    Operator("-", "mamba -vision", "not what follows: a word, a phrase, a field, brackets"),
    Operator("OR", "mamba OR rwkv", "one or the other; binds weaker than words side by side"),
    Operator("( )", "(mamba OR rwkv) training", "what belongs together"),
    Operator("title:", "title:attention", "a word in the title, or a phrase in quotes", _words_in("title")),
    Operator("author:", 'author:"Albert Gu"', "in the names of its authors", _words_in("authors")),
    Operator("venue:", "venue:osdi", "in the venue", _words_in("venue")),
    Operator("year:", "year:2022..2024", _FORM_OF_YEAR, number("year", 0, 9999, _FORM_OF_YEAR)),
    Operator("tag:", "tag:ml", "the tag or one below it (ml/theory); one of several: tag:ml,systems", has_tag),
    Operator("status:", "status:unread,reading", f"{', '.join(Status)}, any", choice("status", list(Status))),
    Operator("kind:", "kind:video", ", ".join(Kind), choice("kind", list(Kind))),
    Operator("list:", 'list:"Reading List"', "the list with this name, or with this in its name", in_list),
    Operator("section:", 'section:"GPU programming"', "in the headings above it", _words_in("headings")),
    Operator("note:", "note:reread", "in its notes", _words_in("notes")),
    Operator("has:", "has:note", "has a note, url, tag, abstract, rating, section, doi, …", has),
    Operator(
        "is:",
        "is:duplicate",
        "likely the same work as another one, whatever its status; also unread, reading, done, dropped",
        state,
    ),
    Operator(
        "priority:", "priority:high", f"{', '.join(Priority)}, any, none", choice("priority", [*Priority, "none"])
    ),
    Operator("rating:", "rating:>=4", _FORM_OF_RATING, number("rating", 1, 5, _FORM_OF_RATING)),
    Operator("added:", "added:<7d", _FORM_OF_TIME, moment("added_at", "added", _FORM_OF_TIME)),
    Operator("started:", "started:<2w", "the same, or none", moment("started_at", "started", _FORM_OF_TIME)),
    Operator("finished:", "finished:2024", "the same, or none", moment("finished_at", "finished", _FORM_OF_TIME)),
    Operator("id:", "id:arxiv:2404.05405", "a number (12, 3..8) or an identifier", named),
    Operator("view:", "view:later", "what the saved query finds", lambda value: value.expand(value.text)),
)
_READERS = {operator.name[:-1]: operator.read for operator in OPERATORS if operator.read}
_EXAMPLES = {operator.name[:-1]: operator.example for operator in OPERATORS if operator.read}


def parse(
    words: Sequence[str], *, now: datetime, today: date, views: Sequence[View] = (), name: str | None = None
) -> Query:
    """The query in the arguments `words`, each as the shell left it, with the saved queries `views`; raises QueryError.

    They are one text with blanks between them, so that a query may be quoted as a whole or not at all; only a field
    whose value has blanks is a phrase, as its quotes went to the shell. `now` is aware; days begin in its time zone.
    `name` is that of the saved query which it is to be, so that it can't lead back to itself.
    """
    return _Parser(join_arguments(words, _READERS), now, today, views, (name,) if name else ()).read()


def parse_text(text: str, *, now: datetime, today: date, views: Sequence[View] = ()) -> Query:
    """The query in `text`, such as the `text` of a Query, with the saved queries `views`; raises QueryError."""
    return _Parser(clean(text), now, today, views).read()


def hints(words: Sequence[str]) -> list[str]:
    """What is worth saying of the query `words`, which can be read, a line each."""
    return list(query_hints.hints(words, _READERS))


def views_named(text: str) -> list[str]:
    """The names of the saved queries that the query `text` refers to; raises QueryError."""
    return [token.text.strip() for token in tokens(clean(text), _READERS) if token.name == "view"]


class _Parser:
    """Reads one query, which stands in the saved queries `within`, the outermost first, and in `depth` brackets."""

    def __init__(
        self,
        text: str,
        now: datetime,
        today: date,
        views: Sequence[View],
        within: tuple[str, ...] = (),
        depth: int = 0,
    ) -> None:
        self._text = text
        self._now = now
        self._today = today
        self._views = views
        self._within = within
        self._tokens = list(tokens(text, _READERS))
        self._pieces = len(self._tokens)
        self._index = 0
        self._depth = depth
        self._is_outermost = depth == 0
        # The last word that stands for itself: whoever is typing may not have finished it.
        self._unfinished = max(
            (
                index
                for index, token in enumerate(self._tokens)
                if token.kind == "word" and (index == 0 or self._tokens[index - 1].kind != "-")
            ),
            default=None,
        )

    def read(self) -> Query:
        if not self._tokens:
            return Query("", None)
        node = self._either()
        if token := self._peek():
            raise self._misplaced(token)
        return Query(self._text.strip(), node)

    def _either(self) -> Node:
        nodes = [self._all(None)]
        while (token := self._peek()) and token.kind == "OR":
            self._index += 1
            nodes.append(self._all(token))
        return joined(Either, nodes)

    def _all(self, before: Token | None) -> Node:
        """What stands between two ORs or brackets; `before` is the OR before it."""
        nodes: list[Node] = []
        while True:
            nodes.append(self._one(before))
            token = self._peek()
            if token is None or token.kind in (")", "OR"):
                return joined(All, nodes)
            before = None
            if token.kind == "AND":
                self._index += 1
                before = token

    def _one(self, before: Token | None = None) -> Node:
        """A single thing to search for, which the operator `before` wants."""
        token = self._peek()
        if token is None or token.kind in (")", "OR", "AND"):
            raise self._misplaced(before or token)
        self._index += 1
        match token.kind:
            case "-":
                node = self._one(token)
                return node.node if isinstance(node, Not) else Not(node)
            case "(":
                return self._bracket(token)
            case "field":
                return self._field(token)
            case "phrase":
                return Text(fold(token.text))
        text = _text(token.text, may_go_on=True)
        goes_on = self._index - 1 == self._unfinished and token.text[-1].isalnum()
        return text._replace(prefix=True) if goes_on else text

    def _bracket(self, opening: Token) -> Node:
        self._depth += 1
        if self._depth > _MOST_BRACKETS:
            raise self._error(f"more than {_MOST_BRACKETS} brackets in each other", opening, "take some away")
        following = self._peek()
        if following and following.kind == ")":
            raise self._error("there is nothing in these brackets", opening, _QUOTE_BRACKET)
        node = self._either() if following else None
        if node is None or self._peek() is None:
            raise self._error("this bracket isn't closed", opening, _QUOTE_BRACKET)
        self._index += 1
        self._depth -= 1
        return node

    def _field(self, token: Token) -> Node:
        if not token.text.strip():
            hint = f'as in {_EXAMPLES[token.name]}; the word itself is found by "{token.name}", with its quotes'
            raise self._error(f"“{token.name}:” needs a value right behind it", token, hint)
        try:
            return _READERS[token.name](Value(token.text.strip(), token.quoted, self._now, self._today, self._expand))
        except BadValue as bad:
            raise QueryError(bad.message, self._text, token.value_at + bad.at, bad.hint) from None

    def _expand(self, name: str) -> Node:
        """What the saved query `name` says."""
        view = find_view(self._views, name)
        if view is None:
            raise BadValue(f"there is no view “{name}”", _near(name, [known.name for known in self._views]))
        if view.name in self._within:
            way = " → ".join((*self._within[self._within.index(view.name) :], view.name))
            raise BadValue(f"the view “{view.name}” leads back to itself", way)
        within = (*self._within, view.name)
        if self._depth == _MOST_BRACKETS:
            raise BadValue(f"more than {_MOST_BRACKETS} views and brackets in each other", " → ".join(within))
        try:
            node = _Parser(view.query, self._now, self._today, self._views, within, self._depth + 1).read().node
        except QueryError as error:
            if not self._is_outermost:
                raise
            raise BadValue(f"the view “{view.name}” can't be read: {error.message}", error.hint) from None
        assert node is not None
        self._pieces += sum(1 for _ in leaves(node))
        if self._pieces > MOST_PIECES:
            raise BadValue(f"more than {MOST_PIECES} words with those of the view “{view.name}”", "take some away")
        return node

    def _peek(self) -> Token | None:
        return self._tokens[self._index] if self._index < len(self._tokens) else None

    def _misplaced(self, token: Token | None) -> QueryError:
        assert token is not None
        if token.kind == ")":
            return self._error("this bracket closes nothing", token, _QUOTE_BRACKET)
        if token.kind == "-":
            return self._error("there is nothing behind this minus", token, 'a minus itself is found by "-"')
        hint = f'the word itself is found by "{token.text.lower()}"'
        return self._error(f"{token.text} stands between two things to search for", token, hint)

    def _error(self, message: str, token: Token, hint: str) -> QueryError:
        return QueryError(message, self._text, token.at, hint)


def _near(name: str, names: Sequence[str]) -> str:
    """A hint which of `names` may be meant by `name`."""
    if not names:
        return "`rlist view save NAME QUERY` saves one"
    low = name.casefold()
    near = [known for known in names if low in known.casefold() or is_slip_of(low, known.casefold())]
    return f"did you mean {' or '.join(near)}?" if near else f"there is {', '.join(names)}"

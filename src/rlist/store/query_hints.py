"""What a query may have been meant to say: small operators, fields that there aren't."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rlist.store.query_tokens import join_arguments, tokens

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_SCHEMES = ("arxiv", "doi", "isbn", "openreview", "usenix")


def hints(words: Sequence[str], fields: Collection[str]) -> Iterator[str]:
    """What is worth saying of the query `words`, which can be read, a line each."""
    found = list(tokens(join_arguments(words, fields), fields))
    for at, token in enumerate(found):
        if token.kind != "word":
            continue
        if token.text in ("or", "and", "not") and 0 < at < len(found) - 1:
            instead = {"or": "OR is an operator in capitals", "not": "a minus excludes: -word"}
            yield f"“{token.text}” was searched for as a word; {instead.get(token.text, 'all words must match anyway')}"
        name, colon, value = token.text.partition(":")
        if colon and name.lower() in _SCHEMES:
            yield f"“{token.text}” was searched for as text; id:{token.text} finds the item with it"
        elif colon and name.isalpha() and value[:1].isalnum():
            yield f"no field “{name}”; “{token.text}” was searched for as text"

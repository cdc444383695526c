"""The text of a query → its pieces: words, phrases, fields with their values, operators, brackets."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from rlist.errors import QueryError

# Far more than anyone writes, and less than what SQLite's expressions hold: a depth of 1000.
MOST_PIECES = 400
# Four bytes each and another four to escape them stay below the 50,000 bytes of a pattern of LIKE.
_LONGEST_PIECE = 5_000

# Fields whose values compare, so that `year>=2020` can only be meant as `year:>=2020`.
_COMPARED = ("year", "rating", "added", "started", "finished")


class Token(NamedTuple):
    """A piece of the query: its `kind` is one of ( ) - OR AND word phrase field.

    `at` is its place in the query. A field has a `name`, and its value in `text`, quoted or not, from `value_at` on.
    """

    kind: str
    text: str
    at: int
    name: str = ""
    quoted: bool = False
    value_at: int = 0


def join_arguments(words: Sequence[str], fields: Collection[str]) -> str:
    """The arguments of a command as the text of one query.

    An argument that is a field with blanks in its value and nothing else lost its quotes to the shell
    (`section:"GPU programming"`): it gets them again.
    """
    return " ".join(_requoted(clean(word), fields) for word in words)


def clean(text: str) -> str:
    """`text` without what SQLite takes in no query: NULs, and halves of surrogate pairs (undecodable arguments)."""
    return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text if char != "\0")


def _requoted(word: str, fields: Collection[str]) -> str:
    name, colon, value = word.removeprefix("-").partition(":")
    if not colon or name.lower() not in fields or '"' in value or len(value.split()) < 2:
        return word
    holds_more = any(
        part in ("OR", "AND", "NOT") or part[0] in "-(" or (":" in part and part.partition(":")[0].lower() in fields)
        for part in value.split()
    )
    return word if holds_more else f'{word[: -len(value)]}"{value}"'


def tokens(text: str, fields: Collection[str]) -> Iterator[Token]:
    """The pieces of `text`, the names of `fields` in any case; raises QueryError."""
    at = count = 0
    while at < len(text):
        char = text[at]
        if char.isspace():
            at += 1
            continue
        count += 1
        if count > MOST_PIECES:
            raise QueryError(f"more than {MOST_PIECES} words", text, at, "search for a few of them")
        if char in "()" or (char == "-" and _negates(text, at)):
            yield Token(char, char, at)
            at += 1
        elif char == '"':
            phrase = _quoted(text, at)
            if not phrase.strip():
                raise QueryError("there is nothing between these quotes", text, at, "write a word or a phrase")
            yield Token("phrase", phrase, at)
            at += len(phrase) + 2
        else:
            token, at = _word(text, at, fields)
            yield token


def _negates(text: str, at: int) -> bool:
    # "-", "--flag" and "->" are words.
    following = text[at + 1 : at + 2]
    return following not in ("", "-", ">", ")") and not following.isspace()


def _quoted(text: str, at: int) -> str:
    end = text.find('"', at + 1)
    if end < 0:
        raise QueryError("this quote isn't closed", text, at, "close it, or leave it out")
    return _limited(text, at + 1, end)


def _limited(text: str, at: int, end: int) -> str:
    if end - at > _LONGEST_PIECE:
        raise QueryError(f"a word of more than {_LONGEST_PIECE} characters", text, at, "search for its beginning")
    return text[at:end]


def _word(text: str, at: int, fields: Collection[str]) -> tuple[Token, int]:
    end = at
    while end < len(text) and text[end] not in '()"' and not text[end].isspace():
        end += 1
    word = _limited(text, at, end)
    if word in ("OR", "AND"):
        return Token(word, word, at), end
    if word == "NOT":
        raise QueryError("NOT is written as a minus", text, at, 'write -word; the word itself is found by "not"')
    name, colon, value = word.partition(":")
    if colon and name.lower() in fields:
        if not value and text[end : end + 1] == '"':
            quoted = _quoted(text, end)
            return Token("field", quoted, at, name.lower(), True, end + 1), end + len(quoted) + 2
        return Token("field", value, at, name.lower(), False, at + len(name) + 1), end
    _refuse_slips(text, at, word, fields)
    return Token("word", word[1:] if word[0] == "+" and word[1:2].isalnum() else word, at), end


def _refuse_slips(text: str, at: int, word: str, fields: Collection[str]) -> None:
    """Raises QueryError for a word that was meant as a field: `tga:ssm`, `year>=2020`."""
    name, colon, value = word.partition(":")
    if colon and value and value[0] not in ":/" and name.isalpha():
        for field in fields:
            if is_slip_of(name.lower(), field):
                hint = f'did you mean {field}:{value} ? The word itself is found by "{word}", with its quotes'
                raise QueryError(f"“{name}” is no field", text, at, hint)
    for field in _COMPARED:
        if word.lower().startswith((f"{field}<", f"{field}>", f"{field}=")):
            raise QueryError(f"“{field}” needs a colon", text, at, f"write {field}:{word[len(field) :]}")


def is_slip_of(word: str, name: str) -> bool:
    """Whether one slip makes `word` of `name`: a letter left out, added, changed, or two exchanged."""
    # At three letters "id" and "is" would be slips of "if" and "as".
    return len(name) > 2 and abs(len(word) - len(name)) < 2 and not _shortened(word).isdisjoint(_shortened(name))


def _shortened(word: str) -> set[str]:
    return {word, *(word[:index] + word[index + 1 :] for index in range(len(word)))}

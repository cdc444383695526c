"""What Hypothesis draws: texts as hostile as the world's, and Items."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import strategies as st

from rlist.model.item import Entry, Item, Kind, Link, Lookup, LookupState, Note, Priority, Section, Status
from rlist.model.metadata import Metadata

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

_HOSTILE_PIECES = (
    *("\0", "\x01", "\x07", "\x1b[31m", "\x1b]0;title\x07", "\x7f", "\x9b31m", "\r", "\n", "\t", "\v", "\x1c", "\x85"),
    *("\u2028", "\u2029", "\u200b", "\u200f", "\u202e", "\u2066", "\ufeff", "\ufffe", "\ud800", "\udc80", "\u200d"),
    *("'", '"', '""', "\\", "\\u0000", "`", ";", "--", "/*", "%", "_", "*", "(", ")", "{", "}", "[red]", "[/]"),
    *("NULL", "null", "AND", "OR", "NOT", "NEAR(", "title:", "1e999", "=1+1", "@", "-", "+", ":smile:"),
    *("<script>", "&amp;", "ß", "İ", "字", "a", "B", "word", " ", "  ", "12", "mamba", "SSMs", "x" * 300),
)

# Anything that can stand in a str, more often what something chokes on.
hostile_texts = st.one_of(
    st.lists(st.sampled_from(_HOSTILE_PIECES), max_size=6).map("".join),
    st.text(st.characters(), max_size=12),
)

times = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)).map(
    lambda time: time.replace(microsecond=0)
)
_words = st.text(st.sampled_from("abcdefgABCxyzßäŁ字0123-.'\""), min_size=1, max_size=8)
# What the store keeps unchanged: no NUL, no surrogate.
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
# What it keeps as a tag, a heading or a name of an author: on one line, with single spaces, not empty.
names = st.lists(_words, min_size=1, max_size=3).map(" ".join)

sections = st.builds(
    Section, list=names, path=st.lists(names, max_size=3).map(tuple), text=st.one_of(st.just(""), texts)
)
_no_parent = st.none()


def metadata(
    text: st.SearchStrategy[str] = texts, name: st.SearchStrategy[str] = names, scheme: st.SearchStrategy[str] = names
) -> st.SearchStrategy[Metadata]:
    """Metadata of any sort."""
    return st.builds(
        Metadata,
        title=text,
        authors=st.lists(name, max_size=3).map(tuple),
        et_al=st.booleans(),
        year=st.none() | st.integers(-3000, 3000),
        venue=st.none() | text,
        abstract=st.none() | text,
        identifiers=st.dictionaries(scheme, text, max_size=2),
    )


def items(
    text: st.SearchStrategy[str] = texts,
    name: st.SearchStrategy[str] = names,
    parent: st.SearchStrategy[int | None] = _no_parent,
) -> st.SearchStrategy[Item]:
    """Items without an id, no two alike; unless hostile, in the form in which the store gives them back."""
    built = st.builds(
        Item,
        id=st.just(0),
        uid=st.uuids().map(str),
        metadata=metadata(text, name),
        kind=st.sampled_from(Kind),
        added_at=times,
        updated_at=times,
        status=st.sampled_from(Status),
        priority=st.none() | st.sampled_from(Priority),
        rating=st.none() | st.integers(1, 5),
        citekey=st.none() | st.uuids().map(str),
        links=st.lists(st.builds(Link, text, st.none() | text), max_size=3, unique_by=lambda link: link.url).map(tuple),
        tags=st.lists(name, max_size=4, unique_by=str.casefold).map(sorted_tags),
        entries=st.lists(
            st.builds(
                Entry,
                list=st.sampled_from(["Reading List", "Systems", "ß"]),
                section=st.lists(name, max_size=2).map(tuple),
                position=st.integers(1, 30),
                text=text,
                parent=parent,
                label=st.none() | text,
            ),
            max_size=3,
        ).map(tuple),
        notes=st.lists(st.builds(Note, text, times), max_size=3).map(
            lambda notes: tuple(sorted(notes, key=lambda note: note.created_at))
        ),
        started_at=st.none() | times,
        finished_at=st.none() | times,
        lookup=st.builds(
            Lookup,
            state=st.sampled_from(LookupState),
            provider=st.none() | name,
            score=st.none() | st.integers(0, 1000).map(lambda n: n / 1000),
            error=st.none() | text,
        ),
    )
    return built.map(_with_identifiers_of_its_own)


def sorted_tags(tags: list[str]) -> tuple[str, ...]:
    """Tags in the order that an Item has them in."""
    return tuple(sorted(tags, key=lambda tag: (tag.casefold(), tag)))


def _with_identifiers_of_its_own(item: Item) -> Item:
    values = {scheme: f"{value}{item.uid}" for scheme, value in item.metadata.identifiers.items()}
    return item._replace(metadata=item.metadata._replace(identifiers=values))


hostile_items = items(hostile_texts, hostile_texts)

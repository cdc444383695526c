"""Twins in the library: by title, by address, and how a query finds them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from test_search import empty_library, fill, make, read

from rlist.model.item import Item, Link, Status
from rlist.store.database import Store
from rlist.store.search import find
from rlist.store.twins import find_twins

PAGE = Link("https://example.org/paper?utm_source=x")
SAME_PAGE = Link("http://www.example.org/paper/")
FACE = Link("https://huggingface.co/papers/2312.00752")
SERVING = "a distributed serving system for generative models"
ARXIV = {"arxiv": "2312.00752"}


@pytest.fixture
def store() -> Iterator[Store]:
    with empty_library() as empty:
        yield empty


@pytest.mark.parametrize(
    ("items", "twins"),
    [
        pytest.param([make("Mamba"), make("Other"), make("mamba.")], [[1, 3]], id="equal titles"),
        pytest.param([make(f"Orca: {SERVING}"), make(SERVING), make("Orca")], [[1, 2]], id="a name in front"),
        pytest.param([make("One", links=(PAGE,)), make("Two", links=(SAME_PAGE,))], [[1, 2]], id="one address"),
        pytest.param([make("Mamba", identifiers=ARXIV), make("The paper by Gu", links=(FACE,))], [[1, 2]],
                     id="an address of another one's identifier"),
        pytest.param([make("Mamba", identifiers=ARXIV, links=(FACE,)), make("Else")], [], id="its own address"),
        pytest.param([make(f"Talk {name}", links=(PAGE,)) for name in "abcd"], [], id="a page of many"),
        pytest.param([make(name, links=(Link("https://github.com/a/b"),)) for name in ("One", "Two")], [],
                     id="the code of two papers"),
        pytest.param([make("Lecture 1"), make("Lecture 2"), make("Mamba"), make("RWKV")], [], id="none"),
        pytest.param([], [], id="an empty library"),
    ],
)  # fmt: skip
def test_twins_are_found(store: Store, items: Sequence[Item], twins: list[list[int]]) -> None:
    assert find_twins(fill(store, *items)) == twins


BESIDE = (
    make("Mamba", status=Status.DONE),
    make("Attention is all you need"),
    make("Something else"),
    make("Atention is all you need"),
    make("Mamba"),
    make("Attention Is All You Need", status=Status.DROPPED),
)


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        pytest.param("is:duplicate", [1, 5, 2, 4, 6], id="beside each other"),
        pytest.param("is:duplicate status:unread", [5, 2, 4], id="with another field"),
        pytest.param("attention is:duplicate", [2, 6], id="with words"),
        pytest.param("is:duplicate,done", [1, 2, 4, 5, 6], id="or a state"),
        pytest.param("-is:duplicate", [3], id="all others"),
        pytest.param("mamba OR -is:duplicate", [1, 3, 5], id="among others"),
    ],
)
def test_a_query_finds_twins(store: Store, query: str, ids: list[int]) -> None:
    assert find(fill(store, *BESIDE), read(query)).ids == ids


def test_twins_are_cut_and_turned_like_other_hits(store: Store) -> None:
    db = fill(store, *BESIDE)
    page = find(db, read("is:duplicate"), limit=3)
    assert (page.ids, page.total) == ([1, 5, 2], 5)
    assert find(db, read("is:duplicate"), reverse=True).ids == [2, 4, 6, 1, 5]
    assert find(db, read("is:duplicate"), sort="id").ids == [1, 2, 4, 5, 6]

from __future__ import annotations

import pytest

from rlist.store.query import hints


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(
            ["mamba", "or", "rwkv"], ["“or” was searched for as a word; OR is an operator in capitals"], id="or"
        ),
        pytest.param(["mamba not rwkv"], ["“not” was searched for as a word; a minus excludes: -word"], id="not"),
        pytest.param(["a and b"], ["“and” was searched for as a word; all words must match anyway"], id="and"),
        pytest.param(["to be or"], [], id="at the end it is a word"),
        pytest.param(["foo:bar"], ["no field “foo”; “foo:bar” was searched for as text"], id="no field"),
        pytest.param(
            ["arXiv:2404.05405"],
            ["“arXiv:2404.05405” was searched for as text; id:arXiv:2404.05405 finds the item with it"],
            id="an identifier",
        ),
        pytest.param(["https://x.org", "std::vector", "re:", "tag:a", '"or foo:bar"'], [], id="nothing to say"),
    ],
)
def test_what_may_have_been_meant_is_said(words: list[str], said: list[str]) -> None:
    assert hints(words) == said

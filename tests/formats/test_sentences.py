import pytest

from rlist.formats.sentences import first_sentence


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("It is out. Took me months", "It is out."),
        ("You can squeeze more from the GPUs. the formula of the paper", "You can squeeze more from the GPUs."),
        ("Ops from CUDA-X Math. It’s in beta", "Ops from CUDA-X Math."),
        ("Mamba No. 5 (A Little Bit Of…) for details", "Mamba No. 5 (A Little Bit Of…) for details"),
        ("The Art of Programming, Vol. 1. A classic", "The Art of Programming, Vol. 1."),
        ("When Will It Finish? A Study of Job Time", "When Will It Finish? A Study of Job Time"),
        ("Is it good? I think so.", "Is it good?"),
        ("By J. R. Smith. Very long", "By J. R. Smith."),
        ("See e.g. the paper", "See e.g. the paper"),
        ("Lecture 2. Word vectors", "Lecture 2. Word vectors"),
        ("Megatron (see Sec. It is long. And more) end", "Megatron (see Sec. It is long. And more) end"),
        ("很好。推荐", "很好。"),
        ("??? that paper about training", "??? that paper about training"),
        ("one thing only", "one thing only"),
        ("", ""),
        ("Yahoo! Answers of the years", "Yahoo! Answers of the years"),
        (
            "He Was the Star of Trees. Then He Promoted a Cure for Moss.",
            "He Was the Star of Trees. Then He Promoted a Cure for Moss.",
        ),
        ("nice! also this", "nice!"),
    ],
)
def test_a_sentence_ends_where_another_begins(text: str, first: str) -> None:
    found, rest = first_sentence(text)
    assert found == first
    assert "".join((found + rest).split()) == "".join(text.split())

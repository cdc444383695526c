"""Titles as browsers keep them."""

import pytest

from rlist.formats import bookmarks
from rlist.formats.page_titles import title_of_page


@pytest.mark.parametrize(
    ("title", "url", "expected"),
    [
        ("[2205.14135] FlashAttention: Fast", "https://arxiv.org/abs/2205.14135", "FlashAttention: Fast"),
        ("[2205.14135v2] FlashAttention: Fast", "https://arxiv.org/pdf/2205.14135v2", "FlashAttention: Fast"),
        ("[hep-th/9901001] Strings", "https://arxiv.org/abs/hep-th/9901001", "Strings"),
        ("[2205.14135] Another", "https://arxiv.org/abs/2312.00752", "[2205.14135] Another"),
        ("[2023] A year", "https://example.org/a", "[2023] A year"),
        ("S4 | OpenReview", "https://openreview.net/forum?id=uYLFoz1vlAC", "S4"),
        ("S4 | OpenReview", "https://example.org/s4", "S4 | OpenReview"),
        ("Orca | USENIX", "https://www.usenix.org/conference/osdi22/presentation/yu", "Orca"),
        ("A talk - YouTube", "https://www.youtube.com/watch?v=tC01FRB0M7w", "A talk"),
        ("vLLM | Proceedings of the 29th", "https://dl.acm.org/doi/10.1145/3600006.3613165", "vLLM"),
        ("Roofline model - Wikipedia", "https://en.wikipedia.org/wiki/Roofline_model", "Roofline model"),
        ("GitHub - state-spaces/mamba: SSM", "https://github.com/state-spaces/mamba", "mamba: SSM"),
    ],
)
def test_what_a_site_puts_around_a_title_goes(title: str, url: str, expected: str) -> None:
    assert title_of_page(title, url) == expected


def test_a_bookmark_has_the_title_of_the_work_and_keeps_its_own_words() -> None:
    line = '<DT><A HREF="https://arxiv.org/abs/2205.14135">[2205.14135] FlashAttention</A>'
    (entry,) = bookmarks.read(f"<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n{line}\n</DL>\n").entries
    assert (entry.metadata.title, entry.text) == ("FlashAttention", line)

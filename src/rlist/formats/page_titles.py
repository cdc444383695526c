"""What a page calls itself in a browser, and the title of the work that it shows."""

from __future__ import annotations

import re

from rlist.model.identity import identifiers_of

# `[2205.14135v2] FlashAttention: …`
_ARXIV_IN_FRONT = re.compile(r"\[(?:arXiv:)?([a-z-]*/?[\d.]+)(?:v\d+)?\]\s+(?=\S)")
# What sites put around a title, as their pages had it in 2024.
_AROUND = (
    (re.compile(r"//openreview\.net/"), re.compile(r"\s+\|\s+OpenReview$")),
    (re.compile(r"//(?:www\.)?usenix\.org/"), re.compile(r"\s+\|\s+USENIX$")),
    (re.compile(r"//(?:(?:www|m)\.youtube\.com|youtu\.be)/"), re.compile(r"\s+-\s+YouTube$")),
    (re.compile(r"//dl\.acm\.org/doi/"), re.compile(r"\s+\|\s+[^|]*$")),
    (re.compile(r"//\w+(?:\.m)?\.wikipedia\.org/"), re.compile(r"\s+[-–—]\s+Wikip[^\s]*$")),
    (re.compile(r"//github\.com/"), re.compile(r"^GitHub - [^/\s]+/")),
)


def title_of_page(title: str, url: str) -> str:
    """`title` as a browser keeps it of the page at `url`, without what its site puts in front and behind.

    Only what sites are known to put there goes, and never all of it: `X | OpenReview` on a page of OpenReview.
    """
    in_front = _ARXIV_IN_FRONT.match(title)
    if in_front and identifiers_of(url).get("arxiv") == in_front[1]:
        return title[in_front.end() :]
    for site, words in _AROUND:
        if site.search(url):
            return words.sub("", title) or title
    return title

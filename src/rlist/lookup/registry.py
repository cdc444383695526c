"""The providers of metadata, each under its name."""

from __future__ import annotations

from rlist.lookup import (
    arxiv,
    crossref,
    datacite,
    github,
    huggingface,
    openreview,
    proceedings,
    usenix,
    webpage,
    x,
    youtube,
)
from rlist.lookup.wanted import Provider

# In order of trust: where two say different things of one work, the first one that knows is right.
PROVIDERS: tuple[Provider, ...] = (
    usenix,
    crossref,
    proceedings,
    openreview,
    arxiv,
    datacite,
    huggingface,
    github,
    youtube,
    x,
    webpage,
)

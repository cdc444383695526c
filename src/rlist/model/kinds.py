"""The kind of a work, as its address or the label of a lost link tells it."""

from __future__ import annotations

import re

from rlist.model.address import split_address
from rlist.model.item import Kind

_HOSTS = {
    Kind.PAPER: (
        "arxiv.org ar5iv.org alphaxiv.org scirate.com openreview.net aclanthology.org aclweb.org usenix.org doi.org "
        "dx.doi.org dl.acm.org proceedings.mlr.press papers.nips.cc papers.neurips.cc proceedings.neurips.cc jmlr.org "
        "openaccess.thecvf.com ieeexplore.ieee.org link.springer.com sciencedirect.com onlinelibrary.wiley.com "
        "pubmed.ncbi.nlm.nih.gov biorxiv.org medrxiv.org eprint.iacr.org semanticscholar.org ojs.aaai.org vldb.org "
        "pubs.acs.org pnas.org hal.science psyarxiv.com ssrn.com papers.ssrn.com ndss-symposium.org isca-speech.org"
    ),
    Kind.VIDEO: "youtube.com m.youtube.com youtu.be vimeo.com slideslive.com bilibili.com media.ccc.de",
    Kind.CODE: "github.com gist.github.com gitlab.com codeberg.org bitbucket.org git.sr.ht sourceforge.net",
    Kind.THREAD: (
        "x.com twitter.com mobile.twitter.com reddit.com old.reddit.com news.ycombinator.com lobste.rs bsky.app "
        "threads.net mastodon.social mastodon.online fosstodon.org hachyderm.io sigmoid.social mathstodon.xyz"
    ),
    Kind.DOCS: "readthedocs.io readthedocs.org docs.rs developer.mozilla.org man7.org pkg.go.dev cppreference.com",
    Kind.COURSE: "coursera.org edx.org ocw.mit.edu udacity.com udemy.com",
    Kind.BOOK: "goodreads.com openlibrary.org gutenberg.org",
}
_KIND_OF_HOST = {host: kind for kind, hosts in _HOSTS.items() for host in hosts.split()}
# Hosts whose pages differ in kind: what those paths begin with that are of a kind of their own.
_PATHS = {
    **dict.fromkeys(("huggingface.co", "hf.co", "emergentmind.com"), (Kind.PAPER, "/papers/")),
    "nature.com": (Kind.PAPER, r"/articles/[sd]\d"),
    "science.org": (Kind.PAPER, "/doi/"),
    **dict.fromkeys(("docs.google.com", "drive.google.com"), (Kind.ARTICLE, "")),
}
_MASTODON = frozenset({"mastodon", "mstdn", "fediscience"})
_DOCS = frozenset({"docs", "documentation"})
# Their folders of that name are a work's, not the manual of the host.
_WITHOUT_DOCS = frozenset({"github.com", "gitlab.com", "codeberg.org", "bitbucket.org", "arxiv.org"})
_LABELS = {
    Kind.PAPER: (
        "arxiv|usenix|acm|acm dl|acm digital library|pmlr|openreview|acl|acl anthology|paper|preprint|doi|ieee|"
        "ieee xplore|springer|neurips proceedings|cvf|jmlr|biorxiv|elsevier|nature"
    ),
    Kind.ARTICLE: "blog|blog post|blogpost|post|article|medium|substack|essay|website|web",
    Kind.VIDEO: "video|youtube|talk|recording|vimeo|lecture",
    Kind.CODE: "code|github|repo|repository|gitlab|source",
    Kind.THREAD: "thread|twitter|tweet|x|reddit|hn|hacker news",
    Kind.DOCS: "docs|documentation|manual",
    Kind.BOOK: "book",
    Kind.COURSE: "course",
}
_KIND_OF_LABEL = {label: kind for kind, labels in _LABELS.items() for label in labels.split("|")}

# A heading that says what all below it are; a section on another thing has such a word at neither end.
_HEADINGS = {
    Kind.BOOK: (
        "book books novel novels fiction nonfiction textbook textbooks bücher romane livres romans libros книги 书籍"
        " 书单"
    ),
    Kind.VIDEO: "talk talks video videos lectures vorträge видео",
    Kind.COURSE: "course courses mooc moocs",
}
_KIND_OF_HEADING = tuple((kind, frozenset(words.split())) for kind, words in _HEADINGS.items())
_LONGEST_HEADING = 5


def kind_of_heading(name: str) -> Kind | None:
    """The kind that a heading gives to what stands below it and says nothing else ("Books 2024"), or None."""
    words = re.findall(r"[^\W\d_][\w-]*", name.casefold())
    if not 0 < len(words) <= _LONGEST_HEADING:
        return None
    return next((kind for kind, names in _KIND_OF_HEADING if not names.isdisjoint((words[0], words[-1]))), None)


def kind_of(address: str | None, label: str | None = None) -> Kind:
    """The kind that an address tells, or without one the label of a lost link; else "article", or "other"."""
    if address is None:
        return _KIND_OF_LABEL.get((label or "").casefold(), Kind.OTHER)
    parts = split_address(address)
    if parts is None:
        return Kind.ARTICLE
    host = parts.host
    if kind := _kind_of_page(host, parts.path):
        return kind
    while host.count(".") >= 1:
        if host in _KIND_OF_HOST:
            return _KIND_OF_HOST[host]
        host = host.partition(".")[2]
    return Kind.ARTICLE


def _kind_of_page(host: str, path: str) -> Kind | None:
    """The kind that the path tells, or the first name of the host, which says more than the rest of it."""
    kind, beginning = _PATHS.get(host, (None, ""))
    if kind and re.match(beginning, f"{path}/", re.IGNORECASE):
        return kind
    first = host.partition(".")[0]
    if first in _MASTODON and path.startswith("/@"):
        return Kind.THREAD
    folders = path.lower().split("/")[1:4]
    if first in _DOCS or first == "doc" or (host not in _WITHOUT_DOCS and not _DOCS.isdisjoint(folders)):
        return Kind.DOCS
    return None

"""Whatever comes in, in files, queries and answers of the web: an answer or one of our errors, never another one.

Inputs are drawn by damaging files of the corpus: those here, and those that the tests of readers and providers read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from attacks import PAGE, RECORDS, TERMINAL
from rlist.errors import QueryError, ServiceFailed, UnreadableInput
from rlist.formats import archive
from rlist.formats.encoding import decode
from rlist.formats.registry import READERS, recognise
from rlist.formats.writing import safe_address
from rlist.lookup import datacite
from rlist.lookup.registry import PROVIDERS
from rlist.lookup.wanted import Contact, Reply, Request, Step, Wanted
from rlist.model import address, identity
from rlist.model.matching import Held
from rlist.model.metadata import Metadata
from rlist.store.query import parse_text
from rlist.web.answers import Unanswered
from rlist.web.guard import check_address

HERE = Path(__file__).parent
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

# Longer files only make the drawing slow.
_LONGEST = 20_000


def corpus(*folders: Path) -> Iterator[bytes]:
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.is_file() and file.stat().st_size <= _LONGEST:
                yield file.read_bytes()


FILES = list(corpus(HERE / "corpus", HERE.parent / "formats" / "files"))
ANSWERS = list(corpus(HERE / "corpus", HERE.parent / "lookup" / "files"))
PIECES = [text.encode(errors="surrogatepass") for text in (*TERMINAL, *RECORDS, *PAGE)]


@st.composite
def damaged(draw: st.DrawFn, seeds: list[bytes]) -> bytes:
    """One of `seeds` with pieces cut out, doubled, put in, or taken from another one."""
    content = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(0, 4))):
        begin = draw(st.integers(0, len(content)))
        end = min(len(content), begin + draw(st.sampled_from((0, 1, 2, 8, 100, 5000))))
        other = draw(st.sampled_from(seeds))
        pieces = (b"", content[begin:end] * 3, other[begin : begin + 300])
        piece = draw(st.sampled_from(pieces) | st.sampled_from(PIECES) | st.binary(min_size=1, max_size=4))
        content = content[:begin] + piece + content[end:]
    return content


fuzzed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.NAME)
@fuzzed
@given(content=damaged(FILES))
def test_a_reader_reads_or_says_why_not(reader: object, content: bytes) -> None:
    text = decode(content)
    assert recognise(text, "x") in READERS
    with suppress(UnreadableInput):
        reader.read(text)  # type: ignore[attr-defined]


@pytest.mark.parametrize("content", FILES)
def test_each_file_of_the_corpus_is_read_by_each_reader(content: bytes) -> None:
    for reader in READERS:
        with suppress(UnreadableInput):
            reader.read(decode(content))


@fuzzed
@given(content=damaged(FILES))
def test_an_archive_is_read_or_refused(content: bytes) -> None:
    with suppress(UnreadableInput):
        archive.read_archive(decode(content))


_QUERIES = [
    line for name in ("queries.txt", "addresses.txt") for line in (HERE / "corpus" / name).read_bytes().split(b"\n")
]


@fuzzed
@given(content=damaged(_QUERIES))
@example(b"(" * 3000)
@example(b"-" * 3000 + b"(a")
@example(b"a OR " * 3000 + b"b")
def test_a_query_is_read_or_pointed_at(content: bytes) -> None:
    with suppress(QueryError):
        parse_text(content.decode(errors="replace"), now=NOW, today=NOW.date())


@fuzzed
@given(content=damaged(_QUERIES))
def test_an_address_is_understood_or_not(content: bytes) -> None:
    text = content.decode(errors="replace")
    identity.read_reference(text)
    identity.identifiers_of(text)
    identity.title_key(text)
    address.readable_address(text)
    assert identity.canonical_address(identity.canonical_address(text)) == identity.canonical_address(text)
    assert not (safe := safe_address(text)) or re.match("https?://|mailto:", safe, re.IGNORECASE)
    with suppress(Unanswered):
        check_address(text, is_guarded=True)


ITEM = Wanted(
    1,
    Held(
        Metadata(
            "Attention Is All You Need",
            ("Ashish Vaswani",),
            identifiers={
                "arxiv": "1706.03762",
                "doi": "10.1145/3600006.3613165",
                "usenix": "osdi24/presentation/lin-zhiqi",
                "openreview": "tEYskw1VY2",
            },
        )
    ),
    addresses=(
        *("https://example.org/x", "https://github.com/a/b", "https://www.youtube.com/watch?v=x"),
        *("https://x.com/a/status/1", "https://huggingface.co/papers/1706.03762"),
        *("https://aclanthology.org/2023.acl-long.1/", "https://openreview.net/forum?id=tEYskw1VY2"),
    ),
)
# An item is asked for where it is known best: so each address and each identifier has one of its own as well.
BARE = replace(ITEM, held=Held(Metadata("A Title", ("A Name",), year=2024, venue="OSDI")), addresses=())
ITEMS = (
    ITEM,
    BARE,
    *(replace(BARE, addresses=(address,)) for address in ITEM.addresses),
    *(
        replace(BARE, held=Held(BARE.held.metadata._replace(identifiers={scheme: value})))
        for scheme, value in (
            *ITEM.held.metadata.identifiers.items(),
            ("doi", "10.5281/zenodo.1"),
            ("acl", "2023.acl-long.1"),
            ("pmlr", "v202/a23a"),
            ("youtube", "x"),
        )
    ),
)


def requests() -> Iterator[tuple[object, Request]]:
    """Each provider with a request of each purpose."""
    for provider in PROVIDERS:
        asked = [
            request
            for step in Step
            for wanted in ITEMS
            for request in provider.ask([replace(wanted, step=step)], Contact())
        ]
        if provider.NAME == datacite.NAME:
            asked += datacite.instead([ITEM], Contact())
        yield from ((provider, request) for request in {request.purpose: request for request in asked}.values())


REQUESTS = list(requests())


def test_each_provider_is_fuzzed() -> None:
    assert {provider.NAME for provider, _ in REQUESTS} == {provider.NAME for provider in PROVIDERS}  # type: ignore[attr-defined]


def take(provider: object, request: Request, body: bytes, content_type: str) -> None:
    try:
        answer = provider.read(request, Reply(200, body, request.url, content_type), Contact())  # type: ignore[attr-defined]
    except ServiceFailed:
        return
    assert "root:" not in repr(answer)
    for candidates in answer.candidates.values():
        for candidate in candidates:
            assert len(candidate.metadata.title) <= len(body)


@pytest.mark.parametrize(("provider", "request_"), REQUESTS, ids=[f"{p.NAME}-{r.purpose}" for p, r in REQUESTS])  # type: ignore[attr-defined]
@fuzzed
@given(body=damaged(ANSWERS), content_type=st.sampled_from(("text/html", "application/json", "x; charset=utf-7")))
def test_an_answer_of_the_web_is_read_or_fails(
    provider: object, request_: Request, body: bytes, content_type: str
) -> None:
    take(provider, request_, body, content_type)


@pytest.mark.parametrize(("provider", "request_"), REQUESTS, ids=[f"{p.NAME}-{r.purpose}" for p, r in REQUESTS])  # type: ignore[attr-defined]
def test_each_answer_of_the_corpus_is_read_or_fails(provider: object, request_: Request) -> None:
    deep = (
        b'{"a":' * 50_000 + b"1",
        b"[" * 100_000,
        b"<div>" * 20_000,
        b"<title>" * 20_000,
        b"<" * 100_000,
        b"\0" * 100_000,
    )
    for body in (*ANSWERS, *deep, b"", b"null", bytes(range(256)) * 9):
        for content_type in ("text/html; charset=nonsense", "application/pdf"):
            take(provider, request_, body, content_type)

"""Pages of proceedings, code, videos and posts, and any other page."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import CONTACT, read, wanted

from rlist.lookup import github, huggingface, proceedings, webpage, x, youtube
from rlist.lookup.html_page import decoded, read_page
from rlist.lookup.registry import PROVIDERS
from rlist.lookup.wanted import Answer, NotAnAnswer, Provider, Reply, Request, Wanted
from rlist.model.metadata import Metadata

ACL = "https://aclanthology.org/2021.naacl-main.208"
NEURIPS = "https://papers.nips.cc/paper_files/paper/2022/hash/67d57c32-Abstract-Conference.html"


def test_tags_are_read_in_any_order_and_quoting() -> None:
    found = read(proceedings, "acl_page.html", "page", wanted(acl="2021.naacl-main.208"), address=ACL).candidates[1][0]
    assert found.metadata == Metadata(
        title="How many data points is a prompt worth?",
        authors=("Teven Le Scao", "Alexander Rush"),
        year=2021,
        venue="Proceedings of the 2021 Conference of the North American Chapter",
        abstract="When fine-tuning pretrained models.",
        identifiers={"acl": "2021.naacl-main.208", "doi": "10.18653/v1/2021.naacl-main.208"},
    )


def test_names_are_turned_and_addresses_completed() -> None:
    found = read(proceedings, "neurips_page.html", "page", wanted(addresses=(NEURIPS,)), address=NEURIPS).candidates[1][
        0
    ]
    assert found.metadata.authors == ("Tri Dao", "Christopher Ré")
    assert (found.metadata.venue, found.metadata.year) == ("NeurIPS", 2022)
    assert found.pdf_address == "https://papers.nips.cc/paper_files/paper/2022/file/67d57c32-Paper-Conference.pdf"


@pytest.mark.parametrize(
    ("item", "page"),
    [
        pytest.param(wanted(pmlr="v202/gao23f"), "https://proceedings.mlr.press/v202/gao23f.html", id="pmlr"),
        pytest.param(wanted(acl="N04-1001"), "https://aclanthology.org/N04-1001", id="acl"),
        pytest.param(
            wanted(addresses=("https://proceedings.neurips.cc/paper_files/paper/2022/file/67d5-Paper-Conference.pdf",)),
            "https://proceedings.neurips.cc/paper_files/paper/2022/hash/67d5-Abstract-Conference.html",
            id="the page of a PDF of NeurIPS",
        ),
        pytest.param(wanted(addresses=("https://example.org/paper",)), None, id="another page"),
    ],
)
def test_proceedings_are_known_by_identifier_or_host(item: Wanted, page: str | None) -> None:
    assert [request.url for request in proceedings.ask([item], CONTACT)] == ([page] if page else [])


@pytest.mark.parametrize(
    ("file", "address", "expected"),
    [
        pytest.param(
            "blog_tags.html",
            "https://vgel.me/posts/faster-inference/",
            Metadata(
                "How to make LLMs go fast", ("Theia Vogel",), year=2023, venue="Vgel's Blog", abstract="A deep dive."
            ),
            id="open graph",
        ),
        pytest.param(
            "blog_json.html",
            "https://12gramsofcarbon.com/p/vlaes",
            Metadata("Ilya's Papers to Carmack: VLAEs", ("The Ahura",), year=2025),
            id="json-ld",
        ),
        pytest.param(
            "blog_title.html",
            "https://arthurchiao.art/blog/x/",
            Metadata("Café GPU Performance"),
            id="title without site",
        ),
    ],
)
def test_any_page_says_something_of_itself(file: str, address: str, expected: Metadata) -> None:
    one = wanted(addresses=(address,))
    assert [request.url for request in webpage.ask([one], CONTACT)] == [address]
    found = read(webpage, file, "page", one, address=address).candidates[1][0]
    assert (found.metadata, found.is_claimed) == (expected, True)


@pytest.mark.parametrize(
    ("title", "site", "shown"),
    [
        ("Introducing X | Figma Blog", "https://www.figma.com/blog/x", "Introducing X"),
        ("Python Insider: 3.6 is out", "https://pythoninsider.org/", "3.6 is out"),
        ("Attention - the missing manual", "https://example.org/", "Attention - the missing manual"),
        ("GitHub - adbar/htmldate: Fast dates", "https://github.com/adbar/htmldate", "htmldate: Fast dates"),
        ("A talk - YouTube", "https://www.youtube.com/watch?v=1", "A talk"),
    ],
)
def test_the_name_of_the_site_is_no_part_of_a_title(title: str, site: str, shown: str) -> None:
    request = Request(webpage.NAME, site, "page", (wanted(addresses=(site,)),))
    body = f"<title>{title}</title>".encode()
    assert webpage.read(request, Reply(200, body, site, "text/html"), CONTACT).candidates[1][0].metadata.title == shown


def test_a_page_without_a_title_is_none_and_a_pdf_says_nothing() -> None:
    request = Request(webpage.NAME, "https://example.org/", "page", (wanted(addresses=("https://example.org/",)),))
    with pytest.raises(NotAnAnswer):
        webpage.read(request, Reply(200, b"<title>404 Not Found</title>", "https://example.org/", "text/html"), CONTACT)
    assert (
        webpage.read(request, Reply(200, b"%PDF-1.7", "https://example.org/", "application/pdf"), CONTACT) == Answer()
    )


def test_a_drawings_title_isnt_the_pages() -> None:
    assert read_page("<svg><title>logo</title></svg><title>The page</title>").title == "The page"


@pytest.mark.parametrize(
    ("provider", "file", "item", "expected"),
    [
        pytest.param(
            huggingface,
            "huggingface_paper.json",
            wanted(arxiv="2401.15024", addresses=("https://huggingface.co/papers/2401.15024",)),
            Metadata(
                "SliceGPT: Compress Large Language Models by Deleting Rows and Columns",
                ("Saleh Ashkboos",),
                year=2024,
                venue="arXiv",
                abstract="Large language models have become the cornerstone.",
                identifiers={"arxiv": "2401.15024"},
            ),
            id="hugging face",
        ),
        pytest.param(
            github,
            "github_repository.json",
            wanted(addresses=("https://github.com/sgl-project/sglang",)),
            Metadata(
                "sglang: SGLang is a fast serving framework for large language models.",
                year=2024,
                venue="GitHub",
                abstract="SGLang is a fast serving framework for large language models.",
            ),
            id="github",
        ),
        pytest.param(
            youtube,
            "youtube_video.json",
            wanted(youtube="3jJ1GhGkLY0", addresses=("https://youtu.be/3jJ1GhGkLY0",)),
            Metadata(
                "Modal's CTO on data infrastructure",
                ("A Channel",),
                venue="YouTube",
                identifiers={"youtube": "3jJ1GhGkLY0"},
            ),
            id="youtube",
        ),
        pytest.param(
            x,
            "x_post.json",
            wanted(addresses=("https://x.com/writer/status/1808287880781127930?s=12",)),
            Metadata(
                "A Writer: Universal Checkpointing is here: change the topology of a run between saving and "
                "resuming & save…",
                ("A Writer",),
                year=2024,
                venue="X",
                abstract="Universal Checkpointing is here: change the topology of a run between saving and resuming "
                "& save much time & work",
            ),
            id="x",
        ),
    ],
)
def test_a_site_of_its_own_kind_is_asked_its_own_way(
    provider: Provider, file: str, item: Wanted, expected: Metadata
) -> None:
    assert len(provider.ask([item], CONTACT)) == 1
    found = read(provider, file, "any", item).candidates[1][0]
    assert found.metadata == expected
    assert found.is_claimed


@pytest.mark.parametrize("provider", [github, youtube])
def test_what_a_service_refuses_is_read_from_the_page(provider: Provider) -> None:
    one = wanted(addresses=("https://github.com/a/b",), youtube="1")
    request = Request(provider.NAME, "https://example.org/", "any", (one,))
    assert [further.provider for further in provider.read(request, Reply(403, b"Forbidden", ""), CONTACT).requests] == [
        "webpage"
    ]


def test_a_deleted_post_and_a_paper_that_isnt_indexed_are_answers() -> None:
    for provider in (x, huggingface):
        request = Request(provider.NAME, "https://example.org/", "any", (wanted(arxiv="2401.15024"),))
        assert provider.read(request, Reply(404, b"", ""), CONTACT) == Answer()


@pytest.mark.parametrize(
    "item",
    [
        wanted(arxiv="2404.05405", addresses=("https://arxiv.org/abs/2404.05405",)),
        wanted(doi="10.1145/1", addresses=("https://doi.org/10.1145/1",)),
        wanted(addresses=("https://github.com/a/b",)),
        wanted(addresses=("https://x.com/a/status/1",)),
        wanted(addresses=("mailto:a@example.org",)),
        wanted("A title alone"),
    ],
)
def test_a_page_isnt_asked_where_another_provider_knows_more(item: Wanted) -> None:
    assert webpage.ask([item], CONTACT) == []


ATTACKS = {
    "comments": "<!--" * 200_000,
    "tags": "<a " * 200_000,
    "quotes": "<a ' " * 100_000,
    "deep": "<div>" * 200_000,
    "formatting": "".join(f"<b id={i}>" for i in range(50_000)) + "<p>" * 50_000,
    "json": '<script type="application/ld+json">' + "[" * 100_000,
    "entities": "&lt" * 300_000,
    "titles": "<title>" * 100_000,
}


@pytest.mark.parametrize("text", ATTACKS.values(), ids=ATTACKS)
def test_a_page_made_to_hang_doesnt(text: str) -> None:
    began = time.process_time()
    read_page(text, ("field-name-field-paper-description",))
    # A page of this size that means no harm takes half a second.
    assert time.process_time() - began < 10


@given(st.binary(max_size=400), st.text(max_size=30), st.integers(100, 599))
def test_any_answer_is_read_or_is_none(body: bytes, kind: str, status: int) -> None:
    one = wanted(
        "A Title of Some Words",
        arxiv="2404.05405",
        addresses=("https://github.com/a/b",),
        openreview="a",
        youtube="1",
        doi="10.1/1",
    )
    for provider in PROVIDERS:
        for purpose in ("ids", "title", "mirror", "programme", "page", "work", "titles", "v2"):
            request = Request(provider.NAME, "https://example.org/a", purpose, (one,))
            try:
                answer = provider.read(request, Reply(status, body, "https://example.org/a", kind), CONTACT)
            except NotAnAnswer:
                continue
            assert all(offer.metadata.title for offers in answer.candidates.values() for offer in offers)


@given(st.binary(max_size=100), st.text(max_size=40))
def test_any_bytes_are_a_text(body: bytes, kind: str) -> None:
    assert isinstance(decoded(body, kind), str)


@pytest.mark.parametrize("piece", ["<", "<p>", "</p>", "<title>"])
def test_what_stands_behind_more_tags_than_a_page_has_is_not_read(piece: str) -> None:
    behind = '<meta name="late" content="x">'
    assert read_page(f"{piece * 30_000}{behind}").first("late") == "x"
    assert read_page(f"{piece * 200_000}{behind}").meta == {}

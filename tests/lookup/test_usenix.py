"""USENIX: pages with braces in titles, the programme, the mirror, and the page of Cloudflare's in place of them."""

import gzip

import pytest
from recorded import CONTACT, FILES, read, wanted

from rlist.lookup import usenix
from rlist.lookup.wanted import Contact, NotAnAnswer, Reply, Request, Step
from rlist.model.metadata import Metadata

SERVERLESS = "ServerlessLLM: Low-Latency Serverless Inference for Large Language Models"
PAGE = "https://www.usenix.org/conference/osdi24/presentation/fu"


def test_a_page_is_read_without_braces_and_places() -> None:
    found = read(usenix, "usenix_page.html", "page", wanted(usenix="osdi24/presentation/fu"), address=PAGE).candidates[
        1
    ][0]
    assert found.metadata == Metadata(
        title=SERVERLESS,
        authors=("Yao Fu", "Andrei-Octavian Brabete"),
        year=2024,
        venue="OSDI",
        abstract="This paper presents ServerlessLLM.\n\nIt is fast—and open.",
        identifiers={"usenix": "osdi24/presentation/fu"},
    )
    assert found.pdf_address == "https://www.usenix.org/system/files/osdi24-fu.pdf"
    assert found.is_claimed


def test_a_page_that_isnt_there_is_an_answer_where_the_site_says_so() -> None:
    one = wanted(usenix="osdi24/presentation/lin")
    assert read(usenix, "usenix_missing.html", "page", one, status=404).candidates == {}
    with pytest.raises(NotAnAnswer):
        read(usenix, "rate_exceeded.txt", "page", one, status=404)


@pytest.mark.parametrize("purpose", ["page", "mirror", "programme"])
def test_another_page_in_its_place_is_never_metadata(purpose: str) -> None:
    with pytest.raises(NotAnAnswer):
        read(usenix, "robot_check.html", purpose, wanted(SERVERLESS, usenix="osdi24/presentation/fu"))


@pytest.mark.parametrize("is_packed", [False, True], ids=["plain", "packed"])
def test_the_mirror_is_searched_by_title_and_by_address(is_packed: bool) -> None:
    body = (FILES / "usenix_mirror.bib").read_bytes()
    items = (
        wanted("Cost-Efficient Large Language Model Serving for Multi-Turn Conversations with CachedAttention", key=1),
        wanted(key=2, usenix="osdi24/presentation/fu"),
        wanted("Backpressure Flow Control", key=3),
    )
    request = Request(usenix.NAME, "https://github.com/", "mirror", items)
    answer = usenix.read(
        request, Reply(200, gzip.compress(body) if is_packed else body, "https://github.com/"), CONTACT
    )
    assert sorted(answer.candidates) == [1, 2]
    known = answer.candidates[1][0].metadata
    assert known.identifiers == {"usenix": "atc24/presentation/gao-bin-cost"}
    assert (known.authors, known.year, known.venue) == (("Bin Gao", "Zhuomin He"), 2024, "USENIX ATC")
    assert [request.url for request in answer.requests] == [
        "https://www.usenix.org/conference/atc24/presentation/gao-bin-cost"
    ]
    assert answer.requests[0].is_extra
    assert answer.candidates[2][0].is_claimed


def test_a_packed_mirror_that_is_too_large_is_none() -> None:
    bomb = gzip.compress(b"@inproceedings " * (4 << 20), 9)
    request = Request(usenix.NAME, "https://github.com/", "mirror", (wanted(SERVERLESS),))
    with pytest.raises(NotAnAnswer):
        usenix.read(request, Reply(200, bomb, "https://github.com/"), CONTACT)


def test_a_programme_has_title_people_and_address_of_each_paper() -> None:
    address = "https://www.usenix.org/conference/osdi24/technical-sessions"
    found = read(usenix, "usenix_programme.html", "programme", wanted(SERVERLESS), address=address).candidates[1][0]
    assert found.metadata.authors == ("Yao Fu", "Luo Mai", "Yuvraj Patel")
    assert (found.metadata.year, found.metadata.venue) == (2024, "OSDI")
    assert found.address == PAGE


def test_a_programme_without_a_paper_offers_none() -> None:
    request = Request(usenix.NAME, PAGE, "programme", (wanted(SERVERLESS),))
    page = b"<title>OSDI '26 | USENIX</title><p>The programme comes in May."
    assert usenix.read(request, Reply(200, page, PAGE, "text/html"), CONTACT).candidates == {}


@pytest.mark.parametrize(
    ("venue", "year", "conference"),
    [
        ("OSDI", 2024, "osdi24"),
        ("USENIX ATC 2024", None, "atc24"),
        ("USENIX Security", 2021, "usenixsecurity21"),
        ("18th USENIX Symposium on Operating Systems Design and Implementation", 2008, "osdi08"),
        ("ICML", 2023, None),
        ("OSDI", None, None),
    ],
)
def test_venue_and_year_name_a_programme(venue: str, year: int | None, conference: str | None) -> None:
    assert usenix.conference_of(Metadata("A title", venue=venue, year=year)) == conference


def test_the_mirror_is_asked_once_for_all_and_the_programme_for_what_it_hasnt() -> None:
    items = [wanted(f"A paper with number {i}", key=i, step=Step.TITLE, labels=("USENIX",)) for i in range(30)]
    assert len(usenix.ask(items, CONTACT)) == 1
    missing = [wanted("A paper", key=i, step=Step.WIDELY, venue="OSDI", year=2026) for i in range(3)]
    own = Contact(bases={"usenix": "http://localhost:1/", "usenix_mirror": "http://localhost:2"})
    assert [request.url for request in usenix.ask(missing, own)] == [
        "http://localhost:2/Pusnow/usenix.bib/releases/latest/download/usenix.bib.gz",
        "http://localhost:1/conference/osdi26/technical-sessions",
    ]


def test_what_isnt_of_usenix_isnt_asked_for_there() -> None:
    assert usenix.ask([wanted("A paper", step=Step.TITLE, venue="ICML", labels=("arXiv",))], CONTACT) == []

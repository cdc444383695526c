"""arXiv: few requests for many items, and its many ways of failing."""

from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import CONTACT, read, wanted

from rlist.lookup import arxiv
from rlist.lookup.wanted import NotAnAnswer, Reply, Request, Step


def query(url: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}


def test_a_hundred_ids_are_one_request() -> None:
    items = [wanted(key=i, arxiv=f"2404.{i:05}") for i in range(100)]
    requests = arxiv.ask(items, CONTACT)
    assert len(requests) == 1
    assert query(requests[0].url)["id_list"].count(",") == 99
    assert query(requests[0].url)["max_results"] == "100"


def test_a_malformed_id_isnt_asked_for() -> None:
    assert arxiv.ask([wanted(arxiv="https://arxiv.org/abs/1")], CONTACT) == []


def test_many_titles_are_few_requests_with_short_addresses() -> None:
    titles = [f"A Paper on the Subject Number {i} with a Title of Ordinary Length Indeed" for i in range(100)]
    requests = arxiv.ask([wanted(title, key=i, step=Step.TITLE) for i, title in enumerate(titles)], CONTACT)
    assert len(requests) <= 4
    assert all(len(request.url) < 4000 for request in requests)
    assert sorted(one.key for request in requests for one in request.wanted) == list(range(100))


@pytest.mark.parametrize(
    ("title", "authors", "sought"),
    [
        pytest.param(
            "Mamba: Linear-Time (Sequence) Modeling", (), 'ti:"mamba linear time sequence modeling"', id="punctuation"
        ),
        pytest.param("TTT", (), None, id="one word alone"),
        pytest.param("TTT", ("Yu Sun",), '(ti:"ttt" AND au:"sun")', id="one word and an author"),
        pytest.param("What's in a Name of Numbers", (), 'ti:"in a name of numbers"', id="an apostrophe"),
        pytest.param(r"The $Z_1$ State of Matter", (), 'ti:"the z 1 state of matter"', id="maths"),
    ],
)
def test_a_title_is_asked_for_as_a_phrase(title: str, authors: tuple[str, ...], sought: str | None) -> None:
    requests = arxiv.ask([wanted(title, *authors, step=Step.TITLE)], CONTACT)
    assert [query(request.url)["search_query"] for request in requests] == ([sought] if sought else [])


def test_parts_of_a_title_find_it_with_a_lost_space_and_a_name_in_front() -> None:
    item = wanted("Sarathi-Serve: Taming Throughput-Latency Tradeoff in LLM Inference", step=Step.WIDELY)
    sought = query(arxiv.ask([item], CONTACT)[0].url)["search_query"]
    assert 'ti:"taming throughput latency tradeoff in llm inference"' in sought
    assert "(ti:inference AND ti:tradeoff AND ti:llm)" in sought


def test_entries_are_matched_by_id_and_read_whole() -> None:
    items = [wanted(key=1, arxiv="2104.12255"), wanted(key=2, arxiv="1404.3450"), wanted(key=3, arxiv="9912.99999")]
    found = read(arxiv, "arxiv_ids.atom", "ids", *items).candidates
    assert sorted(found) == [1, 2]
    assert found[1][0].metadata.title == "0"
    known = found[2][0]
    assert known.is_claimed
    assert known.pdf_address == "https://arxiv.org/pdf/1404.3450"
    assert known.metadata.title == "Exotic Four Quark Matter: Z_1(4475)"
    assert known.metadata.authors == ("Li Ma", "Xiao-Hai Liu")
    assert (known.metadata.year, known.metadata.venue) == (2014, "Phys. Rev. D")
    assert known.metadata.identifiers == {"arxiv": "1404.3450", "doi": "10.1103/physrevd.90.037502"}
    assert known.metadata.abstract == (
        "Motivated by the LHCb's recent confirmation of Z_1(4475) as the resonance, its mass is 50% of that."
    )


def test_an_entry_without_a_date_has_the_year_of_its_id() -> None:
    found = read(arxiv, "arxiv_ids.atom", "ids", wanted(arxiv="astro-ph/0601001")).candidates[1][0].metadata
    assert found.year == 2006
    assert found.title.endswith("OGLE-III Transit Surveys")


def test_titles_are_found_in_any_order() -> None:
    items = [
        wanted("FlashAttention: Fast and Memory-Efficient Exact Attention", key=1, step=Step.TITLE),
        wanted("Sarathi-Serve: Taming Throughput-Latency Tradeoff in LLM Inference", key=2, step=Step.TITLE),
        wanted("Backpressure Flow Control", key=3, step=Step.TITLE),
    ]
    found = read(arxiv, "arxiv_titles.atom", "title", *items).candidates
    assert {key: [c.metadata.identifiers["arxiv"] for c in offers] for key, offers in found.items()} == {
        1: ["2205.14135"],
        2: ["2403.02310"],
    }


def test_nothing_found_is_an_answer() -> None:
    assert read(arxiv, "arxiv_none.atom", "ids", wanted(arxiv="2404.05405")).candidates == {}


@pytest.mark.parametrize("file", ["arxiv_error.atom", "arxiv_empty_page.atom", "rate_exceeded.txt", "robot_check.html"])
def test_a_failure_is_never_metadata(file: str) -> None:
    with pytest.raises(NotAnAnswer):
        read(arxiv, file, "ids", wanted(arxiv="2404.05405"))


FEED = b'<feed xmlns="http://www.w3.org/2005/Atom">'
ENTRY = b"<entry><id>http://arxiv.org/abs/2404.05405v1</id><title>&a;</title></entry>"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b'<!DOCTYPE feed [<!ENTITY a "ha">]>' + FEED + ENTRY, id="entities"),
        pytest.param(b'<!DOCTYPE feed [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + FEED + ENTRY, id="a file"),
        pytest.param(FEED + b"<a>" * 1_000_000, id="deep"),
        pytest.param(FEED + ENTRY * 100_000, id="entries without end"),
        pytest.param(FEED + b"<a></a>" * 1_000_000, id="elements without end"),
    ],
)
def test_a_feed_made_to_hang_is_none(body: bytes) -> None:
    request = Request(arxiv.NAME, "https://export.arxiv.org/", "ids", (wanted(arxiv="2404.05405"),))
    with pytest.raises(NotAnAnswer):
        arxiv.read(request, Reply(200, body, "https://export.arxiv.org/"), CONTACT)


@given(st.text(max_size=200), st.sampled_from([Step.TITLE, Step.WIDELY]))
def test_any_title_can_be_asked_for(title: str, step: Step) -> None:
    for request in arxiv.ask([wanted(title, step=step)], CONTACT):
        sought = query(request.url)["search_query"]
        assert sought.count('"') % 2 == 0
        assert sought.count("(") == sought.count(")")

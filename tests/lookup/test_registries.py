"""Crossref, DataCite and OpenReview: records of registries."""

from dataclasses import replace

import pytest
from recorded import CONTACT, FILES, read, wanted

from rlist.lookup import crossref, datacite, openreview
from rlist.lookup.wanted import Answer, Contact, NotAnAnswer, Reply, Request, Step, Wanted
from rlist.model.metadata import Metadata

PAGED = "Efficient Memory Management for Large Language Model Serving with PagedAttention"
DOI = "10.1145/3600006.3613165"
PARALLEL = "Parallelizing non-linear sequential models over the sequence length"


def test_a_doi_is_asked_for_with_the_readers_address() -> None:
    (request,) = crossref.ask([wanted(doi=DOI)], CONTACT)
    assert request.url == "https://api.crossref.org/works/10.1145%2F3600006.3613165?mailto=reader%40example.org"
    (request,) = crossref.ask([wanted(doi=DOI)], Contact())
    assert request.url == "https://api.crossref.org/works/10.1145%2F3600006.3613165"


def test_a_work_is_read_with_clean_names_and_abstract() -> None:
    found = read(crossref, "crossref_work.json", "work", wanted(doi=DOI)).candidates[1][0]
    assert found.is_claimed
    assert found.metadata == Metadata(
        title=PAGED,
        authors=("Woosuk Kwon", "Ludwig van den Berg Jr.", "The vLLM Team"),
        year=2023,
        venue="SOSP",
        abstract="High throughput serving & more.\n\nA second one.",
        identifiers={"doi": DOI},
    )


def test_of_a_list_only_what_is_like_the_title_counts() -> None:
    found = read(crossref, "crossref_titles.json", "titles", wanted(f"PagedAttention: {PAGED[:-20]}", step=Step.TITLE))
    assert [one.metadata.identifiers["doi"] for one in found.candidates[1]] == [DOI]
    assert read(crossref, "crossref_titles.json", "titles", wanted("Backpressure Flow Control")).candidates == {}


@pytest.mark.parametrize(
    ("item", "steps"),
    [
        pytest.param(
            wanted("Paged Attention for Serving", venue="SOSP", year=2023), {Step.TITLE, Step.WIDELY}, id="a venue"
        ),
        pytest.param(
            wanted("Paged Attention for Serving", labels=("ACM DL",)), {Step.TITLE, Step.WIDELY}, id="a label"
        ),
        pytest.param(wanted("Paged Attention for Serving", labels=("arXiv",)), {Step.WIDELY}, id="a preprint"),
        pytest.param(
            wanted("Paged Attention for Serving", venue="OSDI", labels=("USENIX",)), {Step.WIDELY}, id="of USENIX"
        ),
        pytest.param(wanted("The missing semester"), set(), id="few words"),
    ],
)
def test_titles_are_asked_for_where_hints_point_and_else_last(item: Wanted, steps: set[Step]) -> None:
    asked = {step for step in Step if crossref.ask([replace(item, step=step)], CONTACT)}
    assert asked == steps


def test_a_doi_of_another_agency_is_asked_for_there() -> None:
    request = Request(crossref.NAME, "https://api.crossref.org/", "work", (wanted(doi="10.5281/zenodo.1234567"),))
    answer = crossref.read(request, Reply(404, b"Resource not found.", ""), CONTACT)
    assert [further.url for further in answer.requests] == ["https://api.datacite.org/dois/10.5281%2Fzenodo.1234567"]
    found = read(datacite, "datacite_work.json", "work", *answer.requests[0].wanted).candidates[1][0].metadata
    assert found == Metadata(
        title="Crowdsourcing open citations with CROCI – An analysis",
        authors=("Ivan Heibi", "Silvio Peroni"),
        year=2019,
        venue="Zenodo",
        abstract="In this paper.",
        identifiers={"doi": "10.5281/zenodo.1234567"},
    )
    assert datacite.read(answer.requests[0], Reply(404, b"{}", ""), CONTACT) == Answer()
    assert datacite.ask([wanted(doi=DOI)], CONTACT) == []


@pytest.mark.parametrize(
    ("file", "status"), [("crossref_failed.json", 400), ("rate_exceeded.txt", 404), ("robot_check.html", 200)]
)
def test_what_is_no_record_is_never_metadata(file: str, status: int) -> None:
    with pytest.raises(NotAnAnswer):
        read(crossref, file, "work", wanted(doi=DOI), status=status)


def test_a_forum_is_read_in_both_versions_and_from_its_page() -> None:
    one = wanted(openreview="E34AlVLN0v")
    found = read(openreview, "openreview_v2.json", "v2", one).candidates[1][0]
    assert found.pdf_address == "https://openreview.net/pdf/0123.pdf"
    assert found.metadata == Metadata(
        title=PARALLEL,
        authors=("Yi Heng Lim", "Qi Zhu"),
        year=2024,
        venue="ICLR",
        abstract="Sequential models have long suffered.",
        identifiers={"openreview": "E34AlVLN0v"},
    )
    older = read(openreview, "openreview_v1.json", "v1", one).candidates[1][0].metadata
    assert (older.title, older.venue, older.year) == (PARALLEL, None, 2020)
    page = read(openreview, "openreview_page.html", "page", one).candidates[1][0].metadata
    assert (page.title, page.year) == (PARALLEL, 2023)


def test_what_one_version_of_openreview_refuses_is_asked_of_the_next() -> None:
    one = wanted(openreview="E34AlVLN0v")
    (request,) = openreview.ask([one], CONTACT)
    for following in ("https://api.openreview.net/notes?id=E34AlVLN0v", "https://openreview.net/forum?id=E34AlVLN0v"):
        (request,) = openreview.read(request, Reply(403, b"{}", ""), CONTACT).requests
        assert request.url == following
    with pytest.raises(NotAnAnswer):
        openreview.read(request, Reply(200, (FILES / "openreview_hidden.html").read_bytes(), "", "text/html"), CONTACT)

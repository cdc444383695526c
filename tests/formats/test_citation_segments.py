import pytest

from rlist.formats.citation import parse_citation
from rlist.formats.citation_segments import cited_by_parts, with_year_last
from rlist.formats.citation_tail import parse_tail, parse_venue_line


@pytest.mark.parametrize(
    ("text", "with_year"),
    [
        ("Law. Journal of Economy, 106 (1998): 1113-55.", "Law. Journal of Economy, 1998"),
        ("Trees. Journal 41:4 (October 2011): 883-906", "Trees. Journal, 2011"),
        ("Trees. Journal 27, no. 1 (Summer 2002): 5–39", "Trees. Journal, 2002"),
        ("Trees. CACM 34(10): 78-92 (1991)", "Trees. CACM, 1991"),
        ("Nineteen Eighty-Four (1949)", "Nineteen Eighty-Four (1949)"),
        ("Trees (2011)", "Trees (2011)"),
    ],
)
def test_volume_and_pages_around_a_year_are_left_out(text: str, with_year: str) -> None:
    assert with_year_last(text) == with_year


@pytest.mark.parametrize(
    ("text", "title", "authors", "venue", "year"),
    [
        pytest.param(
            "Smith JA, Lee K. Sleep and memory: a review. Nat Commun. 2019;10(1):1234.",
            *("Sleep and memory: a review", ("JA Smith", "K Lee"), "Nat Commun", 2019),
            id="medicine",
        ),
        pytest.param(
            "A. Neto, B.B. Carvalho and M. Hron, An acquisition system, Fusion Engineering and Design, 82 (2007), 1-9",
            *("An acquisition system", ("A. Neto", "B.B. Carvalho", "M. Hron"), "Fusion Engineering and Design", 2007),
            id="physics",
        ),
        pytest.param(
            "Rosenblum, Mendel and Ousterhout, John K. (February 1992) - “A Log-Structured File System”. ACM TOCS.",
            *("A Log-Structured File System", ("Mendel Rosenblum", "John K. Ousterhout"), "ACM TOCS", 1992),
            id="family names in front",
        ),
        pytest.param(
            "Slaughter, Anne-Marie. A New World Order. Princeton: Princeton University Press, 2004.",
            *("A New World Order", ("Anne-Marie Slaughter",), "Princeton University Press", 2004),
            id="the place of the publisher",
        ),
        pytest.param(
            "Hong-Tai Chou, David J. DeWitt: Buffer Management Strategies. VLDB 1985: 127-141",
            *("Buffer Management Strategies", ("Hong-Tai Chou", "David J. DeWitt"), "VLDB", 1985),
            id="pages behind the year",
        ),
        pytest.param(
            "Georg Cantor. Transfinite Numbers, translated by P. Jourdain. 1955",
            *("Transfinite Numbers, translated by P. Jourdain", ("Georg Cantor",), None, 1955),
            id="a translator is no author",
        ),
    ],
)
def test_citations_of_other_fields(
    text: str, title: str, authors: tuple[str, ...], venue: str | None, year: int
) -> None:
    citation = parse_citation(text)
    assert citation is not None
    assert (citation.title, citation.authors, citation.venue, citation.year) == (title, authors, venue, year)


def test_what_has_no_issue_is_not_taken_apart_so() -> None:
    assert cited_by_parts("Sleep and memory. A review. Nat Commun.") is None


def test_the_line_of_a_search_engine() -> None:
    found = parse_tail("A Vaswani, N Shazeer… - Advances in neural …, 2017 - proceedings.neurips.cc")
    assert found is not None
    assert (found.authors, found.et_al, found.year) == (("A Vaswani", "N Shazeer"), True, 2017)


@pytest.mark.parametrize(
    ("text", "venue"),
    [("J Big Data 2023", "J Big Data"), ("Psychopharmacology 1980", "Psychopharmacology"), ("on trees 1980", None)],
)
def test_a_line_of_a_venue_and_a_year(text: str, venue: str | None) -> None:
    found = parse_venue_line(text)
    assert (found.venue if found else None) == venue

"""Titles, abstracts and names as they come, and as they are kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import FILES

from rlist.lookup.cleaning import clean_abstract, clean_name, clean_title, first_year
from rlist.lookup.refusals import refusal


@pytest.mark.parametrize(
    ("written", "clean"),
    [
        ("The $Z_1(4475)$ state in $O(n^2)$", "The Z_1(4475) state in O(n^2)"),
        (r"Mamba $\rightarrow$ S6, by \emph{Br{\"u}el}", "Mamba → S6, by Brüel"),
        ("{ServerlessLLM}: {Low-Latency} Inference", "ServerlessLLM: Low-Latency Inference"),
        ("50% of AT&T", "50% of AT&T"),
        (r"100\% Safe $x$ & C#", "100% Safe x & C#"),
        ("costs $5 and $10 million", "costs $5 and $10 million"),
        ("AT&amp;amp;T <i>and</i> H<sub>2</sub>O", "AT&T and H2O"),
        ("a<b and c>d", "a<b and c>d"),
        ("Over two\n  lines", "Over two lines"),
        ("CROCI -- An Analysis", "CROCI – An Analysis"),
        ("red\x1b[31m \u202ealert", "red[31m alert"),
        (r"How I (Failed to) \LaTeX", "How I (Failed to) LaTeX"),
        (r"Odin: Microsoft\textquoterights Scalable \textmuTune", "Odin: Microsoft’s Scalable \N{MICRO SIGN}Tune"),
        ("0", "0"),
    ],
)
def test_a_title_is_clean_text(written: str, clean: str) -> None:
    assert clean_title(written) == clean


def test_an_abstract_keeps_its_paragraphs() -> None:
    assert (
        clean_abstract("<jats:title>Abstract</jats:title><jats:p>One\n two.</jats:p><jats:p>Three.</jats:p>")
        == "One two.\n\nThree."
    )
    assert clean_abstract("Abstract: We show it.") == "We show it."
    assert clean_abstract("  \n ") is None
    assert clean_abstract(None) is None


@pytest.mark.parametrize(
    ("written", "clean"),
    [
        ("Gu, Albert", "Albert Gu"),
        ("Albert Gu", "Albert Gu"),
        ("van den Berg, Jan", "Jan van den Berg"),
        ("Family, Jr., Given", "Given Family Jr."),
        ("Given Family, Jr.", "Given Family Jr."),
        ("R&#233;, Christopher", "Christopher Ré"),
        (":", None),
        ("et al.", None),
    ],
)
def test_a_name_is_given_then_family(written: str, clean: str | None) -> None:
    assert clean_name(written) == clean


@pytest.mark.parametrize(
    ("date", "year"),
    [("2021/6", 2021), ("July 3, 2024", 2024), ("2017-06-12T17:57:34Z", 2017), ("n.d.", None), ("10.1145/20191", None)],
)
def test_a_year_is_found_in_a_date(date: str, year: int | None) -> None:
    assert first_year(date) == year


@given(st.text(st.characters(), max_size=300) | st.text(list("{}$\\%&#^_~ab<>/\"'`"), max_size=80))
def test_any_text_is_cleaned_and_stays_on_one_line(text: str) -> None:
    title = clean_title(text)
    assert title == " ".join(title.split())
    assert all(c.isprintable() or c == " " or ord(c) > 0x9F for c in title)


@pytest.mark.parametrize(
    ("status", "body", "is_passing"),
    [
        pytest.param(200, (FILES / "rate_exceeded.txt").read_bytes(), True, id="rate exceeded, with status 200"),
        pytest.param(403, (FILES / "robot_check.html").read_bytes(), False, id="blocked"),
        pytest.param(200, b"<html><head><title>Just a moment...</title>", False, id="a check for robots"),
        pytest.param(200, b" \n", True, id="nothing"),
        pytest.param(503, b"busy", True, id="busy"),
        pytest.param(404, b"gone", False, id="not there"),
    ],
)
def test_an_answer_that_is_none_is_told(status: int, body: bytes, is_passing: bool) -> None:
    found = refusal(status, body)
    assert found
    assert found.is_passing is is_passing


@pytest.mark.parametrize(("status", "body"), [(200, b"<title>Just in Time</title>"), (404, b"Resource not found.")])
def test_an_answer_is_one(status: int, body: bytes) -> None:
    assert refusal(status, body, frozenset({200, 404})) is None


def test_every_recorded_answer_is_used() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in FILES.parent.glob("test_*.py"))
    assert [path.name for path in FILES.iterdir() if path.name not in tests] == []

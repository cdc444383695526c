import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.model.address import browser_address, percent_decoded, readable_address, split_address, trim_address


@pytest.mark.parametrize(
    ("written", "trimmed"),
    [
        pytest.param("https://example.org/a.", "https://example.org/a", id="full stop"),
        pytest.param("https://example.org/a),", "https://example.org/a", id="bracket of the sentence"),
        pytest.param("https://example.org/Paxos_(cs))", "https://example.org/Paxos_(cs)", id="bracket of its own"),
        pytest.param("https://example.org/a][b", "https://example.org/a", id="square bracket"),
        pytest.param('https://example.org/a?!’"', "https://example.org/a", id="marks"),
    ],
)
def test_marks_of_the_sentence_are_trimmed(written: str, trimmed: str) -> None:
    assert trim_address(written) == trimmed


@pytest.mark.parametrize(
    ("url", "title"),
    [
        (
            "https://arthurchiao.art/blog/understanding-gpu-performance/",
            "understanding-gpu-performance · arthurchiao.art",
        ),
        ("https://wizardzines.com/", "wizardzines.com"),
        ("https://x.com/christopher/status/1811406837675163998?s=46", "christopher/status/1811406837675163998 · x.com"),
        ("https://example.org/a%20b/index.html", "a%20b/index · example.org"),
        ("https://www.youtube.com/watch?v=abc", "watch?v=abc · youtube.com"),
        ("https://example.org/#/one", "#/one · example.org"),
    ],
)
def test_an_address_stands_for_a_title(url: str, title: str) -> None:
    assert readable_address(url) == title


def test_only_a_missing_scheme_is_added_for_the_browser() -> None:
    assert browser_address("www.example.org/a") == "https://www.example.org/a"
    assert browser_address("example.org:8080/a") == "https://example.org:8080/a"
    assert browser_address("http://www.Example.org/Path/?b=2&a=1#x") == "http://www.Example.org/Path/?b=2&a=1#x"
    assert browser_address("mailto:a@example.org") == "mailto:a@example.org"


@given(st.text(max_size=50))
def test_any_text_can_be_split_trimmed_and_decoded(text: str) -> None:
    split_address(text)
    readable_address(text)
    assert trim_address(trim_address(text)) == trim_address(text)
    assert percent_decoded(percent_decoded(text)) == percent_decoded(text)

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.formats.addresses import find_addresses

LONG = "abc." * 1500 + "d"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(
            "(see https://example.org/wiki/Paxos_(computer_science))",
            ["https://example.org/wiki/Paxos_(computer_science)"],
            id="own brackets",
        ),
        pytest.param("https://example.org/a_(b)_c, next", ["https://example.org/a_(b)_c"], id="brackets within"),
        pytest.param(
            "<https://example.org/a> and <pid> and https://example.org/b>",
            ["https://example.org/a", "https://example.org/b"],
            id="angle brackets",
        ),
        pytest.param(
            "authors )https://research.example.org", ["https://research.example.org"], id="text touches in front"
        ),
        pytest.param("in S5):(https://example.org/p/a-b)", ["https://example.org/p/a-b"], id="colon and bracket"),
        pytest.param("https://a.comhttps://b.com", ["https://a.com", "https://b.com"], id="two that touch"),
        pytest.param(f"(https://a.com/{LONG}).", [f"https://a.com/{LONG}"], id="a very long one"),
        pytest.param(
            f"https://a.com/{LONG}https://b.com",
            [f"https://a.com/{LONG}", "https://b.com"],
            id="one that touches a very long one",
        ),
        pytest.param(
            "https://example.org/?u=https://b.com", ["https://example.org/?u=https://b.com"], id="one inside another"
        ),
        pytest.param(
            '"https://example.org/q", “https://example.org/r”',
            ["https://example.org/q", "https://example.org/r"],
            id="quotes",
        ),
        pytest.param(
            "见https://example.org/论文?编号=1，很好", ["https://example.org/论文?编号=1"], id="letters beyond ASCII"
        ),
        pytest.param("HTTPS://Example.org/X. Then", ["HTTPS://Example.org/X"], id="as it was written"),
        pytest.param(
            "www.example.com/no-scheme, github.com/a/b", ["www.example.com/no-scheme", "github.com/a/b"], id="no scheme"
        ),
        pytest.param("mcarilli/nsight.sh - and/or torch.compile, a@example.org/x", [], id="no addresses"),
        pytest.param("**https://example.org/x**", ["https://example.org/x"], id="bold"),
        pytest.param("https:// alone", [], id="scheme alone"),
        pytest.param(
            "[Data](https://example.org/loading_(v2).pdf) [[pdf]](http://a.org/b)",
            ["https://example.org/loading_(v2).pdf", "http://a.org/b"],
            id="Markdown",
        ),
        pytest.param(
            "[![PRs](https://img.org/x)](https://example.org/pulls)", ["https://example.org/pulls"], id="linked image"
        ),
        pytest.param('[a](<https://example.org/a b> "title")', ["https://example.org/a b"], id="Markdown with a title"),
    ],
)
def test_addresses_end_where_the_sentence_goes_on(text: str, found: list[str]) -> None:
    assert [address.url for address in find_addresses(text) if address.url] == found


@pytest.mark.parametrize(
    ("text", "scheme", "value"),
    [
        ("arXiv:1706.03762 [cs.CL]", "arxiv", "1706.03762"),
        ("arxiv 2404.05405", "arxiv", "2404.05405"),
        ("math/0406077", "arxiv", "math/0406077"),
        ("doi:10.1145/359545.359563.", "doi", "10.1145/359545.359563"),
        ("ISBN 978-0-13-468599-1", "isbn", "9780134685991"),
    ],
)
def test_identifiers_are_addresses_too(text: str, scheme: str, value: str) -> None:
    assert [(a.url, a.scheme, a.value) for a in find_addresses(text)] == [(None, scheme, value)]


def test_the_number_inside_an_address_is_no_identifier_of_its_own() -> None:
    assert [a.scheme for a in find_addresses("https://arxiv.org/abs/1706.03762 and https://doi.org/10.1145/1.2")] == [
        "",
        "",
    ]


pieces = [
    "https://",
    "a.org/",
    "[",
    "](",
    ")",
    "(",
    "<",
    ">",
    "!",
    " ",
    "arXiv:1706.03762",
    "10.1145/1",
    "www.b.com",
    "\\",
    "x",
]


@given(st.lists(st.sampled_from(pieces), max_size=25).map("".join))
def test_addresses_stand_in_order_and_apart(text: str) -> None:
    end = 0
    for address in find_addresses(text):
        assert end <= address.start < address.end <= len(text)
        end = address.end

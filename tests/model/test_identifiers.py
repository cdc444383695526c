import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.model.identifiers import find_mentions, normal_isbn


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        pytest.param("arXiv:1706.03762v5, see", [("arXiv:1706.03762v5", "arxiv", "1706.03762")], id="arXiv"),
        pytest.param(
            "doi:10.1145/1 and ISBN 978-0-13-468599-1",
            [("doi:10.1145/1", "doi", "10.1145/1"), ("ISBN 978-0-13-468599-1", "isbn", "9780134685991")],
            id="two",
        ),
        pytest.param("ISBN 978-0-13-468599-2", [], id="wrong check digit"),
        pytest.param("PMID: 12345678", [("PMID: 12345678", "pmid", "12345678")], id="PubMed"),
        pytest.param("nothing here, 3.14 and 10/12", [], id="numbers"),
    ],
)
def test_identifiers_are_found_where_they_stand(text: str, mentions: list[tuple[str, str, str]]) -> None:
    assert [(text[m.start : m.end], m.scheme, m.value) for m in find_mentions(text)] == mentions


def test_an_isbn_of_ten_digits_gets_thirteen() -> None:
    assert normal_isbn("0-306-40615-2") == "9780306406157"
    assert normal_isbn("080442957X") == "9780804429573"
    assert normal_isbn("0-306-40615-3") is None


@given(
    st.lists(
        st.sampled_from(["arXiv", "doi", ":", " ", "10.1145/", "1706.03762", "isbn", "<", ">", "(", ")", "v2"])
    ).map("".join)
)
def test_mentions_never_overlap(text: str) -> None:
    end = 0
    for mention in find_mentions(text):
        assert end <= mention.start < mention.end <= len(text)
        end = mention.end

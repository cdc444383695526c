import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rlist.model.identity import (
    SITES,
    address_of,
    canonical_address,
    identifiers_of,
    is_repository_address,
    read_reference,
    title_key,
)

SICI = "10.1002/(SICI)1097-0258(19970515)16:9<981::AID-SIM510>3.0.CO;2-N"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("https://arxiv.org/abs/2312.00752", "2312.00752", id="abstract page"),
        pytest.param(
            "http://www.arxiv.org/abs/1810.04805v2?utm_source=feed#S3", "1810.04805", id="version and tracking"
        ),
        pytest.param("http://arxiv.org/pdf/1706.03762.pdf", "1706.03762", id="pdf"),
        pytest.param("https://arxiv.org/html/2404.05405v1", "2404.05405", id="html"),
        pytest.param("https://huggingface.co/papers/2401.15024", "2401.15024", id="Hugging Face"),
        pytest.param("https://www.alphaxiv.org/abs/2208.04933", "2208.04933", id="alphaXiv"),
        pytest.param("https://doi.org/10.48550/arXiv.2304.05376", "2304.05376", id="DOI of arXiv"),
        pytest.param("https://arxiv.org/abs/hep-th/9901001v3", "hep-th/9901001", id="old style"),
        pytest.param("https://arxiv.org/abs/math.GT/0309136", "math/0309136", id="old style with a class"),
        pytest.param("arXiv:1706.03762 [cs.CL]", "1706.03762", id="stamp"),
        pytest.param("see arxiv 2404.05405 for more", "2404.05405", id="word in front"),
        pytest.param("[1706.03762] Attention Is All You Need", "1706.03762", id="in brackets"),
        pytest.param("1706.03762", "1706.03762", id="alone"),
        pytest.param("math/0406077", "math/0406077", id="old style alone"),
        pytest.param("It took 1706.03762 seconds in all", None, id="number in a sentence"),
        pytest.param("2024.12345", None, id="no such month"),
        pytest.param("1234.5678", None, id="no such month, four digits"),
        pytest.param("1205.12345", None, id="five digits came in 2015"),
        pytest.param("and/0406077", None, id="no such archive"),
    ],
)
def test_arxiv_ids_are_found_without_version(text: str, found: str | None) -> None:
    assert identifiers_of(text).get("arxiv") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("10.1145/359545.359563", "10.1145/359545.359563", id="alone"),
        pytest.param("(doi: 10.1145/359545.359563).", "10.1145/359545.359563", id="in a sentence"),
        pytest.param("https://dx.doi.org/10.1007/S00120-007-1345-2", "10.1007/s00120-007-1345-2", id="lower case"),
        pytest.param(f"doi: {SICI}.", SICI.lower(), id="angle brackets"),
        pytest.param("https://dl.acm.org/doi/pdf/10.1145/3600006.3613165", "10.1145/3600006.3613165", id="ACM"),
        pytest.param(
            "https://link.springer.com/article/10.1007/s00446-019-1.pdf", "10.1007/s00446-019-1", id="Springer"
        ),
        pytest.param(
            "https://www.biorxiv.org/content/10.1101/2020.01.01.123v1.full", "10.1101/2020.01.01.123", id="bioRxiv"
        ),
        pytest.param("10.48550/arXiv.1706.03762", None, id="arXiv has its own"),
        pytest.param("version 10.15/20", None, id="no registrant"),
    ],
)
def test_dois_are_found_in_lower_case(text: str, found: str | None) -> None:
    assert identifiers_of(text).get("doi") == found


@pytest.mark.parametrize(
    ("address", "identifiers"),
    [
        pytest.param(
            "https://www.usenix.org/conference/osdi24/presentation/lin-zhiqi",
            {"usenix": "osdi24/presentation/lin-zhiqi"},
            id="USENIX",
        ),
        pytest.param(
            "https://www.usenix.org/conference/atc14/technical-sessions/presentation/ongaro",
            {"usenix": "atc14/presentation/ongaro"},
            id="USENIX before 2016",
        ),
        pytest.param("https://openreview.net/pdf?id=a_b-1", {"openreview": "a_b-1"}, id="OpenReview"),
        pytest.param("https://aclanthology.org/2021.naacl-main.208.pdf", {"acl": "2021.naacl-main.208"}, id="ACL"),
        pytest.param("https://aclanthology.org/P19-1001/", {"acl": "P19-1001"}, id="ACL before 2020"),
        pytest.param("https://proceedings.mlr.press/v202/gao23f/gao23f.pdf", {"pmlr": "v202/gao23f"}, id="PMLR"),
        pytest.param("https://youtu.be/abc123XYZ_0?t=42", {"youtube": "abc123XYZ_0"}, id="short link of a video"),
        pytest.param("http://www.ncbi.nlm.nih.gov/pubmed/21816040", {"pmid": "21816040"}, id="PubMed before 2020"),
        pytest.param("https://example.org/2312.00752", {}, id="any other site"),
    ],
)
def test_sites_tell_identifiers(address: str, identifiers: dict[str, str]) -> None:
    assert identifiers_of(address) == identifiers


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("https://example.org/a", "http://www.Example.org:80/a/", id="scheme, www, case, port, slash"),
        pytest.param(
            "https://example.org/a?b=2&a=1", "https://example.org/a?a=1&b=2&utm_source=x&fbclid=y", id="tracking"
        ),
        pytest.param("https://example.org/guide#:~:text=39.2%20I", "https://example.org/guide", id="text fragment"),
        pytest.param("https://example.org/Paxos_%28cs%29", "https://example.org/Paxos_(cs)", id="percent-coding"),
        pytest.param("https://example.org/%C5%93uvre", "https://example.org/œuvre", id="letters beyond ASCII"),
        pytest.param("https://twitter.com/a/status/1?s=12", "https://x.com/a/status/1", id="Twitter"),
        pytest.param("https://youtu.be/V1?t=42", "https://www.youtube.com/watch?v=V1&t=3", id="video"),
        pytest.param("https://arxiv.org/pdf/1706.03762v5", "https://huggingface.co/papers/1706.03762", id="paper"),
        pytest.param("https://doi.org/10.1145/ABC", "http://dx.doi.org/10.1145/abc", id="DOI"),
        pytest.param("https://github.com/Owner/Repo.git", "https://github.com/owner/repo/", id="repository"),
        pytest.param("https://en.m.wikipedia.org/wiki/Raft", "https://en.wikipedia.org/wiki/Raft", id="mobile page"),
        pytest.param("www.example.com/x", "https://example.com/x", id="no scheme"),
    ],
)
def test_one_page_has_one_canonical_address(one: str, other: str) -> None:
    assert canonical_address(one) == canonical_address(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("https://example.org/Path", "https://example.org/path", id="letter case of the path"),
        pytest.param("https://example.org/item?id=1", "https://example.org/item?id=2", id="parameters"),
        pytest.param("https://example.org/#/one", "https://example.org/#/two", id="fragments that are pages"),
        pytest.param("https://example.org/guide#part-2", "https://example.org/guide", id="place in a page"),
        pytest.param("https://example.org:8080/", "https://example.org/", id="other port"),
        pytest.param("https://example.org/a%2Fb", "https://example.org/a/b", id="coded slash"),
        pytest.param("https://www.youtube.com/watch?v=A", "https://www.youtube.com/watch?v=B", id="videos"),
    ],
)
def test_two_pages_have_two_canonical_addresses(one: str, other: str) -> None:
    assert canonical_address(one) != canonical_address(other)


addresses = st.lists(
    st.sampled_from(
        [
            *(
                "https://",
                "http://",
                "ftp://",
                "www.",
                "example.org",
                "arxiv.org/abs/",
                "2312.00752",
                "doi.org/10.1145/",
                "x.com",
            ),
            *(
                "/",
                "?",
                "#",
                "&",
                "=",
                "%41",
                "%2F",
                "%25",
                "%20",
                "%C3%A9",
                "%ff",
                ":",
                ":80",
                "@",
                "v",
                "t=1",
                "utm_a=b",
                "+",
            ),
            *("a", "Ä", " ", ":~:text", ".git", "github.com/", "youtu.be/", "(", "'"),
        ]
    ),
    max_size=12,
).map("".join)


@given(st.one_of(addresses, st.text(max_size=40)))
@example("https://web.archive.org/web/2020/https://example.org/")
@example("https:// https://")
def test_a_canonical_address_stays_as_it_is(address: str) -> None:
    once = canonical_address(address)
    assert canonical_address(once) == once


@given(st.text(max_size=40))
def test_a_title_key_stays_as_it_is(title: str) -> None:
    assert title_key(title_key(title)) == title_key(title)


def test_title_keys_differ_in_words_alone() -> None:
    assert title_key("RoFormer:  Enhanced “Transformer” …") == title_key("roformer - enhanced transformer")
    assert title_key("ＬＬＭ ﬁne-tuning") == title_key("LLM fine tuning")
    assert title_key("Straße") == title_key("STRASSE")
    assert title_key("Word2vec") != title_key("Word2vec 2")
    assert title_key("???") == "???"


@given(
    st.sampled_from(sorted({site.scheme for site in SITES} - {"doi"})), st.from_regex(r"[a-z0-9]{4,9}", fullmatch=True)
)
def test_addresses_of_identifiers_tell_them_again(scheme: str, value: str) -> None:
    value = {
        "arxiv": "2312.00752",
        "usenix": f"osdi24/presentation/{value}",
        "acl": "P19-1001",
        "pmlr": f"v1/{value}",
    }.get(scheme, "12345678" if scheme == "pmid" else value)
    address = address_of(scheme, value)
    assert address is not None
    assert identifiers_of(address) == {scheme: value}


def test_a_scheme_without_addresses_has_none() -> None:
    assert address_of("citekey", "gu2023mamba") is None


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://github.com/example/fa", True),
        ("https://github.com/example/fa/tree/main", True),
        ("https://github.com/example/fa/blob/main/README.md", False),
        ("https://github.com/example", False),
        ("https://arxiv.org/abs/2312.00752", False),
    ],
)
def test_repositories_are_told_from_what_is_in_them(address: str, expected: bool) -> None:
    assert is_repository_address(address) is expected


@pytest.mark.parametrize(
    ("typed", "address", "identifiers"),
    [
        pytest.param("https://example.org/a b", None, None, id="two words"),
        pytest.param("https://example.org/a", "https://example.org/a", {}, id="address"),
        pytest.param("<https://example.org/a>", "https://example.org/a", {}, id="in angle brackets"),
        pytest.param("www.example.org", "www.example.org", {}, id="www"),
        pytest.param("example.org", "example.org", {}, id="host alone"),
        pytest.param(
            "arxiv.org/abs/2312.00752v2", "arxiv.org/abs/2312.00752v2", {"arxiv": "2312.00752"}, id="no scheme"
        ),
        pytest.param("arXiv:2312.00752v2", None, {"arxiv": "2312.00752"}, id="arXiv id"),
        pytest.param("2312.00752", None, {"arxiv": "2312.00752"}, id="bare arXiv id"),
        pytest.param("hep-th/9901001", None, {"arxiv": "hep-th/9901001"}, id="old arXiv id"),
        pytest.param("doi:10.1145/359545.359563", None, {"doi": "10.1145/359545.359563"}, id="DOI"),
        pytest.param(SICI, None, {"doi": SICI.lower()}, id="DOI with angle brackets"),
        pytest.param("978-0-13-468599-1", None, {"isbn": "9780134685991"}, id="ISBN"),
        pytest.param("0-201-03801-3", None, {"isbn": "9780201038019"}, id="ISBN of ten digits"),
        pytest.param("Attention Is All You Need", None, None, id="title"),
        pytest.param("torch.compile", None, None, id="a word with a point"),
        pytest.param("Node.js", None, None, id="a name with a point"),
        pytest.param("", None, None, id="nothing"),
    ],
)
def test_what_a_user_types_is_read(typed: str, address: str | None, identifiers: dict[str, str] | None) -> None:
    reference = read_reference(typed)
    assert (reference is None) == (address is None and identifiers is None)
    if reference:
        assert reference.address == address
        assert reference.identifiers == identifiers

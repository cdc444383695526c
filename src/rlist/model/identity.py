"""What makes two mentions one item: the identifiers and the canonical address that they share."""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rlist.model.address import TOP_LEVEL, Parts, percent_decoded, split_address, trim_address
from rlist.model.identifiers import ARXIV, doi_or_arxiv, find_mentions, normal_isbn, without_class


class Reference(NamedTuple):
    """What a user's argument names: an address as it was written, or None, with the identifiers in it."""

    address: str | None
    identifiers: Mapping[str, str]


class Site(NamedTuple):
    """Hosts whose addresses hold an identifier: `pattern` matches path and query, its first group is the value."""

    scheme: str
    hosts: tuple[str, ...]
    pattern: str


_DOI = r"(10\.\d{4,9}(?:\.\d+)*/[^?]+?)"
SITES = (
    Site("arxiv", ("arxiv.org", "ar5iv.org", "ar5iv.labs.arxiv.org", "browse.arxiv.org"), rf"/[\w-]+/{ARXIV}"),
    Site("arxiv", ("huggingface.co", "hf.co", "emergentmind.com", "arxiv-vanity.com"), rf"/papers/{ARXIV}"),
    Site("arxiv", ("alphaxiv.org",), rf"/(?:abs|pdf|html|overview|resources)/{ARXIV}"),
    Site("arxiv", ("semanticscholar.org", "api.semanticscholar.org", "scirate.com"), rf"/arxiv[:/]{ARXIV}"),
    Site("doi", ("doi.org",), rf"/(?:doi:)?{_DOI}(?:\?|$)"),
    Site("doi", ("dl.acm.org",), rf"/doi/(?:(?:abs|pdf|epdf|full|fullHtml|book)/)?{_DOI}(?:\?|$)"),
    Site("doi", ("link.springer.com",), rf"/(?:article|chapter|book|content/pdf)/{_DOI}(?:\.pdf)?(?:\?|$)"),
    Site(
        "doi",
        (
            "onlinelibrary.wiley.com",
            "science.org",
            "pnas.org",
            "tandfonline.com",
            "journals.sagepub.com",
            "pubs.acs.org",
        ),
        rf"/doi/(?:(?:abs|pdf|pdfdirect|epdf|full)/)?{_DOI}(?:\?|$)",
    ),
    Site("doi", ("biorxiv.org", "medrxiv.org"), r"/content/(10\.\d{4,9}/[\d.]*\d)(?:v\d+)?(?![\d.]*\d)"),
    Site("usenix", ("usenix.org",), r"/conference/([\w-]+/(?:technical-sessions/)?presentation/[\w-]+)"),
    Site("openreview", ("openreview.net",), r"/(?:forum|pdf)\?(?:.*&)?id=([\w-]+)"),
    Site("acl", ("aclanthology.org",), r"/([A-Z]\d\d-\d{4}|\d{4}\.[\w-]+\.\d+)(?:v\d+)?(?:\.pdf|\.bib|/|\?|$)"),
    Site("acl", ("aclweb.org",), r"/anthology/(?:[A-Z]/[A-Z]\d\d/)?([A-Z]\d\d-\d{4})"),
    Site("pmlr", ("proceedings.mlr.press",), r"/(v\d+/[\w-]+)"),
    Site("pmid", ("pubmed.ncbi.nlm.nih.gov",), r"/(\d+)"),
    Site("pmid", ("ncbi.nlm.nih.gov",), r"/(?:m/)?pubmed/(\d+)"),
    Site("youtube", ("youtube.com",), r"/(?:watch\?(?:.*&)?v=|embed/|shorts/|live/|v/)([\w-]+)"),
    Site("youtube", ("youtu.be",), r"/([\w-]+)"),
)
ADDRESSES = {
    "arxiv": "https://arxiv.org/abs/{}",
    "doi": "https://doi.org/{}",
    "usenix": "https://www.usenix.org/conference/{}",
    "openreview": "https://openreview.net/forum?id={}",
    "acl": "https://aclanthology.org/{}",
    "pmlr": "https://proceedings.mlr.press/{}.html",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/{}",
    "isbn": "https://openlibrary.org/isbn/{}",
    "youtube": "https://www.youtube.com/watch?v={}",
}
# Where a site keeps the PDF of a work; `{0}` is the identifier, `{1}` what stands behind its last slash.
_PDFS = {
    "arxiv": "https://arxiv.org/pdf/{0}",
    "openreview": "https://openreview.net/pdf?id={0}",
    "acl": "https://aclanthology.org/{0}.pdf",
    "pmlr": "https://proceedings.mlr.press/{0}/{1}.pdf",
}
_SITES_OF_HOST = {host: tuple(s for s in SITES if host in s.hosts) for site in SITES for host in site.hosts}
# Hosts that show the same pages; mobile Wikipedia is the one whose name goes on in front.
_SAME_HOST = {
    "twitter.com": "x.com",
    "mobile.twitter.com": "x.com",
    "m.twitter.com": "x.com",
    "mobile.x.com": "x.com",
    "export.arxiv.org": "arxiv.org",
    "dx.doi.org": "doi.org",
    "m.youtube.com": "youtube.com",
    "old.reddit.com": "reddit.com",
    "np.reddit.com": "reddit.com",
}
_TRACKING = (
    r"utm_\w+|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|ref_src|ref_url|_hsenc|_hsmi|mkt_tok|vero_id|cmpid"
)
_TRACKING_OF_HOST = {"x.com": {"s", "t"}, "youtube.com": {"t", "si", "feature", "pp", "ab_channel"}}
_REPOSITORY_HOSTS = {"github.com", "gitlab.com", "codeberg.org", "bitbucket.org"}


def identifiers_of(text: str) -> dict[str, str]:
    """The identifiers in an address, or in a text: {"arxiv": "2312.00752"}, the first one of each scheme.

    An arXiv id ("2312.00752", "hep-th/9901001") comes without its version, from addresses of arXiv and of its mirrors,
    from `arXiv:…`, or bare as `find_mentions` has it; a DOI ("10.1145/359545.359563") in lower case.
    Forms: https://info.arxiv.org/help/arxiv_identifier.html, https://www.doi.org/doi-handbook/
    """
    found: dict[str, str] = {}
    stripped = text.strip()
    is_address = "://" in stripped[:12] or stripped.startswith("www.")
    addresses = [stripped] if " " not in stripped else re.findall(r"https?://[^\s<>\"]+", text, re.IGNORECASE)
    for address in addresses:
        parts = _same_site(split_address(address if address is stripped else trim_address(address)))
        if parts and (pair := _identifier_in(parts)):
            found.setdefault(*pair)
    if not found or not is_address:
        for mention in find_mentions(text):
            found.setdefault(mention.scheme, mention.value)
    return found


def address_of(scheme: str, value: str) -> str | None:
    """The address at which the work with this identifier is found, or None for a scheme without one."""
    return ADDRESSES[scheme].format(value) if scheme in ADDRESSES else None


def pdf_address(url: str) -> str | None:
    """The address of the PDF of the work at `url`, which may be that itself, or None where it can't be told."""
    for scheme, value in identifiers_of(url).items():
        if scheme in _PDFS:
            return _PDFS[scheme].format(value, value.rpartition("/")[2])
    parts = split_address(url)
    return url if parts and parts.path.lower().endswith(".pdf") else None


# An import asks for the addresses and the titles of a thousand entries, then for them again while it places and writes
# them.
_OF_AN_IMPORT = 8192


@lru_cache(_OF_AN_IMPORT)
def canonical_address(url: str) -> str:
    """The form in which addresses are compared: equal for all addresses of one page, one paper, one video.

    It has no scheme, no `www.`, no last slash, no default port, no tracking parameters, no text fragment and no
    needless percent-coding; the host is in lower case and the parameters are sorted. A fragment that names a place
    stays. It isn't for opening: that is the address which was written.
    """
    parts = _same_site(split_address(url))
    if parts is None:
        return url.strip()
    if pair := _identifier_in(parts):
        scheme, value = pair
        return ADDRESSES[scheme].format(value).removeprefix("https://").removeprefix("www.")
    path = percent_decoded(parts.path).rstrip("/")
    if parts.host in _REPOSITORY_HOSTS and (repository := re.match(r"/[^/]+/[^/]+", path)):
        # The names of owner and repository have no letter case, the paths inside have.
        path = repository[0].lower().removesuffix(".git") + path[repository.end() :]
    dropped = _TRACKING_OF_HOST.get(parts.host, set())
    parameters = sorted(
        percent_decoded(parameter.replace("+", "%20"))
        for parameter in parts.query.split("&")
        if parameter and (name := parameter.partition("=")[0]) not in dropped and not re.fullmatch(_TRACKING, name)
    )
    fragment = percent_decoded(parts.fragment).partition(":~:")[0]
    return "".join(
        (
            f"{parts.scheme}://" if parts.scheme not in {"", "http", "https"} else "",
            parts.host,
            f":{parts.port}" if parts.port not in {"", "80", "443"} else "",
            path,
            f"?{'&'.join(parameters)}" if parameters else "",
            f"#{fragment}" if fragment else "",
        )
    )


def _same_site(parts: Parts | None) -> Parts | None:
    """`parts` with the one host that stands for all that show the same pages."""
    if parts is None:
        return None
    host = _SAME_HOST.get(parts.host, parts.host)
    return parts._replace(host=host.replace(".m.wikipedia.org", ".wikipedia.org"))


def _identifier_in(parts: Parts) -> tuple[str, str] | None:
    """Scheme and value of the identifier that an address holds."""
    if parts.host not in _SITES_OF_HOST:
        return None
    place = percent_decoded(parts.path) + (f"?{parts.query}" if parts.query else "")
    for site in _SITES_OF_HOST[parts.host]:
        if match := re.match(site.pattern, place, re.IGNORECASE):
            if site.scheme == "doi":
                return doi_or_arxiv(trim_address(match[1]).rstrip("/"))
            if site.scheme == "arxiv":
                return "arxiv", without_class(match[1])
            if site.scheme == "usenix":
                return "usenix", match[1].lower().replace("technical-sessions/", "")
            return site.scheme, match[1]
    return None


def is_repository_address(url: str) -> bool:
    """Whether an address is that of a whole code repository, which many works may share, and not of a file in it."""
    parts = split_address(url)
    if parts is None or parts.host not in _REPOSITORY_HOSTS:
        return False
    return re.fullmatch(r"/[^/]+/[^/]+(?:/tree/[^/]+)?/?", parts.path) is not None


@lru_cache(_OF_AN_IMPORT)
def title_key(title: str) -> str:
    """`title` as titles are compared: no difference of letter case, forms of characters, punctuation or blanks."""
    if title.isascii():
        folded = title.lower()
        words = re.sub(r"[\W_]+", " ", folded)
    else:
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", title).casefold())
        # Marks on letters are parts of words in many scripts.
        words = "".join(c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in folded)
    return " ".join(words.split()) or " ".join(folded.split())


def read_reference(text: str) -> Reference | None:
    """What one argument of a user names, or None where it is words, such as a title.

    An address, also without scheme (`www.example.org`, `arxiv.org/abs/1706.03762`); a DOI with or without `doi:`; an
    arXiv id, old and new style, with or without `arXiv:`; an ISBN.
    """
    written = text.strip().removeprefix("<").removesuffix(">").strip("\"'“”‘’ .,;")
    if re.fullmatch(r"(?:https?|ftp)://[^\s/]\S*", written, re.IGNORECASE) or re.fullmatch(
        rf"(?:[a-z0-9_-]+\.)+{TOP_LEVEL}(?::\d+)?(?:[/?#]\S*)?", written, re.IGNORECASE
    ):
        return Reference(written, identifiers_of(written))
    mentions = list(find_mentions(written))
    if len(mentions) == 1 and (mentions[0].start, mentions[0].end) == (0, len(written)):
        return Reference(None, {mentions[0].scheme: mentions[0].value})
    if isbn := normal_isbn(written) if re.fullmatch(r"[\dxX -]{10,17}", written) else None:
        return Reference(None, {"isbn": isbn})
    return None

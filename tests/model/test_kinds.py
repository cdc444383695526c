import pytest

from rlist.model.item import Kind
from rlist.model.kinds import kind_of


@pytest.mark.parametrize(
    ("address", "label", "kind"),
    [
        ("https://arxiv.org/abs/2312.00752", None, Kind.PAPER),
        ("https://huggingface.co/papers/2401.15024", None, Kind.PAPER),
        ("https://www.usenix.org/conference/osdi24/presentation/lin-zhiqi", None, Kind.PAPER),
        ("https://dx.doi.org/10.1145/359545.359563", "code", Kind.PAPER),
        ("https://www.youtube.com/watch?v=abc", None, Kind.VIDEO),
        ("https://github.com/sgl-project/sglang", None, Kind.CODE),
        ("https://gist.github.com/a/b", None, Kind.CODE),
        ("https://x.com/a/status/1", None, Kind.THREAD),
        ("https://fediscience.org/@a/1", None, Kind.THREAD),
        ("https://docs.python.org/3/library/re.html", None, Kind.DOCS),
        ("https://requests.readthedocs.io/en/latest/", None, Kind.DOCS),
        ("https://pytorch.org/docs/stable/torch.html", None, Kind.DOCS),
        ("https://docs.google.com/document/d/1", None, Kind.ARTICLE),
        ("https://lilianweng.github.io/posts/", None, Kind.ARTICLE),
        ("nowhere", None, Kind.ARTICLE),
        (None, "arXiv", Kind.PAPER),
        (None, "Blog", Kind.ARTICLE),
        (None, "Video", Kind.VIDEO),
        (None, "PDF", Kind.OTHER),
        (None, None, Kind.OTHER),
    ],
)
def test_address_before_label_tells_the_kind(address: str | None, label: str | None, kind: Kind) -> None:
    assert kind_of(address, label) is kind

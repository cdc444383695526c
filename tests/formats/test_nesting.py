import pytest

from rlist.formats.nesting import Relation, relation


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://siboehm.com/articles/22/CUDA-MMM", Relation.LINKS),
        ("code: https://github.com/a/b, slides: https://example.org/s", Relation.LINKS),
        ("论文：https://example.org/p", Relation.LINKS),
        ("[Old Exams](https://example.org/e)", Relation.LINKS),
        ("[Labs-Assignments](https://example.org/l)", Relation.LINKS),
        ("[Lecture Notes & Assignments](https://example.org/n)", Relation.LINKS),
        ("代码（即将开源）：https://github.com/a/b", Relation.LINKS),
        ("解读2：https://example.org/r", Relation.LINKS),
        ("[arxiv version](https://arxiv.org/abs/2301.00001)", Relation.LINKS),
        ("Nature paper: https://www.nature.com/articles/nature16961", Relation.LINKS),
        ("arXiv:1706.03762", Relation.LINKS),
        ("[[Google Scholar]](https://a.org/s) [[Paper]](https://a.org/p)", Relation.LINKS),
        ("[[Paper]](https://a.org/p) | [[Interactive Demo]](https://a.org/d)", Relation.LINKS),
        ("[arXiv:1706.03762](https://arxiv.org/abs/1706.03762)", Relation.LINKS),
        ("Jane Doe, A. Roe", Relation.FIELDS),
        ("OSDI 2023", Relation.FIELDS),
        ("Authors: Jared Kaplan, Sam McCandlish", Relation.FIELDS),
        ("[PDF]", Relation.FIELDS),
        ("some comments on it https://x.com/a/status/1", Relation.POINTER),
        ("a short thread on it https://example.org/threads/rope?s=46", Relation.POINTER),
        ("HN discussion: https://news.ycombinator.com/item?id=1", Relation.POINTER),
        ("[Blockwise Attention](https://arxiv.org/abs/1911.02972)", Relation.ITEM),
        ("making it work on SLURM", Relation.NOTE),
        ("method for automatically extracting parallel prefix programs from sequential loops", Relation.NOTE),
        ("Splits optimizer state over the workers.", Relation.NOTE),
        ("Introduces the transformer architecture", Relation.NOTE),
        ("Key idea: page tables", Relation.NOTE),
        ("中文笔记：很清楚", Relation.NOTE),
        ("Background", Relation.NOTE),
        ("mcarilli/nsight.sh - Favorite nsight systems profiling commands", Relation.ITEM),
        ("vLLM internals", Relation.ITEM),
        ("StripedAttention", Relation.ITEM),
        ("Striped attention", Relation.ITEM),
        ("LongSSM: On the Length Extension ofState-space Models in Language Modelling", Relation.ITEM),
        ("https://arxiv.org/pdf/2208.04933 SIMPLIFIED STATE SPACE LAYERS FOR SEQUENCE MODELING", Relation.ITEM),
        (":fire: Sorted Logs at Scale [code](https://example.org/k)", Relation.ITEM),
        ("Muon https://kellerjordan.github.io/posts/muon/", Relation.ITEM),
        ("Orca. Yu et al. OSDI 2022.", Relation.ITEM),
        ("Source code (Keras): https://example.org/k", Relation.LINKS),
        ("Google Blog: https://example.org/b", Relation.LINKS),
    ],
)
def test_what_a_nested_bullet_is_to_the_item_above(text: str, expected: Relation) -> None:
    assert relation(text) is expected


def test_a_single_word_with_bullets_below_is_a_topic() -> None:
    assert relation("Background", has_items_below=True) is Relation.ITEM


def test_where_links_are_kept_a_title_without_one_is_a_note() -> None:
    assert relation("Striped attention", keeps_links=True) is Relation.NOTE
    assert relation("Striped attention https://example.org/s", keeps_links=True) is Relation.ITEM

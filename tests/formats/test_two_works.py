from __future__ import annotations

import pytest

from rlist.formats.two_works import works_in

BERT, GPT = "https://arxiv.org/abs/1810.04805", "https://arxiv.org/abs/2005.14165"


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        pytest.param(f"BERT {BERT} and GPT-3 {GPT}", [f"BERT {BERT}", f"GPT-3 {GPT}"], id="and"),
        pytest.param(f"BERT ({BERT}), GPT-3 ({GPT})", [f"BERT ({BERT})", f"GPT-3 ({GPT})"], id="a comma"),
        pytest.param(f"[BERT]({BERT}) / [GPT-3]({GPT})", [f"[BERT]({BERT})", f"[GPT-3]({GPT})"], id="links"),
        pytest.param(f"BERT {BERT} and the one after it {GPT}", None, id="words that are no title"),
        pytest.param(f"BERT {BERT} {GPT}", None, id="nothing between"),
        pytest.param(
            "[The Log](https://a.org/1) (2003) and the [Big Table](https://a.org/2) (2006): two of a kind",
            ["[The Log](https://a.org/1) (2003)", "[Big Table](https://a.org/2) (2006): two of a kind"],
            id="a year behind each",
        ),
        pytest.param(
            "[Paper](https://a.org/1) (2019) and [Slides](https://a.org/2) (2021)", None, id="labels with years"
        ),
        pytest.param(f"BERT {BERT} and Its Review https://example.org/x", None, id="one number alone"),
        pytest.param(f"BERT {BERT} and {BERT}v2", None, id="one work twice"),
        pytest.param("Paper https://doi.org/10.1/a, Preprint https://arxiv.org/abs/1810.04805", None, id="two kinds"),
        pytest.param("://://", None, id="no address"),
        pytest.param(f"A {BERT}, " * 50, None, id="many addresses"),
    ],
)
def test_a_line_is_parted_where_each_work_has_a_title_and_a_number(line: str, texts: list[str] | None) -> None:
    assert [work.text for work in works_in(line)] == (texts or [line])

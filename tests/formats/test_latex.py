from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.formats.latex import to_latex, to_unicode


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        pytest.param(r"Don{\textquoteright}t", "Don’t", id="macro of a sign"),
        pytest.param(r"Microsoft\textquoterights CDN", "Microsoft’s CDN", id="macro that ran into the next letter"),
        pytest.param(r"{{\textmu}Tune}: {Auto-Tuned}", "µTune: Auto-Tuned", id="braces that protect"),
        pytest.param(r"Yıld{\i}z", "Yıldız", id="letter of its own"),
        pytest.param(r"Mart{\'\i}n Falt{\'{\i}}n", "Martín Faltín", id="accent on a dotless i"),
        pytest.param(r"{\v s}{\c c} \v{s}\c{c} \c c", "šç šç ç", id="accents that are letters"),
        pytest.param(r"P\'al Erd{\H o}s", "Pál Erdős", id="accents without braces"),
        pytest.param(r"Bj\o rn {\AA}ke", "Bjørn Åke", id="blank that ends a macro"),
        pytest.param(r"R\&D, 50\% of C\#, a\_b", "R&D, 50% of C#, a_b", id="escaped signs"),
        pytest.param("50% of it", "50% of it", id="a per cent sign is no comment here"),
        pytest.param("1990--2000 --- ``so''", "1990–2000 — “so”", id="dashes and quotes"),
        pytest.param(r"CO\textsubscript{2} is \emph{bad}", "CO₂ is bad", id="look"),
        pytest.param(r"\MyTool{} and \unknown{words}", "MyTool and words", id="unknown macros keep the words"),
        pytest.param(r"Über $O(n^2)$ and \(x_{1}\)", r"Über $O(n^2)$ and \(x_{1}\)", id="formulas stay"),
        pytest.param(r"costs \$5, or $6", "costs $5, or $6", id="a dollar that opens no formula"),
        pytest.param(r"A \&amp; B &lt;C&gt;", "A & B <C>", id="entities of HTML"),
        pytest.param(r"see \url{https://example.org/~a_b}", "see https://example.org/~a_b", id="address"),
        pytest.param("A~B", "A B", id="tie"),
        pytest.param("ends in \\", "ends in  ", id="lone backslash"),
    ],
)
def test_latex_is_shown_as_text(latex: str, shown: str) -> None:
    assert to_unicode(latex) == shown


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        pytest.param("AT&T: 50% {x}", r"{AT\&T:} 50\% \textbraceleft{}x\textbraceright{}", id="signs"),
        pytest.param("LoRA for GPUs", "{LoRA} for {GPUs}", id="capitals inside of words"),
        pytest.param("Attention Is All You Need", "Attention Is All You Need", id="capitals at the start of words"),
        pytest.param("Sorting in $O(n^2)$ time", "Sorting in $O(n^2)$ time", id="formula"),
        pytest.param("$5 or $6", r"\$5 or \$6", id="prices"),
        pytest.param("a--b", "a-{}-b", id="two hyphens"),
    ],
)
def test_a_title_is_written_for_latex(text: str, latex: str) -> None:
    assert to_latex(text, protect=True) == latex


@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=40)
    | st.text(st.sampled_from("\\{}$&%#_~^-`'\"@ ab;amplt\nQZé"), max_size=30),
    st.booleans(),
)
def test_what_is_written_is_read_again(text: str, protect: bool) -> None:
    assert to_unicode(to_latex(text, protect=protect)) == text


@given(st.text(st.sampled_from("\\{}$%'\"^`cvitext quotergh"), max_size=40))
def test_any_latex_is_shown_without_braces_and_macros(latex: str) -> None:
    if "$" not in latex and "\\(" not in latex and "\\[" not in latex and "\\{" not in latex and "\\}" not in latex:
        assert not set(to_unicode(latex)) & set("{}")

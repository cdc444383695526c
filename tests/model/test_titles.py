"""How like two titles are: the ways in which real titles of one work differ, and those of two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.model.titles import Agreement, likeness, title_words

FLASH = "FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness"


@pytest.mark.parametrize(
    ("here", "there", "agreement"),
    [
        pytest.param(
            "SCALING LAWS FOR GENERATIVE MIXED-MODAL LANGUAGE MODELS",
            "Scaling Laws for Generative Mixed-Modal Language Models",
            Agreement.EQUAL,
            id="capitals",
        ),
        pytest.param(
            "LongSSM: On the Length Extension ofState-space Models in Language Modelling",
            "LongSSM: On the Length Extension of State-space Models in Language Modelling",
            Agreement.EQUAL,
            id="a lost space",
        ),
        pytest.param(
            "StreamBox: A Lightweight GPU Sandbox for Serverless Inference Workflow",
            "StreamBox: A Light-Weight GPU SandBox for Serverless Inference Workflow",
            Agreement.EQUAL,
            id="hyphens",
        ),
        pytest.param(
            "Déjà vu: <i>Contextual</i> Sparsity",
            "Deja Vu: Contextual Sparsity",
            Agreement.EQUAL,
            id="accents and markup",
        ),
        pytest.param(r"Exotic Matter: $Z_1(4475)$", "Exotic Matter: Z_1(4475)", Agreement.EQUAL, id="maths"),
        pytest.param(
            r"Br{\"u}cken \emph{bauen} leicht gemacht", "Brücken bauen leicht gemacht", Agreement.EQUAL, id="latex"
        ),
        pytest.param("AT&amp;T’s Network", "AT&T's Network", Agreement.EQUAL, id="entities and apostrophes"),
        pytest.param("What C++ Taught C#", "What CPP taught CSharp", Agreement.EQUAL, id="names of languages"),
        pytest.param(
            "Sarathi-Serve: Taming Throughput-Latency Tradeoff in LLM Inference",
            "Taming Throughput-Latency Tradeoff in LLM Inference with Sarathi-Serve",
            Agreement.MOVED,
            id="a name moved to the front",
        ),
        pytest.param(
            "Efficient Trainig of Language Models to Fill in the Middle",
            "Efficient Training of Language Models to Fill in the Middle",
            Agreement.SPELLING,
            id="a letter left out",
        ),
        pytest.param(
            "A History of the GPU and Its Programs",
            "History of GPU and Its Programs",
            Agreement.SPELLING,
            id="articles",
        ),
        pytest.param("FlashAttention: Fast and Memory-Efficient Exact Attention", FLASH, Agreement.CUT, id="cut short"),
        pytest.param(
            "Linear-Time Sequence Modeling with Selective State Spaces",
            "Mamba: Linear-Time Sequence Modeling with Selective State Spaces",
            Agreement.NAMELESS,
            id="a name left out",
        ),
        pytest.param(
            "ZeroMP: Super-Scaling Training via Advanced Model States Partitioning",
            "AMSP: Super-Scaling Training via Advanced Model States Partitioning",
            Agreement.RENAMED,
            id="another name",
        ),
        pytest.param(
            "Learning to (Learn at Test Time)",
            "Learning to (Learn at Test Time): RNNs with Expressive Hidden States",
            Agreement.HEAD,
            id="a subtitle makes another paper",
        ),
        pytest.param(
            "Deep Residual Learning",
            "Deep Residual Learning for Image Recognition",
            Agreement.HEAD,
            id="cut before a small word",
        ),
        pytest.param(
            "Training Compute-Optimal LLMs",
            "Training Compute-Optimal Large Language Models",
            Agreement.SPELLING,
            id="an abbreviation",
        ),
        pytest.param(
            "An Image Is Worth 16×16 Words", "An Image is Worth 16x16 Words", Agreement.EQUAL, id="a times sign"
        ),
        pytest.param(
            "Attention Is All You Need", "Backpressure Flow Control", Agreement.PARTIAL, id="nothing in common"
        ),
        pytest.param("", "Backpressure Flow Control", Agreement.NONE, id="nothing to compare"),
    ],
)
def test_titles_agree_in_one_of_these_ways(here: str, there: str, agreement: Agreement) -> None:
    found = likeness(here, there)
    assert found.agreement in {agreement, Agreement.NONE if agreement is Agreement.PARTIAL else agreement}
    assert likeness(there, here).value == found.value


@pytest.mark.parametrize(
    ("here", "there"),
    [
        pytest.param("State Space Duality Part II", "State Space Duality Part III", id="parts"),
        pytest.param("Supervised Training of Deep Networks", "Unsupervised Training of Deep Networks", id="un-"),
        pytest.param("Serving Large Models for Training", "Serving Large Models for Inference", id="one word"),
        pytest.param("GPT-3 Technical Report", "GPT-4 Technical Report", id="a number"),
        pytest.param(
            "A Survey on Large Language Models", "A Survey of Large Language Models", id="a small word in a short title"
        ),
        pytest.param("Transformers are SSMs", "Transformers are SSMs: Generalized Models", id="the beginning alone"),
    ],
)
def test_a_word_of_its_own_makes_another_title(here: str, there: str) -> None:
    assert likeness(here, there).value < 0.9


WORDS = st.text(st.characters(codec="utf-8"), max_size=60)
SOME = ["a", "the", "mamba", "gpu", "of", "scaling", "laws:", "language", "models", "with", "2", "ii", "déjà"]
TITLES = st.lists(st.sampled_from(SOME), max_size=9).map(" ".join)


@given(WORDS | TITLES, WORDS | TITLES)
def test_likeness_is_a_share_and_the_same_from_both_sides(here: str, there: str) -> None:
    found, turned = likeness(here, there), likeness(there, here)
    assert 0.0 <= found.value <= 1.0
    assert (found.value, found.agreement) == (turned.value, turned.agreement)
    assert (found.only_here, found.only_there) == (turned.only_there, turned.only_here)


@given(WORDS | TITLES)
def test_a_title_is_equal_to_itself_however_it_is_written(title: str) -> None:
    if title_words(title):
        assert likeness(title, title).agreement is Agreement.EQUAL
        assert likeness(title, f"  {title.replace('-', ' ')} . ").value == 1.0


@given(WORDS)
def test_to_normalise_twice_is_once(title: str) -> None:
    words = title_words(title)
    assert title_words(" ".join(words)) == words

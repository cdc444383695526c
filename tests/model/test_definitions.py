"""Which short forms a text explains, and that no text takes for ever."""

import pytest

from rlist.model.definitions import Definition, definitions


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Low-Rank Adaptation (LoRA) of models", [Definition("LoRA", "Low Rank Adaptation")]),
        ("LoRA: Low-Rank Adaptation of models", [Definition("LoRA", "Low Rank Adaptation")]),
        ("RAG (retrieval augmented generation)", [Definition("RAG", "retrieval augmented generation")]),
        ("The Generative Pre-trained Transformer (GPT)", [Definition("GPT", "Generative Pre trained Transformer")]),
        ("Gated Recurrent Units (GRUs)", [Definition("GRUs", "Gated Recurrent Units")]),
        ("A fast attention (FA2) kernel", []),
        ("Words (Elsewhere) and more", []),
        ("A (LoRA)", []),
    ],
)
def test_a_short_form_is_explained_by_words_with_its_letters(text: str, found: list[Definition]) -> None:
    assert definitions(text) == found


def test_letters_that_fit_in_very_many_ways_are_tried_once() -> None:
    text = f"{'aaaaaaaaaa a ' * 7}ab aaaaaaaaaa (AaaaaaaaaB) " * 200
    assert definitions(text) == []

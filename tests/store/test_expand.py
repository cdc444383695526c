from __future__ import annotations

from collections.abc import Callable

import pytest

from rlist.library import Library
from rlist.model.item import Item, Kind, Note
from rlist.model.metadata import Metadata
from rlist.store.correct import Correction, corrected, nearest_word
from rlist.store.excerpts import matches
from rlist.store.expand import expanded
from rlist.store.query import parse
from rlist.store.saving import add_item
from rlist.store.search import find
from strategies import NOW

TITLES = (
    "A Survey of State Space Models",
    "The state-space model as we know it",
    "What an SSM is",
    "LoRA: Low-Rank Adaptation of Large Language Models",
    "Low rank adaptations, again",
    "Serving LoRA adapters",
    "FlashAttention is fast",
    "Flash attention in a hundred lines",
    "GPT-4 technical report",
    "gpt4 for all",
    "A β-VAE",
    "Mixture of Experts",
    "Maximum A Posteriori",
    "A map of the field",
    "Key-value cache compression",
    "Ein ﬁner Ｆｉｌｍ aus der Straße, von Łukasz",
    "状态空间模型入门",
    "カタカナで読む Mamba",
    "한국어로 읽기",
    "A talk on .NET",
    "Recurrence in\nmathematics",
)


@pytest.fixture
def search(library: Library) -> Callable[..., list[str]]:
    """`search(query)` gives the titles of the hits, the best first."""
    with library.store.step("test", NOW):
        for number, title in enumerate(TITLES):
            notes = (Note("it is about retrieval-augmented generation (RAG)", NOW),) if number == 2 else ()
            add_item(library.store.db, Item(0, str(number), Metadata(title), Kind.PAPER, NOW, NOW, notes=notes))

    def found(text: str, **aliases: str) -> list[str]:
        db = library.store.db
        read = parse([text], now=NOW, today=NOW.date())
        query = expanded(db, read, {word: [phrase] for word, phrase in aliases.items()})
        page = find(db, query, ranked=True)
        assert sorted(find(db, query).ids) == sorted(page.ids)
        why = matches(db, query, page.ids, others=page.ids[page.typed :])
        names = dict(db.execute("SELECT id, title FROM item"))
        return [names[item] + (f" [{why[item].why}]" if item in why and why[item].why else "") for item in page.ids]

    return found


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param(
            "ssm",
            [
                "What an SSM is",
                "A Survey of State Space Models [initials of State Space Models]",
                "The state-space model as we know it [initials of state-space model]",
            ],
            id="initials, with and without a hyphen, behind the word itself",
        ),
        pytest.param("moe", ["Mixture of Experts [initials of Mixture of Experts]"], id="initials with a small word"),
        pytest.param("map", ["A map of the field"], id="an ordinary word is no initials"),
        pytest.param(
            "MAP", ["A map of the field", "Maximum A Posteriori [initials of Maximum A Posteriori]"], id="capitals are"
        ),
        pytest.param("is -survey", ["What an SSM is", "FlashAttention is fast"], id="a small word is none"),
        pytest.param("kv cache", ["Key-value cache compression [initials of Key-value]"], id="initials and a word"),
        pytest.param(
            "lora",
            [
                "Serving LoRA adapters",
                "LoRA: Low-Rank Adaptation of Large Language Models",
                "Low rank adaptations, again [short for Low rank adaptations]",
            ],
            id="a definition in a title",
        ),
        pytest.param(
            "low rank adaptation",
            [
                "Low rank adaptations, again",
                "LoRA: Low-Rank Adaptation of Large Language Models",
                "Serving LoRA adapters [short form LoRA]",
            ],
            id="a definition the other way round",
        ),
        pytest.param('"retrieval augmented generation" -rag', [], id="what is excluded has no other ways"),
        pytest.param("title:ssm title:survey", ["A Survey of State Space Models [initials of State Space Models]"],
                     id="in a field"),
        pytest.param("flashattention", ["FlashAttention is fast",
                     "Flash attention in a hundred lines [spelled Flash attention]"], id="a compound"),
        pytest.param("flash attention", ["Flash attention in a hundred lines",
                     "FlashAttention is fast [spelled FlashAttention]"], id="a compound in two words"),
        pytest.param("gpt4", ["gpt4 for all", "GPT-4 technical report [spelled GPT-4]"], id="letters and digits"),
        pytest.param("gpt-4", ["GPT-4 technical report", "gpt4 for all [spelled gpt4]"], id="with a hyphen"),
        pytest.param("beta", ["A β-VAE [Greek β]"], id="a Greek letter by its name"),
        pytest.param("β", ["A β-VAE"], id="a Greek letter"),
        pytest.param(r"\beta-VAE", ["A β-VAE [Greek β-VAE]"], id="a Greek letter in LaTeX"),
        pytest.param("finer", ["Ein ﬁner Ｆｉｌｍ aus der Straße, von Łukasz"], id="a ligature"),
        pytest.param("film strasse", ["Ein ﬁner Ｆｉｌｍ aus der Straße, von Łukasz"], id="full width, and a sharp s"),
        pytest.param("ｌｕｋａｓｚ", ["Ein ﬁner Ｆｉｌｍ aus der Straße, von Łukasz"], id="a stroke"),
        pytest.param("空间", ["状态空间模型入门"], id="part of a Chinese title"),
        pytest.param("门", ["状态空间模型入门"], id="the last character of it"),
        pytest.param("态模", [], id="characters that don't stand beside each other"),
        pytest.param("mamba title:タカナ", ["カタカナで読む Mamba"], id="part of a Japanese word, and another"),
        pytest.param("국어", ["한국어로 읽기"], id="part of a Korean word"),
        pytest.param("note:空间", [], id="in another field"),
        pytest.param(".net", ["A talk on .NET"], id="a dot in front"),
    ],
)  # fmt: skip
def test_a_search_finds_what_says_the_same(search: Callable[..., list[str]], query: str, expected: list[str]) -> None:
    assert search(query) == expected


def test_an_alias_stands_for_its_words(search: Callable[..., list[str]]) -> None:
    assert search("zzz", zzz="a hundred lines") == ["Flash attention in a hundred lines [alias a hundred lines]"]


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        pytest.param("flashatention", "flashattention", id="a letter left out"),
        pytest.param("mixxture", "mixture", id="a letter too many"),
        pytest.param("servimg", "serving", id="another letter"),
        pytest.param("epxerts", "experts", id="two exchanged"),
        pytest.param("compression", None, id="a word that is there"),
        pytest.param("tecnicla", "technical", id="two slips in a long word"),
        pytest.param("talq", "talk", id="a slip in a short word"),
        pytest.param("tolq", None, id="two slips in a short word"),
        pytest.param("suvrye", None, id="too far"),
        pytest.param("lxw", None, id="too short"),
    ],
)
def test_the_nearest_word_is_found(
    search: Callable[..., list[str]], library: Library, typed: str, nearest: str | None
) -> None:
    if nearest or typed != "compression":
        assert nearest_word(library.store.db, typed) == nearest
    query, corrections = corrected(library.store.db, parse([f"{typed} OR ssm"], now=NOW, today=NOW.date()))
    assert corrections == ([Correction(typed, nearest)] if nearest else [])
    assert len(find(library.store.db, query).ids) > (1 if nearest else 0)


def test_of_several_near_words_the_most_frequent_is_taken(library: Library) -> None:
    with library.store.step("test", NOW):
        for number, title in enumerate(("casting", "coating", "coating too")):
            add_item(library.store.db, Item(0, str(number), Metadata(title), Kind.PAPER, NOW, NOW))
    assert nearest_word(library.store.db, "caating") == "coating"

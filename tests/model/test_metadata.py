from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rlist.model.item import Item, Kind
from rlist.model.metadata import Metadata, citekeys, make_citekey

NOW = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("metadata", "key"),
    [
        pytest.param(Metadata("Mamba: Linear-Time", ("Albert Gu", "Tri Dao"), year=2023), "gu2023mamba", id="usual"),
        pytest.param(Metadata("The Art of It", ("Knuth, Donald E.",), year=1968), "knuth1968art", id="turned name"),
        pytest.param(Metadata("On É", ("Pál Erdős Jr.",)), "erdose", id="accents and a suffix"),
        pytest.param(Metadata("An Essay on Sorting"), "essaysorting", id="nobody's"),
        pytest.param(Metadata("読む", ("王",)), "", id="no Latin letters"),
    ],
)
def test_a_citekey_is_made_of_author_year_and_title(metadata: Metadata, key: str) -> None:
    assert make_citekey(metadata) == key


def test_citekeys_are_unique_and_a_given_one_stays() -> None:
    one = Item(1, "a", Metadata("Mamba", ("Albert Gu",), year=2023), Kind.PAPER, NOW, NOW)
    same = [one._replace(id=number) for number in (1, 2, 3)]
    given = one._replace(id=4, citekey="gu2023mamba")
    unnamed = one._replace(id=5, metadata=Metadata("読む"))
    assert citekeys(same) == {1: "gu2023mamba", 2: "gu2023mambab", 3: "gu2023mambac"}
    assert citekeys([*same, given])[4] == "gu2023mamba"
    assert len(set(citekeys([*same, given]).values())) == 4
    assert citekeys([unnamed]) == {5: "item5"}

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.formats.person_names import Name, inverted, needs_braces, read_name, separate_names, split_name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        pytest.param("Albert Gu", Name("Albert", "Gu"), id="given name first"),
        pytest.param("Gu, Albert", Name("Albert", "Gu"), id="family name first"),
        pytest.param("Vincent van Gogh", Name("Vincent", "van Gogh"), id="particle"),
        pytest.param("King, Jr., Martin Luther", Name("Martin Luther", "King", "Jr."), id="suffix as in BibTeX"),
        pytest.param("King, Martin Luther, Jr.", Name("Martin Luther", "King", "Jr."), id="suffix as in RIS"),
        pytest.param("Gerald Q. Maguire Jr.", Name("Gerald Q.", "Maguire", "Jr."), id="suffix at the end"),
        pytest.param("Barnes and Noble", Name("", "Barnes and Noble", is_group=True), id="group"),
        pytest.param("Acme, Inc.", Name("", "Acme, Inc.", is_group=True), id="company with a comma"),
        pytest.param("Plato", Name("", "Plato"), id="one word"),
    ],
)
def test_a_name_is_taken_apart(written: str, name: Name) -> None:
    assert split_name(written) == name


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        pytest.param("Dean, Jeffrey", "Jeffrey Dean", id="turned"),
        pytest.param("de la Cruz, Martín", "Martín de la Cruz", id="particles can be found again"),
        pytest.param("García Márquez, Gabriel", "García Márquez, Gabriel", id="two family names can't"),
    ],
)
def test_a_name_is_kept_such_that_no_part_is_lost(written: str, kept: str) -> None:
    assert read_name(written) == kept


@pytest.mark.parametrize(
    ("written", "names"),
    [
        pytest.param("Lamport, Leslie; Shostak, Robert", ["Lamport, Leslie", "Shostak, Robert"], id="semicolons"),
        pytest.param(
            "Saltzer, J. H., Reed, D. P., Clark, D. D.",
            ["Saltzer, J. H.", "Reed, D. P.", "Clark, D. D."],
            id="initials behind each family name",
        ),
        pytest.param(
            "Dmitry Lepikhin, HyoukJoong Lee", ["Dmitry Lepikhin", "HyoukJoong Lee"], id="two, the second unknown"
        ),
        pytest.param("García Márquez, Gabriel José", ["García Márquez, Gabriel José"], id="a double family name"),
        pytest.param(
            "Jane Doe, John Roe, Max Moe", ["Jane Doe", "John Roe", "Max Moe"], id="commas between full names"
        ),
        pytest.param("García Márquez, Gabriel", ["García Márquez, Gabriel"], id="one turned name"),
        pytest.param("Alexandre Dumas", ["Alexandre Dumas"], id="and inside of a word"),
        pytest.param("Ann Lee and Bo Ray", ["Ann Lee", "Bo Ray"], id="and"),
        pytest.param("", [], id="nobody"),
    ],
)
def test_a_field_that_holds_several_names_is_parted(written: str, names: list[str]) -> None:
    assert separate_names(written) == names


@given(st.text(st.sampled_from("Aa bB.,-JrI"), max_size=20))
def test_a_name_turned_and_read_again_is_the_same(written: str) -> None:
    name = split_name(written)
    again = split_name(inverted(name)) if not needs_braces(written, name) else name
    assert inverted(again) == inverted(name)

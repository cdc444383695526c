import pytest

from rlist.formats.venues import Venue, full_year, is_label, parse_venue


@pytest.mark.parametrize(
    ("text", "venue"),
    [
        ("OSDI 2024", Venue("OSDI", 2024)),
        ("USENIX ATC 2024", Venue("USENIX ATC", 2024)),
        ("NeurIPS' 14", Venue("NeurIPS", 2014)),
        ("OSDI'22", Venue("OSDI", 2022)),
        ("OSDI 04", Venue("OSDI", 2004)),
        ("ICML 2023 (Oral)", Venue("ICML", 2023)),
        ("In Proc. OSDI, 2018", Venue("Proc. OSDI", 2018)),
        ("Nature, 2015", Venue("Nature", 2015)),
        ("MLHPC 2023", Venue("MLHPC", 2023)),
        ("ICLR", Venue("ICLR", None)),
        ("Journal of the ACM", Venue("Journal of the ACM", None)),
        ("Communications of the ACM, 21(7), 558-565", Venue("Communications of the ACM", None)),
        (
            "Advances in neural information processing systems, 30",
            Venue("Advances in neural information processing systems", None),
        ),
        ("Nature", None),
        ("arXiv", None),
        ("CUDA 12", None),
        ("GPT-4", None),
        ("Part 2", None),
        ("The Systems", None),
        ("in: ,", None),
        ("USENIX/OSDI are pure systems conferences", None),
        ("", None),
    ],
)
def test_venues_are_known_by_name_by_year_or_by_form(text: str, venue: Venue | None) -> None:
    assert parse_venue(text) == venue


def test_labels_are_words_of_links() -> None:
    assert all(is_label(text) for text in ("arXiv", "[pdf]", "ACM DL", "(Code)"))
    assert not any(is_label(text) for text in ("OSDI", "Raft", ""))


def test_two_digits_are_a_year_of_this_century_or_the_last() -> None:
    assert [full_year(digits) for digits in ("2004", "'24", "’ 98", "04")] == [2004, 2024, 1998, 2004]

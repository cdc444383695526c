import pytest

from rlist.formats.outline import Depths, has_dashed_numbers, has_lettered_lines, is_rule, read_row, width


@pytest.mark.parametrize(
    ("line", "indent", "sign", "box", "text"),
    [
        ("• Raft", 0, "•", None, "Raft"),
        ("  ◦\tRaft   and\tPaxos", 2, "◦", None, "Raft and Paxos"),
        ("\t- [x] Raft", 4, "-", "x", "Raft"),
        (" \t1. Raft", 4, "1.", None, "Raft"),
        ("12) Raft", 0, "12)", None, "Raft"),
        ("a) Raft", 0, "a)", None, "Raft"),
        ("o\tRaft", 0, "o", None, "Raft"),
        ("•Raft", 0, "•", None, "Raft"),
        ("[12] A. Roe. Raft.", 0, "[12]", None, "A. Roe. Raft."),
        ("2、Raft", 0, "2、", None, "Raft"),
        ("② Raft", 0, "②", None, "Raft"),
        ("（3）Raft", 0, "（3）", None, "Raft"),
        ("・Raft", 0, "・", None, "Raft"),
        ("\u3000・Raft", 2, "・", None, "Raft"),
        ("[ x ] Raft", 0, "[]", "x", "Raft"),
        ("A. Turing. On numbers.", 0, "", None, "A. Turing. On numbers."),
        ("[ ] Raft", 0, "[]", " ", "Raft"),
        ("☑ Raft", 0, "[]", "☑", "Raft"),
        ("- [ ]", 0, "-", " ", ""),
        ("-https://a.org", 0, "-", None, "https://a.org"),
        ("-Raft", 0, "", None, "-Raft"),
        ("2024. Raft", 0, "", None, "2024. Raft"),
        ("[pdf] Raft", 0, "", None, "[pdf] Raft"),
        ("", 0, "", None, ""),
    ],
)
def test_bullets_and_boxes_are_taken_off(line: str, indent: int, sign: str, box: str | None, text: str) -> None:
    row = read_row(1, line)
    assert (row.number, row.indent, row.sign, row.box, row.text) == (1, indent, sign, box, text)


def test_a_number_that_may_be_cited_is_told() -> None:
    assert [read_row(1, line).cited for line in ("[12] Raft", "② Raft", "2. Raft", "- Raft")] == ["[12]", "②", "", ""]


@pytest.mark.parametrize(
    ("lines", "is_lettered"),
    [
        pytest.param(["I. Memory", "words", "II. Latency", "III. Disks"], True, id="Roman"),
        pytest.param(["A. Basics", " 1. Raft", "B. More", "C. Rest"], True, id="letters"),
        pytest.param(["i) Raft", "ii) Paxos", "More", "i) Chord"], True, id="beginning again"),
        pytest.param(["A. Turing, 1936", "C. Shannon, 1948"], False, id="initials"),
        pytest.param(["I. Goodfellow, 2016", "Y. Bengio, 2003"], False, id="an initial that is a Roman number"),
        pytest.param(["I. Memory"], False, id="one line"),
    ],
)
def test_letters_number_lines_where_the_lines_go_through_them(lines: list[str], is_lettered: bool) -> None:
    assert has_lettered_lines(lines) is is_lettered


@pytest.mark.parametrize(
    ("lines", "are_numbered"),
    [
        (["1 - Raft", "2 - Paxos", "Chord"], True),
        (["2 - Raft", "3 - Paxos"], False),
        (["1 - Raft", "words"], False),
        (["1984 - A Novel", "2001 - A Space Odyssey"], False),
    ],
)
def test_numbers_with_a_dash_number_lines_that_they_go_through(lines: list[str], are_numbered: bool) -> None:
    assert has_dashed_numbers(lines) is are_numbered
    row = read_row(1, lines[0], is_dashed=are_numbered)
    assert row.text == ("Raft" if are_numbered else lines[0])


def depths(*lines: str) -> list[int]:
    found = Depths()
    return [found.depth(read_row(n, line)) for n, line in enumerate(lines)]


def test_depth_follows_the_bullets_above() -> None:
    assert depths("- a", "    - b", "        - c", "    - d", "- e") == [0, 1, 2, 1, 0]
    assert depths("  - a", "  - b", "- c") == [0, 0, 0]
    assert depths("- a", "      - b", "   - c", "  - d") == [0, 1, 1, 1]
    assert depths("- a", " - b") == [0, 0]


def test_depth_follows_the_sign_where_indentation_is_lost() -> None:
    assert depths("• a", "◦ b", "▪ c", "• d") == [0, 1, 2, 0]
    assert depths("1. a", "- b", "- c", "2. d") == [0, 1, 1, 0]


def test_a_dash_behind_a_blank_line_begins_again() -> None:
    found = Depths()
    assert found.depth(read_row(1, "1. a")) == 0
    assert found.depth(read_row(3, "- b"), after_blank=True) == 0


def test_tabs_reach_to_the_next_multiple_of_four() -> None:
    assert [width(blanks) for blanks in ("", "  ", "\t", " \t", "\t\t", "    \t")] == [0, 2, 4, 4, 8, 8]


def test_lines_that_are_only_drawn() -> None:
    assert all(is_rule(line) for line in ("---", "* * *", "=====", "  ___"))
    assert not any(is_rule(line) for line in ("--", "- a", "-=-", "", "— — a"))


def test_a_number_that_goes_on_stands_beside_the_one_above() -> None:
    assert depths("\t1. Raft", "\t2. Paxos", "        3. Chord", "    1. Orca", "        2. Spanner") == [0, 0, 0, 0, 0]
    assert depths("1. Raft", "  1. Paxos", "  2. Chord", "2. Orca") == [0, 1, 1, 0]

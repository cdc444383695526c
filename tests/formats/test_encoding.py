import pytest

from rlist.formats.encoding import decode
from rlist.formats.lines import folded, split_lines


@pytest.mark.parametrize(
    ("source", "text"),
    [
        pytest.param("naïve — 论文\n".encode(), "naïve — 论文\n", id="UTF-8"),
        pytest.param("\ufeffnaïve".encode(), "naïve", id="UTF-8 with a mark"),
        pytest.param("naïve 论文".encode("utf-16"), "naïve 论文", id="UTF-16"),
        pytest.param(b"\xfe\xff" + "naïve".encode("utf-16-be"), "naïve", id="UTF-16, big end first"),
        pytest.param("L’œuvre « complète » 50 €".encode("cp1252"), "L’œuvre « complète » 50 €", id="Windows-1252"),
        pytest.param("Größe und Maß – Käse".encode("cp1252"), "Größe und Maß – Käse", id="German"),
        pytest.param(
            "Список литературы: Война и мир, Достоевский".encode("cp1251"),
            "Список литературы: Война и мир, Достоевский",
            id="Cyrillic",
        ),
        pytest.param("日本 ok ü\n".encode() * 5 + b"\xff", "日本 ok ü\n" * 5 + "\ufffd", id="damaged UTF-8"),
        pytest.param(b"a\x00b\x1b[31m\x7fc\td", "ab[31mc\td", id="controls"),
        pytest.param(b"\xff\xfea", "\ufffd", id="half a character"),
        pytest.param(b"", "", id="nothing"),
    ],
)
def test_bytes_are_read_in_the_encoding_they_are_in(source: bytes, text: str) -> None:
    assert decode(source) == text


def test_lines_end_at_any_line_end() -> None:
    assert split_lines("a\nb\r\nc\rd\u2028e\u2029f\x85g\n") == ["a", "b", "c", "d", "e", "f", "g"]
    assert split_lines("a\x00\ufeff\n\n") == ["a", ""]


def test_white_space_is_folded() -> None:
    assert folded("  a \t b\u00a0c\n") == "a b c"

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.cli.terminal import Terminal, clean, clean_lines
from rlist.errors import WrongUsage


class _Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def _terminal(stdin: io.StringIO | None = None, /, *, tty: bool = False, **environment: str) -> Terminal:
    stream = _Tty if tty else io.StringIO
    return Terminal(stdin or stream(), stream(), stream(), environment)


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        pytest.param("Mamba: 線形時間 🐍 naïve", "Mamba: 線形時間 🐍 naïve", id="what can be seen stays"),
        pytest.param("a\x1b[31mred\x1b[0m", "a[31mred[0m", id="an escape loses its beginning"),
        pytest.param("a\x9b31mred\x07\x00", "a31mred", id="C0 and C1"),
        pytest.param("a\tb\nc\r\u2028d\x85e", "a b c  d e", id="tabs and line breaks are blanks"),
        pytest.param("abc\u202egnp.exe\u2066", "abcgnp.exe", id="bidirectional overrides"),
        pytest.param("a\u200bb\u200dc\ufeffd\u00ade", "abcde", id="zero width"),
        pytest.param("a\ud800b\U000e0041c", "abc", id="surrogates and tag characters"),
        pytest.param("e" + "\u0301\u0489" * 50 + "f", "e" + "\u0301\u0489" * 4 + "f", id="a flood of marks"),
        pytest.param("ส" + "\u0e47" * 99, "ส" + "\u0e47" * 8, id="a flood of Thai marks"),
        pytest.param("שָׁ֣לוֹם tiếng Việt e\u0302\u0301", "שָׁ֣לוֹם tiếng Việt e\u0302\u0301", id="marks of real writing stay"),
        pytest.param("[red]x[/red] :fire:", "[red]x[/red] :fire:", id="markup is no markup"),
    ],
)
def test_clean_takes_out_what_steers_a_terminal(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@given(st.text(st.characters(exclude_categories=[])))
def test_clean_text_is_one_line_and_cleaning_twice_is_once(text: str) -> None:
    cleaned = clean(text)
    assert cleaned == clean(cleaned)
    assert len(cleaned.splitlines()) <= 1
    assert "\x1b" not in cleaned
    cleaned.encode()


def test_lines_stay_lines() -> None:
    assert clean_lines("a\x1b\n\n  b\tc\n") == "a\n\n  b c\n"


@pytest.mark.parametrize(
    ("tty", "color", "environment", "width", "has_color", "cut"),
    [
        pytest.param(False, "auto", {}, None, False, False, id="a pipe: whole lines"),
        pytest.param(True, "auto", {"COLUMNS": "99"}, 99, True, True, id="a terminal"),
        pytest.param(True, "auto", {"NO_COLOR": "1", "COLUMNS": "99"}, 99, False, False, id="NO_COLOR: nothing cut"),
        pytest.param(True, "auto", {"NO_COLOR": "", "COLUMNS": "99"}, 99, True, True, id="NO_COLOR empty is not set"),
        pytest.param(True, "auto", {"TERM": "dumb"}, 80, False, False, id="a dumb terminal"),
        pytest.param(True, "never", {}, 80, False, False, id="--color never"),
        pytest.param(False, "always", {"NO_COLOR": "1"}, 80, True, False, id="--color always beats all"),
    ],
)
def test_the_look_of_an_answer_fits_where_it_goes(
    tty: bool, color: str, environment: dict[str, str], width: int | None, has_color: bool, cut: bool
) -> None:
    stream = _Tty() if tty else io.StringIO()
    terminal = Terminal(None, stream, None, environment)
    terminal.color = color
    look = terminal.look()
    assert (look.width, look.color, look.cut) == (width, has_color, cut)


def test_what_cannot_be_encoded_is_replaced() -> None:
    sent = io.BytesIO()
    out = io.TextIOWrapper(sent, encoding="ascii")
    terminal = Terminal(None, out, None, {})
    assert terminal.look().ascii
    terminal.show("naïve")
    terminal.flush()
    assert sent.getvalue() == b"na?ve\n"


def test_closed_streams_are_no_error() -> None:
    terminal = Terminal(None, None, None, {})
    terminal.show("answer")
    terminal.say("message")
    terminal.flush()
    assert terminal.read_input() == b""
    assert not terminal.can_ask


def test_of_a_long_answer_no_more_is_made_than_somebody_reads() -> None:
    made: list[str] = []

    def pieces() -> Iterator[str]:
        while True:
            made.append("a line\n")
            yield made[-1]

    reading, writing = os.pipe()
    with os.fdopen(writing, "w", buffering=1) as out:
        os.close(reading)
        Terminal(None, out, None, {}).show_all(pieces())
    assert len(made) == 1


def test_a_question_is_asked_only_where_somebody_can_answer() -> None:
    assert not _terminal(io.StringIO("y\n")).ask("Remove 30 items?")
    assert _terminal(_Tty("y\n"), tty=True).ask("Remove 30 items?")
    assert not _terminal(_Tty("\n"), tty=True).ask("Remove 30 items?")
    assert not _terminal(_Tty(""), tty=True).ask("Remove 30 items?")


def _editor(folder: Path, body: str) -> str:
    script = folder / "my editor.py"
    script.write_text(f"import sys\nfrom pathlib import Path\nfile = Path(sys.argv[-1])\n{body}\n", encoding="utf-8")
    return f'"{sys.executable}" "{script}" --wait'


def test_the_editor_may_have_blanks_and_options(tmp_path: Path) -> None:
    editor = _editor(tmp_path, "file.write_text(sys.argv[1] + file.read_text() + file.name)")
    taken = _terminal(VISUAL=editor, EDITOR="false").edit("text ", "a b;$(touch x).md", lambda text: text)
    assert taken == "--waittext a b;$(touch x).md"


def test_a_rejected_text_is_kept_and_its_path_shown(tmp_path: Path) -> None:
    def reject(text: str) -> None:
        raise WrongUsage("line 1 is no TOML", "mend it")

    editor = _editor(tmp_path, "file.write_text('my words')")
    with pytest.raises(WrongUsage, match="line 1 is no TOML") as caught:
        _terminal(EDITOR=editor).edit("", "item.toml", reject)
    assert caught.value.hint is not None
    path = Path(caught.value.hint.removeprefix("the text is kept in "))
    assert path.read_text(encoding="utf-8") == "my words"
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_rejected_text_can_be_edited_again(tmp_path: Path) -> None:
    def take(text: str) -> str:
        if text != "xx":
            raise WrongUsage("too short")
        return text

    editor = _editor(tmp_path, "file.write_text(file.read_text() + 'x')")
    assert _terminal(_Tty("y\n"), tty=True, EDITOR=editor).edit("", "item.toml", take) == "xx"


@pytest.mark.parametrize("editor", ["no-such-editor", "false", '"'])
def test_an_editor_that_fails_is_wrong_usage(editor: str) -> None:
    with pytest.raises(WrongUsage):
        _terminal(EDITOR=editor).edit("", "note.md", lambda text: text)


def test_without_an_editor_or_a_terminal_nothing_is_edited() -> None:
    with pytest.raises(WrongUsage, match="no terminal to edit in"):
        _terminal().edit("", "note.md", lambda text: text)


@pytest.mark.parametrize("address", ["file:///etc/passwd", "javascript:alert(1)", "-h", "--new-window", "data:x", ""])
def test_the_browser_gets_no_address_of_another_scheme(address: str) -> None:
    with pytest.raises(WrongUsage):
        _terminal().browse(address)

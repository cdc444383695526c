"""The progress bar: nothing of what is soon done, and where a longer work is at."""

import io

import pytest

from rlist.cli.progress import Bar


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> _Terminal:
    monkeypatch.setenv("TERM", "xterm-256color")
    return _Terminal()


def test_what_is_soon_done_shows_no_bar(terminal: _Terminal) -> None:
    with Bar(terminal, 80, after_seconds=60) as bar:
        bar.move(0, 0, "reading a.txt")
        bar.move(10, 10, "List")
    assert terminal.getvalue() == ""


def test_a_bar_says_what_is_done_and_how_far_it_is(terminal: _Terminal) -> None:
    with Bar(terminal, 80, after_seconds=0) as bar:
        bar.move(0, 0, "reading [b]a.txt")
        while "reading [b]a.txt" not in terminal.getvalue():
            pass
        bar.move(17, 40, "List")
    assert "List" in terminal.getvalue()
    assert "17" in terminal.getvalue()

"""The door to the terminal: what is shown and asked there, standard input, the editor, the browser."""

import os
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, tzinfo
from pathlib import Path
from typing import NamedTuple, TextIO, TypeVar
from unicodedata import category

from rlist.cli.keys import read_key
from rlist.cli.progress import Bar
from rlist.errors import RlistError, SomeFailed, WrongUsage

Taken = TypeVar("Taken")

# What steers a terminal or can't be seen: controls, formats (among them bidirectional overrides and what has no width),
# surrogates and the two separators that break lines.
_STEERING = {"Cc", "Cf", "Cs", "Zl", "Zp"}

# Marks that stand above, below or around the letter before them: those of any script, and those of Hebrew, Arabic,
# Thai and Lao. No writing piles up more than some five of them; a flood runs over the lines above and below.
_MARKS = (
    "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f"
    "\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u06d6-\u06ed\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd]"
)
# Compiled when it is first wanted: most answers have no character so far up.
_FIRST_MARK = "\u0300"
_FLOOD = f"({_MARKS}{{8}}){_MARKS}+"

# What a terminal without a width of its own is taken to have.
_USUAL_WIDTH = 80
# In less than that nothing can be drawn; what is narrower breaks the lines itself.
_LEAST_WIDTH = 10

# More than any note or list of addresses.
_MOST_TYPED = 16 * 2**20

# The exit status of a program that Ctrl-C ended, where it is a shell's.
_INTERRUPTED = 130


def clean(text: str) -> str:
    """`text` in one line, without any character that steers a terminal, turns text around or can't be seen.

    Of a flood of marks on one letter a few are left.
    """
    if not text.isprintable():
        text = "".join(_seen(character) for character in text)
    return text if text.isascii() or max(text) < _FIRST_MARK else re.sub(_FLOOD, r"\1", text)


def _seen(character: str) -> str:
    if character.isspace():
        return " "
    return "" if category(character) in _STEERING else character


def clean_lines(text: str) -> str:
    """`text` as `clean` makes it, but line by line."""
    return "\n".join(clean(line) for line in text.split("\n"))


class Look(NamedTuple):
    """How an answer is to be shown: as JSON, or plain where `width` is None, or drawn for so many columns.

    `cut` shortens what is too long for a line; else it goes on in the next. `ascii` says that the other end takes
    nothing but ASCII. Times are shown in `zone`, in the platform's own where it is None.
    """

    as_json: bool = False
    width: int | None = None
    color: bool = False
    cut: bool = False
    ascii: bool = False
    zone: tzinfo | None = UTC


class Terminal:
    """Standard input, output and error, and what the environment says of them.

    A closed stream is None; what would go there is dropped. `color` is "auto", "always" or "never".
    """

    def __init__(
        self, stdin: TextIO | None, stdout: TextIO | None, stderr: TextIO | None, environment: Mapping[str, str]
    ) -> None:
        self._stdin = stdin
        self._stdout = stdout
        self._stderr = stderr
        self._environment = environment
        self.color = "auto"
        for stream in (stdout, stderr):
            if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
                reconfigure(errors="replace")

    def look(self, *, as_json: bool = False) -> Look:
        """How this terminal, file or pipe wants an answer."""
        on_terminal = _is_terminal(self._stdout)
        color = self._has_color(on_terminal)
        encoding = getattr(self._stdout, "encoding", None) or "utf-8"
        return Look(
            as_json,
            self._width() if on_terminal or self.color == "always" else None,
            color,
            cut=on_terminal and color,
            ascii=not encoding.lower().startswith("utf"),
        )

    def _has_color(self, on_terminal: bool) -> bool:
        if self.color != "auto":
            return self.color == "always"
        get = self._environment.get
        return on_terminal and not get("NO_COLOR") and get("TERM") != "dumb"

    def _width(self) -> int:
        columns = self._environment.get("COLUMNS", "")
        if columns.isdecimal() and len(columns) < 6 and int(columns) > 0:
            return max(int(columns), _LEAST_WIDTH)
        try:
            found = os.get_terminal_size(self._stdout.fileno()).columns if self._stdout else _USUAL_WIDTH
            return max(found, _LEAST_WIDTH)
        except (OSError, ValueError):
            return _USUAL_WIDTH

    @property
    def can_ask(self) -> bool:
        """Whether a question would reach somebody who can answer it."""
        return _is_terminal(self._stdin) and _is_terminal(self._stderr)

    def show(self, answer: str) -> None:
        """Print an answer, which `render` has cleaned, on standard output; nothing for an empty one."""
        if answer:
            text = answer if answer.endswith("\n") else f"{answer}\n"
            self._stdout = self._write(self._stdout, text, flush=True)

    def show_all(self, pieces: Iterable[str]) -> None:
        """Print a long answer, which `render` has cleaned, as far as somebody reads it; each piece ends its lines."""
        for piece in pieces:
            self._stdout = self._write(self._stdout, piece)
            if self._stdout is None:
                break
        self._stdout = self._write(self._stdout, "", flush=True)

    def hand_over(self, text: str) -> None:
        """Write a text for other programs to standard output as it is, in UTF-8; cleaned if that is a terminal."""
        reconfigure = getattr(self._stdout, "reconfigure", None)
        if _is_terminal(self._stdout):
            text = clean_lines(text)
        elif reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace", newline="\n")
        self._stdout = self._write(self._stdout, text, flush=True)

    def say(self, message: str) -> None:
        """Print progress, a warning or an error on standard error."""
        self._stderr = self._write(self._stderr, f"{clean_lines(message)}\n")

    def flush(self) -> None:
        """Send what is still held back; raises SomeFailed when standard output takes no more."""
        self._stdout = self._write(self._stdout, "", flush=True)
        self._stderr = self._write(self._stderr, "", flush=True)

    def _write(self, stream: TextIO | None, text: str, *, flush: bool = False) -> TextIO | None:
        """The stream, to be written to again, or None when nobody reads it any more."""
        if stream is None:
            return None
        try:
            stream.write(text)
            if flush:
                stream.flush()
        except OSError as error:
            # What is still in the stream's buffer would raise once more when Python closes it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            if stream is self._stdout and not isinstance(error, BrokenPipeError):
                self._stdout = None
                raise SomeFailed(
                    f"the answer can't be written: {error.strerror}", "what was to be done is done"
                ) from error
            return None
        return stream

    def ask(self, question: str) -> bool:
        """Whether the reader says yes; no, without asking, where nobody could answer."""
        if not self.can_ask or self._stdin is None:
            return False
        self._stderr = self._write(self._stderr, f"{clean(question)} [y/N] ", flush=True)
        return self._stdin.readline().strip().lower() in ("y", "yes")

    def key(self, question: str, allowed: Sequence[str]) -> str:
        """The key that the reader presses, one of `allowed`; the last of them where nobody answers any more.

        Where keys can't be read one by one, a line with one is taken.
        """
        while self._stdin is not None:
            self._stderr = self._write(self._stderr, clean(question) + " ", flush=True)
            pressed = read_key(self._stdin)
            if not pressed:
                break
            self.say(pressed.strip())
            if pressed.strip().lower() in allowed:
                return pressed.strip().lower()
        return allowed[-1]

    def read_input(self, most_bytes: int = _MOST_TYPED) -> bytes:
        """All of standard input, as it came; where it has more than `most_bytes`, one more than that."""
        if self._stdin is None:
            return b""
        if _is_terminal(self._stdin):
            self.say("reading from the terminal; Ctrl-D on a line of its own ends it")
        buffer = getattr(self._stdin, "buffer", None)
        return buffer.read(most_bytes + 1) if buffer is not None else self._stdin.read(most_bytes + 1).encode()

    def read_text(self) -> str:
        """All of standard input as text; raises WrongUsage where it is no text that anybody would write."""
        typed = self.read_input()
        if len(typed) > _MOST_TYPED:
            raise WrongUsage(f"standard input has more than {_MOST_TYPED // 2**20} MB", "`rlist import -` takes lists")
        return typed.decode("utf-8-sig", errors="replace")

    def edit(self, text: str, name: str, take: Callable[[str], Taken]) -> Taken:
        """What `take` makes of `text` once it has been through the reader's editor; `name` is the file's name there.

        When `take` rejects it the reader may edit it again. A text that isn't taken in the end is kept, and the error
        says where. Raises WrongUsage when there is no editor or it fails.
        """
        import tempfile
        from pathlib import Path

        editor = self._editor()
        path = Path(tempfile.mkdtemp(prefix="rlist-")) / name
        path.write_text(text, encoding="utf-8")
        while True:
            try:
                _run_editor(editor, path, on_terminal=self.can_ask)
                taken = take(path.read_text(encoding="utf-8", errors="replace") if path.exists() else "")
            except WrongUsage as error:
                if self.ask(f"{error.message}. Edit it again?"):
                    continue
                error.hint = f"the text is kept in {path}"
                raise
            except RlistError as error:
                error.hint = f"the text is kept in {path}"
                raise
            except KeyboardInterrupt:
                self.say(f"the text is kept in {path}")
                raise
            path.unlink(missing_ok=True)
            path.parent.rmdir()
            return taken

    def _editor(self) -> list[str]:
        chosen = self._environment.get("VISUAL") or self._environment.get("EDITOR")
        if chosen:
            try:
                return shlex.split(chosen, posix=os.name != "nt") or ["vi"]
            except ValueError as error:
                raise WrongUsage(f"$EDITOR can't be understood: {error}") from error
        if not self.can_ask:
            raise WrongUsage("there is no terminal to edit in", "give the text on the command line, or set $EDITOR")
        return ["notepad"] if os.name == "nt" else ["vi"]

    def browse(self, address: str, *, is_checked: bool = False) -> bool:
        """Open `address` in the browser that $BROWSER or the platform names; False when there is none.

        One of a file must be checked before. Raises WrongUsage for an address that isn't for a browser.
        """
        import webbrowser

        from rlist.model.address import is_for_browser

        if not (is_for_browser(address) or (is_checked and address.startswith("file:///"))):
            raise WrongUsage(f"{address} is no address for a browser", "http, https and mailto are")
        try:
            return webbrowser.open(address)
        except webbrowser.Error:
            return False

    @contextmanager
    def progress(self) -> Iterator[Callable[[int, int, str], None]]:
        """A function to tell how much of how much is done, and of what: a bar on a terminal, once it takes a while."""
        if not _is_terminal(self._stderr):
            yield lambda done, total, what: None
            return
        with Bar(self._stderr, self._width()) as bar:
            yield lambda done, total, what: bar.move(done, total, clean(what))


def _run_editor(editor: Sequence[str], path: Path, *, on_terminal: bool) -> None:
    """Raises WrongUsage when the editor can't be started or fails, KeyboardInterrupt when Ctrl-C ended it."""
    import signal
    import subprocess

    before = signal.getsignal(signal.SIGINT)
    if on_terminal:
        # Ctrl-C reaches both, and is the editor's: in vi it ends a command.
        signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        status = subprocess.run([*editor, str(path)], check=False).returncode
    except OSError as error:
        raise WrongUsage(f"the editor {editor[0]} can't be started: {error.strerror}") from error
    finally:
        signal.signal(signal.SIGINT, before)
    if status in (-signal.SIGINT, _INTERRUPTED):
        raise KeyboardInterrupt
    if status:
        raise WrongUsage(f"the editor ended with status {status}, so nothing was changed")


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False

"""What can go wrong, and the exit status that each kind ends in."""

from collections.abc import Sequence


class RlistError(Exception):
    """Something the user should know of: one line saying what, and a hint saying what to do.

    `lines` are what there is to choose from, where the hint says to choose.
    """

    exit_status = 2

    def __init__(self, message: str, hint: str | None = None, lines: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.lines = lines


class NothingFound(RlistError):
    """A search, `next` or an ID that finds nothing."""

    exit_status = 1


class WrongUsage(RlistError):
    """What was asked for can't be done as it was asked."""

    exit_status = 2


class QueryError(WrongUsage):
    """A query that can't be read; `at` is the place in `text`, counted in characters from 0."""

    def __init__(self, message: str, text: str, at: int, hint: str | None = None) -> None:
        super().__init__(f"{message}: {text[:at]}⟦{text[at:] or 'end'}⟧", hint)
        self.text = text
        self.at = at


class SomeFailed(RlistError):
    """Some inputs failed, each of them named; the rest is done."""

    exit_status = 3


class UnreadableInput(SomeFailed):
    """A file, or standard input, that can't be read."""


class LibraryUnavailable(RlistError):
    """The library can't be opened: locked, damaged, of a newer version, not writable."""

    exit_status = 4


class DanglingReference(LibraryUnavailable):
    """A step would leave a row that belongs to what isn't there: only a damaged library gets so far."""


class ServiceFailed(RlistError):
    """No service answered."""

    exit_status = 5

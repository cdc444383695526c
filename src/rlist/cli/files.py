"""The files that a reader names for an answer: `export -o`, `import --report`."""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rlist.errors import SomeFailed, WrongUsage

# The first bytes of every library: https://www.sqlite.org/fileformat2.html#the_database_header
_DATABASE = b"SQLite format 3\0"
_OF_DATABASES = ("", "-wal", "-shm", "-journal")


def check_overwritten(path: str, sources: Sequence[str]) -> None:
    """Raise WrongUsage, before anything is done, where `path` is one of the `sources`, or a database.

    That is a library perhaps, or a copy of one.
    """
    try:
        target = Path(path).resolve()
        is_source = any(target == Path(source).resolve() for source in sources)
        is_database = _is_database(target)
    except OSError as error:
        raise WrongUsage(f"{path} can't be written: {error.strerror}") from error
    if is_source:
        raise WrongUsage(f"{path} is what is read, and would be overwritten", "name another file")
    if is_database:
        raise WrongUsage(f"{path} is a database, and would be overwritten", "name another file")


def check_target(path: str, sources: Sequence[str]) -> None:
    """Raise WrongUsage as `check_overwritten` does, and where `path` has no folder to be in."""
    check_overwritten(path, sources)
    folder = Path(path).resolve().parent
    if not folder.is_dir():
        raise WrongUsage(f"{path} can't be written: there is no folder {folder}")


def _is_database(target: Path) -> bool:
    """Whether a file is a database or one of the files that belong to it."""
    for suffix in _OF_DATABASES:
        place = Path(str(target).removesuffix(suffix))
        if str(target).endswith(suffix) and place.is_file():
            with place.open("rb") as file:
                if file.read(len(_DATABASE)) == _DATABASE:
                    return True
    return False


def save(path: str, text: str) -> None:
    """Write a file that the reader named, all of it or nothing; raises RlistError when it can't be written.

    A device or a pipe (`/dev/stderr`) can't be replaced and is written to as it is.
    """
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8")
            return
        target = target.resolve()
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:50]}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="") as file:
                file.write(text)
            os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
            os.replace(name, target)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise SomeFailed(f"{path} can't be written: {error.strerror}", "nothing was written") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

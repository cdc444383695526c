"""Keeping rlist itself in order: its configuration."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import ParseError, TOMLKitError

from rlist.errors import NothingFound, WrongUsage
from rlist.model.pace import MINUTES
from rlist.settings import ALIAS, KEYS, Settings

_OF_ALIAS = "the words that it stands for in a search, several of them with commas"

# What the configuration can hold, and what it means.
MEANINGS: Mapping[str, str] = {
    **KEYS,
    **{
        f"minutes.{kind}": f"how long a {kind} takes you, for `rlist stats`; {usual} is taken"
        for kind, usual in MINUTES.items()
    },
}


# What a value has to look like, by the beginning of its key; each says so in words.
_FORMS: tuple[tuple[str, str, str], ...] = (
    ("database", r"[~/\\].*|[A-Za-z]:.*", "a path that begins with / or ~"),
    ("cache", r"[~/\\].*|[A-Za-z]:.*", "a path that begins with / or ~"),
    ("backups_kept", r"[0-9]{1,6}", "a whole number"),
    ("backups", r"[~/\\].*|[A-Za-z]:.*", "a path that begins with / or ~"),
    ("contact", r"[^@\s]+@[^@\s]+", "a mail address"),
    ("private_addresses", r"true|false", "true or false"),
    ("providers.", r"https?://\S+", "an address that begins with http:// or https://"),
    ("minutes.", r"[1-9][0-9]{0,4}", "a number of minutes"),
    (ALIAS, r".*\w.*", "words that it stands for"),
)


def unknown_keys(settings: Settings) -> list[str]:
    """The keys in the configuration's file that there aren't."""
    return [key for key in settings.values if not _is_known(key)]


def configuration(settings: Settings) -> Mapping[str, object]:
    """Every key of the configuration with its value, None where none is set; then the aliases that are set."""
    own = {key: value for key, value in settings.values.items() if key.startswith(ALIAS) and _is_known(key)}
    return {key: settings.values.get(key) for key in MEANINGS} | own


def get_value(settings: Settings, key: str) -> object:
    """The value of `key`; raises NothingFound when it isn't set, WrongUsage for a key that there isn't."""
    _check(key)
    if key not in settings.values:
        raise NothingFound(f"{key} isn't set", f"`rlist config {key} VALUE` sets it: {MEANINGS.get(key, _OF_ALIAS)}")
    return settings.values[key]


def set_value(settings: Settings, key: str, value: str) -> None:
    """Write `value` for `key` into the configuration, or take the key out of it when `value` is empty.

    What else stands in the file, comments included, stays. Raises WrongUsage.
    """
    _check(key)
    if not value.isprintable():
        raise WrongUsage(f"the value of {key} has characters that can't be written", "type it again")
    _check_value(key, value)
    path = settings.configuration
    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
        _set(document, key.split("."), value)
        _replace(path, tomlkit.dumps(document))
    except (ParseError, TOMLKitError) as error:
        raise WrongUsage(f"the configuration {path} is no TOML: {error}") from error
    except OSError as error:
        raise WrongUsage(f"the configuration {path} can't be written: {error.strerror}") from error


def _replace(path: Path, text: str) -> None:
    """Writes all of a file, for its owner alone, or leaves it as it is; raises OSError."""
    target = Path(os.path.realpath(path))
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, partial = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:50]}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(partial, target)
    except BaseException:
        os.unlink(partial)
        raise


def _set(table: MutableMapping[str, Any], names: list[str], value: str) -> None:
    name, *rest = names
    if rest:
        _set(table.setdefault(name, tomlkit.table()), rest, value)
    elif value:
        table[name] = value
    else:
        table.pop(name, None)


def _check_value(key: str, value: str) -> None:
    form, words = next((form, words) for start, form, words in _FORMS if key.startswith(start))
    if value and not re.fullmatch(form, value):
        raise WrongUsage(f"{key} is {words}, not {value!r}", MEANINGS.get(key, _OF_ALIAS))


def _check(key: str) -> None:
    if not _is_known(key):
        raise WrongUsage(f"there is no setting {key}", f"there is {', '.join(MEANINGS)}, {ALIAS}WORD")


def _is_known(key: str) -> bool:
    return key in MEANINGS or (key.startswith(ALIAS) and key.removeprefix(ALIAS).isalnum())

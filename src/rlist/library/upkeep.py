"""Keeping rlist itself in order: its configuration."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any

import tomlkit
from tomlkit.exceptions import ParseError, TOMLKitError

from rlist.errors import NothingFound, WrongUsage
from rlist.model.pace import MINUTES
from rlist.settings import KEYS, Settings

# What the configuration can hold, and what it means.
MEANINGS: Mapping[str, str] = {
    **KEYS,
    **{
        f"minutes.{kind}": f"how long a {kind} takes you, for `rlist stats`; {usual} is taken"
        for kind, usual in MINUTES.items()
    },
}


def configuration(settings: Settings) -> Mapping[str, object]:
    """Every key of the configuration with its value, None where none is set."""
    return {key: settings.values.get(key) for key in MEANINGS} | dict(settings.values)


def get_value(settings: Settings, key: str) -> object:
    """The value of `key`; raises NothingFound when it isn't set, WrongUsage for a key that there isn't."""
    _check(key)
    if key not in settings.values:
        raise NothingFound(f"{key} isn't set", f"`rlist config {key} VALUE` sets it: {MEANINGS[key]}")
    return settings.values[key]


def set_value(settings: Settings, key: str, value: str) -> None:
    """Write `value` for `key` into the configuration, or take the key out of it when `value` is empty.

    What else stands in the file, comments included, stays. Raises WrongUsage.
    """
    _check(key)
    if not value.isprintable():
        raise WrongUsage(f"the value of {key} has characters that can't be written", "type it again")
    path = settings.configuration
    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
        _set(document, key.split("."), value)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(tomlkit.dumps(document), encoding="utf-8")
    except (ParseError, TOMLKitError) as error:
        raise WrongUsage(f"the configuration {path} is no TOML: {error}") from error
    except OSError as error:
        raise WrongUsage(f"the configuration {path} can't be written: {error.strerror}") from error


def _set(table: MutableMapping[str, Any], names: list[str], value: str) -> None:
    name, *rest = names
    if rest:
        _set(table.setdefault(name, tomlkit.table()), rest, value)
    elif value:
        table[name] = value
    else:
        table.pop(name, None)


def _check(key: str) -> None:
    if key not in MEANINGS:
        raise WrongUsage(f"there is no setting {key}", f"there is {', '.join(MEANINGS)}")

"""Where the library and the configuration are, and what the configuration says: flags, environment, TOML."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rlist.errors import WrongUsage

# What the configuration can hold, and what it means.
KEYS: Mapping[str, str] = {
    "database": "the file of the library, where neither --db nor RLIST_DB says another",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds for one run: the library's file, the configuration's file and the values in it by dotted key."""

    database: Path
    configuration: Path
    values: Mapping[str, object] = field(default_factory=dict)


def read_settings(database: str | None, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this run: what the flag says, else the environment, else the configuration, else the platform.

    Raises WrongUsage, naming the line, when the configuration is no TOML.
    """
    configuration = Path(environment.get("RLIST_CONFIG") or _platform_folder("config") / "config.toml").expanduser()
    values = _read_toml(configuration)
    chosen = database or environment.get("RLIST_DB") or values.get("database") or _platform_folder("data") / "rlist.db"
    return Settings(Path(str(chosen)).expanduser(), configuration, values)


def _platform_folder(what: str) -> Path:
    import platformdirs

    return platformdirs.user_config_path("rlist") if what == "config" else platformdirs.user_data_path("rlist")


def _read_toml(path: Path) -> dict[str, object]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise WrongUsage(f"the configuration {path} can't be read: {error}") from error
    import tomllib

    try:
        return _flat(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise WrongUsage(f"the configuration {path} is no TOML: {error}", "mend that line, or delete it") from error


def _flat(table: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    values: dict[str, object] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            values |= _flat(value, f"{prefix}{key}.")
        else:
            values[prefix + key] = value
    return values

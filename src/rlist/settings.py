"""Where the library and the configuration are, and what the configuration says: flags, environment, TOML."""

import os
import stat
from binascii import crc32
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from rlist.errors import WrongUsage

# What the configuration can hold, and what it means.
KEYS: Mapping[str, str] = {
    "database": "the file of the library, where neither --db nor RLIST_DB says another",
    "contact": "your mail address: services that are asked for metadata want to know who asks",
    "cache": "the folder for what services answered",
    "backups": "the folder for copies of the library",
    "backups_kept": "how many of the copies that rlist makes by itself it keeps, 10 unless set; 0 makes none",
    "private_addresses": "true lets look-ups follow a remote answer into your own network",
    **{
        f"providers.{name}": f"the base address of {service}, where it isn't the usual one"
        for name, service in (
            ("arxiv", "arXiv's API"),
            ("usenix", "USENIX"),
            ("usenix_mirror", "GitHub for the mirror of USENIX's records"),
            ("crossref", "Crossref's API"),
            ("datacite", "DataCite's API"),
            ("openreview", "OpenReview's API"),
            ("openreview_v1", "OpenReview's older API"),
            ("openreview_site", "OpenReview's pages"),
            ("huggingface", "Hugging Face"),
            ("github", "GitHub's API"),
            ("youtube", "YouTube"),
            ("x", "X's oEmbed service"),
        )
    },
}
# Besides the KEYS there is one for each word that stands for other words.
ALIAS = "alias."

_BACKUPS_KEPT = 10

# More than anybody writes; a device has no end.
_MAXIMUM_BYTES = 200_000


class Settings(NamedTuple):
    """What holds for one run: the library's file, the configuration's file and the values in it by dotted key."""

    database: Path
    configuration: Path
    values: Mapping[str, object] = MappingProxyType({})


def read_settings(database: str | None, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this run: what the flag says, else the environment, else the configuration, else the platform.

    Raises WrongUsage, naming the line, when the configuration is no TOML.
    """
    configuration = _path(environment.get("RLIST_CONFIG") or _platform_folder("config") / "config.toml")
    values = _read_toml(configuration)
    chosen = database or environment.get("RLIST_DB") or values.get("database") or _platform_folder("data") / "rlist.db"
    return Settings(_path(chosen), configuration, values)


def cache_folder(settings: Settings) -> Path:
    """The folder for what can be fetched again: as the configuration says, else the platform's."""
    chosen = settings.values.get("cache")
    return _path(chosen) if chosen else _platform_folder("cache")


def backup_folder(settings: Settings) -> Path:
    """The folder for copies of the library: one of its own for each library, as the configuration says or the platform.

    Its name has that of the library's file, and a sum that tells files of the same name apart.
    """
    chosen = settings.values.get("backups")
    folder = _path(chosen) if chosen else _platform_folder("state") / "backups"
    library = os.path.realpath(settings.database)
    return folder / f"{Path(library).stem[:50]}-{crc32(os.fsencode(library)):08x}"


def backups_kept(settings: Settings) -> int:
    """How many of the copies that are made unasked are kept of each kind; raises WrongUsage when that is no number."""
    chosen = settings.values.get("backups_kept", _BACKUPS_KEPT)
    if not str(chosen).isdecimal():
        raise WrongUsage(f"backups_kept is {chosen!r} in the configuration, and no number", "`rlist config` sets it")
    return int(str(chosen))


def aliases(settings: Settings) -> dict[str, tuple[str, ...]]:
    """The phrases that the reader's own short forms stand for, by the short form in small letters."""
    chosen = {key[len(ALIAS) :].lower(): str(value) for key, value in settings.values.items() if key.startswith(ALIAS)}
    return {word: tuple(filter(None, map(str.strip, text.split(",")))) for word, text in chosen.items()}


def _platform_folder(what: str) -> Path:
    import platformdirs

    folders = {
        "config": platformdirs.user_config_path,
        "data": platformdirs.user_data_path,
        "cache": platformdirs.user_cache_path,
        "state": platformdirs.user_state_path,
    }
    return folders[what]("rlist")


def _path(chosen: object) -> Path:
    # `~name` of nobody stays as it is, which is no path that there is.
    return Path(os.path.expanduser(str(chosen)))


def _read_toml(path: Path) -> dict[str, object]:
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > _MAXIMUM_BYTES:
            raise WrongUsage(f"the configuration {path} is no file of a few lines", "RLIST_CONFIG names another one")
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise WrongUsage(f"the configuration {path} can't be read: {error}") from error
    import tomllib

    try:
        values = _flat(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise WrongUsage(f"the configuration {path} is no TOML: {error}", "mend that line, or delete it") from error
    for key, value in values.items():
        # No name of a file, no address and no header may hold one.
        if any(control in str(value) for control in "\0\r\n"):
            raise WrongUsage(f"{key} in the configuration {path} holds a control character", "mend that line")
    return values


def _flat(table: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    values: dict[str, object] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            values |= _flat(value, f"{prefix}{key}.")
        else:
            values[prefix + key] = value
    return values

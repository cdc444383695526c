"""The README's page on what is sent, and to whom, is what the code does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from urllib.parse import urlsplit

import httpx
import pytest

from conftest import Rlist
from rlist.cli.main import COMMANDS
from rlist.lookup.registry import PROVIDERS
from rlist.lookup.wanted import Contact, Step, Wanted
from rlist.model.matching import Held
from rlist.model.metadata import Metadata
from services import Services

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
TABLE = re.findall(
    r"^\| (.+?) \| .+ \| .+ \|$", README.partition("What is sent")[2].partition("\n## ")[0], re.MULTILINE
)
TOLD = {host for row in TABLE for host in re.findall(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+", row)}


def hosts(provider: object) -> set[str]:
    """The hosts that a provider's module names as those that it asks."""
    assert isinstance(provider, ModuleType)
    named = [value for name, value in vars(provider).items() if "BASE" in name and isinstance(value, str)]
    values = [value for name, value in vars(provider).items() if "BASE" in name and isinstance(value, tuple | dict)]
    for value in values:
        named += [str(one) for one in (value.values() if isinstance(value, dict) else value)]
    found = {urlsplit(one).hostname for one in named if one.startswith("https://")}
    return {host for host in found if host}


def test_the_readme_names_every_host_that_the_code_names_and_no_other() -> None:
    assert TOLD == {host for provider in PROVIDERS for host in hosts(provider)} | {
        "api.openreview.net",
        "openreview.net",
    }


ITEMS = [
    Wanted(
        1, Held(Metadata("Mamba: Linear-Time Sequence Modeling", ("Albert Gu",), identifiers=identifiers)), step=step
    )
    for step in Step
    for identifiers in (
        {},
        {"arxiv": "2312.00752"},
        {"doi": "10.1145/3600006.3613165"},
        {"usenix": "osdi24/presentation/lin-zhiqi"},
        {"openreview": "tEYskw1VY2"},
        {"youtube": "dQw4w9WgXcQ"},
    )
]
ADDRESSES = (
    *("https://github.com/state-spaces/mamba", "https://www.youtube.com/watch?v=x", "https://x.com/a/status/1"),
    *("https://huggingface.co/papers/2312.00752", "https://reader.example/page"),
)


@pytest.mark.parametrize("provider", PROVIDERS, ids=lambda provider: provider.NAME)
def test_a_provider_asks_those_whom_the_readme_names_or_the_items_own_address(provider: object) -> None:
    wanted = [*ITEMS, *(replace(ITEMS[0], key=9, addresses=(address,)) for address in ADDRESSES)]
    asked = {urlsplit(request.url).hostname for one in wanted for request in provider.ask([one], Contact())}  # type: ignore[attr-defined]
    assert asked <= TOLD | {urlsplit(address).hostname for address in ADDRESSES}


def test_what_the_reader_did_is_never_sent(rlist: Rlist, services: Services) -> None:
    secret = ("--tag", "secretive", "--note", "secretive", "--list", "secretive")
    for what in ("https://arxiv.org/abs/2312.00752", "https://example.org/page", "A Paper Without Any Address"):
        rlist("add", what, *secret)
    rlist("done", "1-3", "--rating", "5", "--note", "secretive")
    rlist("lookup", "--all")
    assert services.asked
    assert not [url for url in services.asked if "secret" in url]


# Every use of a command that isn't said to look anything up.
OFFLINE: Sequence[Sequence[str]] = (
    *([], ["add", "https://arxiv.org/abs/2404.05405", "--no-lookup"], ["import", "seeds"], ["import", "-"]),
    *(["list"], ["search", "x"], ["next", "--why"], ["show", "1"], ["start", "1"], ["done", "1"], ["drop", "1"]),
    *(["unread", "1"], ["tag", "1", "+x"], ["tags"], ["lists"], ["note", "1", "x"], ["edit", "1", "--year", "2020"]),
    *(["undo"], ["undo", "--redo"], ["log"], ["config"], ["config", "contact", "a@example.org"], ["open", "1"]),
    *(["export", "html"], ["export", "bibtex"], ["lookup", "--review"], ["view"], ["backup"], ["rm", "1", "--yes"]),
    *(["merge", "1", "2"], ["related", "1"], ["stats"], ["doctor"], ["restore", "nowhere"]),
)


def test_every_command_is_tried_without_a_network() -> None:
    assert {command[0] for command in OFFLINE if command} >= set(COMMANDS)


@pytest.fixture
def offline(rlist: Rlist, monkeypatch: pytest.MonkeyPatch) -> Rlist:
    """The command, where whatever touches the network fails the test."""
    rlist("add", "https://arxiv.org/abs/2312.00752", "--no-lookup")
    rlist("add", "Another One", "--no-lookup")

    def touched(*_: object, **__: object) -> None:
        raise AssertionError("the network is touched")

    for name in ("rlist.library.looking_up.open_web", "socket.getaddrinfo"):
        monkeypatch.setattr(name, touched)
    monkeypatch.setattr(httpx.Client, "__init__", touched)
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    return rlist


@pytest.mark.parametrize("command", OFFLINE, ids=lambda command: " ".join(command) or "rlist")
def test_other_commands_touch_no_network(offline: Rlist, command: Sequence[str]) -> None:
    assert offline(*command, stdin="- a line\n").status in (0, 1, 2, 3)


@pytest.mark.parametrize("command", [["lookup", "--all"], ["add", "https://arxiv.org/abs/2404.05405"]])
def test_a_look_up_would_be_noticed(offline: Rlist, command: Sequence[str]) -> None:
    with pytest.raises(AssertionError, match="the network is touched"):
        offline(*command)

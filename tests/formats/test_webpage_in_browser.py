"""The page in a browser: search, filters, the keyboard, small windows, and without JavaScript."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rlist.formats import webpage
from rlist.formats.contents import Contents
from rlist.model.item import Entry, Item, Kind, Link, Note, Status
from rlist.model.metadata import Metadata

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright isn't installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# The browser is spoken to over a pipe, for which Python makes a pair of sockets.
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.enable_socket,
    pytest.mark.filterwarnings("default"),
]

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
MAMBA = Item(
    id=1,
    uid="1",
    metadata=Metadata("Mamba", ("Albert Gu",), year=2023, abstract="selective state spaces"),
    kind=Kind.PAPER,
    added_at=NOW,
    updated_at=NOW,
    links=(Link("https://arxiv.org/abs/2312.00752"),),
    tags=("ssm", "a, b"),
    entries=(Entry("Reading", ("SSMs",), 1, "x"), Entry("Later", (), 1, "x")),
    notes=(Note("<b>mine</b>", NOW),),
)
GRAPHS = Item(
    id=2,
    uid="2",
    metadata=Metadata("On Random Graphs " + "verylongword" * 12, ("Pál Erdős",), year=1959),
    kind=Kind.BOOK,
    added_at=NOW,
    updated_at=NOW,
    status=Status.DONE,
    entries=(Entry("Reading", ("Graphs",), 2, "x"),),
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def address(tmp_path: Path) -> str:
    file = tmp_path / "page.html"
    file.write_text(webpage.write(Contents([MAMBA, GRAPHS], [], NOW, ["Reading", "Later"])), encoding="utf-8")
    return file.as_uri()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    yield page
    assert complaints == []
    page.close()


def shown(page: Page) -> list[str]:
    """The titles that are to be seen."""
    return [title[:5] for title in page.locator(".item:visible .title").all_inner_texts()]


def test_words_are_found_wherever_they_stand(page: Page) -> None:
    assert shown(page) == ["Mamba", "On Ra", "Mamba"]
    page.keyboard.press("/")
    page.keyboard.type("erdos")
    assert shown(page) == ["On Ra"]
    assert page.locator("output").inner_text() == "1 of 2 shown"
    assert page.locator("h3:visible").all_inner_texts() == ["Graphs"]
    page.keyboard.press("Escape")
    page.wait_for_function("document.querySelector('output').textContent === '2 of 2 shown'")
    page.keyboard.type("state SPACES")
    assert shown(page) == ["Mamba", "Mamba"]


@pytest.mark.parametrize(
    ("name", "value", "titles"),
    [
        ("status", "done", ["On Ra"]),
        ("kind", "paper", ["Mamba", "Mamba"]),
        ("year", "1959", ["On Ra"]),
        ("tag", "a, b", ["Mamba", "Mamba"]),
    ],
)
def test_filters(page: Page, name: str, value: str, titles: list[str]) -> None:
    page.select_option(f"select[name={name}]", value)
    assert shown(page) == titles
    page.click("button[type=reset]")
    page.wait_for_function("document.querySelector('output').textContent === '2 of 2 shown'")


def test_abstracts_and_notes_unfold_by_key(page: Page) -> None:
    summary = page.locator("summary", has_text="Note")
    assert not page.locator(".note").is_visible()
    summary.focus()
    page.keyboard.press("Enter")
    assert page.locator(".note").inner_text() == "<b>mine</b>"


def test_dark_and_light(browser: Browser, address: str) -> None:
    grounds = set()
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        page.goto(address)
        grounds.add(before := page.evaluate("getComputedStyle(document.body).backgroundColor"))
        page.click("#theme")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != before
        page.close()
    assert len(grounds) == 2


@pytest.mark.parametrize("width", [390, 1200])
def test_nothing_is_wider_than_the_window(browser: Browser, address: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


def test_without_javascript_everything_is_there(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert shown(page) == ["Mamba", "On Ra", "Mamba"]
    assert not page.locator("form").is_visible()
    page.click("summary:has-text('Abstract')")
    assert page.locator(".abstract").is_visible()
    context.close()

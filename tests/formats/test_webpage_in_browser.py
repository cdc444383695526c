"""The page in a browser: search, filters, the keyboard, small windows, without JavaScript, and full of attacks."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from attacks import PAGE
from rlist.formats import webpage
from rlist.formats.contents import Contents
from rlist.model.item import Entry, Item, Kind, Link, Note, Section, Status
from rlist.model.metadata import Metadata

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

sync_api = pytest.importorskip(
    "playwright.sync_api", reason="playwright isn't installed: the page isn't tried in a browser"
)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# No sandbox, because tests run as root too; and nothing of what a browser asks its maker for.
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
# The browser is spoken to over a pipe, for which Python makes a pair of sockets.
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium: the page isn't tried in a browser"),
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
    # How long a loaded machine takes is no matter of the page.
    sync_api.expect.set_options(timeout=60_000)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def saved(folder: Path, contents: Contents) -> str:
    """The address of the page on disk."""
    file = folder / "page.html"
    file.write_text(webpage.write(contents), encoding="utf-8")
    return file.as_uri()


@pytest.fixture
def address(tmp_path: Path) -> str:
    return saved(tmp_path, Contents([MAMBA, GRAPHS], [], NOW, ["Reading", "Later"]))


@contextmanager
def opened(browser: Browser, address: str) -> Iterator[Page]:
    """The page, of which nothing may complain, and which may load nothing else and ask nothing."""
    page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    page.on("popup", lambda popup: complaints.append(popup.url))
    page.on("request", lambda request: complaints.append(request.url) if request.url != address else None)
    page.goto(address)
    yield page
    assert complaints == []
    page.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with opened(browser, address) as page:
        yield page


def shown(page: Page) -> list[str]:
    """The titles that are to be seen."""
    return [title[:5] for title in page.locator(".item:visible .title").all_text_contents()]


def test_words_are_found_wherever_they_stand(page: Page) -> None:
    assert shown(page) == ["Mamba", "On Ra", "Mamba"]
    page.keyboard.press("/")
    page.keyboard.type("erdos")
    assert shown(page) == ["On Ra"]
    assert page.locator("output").inner_text() == "1 of 2 shown"
    assert page.locator("h3:visible").all_inner_texts() == ["Graphs"]
    page.keyboard.press("Escape")
    sync_api.expect(page.locator("output")).to_have_text("2 of 2 shown")
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
    sync_api.expect(page.locator("output")).to_have_text("2 of 2 shown")


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


def test_sections_are_reached_over_the_contents_and_by_key(page: Page) -> None:
    page.focus("nav summary")
    page.keyboard.press("Enter")
    assert page.locator("nav li > a").all_inner_texts() == ["Reading", "SSMs", "Graphs", "Later"]
    page.click("nav >> text=Graphs")
    assert page.locator("h3", has_text="Graphs").evaluate("heading => heading.matches(':target')")
    page.click("main >> a:text('Mamba') >> nth=1")
    assert page.locator("#item-1").evaluate("item => item.matches(':target')")


def test_the_keyboard_reaches_everything_in_order(page: Page) -> None:
    reached = []
    for _ in range(14):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.name || document.activeElement.textContent"))
    assert reached[:9] == [
        *("To the items", "words", "status", "kind", "tag", "year", "Show all", "Dark or light", "Contents"),
    ]
    assert reached[9:12] == ["Mamba", "Abstract", "Note"]


def test_ten_thousand_items_stay_usable(browser: Browser, tmp_path: Path) -> None:
    """What isn't in the window isn't laid out: else the page takes seconds after each letter."""
    many = [
        MAMBA._replace(
            id=n,
            metadata=MAMBA.metadata._replace(title=f"Paper {n}"),
            entries=(Entry("L", (f"{n // 20}",), n, "x"),),
        )
        for n in range(1, 10_001)
    ]
    with opened(browser, saved(tmp_path, Contents(many, [], NOW))) as page:
        page.fill("input", "paper 999")
        sync_api.expect(page.locator("output")).to_have_text("19 of 10000 shown")
        page.fill("input", "")
        sync_api.expect(page.locator("output")).to_have_text("10000 of 10000 shown")
        drawn = page.evaluate(
            "[...document.querySelectorAll('p')].filter(p => p.checkVisibility({contentVisibilityAuto: true})).length"
        )
        assert 0 < drawn < 1000
        page.goto(f"{page.url}#item-9990")
        assert page.locator("#item-9990 .title").bounding_box()["y"] < 720  # type: ignore[index]


def test_a_page_full_of_attacks_runs_nothing(browser: Browser, tmp_path: Path) -> None:
    attacks = [
        MAMBA._replace(
            id=number,
            metadata=Metadata(text, (text, "x"), venue=text, abstract=text, identifiers={text: text}),
            links=(Link(text, text), Link(f"https://a.example/{text}", text), Link("https://a.example/", text)),
            tags=(text,),
            entries=(Entry(text, (text, "x"), number, text),),
            notes=(Note(text, NOW),),
            citekey=text,
        )
        for number, text in enumerate(PAGE, 1)
    ]
    sections = [Section(text, (text,), text) for text in PAGE]
    with opened(browser, saved(tmp_path, Contents(attacks, sections, NOW, PAGE))) as page:
        assert page.locator("main script, main img, main form, iframe, object, base, link, svg, template").count() == 0
        assert page.locator("script").count() == page.locator("form").count() == page.locator("style").count() == 1
        targets = page.evaluate("[...document.links].map(link => [link.protocol, link.getAttribute('href')])")
        # ":" is that of an address which a browser can't read, and goes nowhere.
        assert {protocol for protocol, to in targets if to[0] != "#"} <= {"http:", "https:", "mailto:", ":"}
        for event in ("mouseover", "focus", "click", "toggle", "error", "load", "begin"):
            page.evaluate(
                """event => {
                  for (const element of document.querySelectorAll("body *")) {
                    if (!element.matches("a, button")) element.dispatchEvent(new Event(event));
                  }
                }""",
                event,
            )
        for name in ("tag", "kind"):
            for option in page.locator(f"select[name={name}] option").all_inner_texts():
                page.select_option(f"select[name={name}]", label=option)
        page.click("button[type=reset]")
        page.fill("input", "window.ran")
        assert page.locator(".item:visible").count() > 20
        page.locator("summary:visible").first.click()
        assert page.evaluate("window.ran") is None
        assert page.title() == "Reading list"

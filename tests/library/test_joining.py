"""What becomes of items that are merged: all of both, in one step that can be taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Rlist
from rlist.errors import NothingFound, WrongUsage
from rlist.library import Library, history
from rlist.library.accounting import Became, LineAccount
from rlist.library.editing import edit
from rlist.library.importing import ImportWishes, import_
from rlist.library.joining import merge
from rlist.library.naming import find_ids, show
from rlist.model.item import Item, LookupState, Status
from rlist.store.recording import LOGGED_TABLES

Bring = Callable[..., list[Item]]


@pytest.fixture
def bring(library: Library) -> Bring:
    """Items as an archive has them, numbered from 1, come into the library."""

    def bring(*given: dict[str, object]) -> list[Item]:
        found = [
            {"id": n, "uid": f"u{n}", "title": f"Title {n}", "added_at": f"2026-01-{n:02}T00:00:00Z"} | fields
            for n, fields in enumerate(given, 1)
        ]
        whole = json.dumps({"format": "rlist", "version": 1, "items": found, "sections": []})
        assert not import_(library, ["-"], whole.encode(), ImportWishes(), "import -").failures
        return show(library, [f"1-{len(given)}"])

    return bring


def rows(library: Library) -> dict[str, list[object]]:
    db = library.store.db
    return {table: db.execute(f"SELECT * FROM {table} ORDER BY id").fetchall() for table in LOGGED_TABLES}


def entry(text: str, parent: int | None = None) -> dict[str, object]:
    return {"list": "A", "section": ["S"], "position": len(text), "text": text, "parent": parent}


def test_the_older_item_stays_with_all_that_both_have(library: Library, bring: Bring) -> None:
    bring(
        {
            "tags": ["a"],
            "entries": [entry("x")],
            "notes": [{"body": "one", "created_at": "2026-01-01"}],
            "urls": [{"url": "https://a.org/1"}],
        },
        {
            "tags": ["A", "b"],
            "status": "done",
            "finished_at": "2026-02-02T00:00:00Z",
            "rating": 4,
            "priority": "high",
            "citekey": "key",
            "entries": [entry("xx"), entry("xxxx", 1)],
            "notes": [{"body": "two", "created_at": "2026-01-01"}],
            "urls": [{"url": "https://a.org/2"}],
            "identifiers": {"arxiv": "2312.00752"},
        },
        {"entries": [entry("xxx", 2)]},
    )
    before = rows(library)
    joined = merge(library, ["2", "1"], None, "merge 2 1")
    assert (joined.item.id, [gone.id for gone in joined.gone]) == (1, [2])
    item, child = show(library, ["1", "3"])
    assert item == joined.item
    assert (item.status, item.rating, item.priority, item.citekey) == (Status.DONE, 4, "high", "key")
    assert item.finished_at is not None
    assert item.tags == ("a", "b")
    assert [note.body for note in item.notes] == ["one", "two"]
    assert [link.url for link in item.links] == ["https://a.org/1", "https://a.org/2"]
    assert [(placed.text, placed.parent) for placed in item.entries] == [("x", None), ("xx", None), ("xxxx", None)]
    assert child.entries[0].parent == 1
    assert find_ids(library, ["2312.00752", "https://a.org/2"]) == [1]
    history.undo(library, 1, "undo")
    assert rows(library) == before


def test_the_reader_says_which_one_stays(library: Library, bring: Bring) -> None:
    bring({}, {}, {})
    assert merge(library, ["1-3"], "2", "merge 1-3 --keep 2").item.id == 2
    with pytest.raises(NothingFound):
        find_ids(library, ["1"])
    assert len(history.log(library, None, None)) == 2


@pytest.mark.parametrize(
    ("one", "other", "title"),
    [
        pytest.param({}, {"lookup": {"state": "found"}}, "Title 2", id="what was looked up"),
        pytest.param({"lookup": {"state": "found"}}, {"lookup": {"state": "found"}, "venue": "OSDI"}, "Title 2",
                     id="the published one"),
        pytest.param({"year": 2020}, {}, "Title 1", id="the fuller one"),
        pytest.param({}, {}, "Title 1", id="of two that are alike the one that stays"),
        pytest.param(
            {"title": "page · a.org", "urls": [{"url": "https://a.org/page"}], "year": 2020}, {}, "Title 2",
            id="a title, not an address",
        ),
    ],
)  # fmt: skip
def test_the_metadata_is_that_of_the_better_source(
    library: Library, bring: Bring, one: dict[str, object], other: dict[str, object], title: str
) -> None:
    bring(one, other)
    assert merge(library, ["1", "2"], None, "merge 1 2").item.title == title


def test_what_the_reader_has_set_stays(library: Library, bring: Bring) -> None:
    bring({}, {"lookup": {"state": "found"}, "year": 2023, "venue": "OSDI"})
    edit(library, "1", {"title": "My own"}, "edit 1")
    item = merge(library, ["1", "2"], None, "merge 1 2").item
    assert (item.title, item.metadata.year, item.lookup.state) == ("My own", 2023, LookupState.FOUND)


def test_an_identifier_beside_which_there_is_another_one_still_leads_to_the_item(
    library: Library, bring: Bring
) -> None:
    bring({"identifiers": {"doi": "10.1145/1"}}, {"identifiers": {"doi": "10.48550/x.2", "other": "7"}}, {})
    merge(library, ["1", "2"], None, "merge 1 2")
    assert find_ids(library, ["10.1145/1", "10.48550/x.2", "https://doi.org/10.48550/X.2"]) == [1]
    report = import_(library, ["-"], b"doi:10.48550/x.2\n", ImportWishes(), "import -")
    assert report.files[0].lines == (LineAccount(1, Became.MERGED, 1, "doi:10.48550/x.2"),)


def test_a_list_that_comes_again_finds_its_entries_at_the_item_that_stays(library: Library) -> None:
    text = b"Papers\n\n- Mamba https://arxiv.org/abs/2312.00752\n- Mamba again https://a.org/mamba\n"
    import_(library, ["-"], text, ImportWishes(list_name="A"), "import -")
    merge(library, ["1", "2"], None, "merge 1 2")
    before = show(library, ["1"])
    again = import_(library, ["-"], text, ImportWishes(list_name="A"), "import -")
    assert again.files[0].counts[Became.THERE] == 2
    assert show(library, ["1"]) == before


def test_one_item_alone_is_no_merge(library: Library, bring: Bring, rlist: Rlist) -> None:
    bring({}, {})
    with pytest.raises(WrongUsage, match="alone"):
        merge(library, ["1"], None, "merge 1")
    with pytest.raises(WrongUsage, match="none of the items"):
        merge(library, ["1", "1"], "2", "merge 1 1 --keep 2")
    assert merge(library, ["1", "1"], None, "merge 1 1").gone == []


def test_the_command_says_what_it_did(rlist: Rlist, tmp_path: Path) -> None:
    rlist("add", "Mamba", "Mamba models", "--no-lookup")
    assert rlist("merge", "1", "1").out == "1 is one item already: Mamba\n"
    assert rlist("merge", "1", "2").out == "merged 2  Mamba models\n  into 1  Mamba  [unread]\n"
    assert rlist("show", "2").status == 1
    assert rlist("undo").status == 0
    assert rlist("show", "2").status == 0
    (item,) = json.loads(rlist("merge", "1", "2", "--keep", "2", "--json").out)
    assert item["id"] == 2

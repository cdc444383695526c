from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings

from rlist.errors import NothingFound
from rlist.model.identity import canonical_address, title_key
from rlist.model.item import Entry, Item, Kind, Link, Lookup, LookupState, Note, Priority, Status
from rlist.model.metadata import Metadata
from rlist.store.changes import Change, changes_of, steps
from rlist.store.database import Store, open_store
from rlist.store.items import find_by_address, find_by_identifier, find_by_title_key, get_items, known_values, titles
from rlist.store.saving import add_item, change_item, remove_items
from strategies import NOW, hostile_items, items

LATER = NOW + timedelta(days=1)
LINK = Link("https://arxiv.org/abs/2312.00752v2", "arXiv")
ENTRY = Entry("Reading List", ("SSMs", "Intro"), 3, "Mamba — Gu & Dao", label="arXiv")
MAMBA = Item(
    id=0,
    uid="mamba",
    metadata=Metadata("Mamba: Linear-Time", ("Albert Gu", "Tri Dao"), identifiers={"arxiv": "2312.00752"}),
    kind=Kind.PAPER,
    added_at=NOW,
    updated_at=NOW,
    links=(LINK, Link("https://github.com/state-spaces/mamba")),
    tags=("scan", "ssm"),
    entries=(ENTRY, ENTRY._replace(list="Systems", section=(), position=1)),
    notes=(Note("read section 3 again", NOW), Note("done", LATER)),
)
JAMBA = Item(0, "jamba", Metadata("Jamba"), Kind.PAPER, NOW, NOW)


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store(None) as store:
        yield store


def _add(store: Store, *added: Item) -> list[Item]:
    with store.step("add", NOW):
        return [add_item(store.db, item) for item in added]


def _change(store: Store, before: Item, **fields: Any) -> tuple[Item, list[Change]]:
    with store.step("edit", NOW) as step_id:
        after = change_item(store.db, before, before._replace(**fields))
    return after, changes_of(store.db, step_id)


def _with(item: Item, **fields: Any) -> Metadata:
    return item.metadata._replace(**fields)


@settings(deadline=None)
@given(items())
def test_an_item_comes_back_as_it_was_added(item: Item) -> None:
    with open_store(None) as store:
        (added,) = _add(store, item)
        by_list = {name: n for n, name in enumerate(dict.fromkeys(entry.list for entry in item.entries))}
        entries = sorted(item.entries, key=lambda entry: (by_list[entry.list], entry.position))
        assert added == item._replace(id=1, entries=tuple(entries))
        assert get_items(store.db, [1]) == [added]


@settings(deadline=None)
@given(hostile_items)
def test_any_text_is_kept_in_a_form_that_stays(item: Item) -> None:
    with open_store(None) as store:
        (added,) = _add(store, item)
        _, changed = _change(store, added)
        assert changed == []
        with store.step("rm", NOW):
            remove_items(store.db, [added.id])
        assert _add(store, added._replace(id=added.id)) == [added]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param("a\0b", "ab", id="NUL"),
        pytest.param("a\ud800b", "a\ufffdb", id="lone surrogate"),
        pytest.param("\ud83d\ude00", "\U0001f600", id="pair of surrogates"),
        pytest.param("a\x1b[31m\nb ", "a\x1b[31m\nb ", id="the rest is for those who show it"),
    ],
)
def test_what_no_database_can_hold_is_replaced(store: Store, text: str, kept: str) -> None:
    (added,) = _add(store, JAMBA._replace(metadata=_with(JAMBA, title=text, abstract=text), notes=(Note(text, NOW),)))
    assert (added.title, added.metadata.abstract, added.notes) == (kept, kept, (Note(kept, NOW),))


def test_names_are_folded_into_one_line_and_empty_ones_dropped(store: Store) -> None:
    hostile = JAMBA._replace(
        metadata=_with(JAMBA, authors=("Albert\n  Gu", " ", "Tri\u2028Dao")),
        tags=("b\tc", "", "a"),
        entries=(ENTRY._replace(list=" Reading\nList", section=("SSMs\nIntro", "\0", "x")),),
    )
    (added,) = _add(store, hostile)
    assert added.metadata.authors == ("Albert Gu", "Tri Dao")
    assert added.tags == ("a", "b c")
    assert (added.entries[0].list, added.entries[0].section) == ("Reading List", ("SSMs Intro", "x"))


def test_what_an_item_can_have_only_once_is_there_once(store: Store) -> None:
    (added,) = _add(store, MAMBA._replace(links=(LINK, LINK._replace(label="again")), tags=("SSM", "ssm", "Ssm")))
    assert (added.links, added.tags) == ((LINK,), ("SSM",))


def test_items_come_in_the_order_asked_for_and_missing_ones_are_left_out(store: Store) -> None:
    mamba, jamba = _add(store, MAMBA, JAMBA)
    assert get_items(store.db, [2, 7, 1, -1, 10**30]) == [jamba, mamba]
    assert get_items(store.db, []) == []


def test_the_parts_of_an_item_come_in_order_whatever_order_they_came_in(store: Store) -> None:
    shuffled = MAMBA._replace(
        tags=("ssm", "Scan", "a"), notes=MAMBA.notes[::-1], entries=(ENTRY, ENTRY._replace(position=1))
    )
    (added,) = _add(store, shuffled)
    assert added.tags == ("a", "Scan", "ssm")
    assert added.notes == MAMBA.notes
    assert [entry.position for entry in added.entries] == [1, 3]
    assert added.links == MAMBA.links


def test_an_item_with_an_id_keeps_it(store: Store) -> None:
    mamba, jamba = _add(store, MAMBA._replace(id=12), JAMBA)
    assert (mamba.id, jamba.id) == (12, 13)


def test_entries_make_the_lists_and_sections_that_they_name(store: Store) -> None:
    _add(store, MAMBA, JAMBA._replace(entries=(ENTRY._replace(position=4), ENTRY._replace(section=("Engineering",)))))
    assert store.db.execute("SELECT name, source FROM list").fetchall() == [
        ("Reading List", "title:Reading List"),
        ("Systems", "title:Systems"),
    ]
    assert store.db.execute("SELECT list_id, path, position FROM section").fetchall() == [
        (1, "SSMs\nIntro", 1),
        (2, "", 1),
        (1, "Engineering", 2),
    ]


@pytest.mark.parametrize(
    ("fields", "tables"),
    [
        pytest.param({}, [], id="nothing"),
        pytest.param({"status": Status.DONE, "finished_at": LATER, "updated_at": LATER}, ["item"], id="status"),
        pytest.param({"priority": Priority.HIGH, "rating": 5, "citekey": "gu2023"}, ["item"], id="priority, rating"),
        pytest.param({"lookup": Lookup(LookupState.FOUND, "arxiv", 0.5)}, ["item"], id="lookup"),
        pytest.param({"metadata": _with(MAMBA, title="Mamba", et_al=True)}, ["item"], id="metadata"),
        pytest.param({"metadata": _with(MAMBA, identifiers={"arxiv": "1"})}, ["identifier"], id="identifier changed"),
        pytest.param({"metadata": _with(MAMBA, identifiers={})}, ["identifier gone"], id="identifier gone"),
        pytest.param({"links": (*MAMBA.links, Link("https://x.org"))}, ["link new"], id="link new"),
        pytest.param({"links": MAMBA.links[::-1]}, ["link", "link"], id="links in another order"),
        pytest.param({"links": (Link(LINK.url, "pdf"), MAMBA.links[1])}, ["link"], id="label of a link"),
        pytest.param({"links": MAMBA.links[1:]}, ["link gone", "link"], id="first link gone"),
        pytest.param({"tags": ("ssm", "todo")}, ["tag gone", "tag new"], id="tag for tag"),
        pytest.param({"tags": ("scan", "SSM")}, ["tag"], id="case of a tag"),
        pytest.param({"notes": (*MAMBA.notes, Note("again", LATER))}, ["note new"], id="note new"),
        pytest.param({"notes": (Note("once", NOW), MAMBA.notes[1])}, ["note"], id="note reworded"),
        pytest.param({"notes": (Note(MAMBA.notes[0].body, LATER), MAMBA.notes[1])}, ["note"], id="note redated"),
        pytest.param({"notes": (MAMBA.notes[0], MAMBA.notes[0])}, ["note gone", "note new"], id="note twice"),
        pytest.param({"entries": (ENTRY._replace(text="Mamba"), MAMBA.entries[1])}, ["entry"], id="entry reworded"),
        pytest.param({"entries": (ENTRY._replace(position=9), MAMBA.entries[1])}, ["entry"], id="entry renumbered"),
        pytest.param({"entries": (ENTRY._replace(section=()), MAMBA.entries[1])}, ["section new", "entry"], id="moved"),
        pytest.param({"entries": MAMBA.entries[:1]}, ["entry gone"], id="entry gone"),
        pytest.param({"entries": (ENTRY, ENTRY._replace(position=5), MAMBA.entries[1])}, ["entry new"], id="entry new"),
    ],
)  # fmt: skip
def test_a_change_writes_what_differs_and_keeps_the_rows(
    store: Store, fields: dict[str, Any], tables: list[str]
) -> None:
    (before,) = _add(store, MAMBA)
    after, changes = _change(store, before, **fields)
    expected = before._replace(**fields)
    assert after == expected._replace(tags=tuple(sorted(expected.tags, key=str.casefold)))
    assert get_items(store.db, [before.id]) == [after]

    def said(change: Change) -> str:
        return change.table + (" new" if change.before is None else " gone" if change.after is None else "")

    assert [said(change) for change in changes] == tables


def test_a_change_leaves_alone_what_others_did_meanwhile(store: Store) -> None:
    (before,) = _add(store, MAMBA)
    _change(store, before, tags=("other", "ssm"), rating=4, notes=(*before.notes, Note("theirs", LATER)))
    after, _ = _change(store, before, tags=("mine", "ssm"), status=Status.DONE, links=())
    assert after.tags == ("mine", "other", "ssm")
    assert (after.rating, after.status, after.links, len(after.notes)) == (4, Status.DONE, (), 3)


def test_what_others_removed_meanwhile_is_nothing_to_change(store: Store) -> None:
    (before,) = _add(store, JAMBA)
    with store.step("rm", NOW):
        remove_items(store.db, [before.id])
    with pytest.raises(NothingFound), store.step("edit", NOW):
        change_item(store.db, before, before._replace(status=Status.DONE))
    assert [step.command for step in steps(store.db)] == ["rm", "add"]


def test_a_removed_item_is_gone_with_all_that_it_had(store: Store) -> None:
    mamba, jamba = _add(store, MAMBA, JAMBA._replace(entries=(ENTRY._replace(position=4, parent=1),)))
    with store.step("rm", NOW):
        remove_items(store.db, [mamba.id, 99])
    assert get_items(store.db, [1, 2]) == [jamba._replace(entries=(ENTRY._replace(position=4),))]
    for table in ("link", "identifier", "tag", "note"):
        assert store.db.execute(f"SELECT * FROM {table}").fetchall() == []


@pytest.mark.parametrize(
    ("find", "expected"),
    [
        pytest.param(lambda db: find_by_identifier(db, "arxiv", "2312.00752"), 1, id="identifier"),
        pytest.param(lambda db: find_by_identifier(db, "doi", "2312.00752"), None, id="other scheme"),
        pytest.param(lambda db: find_by_identifier(db, "arxiv", "\ud800\0"), None, id="hostile identifier"),
        pytest.param(lambda db: find_by_address(db, canonical_address("arxiv.org/pdf/2312.00752")), [1], id="address"),
        pytest.param(lambda db: find_by_address(db, canonical_address("https://x.org/")), [1, 2], id="shared address"),
        pytest.param(lambda db: find_by_address(db, "nowhere.org"), [], id="unknown address"),
        pytest.param(lambda db: find_by_title_key(db, title_key("jamba")), [2], id="title"),
        pytest.param(lambda db: find_by_title_key(db, title_key("Samba")), [], id="unknown title"),
        pytest.param(lambda db: find_by_address(db, "x.org", limit=1), [1], id="the first with an address"),
        pytest.param(
            lambda db: known_values(db, "address", {"x.org", *map(str, range(3000))}),
            {"x.org"},
            id="addresses",
        ),
        pytest.param(lambda db: known_values(db, "title", {"jamba", "samba"}), {"jamba"}, id="titles"),
        pytest.param(lambda db: known_values(db, "citekey", {"nobody"}), set(), id="citekeys"),
        pytest.param(lambda db: known_values(db, "arxiv", {"2312.00752", "1"}), {"2312.00752"}, id="identifiers"),
        pytest.param(lambda db: known_values(db, "\ud800", {"2312.00752", "\0"}), {"\0"}, id="hostile identifiers"),
    ],
)
def test_items_are_found_by_what_names_them(store: Store, find: Callable[..., object], expected: object) -> None:
    shared = Link("http://www.x.org")
    _add(store, MAMBA._replace(links=(LINK, shared)), JAMBA._replace(links=(shared,)))
    assert find(store.db) == expected


@pytest.mark.parametrize(
    ("beginning", "limit", "numbers"),
    [
        pytest.param("", 3, [120, 119, 118], id="all, the highest first"),
        pytest.param("1", 4, [120, 119, 118, 117], id="the highest of those that begin so"),
        pytest.param("1", 99, [*range(120, 99, -1), *range(19, 9, -1), 1], id="all that begin so"),
        pytest.param("7", 99, [*range(79, 69, -1), 7], id="less digits than the highest has"),
        pytest.param("120", 9, [120], id="a whole number"),
        pytest.param("121", 9, [], id="a number above the highest"),
        pytest.param("9999", 9, [], id="more digits than any has"),
        pytest.param("07", 9, [], id="a zero in front"),
        pytest.param("x", 9, [], id="no number"),
        pytest.param("\u0661", 9, [], id="a digit of another script"),
    ],
)
def test_titles_are_found_by_the_first_digits_of_numbers(
    store: Store, beginning: str, limit: int, numbers: list[int]
) -> None:
    _add(store, *(MAMBA._replace(id=0, uid=str(at), links=(), metadata=Metadata("x")) for at in range(120)))
    assert [number for number, _ in titles(store.db, beginning, limit)] == numbers


def test_an_item_is_found_by_its_new_title_and_link_alone(store: Store) -> None:
    (before,) = _add(store, MAMBA)
    _change(store, before, metadata=_with(before, title="Samba"), links=(Link("https://x.org/new"),))
    assert find_by_title_key(store.db, title_key("Samba")) == [1]
    assert find_by_title_key(store.db, title_key(MAMBA.title)) == []
    assert find_by_address(store.db, canonical_address("x.org/new")) == [1]
    assert find_by_address(store.db, canonical_address(LINK.url)) == []

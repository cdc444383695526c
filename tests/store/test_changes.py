from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from sqlite3 import Connection
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from rlist.model.item import Entry, Item, Kind, Link, Lookup, Note, Section, Status
from rlist.model.metadata import Metadata
from rlist.store.bulk import add_items
from rlist.store.changes import (
    Change,
    bring_again,
    changes_of,
    last_to_redo,
    last_to_undo,
    steps,
    take_back,
)
from rlist.store.database import Store, open_store
from rlist.store.items import get_items
from rlist.store.lists import add_seen, save_sections
from rlist.store.places import entries_of, place_entries
from rlist.store.recording import LOGGED_TABLES
from rlist.store.saving import add_item, change_item, free_ids, remove_items
from rlist.store.text_index import check_index
from strategies import NOW, hostile_texts

Library = dict[str, list[tuple[Any, ...]]]

FIRST_ROWS = (
    "INSERT INTO list (name, source) VALUES ('L', 's')",
    """INSERT INTO item (uid, title, title_key, kind, status, authors, et_al, added_at, updated_at, lookup_state)
       VALUES ('u', 'Mamba', 'mamba', 'paper', 'unread', 'Gu', 0, '2026', '2026', 'none')""",
    "INSERT INTO section (list_id, path, position, text) VALUES (1, 'SSMs', 1, '')",
    "INSERT INTO entry (item_id, section_id, position, parent_id, text) VALUES (1, 1, 1, 1, 'Mamba')",
    "INSERT INTO link (item_id, position, url, address) VALUES (1, 1, 'https://x.org', 'x.org')",
    "INSERT INTO identifier (item_id, scheme, value) VALUES (1, 'arxiv', '2312.00752')",
    "INSERT INTO tag (item_id, name) VALUES (1, 'ssm')",
    "INSERT INTO note (item_id, body, created_at) VALUES (1, 'again', '2026')",
    "INSERT INTO skip (item_id, day) VALUES (1, '2026-01-02')",
    "INSERT INTO seen (list_id, text_key) VALUES (1, 'mamba')",
)


def _contents(db: Connection) -> Library:
    """Every row of what the log covers, as it is."""
    return {table: db.execute(f"SELECT * FROM {table} ORDER BY id").fetchall() for table in LOGGED_TABLES}


def _check_index(db: Connection) -> None:
    """The index is what it would be if it were made now."""
    assert check_index(db) == []
    assert db.execute("SELECT * FROM stale").fetchall() == []


def _do(store: Store, *statements: str) -> int:
    with store.step("do", NOW) as step_id:
        for statement in statements:
            store.db.execute(statement)
    return step_id


def _undo(store: Store) -> None:
    with store.step("undo", NOW):
        last = last_to_undo(store.db)
        assert last
        take_back(store.db, last.id)


def _redo(store: Store) -> None:
    with store.step("redo", NOW):
        last = last_to_redo(store.db)
        assert last
        bring_again(store.db, last.id)


def _ids(found: Iterable[Any]) -> list[int]:
    return [one.id for one in found]


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("UPDATE list SET name = 'M', source = 't'", id="list changed"),
        pytest.param("DELETE FROM list", id="list removed with sections, entries, seen"),
        pytest.param("UPDATE item SET title = 'Jamba', year = 2024, et_al = 1, lookup_score = 0.1", id="item changed"),
        pytest.param("DELETE FROM item", id="item removed with all that it has"),
        pytest.param("UPDATE section SET path = 'SSMs' || char(10) || 'Intro', text = 'words'", id="section changed"),
        pytest.param("DELETE FROM section", id="section removed with entries"),
        pytest.param("UPDATE entry SET parent_id = NULL, label = 'arXiv', position = 2", id="entry changed"),
        pytest.param("DELETE FROM entry", id="entry removed"),
        pytest.param("UPDATE link SET url = 'https://y.org', address = 'y.org'", id="link changed"),
        pytest.param("DELETE FROM link", id="link removed"),
        pytest.param("UPDATE identifier SET scheme = 'doi', value = '10.1/x'", id="identifier changed"),
        pytest.param("DELETE FROM identifier", id="identifier removed"),
        pytest.param("UPDATE tag SET name = 'SSM'", id="tag changed in case only"),
        pytest.param("DELETE FROM tag", id="tag removed"),
        pytest.param("UPDATE note SET body = 'twice' || char(10) || '\"''\\ \u202e\u0001'", id="note changed"),
        pytest.param("DELETE FROM note", id="note removed"),
        pytest.param("UPDATE skip SET day = '2026-01-03'", id="skip changed"),
        pytest.param("DELETE FROM skip", id="skip removed"),
        pytest.param("UPDATE seen SET text_key = 'jamba'", id="seen changed"),
        pytest.param("DELETE FROM seen", id="seen removed"),
        pytest.param("REPLACE INTO tag (item_id, name) VALUES (1, 'SSM')", id="tag replaced"),
        *(pytest.param(statement, id=f"{statement.split()[2]} added") for statement in FIRST_ROWS),
    ],
)
def test_a_change_is_taken_back_and_brought_again_row_by_row(statement: str) -> None:
    with open_store(None) as store:
        if statement not in FIRST_ROWS:
            _do(store, *FIRST_ROWS)
        else:
            _do(store, *FIRST_ROWS[: FIRST_ROWS.index(statement)])
        before = _contents(store.db)
        _do(store, statement)
        after = _contents(store.db)
        assert before != after
        for _ in range(2):
            _undo(store)
            assert _contents(store.db) == before
            _check_index(store.db)
            _redo(store)
            assert _contents(store.db) == after
            _check_index(store.db)


def test_what_came_before_the_row_that_it_belongs_to_is_brought_again() -> None:
    with open_store(None) as store:
        _do(store, *FIRST_ROWS[:3])
        child = "INSERT INTO tag (item_id, name) VALUES (2, 'ssm')"
        _do(store, "PRAGMA defer_foreign_keys = ON", child, FIRST_ROWS[1].replace("'u'", "'v'"))
        after = _contents(store.db)
        _undo(store)
        _redo(store)
        assert _contents(store.db) == after


def test_of_a_changed_row_the_log_holds_what_differs() -> None:
    with open_store(None) as store:
        _do(store, *FIRST_ROWS)
        step_id = _do(
            store, "UPDATE item SET rating = 5, title = title", "UPDATE note SET body = body", "DELETE FROM tag"
        )
        assert changes_of(store.db, step_id) == [
            Change("item", 1, 1, {"rating": None}, {"rating": 5}),
            Change("tag", 1, 1, {"id": 1, "item_id": 1, "name": "ssm"}, None),
        ]


def test_a_step_without_changes_leaves_no_trace_and_keeps_what_redo_brings_again() -> None:
    with open_store(None) as store:
        _do(store, *FIRST_ROWS)
        _undo(store)
        _do(store, "UPDATE item SET rating = 5")
        assert [step.command for step in steps(store.db)] == ["undo", "do"]
        _redo(store)
        assert store.db.execute("SELECT rating FROM item").fetchall() == [(None,)]


def test_steps_say_what_was_done_newest_first() -> None:
    with open_store(None) as store:
        _do(store, *FIRST_ROWS)
        with store.step("rlist done 1 \0\ud800", NOW + timedelta(days=1)):
            store.db.execute("UPDATE item SET status = 'done'")
        _do(store, "INSERT INTO list (name, source) VALUES ('M', 't')")
        _undo(store)
        undo, add_list, done, add = steps(store.db)
        assert (undo.undoes, undo.redoes, undo.undone, undo.items) == (add_list.id, None, False, ())
        assert (add_list.undone, add_list.changes, add_list.items) == (True, 1, ())
        assert (done.command, done.made_at) == ("rlist done 1 \ufffd", NOW + timedelta(days=1))
        assert (add.changes, add.items) == (len(FIRST_ROWS), (1,))
        assert _ids(steps(store.db, item_id=1)) == [done.id, add.id]
        assert _ids(steps(store.db, limit=2)) == [undo.id, add_list.id]


@pytest.mark.parametrize(
    ("history", "to_undo", "to_redo"),
    [
        pytest.param("", None, None, id="nothing done"),
        pytest.param("1", 1, None, id="one step"),
        pytest.param("1 2 u", 1, 2, id="the last is taken back"),
        pytest.param("1 2 u u", None, 1, id="all are taken back: the last taken back comes first"),
        pytest.param("1 2 u u r", 1, 2, id="and then the next"),
        pytest.param("1 2 u u r r", 2, None, id="all are brought again"),
        pytest.param("1 2 u r u", 1, 2, id="there and back and there"),
        pytest.param("1 2 u 4", 4, None, id="a new step ends redo"),
        pytest.param("1 2 u 4 u", 1, 4, id="what was left behind stays taken back"),
        pytest.param("1 2 u 4 u u", None, 1, id="and is jumped over"),
        pytest.param("1 2 u 4 u u r", 1, 4, id="in both directions"),
        pytest.param("1 2 u 4 u u r r", 4, None, id="to the end"),
    ],
)
def test_undo_goes_from_last_to_first_and_redo_back(history: str, to_undo: int | None, to_redo: int | None) -> None:
    with open_store(None) as store:
        for done in history.split():
            if done in "ur":
                _undo(store) if done == "u" else _redo(store)
            else:
                assert _do(store, f"INSERT INTO list (name, source) VALUES ({done}, {done})") == int(done)
        with store.step("look", NOW):
            inside = last_to_undo(store.db), last_to_redo(store.db)
        assert inside == (last_to_undo(store.db), last_to_redo(store.db))
        assert [step and step.id for step in inside] == [to_undo, to_redo]


def test_only_the_last_step_is_taken_back() -> None:
    with open_store(None) as store:
        first = _do(store, FIRST_ROWS[0])
        _do(store, FIRST_ROWS[1])
        with pytest.raises(ValueError, match="last"), store.step("undo", NOW):
            take_back(store.db, first)
        with pytest.raises(ValueError, match="last"), store.step("redo", NOW):
            bring_again(store.db, first)
        assert len(steps(store.db)) == 2


def test_a_command_goes_on_with_its_step_until_another_comes_between() -> None:
    with open_store(None) as store:
        first = _do(store, *FIRST_ROWS)
        with store.step("lookup", NOW) as nothing_yet:
            pass
        with store.step("lookup", NOW, nothing_yet) as lookup:
            store.db.execute("UPDATE item SET year = 2023")
        with store.step("lookup", NOW, lookup) as again:
            store.db.execute("UPDATE item SET venue = 'COLM'")
        assert again == lookup
        other = _do(store, "UPDATE item SET venue = 'mine'")
        with store.step("lookup", NOW, lookup) as third:
            store.db.execute("UPDATE item SET venue = 'theirs'")
        assert first < lookup < other < third
        for venue in ("mine", "COLM", None):
            _undo(store)
            assert store.db.execute("SELECT venue FROM item").fetchall() == [(venue,)]
        assert store.db.execute("SELECT year FROM item").fetchall() == [(None,)]


def test_ids_are_never_given_again() -> None:
    with open_store(None) as store:
        _do(store, *FIRST_ROWS)
        _undo(store)
        _do(store, *(statement.replace("(1,", "(2,") for statement in FIRST_ROWS[:3]))
        assert [store.db.execute(f"SELECT id FROM {table}").fetchall() for table in LOGGED_TABLES[:3]] == [[(2,)]] * 3
        _do(store, "DELETE FROM item", "DELETE FROM list")
        _do(store, *FIRST_ROWS[:2])
        assert [store.db.execute(f"SELECT id FROM {table}").fetchall() for table in LOGGED_TABLES[:2]] == [[(3,)]] * 2


def _item(parts: int, text: str, parent: int | None = None) -> Item:
    """An item with the parts that the bits of `parts` say, and `text` wherever one fits."""
    uid = str(uuid4())

    def has(bit: int) -> bool:
        return bool(parts >> bit & 1)

    return Item(
        id=0,
        uid=uid,
        metadata=Metadata(text, (text, "Tri Dao") if has(0) else (), identifiers={"doi": text + uid} if has(1) else {}),
        kind=Kind.PAPER,
        added_at=NOW,
        updated_at=NOW,
        status=Status.DONE if has(2) else Status.UNREAD,
        citekey=uid if has(3) else None,
        links=(Link(text, text), Link("https://x.org"))[: 1 + has(4)] if has(5) else (),
        tags=("ssm", "SSM" if has(6) else "scan", text) if has(7) else (),
        entries=(
            Entry("L" if has(8) else text, (text, "Intro")[: parts >> 9 & 3], parts % 5, text, parent),
            *((Entry("L", ("Intro",), 1, "again", label=text),) if has(11) else ()),
        ),
        notes=(Note(text, NOW), Note("again", NOW))[: parts >> 12 & 3],
        lookup=Lookup(score=parts / 7919),
    )


# One number in place of many choices: what is drawn is soon drawn, and more sequences are tried.
parts = st.integers(0, 2**14 - 1)


class Commands(RuleBasedStateMachine):
    """Random steps, undone and redone in any order, against a list of what the library was after each of them."""

    def __init__(self) -> None:
        super().__init__()
        self.store = open_store(None)
        self.known = [_contents(self.store.db)]  # after each step that isn't taken back; the last one is now
        self.taken_back: list[Library] = []
        self.given: set[int] = set()

    def teardown(self) -> None:
        self.store.close()

    def _items(self) -> list[Item]:
        return get_items(self.store.db, [row[0] for row in self.known[-1]["item"]])

    def _done(self) -> None:
        now = _contents(self.store.db)
        if now != self.known[-1]:
            self.known.append(now)
            self.taken_back.clear()
        assert last_to_redo(self.store.db) is None or self.taken_back
        _check_index(self.store.db)

    def _any(self, data: st.DataObject) -> Item:
        return data.draw(st.sampled_from(self._items()))

    @rule(parts=parts, text=hostile_texts)
    def add(self, parts: int, text: str) -> None:
        with self.store.step("add", NOW):
            added = add_item(self.store.db, _item(parts, text))
        assert added.id not in self.given
        self.given.add(added.id)
        self._done()

    @rule(parts=parts, text=hostile_texts, count=st.integers(0, 4))
    def import_many(self, parts: int, text: str, count: int) -> None:
        with self.store.step("import", NOW):
            ids = free_ids(self.store.db, count)
            add_items(self.store.db, [_item(parts * number, text)._replace(id=number) for number in ids])
        assert not self.given & set(ids)
        self.given |= set(ids)
        self._done()

    @precondition(lambda self: self.known[-1]["item"])
    @rule(data=st.data(), parts=parts, text=hostile_texts)
    def edit(self, data: st.DataObject, parts: int, text: str) -> None:
        before, parent = self._any(data), self._any(data)
        with self.store.step("edit", NOW):
            change_item(self.store.db, before, _item(parts, text, parent.id)._replace(id=before.id))
        self._done()

    @precondition(lambda self: self.known[-1]["item"])
    @rule(data=st.data(), text=hostile_texts)
    def tag_and_note(self, data: st.DataObject, text: str) -> None:
        before = self._any(data)
        after = before._replace(tags=(*before.tags[1:], text), notes=(*before.notes, Note(text, NOW)))
        with self.store.step("tag", NOW):
            change_item(self.store.db, before, after)
        self._done()

    @precondition(lambda self: self.known[-1]["item"])
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        with self.store.step("rm", NOW):
            remove_items(self.store.db, _ids(data.draw(st.lists(st.sampled_from(self._items()), max_size=3))))
        self._done()

    @precondition(lambda self: self.known[-1]["list"])
    @rule(data=st.data(), text=hostile_texts, turned=st.booleans())
    def import_again(self, data: st.DataObject, text: str, turned: bool) -> None:
        db = self.store.db
        list_id = data.draw(st.sampled_from([row[0] for row in self.known[-1]["list"]]))
        paths = [(text,), ("Intro",), ()]
        entries = enumerate(entries_of(db, list_id)[:: -1 if turned else 1], 1)
        with self.store.step("import", NOW):
            save_sections(db, list_id, [Section("", path, text) for path in paths[turned:]])
            places = {entry.id: entry._replace(position=n, section=paths[n % 3]) for n, entry in entries}
            place_entries(db, list_id, places)
            add_seen(db, list_id, [text, "seen before"])
        self._done()

    @precondition(lambda self: self.known[-1]["item"])
    @rule(data=st.data())
    def skip(self, data: st.DataObject) -> None:
        with self.store.step("next", NOW):
            self.store.db.execute("INSERT INTO skip (item_id, day) VALUES (?, '2026-01-02')", (self._any(data).id,))
        self._done()

    @precondition(lambda self: len(self.known) > 1)
    @rule()
    def undo(self) -> None:
        _undo(self.store)
        self.taken_back.append(self.known.pop())
        assert _contents(self.store.db) == self.known[-1]
        _check_index(self.store.db)

    @precondition(lambda self: self.taken_back)
    @rule()
    def redo(self) -> None:
        _redo(self.store)
        self.known.append(self.taken_back.pop())
        assert _contents(self.store.db) == self.known[-1]
        _check_index(self.store.db)

    @rule()
    def undo_all(self) -> None:
        while len(self.known) > 1:
            self.undo()
        assert last_to_undo(self.store.db) is None
        assert not any(self.known[0].values())


def test_any_sequence_of_steps_is_undone_row_by_row_at_every_step() -> None:
    run_state_machine_as_test(Commands, settings=settings(stateful_step_count=20, deadline=None))

"""The items to read next, by the score of `model.ranking`, without scoring every item.

Most unread items differ in three facts alone: priority, kind, and how long they have waited. Of those with the same
priority and kind the one that was added first has the highest score, so the oldest few of each pair stand for all of
them. What has other facts besides is scored on its own: the head of each list, the head of each section that is being
read, and what was put off. A place at a head only adds to a score, and what was put off isn't among the oldest few, so
nothing that this leaves out could come before what it keeps: the answer is that of scoring all.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from heapq import nsmallest
from operator import itemgetter
from sqlite3 import Connection
from typing import NamedTuple

from rlist.model import ranking
from rlist.model.item import Kind, Priority, Status
from rlist.model.ranking import Scored, Situation
from rlist.store.query_sql import Selection, as_condition, in_library, select
from rlist.store.query_tree import Query, wanted_texts, whole_words
from rlist.store.rows import time_from_text, time_to_text

# With more hits of a query than this, going through the oldest of each priority and kind is quicker than taking all.
_MOST_HITS = 2_000
# Up to so many are gathered within some milliseconds.
_MOST_GATHERED = 20_000
# A section in which something was finished so lately counts as one that is being read: it bridges a holiday.
_LATELY_DAYS = 14
# So many items say where the reader is; with more, the reader is everywhere.
_MOST_OPEN = 10
_SECONDS_IN_A_DAY = 86_400
_NO_ROW = Situation(None, Kind.OTHER, 0.0)


class _Row(NamedTuple):
    """What an item's own row says."""

    id: int
    priority: str | None
    kind: str
    added_at: str


_COLUMNS = "item.id, item.priority, item.kind, item.added_at"


def suggest(
    db: Connection,
    query: Query | None,
    *,
    now: datetime,
    today: date,
    count: int = 1,
    random: bool = False,
    seed: int | None = None,
) -> list[Scored]:
    """The `count` items to read now among the hits of `query`, best first; none that was put off `today`.

    What is being read comes first, what was begun last at the top. Then come unread items by their score, equal ones in
    the order in which they were added. At random, an unread item is the likelier the higher its score, what is being
    read is left out, and the same `seed` draws the same again.
    """
    query = in_library(db, query or Query("", None))
    facts = _Facts(db, now, today)
    if random:
        rows = {row.id: row for row in _all_unread(db, query) if row.id not in facts.put_off}
        scores = [(row.id, ranking.score(facts.of(row))) for row in rows.values()]
        return [ranking.explain(item_id, facts.of(rows[item_id])) for item_id in ranking.draw(scores, count, seed)]
    open_rows = [row for row in _being_read(db, query) if row.id not in facts.put_off][:count]
    being_read = [ranking.explain(row.id, facts.of(row), is_being_read=True) for row in open_rows]
    wanted = count - len(being_read)
    if not wanted:
        return being_read
    scored = [
        (-ranking.score(facts.of(row)), row.added_at, row.id, row)
        for row in _candidates(db, query, facts, wanted)
        if row.id not in facts.put_off
    ]
    best = nsmallest(wanted, scored)
    return being_read + [ranking.explain(row.id, facts.of(row)) for *_, row in best]


def add_skips(db: Connection, ids: Iterable[int], today: date) -> None:
    """Puts the items off for `today`; once more on the same day changes nothing."""
    db.executemany(
        """
        INSERT INTO skip (item_id, day) SELECT ?1, ?2
        WHERE NOT EXISTS (SELECT 1 FROM skip WHERE item_id = ?1 AND day = ?2)""",
        [(item_id, today.isoformat()) for item_id in ids],
    )


class _Facts:
    """What lies outside of the items' own rows: `beside` by id; `put_off` are the items that were put off today."""

    __slots__ = ("_now", "beside", "put_off")

    def __init__(self, db: Connection, now: datetime, today: date) -> None:
        self._now = now
        self.beside: dict[int, Situation] = {}
        self.put_off: set[int] = set()
        days = "SELECT item_id, sum(day < ?1), max(day = ?1) FROM skip GROUP BY item_id"
        for item_id, before, is_today in db.execute(days, (today.isoformat(),)):
            self.beside[item_id] = _NO_ROW._replace(skips=before)
            if is_today:
                self.put_off.add(item_id)
        for list_id, name in db.execute("SELECT id, name FROM list ORDER BY id").fetchall():
            sections = db.execute("SELECT id FROM section WHERE list_id = ? ORDER BY position, id", (list_id,))
            for place, item_id in enumerate(self._head(db, [row[0] for row in sections], ranking.PLACES)):
                self._add_place(item_id, place, name)
        for section_id, path, is_open in _sections_being_read(db, now):
            for place, item_id in enumerate(self._head(db, [section_id], ranking.SECTION_PLACES)):
                self._add_section(item_id, place, path.replace("\n", " / "), is_open)

    def of(self, row: _Row) -> Situation:
        """All that is known of the item."""
        waited = (self._now - time_from_text(row.added_at)).total_seconds() / _SECONDS_IN_A_DAY
        beside = self.beside.get(row.id, _NO_ROW)
        return beside._replace(priority=row.priority, kind=row.kind, days_waiting=waited)

    def _head(self, db: Connection, sections: Sequence[int], count: int) -> list[int]:
        """The first `count` unread items of the `sections` that weren't put off today, each once."""
        entries = """
            SELECT item_id FROM entry CROSS JOIN item ON item.id = item_id
            WHERE section_id = ? AND status = 'unread' ORDER BY entry.position, entry.id"""
        found: dict[int, None] = {}
        for section_id in sections:
            for (item_id,) in db.execute(entries, (section_id,)):
                if item_id not in self.put_off:
                    found[item_id] = None
                if len(found) == count:
                    return list(found)
        return list(found)

    def _add_place(self, item_id: int, place: int, name: str) -> None:
        known = self.beside.get(item_id, _NO_ROW)
        if known.place is None or place < known.place:
            self.beside[item_id] = known._replace(place=place, list=name)

    def _add_section(self, item_id: int, place: int, section: str, is_open: bool) -> None:
        known = self.beside.get(item_id, _NO_ROW)
        value = ranking.section_value(place, is_open)
        if known.section_place is None or value > ranking.section_value(known.section_place, known.section_is_open):
            self.beside[item_id] = known._replace(section_place=place, section=section, section_is_open=is_open)


def _sections_being_read(db: Connection, now: datetime) -> list[tuple[int, str, bool]]:
    """The sections of what is being read, then those of what was finished lately: id, path, whether it is being read.

    The text before the first heading of a list is no section: it may be the whole list.
    """
    sections = """
        SELECT DISTINCT section.id, path FROM ({}) AS here JOIN entry ON entry.item_id = here.id
        JOIN section ON section.id = section_id WHERE path <> '' ORDER BY section.id"""
    being_read = f"SELECT id FROM item WHERE status = 'reading' ORDER BY started_at DESC, id DESC LIMIT {_MOST_OPEN}"
    # The plus keeps SQLite from going through all that is done in place of the few that were finished lately.
    finished = f"""
        SELECT id FROM item WHERE finished_at >= ? AND +status = 'done'
        ORDER BY finished_at DESC, id DESC LIMIT {_MOST_OPEN}"""
    lately = time_to_text(now - timedelta(days=_LATELY_DAYS))
    return [
        *((number, path, True) for number, path in db.execute(sections.format(being_read))),
        *((number, path, False) for number, path in db.execute(sections.format(finished), (lately,))),
    ]


def _being_read(db: Connection, query: Query) -> Iterator[_Row]:
    # Often nothing is, and then the query needn't be asked.
    if db.execute("SELECT 1 FROM item WHERE status = 'reading' LIMIT 1").fetchone() is None:
        return
    condition, parameters = as_condition(query)
    sql = f"""
        SELECT {_COLUMNS} FROM item WHERE item.status = 'reading' AND {condition}
        ORDER BY item.started_at DESC NULLS LAST, item.id"""
    yield from map(_Row._make, db.execute(sql, parameters))


def _all_unread(db: Connection, query: Query, most: int = -1) -> list[_Row]:
    hits = select(query.with_status(Status.UNREAD))
    # Else SQLite looks for the items of a tag among all that are unread, of which there may be a million.
    order = "ORDER BY item.id" if hits.narrowing and not hits.match else ""
    sql = f"SELECT {_COLUMNS} {hits.source} {order} LIMIT ?"
    return [_Row._make(row) for row in db.execute(sql, (*hits.parameters, most))]


def _candidates(db: Connection, query: Query, facts: _Facts, count: int) -> list[_Row]:
    """Unread hits of `query` among which are the best `count`."""
    if query.node:
        hits = _all_unread(db, query, _MOST_HITS + 1)
        if len(hits) <= _MOST_HITS:
            return _without_younger(hits, facts, count)
    chosen = select(query, alone=True)
    found = _WithWords(db, query, chosen.match) if chosen.match else None
    rows = [*_oldest(db, chosen, found, facts, count), *_with_facts_beside(db, chosen, facts)]
    return rows if found is None else [row for row in rows if row.id in found]


class _WithWords:
    """The items with the words of a query: gathered, or asked for one by one where there are very many."""

    __slots__ = ("_db", "_ids", "_whole")

    def __init__(self, db: Connection, query: Query, match: str) -> None:
        self._db = db
        self._whole: str | None = None
        self._ids = self._matching(match, _MOST_GATHERED + 1)
        if len(self._ids) > _MOST_GATHERED:
            # Each question for the beginning of a word takes long: what has no whole word is gathered all the same.
            whole = whole_words(query)
            if not any(text.prefix for text in wanted_texts(whole.node)):
                self._whole = select(whole, alone=True).match
            self._ids = self._matching(f"({match}) NOT ({self._whole})" if self._whole else match)

    def __contains__(self, item_id: int) -> bool:
        return item_id in self._ids or (self._whole is not None and self._has_whole_words(item_id, self._whole))

    def _has_whole_words(self, item_id: int, whole: str) -> bool:
        sql = "SELECT 1 FROM item_text WHERE item_text MATCH ? AND rowid = ?"
        return self._db.execute(sql, (whole, item_id)).fetchone() is not None

    def _matching(self, match: str, most: int = -1) -> set[int]:
        sql = "SELECT rowid FROM item_text WHERE item_text MATCH ? LIMIT ?"
        return set(map(itemgetter(0), self._db.execute(sql, (match, most))))


def _without_younger(rows: Sequence[_Row], facts: _Facts, count: int) -> list[_Row]:
    """What `_oldest` and `_with_facts_beside` would find among `rows`."""
    kept: list[_Row] = []
    alike: dict[tuple[str | None, str], list[tuple[str, int, _Row]]] = {}
    for row in rows:
        if row.id in facts.beside:
            kept.append(row)
        else:
            alike.setdefault((row.priority, row.kind), []).append((row.added_at, row.id, row))
    return kept + [row for some in alike.values() for *_, row in nsmallest(count, some)]


def _oldest(db: Connection, chosen: Selection, found: _WithWords | None, facts: _Facts, count: int) -> Iterator[_Row]:
    """The first `count` that were added, of each priority and kind, among those with nothing beside their rows.

    `found` are the items with the words of the query: asking the index for them in each statement would take longer.
    """
    sql = f"""
        SELECT {_COLUMNS} FROM item INDEXED BY item_next
        WHERE item.status = 'unread' AND item.priority IS ? AND item.kind = ? AND {chosen.where}
        ORDER BY item.added_at, item.id"""
    some = "SELECT 1 FROM item INDEXED BY item_next WHERE status = 'unread' AND priority IS ? AND kind = ?"
    for priority in (*Priority, None):
        for kind in Kind:
            if db.execute(some, (priority, kind)).fetchone() is None:
                continue  # before all that `chosen` asks for is gathered
            left = count
            for row in map(_Row._make, db.execute(sql, (priority, kind, *chosen.where_parameters))):
                if left == 0:
                    break
                if row.id not in facts.beside and (found is None or row.id in found):
                    left -= 1
                    yield row


def _with_facts_beside(db: Connection, chosen: Selection, facts: _Facts) -> Iterator[_Row]:
    sql = f"""
        SELECT {_COLUMNS} FROM item
        WHERE item.id IN (SELECT value FROM json_each(?)) AND +item.status = 'unread' AND {chosen.where}"""
    numbers = str(list(facts.beside))  # which is JSON
    return map(_Row._make, db.execute(sql, (numbers, *chosen.where_parameters)))

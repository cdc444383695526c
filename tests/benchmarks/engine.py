"""What the engine takes for searches, lists, counts, `next` and slips, on libraries of several sizes; prints tables.

    python tests/benchmarks/engine.py [FOLDER [ITEMS…]]

The libraries are made in FOLDER once, the same ones each time: 1,000, 10,000 and 100,000 items with abstracts,
1,000,000 without. A figure is the median of the CPU time of several runs, each on a connection of its own; the bare
interpreter stands beside them. The overlap is how many of the first twenty hits are the first twenty of all of them.
"""

from __future__ import annotations

import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from sqlite3 import Connection, OperationalError

from rlist.library.counting import COUNTED
from rlist.model.identity import title_key
from rlist.store.correct import nearest_word
from rlist.store.database import open_store
from rlist.store.excerpts import matches
from rlist.store.expand import expanded
from rlist.store.items import get_items
from rlist.store.items import titles as titles_of
from rlist.store.query import Query, parse
from rlist.store.recording import install_triggers, remove_triggers
from rlist.store.related import related
from rlist.store.search import Page, find
from rlist.store.statistics import EVENTS, Statistics
from rlist.store.suggest import suggest
from rlist.store.summaries import summaries
from rlist.store.tags import tag_counts
from rlist.store.text_index import refresh_index

NOW = datetime(2026, 1, 2, tzinfo=UTC)
SIZES = (1_000, 10_000, 100_000, 1_000_000)
WITH_ABSTRACTS = 100_000
RUNS = 5
PAGE = 20

# A fifth of all titles has the first of the subjects, a tenth the third; a twentieth has each of the ends.
_SUBJECTS = """
    attention transformers caching scheduling quantization state-space sparse retrieval diffusion graph memory consensus
    compilers storage kernels tokenization alignment routing distillation pruning sharding checkpointing speculative
    serving inference training parallelism collective networks accelerators datacenters replication transactions"""
SUBJECTS = _SUBJECTS.split()
_NOUNS = """
    models systems networks methods clusters databases agents pipelines benchmarks policies languages embeddings
    representations decoders encoders experts workloads gradients kernels operators"""
NOUNS = _NOUNS.split()
_ADJECTIVES = "efficient scalable robust adaptive neural distributed large long fast sparse unified causal deep"
ADJECTIVES = _ADJECTIVES.split()
_ENDS = """
    language models|with large language models|at scale|in practice|from human feedback|on heterogeneous hardware|
    for low-resource settings|under memory pressure|without supervision|revisited|a survey|in the wild"""
ENDS = [end.strip() for end in _ENDS.split("|")]
TAGS = [f"topic{number}" for number in range(60)]
_SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu bra cle dro fla gri sta tre"
SYLLABLES = _SYLLABLES.split()

QUERIES = {
    "rare word": "quaternion",
    "name": "bracledro",
    "phrase": '"state space models"',
    "phrase, more": '"large language models"',
    "prefix": "quant*",
    "prefix of three letters": "dif*",
    "three words": "sparse attention models",
    "other three": "efficient retrieval agents",
    "a tenth of titles": "caching",
    "a fifth of titles": "attention",
    "unfinished": "attentio",
    "very common": "models",
    "in a field": "title:caching",
    "either": "(pruning OR distillation)",
    "either, very common": "(attention OR models)",
    "excluded": "scheduling -clusters",
    "initials": "ssm",
    "compound": "statespace",
}
NARROWED = ("", " status:unread", " tag:topic3")


def titles(count: int, draw: random.Random) -> Iterator[str]:
    """`count` titles whose words are as unevenly frequent as those of real ones."""
    weights = [1 / (rank + 1.5) for rank in range(len(SUBJECTS))]
    for number in range(count):
        (subject,) = draw.choices(SUBJECTS, weights)
        name = "".join(draw.choices(SYLLABLES, k=draw.randint(3, 4)))
        words = [draw.choice(ADJECTIVES), subject, draw.choice(NOUNS)]
        if draw.random() < 0.4:
            words += ["and", draw.choice(SUBJECTS), draw.choice(NOUNS)]
        title = " ".join(words[draw.randrange(2) :])
        if draw.random() < 0.6:
            title += f" {draw.choice(ENDS)}"
        if number % max(1, count // 20) == 7:
            title += " by quaternion rotation"
        yield f"{name.capitalize()}: {title}" if draw.random() < 0.5 else title.capitalize()


def make(path: Path, count: int) -> None:
    """A library of `count` items in fifty sections of one list."""
    draw = random.Random(count)
    made = list(titles(count, draw))
    abstract = [" ".join(made[at : at + 15]) for at in range(0, len(made), 15)] if count <= WITH_ABSTRACTS else []
    with open_store(path) as store:
        db = store.db
        # A library that is lost when this is killed, and made anew.
        for pragma in ("synchronous = OFF", "foreign_keys = OFF", "journal_mode = OFF", "cache_size = -500000"):
            db.execute(f"PRAGMA {pragma}")
        remove_triggers(db)
        db.execute("BEGIN")
        made_last = _taken_away(db)
        db.execute("INSERT INTO list (id, name, source) VALUES (1, 'Benchmark', 'benchmark')")
        sections = [(number, 1, f"Part {number}", number, "") for number in range(1, 51)]
        db.executemany("INSERT INTO section (id, list_id, path, position, text) VALUES (?, ?, ?, ?, ?)", sections)
        db.executemany(
            """INSERT INTO item (id, uid, title, title_key, kind, status, authors, et_al, year, abstract, added_at,
                updated_at, lookup_state) VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, 'none')""",
            (_row(number, title, draw, abstract) for number, title in enumerate(made, 1)),
        )
        tagged = [(number, draw.choice(TAGS)) for number in range(1, count + 1) if draw.random() < 0.3]
        db.executemany("INSERT INTO tag (item_id, name) VALUES (?, ?)", tagged)
        db.executemany(
            "INSERT INTO entry (item_id, section_id, position, text) VALUES (?, ?, ?, ?)",
            ((number, 1 + number * 50 // (count + 1), number, title) for number, title in enumerate(made, 1)),
        )
        for statement in made_last:
            db.execute(statement)
        db.execute("INSERT INTO stale SELECT id FROM item")
        refresh_index(db)
        install_triggers(db)
        db.execute("COMMIT")
        for table in ("item_text", "item_titles"):
            db.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
        db.execute("PRAGMA journal_mode = WAL")


def _taken_away(db: Connection) -> list[str]:
    """Drops what slows down the adding of many rows, the indexes and triggers; the statements that make them again."""
    found = db.execute("SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql <> ''")
    rows = found.fetchall()
    for kind, name, _ in rows:
        db.execute(f"DROP {kind} {name}")
    return [sql for _, _, sql in rows]


def _row(number: int, title: str, draw: random.Random, abstracts: list[str]) -> tuple[object, ...]:
    (status,) = draw.choices(("unread", "done", "dropped"), (80, 15, 5))
    author = f"{draw.choice(SYLLABLES).capitalize()} {''.join(draw.choices(SYLLABLES, k=2)).capitalize()}"
    day = f"20{10 + number % 16}-{1 + number % 12:02}-{1 + number % 28:02}T00:00:00Z"
    about = draw.choice(abstracts) if abstracts else None
    return number, str(number), title, title_key(title), "paper", status, author, 2000 + number % 26, about, day, day


def read(text: str) -> Query:
    return parse([text], now=NOW, today=NOW.date())


def search(db: Connection, text: str) -> Page:
    query = expanded(db, read(text), {})
    page = find(db, query, ranked=True, limit=PAGE)
    matches(db, query, page.ids)
    get_items(db, page.ids)
    return page


def all_ranked(db: Connection, text: str) -> list[int]:
    return find(db, expanded(db, read(text), {}), ranked=True).ids


def count_all(db: Connection) -> None:
    counted = Statistics(db, read(""))
    for what in COUNTED:
        counted.counts(what)
    counted.left()
    counted.finished_since(NOW)
    counted.first_added()
    for event in EVENTS:
        counted.by_week(event, [NOW])


OPEN = "status:unread,reading"
OTHERS: dict[str, Callable[[Connection], object]] = {
    "a page of list": lambda db: get_items(db, find(db, read(OPEN), limit=PAGE).ids),
    "a page of list --sort added": lambda db: find(db, read(OPEN), sort="added", limit=PAGE),
    "a page of list --sort added --reverse": lambda db: find(db, read(OPEN), sort="added", reverse=True, limit=PAGE),
    "a page of list --sort year": lambda db: find(db, read(OPEN), sort="year", limit=PAGE),
    "a page of list tag:topic3": lambda db: find(db, read(f"{OPEN} tag:topic3"), limit=PAGE),
    "next": lambda db: suggest(db, None, now=NOW, today=NOW.date()),
    "next attention": lambda db: suggest(db, read("attention"), now=NOW, today=NOW.date()),
    "next tag:topic3": lambda db: suggest(db, read("tag:topic3"), now=NOW, today=NOW.date()),
    "stats": count_all,
    "lists": summaries,
    "tags": tag_counts,
    "related to item 77": lambda db: related(db, get_items(db, [77])[0], read(""), count=10),
    "nearest word to qautization": lambda db: nearest_word(db, "qautization"),
    "nearest word to retreival": lambda db: nearest_word(db, "retreival"),
    "ids that begin with 7": lambda db: titles_of(db, "7", 200),
}


def seconds(path: Path, work: Callable[[Connection], object]) -> float:
    """The median of the CPU time of `work`."""
    taken = []
    for _ in range(RUNS):
        with open_store(path) as store:
            started = time.process_time()
            work(store.db)
            taken.append(time.process_time() - started)
    return statistics.median(taken)


def bare() -> float:
    """The median of the CPU time of an interpreter that does nothing."""
    taken = []
    for _ in range(15):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(taken)


def measure(path: Path) -> None:
    python = bare()
    print(f"{'bare python':<44}{1000 * python:>24.1f} ms")
    print(f"{'':<44}{'hits':>12}{'ms':>12}{'x python':>10}{'all ranked':>12}{'overlap':>9}")
    same = every = 0
    for name, text in QUERIES.items():
        for more in NARROWED:
            asked = text + more
            taken = seconds(path, lambda db, asked=asked: search(db, asked))  # type: ignore[misc]
            with open_store(path) as store:
                page = search(store.db, asked)
                started = time.process_time()
                best = all_ranked(store.db, asked)[:PAGE]
                full = time.process_time() - started
            shared = len(set(page.ids) & set(best))
            same, every = same + shared, every + len(best)
            hits = f"{'>' if page.is_least else ''}{page.total}{'' if page.ranked is None else '*'}"
            figures = f"{hits:>12}{1000 * taken:>12.1f}{taken / python:>10.2f}{1000 * full:>12.1f}"
            print(f"{name + more:<44}{figures}{shared:>6}/{len(best)}")
    print(f"{'overlap (* of some hits the newest were ranked)':<48}{100 * same / max(1, every):>67.1f} %")
    for name, work in OTHERS.items():
        taken = seconds(path, work)
        print(f"{name:<44}{'':>12}{1000 * taken:>12.1f}{taken / python:>10.2f}")
    with open_store(path) as store:
        for table, size in _table_sizes(store.db):
            print(f"{f'megabytes of {table}':<44}{size / 1e6:>24.1f}")
    print(f"{'megabytes of the file':<44}{path.stat().st_size / 1e6:>24.1f}")


def _table_sizes(db: Connection) -> list[tuple[str, int]]:
    """The bytes of the largest tables and indexes, where this SQLite can say."""
    try:
        sql = "SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC LIMIT 12"
        return db.execute(sql).fetchall()
    except OperationalError:
        return []


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.mkdtemp())
    for count in map(int, sys.argv[2:]) if len(sys.argv) > 2 else SIZES:
        path = folder / f"{count}.db"
        if not path.exists():
            started = time.process_time()
            make(path, count)
            print(f"{count} items made in {time.process_time() - started:.1f} s")
        print(f"\n{count} items")
        measure(path)


if __name__ == "__main__":
    main()

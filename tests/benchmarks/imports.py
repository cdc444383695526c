"""What imports cost, and other commands on very many items, beside the bare interpreter; prints a table.

    python tests/benchmarks/imports.py [LINES] [FILE.bib]

LINES is the length of the longest list, 100,000 without it; the records of FILE.bib, repeated under other keys and
titles, take the place of those that are made up here. Run it with the interpreter of an environment in which rlist is
installed: the commands are those beside it. Inputs are the same every time. A row says what a whole command took, in
seconds of processor and of clock, at its most in memory, and how often the bare interpreter starts in that time.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

RLIST = str(Path(sys.executable).parent / "rlist")
BARE = [sys.executable, "-c", "pass"]
PARSER = "import sys, logging, bibtexparser; logging.disable(); bibtexparser.parse_file(sys.argv[1])"
RECORDS = 12_000
FORMATS = ("markdown", "json", "bibtex", "csl-json", "ris", "csv", "html", "bookmarks", "atom")
TOPICS = ("attention", "caching", "consensus", "inference", "learning", "pruning", "quantization", "scheduling")
SUBJECTS = ("agents", "clusters", "compilers", "databases", "kernels", "models", "networks", "storage", "transformers")
MANNERS = ("adaptive", "distributed", "efficient", "fast", "neural", "online", "reliable", "secure", "sparse")

# What each phase of an import takes, told by the functions that do them.
PHASES = """
import sys, time
from datetime import UTC, datetime
from pathlib import Path
from rlist.formats import registry
from rlist.library import importing, open_library, placing
from rlist.settings import Settings
from rlist.store import database
taken = dict.fromkeys(("read", "write", "index"), 0.0)
def timed(phase, function):
    def call(*arguments, **wishes):
        started = time.process_time()
        try:
            return function(*arguments, **wishes)
        finally:
            taken[phase] += time.process_time() - started
    return call
for reader in registry.READERS:
    reader.read = timed("read", reader.read)
placing._Placing.write = timed("write", placing._Placing.write)
database.refresh_index = timed("index", database.refresh_index)
started = time.process_time()
with open_library(Settings(Path(sys.argv[1]), Path("none")), lambda: datetime.now(UTC), create=True) as library:
    importing.import_(library, [sys.argv[2]], None, importing.ImportWishes(), "import")
whole = time.process_time() - started
print(*(f"{phase} {seconds:.2f}" for phase, seconds in (*taken.items(), ("place", whole - sum(taken.values())))))
"""


class Cost(NamedTuple):
    """What a process took: seconds of processor and of clock, and its largest memory in MB."""

    processor: float
    clock: float
    megabytes: float


def cost(command: list[str], *, refused: bool = False) -> Cost:
    """What `command` took, which must end well unless its input is to be `refused`."""
    started = time.perf_counter()
    with open(os.devnull, "w") as nowhere:
        process = subprocess.Popen(command, stdout=nowhere, stderr=nowhere)
        _, status, usage = os.wait4(process.pid, 0)
    if bool(status) is not refused:
        raise SystemExit(f"{' '.join(command)} failed with {os.waitstatus_to_exitcode(status)}")
    return Cost(usage.ru_utime + usage.ru_stime, time.perf_counter() - started, usage.ru_maxrss / 1024)


def title(chance: random.Random, number: int) -> str:
    manner = " and ".join(chance.choices(MANNERS, k=chance.randint(1, 3)))
    return f"{manner} {chance.choice(TOPICS)} for {chance.choice(SUBJECTS)}, study {number}".capitalize()


def plain(count: int) -> str:
    chance = random.Random(count)
    return "".join(f"{title(chance, number)}\n" for number in range(count))


def bibtex(count: int, source: str | None) -> str:
    chance = random.Random(count)
    if source is None:
        return "\n".join(
            f"@inproceedings{{key{number},\n  author = {{Jane Doe and R{{\\'e}}mi Roe}},\n"
            f"  title = {{{{GPU}} {title(chance, number)}}},\n  booktitle = {{Symposium on {chance.choice(TOPICS)}}},\n"
            f"  year = {{{1990 + number % 35}}},\n  pages = {{1--14}},\n"
            f"  url = {{https://www.usenix.org/conference/osdi/presentation/p{number}}},\n"
            f"  publisher = {{An Association}},\n  month = apr\n}}\n"
            for number in range(count)
        )
    copies: list[str] = []
    while len(copies) * source.count("\n@") < count:
        mark = f"v{len(copies)}"
        copy = re.sub(r"(@\w+\s*\{\s*[^,\s]+)(\s*,)", rf"\1-{mark}\2", source)
        copy = re.sub(r"\b(title\s*=\s*[{\"]+)", rf"\1{mark} ", copy)
        copies.append(re.sub(r"(presentation/[\w-]+)", rf"\1-{mark}", copy))
    return "\n".join(copies)


def main() -> None:
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    source = Path(sys.argv[2]).read_text(encoding="utf-8") if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"RLIST_CONFIG": f"{folder}/config.toml"}
        files = {
            f"{lines // 10} lines": plain(lines // 10),
            f"{lines} lines": plain(lines),
            f"{RECORDS} records": bibtex(RECORDS, source),
            "10 lines": plain(10),
        }
        paths = {name: f"{folder}/{name.replace(' ', '-')}.{'bib' if 'records' in name else 'txt'}" for name in files}
        for name, text in files.items():
            Path(paths[name]).write_text(text, encoding="utf-8")
        bare = min(cost(BARE).processor for _ in range(20))
        print(f"bare python: {1000 * bare:.1f} ms of processor")
        print(f"{'command':<44}{'processor':>10}{'clock':>8}{'MB':>7}{'x python':>10}{'a second':>10}")

        def row(name: str, command: list[str], count: int, library: str) -> Cost:
            os.environ["RLIST_DB"] = f"{folder}/{library}.db"
            taken = cost(command)
            ratio, rate = taken.processor / bare, count / taken.processor
            print(
                f"{name:<44}{taken.processor:>10.2f}{taken.clock:>8.2f}{taken.megabytes:>7.0f}{ratio:>10.0f}{rate:>10.0f}"
            )
            sys.stdout.flush()
            return taken

        def phases(name: str) -> None:
            command = [sys.executable, "-c", PHASES, f"{folder}/phases-{len(name)}{name[0]}.db", paths[name]]
            print(f"  {subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()}")

        small, large, records, few = files
        for name, count in ((small, lines // 10), (large, lines), (records, RECORDS)):
            library = "large" if name == large else name
            whole = row(f"import of {name}", [RLIST, "import", paths[name]], count, library)
            phases(name)
            if name == records:
                parser = row("  bibtexparser alone", [sys.executable, "-c", PARSER, paths[name]], count, library)
                print(f"  the whole import is {whole.processor / parser.processor:.2f} times the parser")
            row("  the same again", [RLIST, "import", paths[name]], count, library)
        row(f"import of {few} into {lines} items", [RLIST, "import", paths[few]], 10, "large")
        row("  undo", [RLIST, "undo"], 10, "large")
        row(f"undo of the import of {large}", [RLIST, "undo"], lines, "large")
        row("  redo", [RLIST, "undo", "--redo"], lines, "large")
        some = f"1-{lines // 10}"
        for words in (["tag", some, "+scan"], ["done", some], ["rm", "--yes", some]):
            row(" ".join(words), [RLIST, *words], lines // 10, "large")
            row("  undo", [RLIST, "undo"], lines // 10, "large")
        row("list", [RLIST, "list"], lines, "large")
        row("list --json", [RLIST, "list", "--json"], lines, "large")
        for name in FORMATS:
            row(f"export {name}", [RLIST, "export", name], lines, "large")


if __name__ == "__main__":
    main()

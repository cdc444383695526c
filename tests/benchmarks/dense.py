"""What a megabyte of each kind of source costs, the densest that people and attackers write; prints a table.

    python tests/benchmarks/dense.py [BYTES] [KIND…]

BYTES is the length of each source, 1,000,000 without it; twice as many must take twice as long. Run it with the
interpreter of an environment in which rlist is installed: the commands are those beside it. A row says how many lines
and entries a source has, how many seconds of processor reading it takes alone and the whole import into an empty
library, and how much memory that takes at its most. Inputs are the same every time.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from imports import BARE, RLIST, cost, title

READ = """
import sys, time
from pathlib import Path
from rlist.errors import UnreadableInput
from rlist.formats.encoding import decode
from rlist.formats.registry import recognise
text = decode(Path(sys.argv[1]).read_bytes())
reader = recognise(text, sys.argv[1])
started, entries = time.process_time(), "refused"
try:
    document = reader.read(text)
    entries = sum(len(part.entries) for part in (document, *document.further))
except UnreadableInput:
    pass
print(f"{time.process_time() - started:.2f} {len(text.splitlines())} {entries}")
"""
AUTHORS = ("Albert Gu", "Tri Dao", "Jeff Dean", "Sanjay Ghemawat", "Leslie Lamport", "Barbara Liskov")
VENUES = ("OSDI", "NSDI", "NeurIPS", "ICML", "SOSP", "USENIX ATC", "EuroSys")


class Kind(NamedTuple):
    """A source: its name with the ending, what is repeated, by its number, and what stands around all of it."""

    name: str
    unit: Callable[[int], str]
    beginning: str = ""
    end: str = ""

    def text(self, length: int) -> str:
        """The source with so many characters, or a unit more."""
        units, size, number = [self.beginning], len(self.beginning), 0
        while size < length:
            units.append(self.unit(number))
            size += len(units[-1])
            number += 1
        return "".join((*units, self.end))


def words(number: int) -> str:
    return title(random.Random(number), number)


def cited(number: int) -> str:
    chance = random.Random(number)
    return f"{', '.join(chance.sample(AUTHORS, 2))}, {chance.choice(VENUES)} {1990 + number % 35}"


BOOKMARKS = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n"
RSS = '<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>'
KINDS = (
    Kind("plain.txt", lambda n: f"{words(n)}\n"),
    Kind("bullets.txt", lambda n: f"- {words(n)}\n"),
    Kind("nested.txt", lambda n: f"{'  ' * (n % 4)}- {words(n)}\n"),
    Kind("citations.txt", lambda n: f"- {words(n)} — {cited(n)}\n"),
    Kind("pairs.txt", lambda n: f"{words(n)[:20]} {n}\nhttps://e.org/{n}\n"),
    Kind("addresses.txt", lambda n: f"https://example.org/paper/{n}\n"),
    Kind("identifiers.txt", lambda n: f"arXiv:{1501 + n // 9999}.{10000 + n}\n"),
    Kind("headings.txt", lambda n: f"Topic {n}:\n- a{n}\n"),
    Kind("one-line-repeated.txt", lambda n: "- a\n"),
    Kind("one-work-noted.txt", lambda n: f"- arXiv:1706.03762 #t{n}\n  - Some remark on it, {n}.\n"),
    Kind("one-work-linked.txt", lambda n: f"- arXiv:1706.03762 https://e.org/{n}\n"),
    Kind("short.txt", lambda n: f"- a{n}\n"),
    Kind("dashes.txt", lambda n: "-- \n"),
    Kind("blank.txt", lambda n: "\n"),
    Kind("one-line.txt", lambda n: "a "),
    Kind("todo.txt", lambda n: f"(A) 2024-01-01 read a{n} +papers https://e.org/{n}\n"),
    Kind("links.md", lambda n: f"- [{words(n)[:20]} {n}](https://e.org/{n})\n", "# List\n\n"),
    Kind("boxes.md", lambda n: f"- [x] {words(n)}\n  - some remark on it.\n", "# List\n\n"),
    Kind("headings.md", lambda n: f"# a{n}\n"),
    Kind("table.md", lambda n: f"| [{words(n)}](https://e.org/{n}) | {n} |\n", "# a\n\n| Title | N |\n| --- | --- |\n"),
    Kind("headlines.org", lambda n: "** a\n", "#+TITLE: x\n"),
    Kind("todo.org", lambda n: f"** TODO [[https://e.org/{n}][{words(n)}]]\n", "#+TITLE: x\n* Papers\n"),
    Kind("records.bib", lambda n: f"@misc{{k{n},title={{a{n}}}}}\n"),
    Kind("records.ris", lambda n: f"TY  - JOUR\nTI  - a{n}\nER  - \n"),
    Kind("records.csv", lambda n: f"{words(n)},https://e.org/{n}\n", "title,url\n"),
    Kind("quotes.csv", lambda n: '"a,a\n', "title,url\n"),
    Kind("bookmarks.html", lambda n: f'<DT><A HREF="https://e.org/{n}">{words(n)[:20]}</A>\n', BOOKMARKS, "</DL>\n"),
    Kind("unclosed.html", lambda n: f'<DT><A HREF="https://e.org/{n}">', BOOKMARKS),
    Kind(
        "outline.opml",
        lambda n: f'<outline text="a{n}" htmlUrl="https://e.org/{n}"/>\n',
        "<opml><body>",
        "</body></opml>",
    ),
    Kind(
        "feed.xml",
        lambda n: f"<item><title>a{n}</title><link>https://e.org/{n}</link></item>\n",
        RSS,
        "</channel></rss>",
    ),
)


def main() -> None:
    length = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    chosen = [kind for kind in KINDS if not sys.argv[2:] or kind.name in sys.argv[2:]]
    bare = min(cost(BARE).processor for _ in range(20))
    print(f"bare python: {1000 * bare:.1f} ms of processor")
    print(f"{'kind':<24}{'lines':>9}{'entries':>9}{'reading':>9}{'whole':>9}{'x python':>10}{'MB':>6}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"RLIST_CONFIG": f"{folder}/config.toml"}
        for number, kind in enumerate(chosen):
            path = Path(folder, kind.name)
            path.write_text(kind.text(length), encoding="utf-8")
            read = subprocess.run([sys.executable, "-c", READ, str(path)], capture_output=True, text=True, check=True)
            reading, lines, entries = read.stdout.split()
            os.environ["RLIST_DB"] = f"{folder}/{number}.db"
            whole = cost([RLIST, "import", str(path)], refused=entries == "refused")
            ratio = whole.processor / bare
            figures = f"{whole.processor:>9.2f}{ratio:>10.0f}{whole.megabytes:>6.0f}"
            print(f"{kind.name:<24}{lines:>9}{entries:>9}{reading:>9}{figures}", flush=True)


if __name__ == "__main__":
    main()

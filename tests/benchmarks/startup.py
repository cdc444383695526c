"""What whole commands cost beside the bare interpreter; prints a table.

    python tests/benchmarks/startup.py [ROUNDS [LIBRARY]]

The library is one of 10,000 items, or a copy of LIBRARY, such as `engine.py` makes with a million; it has been changed
today, so that no command makes the copy of the day. Run it with the interpreter of an environment in which rlist is
installed as a wheel: the commands are those beside it.
Each round runs the interpreter and every command in turn, so that a machine whose speed drifts slows all of them; a
figure is the median over the rounds, a ratio the median of the rounds' own ratios.
"""

from __future__ import annotations

import compileall
import os
import pty
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

ITEMS = 10_000
RLIST = str(Path(sys.executable).parent / "rlist")
BARE = [sys.executable, "-c", "pass"]
COMMANDS = [
    ["list", "--limit", "20"],
    ["search", "attention", "--limit", "20"],
    ["show", "77"],
    ["next"],
    ["next", "attention"],
    ["tags"],
    ["stats"],
    ["start", "77"],
    ["done", "78"],
    ["tag", "79", "+scan"],
    ["note", "80", "read section 3 again"],
    ["add", "https://arxiv.org/abs/2312.00752", "--no-lookup"],
]
# What the shell asks for on TAB: the words so far.
COMPLETIONS = ["rlist show 12", "rlist tag 79 +to"]

TOPICS = (
    "attention",
    "scheduling",
    "caching",
    "quantization",
    "parallelism",
    "compilers",
    "storage",
    "consensus",
    "scaling",
    "pruning",
)
SUBJECTS = ("transformers", "clusters", "accelerators", "databases", "language-models", "networks", "kernels", "agents")


def titles(count: int) -> str:
    """A plain list of `count` titles under fifty headings."""
    lines = ["Benchmark"]
    for number in range(count):
        if number % (count // 50) == 0:
            lines += ["", f"Part {number}", ""]
        topic, subject = TOPICS[number % len(TOPICS)], SUBJECTS[number // 7 % len(SUBJECTS)]
        lines.append(f"- On {topic} of {subject}, study {number} https://example.org/papers/{number}")
    return "\n".join(lines) + "\n"


def fill(library: Path) -> None:
    """Makes a library of ITEMS items, and says how long it took."""
    source = library.with_name("benchmark.txt")
    source.write_text(titles(ITEMS), encoding="utf-8")
    started = time.perf_counter()
    subprocess.run([RLIST, "import", str(source)], check=True, stdout=subprocess.DEVNULL)
    print(f"import of {ITEMS} items: {time.perf_counter() - started:.2f} s")


def completing(words: str) -> dict[str, str]:
    """The environment in which rlist is asked what may follow `words`."""
    return {"_RLIST_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}


def seconds(command: list[str], more: dict[str, str], *, terminal: bool) -> float:
    """The wall time of one run of `command`, its output thrown away, or read from a terminal."""
    environment = os.environ | more
    if not terminal:
        started = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, env=environment)
        return time.perf_counter() - started
    master, slave = pty.openpty()
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=slave, stderr=slave, stdin=slave, env=environment)
    os.close(slave)
    try:
        while os.read(master, 65536):
            pass
    except OSError:  # the terminal's other end is closed when the command ends
        pass
    process.wait()
    os.close(master)
    return time.perf_counter() - started


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    compileall.compile_dir(sysconfig.get_paths()["purelib"], quiet=2)
    asked: list[tuple[str, list[str], dict[str, str]]] = [
        (" ".join(command), [RLIST, *command], {}) for command in COMMANDS
    ]
    asked += [(f"TAB behind {words}", [RLIST], completing(words)) for words in COMPLETIONS]
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "rlist.db"
        os.environ |= {"RLIST_DB": str(library), "RLIST_CONFIG": f"{folder}/config.toml", "COLUMNS": "100"}
        os.environ.setdefault("TERM", "xterm-256color")
        if len(sys.argv) > 2:
            shutil.copyfile(sys.argv[2], library)
        else:
            fill(library)
        subprocess.run([RLIST, "start", "76"], check=True, stdout=subprocess.DEVNULL)
        print(f"{'command':<42}{'piped ms':>10}{'x python':>10}{'terminal ms':>13}{'x python':>10}")
        results: dict[tuple[str, bool], list[tuple[float, float]]] = {}
        for terminal in (False, True):
            for _ in range(rounds):
                bare = seconds(BARE, {}, terminal=terminal)
                for name, command, more in asked:
                    taken = seconds(command, more, terminal=terminal)
                    results.setdefault((name, terminal), []).append((taken, taken / bare))
        for name, _, _ in asked:
            figures = []
            for terminal in (False, True):
                runs = results[name, terminal]
                figures += [1000 * statistics.median(run[0] for run in runs), statistics.median(run[1] for run in runs)]
            piped, piped_ratio, shown, shown_ratio = figures
            print(f"{name[:40]:<42}{piped:>10.1f}{piped_ratio:>10.2f}{shown:>13.1f}{shown_ratio:>10.2f}")


if __name__ == "__main__":
    main()

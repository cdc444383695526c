"""What whole commands cost beside the bare interpreter, on a library of 10,000 items; prints a table.

    python tests/benchmarks/startup.py [ROUNDS]

Run it with the interpreter of an environment in which rlist is installed as a wheel: the commands are those beside it.
Each round runs the interpreter and every command in turn, so that a machine whose speed drifts slows all of them; a
figure is the median over the rounds, a ratio the median of the rounds' own ratios.
"""

from __future__ import annotations

import compileall
import os
import pty
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
    ["start", "77"],
    ["done", "78"],
    ["tag", "79", "+scan"],
    ["note", "80", "read section 3 again"],
    ["add", "https://arxiv.org/abs/2312.00752", "--no-lookup"],
]

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


def seconds(command: list[str], *, terminal: bool) -> float:
    """The wall time of one run of `command`, its output thrown away, or read from a terminal."""
    if not terminal:
        started = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        return time.perf_counter() - started
    master, slave = pty.openpty()
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=slave, stderr=slave, stdin=slave)
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
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"RLIST_DB": f"{folder}/rlist.db", "RLIST_CONFIG": f"{folder}/config.toml", "COLUMNS": "100"}
        os.environ.setdefault("TERM", "xterm-256color")
        source = Path(folder) / "benchmark.txt"
        source.write_text(titles(ITEMS), encoding="utf-8")
        started = time.perf_counter()
        subprocess.run([RLIST, "import", str(source)], check=True, stdout=subprocess.DEVNULL)
        print(f"import of {ITEMS} items: {time.perf_counter() - started:.2f} s")
        print(f"{'command':<42}{'piped ms':>10}{'x python':>10}{'terminal ms':>13}{'x python':>10}")
        results: dict[tuple[int, bool], list[tuple[float, float]]] = {}
        for terminal in (False, True):
            for _ in range(rounds):
                bare = seconds(BARE, terminal=terminal)
                for number, command in enumerate(COMMANDS):
                    taken = seconds([RLIST, *command], terminal=terminal)
                    results.setdefault((number, terminal), []).append((taken, taken / bare))
        for number, command in enumerate(COMMANDS):
            figures = []
            for terminal in (False, True):
                runs = results[number, terminal]
                figures += [1000 * statistics.median(run[0] for run in runs), statistics.median(run[1] for run in runs)]
            piped, piped_ratio, shown, shown_ratio = figures
            print(f"{' '.join(command)[:40]:<42}{piped:>10.1f}{piped_ratio:>10.2f}{shown:>13.1f}{shown_ratio:>10.2f}")


if __name__ == "__main__":
    main()

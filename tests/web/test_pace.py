"""The pause between two requests to a host, in one process and in several."""

import threading
import time
from pathlib import Path

import pytest

from rlist.web.answers import Answer, Unanswered
from rlist.web.pace import Pace
from rlist.web.side_by_side import SideBySide


def pace(folder: Path) -> Pace:
    return Pace(folder, sleep=time.sleep, is_stopped=lambda: False)


def test_two_processes_keep_the_pause_together(tmp_path: Path) -> None:
    began: list[float] = []
    ended: list[float] = []

    def ask(paced: Pace) -> None:
        for _ in range(2):
            with paced.turn("a.example", 0.2):
                began.append(time.monotonic())
                time.sleep(0.05)
                ended.append(time.monotonic())

    threads = [threading.Thread(target=ask, args=(pace(tmp_path),)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(later - earlier >= 0.2 for earlier, later in zip(sorted(ended), sorted(began)[1:], strict=False))


def test_hosts_dont_wait_for_each_other(tmp_path: Path) -> None:
    paced = pace(tmp_path)
    began = time.monotonic()
    for host in ("a.example", "b.example", "c.example"):
        with paced.turn(host, 5.0):
            pass
    assert time.monotonic() - began < 2


def test_a_further_try_waits_as_long(tmp_path: Path) -> None:
    slept: list[float] = []
    paced = Pace(tmp_path, sleep=slept.append, is_stopped=lambda: False)
    with paced.turn("a.example", 3.0) as pause:
        pause()
    assert slept == [pytest.approx(3.05, abs=0.02)]


def test_a_clock_that_was_set_back_costs_one_pause(tmp_path: Path) -> None:
    (tmp_path / "a.example").write_text(f"{time.time() + 1_000_000}")
    slept: list[float] = []
    with Pace(tmp_path, sleep=slept.append, is_stopped=lambda: False).turn("a.example", 3.0):
        pass
    assert slept == [pytest.approx(3.05)]


@pytest.mark.parametrize("content", ["", "no number", "1e999999"])
def test_a_damaged_note_is_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.example").write_text(content)
    slept: list[float] = []
    with Pace(tmp_path, sleep=slept.append, is_stopped=lambda: False).turn("a.example", 3.0):
        pass
    assert all(seconds < 3.1 for seconds in slept)


def test_without_a_folder_the_process_keeps_the_pace_alone(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    slept: list[float] = []
    paced = Pace(tmp_path / "file", sleep=slept.append, is_stopped=lambda: False)
    for _ in range(2):
        with paced.turn("../a.example/..", 3.0):
            pass
    assert len(slept) == 1


def test_a_stopped_run_waits_for_nobody(tmp_path: Path) -> None:
    first = pace(tmp_path)
    waiting = Pace(tmp_path, sleep=lambda seconds: None, is_stopped=lambda: True)
    with first.turn("a.example", 0.1), pytest.raises(Unanswered), waiting.turn("a.example", 0.1):
        pass


def test_hosts_are_asked_side_by_side_and_one_host_in_order() -> None:
    order: list[str] = []

    def asking(name: str, seconds: float) -> Answer:
        time.sleep(seconds)
        order.append(name)
        if name == "a2":
            raise Unanswered("https://a.example", "is silent")
        return Answer(200, name.encode(), "https://a.example")

    came: dict[str, object] = {}
    with SideBySide[str]() as work:
        work.submit("a", "a1", lambda: asking("a1", 0.2))
        work.submit("a", "a2", lambda: asking("a2", 0.0))
        work.submit("b", "b1", lambda: asking("b1", 0.0))
        for name, outcome in work.results():
            came[name] = outcome
            if name == "b1":
                work.submit("b", "b2", lambda: asking("b2", 0.0))
    assert order.index("a1") < order.index("a2")
    assert order[:2] == ["b1", "b2"]
    assert {name: isinstance(outcome, Answer) for name, outcome in came.items()} == {
        "a1": True,
        "a2": False,
        "b1": True,
        "b2": True,
    }


def test_a_mistake_in_the_work_comes_out() -> None:
    def broken() -> Answer:
        raise ZeroDivisionError

    with SideBySide[int]() as work:
        work.submit("a", 1, broken)
        with pytest.raises(ZeroDivisionError):
            list(work.results())

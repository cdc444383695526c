"""Hosts are asked side by side, some at once, and one host's work is done in its order."""

from __future__ import annotations

import threading

from rlist.web.answers import Answer
from rlist.web.side_by_side import _HOSTS_AT_ONCE, SideBySide


def test_many_hosts_are_asked_and_never_more_than_some_at_once() -> None:
    lock, now, most = threading.Lock(), 0, 0

    def ask(host: int, turn: int) -> Answer:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        threading.Event().wait(0.001)
        with lock:
            now -= 1
        return Answer(turn, b"", str(host))

    with SideBySide[tuple[int, int]]() as work:
        for turn in range(3):
            for host in range(100):
                work.submit(str(host), (host, turn), lambda host=host, turn=turn: ask(host, turn))  # type: ignore[misc]
        found = list(work.results())
    assert 1 < most <= _HOSTS_AT_ONCE
    assert sorted(key for key, _ in found) == [(host, turn) for host in range(100) for turn in range(3)]
    for host in range(100):
        turns = [turn for (one, turn), _ in found if one == host]
        assert turns == sorted(turns)


def test_what_is_left_when_it_ends_is_not_begun() -> None:
    begun: list[int] = []
    hold = threading.Event()

    def ask(number: int) -> Answer:
        begun.append(number)
        hold.wait()
        return Answer(200, b"", "")

    before = set(threading.enumerate())
    with SideBySide[int]() as work:
        for number in range(50):
            work.submit("a", number, lambda number=number: ask(number))  # type: ignore[misc]
    hold.set()
    for thread in set(threading.enumerate()) - before:
        thread.join()
    assert len(begun) <= 1

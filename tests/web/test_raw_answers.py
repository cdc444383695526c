"""What servers send that keep no rules: over real connections of this machine, to a server that sends what it likes."""

from __future__ import annotations

import gzip
import resource
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import repeat
from pathlib import Path

import pytest

from rlist import web
from rlist.web import Unanswered, Web, WebRules

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
GZIPPED = OK + b"Content-Encoding: gzip\r\n\r\n"

LATE = "doesn't answer"

Pieces = Callable[[], Iterator[bytes]]


def once(content: bytes) -> Pieces:
    return lambda: iter([content])


def endless(begin: bytes, piece: bytes) -> Pieces:
    """`begin`, and then `piece` for ever."""

    def pieces() -> Iterator[bytes]:
        yield begin
        yield from repeat(piece)

    return pieces


def dripping(begin: bytes) -> Pieces:
    """A byte now and then, for ever."""

    def pieces() -> Iterator[bytes]:
        yield begin
        while True:
            threading.Event().wait(0.02)
            yield b"x"

    return pieces


def redirect(place: bytes) -> Pieces:
    return once(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + place + b"\r\n\r\n")


@pytest.fixture
def ask(
    socket_enabled: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Callable[[Pieces], web.Answer]]:
    """Asks a server on this machine, which answers with the pieces and hangs up."""
    for name in ("http_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    server = socket.create_server(("127.0.0.1", 0))
    answers: list[Pieces] = []

    def serve(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.settimeout(5)
            connection.recv(65536)
            for piece in answers[0]():
                connection.sendall(piece)

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=serve, args=server.accept()[:1], daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()

    def ask(pieces: Pieces) -> web.Answer:
        answers[:] = [pieces]
        with closing(Web(WebRules("rlist/test", tmp_path), sleep=lambda seconds: None)) as asking:
            return asking.get(f"http://127.0.0.1:{server.getsockname()[1]}/")

    yield ask
    server.close()


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        pytest.param(once(OK + b"Content-Length: 1000\r\n\r\nx"), "breaks", id="a length too long"),
        pytest.param(once(OK + b"Content-Length: -5\r\n\r\nx"), "breaks", id="a negative length"),
        pytest.param(once(OK + b"Content-Length: abc\r\n\r\nx"), "breaks", id="a length that is none"),
        pytest.param(once(OK + b"Content-Length: 5\r\nContent-Length: 2\r\n\r\nx"), "breaks", id="two lengths"),
        pytest.param(
            once(OK + b"Content-Length: 99999999999999999999\r\n\r\nx"), "breaks", id="a length like no other"
        ),
        pytest.param(endless(OK + b"Content-Length: 99999999999\r\n\r\n", b"x" * 65536), "more than", id="without end"),
        pytest.param(once(CHUNKED + b"zz\r\nhello\r\n"), "breaks", id="a chunk of no size"),
        pytest.param(once(CHUNKED + b"fffffffffffffff\r\nhello"), "breaks", id="a chunk of any size"),
        pytest.param(endless(CHUNKED, b"1000\r\n" + b"x" * 4096 + b"\r\n"), "more than", id="chunks without end"),
        pytest.param(endless(CHUNKED + b"1;", b"x" * 10_000), "breaks", id="a chunk that never begins"),
        pytest.param(endless(CHUNKED + b"1\r\nx\r\n0\r\n", b"X: y\r\n" * 100), "breaks", id="trailers without end"),
        pytest.param(endless(OK, b"X: " + b"y" * 1000 + b"\r\n"), "breaks", id="headers without end"),
        pytest.param(endless(OK + b"X: ", b"y" * 10_000), "breaks", id="a header without end"),
        pytest.param(endless(b"HTTP/1.1 200 ", b"y" * 10_000), "breaks", id="a first line without end"),
        pytest.param(endless(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"), LATE, id="hints without end"),
        pytest.param(dripping(OK), LATE, id="headers that drip"),
        pytest.param(dripping(OK + b"\r\n"), LATE, id="a body that drips"),
        pytest.param(once(b"SSH-2.0-OpenSSH\r\n"), "breaks", id="another service"),
        pytest.param(once(b"<html>"), "breaks", id="a bare page"),
        pytest.param(once(b""), "breaks", id="nothing"),
        pytest.param(once(OK + b"X: a\0b\r\n\r\n"), "breaks", id="a NUL in a header"),
        pytest.param(once(GZIPPED + gzip.compress(bytes(300 << 20), 1)), "more than", id="a bomb"),
        pytest.param(once(GZIPPED.replace(b"gzip", b"gzip, gzip") + b"x"), "unknown coding", id="packed twice"),
        pytest.param(once(GZIPPED.replace(b"gzip", b"zstd") + b"(\xb5/\xfd"), "unknown coding", id="packed as zstd"),
        pytest.param(once(GZIPPED.replace(b"gzip", b"br") + b"x"), "unknown coding", id="packed as Brotli"),
        pytest.param(once(GZIPPED.replace(b"gzip", b"deflate") + b"\xff" * 99), "damaged", id="packed badly"),
        pytest.param(redirect(b"file:///etc/passwd"), "only http and https", id="to a file"),
        pytest.param(redirect(b"http://127.0.0.1:8080/"), "your own network", id="to this machine"),
        pytest.param(redirect(b"//[::ffff:169.254.169.254]/"), "your own network", id="to a cloud's secrets"),
        pytest.param(redirect(b"/a%0d%0aX:%20y"), "your own network", id="with a header in it"),
        pytest.param(redirect(b"\xff\x01 http://["), "breaks|broken", id="to nowhere"),
        pytest.param(redirect(b""), "in circles", id="to itself"),
    ],
)
def test_an_answer_that_keeps_no_rules_is_none(
    ask: Callable[[Pieces], web.Answer], monkeypatch: pytest.MonkeyPatch, pieces: Pieces, reason: str
) -> None:
    if reason == LATE:
        monkeypatch.setattr(web, "ANSWER_SECONDS", 0.3)
        monkeypatch.setattr(web, "REQUEST_SECONDS", 0.5)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(Unanswered, match=reason):
        ask(pieces)
    # In KB; the most that an answer may take is 4 MB, and what is made of it as much again.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000


@pytest.mark.parametrize(
    ("pieces", "status", "body"),
    [
        pytest.param(once(OK + b"Content-Length: 2\r\n\r\nhello"), 200, b"he", id="a length too short"),
        pytest.param(once(OK + b"\r\nhello"), 200, b"hello", id="no length"),
        pytest.param(once(OK + b"X: a\r\n b\r\n\r\nhello"), 200, b"hello", id="a folded header"),
        pytest.param(once(OK + b"Content-Type: \xff\xe9\r\n\r\nhello"), 200, b"hello", id="bytes in a header"),
        pytest.param(once(GZIPPED + gzip.compress(b"") * 5000), 200, b"", id="many packings of nothing"),
        pytest.param(once(b"HTTP/1.1 999 X\r\nContent-Length: 0\r\n\r\n"), 999, b"", id="a status that there isn't"),
    ],
)
def test_what_can_be_read_all_the_same_is_read(
    ask: Callable[[Pieces], web.Answer], pieces: Pieces, status: int, body: bytes
) -> None:
    answer = ask(pieces)
    assert (answer.status, answer.body) == (status, body)

"""The one client: pauses, tries, limits, what is kept, and where it never goes."""

import gzip
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from rlist import web
from rlist.web import Refusal, Unanswered, Web, WebRules

Reply = httpx.Response | Exception


def answer(status: int = 200, body: bytes | Iterator[bytes] = b"", **headers: str) -> httpx.Response:
    """An answer that hasn't been read yet."""
    stream = httpx.ByteStream(body) if isinstance(body, bytes) else _Pieces(body)
    return httpx.Response(
        status, stream=stream, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )


class _Pieces(httpx.SyncByteStream):
    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.pieces = pieces

    def __iter__(self) -> Iterator[bytes]:
        return self.pieces


class Service:
    """A transport that answers from a list, then with 200 and "fine"; it keeps what it was asked and when."""

    def __init__(self, *replies: Reply | Callable[[httpx.Request], httpx.Response]) -> None:
        self.replies = list(replies)
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        reply = self.replies.pop(0) if self.replies else answer(200, b"fine")
        if isinstance(reply, Exception):
            raise reply
        return reply if isinstance(reply, httpx.Response) else reply(request)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Callable[..., Web]]:
    opened = []

    def opening(service: Service, slept: list[float] | None = None, **rules: object) -> Web:
        made = WebRules("rlist/1 (mailto:reader@example.org)", tmp_path, **rules)  # type: ignore[arg-type]
        sleep = slept.append if slept is not None else lambda seconds: None
        opened.append(Web(made, transport=httpx.MockTransport(service), sleep=sleep))
        return opened[-1]

    yield opening
    for one in opened:
        one.close()


def test_it_says_who_it_is_and_takes_no_cookies(client: Callable[..., Web]) -> None:
    service = Service(answer(200, b"one", set_cookie="a=b"))
    asking = client(service)
    assert asking.get("https://a.example/1").body == b"one"
    asking.get("https://a.example/2")
    assert [request.headers["User-Agent"] for request in service.asked] == ["rlist/1 (mailto:reader@example.org)"] * 2
    assert not any("cookie" in request.headers for request in service.asked)


@pytest.mark.parametrize(
    ("replies", "slept"),
    [
        pytest.param([answer(429, retry_after="7")], [7.0], id="as long as the service asks"),
        pytest.param([answer(503), answer(500)], [1.0, 3.0], id="longer and longer"),
        pytest.param([httpx.ReadTimeout("slow"), httpx.ReadError("no")], [1.0, 3.0], id="timeouts and refusals"),
        pytest.param([httpx.RemoteProtocolError("cut")], [1.0], id="an answer that breaks off"),
    ],
)
def test_a_passing_trouble_is_tried_again(client: Callable[..., Web], replies: list[Reply], slept: list[float]) -> None:
    pauses: list[float] = []
    service = Service(*replies)
    assert client(service, pauses).get("https://a.example/").body == b"fine"
    assert pauses == slept


def test_four_tries_are_enough_and_the_host_is_left_alone(client: Callable[..., Web]) -> None:
    service = Service(*[lambda _: answer(503)] * 9)
    asking = client(service)
    with pytest.raises(Unanswered, match=r"a\.example answers 503"):
        asking.get("https://a.example/1")
    assert len(service.asked) == 4
    with pytest.raises(Unanswered):
        asking.get("https://a.example/2")
    assert len(service.asked) == 4
    service.replies.clear()
    assert asking.get("https://b.example/").status == 200


def test_a_host_that_isnt_there_is_asked_once(client: Callable[..., Web]) -> None:
    service = Service(httpx.ConnectError("Name or service not known"), httpx.ConnectTimeout("slow"))
    asking = client(service)
    for address in ("https://a.example/1", "https://a.example/2"):
        with pytest.raises(Unanswered, match="can't be reached"):
            asking.get(address)
    assert len(service.asked) == 1


def test_a_pause_that_is_too_long_is_for_another_run(client: Callable[..., Web]) -> None:
    service = Service(answer(429, retry_after="3600"))
    pauses: list[float] = []
    with pytest.raises(Unanswered) as raised:
        client(service, pauses).get("https://a.example/")
    assert (raised.value.wait_seconds, pauses, len(service.asked)) == (3600.0, [], 1)


def test_what_was_refused_isnt_kept_and_what_was_answered_is(client: Callable[..., Web]) -> None:
    service = Service(answer(200, b"Rate exceeded."), answer(200, b"good", content_type="text/x"))
    asking = client(service)

    def refusal(status: int, body: bytes) -> Refusal | None:
        return Refusal("asks for a pause", is_passing=True) if b"Rate" in body else None

    for _ in range(3):
        found = asking.get("https://a.example/", kept_seconds=60, refusal=refusal)
        assert (found.body, found.content_type, found.address) == (b"good", "text/x", "https://a.example/")
    assert len(service.asked) == 2
    again = client(Service(answer(200, b"another run")))
    assert again.get("https://a.example/", kept_seconds=60).body == b"good"
    assert again.get("https://a.example/").body == b"another run"


def test_a_missing_page_comes_back_and_isnt_kept(client: Callable[..., Web]) -> None:
    service = Service(answer(404, b"no"), answer(200, b"yes"))
    asking = client(service)
    assert asking.get("https://a.example/", kept_seconds=60).status == 404
    assert asking.get("https://a.example/", kept_seconds=60).body == b"yes"


def test_a_broken_cache_is_an_empty_one(client: Callable[..., Web], tmp_path: Path) -> None:
    (tmp_path / "answers.db").write_bytes(b"no database at all" * 100)
    assert client(Service()).get("https://a.example/", kept_seconds=60).body == b"fine"


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        pytest.param(lambda _: answer(200, (b"x" * 65536 for _ in range(1000))), "more than 10 MB", id="endless"),
        pytest.param(
            lambda _: answer(200, gzip.compress(bytes(300 << 20), 1), content_encoding="gzip"),
            "more than 10 MB",
            id="a bomb",
        ),
        pytest.param(
            lambda _: answer(200, b"x", content_encoding="br"),
            "unknown coding",
            id="packed otherwise",
        ),
        pytest.param(
            lambda request: answer(302, location=str(request.url)),
            "redirected in circles",
            id="a circle",
        ),
    ],
)
def test_an_answer_without_end_ends_the_request(
    client: Callable[..., Web], reply: Callable[[httpx.Request], httpx.Response], reason: str
) -> None:
    service = Service(*[reply] * 20)
    with pytest.raises(Unanswered, match=reason):
        client(service).get("https://a.example/")
    assert len(service.asked) <= 7


def test_a_packed_answer_is_unpacked(client: Callable[..., Web]) -> None:
    raw = zlib.compressobj(wbits=-15)
    packed = {"gzip": gzip.compress(b"one"), "deflate": zlib.compress(b"two")}
    bare = raw.compress(b"three") + raw.flush()
    for coding, body, plain in (
        ("gzip", packed["gzip"], b"one"),
        ("deflate", packed["deflate"], b"two"),
        ("deflate", bare, b"three"),
    ):
        reply = answer(200, body, content_encoding=coding)
        assert client(Service(reply)).get("https://a.example/").body == plain


def test_a_damaged_answer_is_tried_again(client: Callable[..., Web]) -> None:
    for body in (gzip.compress(b"one" * 100)[:-9], b"\x1f\x8bnothing"):
        reply = answer(200, body, content_encoding="gzip")
        assert client(Service(reply)).get("https://a.example/").body == b"fine"


@pytest.mark.parametrize("dripping", ["body", "head"])
def test_the_time_limit_holds_for_the_whole_answer(
    client: Callable[..., Web], monkeypatch: pytest.MonkeyPatch, dripping: str
) -> None:
    monkeypatch.setattr(web, "ANSWER_SECONDS", 0.3)
    monkeypatch.setattr(web, "REQUEST_SECONDS", 0.5)
    over = threading.Event()

    def drip() -> Iterator[bytes]:
        while not over.wait(0.05):
            yield b"x"

    def reply(_: httpx.Request) -> httpx.Response:
        if dripping == "head":
            over.wait(5)
        return answer(200, drip())

    began = time.monotonic()
    with pytest.raises(Unanswered, match="doesn't answer within"):
        client(Service(*[reply] * 4)).get("https://a.example/")
    over.set()
    assert time.monotonic() - began < 2


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1/",
        "http://localhost:8080/",
        "http://127.1/",
        "http://2130706433/",
        "http://0x7f.0.0.1/",
        "http://[::1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://169.254.169.254/latest/meta-data/",
        "http://192.168.1.1/",
        "http://10.0.0.1/",
        "http://0.0.0.0/",
        "http://printer.local/",
        "http://intranet/",
        "file:///etc/passwd",
        "ftp://a.example/",
        "gopher://a.example/",
        "javascript:alert(1)",
        "http://user:word@a.example/",
    ],
)
def test_a_remote_answer_never_leads_into_the_readers_network(client: Callable[..., Web], address: str) -> None:
    service = Service(answer(302, location=address))
    with pytest.raises(Unanswered):
        client(service).get("https://a.example/")
    assert len(service.asked) == 1
    service = Service()
    with pytest.raises(Unanswered):
        client(service).get(address, is_from_remote=True)
    assert service.asked == []


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "javascript:alert(1)", "http://", "http://[::1", "http://a b/", "no address"]
)
def test_the_readers_own_address_must_be_one_of_http(client: Callable[..., Web], address: str) -> None:
    service = Service()
    with pytest.raises(Unanswered):
        client(service).get(address)
    assert service.asked == []


def test_the_readers_own_network_is_reached_by_the_readers_own_address_or_leave(client: Callable[..., Web]) -> None:
    assert client(Service()).get("http://192.168.1.1/notes").status == 200
    there = answer(302, location="http://192.168.1.1/notes")
    assert (
        client(Service(there), may_reach_private=True).get("https://a.example/").address == "http://192.168.1.1/notes"
    )


def test_a_redirect_is_followed_to_where_it_ends(client: Callable[..., Web]) -> None:
    service = Service(
        answer(301, location="/b"),
        answer(308, location="https://c.example/d"),
    )
    assert client(service).get("https://a.example/").address == "https://c.example/d"
    assert [str(request.url) for request in service.asked] == [
        "https://a.example/",
        "https://a.example/b",
        "https://c.example/d",
    ]

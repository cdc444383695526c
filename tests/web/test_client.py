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
from rlist.web import ForbiddenAddress, Refusal, Unanswered, Web, WebRules, guard

Reply = httpx.Response | Exception


def answer(status: int = 200, body: bytes | Iterator[bytes] = b"", **headers: str) -> httpx.Response:
    """An answer that hasn't been read yet."""
    stream = httpx.ByteStream(body) if isinstance(body, bytes) else _Pieces(body)
    return httpx.Response(
        status,
        stream=stream,
        headers=[(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
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
        pytest.param(lambda _: answer(200, (b"x" * 65536 for _ in range(1000))), "more than 4 MB", id="endless"),
        pytest.param(
            lambda _: answer(200, gzip.compress(bytes(300 << 20), 1), content_encoding="gzip"),
            "more than 4 MB",
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
        "http://router/",
        "http://nas.home/",
        "http://wiki.corp./",
        "http://LOCALHOST./",
        "http://a.localhost/",
        "http://127.0.0.1./",
        "http://0177.0.0.1/",
        "http://0x7f000001/",
        "http://[::]/",
        "http://[::127.0.0.1]/",
        "http://[64:ff9b::a00:1]/",
        "http://[2002:a00:1::]/",
        "http://[fe80::1%25eth0]/",
        "http://[fd00::1]/",
        "http://[ff02::1]/",
        "http://100.64.0.1/",
        "http://224.0.0.1/",
        "http://255.255.255.255/",
        "http://①②⑦.⓪.⓪.①/",
        "http://127。0。0。1/",
        "http://１２７.0.0.1/",
        "http://ⓛocalhost/",
        "http://loca\u00adlhost/",
        "http://%31%32%37.0.0.1/",
        "http://127.0.0.1%00.a.example/",
        "http://a.example\\@127.0.0.1/",
        "http://a.example@127.0.0.1/",
        "http://a.example:22/",
        "http://a.example:0/",
        "http://a.example:99999/",
        "FILE:///etc/passwd",
        "data:text/html,x",
        "ws://a.example/",
        "file:///etc/passwd",
        "ftp://a.example/",
        "gopher://a.example/",
        "javascript:alert(1)",
        "http://user:word@a.example/",
    ],
)
def test_a_remote_answer_never_leads_into_the_readers_network(client: Callable[..., Web], address: str) -> None:
    service = Service(*[lambda _: answer(302, location=address)] * web.TRIES)
    with pytest.raises(Unanswered):
        client(service).get("https://a.example/")
    assert {str(request.url) for request in service.asked} == {"https://a.example/"}
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


@pytest.mark.parametrize(
    "address",
    ["http://bücher.example/", "http://xn--bcher-kva.example/", "https://8.8.8.8/", "https://a.example:8443/"],
)
def test_what_is_out_in_the_world_may_be_led_to(client: Callable[..., Web], address: str) -> None:
    assert client(Service()).get(address, is_from_remote=True).status == 200


@pytest.mark.parametrize(
    "found",
    [
        pytest.param("10.0.0.1", id="a name of a place in the reader's network"),
        pytest.param("::ffff:127.0.0.1", id="the own machine, as IPv6"),
    ],
)
def test_a_name_that_stands_for_the_readers_network_is_not_asked(monkeypatch: pytest.MonkeyPatch, found: str) -> None:
    answers = [(0, 0, 0, "", ("8.8.8.8", 443)), (0, 0, 0, "", (found, 443))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *args, **more: answers)
    with pytest.raises(ForbiddenAddress):
        guard.check_resolved("https://a.example/")


class Connection:
    def __init__(self, address: str) -> None:
        self.address = address

    def get_extra_info(self, name: str) -> object:
        return (self.address, 443) if name == "server_addr" else None


def test_a_name_that_changed_its_mind_is_found_out_by_the_connection() -> None:
    guard.check_peer("https://a.example/", Connection("8.8.8.8"))
    with pytest.raises(ForbiddenAddress):
        guard.check_peer("https://a.example/", Connection("127.0.0.1"))


@pytest.mark.parametrize(
    ("environment", "is_proxied"),
    [
        pytest.param({}, False, id="no proxy"),
        pytest.param({"https_proxy": "http://10.0.0.1:3128"}, True, id="a proxy, whose own address is exempt"),
        pytest.param({"https_proxy": "http://10.0.0.1:3128", "no_proxy": "a.example"}, False, id="not for this one"),
        pytest.param({"http_proxy": "http://10.0.0.1:3128"}, False, id="for the other scheme"),
        pytest.param({"all_proxy": "http://10.0.0.1:3128"}, True, id="for all"),
    ],
)
def test_names_are_looked_up_where_no_proxy_does_it(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], is_proxied: bool
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert guard.is_proxied("https://a.example/") is is_proxied


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("ALL_PROXY", "socks5://127.0.0.1:9", "the proxy that the environment names"),
        ("HTTPS_PROXY", "://", "the proxy that the environment names"),
        ("SSL_CERT_FILE", "/nowhere/at/all", "the certificates that SSL_CERT_FILE names"),
    ],
)
def test_an_environment_that_cannot_be_used_is_a_failed_lookup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, reason: str
) -> None:
    monkeypatch.setenv(name, value)
    asking = Web(WebRules("rlist/1", tmp_path), sleep=lambda seconds: None)
    with pytest.raises(Unanswered, match=reason):
        asking.get("https://a.example/")
    asking.close()


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

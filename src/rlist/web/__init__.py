"""One polite client for all look-ups: what is asked of the network goes through `Web`."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import httpx

from rlist.web.answers import Answer, Refusal, TooLate, Unanswered, host_of, retry_after_seconds
from rlist.web.cache import AnswerCache
from rlist.web.guard import ForbiddenAddress, check_address, check_peer, check_resolved, is_proxied
from rlist.web.pace import Pace
from rlist.web.reading import MAXIMUM_BYTES, read_body

__all__ = ["MAXIMUM_BYTES", "Answer", "ForbiddenAddress", "Refusal", "Unanswered", "Web", "WebRules"]

# One answer has so long, redirects included, before it counts as none.
ANSWER_SECONDS = 20.0
# A host that takes longer to take up a connection isn't there.
CONNECT_SECONDS = 8.0
# One request has so many tries and so long in all, pauses between the tries included.
TRIES = 4
REQUEST_SECONDS = 60.0
# The pauses between tries where the service names none; together with the tries they stay below REQUEST_SECONDS.
BACK_OFF_SECONDS = (1.0, 3.0, 9.0)
# Addresses of papers go over http → https → www at most; a doi.org address over two or three hosts more.
MAXIMUM_REDIRECTS = 6
# 500 to 504 come and go with a service's load; 408, 425 and 429 ask for another try.
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class WebRules:
    """What holds for all requests of a run.

    `cache` is the folder for answers and paces. `pauses` are the seconds between two requests to a host, by host;
    `may_reach_private` allows addresses of the reader's own network where a remote answer leads to them.
    """

    user_agent: str
    cache: Path
    pauses: Mapping[str, float] = field(default_factory=dict)
    may_reach_private: bool = False


class _Asked(NamedTuple):
    """One request, as `Web.get` takes it."""

    url: str
    accept: str
    is_from_remote: bool
    most_bytes: int


class Web:
    """Asks for addresses, at the pace of each host, and keeps the answers.

    A host that didn't answer in all its tries isn't asked again by this object: what else is wanted of it fails at once
    and can be asked in another run.
    """

    def __init__(
        self,
        rules: WebRules,
        *,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rules = rules
        self._stop = threading.Event()
        self._sleep = sleep or self._stop.wait
        self._clock = clock
        self._cache = AnswerCache(rules.cache)
        self._pace = Pace(rules.cache / "pace", sleep=self._sleep, is_stopped=self._stop.is_set)
        self._silent: dict[str, Unanswered] = {}
        self._client_lock = threading.Lock()
        self._client: httpx.Client | None = None
        self._transport = transport

    def __enter__(self) -> Web:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def stop(self) -> None:
        """End all waiting, in every thread: what is being asked for fails."""
        self._stop.set()

    def close(self) -> None:
        """Give back connections and files; nothing can be asked after that."""
        self.stop()
        if self._client is not None:
            self._client.close()
        self._cache.close()

    def get(
        self,
        url: str,
        *,
        accept: str = "*/*",
        kept_seconds: float = 0.0,
        is_from_remote: bool = False,
        most_bytes: int = MAXIMUM_BYTES,
        refusal: Callable[[int, bytes], Refusal | None] = lambda status, body: None,
    ) -> Answer:
        """The answer to a GET of `url`, from the cache where one of the last `kept_seconds` is there.

        `refusal` says what is wrong with an answer that came but is none. `is_from_remote` says that the address
        comes from a remote answer and not from the reader, so that it may not lead into the reader's own network. A
        longer answer than `most_bytes`, unpacked, is none.
        Only answers with status 200 that aren't refused are kept; those with another status come back as well, unless
        it stands for a passing trouble. Raises Unanswered, with the reason.
        """
        if kept_seconds and (kept := self._cache.find(url)):
            return kept
        host = host_of(url)
        if host in self._silent:
            raise self._silent[host]
        try:
            with self._pace.turn(host, self._rules.pauses.get(host, 0.0)) as pause:
                answer = self._try(_Asked(url, accept, is_from_remote, most_bytes), refusal, pause)
        except Unanswered as error:
            if error.is_of_host:
                self._silent[host] = error
            raise
        if kept_seconds and answer.status == 200:
            self._cache.keep(url, answer, kept_seconds)
        return answer

    def _try(self, asked: _Asked, refusal: Callable[[int, bytes], Refusal | None], pause: Callable[[], None]) -> Answer:
        """The first usable answer of up to TRIES within REQUEST_SECONDS."""
        began = self._clock()
        for attempt in range(TRIES):
            remaining = REQUEST_SECONDS - (self._clock() - began)
            try:
                answer = self._once(asked, min(ANSWER_SECONDS, remaining))
                trouble = _trouble(asked.url, answer, refusal)
                if trouble is None:
                    return answer
            except Unanswered as error:
                trouble = error
            back_off = trouble.wait_seconds
            if back_off is None:
                back_off = BACK_OFF_SECONDS[min(attempt, len(BACK_OFF_SECONDS) - 1)]
            remaining = REQUEST_SECONDS - (self._clock() - began)
            if not trouble.is_passing or attempt == TRIES - 1 or back_off >= remaining or self._stop.is_set():
                raise trouble
            self._sleep(back_off)
            pause()
        raise AssertionError("the last try ends in an answer or an error")

    def _once(self, asked: _Asked, seconds: float) -> Answer:
        """One answer, over its redirects. All of it happens in a thread that is left to itself when time is up.

        A time limit of the client's own holds for each step alone, so that an answer that drips never meets it.
        """
        outcome: list[Answer | BaseException] = []
        deadline = time.monotonic() + seconds

        def ask() -> None:
            try:
                outcome.append(self._follow(asked, deadline))
            except BaseException as error:
                outcome.append(error)

        thread = threading.Thread(target=ask, daemon=True)
        thread.start()
        while thread.is_alive() and time.monotonic() < deadline and not self._stop.is_set():
            thread.join(min(0.2, max(deadline - time.monotonic(), 0.0)))
        if not outcome:
            raise TooLate(asked.url, seconds)
        if isinstance(outcome[0], Answer):
            return outcome[0]
        raise outcome[0]

    def _follow(self, asked: _Asked, deadline: float) -> Answer:
        hop = asked
        for _ in range(MAXIMUM_REDIRECTS + 1):
            reached = self._one_hop(hop, deadline)
            if isinstance(reached, Answer):
                return reached
            hop = hop._replace(url=reached, is_from_remote=hop.is_from_remote or reached != hop.url)
        raise Unanswered(asked.url, "is redirected in circles")

    def _one_hop(self, asked: _Asked, deadline: float) -> Answer | str:
        """The answer at an address, or the address that it redirects to."""
        address = asked.url
        is_guarded = asked.is_from_remote and not self._rules.may_reach_private
        check_address(address, is_guarded=is_guarded)
        is_by_proxy = is_proxied(address)
        if is_guarded and not is_by_proxy and self._transport is None:
            check_resolved(address)
        headers = {"User-Agent": self._rules.user_agent, "Accept": asked.accept, "Accept-Encoding": "gzip, deflate"}
        try:
            with self._connected(address).stream("GET", address, headers=headers) as response:
                if is_guarded and not is_by_proxy:
                    check_peer(address, response.extensions.get("network_stream"))
                if response.status_code in _REDIRECTS and "location" in response.headers:
                    return str(response.url.join(response.headers["location"]))
                body = read_body(address, response, deadline, asked.most_bytes)
                return Answer(
                    status=response.status_code,
                    body=body,
                    address=address,
                    content_type=response.headers.get("content-type", ""),
                    wait_seconds=retry_after_seconds(response.headers.get("retry-after")),
                )
        except httpx.ConnectTimeout as error:
            raise Unanswered(address, "can't be reached in time", is_of_host=True) from error
        except httpx.TimeoutException as error:
            raise Unanswered(address, "doesn't answer in time", is_passing=True) from error
        except (httpx.InvalidURL, httpx.UnsupportedProtocol, UnicodeError, ValueError) as error:
            raise Unanswered(address, "can't be asked: the address is broken", is_of_host=False) from error
        except httpx.ConnectError as error:
            # Who can't be connected to now can't in a second either: the network is down, or the host.
            raise Unanswered(address, _connection_trouble(error), is_of_host=True) from error
        except (httpx.HTTPError, ssl.SSLError, OSError) as error:
            raise Unanswered(address, "breaks the connection off", is_passing=True) from error

    def _connected(self, address: str) -> httpx.Client:
        """The client; raises Unanswered, for `address`, where the environment names what it can't use."""
        with self._client_lock:
            if self._client is None:
                try:
                    self._client = httpx.Client(
                        transport=self._transport,
                        follow_redirects=False,
                        timeout=httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS),
                        # arXiv asks for a single connection; what is asked side by side are different hosts.
                        limits=httpx.Limits(max_connections=None, max_keepalive_connections=16, keepalive_expiry=30.0),
                    )
                except (ImportError, ValueError, httpx.InvalidURL) as error:
                    reason = "can't be asked: the proxy that the environment names isn't one of http"
                    raise Unanswered(address, reason, is_of_host=True) from error
                except OSError as error:
                    reason = "can't be asked: the certificates that SSL_CERT_FILE names can't be read"
                    raise Unanswered(address, reason, is_of_host=True) from error
                # The client copies a jar that is given to it, and its policy isn't copied along.
                self._client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
            return self._client


def _trouble(url: str, answer: Answer, refusal: Callable[[int, bytes], Refusal | None]) -> Unanswered | None:
    refused = refusal(answer.status, answer.body)
    if refused:
        return Unanswered(
            url,
            refused.reason,
            is_passing=refused.is_passing,
            wait_seconds=answer.wait_seconds,
            is_of_host=refused.is_passing or refused.is_of_host,
            is_final=refused.is_final,
        )
    if answer.status in _PASSING:
        reason = f"answers {answer.status}"
        return Unanswered(url, reason, is_passing=True, wait_seconds=answer.wait_seconds)
    return None


def _connection_trouble(error: httpx.ConnectError) -> str:
    text = str(error)
    if "CERTIFICATE" in text.upper():
        return "shows a certificate that isn't valid"
    return "can't be reached"

"""Which addresses may be asked: never another scheme than http, never the reader's own network for a stranger."""

from __future__ import annotations

import ipaddress
import re
import socket
import unicodedata
from typing import Protocol
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx

from rlist.web.answers import Unanswered

# Names that stand for the own machine or network without being looked up: RFC 6761 and 6762, and the home router's.
_PRIVATE_NAMES = (
    r"(?:.*\.)?(?:localhost|local|localdomain|internal|intranet|private|corp|lan|home|home\.arpa|fritz\.box)"
)

# Ports below this one are those of a system's services; of them only these are the web's.
_FIRST_FREE_PORT = 1024
_WEB_PORTS = (80, 443)


class ForbiddenAddress(Unanswered):
    """An address that isn't asked, whatever leads to it."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(url, reason, is_of_host=False)


class NetworkStream(Protocol):
    """A connection as the client shows it."""

    def get_extra_info(self, info: str) -> object:
        """What is known of it under this name, or None."""


def check_address(url: str, *, is_guarded: bool) -> None:
    """Raise ForbiddenAddress unless `url` may be asked.

    Only http and https are. A guarded address may not spell out a place in the reader's own network, nor the port of
    another service than the web. Two readings of it must agree: else what is checked isn't what is asked.
    """
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").rstrip(".")
        port = parts.port
        asked = httpx.URL(url).raw_host.decode("ascii").rstrip(".")
    except (ValueError, httpx.InvalidURL) as error:
        raise ForbiddenAddress(url, "can't be asked: the address is broken") from error
    if parts.scheme.lower() not in {"http", "https"} or not host:
        raise ForbiddenAddress(url, f"isn't asked: {parts.scheme or 'no'} address, only http and https are")
    if re.search(r"[\s\x00-\x20\x7f\\]", parts.netloc):
        raise ForbiddenAddress(url, "can't be asked: the address is broken")
    if "@" in parts.netloc:
        raise ForbiddenAddress(url, "isn't asked: the address holds a user name")
    if host.isascii() and host.lower() != asked.lower():
        raise ForbiddenAddress(url, "can't be asked: the address is broken")
    if is_guarded:
        if port is not None and port < _FIRST_FREE_PORT and port not in _WEB_PORTS:
            raise ForbiddenAddress(url, f"isn't asked: port {port} is that of another service")
        for name in (asked, unicodedata.normalize("NFKC", unquote(host)).replace("\u3002", ".").rstrip(".")):
            _check_name(url, name)


def _check_name(url: str, host: str) -> None:
    literal = literal_address(host)
    if literal is not None:
        _check(url, literal)
    elif "." not in host or re.fullmatch(_PRIVATE_NAMES, host, re.IGNORECASE):
        raise ForbiddenAddress(url, "isn't asked: it is the name of a machine of your own network")
    elif not re.fullmatch(r"[\w.-]+", host):
        raise ForbiddenAddress(url, "can't be asked: the address is broken")


def check_resolved(url: str) -> None:
    """Raise ForbiddenAddress where the name in `url` stands for a place in the reader's own network."""
    parts = urlsplit(url)
    try:
        found = socket.getaddrinfo(parts.hostname, parts.port or parts.scheme, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        # Whoever can't look the name up can't connect either, and says so.
        return
    for row in found:
        _check(url, ipaddress.ip_address(str(row[4][0]).partition("%")[0]))


def check_peer(url: str, stream: NetworkStream | None) -> None:
    """Raise ForbiddenAddress where a connection has ended in the reader's own network, whatever its name said."""
    peer = stream.get_extra_info("server_addr") if stream is not None else None
    if isinstance(peer, tuple) and peer and isinstance(peer[0], str):
        literal = literal_address(peer[0].partition("%")[0])
        if literal is not None:
            _check(url, literal)


def literal_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The network address that `host` spells, in any spelling that resolvers take ("127.1", "0x7f000001"), or None."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        pass
    if not re.fullmatch(r"(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+)){0,3}", host, re.IGNORECASE):
        return None
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def is_proxied(url: str) -> bool:
    """Whether a request to `url` goes over the proxy that the environment names."""
    parts = urlsplit(url)
    proxies = getproxies()
    return bool((proxies.get(parts.scheme) or proxies.get("all")) and not proxy_bypass(parts.hostname or ""))


def _check(url: str, address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    if isinstance(address, ipaddress.IPv6Address):
        address = address.ipv4_mapped or address.sixtofour or address
    # Not `is_global`: it leaves multicast addresses out.
    if (
        address.is_private
        or address.is_loopback
        or address.is_link_local
        or address.is_multicast
        or address.is_reserved
        or address.is_unspecified
        or not address.is_global
    ):
        raise ForbiddenAddress(url, f"isn't asked: it leads to {address}, into your own network")

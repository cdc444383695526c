"""Reading an answer's body within limits of time and size."""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from rlist.web.answers import TooLate, Unanswered

if TYPE_CHECKING:
    from collections.abc import Mapping

# After decompression; the largest pages that are wanted, programmes of conferences, have 2 MB.
MAXIMUM_BYTES = 4 * 1024 * 1024
# What is unpacked at once: so much memory a bomb can take.
_STEP = 256 * 1024


class Streamed(Protocol):
    """The part of a response that is read here."""

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers, whatever the case of their names."""

    def iter_raw(self) -> Iterator[bytes]:
        """The body as it comes, compressed or not."""


def read_body(url: str, response: Streamed, deadline: float, most_bytes: int = MAXIMUM_BYTES) -> bytes:
    """The unpacked body of at most `most_bytes`; `deadline` is a time of `time.monotonic`.

    Raises Unanswered for one that is too large or late, and for one packed in another way than was offered.
    """
    coding = response.headers.get("content-encoding", "").strip().lower()
    if coding not in {"", "identity", "gzip", "x-gzip", "deflate"}:
        raise Unanswered(url, f"answers in the unknown coding {coding[:20]!r}", is_of_host=False)
    body = bytearray()
    unpack = _unpacked if coding not in {"", "identity"} else _as_it_is
    for piece in unpack(url, response.iter_raw()):
        if len(body) + len(piece) > most_bytes:
            raise Unanswered(url, f"answers with more than {most_bytes >> 20} MB", is_of_host=False)
        if time.monotonic() > deadline:
            raise TooLate(url, 0.0)
        body += piece
    return bytes(body)


def _as_it_is(url: str, chunks: Iterator[bytes]) -> Iterator[bytes]:
    return chunks


def _unpacked(url: str, chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The unpacked pieces of a gzip or deflate stream, none of them longer than _STEP."""
    unpacker = None
    for chunk in chunks:
        if unpacker is None:
            if not chunk:
                continue
            # zlib finds gzip and zlib headers by itself; "deflate" without a header is what old servers send.
            has_header = chunk[:1] == b"\x1f" or chunk[0] & 0x0F == 8
            unpacker = zlib.decompressobj(zlib.MAX_WBITS | 32 if has_header else -zlib.MAX_WBITS)
        waiting = chunk
        while waiting:
            try:
                piece = unpacker.decompress(waiting, _STEP)
            except zlib.error as error:
                raise Unanswered(url, "answers with a damaged body", is_passing=True) from error
            yield piece
            waiting = unpacker.unconsumed_tail
    if unpacker is not None and not unpacker.eof:
        raise Unanswered(url, "breaks the answer off", is_passing=True)

"""Answers kept on disk, so that nothing is asked twice."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from hishel import Headers, Request, Response, SqliteStorage

from rlist.web.answers import Answer

# All that a list of ten thousand papers brings, and half a dozen programmes of conferences.
_MAXIMUM_CACHE_BYTES = 200 * 1024 * 1024


class AnswerCache:
    """The answers to GET requests by address, each as long as it was said to be good when it was kept.

    hishel's storage is used without its transport: that would keep an answer while it is read, before anybody can
    tell that it is "Rate exceeded." with status 200. A cache that can't be read or written is an empty one.
    """

    def __init__(self, folder: Path) -> None:
        # Its warnings would come out on the terminal; what it warns of costs a request and nothing else.
        logging.getLogger("hishel").setLevel(logging.CRITICAL + 1)
        self._storage: SqliteStorage | None = None
        self._path = folder / "answers.db"

    def find(self, url: str) -> Answer | None:
        """The answer kept for `url` that is still good, or None."""
        try:
            entries = self._opened().get_entries(url)
            if not entries:
                return None
            # The newest: two processes may have asked the same.
            response = entries[-1].response
            body = b"".join(cast("Iterable[bytes]", response.stream))
        except (OSError, RuntimeError, ValueError):
            return None
        return Answer(
            response.status_code,
            body,
            response.headers.get("x-address") or url,
            response.headers.get("content-type") or "",
        )

    def keep(self, url: str, answer: Answer, seconds: float) -> None:
        """Keep `answer` for `seconds` from now."""
        headers = Headers({"content-type": answer.content_type, "x-address": answer.address})
        response = Response(answer.status, headers, iter([answer.body]))
        try:
            entry = self._opened().create_entry(Request("GET", url), response, url, ttl=seconds)
            # It is kept once its body has been read to the end.
            for _ in cast("Iterable[bytes]", entry.response.stream):
                pass
        except (OSError, RuntimeError, ValueError):
            return

    def close(self) -> None:
        """Close the file."""
        if self._storage is not None:
            self._storage.close()

    def _opened(self) -> SqliteStorage:
        if self._storage is None:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # What was asked is the reader's own business, wherever the folder is.
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
            self._storage = SqliteStorage(database_path=self._path, max_size=_MAXIMUM_CACHE_BYTES)
        return self._storage

"""Stand-ins for the services that look-ups ask: they know what the test says; example.org has any page."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import httpx

from rlist.web import Web, WebRules

Reply = httpx.Response | Exception

_FEED = """<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"
 xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><opensearch:totalResults>{count}</opensearch:totalResults>{entries}
</feed>"""
_ENTRY = """<entry><id>http://arxiv.org/abs/{id}v1</id><title>{title}</title><published>{year}-01-01T00:00:00Z</published>
<summary>About it.</summary>{authors}</entry>"""
_NO_RECORDS = "@inproceedings {1,\n\ttitle = {Nothing That Anybody Wants}\n}"
_RECORD = """@inproceedings {{1,
\tauthor = {{{authors}}},
\ttitle = {{{title}}},
\tbooktitle = {{18th USENIX Symposium on Operating Systems Design and Implementation (OSDI {short})}},
\tyear = {{{year}}},
\turl = {{https://www.usenix.org/conference/{id}}}
}}"""


class Services:
    """The web of a test: arXiv, USENIX's mirror and Crossref with what the test puts there, and pages by address.

    `asked` are the addresses that were asked; a host in `failing` answers with what stands there, for ever.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.arxiv: dict[str, tuple[str, list[str], int]] = {}
        self.usenix: dict[str, tuple[str, list[str], int]] = {}
        self.crossref: list[dict[str, object]] = []
        self.pages: dict[str, str] = {}
        self.failing: dict[str, Callable[[], Reply]] = {}
        self.asked: list[str] = []

    def web(self, *_: object) -> Web:
        """A client that reaches these services, without any pause."""
        rules = WebRules("rlist/test", self._folder)
        return Web(rules, transport=httpx.MockTransport(self._answer), sleep=lambda seconds: None)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        url = str(request.url)
        self.asked.append(url)
        parts = urlsplit(url)
        if failing := self.failing.get(parts.hostname or "") or self.failing.get("*"):
            reply = failing()
            if isinstance(reply, Exception):
                raise reply
            return reply
        body = self._body(parts.hostname or "", parts.path, parse_qs(parts.query), url)
        if body is None:
            missing = "<title>Page not found | USENIX</title>" if "usenix" in url else "Resource not found."
            return httpx.Response(404, stream=httpx.ByteStream(missing.encode()))
        kind = "text/html" if body.startswith(("<!", "<html")) else "application/octet-stream"
        return httpx.Response(200, stream=httpx.ByteStream(body.encode()), headers={"Content-Type": kind})

    def _body(self, host: str, path: str, query: dict[str, list[str]], url: str) -> str | None:
        if host == "export.arxiv.org":
            wanted = query["id_list"][0].split(",") if "id_list" in query else list(self.arxiv)
            entries = [_entry(number, *self.arxiv[number]) for number in wanted if number in self.arxiv]
            return _FEED.format(count=len(entries), entries="".join(entries))
        if path.startswith("/Pusnow/usenix.bib/"):
            return "\n\n".join([_NO_RECORDS, *(_record(place, *paper) for place, paper in self.usenix.items())])
        if host == "api.crossref.org":
            doi = unquote(path.removeprefix("/works").strip("/"))
            found = [work for work in self.crossref if not doi or work["DOI"] == doi]
            if doi:
                return json.dumps({"status": "ok", "message": found[0]}) if found else None
            return json.dumps({"status": "ok", "message": {"items": found}})
        if host == "example.org" and url not in self.pages:
            return f"<html><title>The page {escape(path)}</title></html>"
        return self.pages.get(url)


def _entry(number: str, title: str, authors: list[str], year: int) -> str:
    names = "".join(f"<author><name>{escape(name)}</name></author>" for name in authors)
    return _ENTRY.format(id=number, title=escape(title), authors=names, year=year)


def _record(place: str, title: str, authors: list[str], year: int) -> str:
    return _RECORD.format(id=place, title=title, authors=" and ".join(authors), year=year, short=year % 100)

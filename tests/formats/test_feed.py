from __future__ import annotations

import pytest

from rlist.formats import feed
from rlist.formats.document import Fate
from rlist.model.item import Kind, Link

RSS = """<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>A blog</title>
<item>
  <title>Tips &amp;amp; tricks</title>
  <link>https://example.org/1</link>
  <dc:creator>Ann Lee</dc:creator>
  <pubDate>Tue, 02 Jan 2024 03:04:05 GMT</pubDate>
  <category>gpu</category>
  <description>&lt;p&gt;One &lt;b&gt;two&lt;/b&gt;&lt;/p&gt;&lt;p&gt;three&lt;/p&gt;</description>
</item>
<item><title>Second</title><guid>https://example.org/2</guid></item>
</channel></rss>
"""
ATOM = """<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>arXiv</title>
<entry>
  <id>http://arxiv.org/abs/2312.00752v2</id><title>Mamba:
  Linear-Time</title><summary>We
  show it.</summary><published>2023-12-01T00:00:00Z</published>
  <author><name>Albert Gu</name></author><author><name>Tri Dao</name></author>
  <link href="http://arxiv.org/abs/2312.00752v2" rel="alternate"/>
  <link href="http://arxiv.org/pdf/2312.00752v2" rel="related" title="pdf"/>
</entry></feed>
"""


def test_rss() -> None:
    assert feed.recognises(RSS, "")
    document = feed.read(RSS)
    first, second = document.entries
    assert document.title == "A blog"
    assert (first.metadata.title, first.metadata.year) == ("Tips & tricks", 2024)
    assert (first.metadata.authors, first.tags) == (("Ann Lee",), ("gpu",))
    assert first.metadata.abstract == "One two\nthree"
    assert (first.kind, first.links, first.added_at) == (Kind.ARTICLE, (Link("https://example.org/1"),), None)
    assert second.links == (Link("https://example.org/2"),)
    assert first.text.startswith("<item>")
    assert document.lines[3].fate is Fate.ENTRY
    assert document.lines[11].entry == 1


def test_atom_of_arxiv() -> None:
    (entry,) = feed.read(ATOM).entries
    assert entry.metadata.title == "Mamba: Linear-Time"
    assert entry.metadata.authors == ("Albert Gu", "Tri Dao")
    assert entry.metadata.identifiers == {"arxiv": "2312.00752"}
    assert entry.kind is Kind.PAPER
    assert entry.links[1] == Link("http://arxiv.org/pdf/2312.00752v2", "pdf")


@pytest.mark.parametrize("text", ["", "<html><body>a feed</body></html>", "the <rss> element", "<opml></opml>"])
def test_what_is_no_feed(text: str) -> None:
    assert not feed.recognises(text, "")


def test_a_feed_that_is_cut_off_gives_what_it_holds() -> None:
    document = feed.read(RSS[: RSS.index("<description>")])
    assert document.entries[0].links == (Link("https://example.org/1"),)


def test_a_feed_of_arxiv_has_several_names_in_one_and_numbers_behind_its_titles() -> None:
    text = RSS.replace("Ann Lee", "Albert Gu, Tri Dao").replace("Second", "Mamba: Fast (arXiv:2312.00752v1 [cs.LG])")
    first, second = feed.read(text).entries
    assert first.metadata.authors == ("Albert Gu", "Tri Dao")
    assert second.metadata.title == "Mamba: Fast"

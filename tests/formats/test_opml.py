from __future__ import annotations

from rlist.formats import opml
from rlist.formats.document import Fate
from rlist.model.item import Link, Status

OUTLINE = """<?xml version="1.0"?>
<opml version="2.0">
<head><title>Feeds &amp; more</title></head>
<body>
<outline text="Blogs" _note="good ones">
  <outline type="rss" text="A" xmlUrl="https://a.org/feed" htmlUrl="https://a.org/"/>
  <outline type="rss" text="B &lt;3" xmlUrl="https://b.org/feed"/>
  <outline text="Deep"><outline text="C" url="https://c.org/" _complete="true" odd="1"></outline></outline>
</outline>
<outline text="No address"/>
</body>
</opml>
"""


def test_an_outline() -> None:
    assert opml.recognises(OUTLINE, "")
    document = opml.read(OUTLINE)
    assert document.title == "Feeds & more"
    assert [(entry.metadata.title, entry.section) for entry in document.entries] == [
        ("A", ("Blogs",)),
        ("B <3", ("Blogs",)),
        ("C", ("Blogs", "Deep")),
        ("No address", ()),
    ]
    assert document.entries[0].links == (Link("https://a.org/"), Link("https://a.org/feed", "feed"))
    assert document.entries[2].status is Status.DONE
    assert document.sections[0].text == "good ones"
    assert [line.fate for line in document.lines[4:8]] == [Fate.SECTION, Fate.ENTRY, Fate.ENTRY, Fate.SECTION]
    assert document.problems[0].message == "kept only in the text of the records: odd (1)"

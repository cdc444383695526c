"""What is a title as it stands is the same the long way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.formats import entry_text
from rlist.formats.entry_text import EntryText, parse_entry
from rlist.formats.plain_title import plain_title
from rlist.formats.reference import read_entry

PLAIN = (
    "Attention Is All You Need",
    "Mamba: Linear-Time Sequence Modeling with Selective State Spaces",
    "GPT-4: The Model",
    "Don't Repeat Yourself",
    "Über die Entropie",
    "A/B Tests and R&D",
)
# In front of a colon each of them says something of the work, or of the reader.
FIELDS = (
    *("Title", "Paper", "article", "Book", "Video", "Talk", "Podcast", "Course", "Lecture", "Reading", "Readings"),
    *("Required", "Optional", "Recommended", "Discussion", "Read", "READ", "TODO", "DONE", "TOREAD", "FINISHED"),
    *("Next", "Also", "Tags", "Mendeley-tags", "NeurIPS2019", "NeurIPS'24", "Albert Gu", "Smith et al", "ICML 2020"),
)
HEADS = st.sampled_from(FIELDS) | st.sampled_from(
    ["Mamba", "GPT-4", "see", "via", "Note", "Survey", "Part", "Proc", "OSDI", "Nature", "C++", "O'Reilly", "Jan"]
)
WORDS = st.sampled_from(
    [
        *("Deep", "learning", "for", "all", "of", "us", "by", "Smith", "and", "Jones", "et", "al", "2017", "3", "A"),
        *("state-space", "R&D", "A/B", "don't", "Proc", "NeurIPS", "May", "is", "todo", "DONE", "tag", "via", "paper"),
    ]
)
BEHIND = st.sampled_from(["", "", " https://example.org/a", ": https://arxiv.org/abs/1706.03762"])


def the_long_way(text: str) -> EntryText:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entry_text, "plain_title", lambda text: None)
        return parse_entry.__wrapped__(text)


@pytest.mark.parametrize("title", PLAIN)
def test_words_alone_are_a_title(title: str) -> None:
    assert plain_title(title) == (title, None)
    assert plain_title(f"{title} https://example.org/a") == (title, "https://example.org/a")
    assert the_long_way(title).title == read_entry(title).metadata.title == title


@pytest.mark.parametrize("field", FIELDS)
def test_what_says_something_of_the_work_is_no_part_of_a_title(field: str) -> None:
    assert plain_title(f"{field}: Deep Learning") is None


@given(st.builds("{}: {}{}".format, HEADS, st.lists(WORDS, min_size=1, max_size=8).map(" ".join), BEHIND))
def test_a_title_behind_a_colon_is_what_the_long_way_finds(text: str) -> None:
    assert parse_entry.__wrapped__(text) == the_long_way(text)


@given(st.builds("{}{}".format, st.lists(WORDS, min_size=1, max_size=8).map(" ".join), BEHIND))
def test_a_title_is_what_the_long_way_finds(text: str) -> None:
    assert parse_entry.__wrapped__(text) == the_long_way(text)

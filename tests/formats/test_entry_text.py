from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.formats.entry_text import parse_entry
from rlist.formats.reference import read_entry
from rlist.model.item import Kind, Link, Status


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Universal Checkpointing https://x.com/a/status/1?s=12", "Universal Checkpointing"),
        (
            "Our 12 scaling laws (for LLMs) are out: https://arxiv.org/abs/2404.05405. Took me 4mos",
            "Our 12 scaling laws (for LLMs) are out",
        ),
        (
            "A good blog on Mamba/S6 (data-dependent):(https://example.org/p/a)",
            "A good blog on Mamba/S6 (data-dependent)",
        ),
        ("https://github.com/stas00/ml-engineering MACHINE LEARNING OPEN BOOK", "MACHINE LEARNING OPEN BOOK"),
        ("https://wizardzines.com/ (comic books for programming)", "comic books for programming"),
        (
            "https://arthurchiao.art/blog/understanding-gpu-performance/",
            "understanding-gpu-performance · arthurchiao.art",
        ),
        (
            "[Distill](https://arxiv.org/abs/1503.02531): Distilling the Knowledge | NeurIPS' 14",
            "Distill: Distilling the Knowledge",
        ),
        ("[MLSys'23] [Data Loading at Scale](https://example.org/a.pdf)", "Data Loading at Scale"),
        ("Try [spec decoding](https://a.org/b): drafts with a small model", "spec decoding"),
        ("Layer Norm [[pdf]](http://a.org/b) [[code]](https://github.com/a/b)", "Layer Norm"),
        ("**Layer *Norm***", "Layer Norm"),
        ("Sorted Logs. Roe et al., OSDI 2019. [arXiv:1905.01489](https://arxiv.org/abs/1905.01489)", "Sorted Logs"),
        ("Log Bench for stores: [github.com/a/b](https://github.com/a/b)", "Log Bench for stores"),
        ("[github.com/a/b](https://github.com/a/b)", "github.com/a/b"),
        ("A Model of Sorted Logs [[知乎]](https://a.org/b) [[demo video](https://a.org/c)]", "A Model of Sorted Logs"),
        ("A Model of Logs (_University of Somewhere_) [[pdf]](https://a.org/b)", "A Model of Logs"),
        ("“Sorted Logs” (the first paper)", "Sorted Logs"),
        ("⏳ Sorted Logs", "Sorted Logs"),
        (
            "Sorted Logs at Scale. [pdf](https://a.org/b) · [Author implementation](https://a.org/c)",
            "Sorted Logs at Scale",
        ),
        ("Video: [YouTube](https://a.org/b)", "Video: YouTube"),
        ("A Great Migration of Logs [[Paper and useful links](https://a.org/b)]", "A Great Migration of Logs"),
        ("Log Foundations: [4.0](https://a.org/b), [current](https://a.org/c)", "Log Foundations"),
        ("Logger [[Link1](https://a.org/b)] [[Link2](https://a.org/c)]", "Logger"),
        ("A Model of Sorted Logs (see [Notes on Log Formats](https://a.org/b))", "A Model of Sorted Logs"),
        ("A Model of Sorted Logs - see also [slides of the talk](https://a.org/b)", "A Model of Sorted Logs"),
        ("A Model of Sorted Logs [also in [2.1](#serving)]", "A Model of Sorted Logs"),
        ("A Model of Sorted Logs (also in [Log Serving](#serving))", "A Model of Sorted Logs"),
        ("[CoRR2023] A Model of Logs", "A Model of Logs"),
        ("# CUDA MODE Resource Stream", "CUDA MODE Resource Stream"),
        ("🔥 Flash Attention 🚀", "Flash Attention"),
        ("Orca (@Microsoft)", "Orca"),
        ("“Attention Is All You Need”", "Attention Is All You Need"),
        ("tracer dump --pid <pid>, add -r <rate>", "tracer dump --pid <pid>, add -r <rate>"),
        ("Paper title (code: https://github.com/a/b)", "Paper title"),
        ("Title: FlashAttention", "FlashAttention"),
        ("arXiv:1706.03762 [cs.CL]", "arXiv 1706.03762"),
        ("???", "???"),
    ],
)
def test_titles_are_found_in_sentences(text: str, title: str) -> None:
    assert parse_entry(text).title == title


def test_links_keep_what_was_written_and_what_they_were_called() -> None:
    entry = parse_entry("Orca code: https://Github.com/a/b (slides: http://a.org/s.), https://Github.com/a/b")
    assert entry.links == (Link("https://Github.com/a/b"), Link("http://a.org/s", "slides"))


def test_the_label_of_a_lost_link_is_no_venue() -> None:
    entry = parse_entry("GPipe – Huang et al., NeurIPS 2019. PDF")
    assert (entry.label, entry.venue, entry.et_al) == ("PDF", "NeurIPS", True)


def test_what_is_left_over_is_commentary() -> None:
    entry = parse_entry("Formulas for MFU. I use https://a.org/x for now. Check https://a.org/y too.")
    assert entry.notes == ("I use https://a.org/x for now. Check https://a.org/y too.",)
    assert [link.url for link in entry.links] == ["https://a.org/x", "https://a.org/y"]


def test_tags_and_status_are_no_part_of_the_title() -> None:
    entry = parse_entry("DONE SICP #lisp #classic https://a.org/#frag ✅ 2024-05-01")
    assert (entry.title, entry.tags, entry.status) == ("SICP", ("lisp", "classic"), Status.DONE)
    assert entry.finished_at == datetime(2024, 5, 1, tzinfo=UTC)
    assert parse_entry("A new #LLM paper").title == "A new #LLM paper"


def test_a_citation_goes_on_behind_its_address() -> None:
    entry = parse_entry("OpenAI. GPT-4 technical report. arXiv preprint arXiv:2303.08774, 2023.")
    assert (entry.title, entry.authors, entry.year) == ("GPT-4 technical report", ("OpenAI",), 2023)
    assert entry.identifiers == {"arxiv": "2303.08774"}
    entry = parse_entry("Crafting Interpreters (https://craftinginterpreters.com/) by Robert Nystrom")
    assert (entry.title, entry.authors) == ("Crafting Interpreters", ("Robert Nystrom",))


def test_by_whom_stands_behind_a_linked_title_in_front_of_what_is_said_of_it() -> None:
    entry = parse_entry("[The Log Project](https://a.org/b) by Jane Roe. A great book on logs. Short.")
    assert (entry.title, entry.authors) == ("The Log Project", ("Jane Roe",))
    assert entry.notes == ("A great book on logs. Short.",)


@pytest.mark.parametrize(
    ("text", "title", "authors", "year"),
    [
        ("Why Machines Think. [Turner (1950)](https://a.org/b).", "Why Machines Think", ("Turner",), 1950),
        ("How do we think?. [Winter, Bush (1945)](https://a.org/b)", "How do we think?", ("Winter", "Bush"), 1945),
        ("Logs in Action by [Jane Roe](https://a.org/roe)", "Logs in Action", ("Jane Roe",), None),
        ("Post on [Sorted Logs](https://a.org/b), after one by [Jane Roe](https://a.org/roe)", "Sorted Logs", (), None),
        ("See [Roe et al. 2020](https://a.org/b)", "Roe et al. 2020", (), None),
        ("[The Log](https://a.org/b) - Alan Page", "The Log", ("Alan Page",), None),
        ("Sword of Logs by Andrzej Sapek", "Sword of Logs", ("Andrzej Sapek",), None),
        ("Learning to Log by Deep Imitation", "Learning to Log by Deep Imitation", (), None),
    ],
)
def test_a_link_behind_a_title_may_be_named_for_who_wrote_it(
    text: str, title: str, authors: tuple[str, ...], year: int | None
) -> None:
    entry = parse_entry(text)
    assert (entry.title, entry.authors, entry.year) == (title, authors, year)


@pytest.mark.parametrize(
    ("text", "title", "venue", "year"),
    [
        ("1979, [Access Paths in a Database](https://a.org/b), SIGMOD", "Access Paths in a Database", "SIGMOD", 1979),
        ("[2020 - Fitness Guided Fuzzing](https://a.org/b)", "Fitness Guided Fuzzing", None, 2020),
        ("[Spanners](https://a.org/b) (2012): a database. See [more](https://a.org/c).", "Spanners", None, 2012),
        ("[Systems Programming (Spring 2016)](https://a.org/b)", "Systems Programming", None, 2016),
        ("Fuzzing 101 (2009)", "Fuzzing 101", None, 2009),
        ("1984 - George Orwell", "1984 - George Orwell", None, None),
    ],
)
def test_a_year_beside_a_title_is_no_part_of_it(text: str, title: str, venue: str | None, year: int | None) -> None:
    entry = parse_entry(text)
    assert (entry.title, entry.venue, entry.year) == (title, venue, year)


def test_what_stands_in_front_of_a_linked_title_says_who_and_when() -> None:
    entry = parse_entry("Roe, C.L. and Doe, J., 2016. [A framework for logs.](https://a.org/b) _Journal of Logs_")
    assert (entry.title, entry.authors, entry.year) == ("A framework for logs", ("C.L. Roe", "J. Doe"), 2016)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Scaling Laws — Kaplan et al., 2020. arXiv", Kind.PAPER),
        ("PaLM — Chowdhery et al., 2022. Blog", Kind.ARTICLE),
        ("Paxos Made Simple by Leslie Lamport", Kind.PAPER),
        ("Paxos Made Simple", Kind.OTHER),
        ("SGLang https://github.com/sgl-project/sglang", Kind.CODE),
    ],
)
def test_address_label_and_authors_tell_the_kind(text: str, kind: Kind) -> None:
    assert read_entry(text).kind is kind


def test_what_is_typed_alone_is_read_as_an_entry() -> None:
    entry = read_entry("  example.org ")
    assert (entry.metadata.title, entry.links, entry.text) == ("example.org", (Link("example.org"),), "example.org")
    entry = read_entry("1706.03762v2")
    assert (entry.metadata.title, entry.metadata.identifiers, entry.links) == (
        "arXiv 1706.03762",
        {"arxiv": "1706.03762"},
        (),
    )
    entry = read_entry("978-0-13-468599-1")
    assert (entry.metadata.identifiers, entry.kind) == ({"isbn": "9780134685991"}, Kind.BOOK)


@given(st.text(min_size=1, max_size=80))
def test_any_text_has_a_title(text: str) -> None:
    assert parse_entry(" ".join(text.split())).title

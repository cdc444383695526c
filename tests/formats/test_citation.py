import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.formats.citation import parse_citation
from rlist.formats.citation_tail import Citation, parse_tail

VASWANI = ("Vaswani",)


@pytest.mark.parametrize(
    ("text", "citation"),
    [
        (
            "Attention Is All You Need — Vaswani et al., NeurIPS 2017. arXiv",
            Citation("Attention Is All You Need", VASWANI, True, "NeurIPS", 2017, "arXiv"),
        ),
        (
            "Attention Is All You Need. Vaswani, Shazeer. NeurIPS, 2017",
            Citation("Attention Is All You Need", ("Vaswani", "Shazeer"), False, "NeurIPS", 2017),
        ),
        (
            "Vaswani et al. (2017). Attention Is All You Need. NeurIPS.",
            Citation("Attention Is All You Need", VASWANI, True, "NeurIPS", 2017),
        ),
        ("[NeurIPS'17] Attention Is All You Need", Citation("Attention Is All You Need", venue="NeurIPS", year=2017)),
        ("Attention Is All You Need (NeurIPS 2017)", Citation("Attention Is All You Need", venue="NeurIPS", year=2017)),
        ("Attention Is All You Need | NeurIPS' 17", Citation("Attention Is All You Need", venue="NeurIPS", year=2017)),
        (
            "Mamba: Linear-Time Modeling (Gu, Dao: December 2023)",
            Citation("Mamba: Linear-Time Modeling", ("Gu", "Dao"), year=2023),
        ),
        (
            "Attention Is All You Need, Vaswani et al., 2017",
            Citation("Attention Is All You Need", VASWANI, True, year=2017),
        ),
        (
            "The growth of oaks (Zorble, Marming: May/June 2019)",
            Citation("The growth of oaks", ("Zorble", "Marming"), year=2019),
        ),
        ("The growth of oaks (Jane Roe, Anthropic)", Citation("The growth of oaks", ("Jane Roe",))),
        (
            "Roe, J., Da Costa, L., & de Vries, A. (2020). The growth of oaks. Annals of Oaks, 26(9), 751–766.",
            Citation("The growth of oaks", ("J. Roe", "L. Da Costa", "A. de Vries"), False, "Annals of Oaks", 2020),
        ),
        (
            "R. Roe. Wachstum, Wasser und Eichen, Oak. Ann. 188 (1970) 165-205",
            Citation("Wachstum, Wasser und Eichen", ("R. Roe",), False, "Oak. Ann.", 1970),
        ),
        (
            'J. Roe and A. Doe, "The growth of oaks," in Oak Networks, vol. 15, no. 2, pp. 25-38, Fourthquarter 2014,',
            Citation("The growth of oaks", ("J. Roe", "A. Doe"), False, "Oak Networks", 2014),
        ),
        (
            "A Roe, JC Doe, R González‐Poe, ... The growth of oaks. Oak Reports 14 (1), 17040",
            Citation("The growth of oaks", ("A Roe", "JC Doe", "R González‐Poe"), True, "Oak Reports"),
        ),
        (
            "Roe P*, Van Doe G, Poe I. The growth of oaks. Oak Biobehav Rev. 2022 Aug 10",
            Citation("The growth of oaks", ("P Roe", "G Van Doe", "I Poe"), False, "Oak Biobehav Rev", 2022),
        ),
        (
            "Brin, Gershon, and Zorbla Foo, eds. 2001. The Growth of Oaks. Oak Studies 42: 74–87.",
            Citation("The Growth of Oaks", ("Gershon Brin", "Zorbla Foo"), False, "Oak Studies", 2001),
        ),
        (
            "Hunter, John D. 2007. “The Growth of Oaks.” Oaks and Engineering 9: 90–95.",
            Citation("The Growth of Oaks", ("John D. Hunter",), False, "Oaks and Engineering", 2007),
        ),
        (
            "A. Jain and R. Dubes, Algorithms for Oaks. Prentice-Hall, 1988.",
            Citation("Algorithms for Oaks", ("A. Jain", "R. Dubes"), False, "Prentice-Hall", 1988),
        ),
        ("Layer Normalization (2016), J. Ba et al.", Citation("Layer Normalization", ("J. Ba",), True, year=2016)),
        (
            "MapReduce — Dean & Ghemawat, OSDI 2004. USENIX",
            Citation("MapReduce", ("Dean", "Ghemawat"), False, "OSDI", 2004, "USENIX"),
        ),
        (
            "Prompt Tuning — Lester, Al-Rfou & Constant, 2021. arXiv",
            Citation("Prompt Tuning", ("Lester", "Al-Rfou", "Constant"), False, None, 2021, "arXiv"),
        ),
        ("Metis — Um et al., USENIX ATC 2024. USENIX", Citation("Metis", ("Um",), True, "USENIX ATC", 2024, "USENIX")),
        (
            "Megatron-LM: Training — Shoeybi et al. arXiv",
            Citation("Megatron-LM: Training", ("Shoeybi",), True, label="arXiv"),
        ),
        (
            "Ongaro & Ousterhout 2014: In Search of a Consensus",
            Citation("In Search of a Consensus", ("Ongaro", "Ousterhout"), year=2014),
        ),
        ("The Part-Time Parliament by Leslie Lamport", Citation("The Part-Time Parliament", ("Leslie Lamport",))),
        (
            "Donald Knuth - The Art of Computer Programming",
            Citation("The Art of Computer Programming", ("Donald Knuth",)),
        ),
        (
            "Time, Clocks, and the Ordering of Events, Lamport, 1978",
            Citation("Time, Clocks, and the Ordering of Events", ("Lamport",), year=1978),
        ),
        (
            "The Tail at Scale - Jeffrey Dean, Luiz André Barroso - CACM 2013",
            Citation("The Tail at Scale", ("Jeffrey Dean", "Luiz André Barroso"), False, "CACM", 2013),
        ),
        ("[CoRR2023] The Log Model", Citation("The Log Model", year=2023, label="CoRR")),
        ('"The Log Model" - Chip Roe (a classic)', Citation("The Log Model", ("Chip Roe",), rest="a classic")),
        ("The Log Model (ICLR 2023 under review)", Citation("The Log Model", venue="ICLR", year=2023)),
        ("The Log Model (Arxiv 2023, the first of its kind)", Citation("The Log Model", year=2023, label="Arxiv")),
        ("(19 ICML) The Log Model", Citation("The Log Model", venue="ICML", year=2019)),
        ("[ICRA-W'22] The Log Model", Citation("The Log Model", venue="ICRA-W", year=2022)),
        ("The Anatomy of a Log (Brin & Page, 1998)", Citation("The Anatomy of a Log", ("Brin", "Page"), year=1998)),
        ("Raft (ATC 2014) - very readable", Citation("Raft", venue="ATC", year=2014, rest="very readable")),
        ("2024-02-11 Paxos Made Simple", Citation("Paxos Made Simple")),
        ("March 2021 - Paxos Made Simple", Citation("Paxos Made Simple")),
        (
            "[PagedAttention] Efficient Memory Management for Serving",
            Citation("Efficient Memory Management for Serving"),
        ),
        (
            "Jane Roe, “Trees of the North.” In The Northern Meadows, pp. 13-32. Graz: Roe, 1994.",
            Citation(
                "Trees of the North",
                ("Jane Roe",),
                venue="The Northern Meadows",
                year=1994,
            ),
        ),
        (
            "Roe Films (Director). (2018, January 26). What is a tree to you?",
            Citation("What is a tree to you?", ("Roe Films",), year=2018),
        ),
        (
            "Trees of the north. (2023). In Forest Wiki.",
            Citation("Trees of the north", year=2023, rest="In Forest Wiki."),
        ),
        (
            "Roe, C.-W., & Doe, C. (n.d.). A guide to old trees. Retrieved 24 May 2023, from",
            Citation("A guide to old trees", ("C.-W. Roe", "C. Doe")),
        ),
        (
            "Roe, H., & Doe, Y. Trees without false neighbours. The 2010 Joint Meeting on Trees.",
            Citation("Trees without false neighbours", ("H. Roe", "Y. Doe"), rest="The 2010 Joint Meeting on Trees."),
        ),
        (
            "T, Quux Zorp, and Zuzu S. Hegg. “A Review of Big Trees.” In 2018 Meeting on Trees, 12–52. Graz, 2018.",
            Citation("A Review of Big Trees", venue="Meeting on Trees", year=2018),
        ),
        (
            'Roe, Jane, and John Doe. "Deep trees." Nature 521.7553 (2015): 436-444.',
            Citation("Deep trees", ("Jane Roe", "John Doe"), venue="Nature", year=2015),
        ),
        (
            'Han, Song, Huizi Mao, and John Doe. "Trees pruned and pressed." CoRR, abs/1510.00149 2 (2015).',
            Citation("Trees pruned and pressed", ("Song Han", "Huizi Mao", "John Doe"), venue="CoRR", year=2015),
        ),
        (
            'Wei, Tao, et al. "Tree Morphism." 2013 IEEE conference on trees, roots and leaves. IEEE, 2013. p. 4',
            Citation(
                "Tree Morphism", ("Tao Wei",), True, "IEEE conference on trees, roots and leaves", 2013, rest="p. 4"
            ),
        ),
        (
            "Jane Roe: “Trees Everywhere,” A Company, Technical Report 2571(33471), July 1979.",
            Citation("Trees Everywhere", ("Jane Roe",), venue="A Company", year=1979),
        ),
        (
            "Hanxi Li, Yi Li and Fatih Porikli, DeepTree: Learning to Grow, BMVC, 2014.",
            Citation("DeepTree: Learning to Grow", ("Hanxi Li", "Yi Li", "Fatih Porikli"), venue="BMVC", year=2014),
        ),
        (
            "N Wang, DY Yeung, Learning a Compact Tree, NIPS, 2013.",
            Citation("Learning a Compact Tree", ("N Wang", "DY Yeung"), venue="NIPS", year=2013),
        ),
        (
            "Kelvin Xu, Jimmy Lei Ba, Ryan Kiros, Show, Attend and Tell: Trees with Attention, ICML 2015.",
            Citation(
                "Show, Attend and Tell: Trees with Attention",
                ("Kelvin Xu", "Jimmy Lei Ba", "Ryan Kiros"),
                venue="ICML",
                year=2015,
            ),
        ),
        ("Lamport, 1998 - The Part-Time Parliament", Citation("The Part-Time Parliament", ("Lamport",), year=1998)),
        ("NQRO, 2019. Queues and the sea: a report", Citation("Queues and the sea: a report", ("NQRO",), year=2019)),
        ("QB/T 20111, 2009. Queues in waste water", Citation("Queues in waste water", year=2009)),
        ("Queue Corporation. “Threats to long queues.”", Citation("Threats to long queues")),
        ("Queues Unseen, ICLR 2024 (arXiv 2023)", Citation("Queues Unseen", venue="ICLR", year=2024)),
        (
            "A. Roe, B.B. Doe, NORTH Team, et al., Trees of the north, Trees and Meadows, 83 (2008), 341-345",
            Citation("Trees of the north", ("A. Roe", "B.B. Doe"), True, "Trees and Meadows", 2008),
        ),
        ("Lamport. 1998. The Part-Time Parliament.", Citation("The Part-Time Parliament", ("Lamport",), year=1998)),
        ("A calculus of trees by Zdenka Quux", Citation("A calculus of trees", ("Zdenka Quux",))),
        ("Attention Is All You Need [pdf]", Citation("Attention Is All You Need", label="pdf")),
    ],
)
def test_citations_are_taken_apart(text: str, citation: Citation) -> None:
    assert parse_citation(text) == citation


@pytest.mark.parametrize(
    "title",
    [
        "State Space Duality (Mamba-2) Part IV - The Systems",
        "GPUs Part 1 - Understanding GPU internals",
        "mcarilli/nsight.sh - Favorite nsight systems profiling commands for PyTorch scripts",
        "Getting Started With CUDA for Python Programmers (jeremy howard)",
        "Megatron blogpost (scatter-gather optimization, Performance microbenchmarks for pipeline parallelism, )",
        "Mamba No. 5 (A Little Bit Of…) for more technical details about Mamba",
        "SliceGPT: Compress Large Language Models by Deleting Rows and Columns",
        "Tri-Plane Mamba: Efficiently Adapting Segment Anything Model for 3D Medical Images",
        "Johnny-come-lately: a Study",
        "Parallelism by Design",
        "Best papers of 2023",
        "Gödel, Escher, Bach",
        "Sequence Parallelism - Long context",
        "When Will It Finish? A Study of Job Time",
        "CUDA 12",
        "Kwon et al. - .",
        "",
    ],
)
def test_titles_stay_whole(title: str) -> None:
    citation = parse_citation(title)
    assert citation is None or (citation.title, citation.authors, citation.year) == (title, (), None)


@pytest.mark.parametrize(
    ("text", "tail"),
    [
        ("Jane Doe, A. Roe", Citation(authors=("Jane Doe", "A. Roe"))),
        ("OSDI 2023", Citation(venue="OSDI", year=2023)),
        ("Communications of the ACM, 21(7), 558-565, 1978", Citation(venue="Communications of the ACM", year=1978)),
        ("arXiv", Citation(label="arXiv")),
        ("The Systems", None),
        ("a remark on it", None),
        ("", None),
    ],
)
def test_tails_hold_nothing_else(text: str, tail: Citation | None) -> None:
    assert parse_tail(text) == tail


words = [
    "Title",
    " of ",
    "a ",
    "Paper",
    " — ",
    " - ",
    ", ",
    ". ",
    "Kwon",
    " et al.",
    " & ",
    "Dao",
    "(",
    ")",
    "[",
    "]",
    "2023",
    "'24",
    "OSDI",
    " by ",
    "“",
    "”",
    "? ",
    "|",
]


@given(st.one_of(st.lists(st.sampled_from(words), max_size=20).map("".join), st.text(max_size=60)))
def test_what_a_citation_says_stands_in_it(text: str) -> None:
    citation = parse_citation(text)
    if citation:
        assert citation.title
        assert citation.title in text or citation.title.rstrip("?!") in text or ". " in citation.title
        assert citation.year is None or str(citation.year)[2:] in text

"""Whether a candidate is the work that is meant: the score, what speaks against it, what follows from it."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rlist.model.matching import ACCEPTED, Held, Verdict, decide, match, surnames
from rlist.model.metadata import Candidate, Metadata
from rlist.model.titles import title_words

SARATHI = "Taming Throughput-Latency Tradeoff in LLM Inference with Sarathi-Serve"


def held(
    title: str, *authors: str, year: int | None = None, venue: str | None = None, labels: tuple[str, ...] = ()
) -> Held:
    return Held(Metadata(title, authors, year=year, venue=venue), labels=labels)


def offer(
    title: str, *authors: str, year: int | None = None, venue: str | None = None, provider: str = "arxiv", **ids: str
) -> Candidate:
    return Candidate(Metadata(title, authors, year=year, venue=venue, identifiers=ids), provider)


def test_a_beginning_is_said_to_speak_against_it() -> None:
    found = match(held("Transformers are SSMs"), offer("Transformers are SSMs: Generalized Models"))
    assert found.against == ("one title is only the beginning of the other",)


@pytest.mark.parametrize(
    ("mine", "theirs", "verdict"),
    [
        pytest.param(
            held("Backpressure Flow Control"), offer("Backpressure flow control"), Verdict.SAME, id="an equal title"
        ),
        pytest.param(
            held("Compute Trends across Three Eras", "Sevilla", year=2022),
            offer("Compute Trends Across Three Eras", "Ada Other", year=2022),
            Verdict.SAME,
            id="a wrong author alone doesn't reject",
        ),
        pytest.param(
            held("Compute Trends across Three Eras", "Sevilla", year=2022),
            offer("Compute Trends Across Three Eras", "Ada Other", year=2015),
            Verdict.UNCERTAIN,
            id="a wrong author and another year do",
        ),
        pytest.param(held("TTT"), offer("TTT", "Yu Sun"), Verdict.UNCERTAIN, id="one word alone"),
        pytest.param(held("TTT", "Sun"), offer("TTT", "Yu Sun"), Verdict.SAME, id="one word and its author"),
        pytest.param(
            held("Layer Normalization"), offer("Layer Normalization"), Verdict.UNCERTAIN, id="two words alone"
        ),
        pytest.param(
            held("Layer Normalization", year=2016),
            offer("Layer Normalization", year=2016),
            Verdict.SAME,
            id="two words and the year",
        ),
        pytest.param(
            held("Ray Tracing at Night"), offer("Ray Tracing by Night"), Verdict.UNCERTAIN, id="few words with a slip"
        ),
        pytest.param(
            held("State Space Duality Part II", "Dao"),
            offer("State Space Duality Part III", "Tri Dao"),
            Verdict.UNCERTAIN,
            id="parts of a series, though the authors agree",
        ),
        pytest.param(
            held("Training Large Models on Distributed Infrastructures", "Zhang"),
            offer("Training Large Models on Distributed Infrastructures: A Survey", "Wei Zhang"),
            Verdict.UNCERTAIN,
            id="a survey",
        ),
        pytest.param(
            held("Attention is all you need"),
            offer("Attention is not all you need"),
            Verdict.UNCERTAIN,
            id="a negation",
        ),
        pytest.param(
            held("Is Attention All You Need?"), offer("Attention Is All You Need"), Verdict.UNCERTAIN, id="a question"
        ),
        pytest.param(
            held("A Survey on Large Language Models"),
            offer("A Survey of Large Language Models"),
            Verdict.UNCERTAIN,
            id="a small word in a title that many are like",
        ),
        pytest.param(
            held("A Survey on Large Language Models", "Zhao"),
            offer("A Survey of Large Language Models", "Wayne Xin Zhao"),
            Verdict.SAME,
            id="a small word, and the author",
        ),
        pytest.param(
            held("Learning to (Learn at Test Time)", "Sun", year=2023, venue="ICML"),
            offer("Learning to (Learn at Test Time): RNNs with Expressive States", "Yu Sun", year=2024, venue="ICML"),
            Verdict.UNCERTAIN,
            id="the beginning of a title, whatever else agrees",
        ),
        pytest.param(
            held("Sarathi-Serve: Taming Throughput-Latency Tradeoff in LLM Inference", "Agrawal", year=2024),
            offer(SARATHI, "Amey Agrawal", year=2024),
            Verdict.SAME,
            id="a name moved to the front",
        ),
        pytest.param(
            held(
                "Quant-LLM: Accelerating the Serving of Large Language Models via FP6-Centric Co-Design on Modern GPUs",
                "Xia",
            ),
            offer(
                "FP6-LLM: Efficiently Serving Large Language Models Through FP6-Centric Co-Design",
                "Haojun Xia",
            ),
            Verdict.UNCERTAIN,
            id="renamed for the proceedings",
        ),
        pytest.param(
            held("Mechanistic Design of Architectures"),
            offer("Backpressure Flow Control"),
            Verdict.DIFFERENT,
            id="another paper",
        ),
    ],
)
def test_a_candidate_is_the_same_uncertain_or_different(mine: Held, theirs: Candidate, verdict: Verdict) -> None:
    assert decide([match(mine, theirs)]).verdict is verdict


def test_a_score_says_what_it_is_made_of_and_what_speaks_against_it() -> None:
    found = match(
        held("State Space Duality Part II", "Gu", year=2024, venue="OSDI"),
        offer("State Space Duality Part III", "Ada Other", year=2010, venue="ICML"),
    )
    assert [part.name for part in found.parts] == ["title", "authors", "year", "venue"]
    assert found.against == (
        "other numbers: 3, not 2",
        "other authors: Ada Other, not Gu",
        "another year: 2010, not 2024",
        "another venue: ICML, not OSDI",
    )


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        pytest.param(
            "OSDI", "18th USENIX Symposium on Operating Systems Design and Implementation (OSDI 24)", id="abbreviation"
        ),
        pytest.param("SOSP 2023", "SOSP", id="with its year"),
        pytest.param("NeurIPS", "Advances in Neural Information Processing Systems", id="initials"),
    ],
)
def test_a_venue_agrees_in_short_and_in_full(mine: str, theirs: str) -> None:
    found = match(held("Backpressure Flow Control", venue=mine), offer("Backpressure Flow Control", venue=theirs))
    assert found.parts[3].value == 1.0


class TestGap:
    """What is accepted stands clear of the next work."""

    def test_two_works_with_one_title_are_uncertain(self) -> None:
        offers = [
            offer("Learning to Rank Papers", "Ada One", arxiv="1"),
            offer("Learning to Rank Papers", "Ben Two", arxiv="2"),
        ]
        assert decide(match(held("Learning to Rank Papers"), one) for one in offers).verdict is Verdict.UNCERTAIN

    def test_an_author_tells_two_works_apart(self) -> None:
        offers = [
            offer("Learning to Rank Papers", "Ada One", arxiv="1"),
            offer("Learning to Rank Papers", "Ben Two", arxiv="2"),
        ]
        decision = decide(match(held("Learning to Rank Papers", "Two"), one) for one in offers)
        assert decision.verdict is Verdict.SAME
        assert decision.faces[0].candidate is offers[1]
        assert len(decision.faces) == 1

    def test_preprint_and_published_version_are_no_rivals(self) -> None:
        offers = [
            offer(SARATHI, "Amey Agrawal", year=2024, arxiv="2403.02310"),
            offer(SARATHI, "Amey Agrawal", year=2024, provider="usenix", usenix="osdi24/presentation/agrawal"),
        ]
        decision = decide(match(held(SARATHI), one) for one in offers)
        assert decision.verdict is Verdict.SAME
        assert {found.candidate.provider for found in decision.faces} == {"arxiv", "usenix"}

    def test_the_longer_title_doesnt_hinder_the_equal_one(self) -> None:
        offers = [
            offer("Learning to (Learn at Test Time): RNNs with Expressive Hidden States", "Yu Sun", arxiv="2407.04620"),
            offer("Learning to (Learn at Test Time)", "Yu Sun", arxiv="2310.13807"),
        ]
        decision = decide(match(held("Learning to (Learn at Test Time)"), one) for one in offers)
        assert [found.candidate for found in decision.faces] == [offers[1]]


class TestClaims:
    """An identifier is a claim: what it leads to must fit what is held."""

    def claimed(self, mine: Held, title: str) -> Verdict:
        return decide([match(mine, offer(title)._replace(is_claimed=True))]).verdict

    @pytest.mark.parametrize(
        ("title", "found"),
        [
            pytest.param(
                "SliceGPT: Weight Matrix Compression for LLMs",
                "SliceGPT: Compress Large Language Models by Deleting Rows and Columns",
                id="another subtitle",
            ),
            pytest.param(
                "Mamba", "Mamba: Linear-Time Sequence Modeling with Selective State Spaces", id="the name alone"
            ),
            pytest.param("TTT", "TTT", id="one word"),
        ],
    )
    def test_a_title_that_fits_is_enough(self, title: str, found: str) -> None:
        assert self.claimed(held(title), found) is Verdict.SAME

    @pytest.mark.parametrize(
        ("title", "found"),
        [
            pytest.param(
                "PAL: Program-Aided Language Models", "Gaussian Processes for Stochastic Equations", id="another paper"
            ),
            pytest.param("State Space Duality Part II", "State Space Duality Part III", id="another part"),
        ],
    )
    def test_another_title_is_a_mismatch_and_said(self, title: str, found: str) -> None:
        assert self.claimed(held(title), found) is Verdict.UNCERTAIN
        against = match(held(title), offer(found)._replace(is_claimed=True)).against
        assert f"the item's own address leads to “{found}”" in against

    def test_without_a_title_of_its_own_an_item_takes_what_its_address_says(self) -> None:
        assert (
            self.claimed(Held(Metadata("2404.05405 · arxiv.org"), is_titled=False), "Physics of Language Models")
            is Verdict.SAME
        )


NAMES = st.lists(
    st.sampled_from(["Albert Gu", "Gu, Albert", "Dao", "Tri Dao", "Müller", "", "et al."]), max_size=3
).map(tuple)
SOME_METADATA = st.builds(
    Metadata,
    title=st.sampled_from(
        [
            "Mamba",
            "Mamba: Linear-Time Sequence Modeling",
            "Linear Time Sequence Modeling",
            "Part II of a Story",
            "Part III of a Story",
            "",
        ]
    )
    | st.text(max_size=30),
    authors=NAMES,
    year=st.none() | st.integers(1990, 2030),
    venue=st.none() | st.sampled_from(["OSDI", "arXiv", "SOSP 2023", ""]),
)
CANDIDATES = st.builds(
    Candidate, SOME_METADATA, st.sampled_from(["arxiv", "usenix", "crossref"]), is_claimed=st.booleans()
)
HELD = st.builds(Held, SOME_METADATA, st.booleans(), st.sampled_from([(), ("USENIX",), ("arXiv", "")]))


@given(HELD, CANDIDATES)
def test_a_score_is_a_share_with_named_parts(mine: Held, theirs: Candidate) -> None:
    found = match(mine, theirs)
    assert 0.0 <= found.score <= 1.0
    assert all(part.words and (part.value is None or 0.0 <= part.value <= 1.0) for part in found.parts)


@given(HELD, CANDIDATES)
def test_what_agrees_never_lowers_a_score(mine: Held, theirs: Candidate) -> None:
    before = match(mine, theirs).score
    known = theirs.metadata
    # What has no title is no candidate, and a name without letters is no author.
    assume(title_words(known.title) and surnames(known.authors))
    for agreeing in (
        mine.metadata._replace(authors=known.authors),
        mine.metadata._replace(year=known.year) if known.year else mine.metadata,
        mine.metadata._replace(title=known.title),
    ):
        assert match(replace(mine, metadata=agreeing), theirs).score >= before


@given(HELD, st.lists(CANDIDATES, max_size=5))
def test_only_what_is_accepted_is_the_same(mine: Held, offers: list[Candidate]) -> None:
    decision = decide([match(mine, one) for one in offers])
    assert (decision.verdict is Verdict.SAME) == bool(decision.faces)
    assert all(found.score >= ACCEPTED for found in decision.faces)
    assert [found.score for found in decision.matches] == sorted(
        (found.score for found in decision.matches), reverse=True
    )

"""Thousands of real titles, where they are at hand: found however a list spells them, none in place of another."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rlist.lookup.comparing import TitleIndex
from rlist.model.matching import Decision, Held, Verdict, decide, match
from rlist.model.metadata import Candidate, Metadata
from rlist.model.titles import likeness, title_words

DATA = Path(__file__).parents[3] / "shared" / "data"
# So many of the titles are tried in each way; all of them take three minutes, and give the same.
TRIED = 150

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the titles aren't at hand")


@pytest.fixture(scope="module")
def titles() -> list[str]:
    arxiv = [row["title"] for row in json.loads((DATA / "arxiv-titles.json").read_text(encoding="utf-8"))]
    records = (DATA / "bib" / "usenix-osdi-atc-nsdi.bib").read_text(encoding="utf-8")
    usenix = [re.sub("[{}]", "", title) for title in re.findall(r"^\ttitle = \{(.*)\},$", records, re.MULTILINE)]
    return list({title_words(title): title for title in (*arxiv, *usenix)}.values())


@pytest.fixture(scope="module")
def index(titles: list[str]) -> TitleIndex[str]:
    return TitleIndex(titles, lambda title: title)


def decision(wanted: str, offers: list[str]) -> Decision:
    held = Held(Metadata(wanted))
    offered = [Candidate(Metadata(offer, identifiers={"arxiv": offer}), "arxiv") for offer in offers]
    return decide([match(held, one) for one in offered])


def lost_space(title: str) -> str:
    blanks = [match.start() for match in re.finditer(" ", title)]
    middle = blanks[len(blanks) // 2]
    return title[:middle] + title[middle + 1 :]


def moved_name(title: str) -> str:
    name, colon, rest = title.partition(": ")
    return f"{rest} with {name}" if colon and len(name.split()) <= 2 and len(rest.split()) > 4 else title


@pytest.mark.parametrize(
    "spelled",
    [
        pytest.param(str, id="as it is"),
        pytest.param(str.upper, id="in capitals"),
        pytest.param(lambda title: title.replace("-", " ").replace(":", ""), id="without hyphens and colon"),
        pytest.param(lost_space, id="with a lost space"),
        pytest.param(moved_name, id="with its name moved to the end"),
    ],
)
def test_a_title_is_found_however_it_is_spelled(
    titles: list[str], index: TitleIndex[str], spelled: Callable[[str], str]
) -> None:
    long = [title for title in titles if len(title_words(title)) > 4]
    tried = random.Random(1).sample(long, TRIED)
    found = [(title, decision(spelled(title), index.nearest(spelled(title)))) for title in tried]
    wrong = [title for title, made in found if made.faces and made.faces[0].candidate.metadata.title != title]
    assert wrong == []
    assert sum(made.verdict is Verdict.SAME for _, made in found) >= 0.95 * len(found)


def test_a_title_that_isnt_there_is_never_found(titles: list[str], index: TitleIndex[str]) -> None:
    for title in random.Random(2).sample(titles, TRIED):
        others = [offer for offer in index.nearest(title) if offer != title]
        made = decision(title, others)
        assert all(likeness(title, face.candidate.metadata.title).value > 0.9 for face in made.faces), title
        # The same work stands in both collections now and then, in one of them with "(NSDI'24)" in front.
        assert not made.faces or made.faces[0].candidate.metadata.title.startswith(title[:20]), title

"""Whether what a provider offers is the work that an item means: a score by named parts, and what speaks against it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rlist.model.metadata import Candidate, Metadata
from rlist.model.titles import PARTIAL_AT_MOST, Agreement, Likeness, likeness, title_words


class Verdict(StrEnum):
    """What follows from the scores of an item's candidates."""

    SAME = "same"
    UNCERTAIN = "uncertain"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a match score: its value 0..1, None where one side doesn't say; `words` are for the reader."""

    name: str
    value: float | None
    words: str


@dataclass(frozen=True, slots=True)
class Match:
    """A candidate with its score 0..1, the parts that it is made of, and what speaks against it, in words."""

    candidate: Candidate
    score: float
    parts: tuple[Part, ...]
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do with the candidates of an item: `matches` has the best first, `faces` the one work that was found.

    The faces are the best match and those others that are the same work elsewhere; none unless the verdict is SAME.
    """

    verdict: Verdict
    matches: tuple[Match, ...]
    faces: tuple[Match, ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """What is known of an item before it is looked up.

    `is_titled` says that the title is the work's own, and not made from an address or said about it. `labels` are
    those of lost links ("USENIX", "arXiv").
    """

    metadata: Metadata
    is_titled: bool = True
    labels: tuple[str, ...] = ()


# Chosen on 2,300 titles of arXiv and 1,200 of USENIX, so that no two different ones reach them: an equal title with
# other authors stays above ACCEPTED, one with other authors and another year doesn't.
ACCEPTED = 0.90
POSSIBLE = 0.70
GAP = 0.04

# How much of what is missing to 1 an agreeing part makes up, and what a part that doesn't agree takes away. Lists name
# a wrong first author now and then, so that alone takes little.
_AUTHORS_AGREE, _AUTHORS_DIFFER = 0.5, 0.05
_YEAR_AGREES, _YEAR_DIFFERS = 0.2, 0.08
_VENUE_AGREES, _VENUE_DIFFERS = 0.2, 0.04
# The score that remains where the titles themselves say that they are two works.
_SPOKEN_AGAINST = 0.70
# A title of one word is a word; one of two or three may be the name of a method.
_ONE_WORD, _FEW_WORDS, _FEW_LETTERS = 0.75, 0.85, 16
# An identifier or address that leads to a title that fits.
_CLAIM_FITS = 0.95
# A list's words about a paper share this much with its title, or all of them.
_CLAIM_LIKENESS = 0.6

_KINDS_OF_TEXT = (
    ("survey", r"survey|review|overview|tutorial|primer|introduction"),
    ("comment", r"comments?|reply|response|rebuttal|critique"),
    ("correction", r"erratum|errata|corrigendum|correction|retraction"),
    ("new version", r"revisited|reloaded|extended|supplement|supplementary|appendix"),
    ("negation", r"not|no|without|never|cannot|dont|isnt"),
)
_NUMERALS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_ROMAN = {numeral: str(value) for value, numeral in enumerate(_NUMERALS, start=1)}
# Words in front of a number, so that a single letter is one. Elsewhere only II, III, VII and VIII can't be a word.
_IN_SERIES = frozenset({"part", "volume", "vol", "chapter", "section", "book", "lecture", "episode", "no", "phase"})
_SURELY_ROMAN = frozenset({"ii", "iii", "vii", "viii"})


def match(held: Held, candidate: Candidate) -> Match:
    """How well `candidate` fits what is held: the score with its parts, and what speaks against it."""
    mine, theirs = held.metadata, candidate.metadata
    if not held.is_titled:
        words = "its own address leads there" if candidate.is_claimed else "no title to compare"
        return Match(candidate, 1.0 if candidate.is_claimed else 0.0, (Part("title", None, words),), ())
    alike = likeness(mine.title, theirs.title)
    authors = _authors(mine, theirs)
    year = _year(mine, theirs)
    venue = _venue(held, candidate)
    # What is said about a claimed paper is often no title; only where it is like one, a number in it counts.
    is_comparable = not candidate.is_claimed or alike.value >= _CLAIM_LIKENESS
    against = list(_against(alike, mine, theirs)) if is_comparable else []
    score = _raised(alike.value, authors.value, _AUTHORS_AGREE, _AUTHORS_DIFFER)
    score = _raised(score, year.value, _YEAR_AGREES, _YEAR_DIFFERS)
    score = _raised(score, venue.value, _VENUE_AGREES, _VENUE_DIFFERS)
    if alike.agreement in {Agreement.PARTIAL, Agreement.HEAD}:
        score = min(score, PARTIAL_AT_MOST)
    score = min(score, _short_title(mine.title, alike, authors.value, year.value, venue.value))
    if against:
        score = min(score, _SPOKEN_AGAINST)
    score = min(max(score, 0.0), 1.0)
    if candidate.is_claimed:
        if not against and _claim_fits(mine.title, theirs.title, alike):
            score = max(score, _CLAIM_FITS)
        else:
            score = max(min(score, PARTIAL_AT_MOST), POSSIBLE)
            against.append(f"the item's own address leads to “{theirs.title}”")
    if alike.agreement is Agreement.HEAD and not candidate.is_claimed:
        against.append("one title is only the beginning of the other")
    against.extend(part.words for part in (authors, year, venue) if part.value == 0.0)
    title = Part("title", round(alike.value, 3), f"{alike.agreement}: “{theirs.title}”")
    return Match(candidate, round(score, 4), (title, authors, year, venue), tuple(against))


def decide(matches: Iterable[Match]) -> Decision:
    """The verdict on an item's candidates.

    SAME needs a score of ACCEPTED and a GAP to the next work; what remains above POSSIBLE is UNCERTAIN.
    """
    # The provider's own order decides between equals.
    ranked = tuple(sorted(matches, key=lambda found: -found.score))
    if not ranked or ranked[0].score < POSSIBLE:
        return Decision(Verdict.DIFFERENT, ranked)
    best = ranked[0]
    faces = tuple(found for found in ranked if found is best or (found.score >= ACCEPTED and is_one_work(best, found)))
    rivals = [found for found in ranked if found not in faces and not is_one_work(best, found)]
    has_gap = not rivals or best.score - rivals[0].score >= GAP
    if best.score >= ACCEPTED and has_gap:
        return Decision(Verdict.SAME, ranked, faces)
    return Decision(Verdict.UNCERTAIN, ranked)


def is_one_work(one: Match, other: Match) -> bool:
    """Whether two candidates are faces of one work, such as its preprint and its published version.

    An identifier that both have decides. Else the titles must agree, and the authors, or a long title and the years
    where they don't: of two offers for one item, one of which has the wrong authors, that is the likelier reading.
    """
    mine, theirs = one.candidate.metadata, other.candidate.metadata
    for scheme, value in mine.identifiers.items():
        if scheme in theirs.identifiers:
            return theirs.identifiers[scheme] == value
    alike = likeness(mine.title, theirs.title)
    if alike.value < ACCEPTED or next(_against(alike, mine, theirs), None):
        return False
    if not mine.authors or not theirs.authors or surnames(mine.authors) & surnames(theirs.authors):
        return True
    is_near = not mine.year or not theirs.year or abs(mine.year - theirs.year) <= 2
    return is_near and len(title_words(mine.title)) > 4 and one.candidate.provider != other.candidate.provider


def surnames(authors: Sequence[str]) -> set[str]:
    """The words of names by which authors are compared: the last one, or all where the order isn't sure."""
    return {word for name in authors for word in _name_words(name)[-1:]}


def _name_words(name: str) -> list[str]:
    plain = unicodedata.normalize("NFD", name.replace("’", "'").casefold())
    family, comma, given = "".join(c for c in plain if unicodedata.category(c) != "Mn").partition(",")
    return re.findall(r"[^\W\d_]+", f"{given} {family}" if comma else family)


def _authors(mine: Metadata, theirs: Metadata) -> Part:
    if not mine.authors or not theirs.authors:
        return Part("authors", None, "authors not compared")
    # A list writes "Gu" or "Brüel-Gabrielsson", a service "Gu Albert" or "Rickard Brüel Gabrielsson".
    known = {word for name in theirs.authors for word in _name_words(name)}
    wanted = surnames(mine.authors)
    shared = wanted & known
    value = len(shared) / len(wanted) if wanted else 0.0
    if not shared:
        return Part("authors", 0.0, f"other authors: {_some(theirs.authors)}, not {_some(mine.authors)}")
    return Part("authors", round(value, 3), f"{len(shared)} of {len(wanted)} authors agree")


def _some(authors: Sequence[str]) -> str:
    return ", ".join(authors[:2]) + (" et al." if len(authors) > 2 else "")


def _year(mine: Metadata, theirs: Metadata) -> Part:
    if not mine.year or not theirs.year:
        return Part("year", None, "year not compared")
    apart = abs(mine.year - theirs.year)
    if apart <= 1:
        return Part("year", 1.0, f"year {theirs.year} fits")
    # Two years lie between many a preprint and its journal: that says nothing.
    return Part("year", None if apart == 2 else 0.0, f"another year: {theirs.year}, not {mine.year}")


def _venue(held: Held, candidate: Candidate) -> Part:
    if any(label.casefold().split()[0] in candidate.provider for label in held.labels if label.strip()):
        return Part("venue", 1.0, f"is at {candidate.provider}, as the list says")
    mine, theirs = held.metadata.venue, candidate.metadata.venue
    if not mine or not theirs or is_preprint_venue(mine) or is_preprint_venue(theirs):
        return Part("venue", None, "venue not compared")
    if _venue_words(mine) & _venue_words(theirs):
        return Part("venue", 1.0, f"venue {theirs} fits")
    return Part("venue", 0.0, f"another venue: {theirs}, not {mine}")


def is_preprint_venue(venue: str) -> bool:
    """Whether a venue is a server of preprints, which the published version's goes before."""
    return re.match(r"(?:arxiv|corr|biorxiv|medrxiv|ssrn|preprint|openreview)\b", venue.casefold()) is not None


def _venue_words(venue: str) -> set[str]:
    """The abbreviation in a venue's name, made from its capitals where it isn't given, and its own long words."""
    words = set(re.findall(r"[a-z]{2,}", venue.casefold())) - _COMMON_IN_VENUES
    capitals = "".join(w[0] for w in re.findall(r"[A-Z][a-z]+", venue) if w.casefold() not in _COMMON_IN_VENUES)
    # The conference of Neural Information Processing Systems changed its abbreviation in 2018.
    return {"neurips" if word == "nips" else word for word in words | {capitals.casefold()} if word}


_COMMON_IN_VENUES = frozenset(
    {"on", "of", "the", "in", "and", "for", "th", "st", "nd", "rd", "usenix", "acm", "ieee", "annual", "international"}
    | {"conference", "symposium", "workshop", "proceedings", "journal", "transactions", "advances", "findings"}
)


def _raised(score: float, value: float | None, agrees: float, differs: float) -> float:
    """`score` nearer to 1 by an agreeing part, or lower by one that doesn't agree."""
    if value is None:
        return score
    return score + (1.0 - score) * agrees * value if value else score - differs


def _short_title(title: str, alike: Likeness, authors: float | None, year: float | None, venue: float | None) -> float:
    """The score that a title so short can reach: what is one word, or few, isn't enough alone."""
    words = title_words(title)
    if len(words) <= 1:
        return 1.0 if authors else _ONE_WORD
    if len(words) == 2 or sum(map(len, words)) < _FEW_LETTERS:
        return 1.0 if authors or year == 1.0 or venue == 1.0 else _FEW_WORDS
    return 1.0 if len(words) > 4 or alike.agreement in {Agreement.EQUAL, Agreement.MOVED} else _FEW_WORDS


def _against(alike: Likeness, mine: Metadata, theirs: Metadata) -> Iterator[str]:
    """What in the titles says that they are two works, whatever else agrees."""
    if alike.agreement is Agreement.EQUAL:
        return
    if mine.title.rstrip().endswith("?") != theirs.title.rstrip().endswith("?"):
        yield "one title asks, the other says"
    here, there = _numbers(mine.title), _numbers(theirs.title)
    if here != there:
        yield f"other numbers: {_listed(there)}, not {_listed(here)}"
    for what, pattern in _KINDS_OF_TEXT:
        inside = [any(re.fullmatch(pattern, word) for word in words) for words in (alike.only_here, alike.only_there)]
        if inside[0] != inside[1]:
            yield f"{what}: {'the other' if inside[1] else 'only this'} title says so"


def _numbers(title: str) -> tuple[str, ...]:
    """The numbers in a title, each once, Roman ones too where a series is counted ("Part II")."""
    words = title_words(title)
    found = [run for word in words for run in re.findall(r"\d+", word)]
    found += [
        _ROMAN[word]
        for before, word in zip(("", *words), words, strict=False)
        if word in _SURELY_ROMAN or (word in _ROMAN and before in _IN_SERIES)
    ]
    return tuple(sorted(set(found)))


def _listed(numbers: Sequence[str]) -> str:
    return " ".join(numbers) or "none"


def _claim_fits(mine: str, theirs: str, alike: Likeness) -> bool:
    if alike.value >= _CLAIM_LIKENESS:
        return True
    here, there = set(title_words(mine)), set(title_words(theirs))
    return bool(here) and (here <= there or there <= here)

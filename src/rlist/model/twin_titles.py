"""Which of many works are likely to be one, from their titles: pairs worth a look first, then a verdict on each."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from rlist.model.identity import title_key
from rlist.model.matching import Held, match
from rlist.model.metadata import Candidate
from rlist.model.titles import Agreement, likeness

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rlist.model.metadata import Metadata

# A system's name before the colon that is left out, or another one, is likely enough to be shown, if nothing speaks
# against it.
_LIKELY = 0.85
# What is left of more titles than this without one word is a phrase of the field ("A Survey of …").
_MOST_SHARING = 12
# What is left of a title says what it is about with so many words.
_LEAST_LEFT = 2
_LEAST_REST = 5
# So many titles that begin alike are compared with the one that is their beginning.
_MOST_BEGINNING = 5


def pairs(titles: Iterable[tuple[int, str]]) -> set[tuple[int, int]]:
    """The pairs of works, by id, the smaller first, whose titles are equal, or as alike as those of one work can be.

    Two titles are compared where the letters of both are the same, once a word is left out of each, or what stands
    before the colon: that takes a time that grows with the titles, and not with their square. Titles that nothing but a
    number parts are never compared.
    """
    equal: defaultdict[str, list[int]] = defaultdict(list)
    first: dict[int, int] = {}
    near: defaultdict[int, set[int]] = defaultdict(set)
    title_of = dict(titles)
    for item_id, title in title_of.items():
        words = title_key(title).split()
        equal["".join(words)].append(item_id)
        for key in map(hash, _keys(title, words)):
            if (known := first.setdefault(key, item_id)) != item_id:
                near[key].update((known, item_id))
    equal.pop("", None)
    found = set[tuple[int, int]]()
    for ids in near.values():
        if len(ids) <= _MOST_SHARING:
            found.update(combinations(sorted(ids), 2))
    letters = sorted(equal)
    for at, short in enumerate(letters):
        for long in letters[at + 1 : at + 1 + _MOST_BEGINNING]:
            if not long.startswith(short):
                break
            found.add((equal[short][0], equal[long][0]))
    alike = {pair for pair in found if _agree(title_of[pair[0]], title_of[pair[1]])}
    alike.update(pair for ids in equal.values() for pair in pairwise(ids))
    return {(min(pair), max(pair)) for pair in alike}


def are_likely(one: Metadata, other: Metadata) -> bool:
    """Whether two works are likely to be one: equal titles, or near-equal ones and nothing that speaks against it.

    Preprint and published version are one work; two preprints with numbers of their own are two.
    """
    if title_key(one.title) == title_key(other.title):
        return True
    if not _agree(one.title, other.title):
        return False
    if any(other.identifiers.get(scheme, value) != value for scheme, value in one.identifiers.items()):
        return False
    found = match(Held(one), Candidate(other, provider=""))
    return found.score >= _LIKELY and not found.against


def _agree(one: str, other: str) -> bool:
    alike = likeness(one, other)
    return alike.agreement is not Agreement.PARTIAL and alike.value >= _LIKELY


def groups(likely: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The ids of `likely` pairs, those that hang together in one list each, by number."""
    group_of: dict[int, list[int]] = {}
    for pair in likely:
        one, other = (group_of.setdefault(item_id, [item_id]) for item_id in pair)
        if one is not other:
            one.extend(other)
            group_of.update(dict.fromkeys(other, one))
    return sorted({id(group): sorted(group) for group in group_of.values()}.values())


def _keys(title: str, words: list[str]) -> Iterator[str]:
    """What is compared of a title: its letters as a whole, without each one of its `words`, and behind its colon."""
    yield "".join(words)
    if len(words) > _LEAST_LEFT:
        for at, word in enumerate(words):
            if not word.isdecimal():
                yield "".join(words[:at] + words[at + 1 :])
    _, colon, rest = title.partition(":")
    if colon and len(said := title_key(rest).split()) >= _LEAST_REST:
        yield "".join(said)

"""arXiv: ids and titles through its API, many to a request.

https://info.arxiv.org/help/api/user-manual.html
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote_plus

import feedparser

from rlist.lookup.cleaning import clean_abstract, clean_names, clean_title, first_year
from rlist.lookup.comparing import nearest
from rlist.lookup.wanted import Answer, Contact, NotAnAnswer, Reply, Request, Step, Wanted
from rlist.model.identifiers import ARXIV, normal_arxiv
from rlist.model.matching import surnames
from rlist.model.metadata import Candidate, Metadata
from rlist.model.titles import title_words

NAME = "arxiv"
BASE = "https://export.arxiv.org"
# One request every three seconds over one connection: https://info.arxiv.org/help/api/tou.html
PAUSE_SECONDS = 3.0
# The answers change once a day: user manual, 3.3.1.1.
_KEPT_SECONDS = 7 * 86_400.0

# The manual asks for requests of a few hundred at most; a hundred ids make an address of 1,200 characters.
_IDS_TO_A_REQUEST = 100
# Addresses stay below 4,000 characters, which every server and proxy takes; titles in full have about 90 each.
_QUERY_CHARACTERS = 3_600
# Results for each title: a title in full is found once or twice, parts of one in dozens of papers.
_RESULTS_PER_TITLE = 12
_MAXIMUM_RESULTS = 400
# What a feed has at most: 400 entries of 40 elements each are asked for; a collaboration may have 3,000 authors.
_MAXIMUM_ENTRIES, _MAXIMUM_TAGS, _MAXIMUM_DEPTH = 2_000, 80_000, 20
# The words of a phrase: longer titles exist, but nothing else begins with so many of them.
_PHRASE_WORDS = 24
_LEAST_WORDS = 2
_COMMON = frozenset(
    {"a", "an", "the", "of", "for", "in", "on", "to", "and", "with", "by", "via", "from", "at", "is", "are", "as"}
    | {"using", "through", "towards", "toward", "its", "be", "or", "how", "what", "we", "can", "not", "do", "does"}
    # In a tenth of all titles that are asked for, so that they don't tell papers apart.
    | {"model", "models", "language", "large", "learning", "neural", "networks", "network", "deep", "efficient"}
)


def ask(wanted: Sequence[Wanted], contact: Contact) -> list[Request]:
    """Ids in one request for every hundred; titles as phrases, dozens in a request; then parts of titles."""
    by_id = {value: one for one in wanted if one.step is Step.CLAIM and (value := _valid_id(one))}
    requests = [
        _request(
            contact, "ids", [by_id[value] for value in part], f"id_list={','.join(map(quote_plus, part))}", len(part)
        )
        for part in _parts(list(by_id), _IDS_TO_A_REQUEST)
    ]
    for step, query_of in ((Step.TITLE, _phrase), (Step.WIDELY, _parts_of_title)):
        queries = [(one, query_of(one)) for one in wanted if one.step is step]
        for batch in _batches([(one, query) for one, query in queries if query]):
            query = " OR ".join(text for _, text in batch)
            results = min(_RESULTS_PER_TITLE * len(batch), _MAXIMUM_RESULTS)
            asked = [one for one, _ in batch]
            requests.append(_request(contact, step, asked, f"search_query={quote_plus(query, safe=':')}", results))
    return requests


def read(request: Request, reply: Reply, contact: Contact) -> Answer:
    """The entries of the feed by id, or for titles those that are like one of them.

    A failure is an entry titled "Error", whatever the status; an id that doesn't exist is silently missing.
    """
    found = list(_entries(reply.body))
    if request.purpose == "ids":
        claimed = {candidate.metadata.identifiers["arxiv"]: candidate for candidate in found}
        return Answer(
            {
                one.key: (Candidate(known.metadata, NAME, known.address, known.pdf_address, is_claimed=True),)
                for one in request.wanted
                if (known := claimed.get(_valid_id(one) or ""))
            }
        )
    return Answer(
        {
            one.key: near
            for one in request.wanted
            if (near := nearest(one.title, found, lambda candidate: candidate.metadata.title))
        }
    )


def _valid_id(one: Wanted) -> str | None:
    """The item's arXiv id if it has the form of one: a malformed id spoils a whole request."""
    value = one.identifier("arxiv")
    return normal_arxiv(value) if value and re.fullmatch(ARXIV, value) else None


def _request(contact: Contact, purpose: str, wanted: Iterable[Wanted], query: str, results: int) -> Request:
    return Request(
        NAME,
        f"{contact.base(NAME, BASE)}/api/query?{query}&max_results={results}",
        purpose,
        tuple(wanted),
        accept="application/atom+xml",
        kept_seconds=_KEPT_SECONDS,
        # A malformed request is answered with 400 and a feed that says what is wrong.
        statuses=frozenset({200, 400}),
    )


def _parts(values: list[str], size: int) -> Iterator[list[str]]:
    for start in range(0, len(values), size):
        yield values[start : start + size]


def _batches(queries: list[tuple[Wanted, str]]) -> Iterator[list[tuple[Wanted, str]]]:
    """The queries in groups whose address is short enough."""
    batch: list[tuple[Wanted, str]] = []
    size = 0
    for one, query in queries:
        length = len(quote_plus(query, safe=":")) + len("+OR+")
        if batch and size + length > _QUERY_CHARACTERS:
            yield batch
            batch, size = [], 0
        batch.append((one, query))
        size += length
    if batch:
        yield batch


def _phrase(one: Wanted) -> str | None:
    """The title as a phrase, with an author where it is short; None for one word without an author."""
    phrases = _phrases(one.title)
    words = title_words(one.title)
    if not phrases:
        return None
    query = " AND ".join(f'ti:"{phrase}"' for phrase in phrases)
    authors = sorted(surnames(one.held.metadata.authors))
    if len(words) <= _LEAST_WORDS and authors:
        query += f' AND au:"{authors[0]}"'
    elif len(words) < _LEAST_WORDS:
        return None
    return f"({query})" if " AND " in query else query


def _phrases(title: str) -> list[str]:
    """The runs of plain words in a title: how a service divides "What's" or folds "déjà" isn't known."""
    if re.search(r"[\\${}]", title):
        return [" ".join(title_words(title)[:_PHRASE_WORDS])]
    words = re.findall(r"[^\W_]+(?:['’][^\W_]+)*", title.casefold())[:_PHRASE_WORDS]
    runs = [run.split() for run in " ".join(w if w.isascii() and w.isalnum() else "\n" for w in words).split("\n")]
    phrases = [" ".join(run) for run in runs if len(run) > 1 or (run and len(runs) == 1)]
    # Two runs in any order are a weak phrase, and still enough to find it by.
    return sorted(phrases, key=len, reverse=True)[:2]


def _parts_of_title(one: Wanted) -> str | None:
    """The title without a name in front, as a phrase, and the words of each half that tell it apart.

    One half is enough: a lost space or a slip of the pen spoils the words of one of them only.
    """
    words = title_words(one.title)[:_PHRASE_WORDS]
    if len(words) <= _LEAST_WORDS:
        return None
    before, colon, after = one.title.partition(":")
    rest = _phrases(after) if colon and len(title_words(before)) <= 3 and len(title_words(after)) > 2 else []
    queries = [f'ti:"{phrase}"' for phrase in rest[:1]]
    middle = (len(words) + 1) // 2
    for half in (words[:middle], words[middle:]):
        telling = _telling(half)
        if telling:
            queries.append(f"({' AND '.join(f'ti:{word}' for word in telling)})")
    return f"({' OR '.join(dict.fromkeys(queries))})" if queries else None


def _telling(words: Sequence[str]) -> list[str]:
    """The three words that tell a title apart, those with digits first, then the longest."""
    usable = [word for word in dict.fromkeys(words) if word not in _COMMON and len(word) > 1 and word.isascii()]
    chosen = sorted(usable, key=lambda word: (not any(c.isdigit() for c in word), -len(word)))[:3]
    return chosen if len(chosen) > 1 or any(len(word) > 6 or any(c.isdigit() for c in word) for word in chosen) else []


def _entries(body: bytes) -> Iterator[Candidate]:
    """The papers of a feed; raises NotAnAnswer where it is none, says "Error", or is empty without cause."""
    if b"<feed" not in body[:2_000]:
        raise NotAnAnswer("arXiv answers with something that is no feed")
    if not _is_harmless(body):
        raise NotAnAnswer("arXiv answers with a feed that no reader should read")
    feed = feedparser.parse(body, sanitize_html=False, resolve_relative_uris=False)
    if feed.bozo and not feed.entries and b"</feed>" not in body[-200:]:
        raise NotAnAnswer("arXiv's answer breaks off")
    total = str(feed.feed.get("opensearch_totalresults", "0"))
    if not feed.entries and total.isdecimal() and int(total[:9]) > 0:
        # It happens under load: https://github.com/lukasschwab/arxiv.py/issues/129
        raise NotAnAnswer("arXiv answers with an empty page")
    for entry in feed.entries:
        address = str(entry.get("id", ""))
        if "/api/errors" in address:
            raise NotAnAnswer(f"arXiv says: {clean_title(str(entry.get('summary', 'error')))}")
        candidate = _candidate(entry, address)
        if candidate:
            yield candidate


def _is_harmless(body: bytes) -> bool:
    """Whether a feed is one in shape: feedparser takes minutes and a gigabyte for one that is nested a million deep."""
    if b"<!DOCTYPE" in body or b"<!ENTITY" in body or body.count(b"<entry") > _MAXIMUM_ENTRIES:
        return False
    depth = 0
    for tags, match in enumerate(re.finditer(rb"<(/?)[A-Za-z][^<>]*?(/?)>", body)):
        depth += 0 if match[2] else -1 if match[1] else 1
        if depth > _MAXIMUM_DEPTH or tags > _MAXIMUM_TAGS:
            return False
    return True


def _candidate(entry: feedparser.FeedParserDict, address: str) -> Candidate | None:
    _, abs_path, versioned = address.partition("/abs/")
    arxiv_id = normal_arxiv(versioned) if abs_path and re.fullmatch(ARXIV, versioned) else None
    # The title of 2104.12255 is "0".
    title = clean_title(str(entry.get("title", "")))
    if arxiv_id is None or not title:
        return None
    identifiers = {"arxiv": arxiv_id}
    doi = str(entry.get("arxiv_doi", "")).strip().lower()
    if re.fullmatch(r"10\.\d{4,9}/\S+", doi):
        identifiers["doi"] = doi
    journal = clean_title(str(entry.get("arxiv_journal_ref", "")))
    metadata = Metadata(
        title=title,
        authors=clean_names([str(author.get("name", "")) for author in entry.get("authors", ())]),
        # A later version says when it was updated; the paper is as old as its first one.
        year=first_year(str(entry.get("published", ""))) or _year_of_id(arxiv_id),
        venue=_venue(journal) or "arXiv",
        abstract=clean_abstract(str(entry.get("summary", ""))),
        identifiers=identifiers,
    )
    return Candidate(
        metadata, NAME, f"https://arxiv.org/abs/{arxiv_id}", pdf_address=f"https://arxiv.org/pdf/{arxiv_id}"
    )


def _venue(journal_reference: str) -> str | None:
    """The name in "Phys. Rev. Lett. 124, 111302 (2020)", without volume, pages, place and year."""
    name = re.sub(r"^in\s+(?=proc|advances)|^published in:?\s*", "", journal_reference, flags=re.IGNORECASE)
    name = re.split(r"[\s,(.]*\b(?:vol|no|pp?|pages?|(?:19|20)\d\d)\b|,|[\s.]\d+\s*(?:[,:(–-]|$)", name, maxsplit=1)[0]
    return name.strip(" ,;:()") or None


def _year_of_id(arxiv_id: str) -> int:
    """The year in an id: 91 to 99 are years of the last century."""
    digits = int(re.sub(r".*/", "", arxiv_id)[:2])
    return 1900 + digits if digits >= 91 else 2000 + digits

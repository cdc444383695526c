"""What a list says with marks about reading: check boxes, status words, tags."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import NamedTuple

from rlist.model.item import Priority, Status


class Marks(NamedTuple):
    """`text` without the marks at its ends, and what they say; None where they say nothing.

    `rating` is 1..5; `rest` is what stood behind a rating.
    """

    text: str
    status: Status | None = None
    finished_at: datetime | None = None
    priority: Priority | None = None
    rating: int | None = None
    rest: str = ""


_BOXES = {
    Status.DONE: ("x", "X", "v", "V", "✓", "✔", "✔️", "☑", "☑️", "✅", "☒", "🗹"),
    Status.UNREAD: ("", " ", "☐", "⬜", "⬜️", "🔲", "□"),
    Status.DROPPED: ("-", "~", "❌", "✗", "✘"),
    Status.READING: ("/", ".", ">", "o"),
}
_STATUS_OF_BOX = {box: status for status, boxes in _BOXES.items() for box in boxes}
_WORDS = {"TODO": Status.UNREAD, "DONE": Status.DONE, "READING": Status.READING, "DROPPED": Status.DROPPED}
_WORDS |= {"CANCELLED": Status.DROPPED, "CANCELED": Status.DROPPED, "DOING": Status.READING, "READ": Status.DONE}
_WORDS |= {"WIP": Status.READING, "FINISHED": Status.DONE, "TOREAD": Status.UNREAD, "TO READ": Status.UNREAD}
_HEADINGS = {
    Status.DONE: (
        "read|finished|done|completed|complete|already read|have read|finished reading|read already|archive|archived"
        "|gelesen|fertig|lu|lus|déjà lu|déjà lus|leído|leídos|letti|已读|已讀|读过|読了"
    ),
    Status.UNREAD: (
        "to read|to-read|toread|unread|want to read|todo|to do|not yet read|reading queue|read next|read later|to watch"
        "|up next|zu lesen|noch zu lesen|ungelesen|à lire|a lire|por leer|da leggere|待读|待讀|未读|想读|未読"
    ),
    Status.READING: (
        "reading|currently reading|in progress|now reading|reading now|started|lese gerade|in arbeit|en cours"
        "|en cours de lecture|leyendo|in lettura|在读|正在读|読書中"
    ),
    Status.DROPPED: (
        "dropped|shelved|abandoned|did not finish|didn't finish|dnf|gave up|given up|won't read|cancelled|canceled"
        "|abgebrochen|abandonné|abandonnés|弃读|放弃"
    ),
}
_STATUS_OF_HEADING = {name: status for status, names in _HEADINGS.items() for name in names.split("|")}

# `Papers to read`, `Books I've read`, `Read in 2023`; `Paper reading` is what many lists are called.
_SAID_OF_KIND = re.compile(
    r"(?:(?:the )?(?:papers?|books?|articles?|posts?|links?|talks?|videos?|things?|stuff) "
    r"(?:(?:i|we)(?:'ve|'m|'re| am| are| have)? )?)?(?!reading$|archive$|complete$)(.+?)(?: in)?"
)

_DATE = r"(\d{4})-(\d\d)-(\d\d)"
# `READING LIST` and `READING 2024` are what a list is called.
_WORD_IN_FRONT = re.compile(
    r"(?:(TODO|DONE|READING(?!\s+(?:(?i:lists?|groups?|clubs?|queue|notes|log)\b|\d{4}\b))|DOING|DROPPED|CANCELL?ED|WIP)\b[:\s]+"
    r"|\[?(READ|FINISHED|TO READ|TOREAD|DONE|TODO|WIP)\]?:\s+)(?=\S)"
)
_PRIORITIES = {
    Priority.HIGH: "high p0 p1 urgent !!! !!",
    Priority.MEDIUM: "medium med p2 !",
    Priority.LOW: "low p3 p4",
}
_PRIORITY_OF_WORD = {word: priority for priority, words in _PRIORITIES.items() for word in words.split()}
_PRIORITY_OF_WORD |= {"must read": Priority.HIGH, "must-read": Priority.HIGH}
_LEVEL = r"(high|medium|med|low|urgent|p[0-4]|must[ -]read)(?: prio(?:rity)?)?"
_PRIORITY_IN_FRONT = re.compile(rf"(!{{1,3}})\s+(?=\w)|[\[(]{_LEVEL}[\])]:?\s*(?=\S)", re.IGNORECASE)
_PRIORITY_BEHIND = re.compile(
    rf"\s+(?:(!{{2,3}})|[\[(]{_LEVEL}[\])]|[\[(]?prio(?:rity)?: (high|medium|low)[\])]?)$", re.IGNORECASE
)
_STAR = re.compile("[★⭐✭✮🌟]")
_STARS = re.compile(r"\s*[,|–—(-]*\s*([★⭐✭✮🌟]\ufe0f?(?:\s?[★⭐✭✮🌟]\ufe0f?){0,4})[☆✩⚝½\s]*\)?")
_SHARE = re.compile(
    r"(?:\A|\s+(?:[,|–—-]\s+)?|,\s*)[(\[]?(?:rating: |rated )?(\d{1,2}(?:\.\d)?)\s?/\s?(5|10)(?: stars)?[)\]]?"
    r"(?=$|[\s,;.)])",
    re.IGNORECASE,
)
# Behind one of these a fraction counts the parts of a work: `Lecture 3/10`.
_COUNTS_PARTS = re.compile(
    r"\b(?:parts?|lecture|episode|chapter|ch|week|day|vol|no|lesson|teil|kapitel|section)\.?$", re.IGNORECASE
)
_SIGN_IN_FRONT = re.compile(r"(✅|☑️?|✔️?|✓|☐|⬜️?|❌|✗|✘)\s*(?=\S)")
_SIGN = re.compile("[✅☑✔✓❌✗✘]")
_SIGN_BEHIND = re.compile(rf"\s*(✅|☑️?|✔️?|✓|❌|✗|✘)\s*(?:{_DATE})?$")
_ENDS_IN_WORD = re.compile(r"(?:[denosuf]|-\d\d)[)\]]?$", re.IGNORECASE)
_SETS_APART = re.compile(r"[(\[–—-]")
_WORD_BEHIND = re.compile(
    r"\s*(?:(?<=\s)[–—-]\s+|[(\[])(?:(read|done|finished|gelesen|lu|leído|letto)|(in progress|angefangen|en cours)"
    rf"|(dropped|abandoned|dnf|abgebrochen|skipped))(?:[:,]?\s+(?:on\s+)?{_DATE}|,\s[a-z ]{{1,20}}(?=\)))?[)\]]?$",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"~~\s*(.+?)\s*~~")
_LISTED_TAGS = re.compile(r"\s*[\[({]?\b[Tt]ags?\s?[:=]\s*([^\[\](){}:]{1,150})[\])}]?\s*$")
_TAG = re.compile(r"(?<![\w/&#.])#(?=[\w/-]*[^\W\d])([\w/-]*\w)(?![\w#])")


def status_of_box(box: str) -> Status | None:
    """The status that a check box says, by what stands in it ("x", " ", "-", "/") or by its sign ("☑")."""
    return _STATUS_OF_BOX.get(box)


def status_of_heading(name: str) -> Status | None:
    """The status that a heading gives to all below it ("To read", "Finished (12)"), or None for any other heading."""
    words = re.sub(r"[(\[]?\d+[)\]]?$", "", name.strip(" :.*_#")).strip()
    bare = re.sub(r"^[^\w]+|[^\w]+$", "", words).casefold().replace("’", "'")
    said = _SAID_OF_KIND.fullmatch(bare) if " " in bare else None
    return _STATUS_OF_HEADING.get(said[1] if said else bare)


def begins_with_mark(text: str) -> bool:
    """Whether a line begins with a sign or a word that says a status (`✔ Raft`, `TODO: Raft`)."""
    return _WORD_IN_FRONT.match(text) is not None or _SIGN_IN_FRONT.match(text) is not None


def read_marks(text: str) -> Marks:
    """The status that signs and words at the ends of an entry say, or a line through all of it."""
    status: Status | None = None
    finished_at: datetime | None = None
    if match := _WORD_IN_FRONT.match(text):
        status, text = _WORDS[match[1] or match[2]], text[match.end() :]
    elif not text[:1].isascii() and (match := _SIGN_IN_FRONT.match(text)):
        status, text = _STATUS_OF_BOX.get(match[1].rstrip("\ufe0f")), text[match.end() :]
    text, priority = _read_priority(text)
    text, rating, rest = _without_rating(text)
    tail = text[-40:]
    if not tail.isascii() and _SIGN.search(tail) and (match := _SIGN_BEHIND.search(tail)):
        status = _STATUS_OF_BOX.get(match[1].rstrip("\ufe0f"))
        finished_at = _day(match[2], match[3], match[4])
        text = text[: len(text) - len(match[0])]
    elif _ENDS_IN_WORD.search(tail[-4:]) and _SETS_APART.search(tail) and (match := _WORD_BEHIND.search(tail)):
        status = Status.DONE if match[1] else Status.READING if match[2] else Status.DROPPED
        finished_at = _day(match[4], match[5], match[6]) if match[1] else None
        text = text[: len(text) - len(match[0])]
    if text.startswith("~~") and (match := _STRUCK.match(text)):
        status = Status.DROPPED
        text = match[1] + text[match.end() :]
    return Marks(text, status, finished_at, priority, rating, rest)


def _read_priority(text: str) -> tuple[str, Priority | None]:
    """`text` without a priority at one of its ends, and that priority."""
    if text[:1] in "![(" and (match := _PRIORITY_IN_FRONT.match(text)):
        return text[match.end() :], _PRIORITY_OF_WORD[(match[1] or match[2]).casefold()]
    if text[-1:] in "!])hmw" and (match := _PRIORITY_BEHIND.search(text, max(len(text) - 30, 0))):
        word = match[1] or match[2] or match[3]
        return text[: match.start()], _PRIORITY_OF_WORD[word.casefold()]
    return text, None


def _without_rating(text: str) -> tuple[str, int | None, str]:
    """`text` up to a rating, the rating, and what stands behind it."""
    start = max(len(text) - 120, 0)
    match = _STARS.search(text, start) if not text.isascii() and _STAR.search(text, start) else None
    if match is None and ("/5" in text or "/10" in text):
        match = _SHARE.search(text, start)
    if match is None or not match.start() or _COUNTS_PARTS.search(text, max(match.start() - 12, 0), match.start()):
        return text, None, ""
    # One star alone marks a favourite; nobody writes one of five without the four.
    is_lone = match.re is _STARS and len(re.findall("[★⭐✭✮🌟☆✩⚝]", match[0])) < 2
    rating = None if is_lone else read_rating(match[0])
    rest = text[match.end() :].strip(" ,;–—-")
    return (text, None, "") if rating is None else (text[: match.start()].rstrip(" ,–—-|("), rating, rest)


def read_rating(text: str) -> int | None:
    """The rating from 1 to 5 that `text` is: "★★★☆☆", "4/5", "8/10", "4"; None where it is none."""
    if match := _STARS.fullmatch(text):
        return sum(character in "★⭐✭✮🌟" for character in match[1])
    if match := _SHARE.fullmatch(text):
        share = float(match[1]) / int(match[2])
        return max(1, int(5 * share + 0.5)) if 0 < share <= 1 else None
    return min(int(float(text) + 0.5), 5) if re.fullmatch(r"[1-5](?:\.\d{1,2})?", text.strip()) else None


def _day(year: str | None, month: str | None, day: str | None) -> datetime | None:
    try:
        return datetime(int(year or 0), int(month or 0), int(day or 0), tzinfo=UTC)
    except ValueError:
        return None


def find_tags(text: str) -> list[re.Match[str]]:
    """The `#tags` in a text without addresses, each as a match whose first group is the tag."""
    return list(_TAG.finditer(text)) if "#" in text else []


class ListedTags(NamedTuple):
    """The tags that a text names behind the word, and where that begins."""

    start: int
    tags: tuple[str, ...]


def listed_tags(text: str) -> ListedTags | None:
    """The tags that `text` ends with (`[tags: compilers, llvm]`), or None."""
    match = _LISTED_TAGS.search(text, max(len(text) - 200, 0))
    tags = tuple(tag for part in re.split(r"[,;]", match[1]) if (tag := part.strip(" #"))) if match else ()
    return ListedTags(match.start(), tags) if match and tags else None

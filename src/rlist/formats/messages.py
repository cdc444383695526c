"""Mails and chats that a list was sent in: who wrote when is no part of the list."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from rlist.formats.addresses import find_addresses

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Said(NamedTuple):
    """A line of a message: `front` is what quotes it or says who wrote it, `words` is the rest.

    `is_frame` says that the line belongs to the message alone: its sender, a greeting, a signature, mere talk.
    """

    words: str
    front: str = ""
    is_frame: bool = False


_QUOTE = re.compile(r"(?:>[ \t]?)+")
_MAIL_FIELD = re.compile(
    r"(?P<chief>from|subject|von|betreff|de|objet)?(?(chief)|(?:to|cc|bcc|date|sent|reply-to|message-id|an|gesendet|datum"
    r"|à|envoyé|received|list-id|attachments?))\s?:\s",
    re.IGNORECASE,
)
_ATTRIBUTION = re.compile(
    r"(?:On|Am|Le|El|Il|Op)\s.{5,200}(?:wrote|schrieb.{0,60}|a écrit|escribió|ha scritto|schreef.{0,60})\s?:"
)
_FORWARDED = re.compile(
    r"[-\s]*(?:original message|forwarded message|begin forwarded message|weitergeleitete nachricht"
    r"|ursprüngliche nachricht|message d'origine)\s?:?[-\s]*|sent from my \w+.*",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"(?:hi|hello|hey|dear|hallo|liebe[rs]?|moin|bonjour|salut|guten (?:tag|morgen))\b[^.:;?]{0,40}[,!:]?",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:(?:all the |with )?(?:best|kind|warm)(?: regards| wishes)?|regards|cheers|thanks(?: again)?|thank you"
    r"|sincerely|yours|viele grüße|beste grüße|liebe grüße|mfg|gruß|cordialement|bien à toi|amicalement)\s?[,!.]?",
    re.IGNORECASE,
)
# Below a closing stands a name, in a signature some lines on how to reach it.
_MOST_LINES_OF_NAME, _MOST_LINES_OF_SIGNATURE = 2, 10

_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?"
_DAY = r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|Today|Yesterday)"
_CLOCK = re.compile(r"\d[:.]\d\d")
_WHEN = rf"(?:{_DAY}(?:,| at)? )?{_TIME}"
_SENDER = r"~?[^\W\d_][^\s:<>\[\]|,]{0,29}(?: [^\s:<>\[\]|,]{1,20}){0,2}"
# A line with its sender in front: WhatsApp in two forms, IRC.
_SPOKEN = re.compile(
    rf"\u200e?\[{_WHEN}\] (?:<[^<>\s]{{1,30}}>|{_SENDER}:)(?: |$)|{_DAY},? {_TIME} - {_SENDER}:(?: |$)"
    rf"|(?:\[?{_TIME}\]? )?<[@+ ]?[^\W\d][\w\[\]{{}}|`^-]{{0,30}}> "
)
# A sender alone above what was said: Telegram, Teams, Slack and Discord.
_HEADER = re.compile(rf"{_SENDER},? \[{_WHEN}\]:?|\[{_WHEN}\] {_SENDER}:?|{_SENDER}(?: — | {{2,}}|\t){_WHEN}")
_LEAST_MESSAGES = 2


def unwrap(lines: Sequence[str]) -> list[Said]:
    """Each line as it was said: without the marks that quote it, with what is a message's and not the list's marked."""
    said = [_unquoted(line) if line[:1] == ">" else Said(line) for line in lines]
    chat = [_sender(line.words) for line in said]
    if sum(found is not None for found in chat) >= _LEAST_MESSAGES:
        return list(_chat(said, chat))
    return _mail(said)


def _sender(words: str) -> re.Match[str] | None:
    """The sender of a message, in front of its words or alone above them."""
    if "<" not in words and not _CLOCK.search(words):
        return None
    return _SPOKEN.match(words) or _HEADER.fullmatch(words.strip())


def _unquoted(line: str) -> Said:
    match = _QUOTE.match(line)
    return Said(line[match.end() :], match[0]) if match else Said(line)


def _chat(said: Sequence[Said], chat: Sequence[re.Match[str] | None]) -> Iterator[Said]:
    """What is said up to the next sender is one message; one without an address is talk."""
    starts = [at for at, found in enumerate(chat) if found]
    yield from said[: starts[0]]
    for start, end in zip(starts, [*starts[1:], len(said)], strict=True):
        message = said[start:end]
        has_address = any(find_addresses(line.words) for line in message)
        for line, found in zip(message, chat[start:end], strict=True):
            rest = line.words[found.end() :] if found else line.words
            is_frame = not has_address or not rest.strip()
            yield Said(rest, line.front + (found[0] if found else ""), is_frame and bool(line.words.strip()))


def _mail(said: list[Said]) -> list[Said]:
    frames = {*_headers(said), *_attributions(said)}
    first = next((at for at, line in enumerate(said) if line.words.strip() and at not in frames), len(said))
    greets = first < len(said) and _GREETING.fullmatch(said[first].words.strip()) is not None
    if frames or greets:
        frames |= {at for at, line in enumerate(said) if _GREETING.fullmatch(line.words.strip())}
        frames |= {*_closings(said)}
    frames |= {*_signature(said, is_mail=bool(frames))}
    if not frames:
        return said
    return [line._replace(is_frame=at in frames and bool(line.words.strip())) for at, line in enumerate(said)]


def _headers(said: Sequence[Said]) -> Iterator[int]:
    """The lines of headers: two at least in a row, one of which names the sender or the subject."""
    at = 0
    while at < len(said):
        end, is_chief = at, False
        while end < len(said) and ":" in said[end].words and (found := _MAIL_FIELD.match(said[end].words)):
            is_chief = is_chief or found["chief"] is not None
            end += 1
        if end - at > 1 and is_chief:
            yield from range(at, end)
        at = end + 1


def _attributions(said: Sequence[Said]) -> Iterator[int]:
    for at, (words, below) in enumerate(pairwise((*(line.words.strip() for line in said), ""))):
        if not words:
            continue
        if (words.endswith(":") and _ATTRIBUTION.fullmatch(words)) or _FORWARDED.fullmatch(words):
            yield at
        elif below.endswith(":") and words[:3].istitle() and _ATTRIBUTION.fullmatch(f"{words} {below}"):
            yield from (at, at + 1)


def _closings(said: Sequence[Said]) -> Iterator[int]:
    for at, line in enumerate(said):
        if line.words.strip() and _CLOSING.fullmatch(line.words.strip()):
            end = at + 1
            while end < len(said) and end - at <= _MOST_LINES_OF_NAME and _is_name(said[end].words):
                end += 1
            yield from range(at, end)


def _is_name(words: str) -> bool:
    return 0 < len(words.split()) <= 3 and not re.search(r"[/:]|^\W", words.strip())


def _signature(said: Sequence[Said], *, is_mail: bool) -> Iterator[int]:
    """What stands below two dashes up to the end of the message, where that is near."""
    for at, line in enumerate(said):
        if line.words != "-- " and not (is_mail and line.words.rstrip() == "--"):
            continue
        end, lines = at + 1, 0
        while end < len(said) and said[end].front == line.front and lines <= _MOST_LINES_OF_SIGNATURE:
            lines += bool(said[end].words.strip())
            end += 1
        if lines <= _MOST_LINES_OF_SIGNATURE:
            yield from range(at, end)

"""Titles that are understood as they stand: most lines of a list are one, or one with an address behind it."""

import re

# A name with a colon, then words with nothing between them but blanks, hyphens and apostrophes.
_NAME = r"[^\W\d_]\w*(?:[+/-]\w+|['’](?!\d)\w+)*"
_TITLE = (
    r"(?!(?:TODO|DONE|READING|DOING|DROPPED|CANCELL?ED|WIP)\b)"
    r"(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d)"
    rf"(?:({_NAME}): (?=[A-Z]))?"
    r"[^\W\d_](?:[^\W_]++|[&+]|/(?!\d)|['’-](?!\d)| (?!-|(?:by|von|par) ))+"
)
# A character that stands neither in a title nor in an address.
_NOT_PLAIN = re.compile(r"[^\w &+/'’:.?=%#-]")
_PLAIN = re.compile(rf"({_TITLE}(?<! ))(?::? (https?://[\w./?=&%#-]*[\w/]))?")
# These say what follows the colon, or how far the reader is with it; a name with a year is a conference.
_FIELDS = re.compile(
    r"(?:.*-)?(?:tit(?:le|el|re)|título|paper|article|book|video|talk|podcast|course|lecture|discussion|tags?"
    r"|readings?|to-?read|read|required|optional|recommended|next|also|finished)|.*(?:19|20)\d\d",
    re.IGNORECASE,
)


def plain_title(text: str) -> tuple[str, str | None] | None:
    """The title that `text` is, and the address behind it or None; None where `text` may say more than that.

    It is what the long way, `entry_text.parse_entry`, finds as well.
    """
    match = None if _NOT_PLAIN.search(text) else _PLAIN.fullmatch(text)
    if match is None or (match[2] and _FIELDS.fullmatch(match[2])):
        return None
    return match[1], match[3]

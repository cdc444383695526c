"""The names of people and groups: given and family names apart, in either order."""

from __future__ import annotations

import re
from typing import NamedTuple

from rlist.formats.names import is_person


class Name(NamedTuple):
    """A name taken apart; a group, or what isn't understood, is all in `family` and has `is_group` set."""

    given: str
    family: str
    suffix: str = ""
    is_group: bool = False


_SUFFIX = re.compile(r"(?:[JS]r|Jnr|Snr)\.?|II|III|IV|VI{0,3}|Ph\.?\s?D\.?|M\.?D\.?", re.IGNORECASE)
_INITIALS = re.compile(r"(?:[^\W\d_]\.?[-\s]*){1,4}")
# Words that people aren't called; a name that holds one is that of a group.
_GROUP = re.compile(
    r"\b(?:and|of|for|the|on|at|group|team|teams|consortium|committee|inc|ltd|llc|gmbh|corp|corporation|company|university"
    r"|institute|foundation|association|society|labs?|laboratory|collaboration|project|organi[sz]ation|office|department"
    r"|center|centre|agency|ministry|council|board|network|community|contributors|developers|authors|editors|standards"
    r"|research|technologies|systems|software)\b|\d|&",
    re.IGNORECASE,
)
_AND = re.compile(r"(?:^|\s)and(?:\s|$)", re.IGNORECASE)


def split_name(written: str) -> Name:
    """The parts of a name in either order: "Albert Gu", "Gu, Albert", "King, Jr., Martin Luther", "Vincent van Gogh".

    The family name is the last word with the particles in lower case before it, as BibTeX has it:
    https://mirrors.ctan.org/info/bibtex/tamethebeast/ttb_en.pdf, section 11.
    """
    parts = [" ".join(part.split()) for part in written.split(",")]
    if len(parts) == 2 and parts[0] and parts[1] and not _GROUP.search(written):
        family, given = parts
        if not _SUFFIX.fullmatch(given):
            return Name(given, family)
        natural = _natural(family)
        return natural if natural.is_group else natural._replace(suffix=given)
    if len(parts) == 3 and all(parts):
        # BibTeX has the suffix in the middle, RIS at the end.
        if _SUFFIX.fullmatch(parts[1]):
            return Name(parts[2], parts[0], parts[1])
        if _SUFFIX.fullmatch(parts[2]):
            return Name(parts[1], parts[0], parts[2])
    return _natural(" ".join(written.split()))


def _natural(written: str) -> Name:
    words = written.split(" ")
    if "," in written or (len(words) > 1 and _GROUP.search(written)):
        return Name("", written, is_group=True)
    suffix = words.pop() if len(words) > 2 and _SUFFIX.fullmatch(words[-1]) else ""
    first = next((at for at, word in enumerate(words[:-1]) if word[:1].islower()), len(words) - 1)
    return Name(" ".join(words[:first]), " ".join(words[first:]), suffix)


def read_name(written: str) -> str:
    """The name as the library keeps it: given name first where the parts can be found again, else as it was written."""
    name = split_name(written)
    natural = " ".join(part for part in (name.given, name.family, name.suffix) if part)
    return natural if split_name(natural) == name else inverted(name)


def inverted(name: Name) -> str:
    """The family name in front: "Gu, Albert", "King, Jr., Martin Luther"; a name of one part as it is."""
    return ", ".join(part for part in (name.family, name.suffix, name.given) if part)


def needs_braces(written: str, name: Name) -> bool:
    """Whether BibTeX would take a name apart in another way unless it stands in braces."""
    if name.is_group or _AND.search(written) or written.casefold() == "others":
        return True
    return not name.given and not name.suffix and " " in name.family and not name.family[:1].islower()


def separate_names(written: str) -> list[str]:
    """The names in a value that may hold several: parted by `;`, by ` and `, or by commas where those part names.

    Commas part names where every part is one ("Jane Doe, John Roe"), or where initials follow each family name
    ("Saltzer, J. H., Reed, D. P.").
    """
    if ";" in written:
        parts = [part.strip() for part in written.split(";")]
        return [name for part in parts for name in (_by_commas(part) if part.count(",") > 1 else [part]) if name]
    if re.search(r"\sand\s", written) and not _GROUP.search(re.sub(r"\sand\s", " ", written)):
        parts = re.split(r",?\s+and\s+", written)
        return [name for part in parts for name in (_by_commas(part) if len(parts) > 1 else [part])]
    return _by_commas(written)


def _by_commas(written: str) -> list[str]:
    parts = [" ".join(part.split()) for part in written.split(",")]
    parts = [part for part in parts if part]
    if len(parts) >= 4 and len(parts) % 2 == 0 and all(_INITIALS.fullmatch(part) for part in parts[1::2]):
        return [f"{family}, {given}" for family, given in zip(parts[::2], parts[1::2], strict=True)]
    if len(parts) > 2 and all(" " in part for part in parts) and not any(map(_SUFFIX.fullmatch, parts)):
        return parts
    # A family name of two words is no person, so the second of two names need not be a known one.
    if len(parts) == 2 and is_person(parts[0]) and " " in parts[1] and not _GROUP.search(parts[1]):
        return parts
    return [" ".join(written.split())] if written.strip() else []

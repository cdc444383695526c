"""What of an item a browser may be given: an address of the web, or a document that the reader keeps."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote, unquote_to_bytes, urlsplit

from rlist.errors import WrongUsage
from rlist.library import Library
from rlist.library.naming import show
from rlist.model import identity
from rlist.model.address import browser_address, is_for_browser
from rlist.model.item import Item

# What is read and doesn't run. A page may hold scripts, which browsers keep from other files.
_DOCUMENTS = (
    r".*\.(?:pdf|djvu|epub|mobi|azw3|fb2|txt|md|rst|org|tex|html?|xhtml|mht|mhtml|odt|odp|docx|pptx"
    r"|png|jpe?g|gif|webp|mp3|m4a|ogg|opus|mp4|webm|mkv)"
)
# A host in it would be another machine's, which some systems ask as soon as they see it.
_FILE_ADDRESS = r"file:///(?!/)\S+"


def document_address(text: str) -> str | None:
    """The address, "file:///…", of the file that `text` names by that or by a path; None where it names none.

    A path begins with `/`, `~/`, `./` or `../`: other words may be the title of something.
    """
    if re.fullmatch(_FILE_ADDRESS, text, re.IGNORECASE):
        return text
    if not re.match(r"(?:/|~/|\.\.?/)[^\0]*$", text):
        return None
    address = Path(os.path.abspath(os.path.expanduser(text))).as_uri()
    return address if re.fullmatch(_FILE_ADDRESS, address) else None


def document_title(address: str) -> str | None:
    """The name of the document at the address "file:///…", without its ending; None where there is none to open."""
    try:
        _checked(address)
    except WrongUsage:
        return None
    return unquote(Path(urlsplit(address).path).stem)


def is_missing_document(address: str) -> bool:
    """Whether the address "file:///…" has the name of a document, and no such file is there."""
    path = Path(os.fsdecode(unquote_to_bytes(urlsplit(address).path)))
    return re.fullmatch(_DOCUMENTS, path.name, re.IGNORECASE) is not None and not os.path.lexists(path)


def to_open(library: Library, arguments: Sequence[str], *, pdf: bool = False) -> list[tuple[Item, str]]:
    """The address to open for each of the items that `arguments` name, or that of its PDF.

    It is one of http, https, mailto, or that of a file which is there and is a document. Raises WrongUsage for an item
    that has none.
    """
    return [(item, _address(item, pdf=pdf)) for item in show(library, arguments)]


def _address(item: Item, *, pdf: bool) -> str:
    spelled = [identity.address_of(scheme, value) for scheme, value in item.metadata.identifiers.items()]
    known = [link.url for link in item.links] + [address for address in spelled if address]
    trouble: WrongUsage | None = None
    for address in map(browser_address, known):
        if re.match("file:", address, re.IGNORECASE):
            try:
                document = _checked(address)
            except WrongUsage as error:
                trouble = error
                continue
            if not pdf or document.lower().endswith(".pdf"):
                return document
        elif (wanted := identity.pdf_address(address) if pdf else address) and is_for_browser(wanted):
            return wanted
    what = "PDF that rlist knows of" if pdf else "address to open"
    hint = f"`rlist edit {item.id} --url ADDRESS` gives it one"
    raise trouble or WrongUsage(f"{item.id} has no {what}: {item.title}", hint)


def _checked(address: str) -> str:
    """The address of the file that the address of a document leads to; raises WrongUsage where that is no document."""
    if not re.fullmatch(_FILE_ADDRESS, address, re.IGNORECASE):
        raise WrongUsage(f"{address} isn't the address of a file of this machine", "file:///home/me/paper.pdf is one")
    try:
        path = Path(os.path.realpath(os.fsdecode(unquote_to_bytes(urlsplit(address).path))))
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise WrongUsage(f"{address} can't be opened: {reason}", "`rlist edit` gives the item another one") from error
    can_run = os.name != "nt" and mode & (stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    if not stat.S_ISREG(mode) or can_run or not re.fullmatch(_DOCUMENTS, path.name, re.IGNORECASE):
        raise WrongUsage(f"{path} isn't opened: it is no document", "what could be a program is opened by you alone")
    return path.as_uri()

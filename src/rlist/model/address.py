"""The parts of an address, and where it ends in a text."""

import re
from typing import NamedTuple

# The ends of host names in which an address without scheme is believed; `torch.compile` and `Node.js` have none.
TOP_LEVEL = (
    r"(?:com|org|net|io|edu|gov|ai|dev|co|app|blog|be|ch|de|fr|uk|eu|at|nl|se|es|it|pl|ru|cn|jp|kr|in|ca|au|us|me|tv"
    r"|info|xyz|page|pub|press|site|social|tech|cloud|science|academy|wiki|news|email|fm|so|rs|ly|gg|link|run|club)"
)
_ADDRESS = r"(?:([a-zA-Z][a-zA-Z0-9+.-]*)://)?(?:[^/?#]*@)?([^/?#:]*)(?::(\d*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?"
_CLOSED_BY = {")": "(", "]": "[", "}": "{"}
# Marks of the sentence around an address, and of Markdown; after them only what was opened inside it belongs to it.
_TRAILING = ".,;:!?'\"*~’‘"

# Ends of paths that say little alone, so that what stands before them is taken along: a number, a hash, `edit`.
_SAYS_LITTLE = r"[\d._/-]*|[0-9a-f/-]{12,}|(?:status|index|edit|view|p|d)(?:[./].*)?"
_NAMED_BY_QUERY = r"|(?:.*/)?(?:watch|item|forum|view\w*|index|show\w*|story|article|search|abstract)"


class Parts(NamedTuple):
    """An address taken apart: scheme and host in lower case, the host without `www.`, the rest as written."""

    scheme: str
    host: str
    port: str
    path: str
    query: str
    fragment: str


def split_address(url: str) -> Parts | None:
    """The parts of an address with or without scheme, or None where there is no host, or a blank in it."""
    match = re.fullmatch(_ADDRESS, url.strip(), re.DOTALL) if len(url.split()) == 1 else None
    if not match or not match[2] or (match[4] and match[4][0] != "/"):
        return None
    host = match[2].lower().rstrip(".")
    while host.startswith("www.") and "." in host[4:]:
        host = host[4:]
    return Parts((match[1] or "").lower(), host, match[3] or "", match[4], match[5] or "", match[6] or "")


def percent_decoded(text: str) -> str:
    """`text` without percent-coding, but for what would part an address elsewhere: `/?#&=%+`, blanks, controls."""
    return re.sub(r"(?:%[0-9a-fA-F]{2})+", _decoded_run, text) if "%" in text else text


def _decoded_run(match: re.Match[str]) -> str:
    try:
        characters = bytes.fromhex(match[0].replace("%", "")).decode()
    except UnicodeDecodeError:
        return match[0].upper()
    return "".join(
        "".join(f"%{byte:02X}" for byte in c.encode()) if c in "/?#&=%+" or c.isspace() or not c.isprintable() else c
        for c in characters
    )


def trim_address(found: str) -> str:
    """`found` without what belongs to the sentence around it: marks at its end, a bracket that it doesn't open."""
    opened: list[str] = []
    for bracket in re.finditer(r"[()\[\]{}]", found):
        if bracket[0] in _CLOSED_BY.values():
            opened.append(bracket[0])
        elif opened and opened[-1] == _CLOSED_BY[bracket[0]]:
            opened.pop()
        else:
            found = found[: bracket.start()]
            break
    return found.rstrip(_TRAILING)


def browser_address(url: str) -> str:
    """`url` as a browser takes it: letter for letter as written, with `https://` in front where it has no scheme."""
    return url if re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:(?!\d)", url) else f"https://{url}"


def is_for_browser(url: str) -> bool:
    """Whether a browser may be given `url`, or a page may link it; any other scheme could run a program."""
    return re.match(r"(?:https?://|mailto:)\S", url, re.IGNORECASE) is not None


def readable_address(url: str) -> str:
    """What stands for a title until there is a better one: "understanding-gpu-performance · arthurchiao.art"."""
    parts = split_address(url)
    if parts is None:
        return url
    steps = [percent_decoded(step) for step in parts.path.split("/") if step]
    name = ""
    while steps and (not name or re.fullmatch(_SAYS_LITTLE, name)):
        name = f"{steps.pop()}/{name}".rstrip("/")
    name = re.sub(r"\.(?:html?|php|aspx?|pdf|md)$", "", name)
    if parts.query and re.fullmatch(_NAMED_BY_QUERY, name):
        name += f"?{percent_decoded(parts.query)}"
    if parts.fragment and not name:
        name = f"#{percent_decoded(parts.fragment)}"
    return f"{name} · {parts.host}" if name else parts.host

"""What the doctor found, as the command shows it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from rlist.cli.render import json_text
from rlist.cli.terminal import clean

if TYPE_CHECKING:
    from rlist.cli.terminal import Look
    from rlist.library.doctoring import Examined, Finding, Salvaged

# As many faults of one check as are read; the rest is counted.
_SHOWN = 10


def examined(result: Examined, how: Look) -> str:
    """Each check with its faults."""
    if how.as_json:
        return json_text([_plain(finding) for finding in result.findings], how)
    lines = [line for finding in result.findings for line in _lines(finding)]
    if result.saved:
        lines.append(f"what was there is kept: `rlist restore {shlex.quote(clean(str(result.saved)))}` brings it back")
    return "\n".join(lines)


def advice(*, fixed: bool) -> str:
    """What to do about what is wrong."""
    if fixed:
        return "`rlist restore FILE` brings back a copy, `rlist doctor --salvage FILE` gets out what can be read"
    return "`rlist doctor --fix` mends what can be mended"


def salvaged(result: Salvaged, file: str, how: Look) -> str:
    """What came out of a damaged file, and what to do with it."""
    if how.as_json:
        return json_text({"file": file, **result._asdict()}, how)
    strays = f", {result.strays} of them of no table any more" if result.strays else ""
    return (
        f"salvaged {result.items} item{'' if result.items == 1 else 's'} into {clean(file)}, "
        f"from {result.pages} pages{strays}\n"
        f"look at it with `rlist --db {shlex.quote(clean(file))}`; "
        f"`rlist restore {shlex.quote(clean(file))}` puts it in the library's place"
    )


def _plain(finding: Finding) -> dict[str, object]:
    return {"check": finding.check, "faults": list(finding.faults), "left": list(finding.left)}


def _lines(finding: Finding) -> list[str]:
    if not finding.faults and not finding.left:
        return [f"{finding.check}: fine"]
    shown = finding.left or finding.faults
    more = [f"  {len(shown) - _SHOWN} more"] if len(shown) > _SHOWN else []
    state = "wrong" if finding.left else "mended"
    return [f"{finding.check}: {state}", *(f"  {clean(fault)}" for fault in shown[:_SHOWN]), *more]

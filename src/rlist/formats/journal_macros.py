"""The commands that journals of astronomy are written as in BibTeX: http://adsabs.harvard.edu/abs_doc/aas_macros.html."""

from __future__ import annotations

import re

_LISTED = r"""
aj       Astronomical Journal
actaa    Acta Astronomica
araa     Annual Review of Astronomy and Astrophysics
apj      Astrophysical Journal
apjl     Astrophysical Journal Letters
apjs     Astrophysical Journal Supplement
ao       Applied Optics
apss     Astrophysics and Space Science
aap      Astronomy and Astrophysics
aapr     Astronomy and Astrophysics Reviews
aaps     Astronomy and Astrophysics Supplement
azh      Astronomicheskii Zhurnal
baas     Bulletin of the AAS
icarus   Icarus
jcap     Journal of Cosmology and Astroparticle Physics
jrasc    Journal of the RAS of Canada
memras   Memoirs of the RAS
mnras    Monthly Notices of the RAS
na       New Astronomy
nar      New Astronomy Reviews
pasa     Publications of the Astronomical Society of Australia
pra      Physical Review A
prb      Physical Review B
prc      Physical Review C
prd      Physical Review D
pre      Physical Review E
prl      Physical Review Letters
pasp     Publications of the ASP
pasj     Publications of the ASJ
qjras    Quarterly Journal of the RAS
skytel   Sky and Telescope
solphys  Solar Physics
sovast   Soviet Astronomy
ssr      Space Science Reviews
zap      Zeitschrift fuer Astrophysik
nat      Nature
iaucirc  IAU Circulars
aplett   Astrophysical Letters
apspr    Astrophysics and Space Physics Research
bain     Bulletin of the Astronomical Institute of the Netherlands
fcp      Fundamental Cosmic Physics
gca      Geochimica et Cosmochimica Acta
grl      Geophysical Research Letters
jcp      Journal of Chemical Physics
jgr      Journal of Geophysical Research
jqsrt    Journal of Quantitative Spectroscopy and Radiative Transfer
memsai   Memorie della Societa Astronomica Italiana
nphysa   Nuclear Physics A
physrep  Physics Reports
physscr  Physica Scripta
planss   Planetary and Space Science
procspie Proceedings of the SPIE
"""
_JOURNALS = dict(line.split(maxsplit=1) for line in _LISTED.strip().splitlines())
_MACRO = re.compile(r"\s*\{?\\([a-z]+)\}?\s*")


def journal_of_macro(value: str) -> str | None:
    r"""The journal that `value` is a command for, such as `\prl`, or None."""
    macro = _MACRO.fullmatch(value) if "\\" in value else None
    return _JOURNALS.get(macro[1]) if macro else None

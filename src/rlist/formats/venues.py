"""Where works appear: the venues that lists name, and the words of links to where a work can be looked up."""

from __future__ import annotations

import re
from typing import NamedTuple

from rlist.formats.publishers import is_publisher

# Names as lists write them. One that is also a plain word ("Science", "Nature", "Cell") counts only with a year.
_VENUES = """
AAAI AAMAS ACL AISTATS ALT ANCS APSys ASE ASPLOS ATC BMVC CAV CCGrid CCS CGO CHI CIDR CIKM CLR COLING COLM COLT CONCUR
CONLL CRYPTO CSCW CVPR CoNEXT CoNLL CoRL DAC DISC DSN DATE EACL ECAI ECCV ECIR ECML ECOOP EDBT EMNLP ESOP EUROCRYPT
EuroSys FAccT FAST FM FMCAD FOCS FPGA FPL FSE FSTTCS GECCO HPCA HPDC HotCloud HotNets HotOS HotStorage ICALP ICAPS
ICASSP ICCAD ICCV ICDCS ICDE ICDM ICDT ICFP ICLR ICML ICPP ICRA ICS ICSE ICSME IJCAI IJCNLP IJCV IMC INFOCOM
INTERSPEECH IPDPS IROS ISCA ISMIR ISMM ISSTA ISWC ITCS IWSLT Interspeech JACM JAIR JFP JMLR KDD LICS LISA LREC MASCOTS
MICCAI MICRO MLSys MobiCom MobiSys NAACL NDSS NIPS NSDI NeurIPS OOPSLA OSDI PACT PAKDD PETS PLDI PNAS PODC PODS POPL
PPoPP PVLDB PoPETs RANLP RECOMB RSS RTAS RTSS RecSys SAS SC SIGCOMM SIGCSE SIGGRAPH SIGIR SIGMETRICS SIGMOD SOCC SODA
SOSP SOSR SPAA STACS STOC SenSys SoCC SysML TACAS TACL TACO TALG TCS TKDE TMLR TNNLS TOCS TODS TOG TOIS TOPLAS TOSEM
TPAMI TPDS TSE UAI UIST USENIX VLDB VLDBJ VMCAI WACV WMT WSDM WWW XP
"""
_LONG_VENUES = """
USENIX ATC|USENIX Security|USENIX FAST|USENIX NSDI|USENIX OSDI|USENIX LISA|USENIX HotOS|USENIX HotCloud|ACM CCS
|ACM SIGCOMM|ACM SIGMOD|ACM TOCS|ACM TODS|ACM TOPLAS|ACM TOG|ACM Computing Surveys|ACM Comput. Surv.|ACM Queue
|ACM CHI|ACM MM|ACM FAccT|ACM Multimedia|IEEE S&P|S&P|Oakland|IEEE Micro|IEEE Computer|IEEE TPAMI|IEEE Access
|IEEE Software|CACM|Comm. ACM|Commun. ACM|Communications of the ACM|Proc. VLDB Endow.|VLDB Endowment
|Neural Computation|Nature Communications|Nature Methods|Nature Machine Intelligence|Nature Neuroscience
|Science Advances|PLOS ONE|PLoS ONE|Physical Review|Physical Review Letters|Phys. Rev.|Phys. Rev. Lett.
|Physical Review X|Machine Learning Journal|Distill|The Computer Journal|Acta Informatica
|Bell System Technical Journal|Psychological Review|Cognitive Science|The Lancet|The VLDB Journal|VLDB J.|VLDB J
|Annual Review of Statistics|Advances in Neural Information Processing Systems|USENIX Annual Technical Conference
|IEEE Symposium on Security and Privacy|NeurIPS Datasets and Benchmarks
|Findings of the Association for Computational Linguistics|Findings of ACL|Findings of EMNLP|ACL Findings
|EMNLP Findings
"""
# Beginnings after which a whole phrase is the name of a venue; the phrase may go on in any words.
_VENUE_BEGINS = (
    r"(?:Proc(?:\.|eedings\b)|Journal of|Trans(?:actions|\.) (?:on|of)|Advances in Neural|Communications of the"
    r"|Annals of|(?:International |Intl?\.? |Annual )?(?:Conference|Symposium|Workshop|Journal) (?:on|of)"
    r"|(?:IEEE|ACM|USENIX)[ /][A-Z])"
)
_VENUE_HOLDS = (
    r"\b(?:Transactions on|Journal of|Symposium on|Conference on|Proceedings of|Workshop on|Letters|Journal)\b"
)
# An acronym that no table knows is a venue when a year follows it, as in `MLHPC 2023`, unless it can have written it.
_ACRONYM = re.compile(r"(?!IBM|MIT|NVIDIA|AWS|AMD|BAIR|BAAI|GPT|CUDA)[A-Z]{3,8}")
_PREPOSITION = re.compile(
    r"\A(?:[Ii]n(?: |: ?)|[Pp]resented at |[Pp]ublished in |[Pp]ublished at |[Aa]ccepted (?:at|to|by|for) )"
)
_BEFORE = frozenset({"in ", "in:", "pre", "pub", "acc", "the"})
_ONLY_WITH_YEAR = (
    "Machine Learning|Neural Networks|Artificial Intelligence|Distributed Computing|Science|Nature|Cell|Neuron|JAMA"
    "|Queue|Computer|Patterns|Blackwell|Elsevier|Taylor & Francis"
    # Where talks are held.
    "|Strange Loop|GOTO|GOTO Conference|QCon|QCon London|PyCon|PyCon US|EuroPython|RubyConf|RailsConf|RustConf"
    "|GopherCon|FOSDEM|DEF CON|Black Hat|CppCon|JSConf|JSConf EU|NDC|NDC Oslo|Papers We Love|SREcon|KubeCon|re:Invent"
    "|WWDC|Google I/O|Devoxx|ElixirConf|Curry On|OSCON|Velocity|GDC|JuliaCon|PGCon|Clojure/conj|Clojure/West|Code BEAM"
    "|Erlang Factory|Node Summit|Craft Conference|Handmade Seattle"
)
_YEAR = r"(?:1[89]|20)\d\d"
_SHORT_YEAR = r"['’‘`]\s?\d\d"
_NAMES = frozenset(_VENUES.split()) | frozenset(name.strip() for name in _LONG_VENUES.replace("\n", "").split("|"))
_LONG_NAMES = frozenset(name.casefold() for name in _NAMES if " " in name)
# In any letter case, as `Mobisys '13`, but for short names and those that are words as well.
_WORDS_AS_WELL = frozenset({"MICRO", "Distill", "FAST", "DATE", "LISA", "PETS", "PODS"})
_FOLDED_NAMES = frozenset(name.casefold() for name in _NAMES - _WORDS_AS_WELL if len(name) > 3)
_DATED_NAMES = frozenset(_ONLY_WITH_YEAR.split("|"))
# Tracks of a conference: `NeurIPS Datasets and Benchmarks`, `CVPR Oral`, `ICLR (Spotlight)`, `EMNLP Findings`.
_TRACK = re.compile(
    r"[ -]+\(?(?:Datasets(?: and Benchmarks)?(?: Track)?|D&B|Oral|Spotlight|Poster|Best Paper(?: Award)?|Findings"
    r"|Workshops?|Demo|Main|Short|Industry|Outstanding Paper|Notable[ -]top[ -]\d+%)\)?$",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\A(?:[Tt]he )?(?:\d+(?:st|nd|rd|th)|(?:19|20)\d\d(?= [A-Z]{2})) ")
# The words that the names of journals are cut to, as in `Nat. Commun.`: https://www.issn.org
_CUT_WORDS_LISTED = """
acad acc acta adv agric am anal angew ann annu appl arch astron astrophys atmos behav biochem bioinformatics biol
biomed biophys biotechnol br brain bull cancer cell cereb chem clin cogn commun comp comput control cortex curr dev
dis dyn earth ecol econ educ electron endocrinol eng engl entropy environ epidemiol eur evol exp fluid front gen genet
genome genomics geol geophys glob health hum ieee imaging immunol inf innov inst int intell j jama jpn lab lancet lang
lett linguist mach magn manag mar mater math mech med metab methods microbiol mod mol nano nanotechnol nat natl neural
neurobiol neurol neuron neurophysiol neurosci nucl nucleic nutr oncol open opin opt pathol percept perspect pharmacol
philos photonics phys physiol plant plos pnas polit probab proc procedia prog proteom psychiatry psychol public q qual
quant r radiol rep res resour rev robot royal sci semin sens signal sleep soc sociol softw solid stat statist stud
surg surv symp syst technol theor theory ther top toxicol trans transl trends univ vet vis vision world z
"""
_CUT_WORDS = frozenset(_CUT_WORDS_LISTED.split())
_WITH_YEAR = re.compile(
    rf"(?P<name>[^\d(].*?)[ ,:-]*(?:\(?(?P<year>{_YEAR})\)?|(?P<short>{_SHORT_YEAR})|(?P<tight>(?<!\d)\d\d))"
    rf"(?P<track>[ -]\(?[A-Za-z][A-Za-z &-]+\)?)?"
)
_PHRASE = re.compile(rf"(?:{_VENUE_BEGINS}|(?:[A-Z][\w&'’-]*[ ,]+){{0,6}}?{_VENUE_HOLDS})[^.;]*")
# A word that no name of a venue holds: the phrase is a sentence.
_PROSE = re.compile(
    r"(?<!\S)(?:is|are|was|were|be|been|has|have|had|do|does|did|should|would|could|can|will|may|we|you|i|it|they|he|she"
    r"|this|that|these|which|who|not|so|but|if|as|by|my|our|your|ist|sind|wir|est|sont|nous)(?!\S)",
    re.IGNORECASE,
)
_VOLUME = re.compile(r"(.+?) \d{1,3}")
_PHRASE_YEAR = re.compile(rf"^(.+?)[ ,]*[(]?({_YEAR}|{_SHORT_YEAR})[)]?$")

_SHORT_YEAR_BEHIND = rf"(?:[ -]?(['’]?\d\d|{_YEAR}))?"
_SHORT_BEHIND = re.compile(
    rf" \(([A-Z][^()]{{2,30}}?){_SHORT_YEAR_BEHIND}\)$|, ([A-Z][A-Za-z ]{{2,20}}?){_SHORT_YEAR_BEHIND}$"
)
_MONTH_BEHIND = re.compile(
    r",? (?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\.?$"
)
_PAGES = re.compile(
    r",?\s*(?:,\s*|\s(?=\d+\())(?:vol|no|pp|p|pages?)?\.?\s?(?!(?:1[89]|20)\d\d\b)\d[\d\s():–-]*(?=$|,)"
)

# What the link said whose address got lost: where to look a work up, never where it appeared.
_LABELS_LISTED = """
arXiv|CoRR|arXiv preprint|arXiv e-prints|USENIX|ACM|ACM DL|ACM Digital Library|PMLR|Blog|Blog post|Blogpost|PDF|Full PDF
|Paper|Code|Slides|Video|Website|Link|HTML|DOI|OpenReview|IEEE Xplore|ScienceDirect|Springer|SpringerLink|Medium
|GitHub|Substack|YouTube|Wikipedia|Hugging Face|HuggingFace|HF|Semantic Scholar|Google Scholar|Talk|Post|Thread
|Twitter|Tweet|Docs|Documentation|Book|Homepage|Home page|Project|Project page|Project website|Preprint|CVF
|ACL Anthology|bioRxiv|medRxiv|JSTOR|SSRN|HAL|ResearchGate|NeurIPS Proceedings|Poster|Demo|Tutorial|Course|Supplement
|Supplementary|Appendix|Notes|Article|Web|Webpage|Full text|Free PDF|Author copy|Abstract|abs|Recording|Reddit|HN
|Hacker News|Repo|Repository|Model|Models|Dataset|Data|Colab|Notebook|Review|Summary|Source|Version|X|Manual|Essay
|Lecture|Lecture note|Lecture notes|Handout|Source code|Official code|GitHub link|Paper link|Project link|Code link
|PDF link|arXiv link|Proof|Proofs|Artifact|Artifacts|Implementation|BibTeX|Weights|Checkpoints|Supplemental
|GitHub repo|GitHub repository|Official repo|Official website|PyTorch|TensorFlow|JAX
|论文|论文链接|论文地址|论文下载|论文下载链接|论文主页|原文|原文链接|代码|代码链接|代码地址|源码|开源代码|项目|项目主页|项目链接|项目地址|主页
|链接|地址|数据集|数据|视频|演示视频|Demo视频|博客|解读|论文解读|中文解读|笔记|论文笔记|幻灯片|翻译|译文|官网|代码实现|知乎|B站|B站视频|哔哩哔哩|bilibili|微信|公众号|PPT
|論文|コード|スライド|動画|プロジェクト|논문|코드|발표자료|영상|링크
"""
LABELS = frozenset(label.casefold() for label in _LABELS_LISTED.strip().replace("\n", "").split("|"))
LABEL_ENDS = frozenset(label.split()[-1] for label in LABELS)


class Venue(NamedTuple):
    """A venue with the year that stands beside it."""

    name: str
    year: int | None


def parse_venue(text: str) -> Venue | None:
    """The venue that all of `text` names ("OSDI 2024", "NeurIPS' 14", "Journal of the ACM"), or None."""
    text = text.strip(" ,;:")
    if not text or not (text[0].isupper() or text[0].isdigit() or text[:3] in _BEFORE):
        return None
    if text[:2] in {"In", "in"} or text[:1] in "pPaA":
        text = _PREPOSITION.sub("", text)
    if text[-1:].isdigit() or text[-1:] == ")":
        text = _PAGES.sub("", text)
        # A journal with the number of a volume: `Machine Learning 20`.
        if (volume := _VOLUME.fullmatch(text)) and (volume[1] in _DATED_NAMES or volume[1].casefold() in _LONG_NAMES):
            return Venue(volume[1], None)
    name = _known_part(text)
    if name in _NAMES or (" " in name and name.casefold() in _LONG_NAMES):
        return Venue(text, None)
    if (match := _WITH_YEAR.fullmatch(text)) and (not match["track"] or _TRACK.fullmatch(match["track"])):
        name = _known_part(match["name"])
        # `OSDI 04` is read so of known venues only: `CUDA 12` is no venue of 2012.
        if (
            name in _NAMES
            or name.casefold() in _FOLDED_NAMES
            or (
                not match["tight"]
                and (
                    name in _DATED_NAMES or _ACRONYM.fullmatch(name) or _is_cut(name) or is_publisher(name, dated=True)
                )
            )
        ):
            return Venue(_ORDINAL.sub("", match["name"]), full_year(match["year"] or match["short"] or match["tight"]))
    if is_publisher(text):
        return Venue(text, None)
    if text[:4] == "The " or text[:1].isdigit():
        text = _ORDINAL.sub("", text)
    if len(text) <= 200 and " " in text and _PHRASE.fullmatch(text) and not _PROSE.search(text):
        if match := _PHRASE_YEAR.match(text):
            return _shortened(match[1].strip(" ,("), full_year(match[2]))
        return _shortened(text, None)
    return None


def _shortened(name: str, year: int | None) -> Venue:
    """The venue with the short name that stands behind its long one: `…, SOSP ’03`, `… (USENIX ATC 14)`."""
    name = _MONTH_BEHIND.sub("", name)
    if (short := _SHORT_BEHIND.search(name)) and _known_part(found := (short[1] or short[3]).strip()) in _NAMES:
        digits = short[2] or short[4]
        return Venue(found, year or (full_year(digits) if digits else None))
    return Venue(name, year)


def _is_cut(name: str) -> bool:
    """Whether a name is that of a journal with its words cut short: `Nat Commun`, `J. Neurosci.`."""
    words = name.split()
    return (
        1 < len(words) < 7
        and all(word[0].isupper() and word.strip(".").casefold() in _CUT_WORDS for word in words)
        and not all(len(word) > 5 for word in words)
    )


def _known_part(name: str) -> str:
    """`name` without what varies from year to year: `the 26th SOSP`, `ICML (Oral)`."""
    if name[:1].isdigit() or name[:4] in {"the ", "The "}:
        name = _ORDINAL.sub("", name)
    return _TRACK.sub("", name) if " " in name or "-" in name else name


def full_year(digits: str) -> int:
    """The year that `2024`, `'24` or `24` says; two digits are of this century up to the thirties."""
    number = int(re.sub(r"\D", "", digits))
    return number if number > 99 else number + (2000 if number < 40 else 1900)


def is_label(text: str) -> bool:
    """Whether `text` is what a link to a work says, and neither a title nor a venue: `arXiv`, `[pdf]`, `ACM DL`."""
    return len(text) < 30 and text.strip(" .[]()*_:").casefold() in LABELS

"""The names of authors as lists write them."""

from __future__ import annotations

import re
from typing import NamedTuple


class Authors(NamedTuple):
    """Names in order, given name first; `et_al` says there are more, `sure` that they can't be anything but names."""

    names: tuple[str, ...]
    et_al: bool
    sure: bool


# Given names in many languages: they tell `Donald Knuth` from `Neural Networks` where nothing else does.
_GIVEN_NAMES = frozenset(
    """
aaron abigail adam aditya adrian ahmed aidan alan albert alec alejandro aleksander alex alexander alexandra alexei alexey
alfred ali alice alina alison amanda amir amit amy ana anders andre andrea andreas andrej andrew andrey andy angela anil
anita ann anna anne anthony antoine anton antonio arjun armand arthur arun arvind ashish barbara ben benjamin bernard
bernhard bertrand beth betty bill björn bob boris brad brandon brendan brenda brian bruce bruno butler carl carla carlo
carlos carol caroline catherine charles charlie chen chloe chris christian christina christine christoph christopher
claire claude claudia colin craig dan daniel daniela dario dave david dawn deborah denis dennis diana diego dimitri dinesh
dirk dmitry don donald donna dorothy douglas duncan dylan ed edgar edmund eduardo edward edsger elaine eleanor elena eli
elias elizabeth ellen emil emily emma emmanuel enrico eric erich erik ernest ethan eugene eva evan fabian fabio felix fei
fernando florian frances francesca francesco francis francois françois frank franz fred frederick friedrich gabriel gary
geoff geoffrey georg george georges gerald gerhard gilbert giovanni glenn gordon grace graham greg gregory guido guillaume
gustav guy hannah hans harald harold harry heather hector heinrich helen helmut henri henry herbert hiroshi holger horst
howard hugo ian igor ilya ingrid ioannis irene isaac isabel ivan jack jackie jacob jacques jakob james jamie jan jane
jared jason javier jay jean jeff jeffrey jennifer jeremy jerry jesse jessica jill jim jimmy joan joel joe johan johann
johannes john johnny jon jonas jonathan jordan jorge jose josé josef joseph josh joshua juan judea judith julia julian
julie jun jürgen justin kai karen karl karsten kate katherine kathleen kathryn kay keith keller kelly ken kenneth kent
kevin kim klaus konrad kurt kyle lars laura lauren laurent lawrence leo leon leonard leonid leslie lilian linda linus
lisa liz logan lorenzo louis lucas lucy ludwig luis luke lukasz łukasz lynn manuel marc marcel marco marcus margaret maria
marie mario marion mark markus marta martin martha mary mateo matei matt matteo matthew matthias maurice max maya megan
mei melanie michael michel michelle miguel mikael mike mikhail milton miriam mohamed mohammad mona monica morgan moritz
nadia nancy naomi natalia natalie natasha nathan neal neil nicholas nick nicola nicolas niels niki nikita niklaus nikola
nina noah noam noel nora norbert norman olga oliver olivier omar oscar otto pablo pamela paolo pascal pat patricia patrick
paul paula pavel pedro per percy peter petra phil philip philipp philippe pierre pieter priya quentin rachel rafael rahul
raj rajesh ralf ralph randall raphael ravi ray raymond rebecca reinhard remi rené ricardo rich richard rob robert roberta
roberto robin rodney roger roland rolf roman ron ronald rosa ross roy rudolf russ russell ruth ryan sally sam samuel sandra
sanjay sara sarah sasha saul scott sean sebastian sergei sergey seth shane shannon sheila sherry simo simon simone sofia
sophie stas stefan stefano stella stephan stephane stephanie stephen steve steven stewart stuart sue sunil susan susanne
suzanne sven sylvain takashi tanja tanya tara ted teresa terry theo theodore thomas tim timnit timo timothy tina tobias
todd tom tomas tommy tony tracy tri ulrich uwe valentina vera veronica vicki victor victoria vijay vikram vincent virginia
vladimir walter wei wendy wenyu werner wes wilhelm will willard william wolfgang xavier xin yair yan yang yann yann
yannick yi yoav yoshua yuan yuri yves zachary zoe zoubin
""".split()
)
# Words of titles and topics that are written with a capital and are no names; one of them and a phrase is no name.
_NO_NAMES = frozenset(
    """
a about above abstract abstraction accelerators access accurate adaptive additional advanced advances adversarial after
agent agents ai algorithm algorithms all alignment also an analysis and annotated api application applications applied
approach approaches architecture architectures art article as assembly asynchronous at attention attack auto automated
automatic background backend basic basics batch bayesian beginner beginners benchmark benchmarks best better beyond big
binary blog book books building by c calculus career case causal chapter chip circuits classic classics classification
cloud cluster clusters code coding cognitive collection common communication compiler compilers complete complex
complexity compression computation computational compute computer computers computing concepts concurrency concurrent
conference consensus consistency context contrastive control convergence conversation convolutional core cost course
cryptography cuda culture current data database databases datasets decision decoding deep deployment design detection
developer developers development diffusion digital discrete distillation distributed docker documentation documents
domain driven dynamic dynamics economics edge edition efficient embedding embeddings encoding end energy engine engineer
engineering engineers english error essay essays essential evaluation everything evolution exact example examples
experience experiments explained exploration fast fault features federated field file files finance first flash flow for
formal forward foundation foundations framework frameworks free from full function functional functions fundamentals
further future game games gem general generation generative geometry getting gpu gpus gradient graph graphs great group
guide hands handbook hardware heterogeneous hidden hierarchical high history how human hybrid ideas image images
implementation implementing important improving in inference information infrastructure inside insights integration
intelligence interactive interesting interface internals internet into intro introduction is issues it its java joint
journey kernel kernels knowledge lab language languages large latency latest law laws layer layers learn learned learning
lecture lectures lessons library life linear linux list literature llm llms local logic long loss low machine machines
magazine making management manual many mathematics math matrix matters maximum me mechanics memory meta method methods
metrics micro microservices middle mind mixed mixture ml model modeling modelling models modern more most multi multiple
my native natural nature near network networking networks neural new news next no node non not notes notebook novel now
number numbers object of off on one online only open operating optimal optimization optimizing or oriented origin other
our out over overview page pages papers paper parallel parallelism part parts pattern patterns performance perspective
physics pipeline planning platform platforms podcast point points policy portable post posts power practical practice
practices precision prediction primer principles privacy probabilistic probability problem problems process processes
processing product production profiling program programmer programmers programming programs project projects proof
properties protocol protocols python pytorch quality quantization quantum query question questions quick random ranking
react reader reading real reasoning recent recognition recommended reference references reinforcement related reliable
replication report representation representations required research resource resources results retrieval review
revisited rise robotics robust role rules runtime rust safety sampling scalable scale scaling scheduling science sciences
search section security self semantic semantics sequence series server serverless service services serving session set
shared short simple simulation site skills slides small social society software solutions some source space sparse spec
specification speech speed stack standard start started state static statistical statistics step storage stories story
strategies strategy stream streaming structure structured structures students studies study style summary supervised
support survey symbolic synthesis system systems talk talks task tasks technical techniques technology test testing tests
text the their theorem theoretical theory there thesis thing things think thinking this thoughts throughput time tips to
today tokens tool tools topic topics toward towards traffic training transfer transformer transformers transactions tree
trees trends tricks tuning tutorial tutorials two type types typed under understanding unified university universal
update use useful user users using value variational vector version via video videos view virtual vision visual
visualization volume vs wave way we web website week weeks what when where which who why wiki wisdom with without word
words work workflow workflows working workshop workshops world worse writing xml you your zero acknowledgements
appendix conclusion discussion experimental evaluation abstract paris london berlin zürich york cambridge oxford
""".split()
)
_PARTICLES = r"(?:van|von|vom|zu|zum|zur|de|der|den|del|della|des|di|da|do|dos|du|el|al|bin|ibn|la|le|ter|ten|y|af|av|st\.)"
_LETTERS = r"[^\W\d_]"
_CAPITAL = "A-ZÀ-ÖØ-ÞĀ-ſΑ-ΩА-ЯЁ"
_INITIALS = rf"(?:[{_CAPITAL}]\.(?:\s?-?[{_CAPITAL}]\.)*|[{_CAPITAL}])"
_SMALL = "a-zß-öø-ÿа-яёα-ωā-ſ"
# Two capitals in one word are a name only behind a beginning such as Mc: `FlashAttention` is none.
_WORD = rf"(?:(?:[dDOL]['’]|Mc|Mac|De|Di|Du|La|Le|Van|Fitz)?[{_CAPITAL}][{_SMALL}]+(?:['’][{_SMALL}]+)?)"
_SURNAME = rf"{_WORD}(?:[-‐‑](?:{_WORD}|{_LETTERS}+))*"
_SUFFIX = r"(?:,? (?:Jr|Sr)\.?| (?:II|III|IV))?"
_GIVEN = rf"(?:{_SURNAME}|{_INITIALS})"
_NAME = re.compile(
    rf"(?:{_GIVEN}\s){{0,4}}(?:(?:{_PARTICLES}\s){{1,3}})?{_SURNAME}(?:\s{_SURNAME})?{_SUFFIX}"
)
_TURNED = re.compile(rf"((?:{_PARTICLES}\s)*{_SURNAME}(?:\s{_SURNAME})?),?\s((?:{_INITIALS}[\s-]?){{1,4}}|[{_CAPITAL}]{{1,3}})")
_INITIALS_ONLY = re.compile(rf"(?:{_INITIALS}[\s-]?){{1,4}}")
_CJK_NAME = re.compile("[\u4e00-\u9fff\uac00-\ud7af\u3040-\u30ff]{2,5}")
_ET_AL = re.compile(r"[,;]?\s*(?:\bet\.? al\b\.?|\band (?:others|colleagues|co-authors)\b|&\s*(?:al\b\.?|others)|\bu\.\s?a\.|等人?|\+$)", re.IGNORECASE)
_SEPARATORS = re.compile(r"\s*(?:;|、|，|,(?:\s*(?:and|und|et|y|e|&)\s)?|\s(?:and|und|et|y|with)\s|\s?&\s?|\s[·•/]\s)\s*")
# One author in lower case would be anything; more than this many capitals in a row is no surname.
_GROUP = re.compile(r"(?:[A-Z][\w.-]*\s){0,3}(?:Team|AI|Research|Labs?|Group|Collaboration|Project|Consortium|Foundation|Brain)")
_COINED_GROUP = re.compile(r"[A-Z][a-z]+(?:[A-Z][A-Za-z]*)+(?:-AI)?|Google|Meta|Microsoft|Nvidia|NVIDIA|IBM|Anthropic|Mistral|Cohere")
_LONGEST = 400


def parse_authors(text: str, *, dated: bool = False) -> Authors | None:
    """The authors that all of `text` names, or None where a part of it is no name.

    `dated` says that a year or a venue stands beside them, so that surnames alone ("Dean & Ghemawat") are believed, and
    groups ("OpenAI"); without it there must be given names or initials, or `et al.`.
    """
    text = text.strip(" ,;:")
    if not text or len(text) > _LONGEST:
        return None
    without = _ET_AL.sub("", text)
    et_al = without != text
    without = re.sub(r"^(?:by|von|par|de)\s", "", without.strip(" ,;:.") + ("." if without.rstrip().endswith(".") else ""))
    parts = [part for part in _SEPARATORS.split(without) if part.strip(" .")]
    names: list[str] = []
    sure = et_al
    for part in parts:
        part = part.strip()
        if names and _INITIALS_ONLY.fullmatch(part) and " " not in names[-1]:
            names[-1] = f"{part} {names[-1]}"
            sure = True
            continue
        turned = _TURNED.fullmatch(part)
        if turned and not _is_plain(turned[1]):
            names.append(f"{turned[2].strip()} {turned[1]}")
            sure = True
            continue
        if _is_name(part.rstrip(".") if len(part) > 3 else part):
            names.append(part.rstrip(".") if not part.endswith(("Jr.", "Sr.")) else part)
            sure = sure or _is_surely_a_name(part)
        elif (dated or et_al) and (_GROUP.fullmatch(part) or _COINED_GROUP.fullmatch(part) or _CJK_NAME.fullmatch(part)):
            names.append(part)
        else:
            return None
    if not names:
        return None
    full = all(" " in name for name in names)
    if not (dated or sure or (full and len(names) > 1)):
        return None
    return Authors(tuple(names), et_al, sure or (full and len(names) > 1))


def _is_name(text: str) -> bool:
    return bool(_NAME.fullmatch(text)) and not any(_is_plain(word) for word in text.split())


def _is_plain(word: str) -> bool:
    return word.casefold().strip(".,") in _NO_NAMES and len(word.strip(".")) > 1


def _is_surely_a_name(text: str) -> bool:
    """Whether a given name that is known, or an initial, stands in front of a surname."""
    words = text.split()
    return len(words) > 1 and (
        is_given_name(words[0]) or any(re.fullmatch(_INITIALS, word) for word in words[1:-1])
    )


def is_given_name(word: str) -> bool:
    """Whether a word is a given name that is known, or an initial."""
    return word.casefold().split("-")[0] in _GIVEN_NAMES or re.fullmatch(_INITIALS, word) is not None


def is_person(text: str) -> bool:
    """Whether `text` is the full name of one person, given name first, and nothing else."""
    return len(text.split()) in (2, 3, 4) and _is_name(text) and _is_surely_a_name(text)

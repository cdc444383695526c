"""Short forms as they are compared, and those that the words of a title have by their initials."""

import re
from collections.abc import Iterator, Sequence

# Initials are of so many words.
FEWEST, MOST = 2, 5

_SMALL = "a an and as at by for from in into is of on or the to via vs with"
SMALL_WORDS = frozenset(_SMALL.split())
WORD = r"[^\W_]+"

# Ordinary words of two to five letters that a reader types as words: they are no initials unless in capitals.
_ORDINARY_WORDS = """
    about above act add after again age agent all also am any api app are area arm array art asic ask back bad
    base basic be been below best beta big bit block book both box bug build bus but bytes cache call can car card
    case cell chain chart cheap chip city class clean clock close cloud code coin cold color cost count cover cpu
    crash cross cut dark data date day deal debug deep depth did disk do docs does dog down draft drive drug dual
    each early earth easy edge edit email end error even event every fact fail fair far fast fat fault file fine
    first fit flash flat float flow focus fog form found four free fresh front full fun game gap gas gate get give
    glass go goal going gold good got gpu graph gray great green grid group grow guide had hands happy hard has
    hash have he head heap heart heat heavy held help here high his hit home hot hour house how human i idea if
    image index inner input inter its job join jump just keep kernel key kind king know lab land large last late
    law layer lazy lead leaf learn left less let level life light like limit line link list live local lock log
    logic long look loop loss lost lot love low mac made mail main make man many map march mask match math may
    maze me mean media meet merge mesh met meta might mind mine mini miss mix mode model money more most move
    movie much multi music must my name near need nest net never new news next night no node noise non none north
    not note novel now null odd off offer often oil old once one only open opera order our out outer over own page
    pair paper park part pass past patch path peak per pick piece pixel place plain plan play plot point poker
    pool poor post power price prior proof prove pull pure push put query quick quiet radio rain range rank rare
    rate raw ray read real red rest rich right ring risk road robot role room root rose round row rule run safe
    said sale same sand save say scale scan scene score sea seat see seed self sense serve set seven shape share
    sharp she shift shop short should show side sign six size skill sky sleep slow small smart so social soft some
    song soon sort sound south space spam span spark speed spin split spot stack stage star start state stay steel
    step still stock stop store story study such sun super sure swap swarm table tail take talk task team tell ten
    term test text than that them then there these they thing think this those three through tie tight time tiny
    tip today too tool top total touch trace track trade train trap tree trial trick true trust truth try tune
    turn twice two type under union unit until up upon us use used user using value very video view voice vote
    wait walk wall want war warm was wave way we weak web week weight well were west what when where which while
    white who whole why wide will win wind wise wish word work world worth would write wrong year yes yet you
    young your zero zone"""
ORDINARY = SMALL_WORDS | frozenset(_ORDINARY_WORDS.split())


def words_of(text: str) -> list[str]:
    """The words of `text`: hyphens and signs separate them."""
    return re.findall(WORD, text)


def phrase_key(text: str) -> str:
    """`text` as phrases are compared: its words in small letters, without the s of a plural."""
    return " ".join(
        word[:-1] if len(word) > 3 and word[-1] == "s" != word[-2] else word for word in words_of(text.lower())
    )


def short_key(text: str) -> str:
    """A short form as it is compared: "SSMs" is "ssm"."""
    letters = "".join(words_of(text))
    plural = len(letters) > 2 and letters[-1] == "s" and (letters[:-1].isupper() or letters.islower())
    return letters[: -1 if plural else None].lower()


def initials(title: str) -> Iterator[tuple[str, str]]:
    """The initials of each two to five words that stand beside each other in `title`, and those words.

    Small words count or are passed over: "Mixture of Experts" gives "moe" and "me". A number gives all of itself
    ("3D Gaussian" is "3dg").
    """
    words = words_of(title)
    for short, start, end in _windows(words):
        yield short, " ".join(words[start:end])


def short_forms(title: str) -> set[str]:
    """The `initials` alone, for a reader who has no use for the words."""
    return {short for short, _, _ in _windows(words_of(title))}


def _windows(words: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """The initials of `words[start:end]` for each window of them, with `start` and `end`."""
    firsts = [word.lower() if word[0].isdigit() else word[0].lower() for word in words]
    small = [word.lower() in SMALL_WORDS for word in words]
    for start, word in enumerate(words):
        if small[start] or (word[0].isdigit() and len(word) > 3):
            continue
        every = without = firsts[start]
        passed, big = False, 1
        for end in range(start + 1, len(words)):
            if len(firsts[end]) > 3 or end - start >= 2 * MOST:
                break
            every += firsts[end]
            if small[end]:
                passed = True
                continue
            without += firsts[end]
            big += 1
            if end - start < MOST:
                yield every, start, end + 1
            if passed and big <= MOST:
                yield without, start, end + 1
            if big >= MOST:
                break

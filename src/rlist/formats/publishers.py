"""Who publishes books: a work that such a house brought out is one."""

from __future__ import annotations

import re

# Names as lists write them; what is also a word or a surname counts only where a year follows.
_PUBLISHERS_LISTED = """
A K Peters|Academic Press|Actes Sud|Addison Wesley|Addison-Wesley|Addison-Wesley Professional|Albin Michel
|Alfred A. Knopf|Allen Lane|Anaya|Anchor|Anchor Books|Apress|Artech House|Athena Scientific|Atlas|Avery
|Ballantine Books|Bantam|Bantam Books|Basic Books|Beacon Press|Beck|Bloomsbury|Bloomsbury Publishing|C.H. Beck
|Cambridge University Press|Chapman & Hall|Chapman and Hall|Chicago University Press|Columbia University Press
|Cornell University Press|CRC Press|Crown|Crown Publishing|CUP|Currency|Da Capo Press|Diogenes|Doubleday|Dover
|Dover Publications|dpunkt|dpunkt.verlag|dtv|Duke University Press|Dunod|Einaudi|Eyrolles|Faber|Faber & Faber
|Faber and Faber|Farrar, Straus & Giroux|Farrar, Straus and Giroux|Feltrinelli|Fischer|Flammarion|Folio
|Four Walls Eight Windows|Free Press|FSG|Galaxy Press|Gallimard|Gollancz|Grasset|Hachette|Hanser|Harcourt|Harper
|Harper & Row|Harper Perennial|HarperBusiness|HarperCollins|Harvard Business Review Press|Harvard University Press
|Heyne|Houghton Mifflin|Hyperion Books|IT Revolution|IT Revolution Press|John Wiley|John Wiley & Sons
|Johns Hopkins University Press|Jones & Bartlett|Kiepenheuer & Witsch|Klett-Cotta|Knopf|La Découverte|Le Seuil
|Les Éditions de Minuit|Little, Brown|Little, Brown and Company|Luchterhand|Macmillan|Manning|Manning Publications
|McGraw Hill|McGraw-Hill|Melville House|Microsoft Press|Minuit|MIT Press|Mondadori|Morgan & Claypool|Morgan Kaufmann
|MSPress|New Riders|Newnes|No Starch|No Starch Press|North-Holland|Norton|O'Reilly|O'Reilly Media|Odile Jacob|Orbit
|OUP|Oxford University Press|O’Reilly|O’Reilly Media|Packt|Packt Publishing|Pantheon|Pantheon Books|Payot|Pearson
|Pearson Education|Penguin|Penguin Books|Penguin Classics|Penguin Press|Picador|Piper|Plon|Portfolio
|Pragmatic Bookshelf|Prentice Hall|Prentice-Hall|Princeton University Press|PublicAffairs|PUF|Putnam|Que|Random House
|Reclam|Rheinwerk|Riverhead|Riverhead Books|Routledge|Rowohlt|S. Fischer|Sams|Schocken|Scribner|Seuil
|Seven Stories Press|SIAM|Siedler|Simon & Schuster|Simon and Schuster|Springer|Springer Nature|Springer Verlag
|Springer-Verlag|St. Martin's Press|Stanford University Press|Stripe Press|Suhrkamp|Tarcher|The MIT Press
|The Pragmatic Bookshelf|Tor|Tor Books|Touchstone|Ullstein|University of California Press|University of Chicago Press
|Verso|Verso Books|Viking|Vintage|Vintage Books|Vuibert|W. W. Norton|W.W. Norton|Wiley|Wiley-Interscience|Workman
|World Scientific|Wrox|Yale University Press|Zsolnay|Éditions du Seuil|АСТ|Манн, Иванов и Фербер|Питер|Эксмо
|オライリー・ジャパン|中信出版社|人民文学出版社|人民邮电出版社|商务印书馆|岩波書店|技術評論社|新潮社|机械工业出版社|清华大学出版社|电子工业出版社|翔泳社|講談社
"""
_PUBLISHERS = frozenset(name.strip().casefold() for name in _PUBLISHERS_LISTED.replace("\n", "").split("|"))
# Surnames, given names and words besides.
_ONLY_WITH_YEAR_LISTED = """
anaya anchor atlas beck crown currency dover dunod faber fischer folio harper heyne knopf macmillan manning
norton orbit pearson penguin picador piper plon portfolio putnam que reclam sams scribner springer tor touchstone verso
viking vintage wiley workman avery seuil hachette grasset minuit norton hanser klett packt acm harcourt einaudi
diogenes bantam payot siedler
"""
_ONLY_WITH_YEAR = frozenset(_ONLY_WITH_YEAR_LISTED.split())
_HOUSE = re.compile(
    r"(?:[^\W\d_][\w.&’'-]*\s){1,4}(?:Press|Verlag|Publishing|Publishers|Publications|Books|Bookshelf|Éditions|Editions)"
    r"|(?:Éditions|Editions|Edizioni|Verlag|Editorial|Изд-во|Издательство)\s(?:[^\W\d_][\w.&’'-]*\s?){1,4}"
    r"|[\u4e00-\u9fff]{2,8}(?:出版社|出版|書店|书店|新社)"
)
_PLACE = re.compile(r"[^\W\d_][\w .’'-]{2,20}(?:, [A-Z]{2})?:\s")


def is_publisher(name: str, *, dated: bool = False) -> bool:
    """Whether `name` is that of a publisher of books; `dated` says that a year stands beside it."""
    name = name.strip(" .,")
    name = _PLACE.sub("", name, count=1) if ":" in name else name
    folded = name.casefold()
    if folded in _PUBLISHERS:
        return dated or folded not in _ONLY_WITH_YEAR
    return name[:1].isupper() and _HOUSE.fullmatch(name) is not None

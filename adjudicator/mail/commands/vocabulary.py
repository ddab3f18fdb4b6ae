"""Words of commands' arguments and of replies to questions, in five languages, and the look-up of such words.

Case, accents and punctuation at the end are ignored; `ä` may be written `a` or `ae`. No word here begins an order of a
game. In each language the first word is shown in help.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.mail.text.text_fold import fold_line

Words = Mapping[str, tuple[str, ...]]

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def parse_words(**languages: str) -> Words:
    """Build `Words` from one string for each language: synonyms separated by commas, the one for help first."""
    return {language: tuple(word.strip() for word in said.split(",")) for language, said in languages.items()}


def spellings(said: Words) -> Iterator[str]:
    """Yield all folded spellings of all words."""
    for word in (word for known in said.values() for word in known):
        yield fold_line(word)
        yield fold_line(word.casefold().translate(_UMLAUTS))


def index_words(table: Mapping[str, Words]) -> dict[str, str]:
    """Map every spelling in a table to its key. Raises `ValueError` when a spelling has two keys."""
    known: dict[str, str] = {}
    for meaning, said in table.items():
        for spelling in spellings(said):
            if known.setdefault(spelling, meaning) != meaning:
                raise ValueError(f"{spelling!r} means {known[spelling]} and {meaning}")
    return known


def lookup_word(known: Mapping[str, str], text: str, longest: int = 3) -> tuple[str, str] | None:
    """Match the first words of a text, longest match first; return (key, rest of the text) or None."""
    parts = text.split()
    for length in range(min(longest, len(parts)), 0, -1):
        meaning = known.get(fold_line(" ".join(parts[:length])))
        if meaning:
            return meaning, rest_after(text, length)
    return None


def rest_after(text: str, count: int) -> str:
    """Remove the first `count` words of a text; the rest is unchanged."""
    for _ in range(count):
        text = text.lstrip()
        text = text[len(text.split(maxsplit=1)[0]) :]
    return text.strip()


LAYOUTS = index_words(
    {
        "wide": parse_words(en="wide", de="breit", fr="large", it="largo, larga", nl="breed"),
        "narrow": parse_words(en="narrow", de="schmal", fr="étroit, étroite", it="stretto, stretta", nl="smal"),
        "linear": parse_words(en="linear", de="linear, zeilen", fr="linéaire", it="lineare", nl="lineair, regels"),
    }
)

KEY_USES = index_words(
    {
        "required": parse_words(
            en="required", de="verlangt, nötig", fr="exigée, exigé", it="richiesta", nl="verplicht"
        ),
        "optional": parse_words(en="optional", de="freiwillig", fr="facultative", it="facoltativa", nl="vrijwillig"),
        "none": parse_words(en="none", de="keiner, vergessen", fr="aucune", it="nessuna", nl="geen"),
    }
)

LANGUAGES = index_words(
    {
        "de": parse_words(en="German", de="Deutsch, de", fr="allemand", it="tedesco", nl="Duits"),
        "en": parse_words(en="English, en", de="Englisch", fr="anglais", it="inglese", nl="Engels"),
        "fr": parse_words(en="French", de="Französisch", fr="français, fr", it="francese", nl="Frans"),
        "it": parse_words(en="Italian", de="Italienisch", fr="italien", it="italiano, it", nl="Italiaans"),
        "nl": parse_words(
            en="Dutch", de="Niederländisch, Holländisch", fr="néerlandais", it="olandese", nl="Nederlands, nl"
        ),
    }
)


def _known(**languages: str) -> frozenset[str]:
    return frozenset(spellings(parse_words(**languages)))


WITH_WORDS = parse_words(en="with, against", de="mit, gegen", fr="avec, contre", it="con, contro", nl="met, tegen")
WITH = frozenset(spellings(WITH_WORDS))
AND = _known(en="and, &", de="und", fr="et", it="e, ed", nl="en")
SEAT_WORDS: Mapping[str, Words] = {
    "house": parse_words(en="house, bot", de="Haus", fr="maison", it="casa", nl="huis"),
    "open": parse_words(en="open, anybody", de="offen", fr="ouvert", it="aperto", nl="open, iedereen"),
}
"""Who else than an invited person may sit at a seat: the house player, or anybody who comes."""
SEAT_USES = index_words(SEAT_WORDS)
HOUSE = frozenset(spellings(SEAT_WORDS["house"]))
OPEN = frozenset(spellings(SEAT_WORDS["open"]))
DAY = _known(en="day, days, d", de="Tag, Tage, Tagen", fr="jour, jours", it="giorno, giorni", nl="dag, dagen")
NONE = _known(en="none, no", de="keine, ohne", fr="aucun, sans", it="nessuno, nessuna", nl="geen")
BACK_WORDS = parse_words(
    en="back, over, end, ended, none, no",
    de="zurück, vorbei, Ende, beendet, keine",
    fr="retour, finie, fini, fin, aucune",
    it="finita, finito, fine, ritorno, nessuna",
    nl="terug, voorbij, einde, geen",
)
BACK = frozenset(spellings(BACK_WORDS))
NEVER = _known(
    en="never, never again",
    de="nie, niemals, nie wieder",
    fr="jamais, plus jamais",
    it="mai, mai più",
    nl="nooit, nooit meer",
)
NO = NEVER | _known(
    en="no, nope, decline, cancel, no thanks",
    de="nein, ablehnen, ich lehne ab, lehne ab, abbrechen, nein danke, nö",
    fr="non, refuser, je refuse, refus, annuler, non merci",
    it="no, rifiuto, rifiutare, annulla, annullare, no grazie",
    nl="nee, neen, weigeren, afwijzen, ik weiger, annuleren, nee dank je",
)
YES = _known(
    en="yes, yes please, yep, y, ok, okay, sure, agreed, confirm, confirmed, accept, join, I join, I confirm",
    de="ja, ja bitte, jawohl, gerne, einverstanden, bestätigen, bestätigt, annehmen, mitspielen, beitreten",
    fr="oui, oui merci, d'accord, confirmer, je confirme, accepter, j'accepte, participer, rejoindre",
    it="sì, si, sì grazie, va bene, d'accordo, confermo, confermare, accetto, accettare, partecipo, partecipare",
    nl="ja, ja graag, graag, akkoord, bevestigen, ik bevestig, accepteren, meedoen, ik doe mee",
)
PLEASE = _known(
    en="please, thanks, thank you, do it, that was me, it was me",
    de="bitte, danke, das war ich",
    fr="merci, s'il vous plaît, c'était moi",
    it="grazie, per favore, ero io",
    nl="graag, dat was ik",
)
"""Words that may follow a yes on its line."""
UNDO = _known(
    en="undo, take back, take it back, that was not me, that wasn't me, it wasn't me",
    de="rückgängig, rückgängig machen, zurücknehmen, nimm zurück, das war ich nicht",
    fr="annuler, annule, ce n'était pas moi, c'était pas moi",
    it="annullare, annulla, non ero io",
    nl="terugdraaien, ongedaan maken, terugnemen, dat was ik niet",
)
"""Replies to the news of a change that undo it."""
STOPS = _known(
    en="end, quit, exit, stop, that's all", de="Ende, Schluss, stopp", fr="fin", it="fine, fine lettera", nl="einde"
)
"""Alone on a line, they end the orders of a letter. As the first line, `stop` is the command of that name."""
OPTIONS = index_words(
    {
        "days": parse_words(en="days, day", de="tage, tag", fr="jours, jour", it="giorni, giorno", nl="dagen, dag"),
        "language": parse_words(en="language, lang", de="sprache", fr="langue", it="lingua", nl="taal"),
    }
)

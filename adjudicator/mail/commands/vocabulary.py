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


class WordIndex(dict[str, str]):
    """Maps every spelling of some words to what it means, and back."""

    def __init__(self, table: Mapping[str, Words]) -> None:
        super().__init__()
        self._table = table

    def word(self, meaning: str, language: str) -> str:
        """Return the first word for a meaning in a language. Raises `KeyError` for an unknown meaning."""
        return self._table[meaning][language][0]


def index_words(table: Mapping[str, Words]) -> WordIndex:
    """Map every spelling in a table to its key. Raises `ValueError` when a spelling has two keys."""
    known = WordIndex(table)
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
        "wide": parse_words(en="wide", de="breit", fr="large", it="larga, largo", nl="breed"),
        "narrow": parse_words(en="narrow", de="schmal", fr="étroite, étroit", it="stretta, stretto", nl="smal"),
        "linear": parse_words(en="linear", de="linear, zeilen", fr="linéaire", it="lineare", nl="lineair, regels"),
    }
)

O_MEANINGS = index_words(
    {
        "east": parse_words(en="east", de="Osten, Ost", fr="est, l'est", it="est, l'est", nl="oost, oosten"),
        "west": parse_words(en="west", de="Westen, West", fr="ouest, l'ouest", it="ovest, l'ovest", nl="west, westen"),
    }
)
"""The sides for which a player may write O."""

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
PRIVATE_WORDS = parse_words(en="private", de="privat", fr="privé, privée", it="privato, privata", nl="besloten, privé")
PRIVATE = frozenset(spellings(PRIVATE_WORDS))
"""In the line for a new match: only its players see it."""
GREETING_WORDS = parse_words(
    en="message, note", de="Grußwort, Notiz", fr="message, mot", it="due righe, nota", nl="briefje, notitie"
)
GREETING = frozenset(spellings(GREETING_WORDS))
"""Below a command that invites somebody: a line for them. None of these words sends press."""
GREETING_TO_SERVICE = GREETING | _known(de="Nachricht", it="messaggio", nl="bericht")
"""The same in letters to the service, where there is no press."""
SHUFFLE_WORDS = parse_words(
    en="shuffle, my word",
    de="mischen, mein Wort",
    fr="mélange, mon mot",
    it="mescola, la mia parola",
    nl="schudden, mijn woord",
)
SHUFFLE = frozenset(spellings(SHUFFLE_WORDS))
"""Before a word of one's own, which goes into the deal: ``shuffle: pomegranate``."""
AND = _known(en="and, &", de="und", fr="et", it="e, ed", nl="en")
TO = _known(en="to", de="an", fr="à, a", it="a", nl="aan")
FROM_WORDS = parse_words(en="from", de="von", fr="de", it="da", nl="van")
FROM = frozenset(spellings(FROM_WORDS))
"""Before the player from whose seat a board is shown."""
LINE_WORDS = parse_words(
    en="line, variation", de="Variante, Zugfolge", fr="variante, suite", it="variante, linea", nl="variant, zetten"
)
LINE = frozenset(spellings(LINE_WORDS))
"""Before the moves in a comment that could have been played."""
BY = _known(en="by, with", de="durch, von, mit", fr="par, avec", it="da, con", nl="door, met")
"""Words before the address of who takes a seat."""
SEAT_WORDS: Mapping[str, Words] = {
    "house": parse_words(
        en="house, bot, computer",
        de="Haus, Hausspieler, Computer",
        fr="maison, ordinateur, l'ordinateur",
        it="casa",
        nl="huis",
    ),
    "open": parse_words(en="open, anybody", de="offen", fr="ouvert", it="aperto", nl="open, iedereen"),
}
"""Who else than an invited person may sit at a seat: the house player, or anybody who comes."""
SEAT_USES = index_words(SEAT_WORDS)
HOUSE = frozenset(spellings(SEAT_WORDS["house"]))
ARTICLES = _known(en="the", de="das, dem, den", fr="la, le", it="la, il", nl="het, de")
"""Words that people write before the house player."""
WHOM = _known(
    en="me, us, him, her, them, you, out",
    de="mir, uns, ihm, ihr, euch, dir, ihnen",
    fr="moi, nous, toi, vous, lui, leur",
    it="mi, ci, noi, lui, loro",
    nl="mij, ons, hem, haar, hen, jou",
)
"""Words behind "help" that make a sentence of it."""
OF = _known(en="of, for", de="von, für, zu", fr="de, d, pour", it="di, per", nl="van, voor")
"""Words that people write before a game: "the rules of Cheops"."""
OPEN = frozenset(spellings(SEAT_WORDS["open"]))
DAY = _known(
    en="day, days, d", de="Tag, Tage, Tagen, t", fr="jour, jours, j", it="giorno, giorni, g, gg", nl="dag, dagen"
)
WEEK = _known(
    en="week, weeks, w",
    de="Woche, Wochen",
    fr="semaine, semaines",
    it="settimana, settimane",
    nl="week, weken",
)
MINUTE = _known(
    en="minute, minutes, min, mins, m", de="Minute, Minuten", fr="mn", it="minuto, minuti", nl="minuut, minuten"
)
HOUR = _known(en="hour, hours, h, hrs", de="Stunde, Stunden, Std", fr="heure, heures", it="ora, ore", nl="uur, uren, u")
NUMBERS = index_words(
    {
        str(number): parse_words(en=en, de=de, fr=fr, it=it, nl=nl)
        for number, (en, de, fr, it, nl) in {
            1: ("one", "eine, ein, einen, einem, einer", "une, un", "una, un, uno", "één"),
            2: ("two", "zwei", "deux", "due", "twee"),
            3: ("three", "drei", "trois", "tre", "drie"),
            4: ("four", "vier", "quatre", "quattro", "vier"),
            5: ("five", "fünf", "cinq", "cinque", "vijf"),
            6: ("six", "sechs", "six", "sei", "zes"),
            7: ("seven", "sieben", "sept", "sette", "zeven"),
            8: ("eight", "acht", "huit", "otto", "acht"),
            9: ("nine", "neun", "neuf", "nove", "negen"),
            10: ("ten", "zehn", "dix", "dieci", "tien"),
            11: ("eleven", "elf", "onze", "undici", "elf"),
            12: ("twelve", "zwölf", "douze", "dodici", "twaalf"),
            14: ("fourteen", "vierzehn", "quatorze", "quattordici", "veertien"),
            15: ("fifteen", "fünfzehn", "quinze", "quindici", "vijftien"),
        }.items()
    }
)
"""Numbers that people write as words before days and weeks; two weeks are often fourteen or fifteen days."""
UNITS: Mapping[str, Mapping[str, str]] = {
    "de": {"d": "t"},
    "fr": {"d": "j"},
    "it": {"d": "g"},
    "nl": {"h": "u"},
}
"""The letters for a day and an hour, where a language has others than English."""
NONE_WORDS = parse_words(en="none, no", de="keine, ohne", fr="aucun, sans", it="nessuno, nessuna", nl="geen")
NONE = frozenset(spellings(NONE_WORDS))
PUBLIC_NAMES = index_words(
    {
        "own": parse_words(en="own", de="eigener", fr="propre", it="proprio", nl="eigen"),
        "none": parse_words(en="none", de="keiner, ohne", fr="aucun", it="nessuno", nl="geen"),
    }
)
"""What stands for a player in public, if it is no alias."""
ALWAYS_WORDS = parse_words(en="always", de="immer", fr="toujours", it="sempre", nl="altijd")
ALWAYS = frozenset(spellings(ALWAYS_WORDS))
"""Before a habit: in all matches of the game."""
BACK_WORDS = parse_words(
    en="over, back, end, ended, none, no",
    de="vorbei, zurück, Ende, beendet, keine",
    fr="finie, retour, fini, fin, aucune",
    it="finita, finito, fine, ritorno, nessuna",
    nl="voorbij, terug, einde, geen",
)
BACK = frozenset(spellings(BACK_WORDS))
CANCEL_WORDS = parse_words(
    en="cancel, delete",
    de="streichen, streiche, löschen, lösche, absagen",
    fr="annuler, annule, supprimer, supprime",
    it="annulla, annullare, cancella, cancellare",
    nl="schrappen, schrap, annuleren, annuleer",
)
CANCEL = frozenset(spellings(CANCEL_WORDS))
"""Words that cancel an announced absence."""
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
NEAR_COMMANDS = index_words(
    {
        "undo": parse_words(
            en="back, go back, revert, retract, unplay",
            de="zurück, zurücksetzen, Zurücknahme, stornieren, Storno",
            fr="retour, retour en arrière, revenir, revenir en arrière, défaire",
            it="indietro, torna indietro, tornare indietro, disfare, disfa, ritirare",
            nl="terug, ga terug, terugzetten, herstellen",
        ),
    }
)
"""Words that are no command alone, and close to one in what they mean. They only suggest it."""
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
WEEKDAYS = index_words(
    {
        str(number): parse_words(en=en, de=de, fr=fr, it=it, nl=nl)
        for number, (en, de, fr, it, nl) in enumerate(
            (
                ("mon, Monday", "Mo, Montag", "lun, lundi", "lun, lunedì", "ma, maandag"),
                ("tue, Tuesday, Tues", "Di, Dienstag", "mar, mardi", "mar, martedì", "di, dinsdag"),
                ("wed, Wednesday", "Mi, Mittwoch", "mer, mercredi", "mer, mercoledì", "wo, woensdag"),
                ("thu, Thursday, Thur, Thurs", "Do, Donnerstag", "jeu, jeudi", "gio, giovedì", "do, donderdag"),
                ("fri, Friday", "Fr, Freitag", "ven, vendredi", "ven, venerdì", "vr, vrijdag"),
                ("sat, Saturday", "Sa, Samstag, Sonnabend", "sam, samedi", "sab, sabato", "za, zaterdag"),
                ("sun, Sunday", "So, Sonntag", "dim, dimanche", "dom, domenica", "zo, zondag"),
            )
        )
    }
)
"""By number, Monday is 0; the plural of a day is folded by its reader."""
FREE_TIMES = index_words(
    {
        "weekends": parse_words(
            en="weekends, weekend",
            de="Wochenenden, Wochenende, Wochenends",
            fr="week-ends, week-end, weekend, weekends",
            it="weekend, week-end, finesettimana, fine settimana",
            nl="weekenden, weekend, weekeinden, weekeinde",
        ),
        "nights": parse_words(
            en="nights, night", de="Nächte, Nacht, nachts", fr="nuits, nuit", it="notti, notte", nl="nachten, nacht"
        ),
        "holidays": parse_words(
            en="holidays, public holidays",
            de="Feiertage, Feiertag",
            fr="fériés, férié, jours fériés",
            it="festivi, giorni festivi, festività",
            nl="feestdagen",
        ),
    }
)
"""The kinds of times in which a clock can rest."""
DIGEST_USES = index_words(
    {
        "off": parse_words(
            en="off, none, never", de="aus, kein, nie", fr="non, aucun", it="no, nessuno", nl="uit, geen"
        ),
        "short": parse_words(en="short", de="kurz", fr="court, bref", it="breve", nl="kort"),
        "boards": parse_words(
            en="with boards, boards",
            de="mit Brettern, Bretter",
            fr="avec plateaux, plateaux",
            it="con tabelloni, tabelloni, con tavolieri, tavolieri",
            nl="met borden, borden",
        ),
        "daily": parse_words(
            en="daily, every day",
            de="täglich, jeden Tag",
            fr="chaque jour, tous les jours",
            it="ogni giorno, tutti i giorni",
            nl="dagelijks, elke dag",
        ),
    }
)
"""What may stand behind ``digest`` besides an hour and days."""
TURN_USES = index_words(
    {
        "at once": parse_words(
            en="at once, immediately",
            de="sofort, gleich",
            fr="tout de suite, aussitôt",
            it="subito",
            nl="meteen, direct",
        ),
        "in the digest": parse_words(
            en="in the digest, in digest, digest",
            de="im Sammelbrief, im Tagesbrief",
            fr="dans le récapitulatif, récapitulatif",
            it="nel riepilogo, riepilogo",
            nl="in het overzicht, overzicht",
        ),
    }
)
"""When the letter of a turn comes, if there is a digest."""
ALL = _known(en="all", de="alle, alles", fr="tous, tout, toutes", it="tutti, tutte", nl="alle, alles")
"""In an answer to a digest, before a line for all matches."""
PACES = index_words(
    {
        "slow": parse_words(
            en="slow", de="langsam, gemächlich", fr="lent, lente, tranquille", it="lento, lenta", nl="langzaam, rustig"
        ),
        "club": parse_words(
            en="club", de="Verein, Klub, Club, Vereinstempo", fr="club", it="circolo, club", nl="club, clubtempo"
        ),
        "brisk": parse_words(
            en="brisk", de="flott, zügig", fr="vif, vive, rapide", it="svelto, svelta, rapido", nl="vlot, vlug"
        ),
    }
)
"""The named paces of a match."""
LATE = index_words(
    {
        "claim": parse_words(
            en="claim",
            de="beanspruchen, Anspruch",
            fr="réclamer, réclamation",
            it="reclamare, reclamo",
            nl="claimen, opeisen",
        ),
        "house": parse_words(en="house, bot", de="Haus", fr="maison", it="casa", nl="huis"),
        "skip": parse_words(
            en="skip", de="aussetzen, überspringen", fr="sauter, passer", it="saltare, salta", nl="overslaan"
        ),
        "lose": parse_words(
            en="lose, loses",
            de="verlieren, verloren",
            fr="perdre, perdu",
            it="perdere, perso",
            nl="verliezen, verloren",
        ),
    }
)
"""What happens after the grace of a late turn."""
VACANT = index_words(
    {
        "house": parse_words(en="house, bot", de="Haus", fr="maison", it="casa", nl="huis"),
        "wait": parse_words(
            en="wait, waits", de="warten, wartet", fr="attendre, attend", it="aspettare, aspetta", nl="wachten, wacht"
        ),
    }
)
"""What happens at a seat that its player has left."""
HOUSE_LEVELS = index_words(
    {
        "easy": parse_words(
            en="easy, Ani", de="leicht, einfach", fr="facile", it="facile", nl="makkelijk, gemakkelijk"
        ),
        "fair": parse_words(
            en="fair, medium, Nefer", de="mittel", fr="moyen, moyenne", it="medio, media", nl="gemiddeld, redelijk"
        ),
        "strong": parse_words(en="strong, hard, Imhotep", de="stark, schwer", fr="fort, forte", it="forte", nl="sterk"),
    }
)
"""How strong the house player plays; each level has a name (`match.house.levels`), which is no word of a language."""
HOUSE_NAMES = {"ani": "easy", "nefer": "fair", "imhotep": "strong"}
"""The names of the house player by level, as somebody writes them in place of the word ``house``."""
ABSENCE_SWITCHES = index_words(
    {
        "auto": parse_words(
            en="auto, automatic, automatically",
            de="automatisch",
            fr="automatiques, automatique, automatiquement",
            it="automatiche, automatico, in automatico",
            nl="automatisch",
        ),
        "by hand": parse_words(
            en="by hand, manual, manually",
            de="von Hand, selbst, manuell",
            fr="à la main, manuelles, manuel, manuellement",
            it="a mano, manuali, manuale",
            nl="met de hand, zelf, handmatig",
        ),
    }
)
"""Whether a day of absence is taken when a player's time would run out."""
NOTICES = index_words(
    {
        "ask": parse_words(
            en="ask", de="fragen, nachfragen", fr="demander, demande", it="chiedere, chiedi", nl="vragen"
        ),
        "count": parse_words(
            en="count", de="zählen, gelten", fr="compter, comptent", it="contare, contano, valgono", nl="tellen, gelden"
        ),
    }
)
"""What an out-of-office reply with a date does."""
OFF = (
    NONE
    | NEVER
    | _known(
        en="off, end", de="aus, keiner, weg, Ende", fr="arrêt, fin, rien", it="stop, via, fine", nl="uit, weg, einde"
    )
)
"""Words for wanting none of something."""
SWITCHES = index_words(
    {
        "on": parse_words(en="on, yes", de="an, ein, ja", fr="oui, activé", it="sì, si, attivo", nl="aan, ja"),
        "off": parse_words(
            en="off, no, none", de="aus, nein, keine", fr="non, désactivé", it="no, spento", nl="uit, nee"
        ),
    }
)
"""Whether something is wanted."""
USUAL_WORDS = parse_words(
    en="usual, as usual, default",
    de="üblich, wie üblich, wie sonst, normal",
    fr="habituel, comme d'habitude, normal",
    it="solito, come al solito, normale",
    nl="gewoon, zoals gewoonlijk, normaal",
)
USUAL = frozenset(spellings(USUAL_WORDS))
"""The reminder of somebody who has chosen none."""
BOARD_USES = index_words(
    {
        "boards": parse_words(en="boards", de="Bretter", fr="plateaux", it="tabelloni", nl="borden"),
        "board": parse_words(en="board", de="Brett", fr="plateau", it="tabellone", nl="bord"),
    }
)
"""Behind ``plan``: the boards to which it leads, or the one behind an answer."""
FILE_KINDS = index_words(
    {
        "text": parse_words(en="text", de="Text", fr="texte", it="testo", nl="tekst"),
        "html": parse_words(en="html, page", de="html, Seite", fr="html, page", it="html, pagina", nl="html, pagina"),
        "svg": parse_words(
            en="svg, pictures", de="svg, Bilder", fr="svg, images", it="svg, immagini", nl="svg, plaatjes"
        ),
        "json": parse_words(en="json", de="json", fr="json", it="json", nl="json"),
        "ap": parse_words(en="ap", de="ap", fr="ap", it="ap", nl="ap"),
    }
)
"""The files in which a whole match comes."""
CALENDAR_USES = index_words(
    {
        "new": parse_words(en="new", de="neu, neuer", fr="nouveau, nouvelle", it="nuovo, nuova", nl="nieuw, nieuwe"),
        "off": parse_words(
            en="off, none, end",
            de="aus, keiner, weg, Ende",
            fr="arrêt, aucun, fin, sans",
            it="stop, nessuno, fine, via",
            nl="uit, geen, weg, einde",
        ),
    }
)
"""What becomes of the address of a player's calendar."""
LETTER_CHOICES = index_words(
    {
        "turns": parse_words(
            en="turns, only turns, my turns, needed",
            de="Züge, nur Züge, nur meine Züge",
            fr="tours, mes tours, seulement mes tours",
            it="turni, i miei turni, solo i miei turni",
            nl="beurten, mijn beurten, alleen mijn beurten",
        ),
        "all": parse_words(en="all, every", de="alle", fr="toutes, tout", it="tutte, tutto", nl="alle, alles"),
        "none": parse_words(en="none, off", de="keine", fr="aucune", it="nessuna", nl="geen"),
        "default": parse_words(
            en="default, as elsewhere, as usual",
            de="wie sonst, wie üblich, Standard",
            fr="comme ailleurs, comme d'habitude, par défaut",
            it="come altrove, come al solito, predefinite",
            nl="zoals elders, zoals gewoonlijk, standaard",
        ),
    }
)
"""Which letters a player gets; the last is for one match, which then has no choice of its own."""
OPTIONS = index_words(
    {
        "days": parse_words(en="days, day", de="tage, tag", fr="jours, jour", it="giorni, giorno", nl="dagen, dag"),
        "language": parse_words(en="language, lang", de="sprache", fr="langue", it="lingua", nl="taal"),
        "preset": parse_words(
            en="preset, rules", de="regeln, regel", fr="règles, règle", it="regole, regola", nl="regels, regel"
        ),
        "time": parse_words(en="time", de="zeit, bedenkzeit", fr="temps", it="tempo", nl="tijd, bedenktijd"),
        "max": parse_words(
            en="max, cap", de="max, höchstens", fr="max, maximum", it="max, massimo", nl="max, maximum, hoogstens"
        ),
        "pace": parse_words(en="pace", de="gangart", fr="rythme, allure", it="ritmo, passo", nl="ritme"),
        "grace": parse_words(
            en="grace", de="nachfrist, gnadenfrist", fr="grâce, sursis", it="tolleranza", nl="respijt"
        ),
        "late": parse_words(en="late", de="verspätung", fr="retard", it="ritardo", nl="telaat, vertraging"),
        "wait": parse_words(en="wait", de="wartezeit, warten", fr="attente", it="attesa", nl="wachttijd, wachten"),
        "off": parse_words(en="off, free", de="frei", fr="libre, repos", it="libero, riposo", nl="vrij, rust"),
        "absence": parse_words(
            en="absence, absences", de="abwesenheit, urlaub", fr="absence", it="assenza", nl="afwezigheid"
        ),
        "vacant": parse_words(
            en="vacant", de="verwaist, unbesetzt", fr="vacant, vacante", it="vacante", nl="vacant, onbezet"
        ),
        "house": parse_words(
            en="house, bot, level",
            de="haus, hausspieler, computer, stufe",
            fr="maison, ordinateur, niveau",
            it="casa, livello",
            nl="huis",
        ),
    }
)
OPTION_ANSWERS = index_words(
    {
        "yes": parse_words(en="yes, on", de="ja, an", fr="oui", it="sì, si", nl="ja, aan"),
        "no": parse_words(
            en="no, none, never, off",
            de="nein, kein, keine, keiner, nie, aus",
            fr="non, aucun, aucune, jamais",
            it="no, nessuno, nessuna, mai",
            nl="nee, neen, geen, nooit, uit",
        ),
    }
)
"""Values of an option of a game. All others are names, the same in every language."""
PRESETS = index_words(
    {
        "dutch": parse_words(en="dutch", de="niederländisch", fr="néerlandaises", it="olandesi", nl="nederlands"),
        "french": parse_words(en="french", de="französisch", fr="françaises", it="francesi", nl="frans"),
        "italian": parse_words(en="italian", de="italienisch", fr="italiennes", it="italiane", nl="italiaans"),
        "collector": parse_words(
            en="collector", de="sammler", fr="collectionneur", it="collezionista", nl="verzamelaar"
        ),
    }
)
"""Sets of rules whose name is a word. Games know them by the English one."""

PAST_RESULTS = index_words(
    {
        "won": parse_words(en="won, wins", de="gewonnen, Siege", fr="gagné, gagnées", it="vinto, vinte", nl="gewonnen"),
        "lost": parse_words(en="lost", de="verloren", fr="perdu, perdues", it="perso, perse", nl="verloren"),
        "left": parse_words(en="left", de="verlassen", fr="quitté, quittées", it="lasciato, lasciate", nl="verlaten"),
        "shared": parse_words(
            en="draw, drawn, shared",
            de="remis, unentschieden",
            fr="nul, nulle, nulles, partage",
            it="patta, patte, pareggio",
            nl="remise, gelijkspel",
        ),
    }
)
"""Results of a match that the archive is searched by."""

PAST_ENDINGS = index_words(
    {
        "rules": parse_words(
            en="finished, played", de="ausgespielt", fr="terminée, terminées", it="finita, finite", nl="uitgespeeld"
        ),
        "resigned": parse_words(
            en="resigned", de="aufgegeben", fr="abandon, abandonnée", it="abbandono, abbandonata", nl="opgegeven"
        ),
        "agreed": parse_words(en="agreed", de="vereinbart", fr="convenue", it="concordata", nl="afgesproken"),
        "time": parse_words(
            en="time", de="Zeit, Zeitüberschreitung", fr="temps", it="tempo", nl="tijd, tijdsoverschrijding"
        ),
        "alone": parse_words(en="alone", de="allein", fr="seul", it="solo", nl="alleen"),
        "awarded": parse_words(en="awarded", de="zugesprochen", fr="attribuée", it="assegnata", nl="toegekend"),
        "annulled": parse_words(
            en="annulled", de="annulliert", fr="annulée", it="annullata", nl="geannuleerd, vervallen"
        ),
    }
)
"""Endings of a match that the archive is searched by."""

PAST_NOTES = index_words(
    {
        "annotated": parse_words(
            en="annotated, commented",
            de="kommentiert, kommentierte",
            fr="commentée, commentées, annotée, annotées",
            it="commentata, commentate, annotata, annotate",
            nl="becommentarieerd, geannoteerd",
        )
    }
)
"""Whether something is said about a match, which the archive is searched by as well."""

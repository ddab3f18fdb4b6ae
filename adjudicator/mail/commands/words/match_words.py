"""Words about a match: its terms and options, its seats, and the line that asks for a new one."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.mail.commands.words.word_index import Words, fold_words, index_words, parse_words, spellings

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
GREETING_TO_SERVICE = GREETING | fold_words(de="Nachricht", it="messaggio", nl="bericht")
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

OPEN = frozenset(spellings(SEAT_WORDS["open"]))

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
"""Consequences when the grace of a late turn is over."""
VACANT = index_words(
    {
        "house": parse_words(en="house, bot", de="Haus", fr="maison", it="casa", nl="huis"),
        "wait": parse_words(
            en="wait, waits", de="warten, wartet", fr="attendre, attend", it="aspettare, aspetta", nl="wachten, wacht"
        ),
    }
)
"""Rules for a seat that its player has left."""
UNDOING = index_words(
    {
        "ask": parse_words(en="ask, asked", de="fragen", fr="demander", it="chiedere", nl="vragen"),
        "never": parse_words(en="never, no", de="nie, nein", fr="jamais, non", it="mai, no", nl="nooit, nee"),
        "free": parse_words(en="free", de="frei", fr="libre", it="libero, libera", nl="vrij"),
    }
)
"""Whether moves of a turn that is over can be taken back."""
HOUSE_LEVELS = index_words(
    {
        "easy": parse_words(
            en="easy, Ani", de="leicht, einfach", fr="facile", it="facile", nl="makkelijk, gemakkelijk"
        ),
        "fair": parse_words(
            en="fair, medium, Nefer", de="mittel", fr="moyen, moyenne", it="medio, media", nl="gemiddeld, redelijk"
        ),
        "strong": parse_words(
            en="strong, hard, difficult, Imhotep",
            de="stark, schwer, schwierig",
            fr="fort, forte, difficile",
            it="forte, difficile",
            nl="sterk, moeilijk",
        ),
    }
)
"""How strong the house player plays; each level has a name (`match.house.levels`), which is no word of a language."""
LEVEL = fold_words(
    en="level, strength, difficulty",
    de="Stufe, Stärke, Schwierigkeit",
    fr="niveau, force, difficulté",
    it="livello, forza, difficoltà",
    nl="niveau, sterkte, moeilijkheid",
)
"""The word before a level that stands behind the house player without a sign: ``with house, level hard``."""
BEFORE_LEVEL = fold_words(en="at, on", de="auf, in, der", fr="au, de", it="al, a, di", nl="op")
"""Words between the house player and its level: ``with house at level hard``."""
HOUSE_NAMES = {"ani": "easy", "nefer": "fair", "imhotep": "strong"}
"""The names of the house player by level, as somebody writes them in place of the word ``house``."""

BOARD_USES = index_words(
    {
        "boards": parse_words(en="boards", de="Bretter", fr="plateaux", it="tabelloni", nl="borden"),
        "board": parse_words(en="board", de="Brett", fr="plateau", it="tabellone", nl="bord"),
    }
)
"""Behind ``plan``: the boards to which it leads, or the one behind an answer."""

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
        "undo": parse_words(
            en="undo, takeback",
            de="zurücknehmen, rücknahme",
            fr="reprise",
            it="annullamento",
            nl="terugnemen, terugname",
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

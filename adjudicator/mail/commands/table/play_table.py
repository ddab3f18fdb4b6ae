"""The commands of play: the board, the moves, and messages to other players."""

from __future__ import annotations

from adjudicator.mail.commands.table.command import ANYWHERE, IN_MATCHES, Argument, Command, _
from adjudicator.mail.commands.words.word_index import parse_words

PLAY_COMMANDS = (
    Command(
        "help",
        Argument.TOPIC,
        ANYWHERE,
        _("the commands of a topic, or one command with examples"),
        parse_words(en="help", de="Hilfe", fr="aide", it="aiuto", nl="help, hulp"),
    ),
    Command(
        "undo",
        Argument.ENTRY,
        IN_MATCHES,
        _("take back what you have played in this turn; new moves may stand below it. Later it asks the others"),
        parse_words(
            en="undo, take back, take it back, take that back, undo that, undo my move",
            de="zurücknehmen, Zug zurücknehmen, nimm zurück, rückgängig, rückgängig machen, Zug zurück",
            fr="reprendre le coup, annuler le coup, reprendre mon coup, annuler mon coup, annule mon coup,"
            " annule le coup, annulez mon coup, reprends mon coup",
            it="ritira mossa, annulla mossa, ritira la mossa, annulla la mossa",
            nl="terugnemen, zet terugnemen, neem terug, mijn zet terugnemen, zet terug",
        ),
    ),
    Command(
        "board",
        Argument.POSITION,
        IN_MATCHES,
        _("the board as it stands; with a number, as it stood after that entry"),
        parse_words(en="board", de="Brett, Spielbrett", fr="plateau", it="tabellone, tavoliere", nl="bord, speelbord"),
    ),
    Command(
        "legal",
        Argument.NOTHING,
        IN_MATCHES,
        _("all legal moves, in groups"),
        parse_words(
            en="legal, legal moves, possible moves, what can I play",
            de="erlaubt, mögliche Züge, erlaubte Züge",
            fr="coups possibles, coups légaux",
            it="mosse possibili, mosse legali",
            nl="mogelijke zetten, toegestane zetten",
        ),
    ),
    Command(
        "status",
        Argument.NOTHING,
        IN_MATCHES,
        _("whose turn it is, and until when"),
        parse_words(en="status", de="Status, Lage", fr="état, statut", it="stato", nl="status, toestand"),
    ),
    Command(
        "time",
        Argument.NOTHING,
        IN_MATCHES,
        _("why the deadline is where it is, and how much time everybody has"),
        parse_words(en="time, clock", de="Zeit, Uhr", fr="temps, pendule", it="tempo, orologio", nl="tijd, klok"),
    ),
    Command(
        "history",
        Argument.RANGE,
        IN_MATCHES,
        _("everything that was played, or only some turns of it"),
        parse_words(
            en="history, moves",
            de="Verlauf, Züge",
            fr="historique, coups",
            it="storia, cronologia, mosse",
            nl="verloop, geschiedenis",
        ),
    ),
    Command(
        "record",
        Argument.NOTHING,
        IN_MATCHES,
        _("the match as a file that can be checked"),
        parse_words(en="record", de="Aufzeichnung, Protokoll", fr="enregistrement", it="registrazione", nl="verslag"),
    ),
    Command(
        "show",
        Argument.STEP,
        IN_MATCHES,
        _("the board after a move, without playing it"),
        parse_words(
            en="?, show, preview",
            de="?, zeige, zeig, Vorschau",
            fr="?, montre, montrer, aperçu",
            it="?, mostra, anteprima",
            nl="?, toon, voorbeeld",
        ),
    ),
    Command(
        "press",
        Argument.TEXT,
        IN_MATCHES,
        _("a message to the other players; alone on its line, the lines below it"),
        parse_words(en="press, say", de="Nachricht, sage", fr="dire, dis", it="messaggio, di'", nl="bericht, zeg"),
    ),
    Command(
        "tell",
        Argument.MESSAGE,
        IN_MATCHES,
        _("a message to some players only; their names, a colon, then the text"),
        parse_words(
            en="tell, whisper",
            de="flüstere, nur an",
            fr="en privé, chuchoter",
            it="in privato, sussurra",
            nl="fluister, alleen aan",
        ),
    ),
    Command(
        "memo",
        Argument.MEMO,
        IN_MATCHES,
        _("a note to yourself, at the top of the letters of your turns"),
        parse_words(en="memo", de="Notiz", fr="mémo", it="appunto", nl="notitie"),
    ),
    Command(
        "diary",
        Argument.DIARY,
        IN_MATCHES,
        _("what you think in this turn: only you read it until the match is over, and then everybody can"),
        parse_words(en="diary", de="Tagebuch", fr="journal", it="diario", nl="dagboek"),
    ),
)

"""The table of all commands: the parser, the help letters, the handbook and the tests are made from it.

CONTRIBUTING.md lists the steps of adding a command.
"""

from __future__ import annotations

from adjudicator.mail.commands.command import Argument, Command, Place
from adjudicator.mail.commands.vocabulary import parse_words


def _(text: str) -> str:
    """Mark a sentence for gettext; it is translated where it is shown."""
    return text


_MATCH = frozenset({Place.MATCH})
_BOTH = _MATCH | {Place.SERVICE}

COMMANDS = (
    Command(
        "help",
        Argument.TOPIC,
        _BOTH,
        _("the commands of a topic, or one command with examples"),
        parse_words(en="help", de="Hilfe", fr="aide", it="aiuto", nl="help, hulp"),
    ),
    Command(
        "undo",
        Argument.ALONE,
        _MATCH,
        _("take back what you have played in this turn; new moves may stand below it"),
        parse_words(
            en="undo, take back, take it back, take that back, undo that, undo my move",
            de="zurücknehmen, Zug zurücknehmen, nimm zurück, rückgängig, rückgängig machen",
            fr="reprendre le coup, annuler le coup, reprendre mon coup, annuler mon coup",
            it="ritira mossa, annulla mossa, ritira la mossa, annulla la mossa",
            nl="terugnemen, zet terugnemen, neem terug",
        ),
    ),
    Command(
        "board",
        Argument.NOTHING,
        _MATCH,
        _("the board as it stands"),
        parse_words(en="board", de="Brett, Spielbrett", fr="plateau", it="tabellone, tavoliere", nl="bord, speelbord"),
    ),
    Command(
        "legal",
        Argument.NOTHING,
        _MATCH,
        _("all legal moves, in groups"),
        parse_words(
            en="legal, legal moves, possible moves",
            de="erlaubt, mögliche Züge, erlaubte Züge",
            fr="coups possibles, coups légaux",
            it="mosse possibili, mosse legali",
            nl="mogelijke zetten, toegestane zetten",
        ),
    ),
    Command(
        "status",
        Argument.NOTHING,
        _MATCH,
        _("whose turn it is, and until when"),
        parse_words(en="status", de="Status, Lage", fr="état, statut", it="stato", nl="status, toestand"),
    ),
    Command(
        "time",
        Argument.NOTHING,
        _MATCH,
        _("why the deadline is where it is, and how much time everybody has"),
        parse_words(en="time, clock", de="Zeit, Uhr", fr="temps, pendule", it="tempo, orologio", nl="tijd, klok"),
    ),
    Command(
        "history",
        Argument.NOTHING,
        _MATCH,
        _("everything that was played"),
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
        _MATCH,
        _("the match as a file that can be checked"),
        parse_words(en="record", de="Aufzeichnung, Protokoll", fr="enregistrement", it="registrazione", nl="verslag"),
    ),
    Command(
        "show",
        Argument.STEP,
        _MATCH,
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
        _MATCH,
        _("a message to the other players; alone on its line, the lines below it"),
        parse_words(en="press, say", de="Nachricht, sage", fr="dire, dis", it="messaggio, di'", nl="bericht, zeg"),
    ),
    Command(
        "tell",
        Argument.MESSAGE,
        _MATCH,
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
        _MATCH,
        _("a note to yourself, at the top of the letters of your turns"),
        parse_words(en="memo", de="Notiz", fr="mémo", it="appunto", nl="notitie"),
    ),
    Command(
        "claim",
        Argument.NOTHING,
        _MATCH,
        _("the match, when the other player's time is over; among three or more, a turn by the house player"),
        parse_words(
            en="claim",
            de="beanspruchen, beanspruche",
            fr="réclamer, je réclame",
            it="reclamare, reclamo",
            nl="claimen, opeisen",
        ),
    ),
    Command(
        "grant",
        Argument.DAYS,
        _MATCH,
        _("more days to the player whose time is over"),
        parse_words(
            en="grant", de="gewähre, gewähren", fr="accorder, accorde", it="concedere, concedo", nl="gun, verleng"
        ),
    ),
    Command(
        "nudge",
        Argument.NOTHING,
        _MATCH,
        _("a friendly letter to the player to move, in a match without a time limit"),
        parse_words(
            en="nudge", de="anstupsen, mahnen", fr="relancer, relance", it="sollecita, sollecito", nl="aanporren"
        ),
    ),
    Command(
        "resign",
        Argument.NOTHING,
        _MATCH,
        _("give the match up"),
        parse_words(
            en="resign, I resign",
            de="aufgeben, ich gebe auf, gebe auf",
            fr="abandonner, abandon, j'abandonne, abandonne",
            it="abbandonare, abbandono, mi arrendo",
            nl="opgeven, ik geef op",
        ),
    ),
    # What needs the consent of the others.
    Command(
        "pause",
        Argument.UNTIL,
        _MATCH,
        _("ask the others for a pause of the match, until a day"),
        parse_words(en="pause", de="Pause", fr="pause", it="pausa", nl="pauze"),
    ),
    Command(
        "resume",
        Argument.NOTHING,
        _MATCH,
        _("end a pause: the match goes on after two days"),
        parse_words(en="resume", de="weiter", fr="continuer", it="riprendi partita", nl="verder"),
    ),
    Command(
        "agree",
        Argument.NUMBER,
        _MATCH,
        _("yes to what another player proposes; with its number if there are several"),
        parse_words(en="agree", de="einverstanden", fr="d'accord", it="d'accordo", nl="akkoord"),
    ),
    Command(
        "refuse",
        Argument.NUMBER,
        _MATCH,
        _("no to what another player proposes"),
        parse_words(en="refuse", de="nicht einverstanden", fr="pas d'accord", it="non d'accordo", nl="niet akkoord"),
    ),
    Command(
        "withdraw",
        Argument.NUMBER,
        _MATCH,
        _("take back what you proposed"),
        parse_words(
            en="withdraw",
            de="zurückziehen",
            fr="renoncer à l'offre",
            it="rinuncio all'offerta",
            nl="voorstel terug",
        ),
    ),
    Command(
        "expel",
        Argument.NAME,
        _MATCH,
        _("ask the others to put somebody out of the match who missed a turn's time"),
        parse_words(en="expel", de="ausschließen", fr="exclure", it="escludere", nl="uitsluiten"),
    ),
    Command(
        "hand over",
        Argument.SUCCESSOR,
        _MATCH,
        _("give your seat to somebody else, for good"),
        parse_words(en="hand over", de="übergeben", fr="céder la place", it="cedo il posto", nl="overdragen"),
    ),
    Command(
        "substitute",
        Argument.STAND_IN,
        _MATCH,
        _("let somebody play for you until a day"),
        parse_words(
            en="substitute",
            de="Vertretung, vertreten",
            fr="suppléance, suppléant",
            it="supplenza, supplente",
            nl="vervanging, vervanger",
        ),
    ),
    Command(
        "finish",
        Argument.NOTHING,
        _MATCH,
        _("end the match when everybody else has left it"),
        parse_words(
            en="finish match, end match",
            de="Partie beenden",
            fr="terminer la partie",
            it="concludo la partita",
            nl="partij beëindigen",
        ),
    ),
    Command(
        "rematch",
        Argument.OPENED,
        _MATCH,
        _("after a match: another one like it, when all have asked for it; or with open seats for the others"),
        parse_words(en="rematch", de="Revanche", fr="revanche", it="rivincita", nl="revanche"),
    ),
    Command(
        "games",
        Argument.NOTHING,
        _BOTH,
        _("the games that can be played here"),
        parse_words(en="games", de="Spiele", fr="jeux", it="giochi", nl="spellen"),
    ),
    Command(
        "rules",
        Argument.GAME,
        _BOTH,
        _("the rules of a game, its options and how moves are written"),
        parse_words(en="rules", de="Regeln", fr="règles, règle", it="regole", nl="regels, spelregels"),
    ),
    Command(
        "new",
        Argument.INVITATION,
        _BOTH,
        _("invite somebody to a match, or play the house"),
        parse_words(
            en="new, new match",
            de="neu, neue Partie",
            fr="nouveau, nouvelle, nouvelle partie",
            it="nuovo, nuova, nuova partita",
            nl="nieuw, nieuwe, nieuwe partij",
        ),
    ),
    Command(
        "join",
        Argument.CODE,
        _BOTH,
        _("take an open seat"),
        parse_words(
            en="join",
            de="beitreten, mitspielen",
            fr="rejoindre, participer",
            it="partecipare, partecipa",
            nl="meedoen, deelnemen",
        ),
    ),
    Command(
        "takeover",
        Argument.CODE,
        _BOTH,
        _("play on for somebody who left a match, or come back to your own seat"),
        parse_words(en="takeover", de="übernehmen", fr="remplacer", it="subentro", nl="overnemen"),
    ),
    Command(
        "list",
        Argument.NOTHING,
        _BOTH,
        _("your matches"),
        parse_words(
            en="list, matches",
            de="Liste, Partien",
            fr="liste, parties",
            it="lista, elenco, partite",
            nl="lijst, partijen",
        ),
    ),
    Command(
        "lobby",
        Argument.GAMES,
        _BOTH,
        _("free seats, and how to take one; of one game, if you name it"),
        parse_words(
            en="lobby, free seats",
            de="freie Plätze",
            fr="places libres",
            it="posti liberi",
            nl="vrije plaatsen",
        ),
    ),
    Command(
        "archive",
        Argument.GAMES,
        _BOTH,
        _("matches that are over, your own first; of one game, if you name it"),
        parse_words(en="archive", de="Archiv", fr="archives", it="archivio", nl="archief"),
    ),
    Command(
        "layout",
        Argument.LAYOUT,
        _BOTH,
        _("how boards are drawn for you: wide, narrow, or linear for a screen reader"),
        parse_words(en="layout", de="Darstellung, Layout", fr="présentation", it="disposizione", nl="weergave"),
    ),
    Command(
        "name",
        Argument.NAME,
        _BOTH,
        _("your name, as the other players see it"),
        parse_words(
            en="name, my name", de="Name, mein Name", fr="nom, mon nom", it="nome, mio nome", nl="naam, mijn naam"
        ),
    ),
    Command(
        "language",
        Argument.LANGUAGE,
        _BOTH,
        _("the language of your letters: de, en, fr, it or nl"),
        parse_words(en="language", de="Sprache", fr="langue", it="lingua", nl="taal"),
    ),
    Command(
        "zone",
        Argument.ZONE,
        _BOTH,
        _("the time zone of your deadlines, as in Paris or UTC+1"),
        parse_words(
            en="zone, time zone, timezone",
            de="Zeitzone",
            fr="fuseau horaire, fuseau",
            it="fuso orario, fuso",
            nl="tijdzone",
        ),
    ),
    Command(
        "o_means",
        Argument.SIDE,
        _BOTH,
        _("whether an O in your moves is the east or the west"),
        parse_words(
            en="O means, O is",
            de="O bedeutet, O ist, O heißt",
            fr="O veut dire, O signifie",
            it="O significa, O vuol dire",
            nl="O betekent",
        ),
    ),
    Command(
        "absence",
        Argument.DATE,
        _BOTH,
        _("stop your clock while you are away: from one day to another, or until a day"),
        parse_words(
            en="absence, absent, away",
            de="Abwesenheit, abwesend, Urlaub",
            fr="absence, absent, absente, congé",
            it="assenza, assente, ferie",
            nl="afwezigheid, afwezig, vakantie",
        ),
    ),
    Command(
        "absences",
        Argument.ABSENCES,
        _BOTH,
        _("your absences and the days that are left; auto: a day is taken when your time would run out"),
        parse_words(en="absences", de="Abwesenheiten", fr="absences", it="assenze", nl="afwezigheden"),
    ),
    Command(
        "away_letters",
        Argument.NOTICES,
        _BOTH,
        _("whether an out-of-office reply with a date counts as an absence, or we ask"),
        parse_words(
            en="away letters",
            de="Abwesenheitsnotizen, Abwesenheitsbriefe",
            fr="messages d'absence, lettres d'absence",
            it="messaggi d'assenza, lettere d'assenza",
            nl="afwezigheidsberichten, afwezigheidsbrieven",
        ),
    ),
    Command(
        "off",
        Argument.FREE_TIMES,
        _BOTH,
        _("when your clock rests: weekends, two days of the week, nights, public holidays"),
        parse_words(
            en="off, free", de="frei, freie Tage", fr="libre, repos", it="libero, riposo", nl="vrij, vrije dagen"
        ),
    ),
    Command(
        "remind",
        Argument.REMINDERS,
        _BOTH,
        _("when you are reminded of your turn: some time before the deadline, as usual, or not at all"),
        parse_words(
            en="remind, remind me",
            de="erinnere, erinnern, erinnere mich",
            fr="rappelle, rappeler, rappelle-moi",
            it="ricorda, ricordare, ricordami",
            nl="herinner, herinner me",
        ),
    ),
    Command(
        "quiet",
        Argument.QUIET,
        _BOTH,
        _("the hours in which letters wait that you did not ask for; your clock runs on"),
        parse_words(
            en="quiet, quiet hours", de="Ruhe, Ruhezeit", fr="silence", it="silenzio", nl="stilte, rust, rusttijd"
        ),
    ),
    Command(
        "calendar",
        Argument.CALENDAR,
        _BOTH,
        _("your turns and absences for your calendar: a file, and an address that always has them"),
        parse_words(en="calendar", de="Kalender", fr="calendrier", it="calendario", nl="agenda, kalender"),
    ),
    Command(
        "digest",
        Argument.DIGEST,
        _BOTH,
        _("one letter with all your matches, at an hour that you choose"),
        parse_words(
            en="digest, daily letter",
            de="Sammelbrief, Tagesbrief",
            fr="récapitulatif, lettre du jour, récap",
            it="riepilogo",
            nl="overzicht, dagbrief",
        ),
    ),
    Command(
        "turns",
        Argument.TURNS,
        _BOTH,
        _("whether the letter of a turn comes at once or waits for your digest"),
        parse_words(en="turns", de="Zugbriefe", fr="tours", it="turni", nl="beurten"),
    ),
    Command(
        "letters",
        Argument.LETTERS,
        _BOTH,
        _("which letters you get: those of your turns with the news in them, all, or none but answers and deadlines"),
        parse_words(en="letters", de="Briefe", fr="lettres", it="lettere", nl="brieven"),
    ),
    Command(
        "stop",
        Argument.NOTHING,
        _BOTH,
        _("fewer letters: only answers, deadlines and results"),
        parse_words(en="stop", de="stopp, abbestellen", fr="arrêter, stop", it="basta, ferma", nl="stop, afmelden"),
    ),
    Command(
        "start",
        Argument.NOTHING,
        _BOTH,
        _("letters for each of your turns again"),
        parse_words(en="start", de="wieder", fr="recommencer", it="riprendere, riprendi", nl="hervatten"),
    ),
    # What the owner of a match decides before it begins.
    Command(
        "invite",
        Argument.ADDRESS,
        _MATCH,
        _("before the match begins: invite somebody to a seat that is free"),
        parse_words(
            en="invite",
            de="einladen, lade ein",
            fr="inviter, invite",
            it="invitare, invita",
            nl="uitnodigen, nodig uit",
        ),
    ),
    Command(
        "seat",
        Argument.SEAT,
        _MATCH,
        _("before the match begins: give a free seat to the house player, or to anybody who comes"),
        parse_words(en="seat", de="Platz", fr="siège", it="posto", nl="stoel"),
    ),
    Command(
        "fewer",
        Argument.NOTHING,
        _MATCH,
        _("before the match begins: play with one player less"),
        parse_words(
            en="fewer, one less",
            de="weniger, einer weniger",
            fr="moins, un de moins",
            it="meno, uno in meno",
            nl="minder, één minder",
        ),
    ),
    Command(
        "cancel",
        Argument.CODE,
        _BOTH,
        _("before the match begins: call it off"),
        parse_words(
            en="cancel, call off",
            de="absagen, abbrechen",
            fr="annuler, annule",
            it="annullare, annulla",
            nl="annuleren, afzeggen",
        ),
    ),
    # How a player can be known.
    Command(
        "address",
        Argument.ADDRESS,
        _BOTH,
        _("another address that you write from"),
        parse_words(en="address", de="Adresse", fr="adresse", it="indirizzo", nl="adres"),
    ),
    Command(
        "main",
        Argument.ADDRESS,
        _BOTH,
        _("which of your addresses our letters go to"),
        parse_words(
            en="main, main address",
            de="Hauptadresse",
            fr="principale, adresse principale",
            it="principale, indirizzo principale",
            nl="hoofdadres",
        ),
    ),
    Command(
        "forget",
        Argument.ADDRESS,
        _BOTH,
        _("letters from that address do not count as yours any more"),
        parse_words(en="forget", de="vergiss, vergessen", fr="oublie, oublier", it="dimentica", nl="vergeet"),
    ),
    Command(
        "addresses",
        Argument.NOTHING,
        _BOTH,
        _("your addresses, and your key"),
        parse_words(en="addresses", de="Adressen", fr="adresses", it="indirizzi", nl="adressen"),
    ),
    Command(
        "revoke",
        Argument.NOTHING,
        _BOTH,
        _("if somebody else has seen your letters: make all their reply addresses invalid, and sign out everywhere"),
        parse_words(
            en="revoke", de="widerrufen, widerrufe", fr="révoquer, révoque", it="revocare, revoca", nl="intrekken"
        ),
    ),
    Command(
        "key",
        Argument.KEY,
        _BOTH,
        _("your public key, pasted below; or whether only letters that it signed count"),
        parse_words(en="key", de="Schlüssel", fr="clé, clef", it="chiave", nl="sleutel"),
    ),
)

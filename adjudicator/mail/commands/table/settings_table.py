"""The commands of a player's settings: letters, absences, times and names."""

from __future__ import annotations

from adjudicator.mail.commands.table.command import ANYWHERE, Argument, Command, _
from adjudicator.mail.commands.words.word_index import parse_words

SETTINGS_COMMANDS = (
    Command(
        "layout",
        Argument.LAYOUT,
        ANYWHERE,
        _("how boards are drawn for you: wide, narrow, or linear for a screen reader"),
        parse_words(
            en="layout",
            de="Darstellung, Layout, Ansicht",
            fr="présentation, affichage",
            it="disposizione, visualizzazione",
            nl="weergave, lay-out",
        ),
    ),
    Command(
        "name",
        Argument.NAME,
        ANYWHERE,
        _("your name, as the other players see it"),
        parse_words(
            en="name, my name",
            de="Name, mein Name, ich heiße",
            fr="nom, mon nom, je m'appelle",
            it="nome, mio nome, mi chiamo",
            nl="naam, mijn naam, ik heet",
        ),
    ),
    Command(
        "language",
        Argument.LANGUAGE,
        ANYWHERE,
        _("the language of your letters: de, en, fr, it or nl"),
        parse_words(en="language", de="Sprache", fr="langue", it="lingua", nl="taal"),
    ),
    Command(
        "zone",
        Argument.ZONE,
        ANYWHERE,
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
        ANYWHERE,
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
        ANYWHERE,
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
        ANYWHERE,
        _("your absences and the days that are left; auto: a day is taken when your time would run out"),
        parse_words(en="absences", de="Abwesenheiten", fr="absences", it="assenze", nl="afwezigheden"),
    ),
    Command(
        "away_letters",
        Argument.NOTICES,
        ANYWHERE,
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
        ANYWHERE,
        _("when your clock rests: weekends, two days of the week, nights, public holidays"),
        parse_words(
            en="off, free", de="frei, freie Tage", fr="libre, repos", it="libero, riposo", nl="vrij, vrije dagen"
        ),
    ),
    Command(
        "remind",
        Argument.REMINDERS,
        ANYWHERE,
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
        ANYWHERE,
        _("the hours in which letters wait that you did not ask for; your clock runs on"),
        parse_words(
            en="quiet, quiet hours", de="Ruhe, Ruhezeit", fr="silence", it="silenzio", nl="stilte, rust, rusttijd"
        ),
    ),
    Command(
        "calendar",
        Argument.CALENDAR,
        ANYWHERE,
        _("your turns and absences for your calendar: a file, and an address that always has them"),
        parse_words(en="calendar", de="Kalender", fr="calendrier", it="calendario", nl="agenda, kalender"),
    ),
    Command(
        "digest",
        Argument.DIGEST,
        ANYWHERE,
        _("one letter with all your matches, at an hour that you choose"),
        parse_words(
            en="digest, daily letter",
            de="Sammelbrief, Tagesbrief",
            fr="récapitulatif, lettre du jour, récap",
            it="riepilogo, lettera del giorno",
            nl="overzicht, dagbrief, verzamelbrief",
        ),
    ),
    Command(
        "turns",
        Argument.TURNS,
        ANYWHERE,
        _("whether the letter of a turn comes at once or waits for your digest"),
        parse_words(en="turns", de="Zugbriefe", fr="tours", it="turni", nl="beurten"),
    ),
    Command(
        "letters",
        Argument.LETTERS,
        ANYWHERE,
        _("which letters you get: those of your turns with the news in them, all, or none but answers and deadlines"),
        parse_words(en="letters", de="Briefe", fr="lettres", it="lettere", nl="brieven"),
    ),
    Command(
        "stop",
        Argument.NOTHING,
        ANYWHERE,
        _("fewer letters: only answers, deadlines and results"),
        parse_words(en="stop", de="stopp, abbestellen", fr="arrêter, stop", it="basta, ferma", nl="stop, afmelden"),
    ),
    Command(
        "start",
        Argument.NOTHING,
        ANYWHERE,
        _("letters for each of your turns again"),
        parse_words(en="start", de="wieder", fr="recommencer", it="riprendere, riprendi", nl="hervatten"),
    ),
    Command(
        "public_name",
        Argument.PUBLIC_NAME,
        ANYWHERE,
        _("what you are called on pages that everybody can read: your own name, an alias, or nothing"),
        parse_words(
            en="public name",
            de="öffentlicher Name",
            fr="nom public",
            it="nome pubblico",
            nl="openbare naam",
        ),
    ),
)

"""The commands of the club: games, new matches, and seats at others."""

from __future__ import annotations

from adjudicator.mail.commands.table.command import ANYWHERE, Argument, Command, _
from adjudicator.mail.commands.words.word_index import parse_words

CLUB_COMMANDS = (
    Command(
        "games",
        Argument.NOTHING,
        ANYWHERE,
        _("the games that can be played here"),
        parse_words(en="games", de="Spiele", fr="jeux", it="giochi", nl="spellen"),
    ),
    Command(
        "rules",
        Argument.GAME,
        ANYWHERE,
        _("the rules of a game, its options and how moves are written"),
        parse_words(en="rules", de="Regeln", fr="règles, règle", it="regole", nl="regels, spelregels"),
    ),
    Command(
        "new",
        Argument.INVITATION,
        ANYWHERE,
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
        ANYWHERE,
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
        ANYWHERE,
        _("play on for somebody who left a match, or come back to your own seat"),
        parse_words(en="takeover", de="übernehmen", fr="remplacer", it="subentro", nl="overnemen"),
    ),
    Command(
        "list",
        Argument.NOTHING,
        ANYWHERE,
        _("your matches"),
        parse_words(
            en="list, matches, my matches",
            de="Liste, Partien, meine Partien",
            fr="liste, parties, mes parties",
            it="lista, elenco, partite, le mie partite",
            nl="lijst, partijen, mijn partijen",
        ),
    ),
    Command(
        "lobby",
        Argument.GAMES,
        ANYWHERE,
        _("free seats, and how to take one; of one game, if you name it"),
        parse_words(
            en="lobby, free seats",
            de="freie Plätze",
            fr="places libres",
            it="posti liberi",
            nl="vrije plaatsen",
        ),
    ),
)

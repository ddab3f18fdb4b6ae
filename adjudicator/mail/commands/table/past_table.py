"""The commands about matches that are over."""

from __future__ import annotations

from adjudicator.mail.commands.table.command import ANYWHERE, IN_MATCHES, Argument, Command, _
from adjudicator.mail.commands.words.word_index import parse_words

PAST_COMMANDS = (
    Command(
        "archive",
        Argument.PAST,
        ANYWHERE,
        _("matches that are over, your own first; or those of a game, of a player, of a year"),
        parse_words(en="archive", de="Archiv", fr="archives", it="archivio", nl="archief"),
    ),
    Command(
        "openings",
        Argument.OPENING,
        ANYWHERE,
        _("how matches of a game begin and who wins then; with moves, what was played behind them"),
        parse_words(en="openings", de="Eröffnungen", fr="ouvertures", it="aperture", nl="openingen"),
    ),
    Command(
        "statistics",
        Argument.GAMES,
        ANYWHERE,
        _("how often who begins wins, how long matches are, how they end; of one game, if you name it"),
        parse_words(
            en="statistics, stats",
            de="Statistik, Statistiken",
            fr="statistiques, statistique",
            it="statistiche, statistica",
            nl="statistieken, statistiek",
        ),
    ),
    Command(
        "verify",
        Argument.CHAIN_LINE,
        ANYWHERE,
        _("whether the archive still has what the last line of a letter says"),
        parse_words(
            en="verify",
            de="prüfe, prüfen, überprüfe",
            fr="vérifie, vérifier",
            it="verifica, verificare",
            nl="controleer, controleren",
        ),
    ),
    Command(
        "download",
        Argument.FILE,
        ANYWHERE,
        _("a whole match as a file: text, a page to print, pictures, or its record"),
        parse_words(
            en="download",
            de="herunterladen, lade herunter",
            fr="télécharger, télécharge",
            it="scarica, scaricare",
            nl="downloaden, download",
        ),
    ),
    Command(
        "comment",
        Argument.COMMENT,
        IN_MATCHES,
        _("after the match: what you say about a position, for everybody to read; alone, what others said"),
        parse_words(
            en="comment, comments",
            de="Kommentar, Kommentare",
            fr="commentaire, commentaires",
            it="commento, commenti",
            nl="commentaar, commentaren",
        ),
    ),
)

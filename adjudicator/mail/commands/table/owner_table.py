"""The commands of who opened a match, until it begins."""

from __future__ import annotations

from adjudicator.mail.commands.table.command import ANYWHERE, IN_MATCHES, Argument, Command, _
from adjudicator.mail.commands.words.word_index import parse_words

OWNER_COMMANDS = (
    # What the owner of a match decides before it begins.
    Command(
        "invite",
        Argument.ADDRESS,
        IN_MATCHES,
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
        IN_MATCHES,
        _("before the match begins: give a free seat to the house player, or to anybody who comes"),
        parse_words(en="seat", de="Platz", fr="siège", it="posto", nl="stoel"),
    ),
    Command(
        "fewer",
        Argument.NOTHING,
        IN_MATCHES,
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
        ANYWHERE,
        _("before the match begins: call it off"),
        parse_words(
            en="cancel, call off",
            de="absagen, abbrechen",
            fr="annuler, annule",
            it="annullare, annulla",
            nl="annuleren, afzeggen",
        ),
    ),
)

"""The commands of plans, habits, and orders that wait for a second look."""

from __future__ import annotations

from adjudicator.mail.commands.table.command import IN_MATCHES, Argument, Command, _
from adjudicator.mail.commands.words.word_index import parse_words

PLAN_COMMANDS = (
    Command(
        "plan",
        Argument.BOARDS,
        IN_MATCHES,
        _("what you have planned, alone or with the boards to which it leads; only you see it"),
        parse_words(en="plan, my plan", de="Plan, mein Plan", fr="plan, mon plan", it="piano", nl="plan, mijn plan"),
    ),
    Command(
        "cancel plan",
        Argument.NODE,
        IN_MATCHES,
        _("drop your plan, or one answer of it with all that follows"),
        parse_words(en="cancel plan", de="Plan löschen", fr="annuler le plan", it="annulla piano", nl="plan wissen"),
    ),
    Command(
        "confirm plan",
        Argument.ALONE,
        IN_MATCHES,
        _("let the lines of your plan count that are played whatever happens"),
        parse_words(
            en="confirm plan",
            de="Plan bestätigen",
            fr="confirmer le plan",
            it="conferma piano",
            nl="plan bevestigen",
        ),
    ),
    Command(
        "publish plans",
        Argument.ALONE,
        IN_MATCHES,
        _("after the match, show everybody what you had planned"),
        parse_words(
            en="publish plans, publish my plans",
            de="Pläne veröffentlichen, meine Pläne veröffentlichen",
            fr="publier les plans, publier mes plans",
            it="pubblica piani, pubblica miei piani",
            nl="plannen publiceren, mijn plannen publiceren",
        ),
    ),
    Command(
        "as planned",
        Argument.ALONE,
        IN_MATCHES,
        _("play what you had planned, although something came to light"),
        parse_words(en="as planned", de="wie geplant", fr="comme prévu", it="come previsto", nl="zoals gepland"),
    ),
    Command(
        "habit",
        Argument.HABIT,
        IN_MATCHES,
        _("have something done for you whenever it comes up in this match; alone, a list of your habits"),
        parse_words(
            en="habit, habits",
            de="Gewohnheit, Gewohnheiten",
            fr="habitude, habitudes",
            it="abitudine, abitudini",
            nl="gewoonte, gewoonten, gewoontes",
        ),
    ),
    Command(
        "cancel habit",
        Argument.HABIT,
        IN_MATCHES,
        _("end a habit, or all of them"),
        parse_words(
            en="cancel habit, cancel habits",
            de="Gewohnheit löschen, Gewohnheiten löschen",
            fr="annuler l'habitude, annuler les habitudes",
            it="annulla abitudine, annulla abitudini",
            nl="gewoonte wissen, gewoonten wissen",
        ),
    ),
    Command(
        "confirm orders",
        Argument.SWITCH,
        IN_MATCHES,
        _("see the board behind your orders first: they are played when you say yes"),
        parse_words(
            en="confirm orders",
            de="Züge bestätigen",
            fr="confirmer les coups",
            it="conferma mosse",
            nl="zetten bevestigen",
        ),
    ),
    Command(
        "delay",
        Argument.DELAY,
        IN_MATCHES,
        _("let your orders wait for some time before they count"),
        parse_words(en="delay", de="Bedenkfrist", fr="délai", it="attesa", nl="uitstel"),
    ),
    Command(
        "wait",
        Argument.NOTHING,
        IN_MATCHES,
        _("take back your orders that wait"),
        parse_words(
            en="wait", de="warte, warten", fr="attends, attendre", it="aspetta, aspettare", nl="wacht, wachten"
        ),
    ),
)

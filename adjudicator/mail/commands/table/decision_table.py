"""The commands about the course of a match: its clock, its end, its seats, and decisions that players take together."""

from __future__ import annotations

from adjudicator.mail.commands.table.command import ANYWHERE, IN_MATCHES, Argument, Command, _
from adjudicator.mail.commands.words.word_index import parse_words

DECISION_COMMANDS = (
    Command(
        "claim",
        Argument.NOTHING,
        IN_MATCHES,
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
        IN_MATCHES,
        _("more days to the player whose time is over"),
        parse_words(
            en="grant", de="gewähre, gewähren", fr="accorder, accorde", it="concedere, concedo", nl="gun, verleng"
        ),
    ),
    Command(
        "nudge",
        Argument.NOTHING,
        IN_MATCHES,
        _("a friendly letter to the player to move, in a match without a time limit"),
        parse_words(
            en="nudge", de="anstupsen, mahnen", fr="relancer, relance", it="sollecita, sollecito", nl="aanporren"
        ),
    ),
    Command(
        "hint",
        Argument.NOTHING,
        IN_MATCHES,
        _("against the house alone: what the strong house player would do in your place"),
        parse_words(en="hint", de="Tipp, Hinweis", fr="indice, conseil", it="suggerimento, consiglio", nl="hint, tip"),
    ),
    Command(
        "resign",
        Argument.NOTHING,
        IN_MATCHES,
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
        "offer draw",
        Argument.NOTHING,
        IN_MATCHES,
        _("ask the others to end the match as a draw; beside a move, too"),
        parse_words(
            en="offer draw, draw offer, offer a draw",
            de="Remis, Remis anbieten, biete Remis an, ich biete Remis",
            fr="proposer nulle, nulle, proposer la nulle, je propose nulle",
            it="offro patta, patta, propongo patta, offro la patta, propongo la patta",
            nl="remise aanbieden, remise, bied remise aan",
        ),
    ),
    Command(
        "pause",
        Argument.UNTIL,
        IN_MATCHES,
        _("ask the others for a pause of the match, until a day"),
        parse_words(en="pause", de="Pause", fr="pause", it="pausa", nl="pauze"),
    ),
    Command(
        "resume",
        Argument.NOTHING,
        IN_MATCHES,
        _("end a pause: the match goes on after two days"),
        parse_words(en="resume", de="weiter", fr="continuer", it="riprendi partita", nl="verder"),
    ),
    Command(
        "agree",
        Argument.NUMBER,
        IN_MATCHES,
        _("yes to what another player proposes; with its number if there are several"),
        parse_words(en="agree", de="einverstanden", fr="d'accord", it="d'accordo", nl="akkoord"),
    ),
    Command(
        "refuse",
        Argument.NUMBER,
        IN_MATCHES,
        _("no to what another player proposes"),
        parse_words(
            en="refuse, disagree", de="nicht einverstanden", fr="pas d'accord", it="non d'accordo", nl="niet akkoord"
        ),
    ),
    Command(
        "withdraw",
        Argument.PROPOSAL,
        ANYWHERE,
        _("take back what you proposed, or your wish for a seat"),
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
        IN_MATCHES,
        _("ask the others to put somebody out of the match who missed a turn's time"),
        parse_words(en="expel", de="ausschließen", fr="exclure", it="escludere", nl="uitsluiten"),
    ),
    Command(
        "hand over",
        Argument.SUCCESSOR,
        IN_MATCHES,
        _("give your seat to somebody else, for good"),
        parse_words(en="hand over", de="übergeben", fr="céder la place", it="cedo il posto", nl="overdragen"),
    ),
    Command(
        "substitute",
        Argument.STAND_IN,
        IN_MATCHES,
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
        IN_MATCHES,
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
        IN_MATCHES,
        _("after a match: another one like it, when all have asked for it; or with open seats for the others"),
        parse_words(en="rematch", de="Revanche", fr="revanche", it="rivincita", nl="revanche"),
    ),
)

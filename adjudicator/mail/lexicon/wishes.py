"""Wishes in words of a person's own, beside or instead of an order: a draw, a pause, fewer letters, a hint, to play."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from adjudicator.mail.lexicon.wordlist import Phrases, longest_phrase, phrase_at, phrases, words_in

LONGEST_WISH = 12
"""Words of a line in which a wish is looked for; a longer one tells a story."""


class Wish(StrEnum):
    """Kind of wish in a line."""

    DRAW = "draw"
    BACK = "back"
    PAUSE = "pause"
    FEWER = "fewer"
    """Fewer letters."""
    LEARN = "learn"
    PLAY = "play"
    PAST = "past"


FEWER_LETTERS = ("letters turns", "digest 18:00")
"""The commands for who wishes for fewer letters."""
_DRAW = phrases(
    "offer a draw, offer you a draw, offer draw, propose a draw, suggest a draw, draw offer, agree on a draw, "
    "agree to a draw, call it a draw, accept a draw, accept the draw, how about a draw, what about a draw, "
    "shall we draw, want a draw, like a draw",
    "Remis, Unentschieden",
    "partie nulle, match nul, propose nulle, propose la nulle, proposer nulle, accepte la nulle",
    "patta, pareggio",
    "remise, gelijkspel",
)
_BACK = phrases(
    "i m back, i am back, back from, back again, back home",
    "bin zurück, bin wieder da, bin wieder zurück, wieder zurück, zurück aus, zurück vom, zurück von",
    "de retour, suis revenu, suis revenue, suis rentré, suis rentrée",
    "sono tornato, sono tornata, sono di ritorno, di ritorno da, sono rientrato, sono rientrata",
    "ben terug, ben weer terug, weer terug, terug van, ben er weer",
)
_PAUSE = phrases(
    "take a pause, have a pause, make a pause, a pause until, a pause till, take a break, have a break, a break until, "
    "a break till, pause the match, pause the game",
    "Pause machen, Pause einlegen, eine Pause, machen wir Pause, Pause bis",
    "faire une pause, fasse une pause, faisons une pause, fait une pause, faire pause, une pause jusqu, pause jusqu",
    "fare una pausa, facciamo una pausa, facciamo pausa, fare pausa, una pausa fino, pausa fino",
    "pauze houden, pauze nemen, een pauze, pauzeren, pauze tot",
)
_FEWER = phrases(
    "fewer letters, fewer mails, fewer emails, fewer e-mails, fewer messages, less letters, less mail, less mails, "
    "less emails, less e-mails, less messages, too many letters, too many mails, too many emails, too many e-mails, "
    "too many messages, so many letters, so many emails, so many mails",
    "weniger Briefe, weniger Mails, weniger E-Mails, weniger Emails, weniger Nachrichten, weniger Post, "
    "zu viele Briefe, zu viele Mails, zu viele E-Mails, zu viele Emails, zu viele Nachrichten, zu viel Post, "
    "so viele Briefe, so viele Mails, so viele E-Mails",
    "moins de lettres, moins de messages, moins de mails, moins d e-mails, moins d emails, moins de courriels, "
    "moins de courrier, trop de lettres, trop de messages, trop de mails, trop d e-mails, trop de courriels, "
    "autant de lettres, autant de messages, autant de mails",
    "meno lettere, meno messaggi, meno mail, meno email, meno e-mail, meno posta, troppe lettere, troppi messaggi, "
    "troppe mail, troppe email, troppe e-mail, così tante lettere, così tante mail",
    "minder brieven, minder berichten, minder mails, minder mail, minder e-mails, minder emails, minder post, "
    "te veel brieven, te veel berichten, te veel mails, te veel mail, te veel e-mails, zo veel brieven, "
    "zoveel brieven, zoveel mails",
)
_LEARN = phrases(
    "how do i play, how to play, how do we play, how does it work, how does this work, how do i start",
    "wie spielt man, wie spiele ich, wie geht das, wie funktioniert, wie fange ich an",
    "comment jouer, comment joue, comment on joue, comment ça marche, comment commencer",
    "come si gioca, come gioco, come funziona, come si comincia, come comincio",
    "hoe speel ik, hoe speel je, hoe werkt, hoe begin ik",
)
_PLAY = phrases(
    "want to play, like to play, love to play, can i play, play a game, start a game, play a match",
    "möchte spielen, will spielen, gern spielen, gerne spielen, möchte gern, kann ich spielen, partie spielen",
    "voudrais jouer, veux jouer, aimerais jouer, jouer une partie, puis je jouer",
    "vorrei giocare, voglio giocare, mi piacerebbe giocare, giocare una partita, posso giocare",
    "wil spelen, wil graag spelen, graag spelen, zou graag, kan ik spelen, partij spelen",
)
_PAST = phrases(
    "finished games, finished matches, past games, past matches, old games, old matches, my results",
    "beendete partien, beendeten partien, alte partien, alten partien, vergangene partien, vergangenen partien",
    "parties terminées, parties finies, anciennes parties, mes résultats",
    "partite finite, partite concluse, partite passate, vecchie partite, partite terminate, miei risultati",
    "afgelopen partijen, gespeelde partijen, oude partijen, mijn uitslagen",
)
_DO_IT = phrases(
    "do that, do it, do so, play that, play it, let us do that, let s do that, go ahead",
    "mach das, mach es, mach so, spiel das, spiel es, so machen wir es",
    "faites cela, faites ça, fais ça, jouez cela, jouez ça, joue ça, jouez le",
    "fallo, fai così, fai questo, giocalo, giocala, gioca quello, gioca questo",
    "doe dat, doe het, doe maar, speel dat, speel het",
)
_COMMANDS = {
    "resign": phrases(
        "i give up, i quit, i give the match up",
        "gebe auf, gebe leider auf, gebe jetzt auf, gebe mich geschlagen, aufgeben, geb auf",
        "j abandonne, abandonne la partie, je renonce, jette l éponge",
        "mi arrendo, abbandono, getto la spugna",
        "geef op, geef het op, geef me gewonnen, opgeven",
    ),
    "undo": phrases(
        "take back, take it back, take that back, undo, undo that",
        "zurücknehmen, nimm zurück, nehme zurück, rückgängig",
        "annule mon coup, annuler mon coup, annuler le coup, reprendre mon coup, reprendre le coup",
        "annulla la mossa, annulla mossa, ritira la mossa, ritirare la mossa, annullare la mossa",
        "terugnemen, neem terug, terugdraaien",
    ),
    "hint": phrases(
        "a hint, some hint", "Tipp, einen Hinweis", "un indice, un conseil", "un suggerimento", "hint, een tip, tip"
    ),
    "rematch": phrases("rematch", "Revanche", "revanche", "rivincita", "revanche"),
    "help": phrases(
        "help, do not understand, don t understand",
        "Hilfe, verstehe nicht, verstehe das nicht, verstehe gar nichts",
        "aide, comprends pas, comprends rien",
        "aiuto, non capisco",
        "hulp, help, snap het niet, begrijp het niet",
    ),
}
"""The commands that a line may wish for in more words than they have."""
_YES = phrases(
    "yes, ok, okay, sure, fine", "ja, gut, klar, gerne", "oui, d accord, bien", "sì, va bene, certo", "ja, goed"
)
_WISHES = (_DRAW, _BACK, _PAUSE, _FEWER, _LEARN, _PLAY, _PAST)
_MOST = max(map(longest_phrase, (*_WISHES, _DO_IT, _YES, *_COMMANDS.values())))


_IN_A_MATCH = ((Wish.DRAW, _DRAW), (Wish.BACK, _BACK), (Wish.PAUSE, _PAUSE), (Wish.FEWER, _FEWER))
_TO_THE_SERVICE = ((Wish.FEWER, _FEWER), (Wish.PAST, _PAST), (Wish.LEARN, _LEARN), (Wish.PLAY, _PLAY))


def find_wish(line: str) -> Wish | None:
    """Find the wish in a short line of a match, wherever it stands."""
    return _find(line, _IN_A_MATCH)


def find_wished_command(line: str) -> str:
    """Find the command that a short line wishes for, wherever it says so; empty for none."""
    words = words_in(line)
    if len(words) > LONGEST_WISH:
        return ""
    for command, known in _COMMANDS.items():
        if any(phrase_at(words, at, known, _MOST) for at in range(len(words))):
            return command
    return ""


def find_first_wish(line: str) -> Wish | None:
    """Find the wish in a short line to the service, wherever it stands."""
    return _find(line, _TO_THE_SERVICE)


def _find(line: str, wishes: Sequence[tuple[Wish, Phrases]]) -> Wish | None:
    words = words_in(line)
    if len(words) > LONGEST_WISH:
        return None
    for wish, known in wishes:
        if any(phrase_at(words, at, known, _MOST) for at in range(len(words))):
            return wish
    return None


def takes_up(lines: Sequence[str]) -> bool:
    """Do words say nothing but that something is to be done ("OK, do that!")?"""
    words, at, said = words_in(" ".join(lines)), 0, False
    while at < len(words):
        told = phrase_at(words, at, _DO_IT, _MOST)
        length = told or phrase_at(words, at, _YES, _MOST)
        if not length:
            return False
        at, said = at + length, said or bool(told)
    return said

"""Wishes in words of a player's own, beside or instead of an order: a draw, being back, taking up a hint."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from adjudicator.mail.lexicon.wordlist import longest_phrase, phrase_at, phrases, words_in

LONGEST_WISH = 12
"""Words of a line in which a wish is looked for; a longer one tells a story."""


class Wish(StrEnum):
    """What a line wishes."""

    DRAW = "draw"
    BACK = "back"


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
_DO_IT = phrases(
    "do that, do it, do so, play that, play it, let us do that, let s do that, go ahead",
    "mach das, mach es, mach so, spiel das, spiel es, so machen wir es",
    "faites cela, faites ça, fais ça, jouez cela, jouez ça, joue ça, jouez le",
    "fallo, fai così, fai questo, giocalo, giocala, gioca quello, gioca questo",
    "doe dat, doe het, doe maar, speel dat, speel het",
)
_YES = phrases(
    "yes, ok, okay, sure, fine", "ja, gut, klar, gerne", "oui, d accord, bien", "sì, va bene, certo", "ja, goed"
)
_MOST = max(map(longest_phrase, (_DRAW, _BACK, _DO_IT, _YES)))


def find_wish(line: str) -> Wish | None:
    """Find what a short line wishes, wherever it says so."""
    words = words_in(line)
    if len(words) > LONGEST_WISH:
        return None
    for wish, known in ((Wish.DRAW, _DRAW), (Wish.BACK, _BACK)):
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

"""The purposes of the orders that a letter offers, shown beside them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.texts.language.language import N_

PURPOSES: Mapping[str, str] = MappingProxyType(
    {
        "play": N_("play this"),
        "plan": N_('a plan below "%(move)s": your answer, if they play that next'),
        "preview": N_("show me the board after it, play nothing"),
        "take_back": N_("take back what you have played in this turn"),
        "play_now": N_("yes, play it now"),
        "wait": N_("take back your orders that wait"),
        "help": N_("list all commands"),
        "board": N_("send me the board"),
        "explained": N_("the board with all its explanations"),
        "history": N_("list all moves so far"),
        "press": N_("write to the other players"),
        "claim": N_("claim the match: it ends, and whoever is late has lost"),
        "claim_turn": N_("let the house player play this turn"),
        "grant": N_("give that many days more"),
        "rematch": N_("yes, another match like this one"),
        "publish_plans": N_("show everybody what you had planned"),
        "comment": N_("read what is said about the match, and how to add to it"),
        "house": N_("begin a match against the house player"),
        "hint": N_("ask the strong house player what it would do"),
        "stronger": N_("begin a match against the next stronger house player"),
        "nudge": N_("remind the player to move in a friendly letter"),
        "remind": N_("remind me at these times before the deadline"),
        "absence": N_("stop my clock until then"),
        "back": N_("I am back"),
        "join": N_("yes, I play"),
        "decline": N_("no, thank you"),
        "never": N_("no, and nobody may invite me again"),
        "confirm": N_("yes, that was me: do it"),
        "undo": N_("that was not me: take it back"),
        "start": N_("get a letter for each of your turns again"),
        "letters_all": N_("get all letters: one for each move of the others, too"),
        "tell": N_("write back to them alone"),
        "new": N_("begin a new match"),
        "games": N_("list the games"),
        "rules": N_("explain how the game is played"),
        "list": N_("list my matches"),
        "invite": N_("invite somebody to the seat"),
        "seat_house": N_("let the house player have the seat"),
        "seat_open": N_("let anybody take the seat"),
        "fewer": N_("play with one player less"),
        "cancel": N_("call the match off"),
        "finish": N_("end the match: everybody else has left it"),
        "expel": N_("ask the others to put this player out"),
        "agree": N_("yes, I agree"),
        "refuse": N_("no, I do not agree"),
    }
)

ANSWERS = (N_("yes"), N_("no"), N_("never"), N_("undo"))
"""The one-word answers to invitations, confirmations and notices of a change."""

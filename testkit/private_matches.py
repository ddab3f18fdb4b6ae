"""A private match of Anna and Bob in each state, and a stranger who plays a match of her own."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from testkit.club import ANNA, BOB, Club, to_move

EVE = "Eve <eve@eve.example>"
NONE = "ZZZ9"
"""A code that no match has."""


class Scene(NamedTuple):
    """A private match of others, and the match of a stranger against the house."""

    private: Match
    own: str


def begin_private(club: Club) -> Match:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example private days=30")
    club.answer(club.last(ANNA), "yes")
    return club.match()


def run_private(club: Club) -> Match:
    begin_private(club)
    club.answer(club.last(BOB), "join", sender=BOB)
    return club.match()


def end_private(club: Club) -> Match:
    run_private(club)
    club.answer(club.last(to_move(club)), "resign\nyes")
    return club.match()


def call_off_private(club: Club) -> Match:
    code = begin_private(club).code
    club.write(ANNA, club.context.addresses.service, f"cancel {code}")
    club.answer(club.last(ANNA), "yes")
    return club.match()


STATES: dict[MatchState, Callable[[Club], Match]] = {
    MatchState.INVITING: begin_private,
    MatchState.RUNNING: run_private,
    MatchState.FINISHED: end_private,
    MatchState.CANCELLED: call_off_private,
}


def prepare(club: Club, state: MatchState) -> Scene:
    private = STATES[state](club)
    assert (private.state, private.private) == (state, True)
    club.write(EVE, club.context.addresses.service, "new egyptos house")
    club.answer(club.last(EVE), "yes")
    return Scene(private, club.match().code)

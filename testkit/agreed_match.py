"""Matches that people agree on by letters, with a position on the table that a test draws."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import select

from adjudicator.store.tables import Match
from testkit.club import ANNA, BOB, Club, address_of

CARLA = "Carla <carla@carla.example>"
DIRK = "Dirk <dirk@dirk.example>"
PEOPLE = (ANNA, BOB, CARLA, DIRK)


def agree(club: Club, game: str, people: tuple[str, ...], *options: str) -> None:
    """Let people agree on a match by letters."""

    def letters() -> None:
        guests = " ".join(map(address_of, people[1:]))
        club.write(people[0], club.context.addresses.service, f"new {game} with {guests} {' '.join(options)}")
        club.answer(club.last(people[0]), "yes")
        for guest in people[1:]:
            club.answer(club.last(guest), "yes", sender=guest)

    club.play_beginning(("agree", game, people, options), letters)


def lay_out(club: Club, position: Any, deal: dict[str, Any]) -> Match:
    """Put a position on the table of the newest match, as if it had come of this deal."""
    with club.context.store.writing() as session:
        match = session.scalars(select(Match).order_by(Match.id.desc())).first()
        assert match is not None
        match.deal = deal
        match.position = msgspec.json.encode(position)
        match.to_move = position.turn.seat
    return club.match()


def steps(club: Club) -> list[str]:
    """List the steps of the newest match."""
    with club.context.store.reading() as session:
        return [step.step for step in session.merge(club.match()).entries]

"""How something that happened at a match reaches its players: by a letter, in their next one, or not at all."""

from __future__ import annotations

from enum import Enum, auto

from adjudicator.services.outbox.held_news import MESSAGES, NEWS
from adjudicator.services.players.players import seat_accepts_mail
from adjudicator.store.states import Letters
from adjudicator.store.tables import Seat


class Delivery(Enum):
    """How something reaches a player."""

    SEND = auto()
    HOLD = auto()
    """In the next letter about the match."""
    NEITHER = auto()


def choose_delivery(
    seat: Seat, kind: str, *, moves: bool, asks_something: bool = True, urgent: bool = False
) -> Delivery:
    """Choose how a letter reaches the player of a seat; `moves`: it is their turn."""
    if seat.player is None or seat.player.bounced_at is not None:
        return Delivery.NEITHER
    letters, news = seat.letters or seat.player.letters, kind in NEWS and not moves and not urgent
    if letters is not Letters.ALL and (news or (kind in MESSAGES and letters is Letters.NONE)):
        return Delivery.HOLD
    wanted = seat_accepts_mail(seat, asks_something=asks_something, urgent=urgent)
    return Delivery.SEND if wanted else Delivery.NEITHER

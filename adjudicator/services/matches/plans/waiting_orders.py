"""Orders that wait for a second look: kept sealed with their seat until a yes comes or their time is over.

They wait in the turn that they were written in, and in no other: after its end, an undo, a ruling of the host or new
reply addresses they have lapsed, although nobody has touched their row. What has lapsed stays there until its player
writes other orders, so that each letter until then can tell it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import msgspec

from adjudicator.codec import Codec
from adjudicator.services.matches.clock.match_clock import mover_of
from adjudicator.services.matches.rows.sealed_text import open_sealed, seal_text
from adjudicator.store.tables import Match, Seat


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The letter or the form that orders came in."""

    letter: int
    """The number of its row in the inbox."""
    message_id: str
    by_mail: bool
    at: datetime
    """When it was accepted."""
    kept_at: datetime
    """When it was judged, and its writer was shown the orders that wait."""


class WaitingOrders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lines of a letter that wait together, as their writer wrote them."""

    source: Source
    orders: tuple[str, ...]
    plans: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """Messages to the other players."""

    @property
    def lines(self) -> tuple[str, ...]:
        """All lines, as they are judged when they count."""
        return (*self.orders, *self.plans, *self.words)


class _Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    match: int
    seat: int
    player: int
    epoch: int
    turn: int
    waiting: WaitingOrders


_STORED: Codec[_Stored] = Codec(_Stored)


@dataclass(frozen=True, slots=True)
class KeptOrders:
    """The orders of a seat, and whether they still wait or have lapsed."""

    orders: WaitingOrders
    waits: bool


def read_orders(secret: bytes, match: Match, seat: Seat) -> KeptOrders | None:
    """Read the orders that the player of a seat has kept, also one who has just left it.

    Those of somebody else, or of another secret, are none.
    """
    text = open_sealed(secret, seat.waiting_orders)
    if text is None:
        return None
    kept = _STORED.read(text)
    if (kept.match, kept.seat, kept.player) != (match.id, seat.number, seat.player_id):
        return None
    waits = kept.turn == match.turn and kept.epoch == seat.epoch and mover_of(match) is seat
    return KeptOrders(kept.waiting, waits)


def find_waiting(secret: bytes, match: Match, seat: Seat) -> WaitingOrders | None:
    """Return the orders of a seat that still wait."""
    kept = read_orders(secret, match, seat)
    return kept.orders if kept is not None and kept.waits else None


def keep_orders(secret: bytes, match: Match, seat: Seat, waiting: WaitingOrders, due: datetime | None) -> None:
    """Keep orders in the running turn, in place of others; they count by themselves when they are due."""
    if seat.player_id is None:
        raise ValueError(f"nobody sits at seat {seat.number} of {match.code}")
    stored = _Stored(match.id, seat.number, seat.player_id, seat.epoch, match.turn, waiting)
    seat.waiting_orders, seat.orders_due_at = seal_text(secret, stored), due


def drop_orders(seat: Seat) -> None:
    """Forget the orders of a seat."""
    if seat.waiting_orders is not None:
        seat.waiting_orders = None
    if seat.orders_due_at is not None:
        seat.orders_due_at = None


def orders_count_at(match: Match, seat: Seat) -> datetime | None:
    """Return when waiting orders of a seat count by themselves: at the deadline of their turn at the latest.

    So a letter in time is in time, and nobody waits longer for its writer than for another.
    """
    if seat.orders_due_at is None:
        return None
    return seat.orders_due_at if match.due_at is None else min(seat.orders_due_at, match.due_at)

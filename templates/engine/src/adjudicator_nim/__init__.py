"""Nim: take stones from one heap each turn; the last stone decides."""

from __future__ import annotations

from adjudicator.engines.contract import Deal, Dealer, Options, Seat

from adjudicator_nim import orders, play
from adjudicator_nim.position import RULES, Position
from adjudicator_nim.view import view_of

__all__ = ["ENGINE", "Nim"]


class Nim:
    """The engine: pure functions over frozen positions."""

    rules = RULES
    position_type = Position

    legal_steps = staticmethod(play.legal_steps)
    apply = staticmethod(play.apply)
    outcome = staticmethod(play.outcome)
    parse = staticmethod(orders.parse)
    format = staticmethod(orders.format_step)
    describe = staticmethod(play.describe)
    view = staticmethod(view_of)

    def deal(self, options: Options, seats: int, dealer: Dealer) -> Deal:
        """Draw all the chance of a match: here only who begins."""
        RULES.complete(options)
        RULES.check_seats(seats)
        return {"first": dealer.below(seats)}

    def setup(self, options: Options, seats: int, deal: Deal) -> Position:
        """Lay out the first position. Raises `ValueError` for a deal that `deal` cannot have drawn."""
        chosen = RULES.complete(options)
        RULES.check_seats(seats)
        first = deal.get("first")
        if set(deal) != {"first"} or type(first) is not int or first not in range(seats):
            raise ValueError(f"no deal of Nim: {dict(deal)!r}")
        heaps = tuple(map(int, str(chosen["heaps"]).split("-")))
        return Position(heaps, first, last_loses=chosen["last"] == "loses")

    def to_move(self, position: Position) -> Seat | None:
        """Name the seat that decides next; None when the game is over."""
        return position.turn if any(position.heaps) else None

    def resample(self, position: Position, seat: Seat, dealer: Dealer) -> Position:
        """Deal anew what the seat does not know: nothing is hidden here."""
        return position


ENGINE = Nim()

"""Chess for Adjudicator: the rules come from the library `chess`, everything that people read and write from here."""

from __future__ import annotations

from adjudicator.engines.contract import Deal, Dealer, Options, Seat

from adjudicator_chess import evaluate, orders, play, position, view
from adjudicator_chess.position import RULES, Position, written

__all__ = ["ENGINE", "Chess"]


class Chess:
    """The engine. Its steps are the library's moves, whose canonical form is ``g1 f3`` or ``e7 e8 q``."""

    rules = RULES
    position_type = Position

    legal_steps = staticmethod(play.legal_steps)
    apply = staticmethod(play.apply)
    outcome = staticmethod(play.outcome)
    parse = staticmethod(orders.parse)
    format = staticmethod(written)
    translate = staticmethod(position.translated)
    describe = staticmethod(play.describe)
    view = staticmethod(view.view_of)
    evaluate = staticmethod(evaluate.evaluate)

    def deal(self, options: Options, seats: int, dealer: Dealer) -> Deal:
        """Toss for the seat that plays White."""
        RULES.complete(options)
        RULES.check_seats(seats)
        return {"white": dealer.below(2)}

    def setup(self, options: Options, seats: int, deal: Deal) -> Position:
        """Set up the pieces. Raises `ValueError` for a deal that nobody can have dealt."""
        RULES.check_seats(seats)
        white = deal.get("white")
        if set(deal) != {"white"} or type(white) is not int or white not in (0, 1):
            raise ValueError(f"no deal of chess: {dict(deal)!r}; right would be {{'white': 0}} or {{'white': 1}}")
        return position.first_position(options, white)

    def to_move(self, position: Position) -> Seat | None:
        """Name the seat of the colour to move."""
        return None if position.ending else position.mover

    def resample(self, position: Position, seat: Seat, dealer: Dealer) -> Position:
        """Give the position itself: chess has no secrets."""
        return position


ENGINE = Chess()

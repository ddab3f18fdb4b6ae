"""Egyptos: lay twelve pyramids each, then move them, and be the first with five in a row.

Its rooms, from the ground: `position` has the pieces on the table, `notation` the way steps are written, `steps` the
legal steps and their effects, `view` everything that may be seen, `orders` people's texts, `house` the house player.
"""

from __future__ import annotations

from adjudicator.engines.contract import Deal, Dealer, Json, Options, Seat
from adjudicator.engines.egyptos.house import chooser
from adjudicator.engines.egyptos.notation import notation
from adjudicator.engines.egyptos.notation.words import ORDER_WORDS
from adjudicator.engines.egyptos.orders import orders, planning
from adjudicator.engines.egyptos.orders.description import describe_step, kind_of
from adjudicator.engines.egyptos.position import scoring, symmetry
from adjudicator.engines.egyptos.position.position import Position
from adjudicator.engines.egyptos.position.rules import RULES, Variant
from adjudicator.engines.egyptos.steps import legal
from adjudicator.engines.egyptos.steps.apply import apply_step
from adjudicator.engines.egyptos.view.view import EgyptosView, view_of

__all__ = ["ENGINE", "Egyptos"]


class Egyptos:
    """The engine: the contract's functions, each in the module of its subject."""

    rules = RULES
    position_type = Position
    order_words = ORDER_WORDS

    legal_steps = staticmethod(legal.legal_steps)
    apply = staticmethod(apply_step)
    outcome = staticmethod(scoring.outcome_of)
    parse = staticmethod(orders.parse_order)
    format = staticmethod(notation.format_step)
    translate = staticmethod(notation.translate_order)
    describe = staticmethod(describe_step)
    kind_of = staticmethod(kind_of)
    fact_kinds = planning.FACT_KINDS
    facts = staticmethod(planning.facts_of)
    exclude_each_other = staticmethod(planning.exclude_each_other)
    read_fact = staticmethod(planning.read_fact)
    format_fact = staticmethod(planning.format_fact)
    read_ahead = staticmethod(planning.read_ahead)
    format_ahead = staticmethod(planning.format_ahead)
    includes = staticmethod(planning.includes)
    never_legal = staticmethod(planning.never_legal)
    one_step_turns = True
    single_steps = staticmethod(planning.single_steps)
    surely_reveals = staticmethod(planning.nothing_hidden)
    hinges_on_secret = staticmethod(planning.nothing_hidden)
    weigh = staticmethod(planning.weigh)
    choose = staticmethod(chooser.choose_step)
    opening_length = symmetry.OPENING_LENGTH
    opening_options = symmetry.OPENING_OPTIONS
    first_position = staticmethod(symmetry.first_position)
    opening = staticmethod(symmetry.opening_key)

    def deal(self, options: Options, seats: int, dealer: Dealer) -> dict[str, Json]:
        """Draw the seat that begins."""
        Variant.of(options)
        RULES.check_seats(seats)
        return {"first": dealer.below(2)}

    def setup(self, options: Options, seats: int, deal: Deal) -> Position:
        """Build the empty table, with the seat that begins."""
        variant = Variant.of(options)
        RULES.check_seats(seats)
        first = deal.get("first")
        if set(deal) != {"first"} or type(first) is not int or first not in (0, 1):
            raise ValueError(f"no deal of Egyptos: {dict(deal)!r}; right would be {{'first': 0}} or {{'first': 1}}")
        return Position(variant, first)

    def to_move(self, position: Position) -> Seat | None:
        """Name the seat of the colour to move."""
        return None if position.ending else position.seat_of(position.colour)

    def view(self, position: Position, seat: Seat | None) -> EgyptosView:
        """Return the whole position: nothing is hidden in this game."""
        return view_of(position, seat)

    def resample(self, position: Position, seat: Seat, dealer: Dealer) -> Position:
        """Return the position itself: it has no secrets."""
        del seat, dealer
        return position


ENGINE = Egyptos()

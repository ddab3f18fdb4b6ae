"""Descriptions: the effect of a step, as letters and pages say beside an order that they offer.

They tell what lies on the table and in the hand of the seat to move: never the law under a face-down card, nor the tile
on top of a stack.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engines.cheops.notation.notation import (
    DiscardLaw,
    Draw,
    EndTurn,
    HoldLaw,
    LayLaw,
    LayOver,
    LayUnder,
    NameJoker,
    Pass,
    PayForJoker,
    RemoveLaw,
    SellKept,
    Step,
    SwapKept,
    SwapOnBoard,
    Take,
    TakeByLaw,
)
from adjudicator.engines.cheops.position.disposal import Disposal
from adjudicator.engines.cheops.position.laws import JOKER_PRICE, Law
from adjudicator.engines.cheops.position.pieces import NEIGHBOUR_PRICE, treasure_at
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.pyramid import CELL_NAMES
from adjudicator.engines.contract import Note, Value

_TAKES: Mapping[Disposal | None, str] = {"sell": "to_sell", "keep": "to_keep", "discard": "to_throw_away"}


def describe_step(position: Position, step: Step) -> Note:  # noqa: C901, PLR0911, PLR0912 - one note a kind
    """Describe a legal step."""
    law = position.turn.law
    match step:
        case Take(tile, cell, None):
            return _note("to_turn_over", tile=tile, cell=CELL_NAMES[cell], cost=NEIGHBOUR_PRICE, law=0)
        case Take() | TakeByLaw():
            return _describe_take(position, step)
        case SellKept(colour):
            return _note("to_sell_kept", law=int(Law.SELL_KEPT), colour=colour, price=position.price)
        case SwapOnBoard(cell, other):
            return _note("to_swap", law=int(Law.EXCHANGE), cell=CELL_NAMES[cell], other_cell=CELL_NAMES[other])
        case SwapKept(given, cell):
            colour = treasure_at(position.board, cell)
            return _note("to_exchange", law=int(Law.EXCHANGE), given=given, cell=CELL_NAMES[cell], colour=colour)
        case LayUnder(colour):
            return _note("to_lay_under", law=int(law), colour=colour)
        case LayOver(colour, row):
            return _note("to_lay_over", law=int(law), colour=colour, row=row)
        case RemoveLaw(target):
            return _note("to_remove", law=int(target))
        case Draw(stack):
            return _note("to_draw", stack=stack)
        case NameJoker(colour):
            return _note("to_name", law=int(Law.JOKER), colour=colour or "")
        case PayForJoker():
            return _note("to_pay", law=int(law), price=JOKER_PRICE)
        case LayLaw():
            return _note("to_carry_out", law=int(law))
        case DiscardLaw():
            return _note("to_discard", law=int(law))
        case HoldLaw():
            return _note("to_hold", law=int(law))
        case Pass():
            return _note("to_pass")
        case EndTurn():
            return _note("to_end")


def _describe_take(position: Position, step: Take | TakeByLaw) -> Note:
    values: dict[str, Value] = {"tile": step.tile, "cell": CELL_NAMES[step.cell], "cost": NEIGHBOUR_PRICE}
    values |= {"law": int(Law.TAKE_TREASURE) if isinstance(step, TakeByLaw) else 0}
    values |= {"colour": treasure_at(position.board, step.cell), "price": position.price}
    return _note(_TAKES[step.disposal], **values)


def _note(key: str, **values: Value) -> Note:
    return Note(f"cheops.{key}", tuple(values.items()))

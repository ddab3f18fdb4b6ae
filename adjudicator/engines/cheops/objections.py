"""Why a step is not legal, as the note that a player reads."""

from __future__ import annotations

from adjudicator.engines.cheops.legal import legal_steps, stacks_to_draw
from adjudicator.engines.cheops.objections_to_laws import objection_to_law, objection_to_resolving
from adjudicator.engines.cheops.objections_to_tiles import objection_to_take
from adjudicator.engines.cheops.pieces import HAND
from adjudicator.engines.cheops.position import Position, Step
from adjudicator.engines.cheops.reading import read_wish
from adjudicator.engines.cheops.resolutions import JOKER_PRICE
from adjudicator.engines.cheops.suggestions import nearest
from adjudicator.engines.cheops.wish import Wish, kind_of
from adjudicator.engines.contract import IllegalStep, Note
from adjudicator.engines.order_text import tokens_of

_RESOLVING = ("law", "under", "over", "remove", "pay", "discard", "hold")
_EXTRAS = ("law10", "law11", "law12")


def refusal(position: Position, step: Step) -> IllegalStep:
    """Refuse a canonical step that is not legal."""
    wish, _ = read_wish(tokens_of(step))
    return IllegalStep(step, objection(position, wish, kind_of(wish, position)), nearest(position, wish))


def objection(position: Position, wish: Wish, kind: str) -> Note:
    """Say what forbids all that a wish may mean."""
    return _untimely(position, kind) or _forbidden(position, wish, kind) or Note.of("cheops.not_so")


def contradiction(position: Position, wish: Wish) -> Note | None:
    """Object to words that do not belong to the law in hand: another law's number, another price."""
    law = position.turn.law
    if law and wish.law and wish.law != str(law):
        return Note.of("cheops.other_law", law=law, said=wish.law)
    if wish.verb == "pay" and wish.number not in ("", str(JOKER_PRICE)):
        return Note.of("cheops.pay_price", price=JOKER_PRICE, said=wish.number)
    return None


def _untimely(position: Position, kind: str) -> Note | None:
    """Object to a step of another moment."""
    stage = position.stage
    if stage == "over":
        return Note.of("cheops.finished")
    if kind == "joker" and stage != "joker":
        return Note.of("cheops.joker_early")
    if stage == "joker":
        return Note.of("cheops.name_joker") if kind != "joker" else None
    if stage == "law":
        return None if kind in _RESOLVING or kind in _EXTRAS else _law_first(position)
    return Note.of("cheops.no_law_waits") if kind in _RESOLVING else None


def _law_first(position: Position) -> Note:
    return Note.of("cheops.law_first", law=position.turn.law)


def _forbidden(position: Position, wish: Wish, kind: str) -> Note | None:
    if kind.startswith("law") and kind != "law":
        return objection_to_law(position, wish, kind)
    match kind:
        case "take":
            return objection_to_take(position, wish)
        case "draw":
            return _objection_to_drawing(position, wish)
        case "end":
            return Note.of("cheops.take_first", may_pass="pass" in legal_steps(position))
        case "pass":
            return _objection_to_passing(position)
    return objection_to_resolving(position, wish, kind)


def _objection_to_passing(position: Position) -> Note:
    if position.turn.taken:
        return Note.of("cheops.already_taken", passed=position.turn.passed)
    return Note.of("cheops.no_pass")


def _objection_to_drawing(position: Position, wish: Wish) -> Note | None:
    if not position.turn.taken:
        return Note.of("cheops.take_first", may_pass="pass" in legal_steps(position))
    if len(position.mover.hand) >= HAND:
        return Note.of("cheops.hand_full", tiles=HAND)
    if wish.number and wish.number not in ("1", "2", "3"):
        return Note.of("cheops.no_stack", stack=wish.number)
    stacks = stacks_to_draw(position)
    if not stacks:
        return Note.of("cheops.stacks_empty")
    if not position.stacks[int(wish.number) - 1]:
        return Note.of("cheops.stack_empty", stack=wish.number)
    return Note.of("cheops.front_only", stack=wish.number, front=stacks[0])

"""Cheops: lay tiles on the pyramid, take its treasures, and sell or keep them while the laws change their prices.

Its rooms, from the ground: `position` has the pieces on the table, `notation` the way steps are written, `steps` the
legal steps and their effects, `view` everything that may be seen, `orders` people's texts, `house` the house player.

To follow one order, ``1 A3 sell``: `orders.orders` reads its words as a `notation.partial_order` and finds the one step
of `steps.legal` that fits. `steps.apply` hands that step, a `Take`, to `steps.take`, which changes the position by the
functions of `updates` and tells what happened as `notes`. `turns` says what comes next. If no step fits, `illegal` says
why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.engines.cheops.house.chooser import choose_step
from adjudicator.engines.cheops.house.resample import resample_secrets
from adjudicator.engines.cheops.notation.notation import Step, format_step, translate_order
from adjudicator.engines.cheops.notation.words import ORDER_WORDS
from adjudicator.engines.cheops.orders import habits, planning
from adjudicator.engines.cheops.orders.description import describe_step
from adjudicator.engines.cheops.orders.orders import parse_order
from adjudicator.engines.cheops.position.components import SHIPPED, Components, load_components
from adjudicator.engines.cheops.position.deal import draw_deal
from adjudicator.engines.cheops.position.ending import outcome_of
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.cheops.position.rules import Variant, rules_with
from adjudicator.engines.cheops.position.setup import lay_out_position
from adjudicator.engines.cheops.steps import legal
from adjudicator.engines.cheops.steps.apply import apply_step
from adjudicator.engines.cheops.view.view import CheopsView, build_view
from adjudicator.engines.components import BadComponents
from adjudicator.engines.contract import Deal, Dealer, Level, Note, Options, Outcome, Parsed, Result, Revealed, Seat
from adjudicator.engines.editions import Editions
from adjudicator.engines.planning import Fact, PlannedStep

__all__ = ["ENGINE", "SHIPPED", "BadComponents", "Cheops", "Components", "load_components"]


class Cheops:
    """The engine: the contract's functions, each in the module of its subject.

    It deals with a host's components if it is given some, and with the reconstruction where a match asks for it.
    """

    position_type = Position
    order_words = ORDER_WORDS
    fact_kinds = planning.FACT_KINDS
    habit_kinds = habits.HABIT_KINDS
    one_step_turns = False

    def __init__(self, components: Components = SHIPPED) -> None:
        self.editions = Editions(components, SHIPPED)
        self.rules = rules_with(*self.editions.names)

    def with_components(self, text: str, origin: str) -> Cheops:
        """Build the engine with a host's component file. Raises `BadComponents`."""
        return Cheops(load_components(text, origin))

    def deal(self, options: Options, seats: int, dealer: Dealer) -> Deal:
        """Draw all the chance of a match. Raises `ValueError` if the components that it was made with are not here."""
        return draw_deal(self.editions.named(self._variant(options, seats).tables), seats, dealer)

    def setup(self, options: Options, seats: int, deal: Deal) -> Position:
        """Lay out the table. The deal holds all that is printed, so that no components are asked."""
        return lay_out_position(self._variant(options, seats), seats, deal)

    def to_move(self, position: Position) -> Seat | None:
        """Name the seat that decides next."""
        return None if position.stage == "over" else position.turn.seat

    def legal_steps(self, position: Position) -> tuple[Step, ...]:
        """List every legal step."""
        return legal.legal_steps(position)

    def apply(self, position: Position, step: Step) -> Result[Position]:
        """Play a step."""
        return apply_step(position, step)

    def outcome(self, position: Position) -> Outcome | None:
        """Tell how the match ended."""
        return outcome_of(position)

    def view(self, position: Position, seat: Seat | None) -> CheopsView:
        """Show everything that a seat may know."""
        return build_view(position, seat, self.editions.find(position.variant.tables))

    def parse(self, position: Position, text: str) -> Parsed[Step]:
        """Read an order."""
        return parse_order(position, text)

    def format(self, step: Step) -> str:
        """Write a step in its canonical form."""
        return format_step(step)

    def translate(self, order: str, language: str) -> str:
        """Write an order in the words of a language."""
        return translate_order(order, language)

    def describe(self, position: Position, step: Step) -> Note:
        """Describe the effect of a step."""
        return describe_step(position, step)

    def resample(self, position: Position, seat: Seat, dealer: Dealer) -> Position:
        """Deal the secrets anew: they are the same for every seat."""
        del seat
        return resample_secrets(position, dealer)

    def choose(
        self, position: Position, seat: Seat, *, dealer: Dealer, until: Callable[[], bool], level: Level
    ) -> Step:
        """Choose a step as the house player."""
        return choose_step(position, seat, dealer, until, level)

    def facts(self, view: CheopsView) -> frozenset[str]:
        """List the facts in a view."""
        return planning.facts_of(view)

    def exclude_each_other(self, one: Fact, other: Fact) -> bool:
        """Tell whether two facts cannot both hold."""
        return planning.exclude_each_other(one, other)

    def read_fact(self, text: str) -> Fact | None:
        """Read a fact."""
        return planning.read_fact(text)

    def format_fact(self, fact: Fact, language: str) -> tuple[str, bool]:
        """Write a fact in the words of a language."""
        return planning.format_fact(fact, language)

    def read_ahead(self, position: Position, text: str, before: Sequence[str] = ()) -> PlannedStep:
        """Read a step before its turn has come."""
        return planning.read_ahead(position, text, before)

    def format_ahead(self, step: str, language: str) -> str:
        """Write a planned step in the words of a language."""
        return planning.format_ahead(step, language)

    def tell_ahead(self, step: str, language: str) -> str:
        """Write a planned step as it stands behind the name of somebody who plays it."""
        return planning.tell_ahead(step, language)

    def includes(self, played: Sequence[str], planned: Sequence[str]) -> bool:
        """Tell whether planned steps were played."""
        return planning.includes(played, planned)

    def never_legal(self, position: Position, step: str, seat: Seat | None = None) -> Note | None:
        """Say why a planned step can never be legal again."""
        return planning.never_legal(position, step, seat)

    def single_steps(self, step: str) -> tuple[str, ...]:
        """Split a planned step that is several."""
        return (step,)

    def surely_reveals(self, position: Position, step: str) -> bool:
        """Tell whether everybody knows that a planned step turns over a law."""
        return planning.surely_reveals(position, step)

    def hinges_on_secret(self, position: Position, step: str) -> bool:
        """Tell whether something hidden decides if a planned step is legal."""
        return planning.hinges_on_secret(position, step)

    def weigh(self, revealed: Revealed, notes: Sequence[Note]) -> Revealed:
        """Tell how much a step has brought to light, for plans."""
        return planning.weigh(revealed, notes)

    def read_habit(self, text: str) -> str | None:
        """Read a habit."""
        return habits.read_habit(text)

    def format_habit(self, habit: str, language: str) -> str:
        """Write a habit in the words of a language."""
        return habits.format_habit(habit, language)

    def replaces(self, habit: str, other: str) -> bool:
        """Tell whether a habit takes the place of another one."""
        return habits.replaces(habit, other)

    def complete(self, position: Position, step: str, chosen: Sequence[str]) -> str | None:
        """Complete a planned step by habits."""
        return habits.complete(position, step, chosen)

    def habit_step(self, position: Position, chosen: Sequence[str], *, peeked: bool) -> Step | None:
        """Return the step that habits want now."""
        return habits.habit_step(position, chosen, peeked=peeked)

    def _variant(self, options: Options, seats: int) -> Variant:
        self.rules.check_seats(seats)
        return Variant.of(options, self.rules)


ENGINE = Cheops()

"""Das Gold des Pharao: explore a pyramid, photograph its chambers, carry treasures home, and be out before it falls.

Its rooms, from the ground: `position` has the pieces on the table, `notation` the way steps are written, `steps` the
legal steps and their effects, `view` everything that may be seen, `orders` people's texts, `house` the house player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.engines.components import BadComponents
from adjudicator.engines.contract import (
    Deal,
    Dealer,
    Json,
    Level,
    Note,
    OMeans,
    Options,
    Outcome,
    Parsed,
    Result,
    Revealed,
    Seat,
)
from adjudicator.engines.editions import Editions
from adjudicator.engines.pharao.house.chooser import choose_step
from adjudicator.engines.pharao.house.evaluate import evaluate_position
from adjudicator.engines.pharao.house.recall import turns_to_recall
from adjudicator.engines.pharao.house.resample import resample_secrets
from adjudicator.engines.pharao.notation.notation import Step, format_step, translate_order
from adjudicator.engines.pharao.notation.words import ORDER_WORDS
from adjudicator.engines.pharao.orders import habits, planning
from adjudicator.engines.pharao.orders.description import describe_step
from adjudicator.engines.pharao.orders.letter_o import leaves_o_open, spell_out_o
from adjudicator.engines.pharao.orders.orders import parse_order
from adjudicator.engines.pharao.position.components import SHIPPED, Components, load_components
from adjudicator.engines.pharao.position.deal import draw_deal
from adjudicator.engines.pharao.position.position import Position
from adjudicator.engines.pharao.position.rules import Variant, rules_with
from adjudicator.engines.pharao.position.scoring import outcome_of
from adjudicator.engines.pharao.position.setup import lay_out_position
from adjudicator.engines.pharao.steps import legal
from adjudicator.engines.pharao.steps.apply import apply_step
from adjudicator.engines.pharao.view.view import PharaoView, build_view
from adjudicator.engines.planning import Fact, PlannedStep

__all__ = ["ENGINE", "SHIPPED", "BadComponents", "Components", "Pharao", "load_components"]


class Pharao:
    """The engine: the contract's functions, each in the module of its subject.

    It deals with a host's components if it is given some, and with the reconstruction where a match asks for it.
    """

    position_type = Position
    order_words = ORDER_WORDS
    fact_kinds = planning.FACT_KINDS
    habit_kinds = habits.HABIT_KINDS
    one_step_turns = False

    def __init__(
        self, components: Components = SHIPPED, o_means: OMeans | None = None, *, wishes: bool = False
    ) -> None:
        self._components, self._o_means, self._wishes = components, o_means, wishes
        self.editions = Editions(components, SHIPPED)
        self.rules = rules_with(*self.editions.names)

    def with_components(self, text: str, origin: str) -> Pharao:
        """Build the engine with a host's component file. Raises `BadComponents`."""
        return Pharao(load_components(text, origin), self._o_means, wishes=self._wishes)

    def deal(self, options: Options, seats: int, dealer: Dealer) -> dict[str, Json]:
        """Draw all the chance of a match. Raises `ValueError` if the components that it was made with are not here."""
        return draw_deal(self.editions.named(self._variant(options, seats).tiles), seats, dealer)

    def setup(self, options: Options, seats: int, deal: Deal) -> Position:
        """Lay out the pyramid. The deal holds every card, so that an archive needs no components."""
        variant = self._variant(options, seats)
        return lay_out_position(variant, seats, deal, self.editions.find(variant.tiles))

    def to_move(self, position: Position) -> Seat | None:
        """Name the seat whose turn it is."""
        return None if position.ending else position.turn.seat

    def legal_steps(self, position: Position) -> tuple[Step, ...]:
        """List every legal step."""
        return legal.legal_steps(position)

    def apply(self, position: Position, step: Step) -> Result[Position]:
        """Play a step."""
        return apply_step(position, step)

    def outcome(self, position: Position) -> Outcome | None:
        """Tell how the match ended."""
        return outcome_of(position)

    def view(self, position: Position, seat: Seat | None) -> PharaoView:
        """Show the open pieces, which are the same for all."""
        return build_view(position, seat, self.editions.find(position.variant.tiles))

    def parse(self, position: Position, text: str) -> Parsed[Step]:
        """Read an order."""
        return parse_order(position, text, self._o_means, wishes=self._wishes)

    def reading_o(self, meaning: OMeans) -> Pharao:
        """Return the engine that reads an O as the east, or as the west."""
        return Pharao(self._components, meaning, wishes=self._wishes)

    def reading_wishes(self) -> Pharao:
        """Return the engine that lays a card as near as it can to the sides that are wished for (Q8)."""
        return Pharao(self._components, self._o_means, wishes=True)

    def leaves_o_open(self, text: str) -> bool:
        """Tell whether an order has an O that may be either."""
        return leaves_o_open(text, self._o_means)

    def spell_out_o(self, text: str, meaning: OMeans, language: str) -> str:
        """Write such an O as a word."""
        return spell_out_o(text, meaning, language, self._o_means)

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

    def evaluate(self, position: Position, seat: Seat) -> float:
        """Value a position for a seat that has to choose."""
        return evaluate_position(position, seat)

    def looks_back(self, position: Position) -> int:
        """Tell how many turns the house player looks back."""
        return turns_to_recall(position)

    def choose(
        self,
        position: Position,
        seat: Seat,
        *,
        dealer: Dealer,
        until: Callable[[], bool],
        level: Level,
        past: Sequence[Position] = (),
    ) -> Step:
        """Choose a step as the house player."""
        return choose_step(position, seat, dealer, until, level, past)

    def facts(self, view: PharaoView) -> frozenset[str]:
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
        del before
        return planning.read_ahead(position, text, self._o_means)

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
        return planning.single_steps(step)

    def surely_reveals(self, position: Position, step: str) -> bool:
        """Tell whether everybody knows that a step finds more than a corridor: nobody does."""
        del position, step
        return False

    def hinges_on_secret(self, position: Position, step: str) -> bool:
        """Tell that whatever decides if a step is legal lies open to all."""
        del position, step
        return False

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
        return habit == other

    def complete(self, position: Position, step: str, chosen: Sequence[str]) -> str | None:
        """Complete nothing: no habit decides the parts that a step leaves out."""
        del position, step, chosen
        return None

    def habit_step(self, position: Position, chosen: Sequence[str], *, peeked: bool) -> Step | None:
        """Return the step that habits want now."""
        return habits.habit_step(position, chosen, peeked=peeked)

    def _variant(self, options: Options, seats: int) -> Variant:
        self.rules.check_seats(seats)
        return Variant.of(options, self.rules)


ENGINE = Pharao()

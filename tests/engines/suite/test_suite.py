"""The contract suite itself: it passes a game with secrets, and notices every way to break the contract."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import pytest

from adjudicator.engines.contract import (
    AmbiguousStep,
    Deal,
    Dealer,
    IllegalStep,
    Note,
    Options,
    Outcome,
    Parsed,
    Result,
    Revealed,
    Seat,
    opaque,
)
from adjudicator.engines.egyptos import Egyptos
from adjudicator.engines.egyptos.position.position import Position, Step
from adjudicator.engines.egyptos.view.view import EgyptosView
from adjudicator.engines.suite import checks
from adjudicator.engines.suite.cases import Case, cases_of
from adjudicator.engines.suite.chance import Chance

Check = Callable[[Case], None]
REASON = Note.of("egyptos.over")


class DealsByItself(Egyptos):
    tosses = count()

    def deal(self, options: Options, seats: int, dealer: Dealer) -> dict[str, Any]:
        dealer.below(2)
        return {"first": next(self.tosses) // 3 % 2}


class TakesAnyDeal(Egyptos):
    def setup(self, options: Options, seats: int, deal: Deal) -> Position:
        return super().setup(options, seats, {"first": 0})


class ListsInAnyOrder(Egyptos):
    calls = count()

    def legal_steps(self, position: Position) -> tuple[Step, ...]:
        legal = super().legal_steps(position)
        return legal[::-1] if next(self.calls) % 2 else legal


class ListsTwice(Egyptos):
    def legal_steps(self, position: Position) -> tuple[Step, ...]:
        legal = super().legal_steps(position)
        return (*legal, *legal[:1])


class NeverEnds(Egyptos):
    def outcome(self, position: Position) -> Outcome | None:
        return None


class TwoWinners(Egyptos):
    def outcome(self, position: Position) -> Outcome | None:
        outcome = super().outcome(position)
        return outcome and replace(outcome, places=(1, 3))


class PlaysAnything(Egyptos):
    def apply(self, position: Position, step: Step) -> Result[Position]:
        try:
            return super().apply(position, step)
        except IllegalStep:
            return Result(position)


class RefusesLegalSteps(Egyptos):
    def apply(self, position: Position, step: Step) -> Result[Position]:
        if step == super().legal_steps(position)[-1] and position.laid == 3:
            raise IllegalStep("", REASON)
        return super().apply(position, step)


class TellsOfStrangers(Egyptos):
    def apply(self, position: Position, step: Step) -> Result[Position]:
        result = super().apply(position, step)
        return replace(result, notes=(*result.notes, Note.of("egyptos.laid", seat=7)))


class PlaysDifferently(Egyptos):
    calls = count()

    def apply(self, position: Position, step: Step) -> Result[Position]:
        return replace(super().apply(position, step), notes=(Note.of("egyptos.laid", left=next(self.calls)),))


class WritesAllAlike(Egyptos):
    def format(self, step: Step) -> str:
        return super().format(step)[:2]


class ReadsCapitalsOnly(Egyptos):
    def parse(self, position: Position, text: str) -> Parsed[Step]:
        if text != text.upper():
            raise AmbiguousStep(text, REASON)
        return super().parse(position, text)


class BreaksOnNonsense(Egyptos):
    def parse(self, position: Position, text: str) -> Parsed[Step]:
        return super().parse(position, text) if text[0].isalpha() else super().parse(position, "M13")


class SuggestsNonsense(Egyptos):
    def parse(self, position: Position, text: str) -> Parsed[Step]:
        try:
            return super().parse(position, text)
        except AmbiguousStep:
            raise
        except Exception as error:
            raise AmbiguousStep(text, REASON, ["Z99"]) from error


@dataclass(frozen=True)
class Loose(Position):
    """No slots: a cached value could hide in it."""


class LoosePositions(Egyptos):
    def setup(self, options: Options, seats: int, deal: Deal) -> Position:
        position = super().setup(options, seats, deal)
        return Loose(position.variant, position.black)


class ResamplesOtherTables(Egyptos):
    def resample(self, position: Position, seat: Seat, dealer: Dealer) -> Position:
        return replace(position, moves=position.moves + 1)


class ResamplesByItself(Egyptos):
    calls = count()

    def resample(self, position: Position, seat: Seat, dealer: Dealer) -> Position:
        return replace(position, seen=f"{position.seen}{next(self.calls)}")


class HidesFromSeats(Egyptos):
    """A view in which only spectators see how often the position has stood, and a seat's imagination forgets it."""

    def view(self, position: Position, seat: Seat | None) -> EgyptosView:
        view = super().view(position, seat)
        return view if seat is None else replace(view, occurrences=0)

    def resample(self, position: Position, seat: Seat, dealer: Dealer) -> Position:
        return replace(position, seen="")


class RevealsWhatAllSee(Egyptos):
    def apply(self, position: Position, step: Step) -> Result[Position]:
        return replace(super().apply(position, step), revealed=Revealed.SMALL, shown=("stone",))


class RevealsAnything(Egyptos):
    def apply(self, position: Position, step: Step) -> Result[Position]:
        return replace(super().apply(position, step), revealed=Revealed.SMALL)


class HashOrders(Egyptos):
    def format(self, step: Step) -> str:
        return f"#{super().format(step)}"

    def parse(self, position: Position, text: str) -> Parsed[Step]:
        return super().parse(position, text.removeprefix("#"))


class ViewsOfOthers(Egyptos):
    def view(self, position: Position, seat: Seat | None) -> EgyptosView:
        return replace(super().view(position, seat), seat=0)


BROKEN: list[tuple[Egyptos, Check]] = [
    (DealsByItself(), checks.test_all_chance_is_the_dealers_and_plain_json),
    (TakesAnyDeal(), checks.test_a_deal_that_no_dealer_dealt_is_refused),
    (ListsInAnyOrder(), checks.test_the_legal_steps_come_once_each_and_in_a_fixed_order),
    (ListsTwice(), checks.test_the_legal_steps_come_once_each_and_in_a_fixed_order),
    (NeverEnds(), checks.test_somebody_is_to_move_until_it_is_over),
    (TwoWinners(), checks.test_somebody_is_to_move_until_it_is_over),
    (PlaysAnything(), checks.test_a_step_that_is_not_legal_is_refused),
    (RefusesLegalSteps(), checks.test_every_legal_step_can_be_played_and_changes_only_what_it_returns),
    (TellsOfStrangers(), checks.test_every_legal_step_can_be_played_and_changes_only_what_it_returns),
    (PlaysDifferently(), checks.test_the_same_deal_is_the_same_match),
    (WritesAllAlike(), checks.test_a_written_step_reads_as_itself),
    (ReadsCapitalsOnly(), checks.test_case_and_blanks_around_an_order_do_not_matter),
    (BreaksOnNonsense(), checks.test_nonsense_is_refused_with_a_reason),
    (SuggestsNonsense(), checks.test_nonsense_is_refused_with_a_reason),
    (LoosePositions(), checks.test_positions_are_plain_values),
    (ResamplesOtherTables(), checks.test_a_seat_cannot_tell_a_resampled_position_from_the_true_one),
    (ResamplesByItself(), checks.test_a_seat_cannot_tell_a_resampled_position_from_the_true_one),
    (HidesFromSeats(), checks.test_a_spectator_sees_no_more_than_any_seat),
    (RevealsWhatAllSee(), checks.test_a_step_that_reveals_nothing_shows_nothing_new),
    (RevealsAnything(), checks.test_every_legal_step_can_be_played_and_changes_only_what_it_returns),
    (HashOrders(), checks.test_a_written_step_reads_as_itself),
    (ViewsOfOthers(), checks.test_everybody_has_a_view_that_can_be_kept_and_compared),
]


@pytest.mark.parametrize(("engine", "check"), BROKEN, ids=lambda value: type(value).__name__)
def test_a_broken_engine_fails(engine: Egyptos, check: Check) -> None:
    case = Case(opaque(engine), "broken", (), 2, usual=False)
    with pytest.raises((AssertionError, pytest.fail.Exception, IllegalStep, AmbiguousStep, IndexError)):
        check(case)


def test_a_match_that_cannot_end_fails() -> None:
    case = Case(opaque(Egyptos()), "endless", (("move_cap", 0), ("repetition_draw", 0)), 2, usual=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("adjudicator.engines.suite.walks.LONG_FACTOR", 1)
        with pytest.raises(AssertionError):
            checks.test_a_match_by_the_usual_rules_comes_to_an_end(case)


def test_every_value_of_every_option_is_tried() -> None:
    labels = {case.label for case in cases_of(Egyptos())}
    assert labels == {
        *("as it is", "preset collector", "isolation=allowed", "isolation_test=after_move", "overline=not"),
        *("opening=swap", "repetition_draw=0", "move_cap=0", "move_cap=10000", "contact=side"),
    }


def test_chance_is_even_enough_and_comes_back() -> None:
    draws = [Chance("dice").below(6) for _ in range(3)]
    assert len(set(draws)) == 1
    chance = Chance("dice")
    assert sorted({chance.below(6) for _ in range(100)}) == list(range(6))
    assert sorted(chance.shuffled("abcdef")) == list("abcdef")
    assert chance.shuffled("abcdefghij") != chance.shuffled("abcdefghij")

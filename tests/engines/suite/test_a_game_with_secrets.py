"""A game with hidden cards and more seats keeps the contract as far as the suite looks at secrets and steps."""

from dataclasses import replace

import pytest

from adjudicator.engines.contract import Result, Revealed, opaque
from adjudicator.engines.suite import checks
from adjudicator.engines.suite.cases import Case
from testkit.engines.shafts import SHAFTS, Position, Shafts, Step

LOOKED_AT = [
    checks.test_all_chance_is_the_dealers_and_plain_json,
    checks.test_the_same_deal_is_the_same_match,
    checks.test_a_match_by_the_usual_rules_comes_to_an_end,
    checks.test_every_legal_step_can_be_played_and_changes_only_what_it_returns,
    checks.test_a_written_step_reads_as_itself,
    checks.test_positions_are_plain_values,
    checks.test_everybody_has_a_view_that_can_be_kept_and_compared,
    checks.test_a_seat_cannot_tell_a_resampled_position_from_the_true_one,
    checks.test_a_step_that_reveals_nothing_shows_nothing_new,
    checks.test_a_spectator_sees_no_more_than_any_seat,
]


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("check", LOOKED_AT)
def test_secrets_pass(check: object, seats: int) -> None:
    assert callable(check)
    check(Case(opaque(SHAFTS), "as it is", (), seats, usual=True))


class DigsInTheDark(Shafts):
    def apply(self, position: Position, step: Step) -> Result[Position]:
        return replace(super().apply(position, step), revealed=Revealed.NONE)


def test_a_secret_that_comes_to_light_untold_is_found() -> None:
    with pytest.raises(AssertionError):
        checks.test_a_step_that_reveals_nothing_shows_nothing_new(
            Case(opaque(DigsInTheDark()), "dark", (), 2, usual=True)
        )

import pytest

from adjudicator.engines.contract import Outcome
from adjudicator.match.record.v1.match_end import (
    Ending,
    Kind,
    end_by_agreement,
    end_by_cancelling,
    end_by_claim,
    end_by_resignation,
    end_by_rules,
)


@pytest.mark.parametrize(
    ("ending", "kind", "places", "seat"),
    [
        (end_by_rules(Outcome((2, 1), "five")), Kind.RULES, (2, 1), None),
        (end_by_resignation(0, 2), Kind.RESIGNED, (2, 1), 0),
        (end_by_resignation(2, 4), Kind.RESIGNED, (1, 1, 4, 1), 2),
        (end_by_claim(1, 2), Kind.CLAIMED, (1, 2), 1),
        (end_by_agreement(3), Kind.AGREED, (1, 1, 1), None),
        (end_by_cancelling(), Kind.CANCELLED, (), None),
    ],
)
def test_an_end_gives_each_seat_its_place(
    ending: Ending, kind: Kind, places: tuple[int, ...], seat: int | None
) -> None:
    assert (ending.kind, ending.places, ending.seat) == (kind, places, seat)


def test_the_end_by_the_rules_keeps_scores_and_reason() -> None:
    ending = end_by_rules(Outcome((1, 2), "counted", (40, 35)))
    assert (ending.scores, ending.reason) == ((40, 35), "counted")


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_there_cannot_give_up(seat: int) -> None:
    with pytest.raises(ValueError, match=f"no seat {seat} among 2"):
        end_by_resignation(seat, 2)

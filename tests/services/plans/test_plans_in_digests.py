"""Plan lines in an answer to a digest: behind a match's code, or below it, also where a mail program broke them."""

from __future__ import annotations

import pytest

from adjudicator.services.matches.plans.sealed_plans import read_plan
from testkit.club import Club, prose_of
from tests.services.digest_club import begin_three, digest_of, match_of

LINE = "if N13 then M14, if L11 then L13"


@pytest.mark.parametrize(
    "shape",
    [
        "{code} M12\n{code} {line}",
        "{code}\nM12\n{line}",
        "{code}\nM12\nif N13 then M14, if L11 then\nL13",
    ],
)
def test_a_plan_counts_in_the_match_that_it_is_written_for(club: Club, shape: str) -> None:
    mover, codes = begin_three(club)
    club.answer(digest_of(club, mover), shape.format(code=codes[1], line=LINE))
    sizes = []
    for code in codes:
        match = match_of(club, code)
        sizes.append([read_plan(club.context.secret, seat).plan.size for seat in match.seats])
    assert sorted(sizes[1]) == [0, 2]
    assert sizes[0] == sizes[2] == [0, 0]
    assert "Your plan" in prose_of(club.last(mover))


def test_a_plan_for_all_matches_is_refused(club: Club) -> None:
    mover, codes = begin_three(club)
    club.answer(digest_of(club, mover), f"all {LINE}")
    assert not any(seat.plan for code in codes for seat in match_of(club, code).seats)
    assert "all" in prose_of(club.last(mover))

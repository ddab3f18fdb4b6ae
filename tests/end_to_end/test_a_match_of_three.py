"""A match of Cheops between three people from its invitation to its verified record: two write, one has the page."""

from __future__ import annotations

import pytest

from tests.end_to_end.cheops_plan import short_cheops_plan
from tests.end_to_end.installation import Installation
from tests.end_to_end.plan_players import begin, play_out


@pytest.fixture
def installation(small: Installation) -> Installation:
    small.mend()
    return small


def test_two_write_letters_and_one_fills_in_forms_until_the_match_is_over(installation: Installation) -> None:
    people = [installation.person(name) for name in ("Anna", "Bob", "Carla")]
    match = begin(installation, people, "cheops")
    play_out(installation, people, match, short_cheops_plan(match.options, len(people), match.deal or {}))

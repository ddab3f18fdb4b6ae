"""A match of Das Gold des Pharao between four people to its verified record: three write, one has the page."""

from __future__ import annotations

import pytest

from tests.end_to_end.installation import Installation
from tests.end_to_end.pharao_plan import short_pharao_plan
from tests.end_to_end.plan_players import begin, play_out


@pytest.fixture
def installation(small: Installation) -> Installation:
    small.mend()
    return small


def test_three_write_letters_and_one_fills_in_forms_until_the_match_is_over(installation: Installation) -> None:
    people = [installation.person(name) for name in ("Anna", "Bob", "Carla", "Dirk")]
    match = begin(installation, people, "pharao", "stall_rounds=1")
    play_out(installation, people, match, short_pharao_plan(match.options, len(people), match.deal or {}))

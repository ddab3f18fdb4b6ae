"""Whoever hears the board is not read all of it again in the receipt of a move, while their turn goes on."""

from __future__ import annotations

import pytest

from adjudicator.engines.contract import AnyStep
from adjudicator.match.rulings.table import AnyTable
from adjudicator.services.matches.rows.match_rows import load_match
from testkit.club import Club, prose_of
from testkit.letter_table import begin, mover, seat_people

LEGENDS = {"cheops": "Price table of red", "pharao": "The start card is"}
MOST_MOVES = 100


def reveal_within_a_turn(club: Club) -> str:
    """Play until somebody has turned something over and is to move on; return who that is."""
    for _ in range(MOST_MOVES):
        person, table = mover(club), load_match(club.match()).table
        found = next((step for step in table.legal_steps if _turns_over(table, step)), None)
        highest = max(map(table.engine.format, table.legal_steps), key=lambda order: order.split()[1:2])
        club.answer(club.last(person), table.engine.format(found) if found else highest, sender=person)
        if found is not None:
            return person
    raise AssertionError("nothing came to light within a turn")


def _turns_over(table: AnyTable, step: AnyStep) -> bool:
    following, played = table.after(step)
    return bool(played.revealed) and following.turn == table.turn


@pytest.mark.parametrize("game", LEGENDS)
def test_a_receipt_within_a_turn_tells_what_changed_and_offers_the_board(club: Club, game: str) -> None:
    seat_people(club, "en", "linear")
    begin(club, game, 2)
    person = reveal_within_a_turn(club)
    receipt = prose_of(club.last(person))
    assert "Played: " in receipt
    assert LEGENDS[game] not in receipt
    assert "board: send me the board" in receipt
    club.answer(club.last(person), "board", sender=person)
    assert LEGENDS[game] in prose_of(club.last(person))

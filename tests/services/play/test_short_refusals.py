"""A refusal is short: the reason, the picture of the board, two examples and the way to all the rest."""

from __future__ import annotations

import pytest

from testkit.club import ANNA, Club, offered, text_of

WRONG = {"egyptos": "A1", "cheops": "2 E3 sell", "pharao": "A C4"}
ROWS = {"egyptos": "(X)", "cheops": "A11", "pharao": "@Ra"}
EXPLAINED = {"egyptos": "dot: an empty square", "cheops": "R red, G green", "pharao": "R red, B blue"}
MOST_LINES = 50


@pytest.mark.parametrize("game", WRONG)
def test_a_refusal_has_the_picture_and_two_examples_and_not_the_whole_letter_again(club: Club, game: str) -> None:
    club.write(ANNA, club.context.addresses.service, f"new {game} with house")
    club.answer(club.last(ANNA), "yes")
    before = club.last(ANNA)
    club.answer(before, WRONG[game])
    refusal = text_of(club.last(ANNA))
    assert refusal.startswith(f"Not played: {WRONG[game]}.")
    assert EXPLAINED[game] in text_of(before)
    assert EXPLAINED[game] not in refusal
    assert "What happened" not in refusal
    assert ROWS[game].strip("()") in refusal
    assert len(refusal.splitlines()) <= MOST_LINES
    assert len(offered(club.last(ANNA))) == 2
    assert "board" in refusal.partition("for example")[2]
    club.answer(club.last(ANNA), "board")
    assert EXPLAINED[game] in text_of(club.last(ANNA))


def test_a_board_in_words_is_not_repeated_by_a_refusal_and_an_answer_to_an_old_letter_brings_all(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with house")
    club.answer(club.last(ANNA), "yes")
    old = club.last(ANNA)
    club.answer(old, "layout linear")
    club.answer(club.last(ANNA), "A1")
    assert "pyramid lies" not in text_of(club.last(ANNA))
    assert "the board with all its explanations" in text_of(club.last(ANNA))
    club.answer(club.last(ANNA), "layout wide")
    club.answer(club.last(ANNA), offered(club.last(ANNA))[0])
    club.answer(old, "A1")
    assert EXPLAINED["egyptos"] in text_of(club.last(ANNA))

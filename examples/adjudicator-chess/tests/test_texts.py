"""What people read: the letters of their language, and the board from their own side."""

from __future__ import annotations

import pytest
from adjudicator.texts.games.boards import draw_board
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import language_for

from adjudicator_chess import ENGINE

START = ENGINE.setup({}, 2, {"white": 0})
AFTER = ENGINE.apply(START, ENGINE.parse(START, "Nf3").step)

NARROW = """\
    h  g  f  e  d  c  b  a
1   R (.) B  K  Q  B  N  R   1
2   P  P  P  P  P  P  P  P   2
3   .  . (N) .  .  .  .  .   3
4   .  .  .  .  .  .  .  .   4
5   .  .  .  .  .  .  .  .   5
6   .  .  .  .  .  .  .  .   6
7   p  p  p  p  p  p  p  p   7
8   r  n  b  k  q  b  n  r   8
    h  g  f  e  d  c  b  a"""


def test_black_looks_at_the_board_from_the_other_side() -> None:
    drawn = draw_board(ENGINE.view(AFTER.position, 1), "narrow", language_for("en")).splitlines()
    assert "\n".join(drawn[:10]) == NARROW


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Anna played Nf3 (knight g1 to f3)."),
        ("de", "Anna hat Sf3 gespielt (Springer g1 nach f3)."),
        ("fr", "Anna a jou\u00e9 Cf3 (cavalier de g1 en f3)."),
        ("it", "Anna ha giocato Cf3 (cavallo da g1 a f3)."),
        ("nl", "Anna speelde Pf3 (paard van g1 naar f3)."),
    ],
)
def test_a_move_is_told_with_the_letters_of_the_reader(language: str, said: str) -> None:
    assert render_note(AFTER.notes[0], language_for(language), 1, ("Anna", "Bob")) == said


def test_the_board_is_read_aloud() -> None:
    text = draw_board(ENGINE.view(AFTER.position, 0), "linear", language_for("de"))
    assert text.startswith("Letzter Zug: g1 nach f3.\nWei\u00df: K\u00f6nig e1; Dame d1; Turm a1, h1;")
    assert text.endswith("Zug 1, Schwarz am Zug.")


def test_the_picture_offers_first_a_piece_and_then_its_squares() -> None:
    legal = [ENGINE.format(move) for move in ENGINE.legal_steps(START)]
    view = ENGINE.view(START, 0)
    assert view.offers(legal)["g1"] == "g1"
    assert view.offers([order for order in legal if order.startswith("g1 ")]) == {"f3": "g1 f3", "h3": "g1 h3"}
    assert view.offers(["e7 e8 q", "e7 e8 n"]) == {"e8": "e7 e8"}

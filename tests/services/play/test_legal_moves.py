"""`legal` lists every legal order, in groups, to the player who is to move."""

from __future__ import annotations

import re

from adjudicator.services.matches.rows.match_rows import load_match
from testkit.club import Club, other, text_of, to_move


def test_all_of_them_are_listed_once(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    club.answer(club.last(mover), "legal")
    said = text_of(club.last(mover)).replace("\r\n", "\n")
    listed = said[said.index("legal moves") :].partition("\n\n")[2].partition("\n\n")[0]
    with club.context.store.reading() as session:
        orders = load_match(session.merge(club.match())).orders
    assert sorted(re.findall(r"[A-Z]\d+", listed)) == sorted(orders)
    assert f"All {len(orders)} legal moves" in said


def test_nobody_else_has_any(club: Club) -> None:
    club.begin()
    waiting = other(to_move(club))
    club.answer(club.last(waiting), "possible moves")
    assert "It is not your turn" in text_of(club.last(waiting))

"""Boards and moves of the past by letter: `board 14`, `board 14 from Anna` and `history 10-20`."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.services.matches.positions.past_positions import frame_at
from adjudicator.services.matches.view.presenter import presenter_for
from testkit.club import ANNA, Club, prose_of, text_of, to_move
from testkit.host_at_table import THREE, play_to_a_law, play_until


def answer(club: Club, person: str, line: str) -> str:
    club.answer(club.last(person), line)
    return prose_of(club.last(person))


def test_a_letter_shows_the_board_after_an_entry_and_the_moves_of_some_turns(club: Club) -> None:
    club.begin()
    for order in ("M14", "N14", "L13"):
        club.answer(club.last(to_move(club)), order)
    person = to_move(club)
    assert "Position 2 of 4" in answer(club, person, "board 2")
    letter = text_of(club.last(person))
    shown = letter[letter.index("Position 2 of 4") : letter.index("The board as it stands")]
    assert (shown.count("(O)") + shown.count("(X)"), "N14" in shown) == (1, False)
    told = answer(club, person, "history 2-3")
    told = told[told.index("Turns 2 to 3") : told.index("What happened")]
    assert [order in told for order in ("M14", "N14", "L13")] == [True, True, False]


def test_what_never_was_is_answered_with_what_is_right(club: Club) -> None:
    club.begin()
    last, turn = club.match().entry_count, club.match().turn
    for line, right in (
        ("board 99", f"board {last}"),
        ("history 9-12", f"history 1-{turn}"),
        ("history 2-1", f"history 1-{turn}"),
        ("history 0", f"history 1-{turn}"),
        ("board 0 from Zora", "Bob"),
    ):
        assert right in answer(club, ANNA, line), line


def test_another_seat_is_shown_after_the_end_and_not_before(club: Club) -> None:
    play_to_a_law(club)
    reader = THREE[1]
    drawn = {name: drawn_for(club, seat) for seat, name in enumerate(("Anna", "Bob"))}
    assert drawn["Anna"] != drawn["Bob"]
    assert "The views of the others are open when the match is over" in answer(club, reader, "board 9 from Anna")
    assert [board in letter_of(club, reader) for board in drawn.values()] == [False, True]
    play_until(club, lambda match: match.end is not None)
    assert '"you" means Anna' in answer(club, reader, "board 9 from Anna")
    assert [board in letter_of(club, reader) for board in drawn.values()] == [True, False]


def letter_of(club: Club, person: str) -> str:
    return "\n".join(text_of(club.last(person)).splitlines())


def drawn_for(club: Club, seat: int) -> str:
    """Draw the board after entry 9 as a seat sees it, in the layout of the reader."""
    with club.context.store.reading() as session:
        match = session.merge(club.match())
        presenter = replace(presenter_for(club.context, match, match.seats[1]), seat=seat)
        frame = frame_at(match, 9)
        assert frame is not None
        return presenter.board_at(frame)

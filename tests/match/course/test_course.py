"""Which steps stand after acts, how far one may take back, and what a correction plays again."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.engines.egyptos import ENGINE as EGYPTOS
from adjudicator.match.course.correction import play_instead, rewind
from adjudicator.match.course.course import Course, Strikes
from adjudicator.match.course.places import Ending
from adjudicator.match.course.undo import (
    UndoFault,
    UndoRefused,
    check_undo,
    find_last_turn,
    find_own_undo,
    known_after,
    known_now,
    undo_consent,
)
from adjudicator.match.record.record import HOUSE, How, SeatValues
from testkit.engines.shafts import SHAFTS
from testkit.match_writer import MatchWriter

SHOWS_GOLD = 4
"""A seed with which the first card of shaft 1 is gold."""


def egyptos(*terms: tuple[str, str]) -> MatchWriter[Any, Any]:
    """Seat 0 begins, its first move is forced, then it is 1, 0, 1, 0, …"""
    return MatchWriter(EGYPTOS, ["Anna", "Bob"], terms=dict(terms), seed=bytes(15) + b"\x01")


def shafts(*names: str, seed: int = 0) -> MatchWriter[Any, Any]:
    """Three acts a turn, no target."""
    options = {"acts": 3, "target": 99}
    return MatchWriter(SHAFTS, names or ["Anna", "Bob", "Carla"], options=options, seed=seed.to_bytes(16, "big"))


def test_an_undo_goes_back_on_the_board_and_never_in_turns() -> None:
    match = egyptos()
    match.play(steps=5)
    first = match.replay.course.step(1).by
    assert (match.replay.course.line(), match.replay.table.turn) == ((1, 2, 3, 4, 5), 6)
    match.undo(int(first), 2)
    assert (match.replay.course.line(), match.replay.course.undone()) == ((1, 2), (3, 4, 5))
    assert match.replay.table.position == match.replay.tables[2].position
    assert match.replay.table.turn == 7
    match.play(steps=2)
    assert match.replay.course.line() == (1, 2, 7, 8)
    assert match.replay.course.line(5) == (1, 2, 3, 4, 5)
    assert match.replay.course.line(6) == (1, 2)


def test_a_ruling_can_bring_back_what_was_undone() -> None:
    match = egyptos()
    match.play(steps=4)
    match.undo(int(match.replay.course.step(4).by))
    match.play()
    match.rewind(4)
    assert (match.replay.course.line(), match.replay.course.undone()) == ((1, 2, 3, 4), (6,))
    assert match.replay.table.position == match.replay.tables[4].position


def test_by_default_an_undo_takes_back_the_last_turn_with_a_choice() -> None:
    match = egyptos()
    match.play()
    mover, other = int(match.replay.course.step(1).by), match.to_move or 0
    assert match.replay.course.step(1).values.forced
    assert (find_last_turn(match.replay.course, mover), find_last_turn(match.replay.course, other)) == (None, None)
    match.play(steps=2)
    assert (find_last_turn(match.replay.course, mover), find_last_turn(match.replay.course, other)) == (2, 1)


def test_by_default_an_undo_takes_back_all_steps_of_a_turn() -> None:
    match = shafts()
    mover = match.to_move or 0
    match.play("shore 1")
    match.play("shore 2")
    assert find_last_turn(match.replay.course, mover) == 0
    match.undo(mover)
    assert match.replay.course.line() == ()


def refusal(match: MatchWriter[Any, Any], seat: int, to: int) -> UndoRefused | None:
    return check_undo(match.replay.course, match.terms, seat, to)


def test_what_cannot_be_taken_back() -> None:
    match = shafts()
    mover = match.to_move or 0
    match.play("shore 1")
    assert refusal(match, mover, 0) is None
    assert refusal(match, mover, 1) == UndoRefused(UndoFault.NOTHING)
    assert refusal(match, mover, 2) == UndoRefused(UndoFault.NO_BEGINNING)
    assert refusal(match, (mover + 1) % 3, 0) == UndoRefused(UndoFault.NOT_YOURS)
    assert check_undo(match.replay.course, replace_terms(match, undo="never"), mover, 0) == UndoRefused(UndoFault.NEVER)
    match.undo(mover)
    match.play("shore 2")
    assert refusal(match, mover, 1) == UndoRefused(UndoFault.NO_BEGINNING)
    match.play("dig 1")
    assert refusal(match, mover, 2) == UndoRefused(UndoFault.REVEALED, 4)


def replace_terms(match: MatchWriter[Any, Any], **terms: str) -> Any:
    return msgspec.structs.replace(match.terms, **terms)


def test_an_undo_stops_at_a_change_of_a_seat_and_at_the_end() -> None:
    match = shafts()
    mover = match.to_move or 0
    other = (mover + 1) % 3
    match.play("shore 1")
    match.enter(other, SeatValues(other, HOUSE, "resigned"))
    match.play("shore 2")
    assert refusal(match, mover, 0) == UndoRefused(UndoFault.SEAT, 2)
    assert refusal(match, mover, 2) is None
    assert refusal(match, other, 2) == UndoRefused(UndoFault.NO_PERSON)
    match.end(Ending("agreed", agreed=match.replay.course.persons()))
    assert refusal(match, mover, 2) == UndoRefused(UndoFault.OVER)


def test_the_houses_step_for_a_late_player_can_be_taken_back_by_that_player() -> None:
    match = egyptos()
    match.play(steps=2)
    late = match.to_move or 0
    match.play(how="house")
    assert refusal(match, late, 2) is None


def test_free_undo_asks_nobody_about_ones_own_steps() -> None:
    match = egyptos(("undo", "free"))
    match.play(steps=3)
    last = int(match.replay.course.step(3).by)
    course, terms = match.replay.course, match.terms
    assert undo_consent(course, terms, last, 2) == ()
    assert undo_consent(course, terms, last, 1) == (1 - last,)
    assert undo_consent(course, replace_terms(match, undo="ask"), last, 2) == (1 - last,)


def own_undo(match: MatchWriter[Any, Any], seat: int) -> int | UndoRefused:
    return find_own_undo(match.replay.course, match.terms, seat)


def test_a_running_turn_is_taken_back_as_far_as_the_last_secret() -> None:
    match = shafts(seed=SHOWS_GOLD)
    mover = match.to_move or 0
    assert own_undo(match, mover) == UndoRefused(UndoFault.NOTHING)
    match.play("shore 1")
    assert own_undo(match, mover) == 0
    match.undo_own(mover)
    match.play("dig 1")
    assert own_undo(match, mover) == UndoRefused(UndoFault.REVEALED, 3)
    match.play("shore 2")
    assert (match.to_move, own_undo(match, mover)) == (mover, 3)
    match.undo_own(mover)
    assert (match.to_move, match.replay.course.line()) == (mover, (3,))
    assert own_undo(match, mover) == UndoRefused(UndoFault.REVEALED, 3)


def test_a_running_turn_begins_with_the_last_step_of_another_and_with_a_ruling() -> None:
    match = shafts()
    mover = match.to_move or 0
    match.play("shore 1")
    match.rewind(0)
    match.play("shore 2")
    assert own_undo(match, mover) == 2
    match.rewind(1)
    assert match.replay.course.line() == (1,)
    assert own_undo(match, mover) == UndoRefused(UndoFault.NOTHING)
    match.play("shore 2")
    match.play("end")
    match.play_until_turn_of(mover)
    assert own_undo(match, mover) == UndoRefused(UndoFault.NOTHING)


def test_a_seat_that_changed_hands_ends_what_a_running_turn_can_take_back() -> None:
    match = shafts()
    mover = match.to_move or 0
    other = (mover + 1) % 3
    match.play("shore 1")
    match.enter(other, SeatValues(other, HOUSE, "resigned"))
    assert own_undo(match, mover) == UndoRefused(UndoFault.SEAT, 2)
    match.play("shore 2")
    assert own_undo(match, mover) == 2


def dig(match: MatchWriter[Any, Any], seat: int, how: How = "letter") -> None:
    """Play the turn of a seat, and prop nothing up."""
    while match.to_move == seat:
        orders = match.replay.table.legal_orders
        match.play(next((order for order in orders if not order.startswith("shore")), orders[0]), how)


def test_a_turn_with_an_undo_counts_as_one_turn_for_strikes() -> None:
    match = shafts("Anna", "Bob", seed=SHOWS_GOLD)
    mover = match.to_move or 0
    dig(match, mover, "house")
    dig(match, 1 - mover)
    match.play(next(order for order in match.replay.table.legal_orders if order.startswith("shore")))
    match.undo_own(mover)
    assert match.replay.course.seatings()[mover].strikes.row == 0
    dig(match, mover, "house")
    strikes = match.replay.course.seatings()[mover].strikes
    assert (strikes.row, strikes.total) == (2, 2), "a move that was taken back ends no row"


def test_the_house_is_never_asked() -> None:
    match = shafts("Anna", "house", "Carla")
    match.play_until_turn_of(0)
    match.play("shore 1" if "shore 1" in match.replay.table.legal_orders else None)
    assert undo_consent(match.replay.course, match.terms, 0, match.n - 1) == (2,)


def test_what_came_to_light_stays_known() -> None:
    match = shafts()
    match.play("dig 1")
    match.play(steps=4)
    shown = tuple(entry.n for entry in match.replay.course.entries if match.replay.played[entry.n].revealed)
    assert 1 in shown
    match.rewind(0)
    assert known_now(match.replay.course) == shown
    match.play("shore 1")
    match.rewind(1)
    assert known_now(match.replay.course) == tuple(n for n in shown if n != 1)
    assert known_after(match.replay.course, match.n) == known_now(match.replay.course)


def test_what_came_to_light_again_is_named_no_more() -> None:
    match = shafts()
    match.play("dig 1")
    match.play(steps=4)
    match.rewind(0)
    shown = known_now(match.replay.course)
    match.play("dig 1")
    assert match.replay.played[match.n].revealed
    assert known_now(match.replay.course) == shown[1:]
    assert known_now(match.replay.course, match.n - 1) == shown
    assert known_now(match.replay.course, 5) == ()


@pytest.mark.parametrize(
    ("steps", "row", "total", "spent"),
    [
        ("1h 2h", 2, 2, False),
        ("1h 2h 3h", 3, 3, True),
        ("1h 1h 1h", 1, 1, False),
        ("1h 2l 3h", 1, 2, False),
        ("1h 2h 3l 3h", 3, 3, True),
        ("1h 2h 3h 3l", 3, 3, True),
        ("1h 2f 3h", 2, 2, False),
        ("1s 2h 3r 4s", 3, 3, True),
        ("1h 2l 3h 4l 5h 6l 7h 8l 9h", 1, 5, True),
        ("1h 2l 3h 4l 5h 6l 7h 8l 9l", 0, 4, False),
    ],
)
def test_strikes_count_turns_that_others_played(steps: str, row: int, total: int, spent: bool) -> None:
    strikes = Strikes()
    ways = {"h": "house", "s": "skip", "l": "letter", "f": "forced", "r": "ruling"}
    for step in steps.split():
        strikes = strikes.after(int(step[0]), ways[step[1]])
    assert (strikes.row, strikes.total, strikes.spent) == (row, total, spent)


def test_who_sits_down_begins_without_strikes_and_a_substitute_gets_none() -> None:
    match = shafts()
    mover = match.to_move or 0
    match.play(how="house")
    assert match.replay.course.seatings()[mover].strikes.total == 1
    match.enter(mover, SeatValues(mover, match.holder("Xaver"), "substitute", until=match.header.started))
    match.play_until_turn_of((mover + 1) % 3)
    match.play_until_turn_of(mover)
    match.play(how="house")
    seating = match.replay.course.seatings()[mover]
    assert (seating.strikes.total, seating.epoch, seating.substituted) == (1, 1, True)
    match.enter("server", SeatValues(mover, seating.owner, "returned"))
    match.enter(mover, SeatValues(mover, HOUSE, "resigned"))
    match.enter(mover, SeatValues(mover, seating.owner, "back"))
    assert match.replay.course.seatings()[mover].strikes.total == 1
    match.enter(mover, SeatValues(mover, match.holder("Yves"), "handed"))
    seating = match.replay.course.seatings()[mover]
    assert (seating.strikes.total, seating.epoch, seating.substituted) == (0, 5, False)


def test_a_correction_plays_the_old_steps_again() -> None:
    match = shafts()
    match.play("shore 1")
    match.play("shore 2")
    match.play("shore 3")
    correction = play_instead(match.replay, 1, "dig 3")
    assert [played.step for played in correction.played][:2] == ["dig 3", "shore 2"]
    match.play_instead(1, "dig 3")
    assert match.replay.table == correction.table


def test_a_correction_stops_where_something_else_comes_to_light() -> None:
    # Gold on top of the first two shafts, of another worth below: each of them is then an ordinary act.
    deals = [msgspec.to_builtins(shafts(seed=seed).deal)["shafts"] for seed in range(50)]
    tops = [(seed, [shaft[:2] for shaft in deal]) for seed, deal in enumerate(deals)]
    seed = next(seed for seed, ((a, b), (c, _), _) in tops if (a + b + c).isdecimal() and a != b)
    match = shafts(seed=seed)
    match.play("dig 2")
    match.play("dig 1")
    assert match.to_move == match.replay.course.step(1).by
    correction = play_instead(match.replay, 1, "dig 1")
    assert [played.step for played in correction.played] == ["dig 1"]
    assert correction.dropped == (2,)


def test_a_correction_stops_where_another_seat_is_to_move() -> None:
    match = shafts()
    for order in ("shore 1", "shore 2", "shore 3"):
        match.play(order)
    correction = play_instead(match.replay, 2, "end")
    assert "shore 3" in correction.table.legal_orders
    assert [played.step for played in correction.played] == ["end"]
    assert correction.dropped == (3,)


def test_a_correction_needs_a_step_that_stands_and_a_legal_order() -> None:
    match = shafts()
    match.play("shore 1")
    with pytest.raises(ValueError, match="no step 2 stands"):
        play_instead(match.replay, 2, "shore 2")
    with pytest.raises(ValueError, match="canonical"):
        play_instead(match.replay, 1, "SHORE 2")
    with pytest.raises(ValueError, match="there is no entry 7"):
        rewind(match.replay, 7)


def slow_line(course: Course, n: int) -> tuple[int, ...]:
    """Find the steps that stand by the words of the rule alone."""
    if n == 0:
        return ()
    entry = course.entries[n - 1]
    to = getattr(entry.values, "to", None)
    if entry.kind == "step":
        return (*slow_line(course, n - 1), n)
    return slow_line(course, n - 1 if to is None else to)


@given(st.lists(st.integers(0, 9), max_size=12))
def test_lines_are_those_of_the_rule_and_never_change(choices: list[int]) -> None:
    match = egyptos()
    seen: list[tuple[int, ...]] = [()]
    for choice in choices:
        if match.to_move is None:
            break
        if choice > 2:
            match.play()
        else:
            match.rewind(match.n * choice // 3)
        seen.append(match.replay.course.line())
    course = match.replay.course
    assert [course.line(n) for n in range(course.n + 1)] == seen
    assert [slow_line(course, n) for n in range(course.n + 1)] == seen

"""Who may do what to a match, and when: the cases that no woven match shows."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from adjudicator.engines.egyptos import ENGINE as EGYPTOS
from adjudicator.match.course.entry_rules import EntryRules
from adjudicator.match.course.places import Ending
from adjudicator.match.record.chain import chain_entry
from adjudicator.match.record.record import (
    HOUSE,
    NOBODY,
    By,
    EndValues,
    ExtendValues,
    Holder,
    PauseValues,
    ResumeValues,
    RulingValues,
    SeatValues,
    UndoValues,
    Values,
    Why,
)
from testkit.engines.shafts import SHAFTS
from testkit.match_writer import STARTED, MatchWriter

Match = MatchWriter[Any, Any]


def shafts(*names: str, **terms: str) -> Match:
    return MatchWriter(SHAFTS, names or ["Anna", "Bob", "Carla"], terms=terms)


def faults(match: Match, by: By, values: Values, *, secrets: bool | None = True, days: int = 0) -> list[str]:
    entry = chain_entry("", match.n + 1, by, STARTED + timedelta(days=days), values)
    return list(EntryRules(match.terms, secrets).faults(match.replay.course, entry))


def leave(seat: int, why: Why = "resigned", holder: Holder = HOUSE) -> SeatValues:
    return SeatValues(seat, holder, why)


def substitute(match: Match, seat: int, name: str) -> SeatValues:
    return SeatValues(seat, match.holder(name), "substitute", until=STARTED)


def test_a_seat_with_a_substitute_is_left_by_a_host_alone() -> None:
    match = shafts(late="lose")
    match.enter(0, substitute(match, 0, "Xaver"))
    stands_in = ["somebody stands in there, who can neither leave nor be put out"]
    for by, why in [(0, "resigned"), ("server", "late"), ("server", "bounced")]:
        assert faults(match, by, leave(0, why)) == stands_in  # type: ignore[arg-type]
    because = match.because("He is ill.")
    for why in ("excused", "vacated"):
        assert faults(match, "host", SeatValues(0, HOUSE, why, because=because)) == []  # type: ignore[arg-type]
    handed = SeatValues(0, match.holder("Yves"), "handed")
    assert faults(match, 0, handed) == ["nobody sits at seat 0 who can hand it over"]
    assert faults(match, 0, substitute(match, 0, "Yves")) == ["nobody sits at seat 0 for whom somebody could stand in"]


def test_a_substitute_may_come_again_but_not_elsewhere() -> None:
    match = shafts()
    anna = match.replay.course.seatings()[0].holder
    match.enter(0, substitute(match, 0, "Xaver"))
    match.enter(0, SeatValues(0, anna, "returned"))
    here_before = ["this person has been in the match before"]
    assert faults(match, 0, substitute(match, 0, "Xaver")) == []
    assert faults(match, 1, substitute(match, 1, "Xaver")) == here_before
    assert faults(match, 1, substitute(match, 1, "Anna")) == here_before
    assert faults(match, 1, SeatValues(1, match.holder("Xaver"), "handed")) == here_before
    assert faults(match, 0, SeatValues(0, anna, "returned")) == ["only who was away returns"]


@pytest.mark.parametrize(
    ("why", "returns"),
    [("resigned", True), ("bounced", True), ("excused", True), ("expelled", False), ("vacated", False)],
)
def test_who_was_put_out_does_not_come_back(why: Why, returns: bool) -> None:
    match = shafts()
    anna = match.replay.course.seatings()[0].holder
    match.enter("host", leave(0, why))
    assert (faults(match, 0, SeatValues(0, anna, "back")) == []) is returns
    again = SeatValues(0, anna, "back", because=match.because("It was a mistake."))
    assert faults(match, "host", again) == faults(match, "director", again) == []
    other = SeatValues(0, match.holder("Xaver"), "back")
    assert "only who left the seat last comes back" in faults(match, 0, other)
    match.enter("server", SeatValues(0, match.holder("Xaver"), "takeover"))
    assert "nobody can come back to seat 0" in faults(match, 0, SeatValues(0, anna, "back"))


def test_an_invited_house_is_not_a_vacant_seat() -> None:
    match = shafts("Anna", "house", "Carla")
    sits = SeatValues(1, match.holder("Xaver"), "takeover")
    assert faults(match, "server", sits) == ["seat 1 is not vacant"]
    seated = SeatValues(1, match.holder("Xaver"), "seated", because=match.because("There was nobody else."))
    assert faults(match, "host", seated) == []
    assert faults(match, "director", seated) == []
    assert faults(match, "server", leave(1, "bounced")) == ["nobody sits at seat 1"]


def test_the_last_player_ends_the_match_and_leaves_no_seat() -> None:
    match = shafts()
    match.enter(0, leave(0))
    match.enter(1, leave(1))
    assert faults(match, 2, leave(2)) == ["it is the last player, so the match ends"]
    end = EndValues("resigned", "resigned", 2, (3, 2, 1), (), ())
    assert faults(match, 2, end) == []
    assert faults(match, "server", EndValues("time", "time", 2, (3, 2, 1), (), ())) == []
    alone = EndValues("alone", "alone", 2, (3, 2, 1), (), ())
    assert (faults(match, 2, alone), faults(match, "server", alone)) == ([], [])
    assert faults(match, "server", EndValues("agreed", "agreed", None, (1,), (), (), agreed=(2,))) == [
        "two persons must agree"
    ]


def test_while_others_are_there_the_match_goes_on() -> None:
    match = shafts()
    goes_on = ["others are still there, so the match goes on"]
    assert faults(match, 2, EndValues("resigned", "resigned", 2, (), (), ())) == goes_on
    assert faults(match, 1, EndValues("time", "time", 2, (), (), ())) == goes_on
    assert faults(match, 2, EndValues("alone", "alone", 2, (), (), ())) == [*goes_on, "nobody is alone here"]
    with_house = shafts("Anna", "Bob", "house")
    with_house.enter(1, leave(1))
    assert faults(with_house, 0, EndValues("alone", "alone", 0, (), (), ())) == ["nobody is alone here"]


def test_at_two_seats_nobody_leaves_a_seat() -> None:
    match = shafts("Anna", "Bob")
    assert faults(match, 0, leave(0)) == ["at two seats nobody leaves a seat: the match ends"]
    assert faults(match, 0, EndValues("resigned", "resigned", 0, (2, 1), (), ())) == []
    assert faults(match, 1, EndValues("time", "time", 0, (2, 1), (), ())) == []
    assert faults(match, 0, EndValues("time", "time", 0, (2, 1), (), ())) == [
        "the match does not end by 0 with the cause time"
    ]
    assert faults(match, 0, EndValues("alone", "alone", 0, (2, 1), (), ())) == [
        "others are still there, so the match goes on",
        "nobody is alone here",
    ]
    assert faults(match, 0, SeatValues(0, match.holder("Xaver"), "handed")) == []


def test_seats_wait_only_where_they_may() -> None:
    house, wait = shafts(), shafts(vacant="wait")
    assert faults(house, 0, leave(0, holder=NOBODY)) == ["then house sits there, not a nobody"]
    assert faults(wait, 0, leave(0)) == ["then nobody sits there, not a house"]
    wait.enter(0, leave(0, holder=NOBODY))
    assert faults(wait, "server", leave(0, "waited")) == []
    wait.enter("server", leave(0, "waited"))
    assert faults(wait, "server", leave(0, "waited")) == ["seat 0 does not wait for anybody"]


def test_three_strikes_or_the_terms_make_a_seat_vacant() -> None:
    match = shafts()
    mover = match.to_move or 0
    for strike in range(3):
        told = [f"seat {mover} has {strike} strikes in a row and {strike} in all"]
        assert faults(match, "server", leave(mover, "late")) == told
        match.play_until_turn_of(mover)
        while match.to_move == mover:
            match.play(how="house")
    assert faults(match, "server", leave(mover, "late")) == []
    assert faults(shafts(late="lose"), "server", leave(0, "late")) == []


def test_nothing_comes_behind_an_end_but_what_corrects_it() -> None:
    match = shafts()
    match.play(steps=2)
    match.end(Ending("agreed", agreed=(0, 1, 2)))
    over = ["the match is over"]
    because = match.because("why")
    assert faults(match, 0, leave(0)) == over
    assert faults(match, 0, UndoValues(1, (1, 2))) != []
    assert faults(match, "server", ExtendValues((0,), 1)) == over
    assert faults(match, "host", RulingValues("warn", None, (), because)) == over
    assert faults(match, "server", EndValues("agreed", "agreed", None, (), (), (), agreed=(0, 1, 2))) == over
    assert faults(match, "host", EndValues("annulled", "annulled", None, (), (), (), because=because)) == []


@pytest.mark.parametrize(
    ("secrets", "cause", "days", "opens"),
    [(False, "agreed", 99, True), (True, "agreed", 0, False), (True, "time", 7, True), (True, "time", 8, False)],
)
def test_a_match_is_opened_again_while_nothing_hidden_is_public(
    secrets: bool, cause: str, days: int, opens: bool
) -> None:
    match = MatchWriter(EGYPTOS, ["Anna", "Bob"])
    match.play(steps=2)
    match.end(Ending("agreed", agreed=(0, 1)) if cause == "agreed" else Ending("time", 0))
    ruling = RulingValues("rewind", 1, (), match.because("Our fault."))
    found = faults(match, "host", ruling, secrets=secrets, days=days)
    assert found == ([] if opens else ["the match is over, and what it hid is public"])


def test_pauses_need_the_others_or_a_host() -> None:
    match = shafts("Anna", "Bob", "house")
    assert faults(match, 0, PauseValues(None, agreed=(1,))) == []
    assert faults(match, 0, PauseValues(None, silent=(1,))) == []
    assert faults(match, 0, PauseValues(None)) == ["seats 1 must agree or be silent, not none"]
    assert faults(match, 2, PauseValues(None, agreed=(0, 1))) == ["2 is no person in this match"]
    assert faults(match, 1, ResumeValues()) == []
    assert faults(match, 2, ResumeValues()) == ["2 is no person in this match"]
    assert faults(match, "server", ResumeValues()) == []


def test_who_sits_down_may_be_agreed_to() -> None:
    match = shafts()
    handed = SeatValues(0, match.holder("Xaver"), "handed", agreed=(1,))
    assert faults(match, 0, handed) == []
    by_itself = SeatValues(0, match.holder("Xaver"), "handed", agreed=(0,))
    assert faults(match, 0, by_itself) == ["seats 0 are said to have been asked"]


def test_seats_that_do_not_exist_are_named_and_nothing_breaks() -> None:
    match = shafts()
    assert faults(match, "host", SeatValues(9, HOUSE, "vacated", because=match.because("why"))) == [
        "there is no seat 9"
    ]
    assert faults(match, 9, leave(0)) == ["there is no seat 9"]
    assert faults(match, "server", EndValues("time", "time", 9, (), (), ()))[0] == "there is no seat 9"
    assert faults(match, "server", ExtendValues((0, 9), 1)) == ["there is no seat 9"]

"""Terms of time: asked for in a letter, checked, shown, and kept with the match."""

from __future__ import annotations

import pytest

from adjudicator.match.timekeeping.free_times import FreeTime
from adjudicator.match.timekeeping.instants import DAY, HOUR
from adjudicator.match.timekeeping.terms import Bank, Late, NoLimit, Periods, PerTurn, TimeControl
from testkit.club import ANNA, BOB, Club, prose_of, text_of


def ask(club: Club, options: str, game: str = "egyptos") -> str:
    """Ask for a match; return the text of the answer."""
    club.write(ANNA, club.context.addresses.service, f"new {game} with bob@bob.example {options}")
    return prose_of(club.last(ANNA))


@pytest.mark.parametrize(
    ("options", "time", "said"),
    [
        ("", PerTurn(7 * DAY), "Time for each turn: 7 days"),
        ("days=3", PerTurn(3 * DAY), "Time for each turn: 3 days"),
        ("time=36h", PerTurn(36 * HOUR), "Time for each turn: 36 hours"),
        ("time=none", NoLimit(), "Time for each turn: no limit"),
        ("days=none", NoLimit(), "Time for each turn: no limit"),
        ("time=30d+1d max=45d", Bank(30 * DAY, DAY, 45 * DAY), "30 days for each player, 1 day more after each turn"),
        ("time=50d/10", Periods(50 * DAY, 10), "50 days for each player and 10 turns"),
        ("pace=slow", Bank(30 * DAY, 2 * DAY, 30 * DAY), "2 days more after each turn, at most 30 days together"),
        ("pace=club", Bank(10 * DAY, 36 * HOUR, 10 * DAY), "10 days for each player, 36 hours more"),
        ("Gangart=flott", Bank(72 * HOUR, 12 * HOUR, 120 * HOUR), "at most 5 days together"),
    ],
)
def test_a_time_is_confirmed_invited_to_and_kept(club: Club, options: str, time: TimeControl, said: str) -> None:
    assert said in ask(club, options)
    club.answer(club.last(ANNA), "yes")
    assert said in prose_of(club.last(BOB))
    match = club.match()
    assert match.terms
    assert match.terms.time == time
    assert match.days == (time.base // DAY if isinstance(time, PerTurn) and time.base % DAY == 0 else None)


def test_what_happens_when_somebody_is_late_and_when_clocks_rest_is_told_and_kept(club: Club) -> None:
    told = ask(club, "time=36h grace=3d late=lose wait=20d off=weekends,nights absence=0")
    assert "Who is late can still move for 3 days. Then the match is lost." in told
    assert "rests in the free times of the player who is to move: days off, nights." in told
    assert "It runs while a player is away, too." in told
    club.answer(club.last(ANNA), "yes")
    terms = club.match().terms
    assert terms
    assert (terms.grace, terms.late, terms.wait, terms.absence) == (3 * DAY, Late.LOSE, 20 * DAY, False)
    assert terms.off == (FreeTime.WEEKENDS, FreeTime.NIGHTS)
    club.answer(club.last(BOB), "yes")
    club.answer(club.last(BOB), "status")
    assert "Then the match is lost." in prose_of(club.last(BOB))


@pytest.mark.parametrize(
    ("options", "right"),
    [
        ("time=5x", "time=7d"),
        ("time=3h", "time=12h"),
        ("time=400d", "time=365d"),
        ("time=30d+1h", "time=30d+12h"),
        ("time=3d+4d", "time=3d+3d"),
        ("time=30d+1d max=20d", "max=30d"),
        ("time=7d max=20d", "time=30d+1d max=45d"),
        ("time=4d/10", "time=5d/10"),
        ("grace=8d", "grace=7d"),
        ("wait=90d", "wait=60d"),
        ("late=skip", "late=claim"),
        ("pace=fast", "pace=slow"),
        ("off=mornings", "off=weekends"),
        ("absence=20", "absence=0"),
        ("days=3 time=5d", "one kind of time"),
    ],
)
def test_terms_that_cannot_be_are_refused_with_what_would_be_right(club: Club, options: str, right: str) -> None:
    club.begin()
    ask(club, options)
    assert right in text_of(club.last(ANNA))
    assert "Not " in text_of(club.last(ANNA))


def test_a_turn_can_be_skipped_where_the_game_has_an_idle_step(club: Club) -> None:
    assert "Then that turn is skipped." in ask(club, "late=skip", game="pharao")

"""`time`: why the deadline is where it is, and what each seat has; the first sentence of a turn letter is short."""

from __future__ import annotations

import re
from datetime import timedelta
from email.message import EmailMessage

import pytest

from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.match.timekeeping.deadline_reasons import ReasonKind
from adjudicator.store.states import MatchState
from adjudicator.texts.facts.clock_facts import TimeReason, sum_reasons
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.automatic_mail import player_of
from testkit.club import ANNA, BOB, Club, prose_of, text_of, to_move


def lines_of(letter: EmailMessage) -> str:
    return text_of(letter).replace("\r\n", "\n")


def other_than(mover: str) -> str:
    return BOB if mover == ANNA else ANNA


def play_round(club: Club) -> None:
    """Both play a turn: free times count from a player's next turn on."""
    for step in ("M14", "M15"):
        club.answer(club.last(to_move(club)), step)


def test_it_names_every_span_that_the_deadline_leaves_out(club: Club) -> None:
    club.begin("off=weekends,nights", "days=7")
    mover = to_move(club)
    club.answer(club.last(mover), "off weekends nights 23-7")
    play_round(club)
    assert to_move(club) == mover
    club.answer(club.last(mover), "time")
    said = lines_of(club.last(mover))
    assert "The turn began on Friday 27 November, 19:00 UTC.\nIt began with 7 days.\n" in said
    assert "  2 days not counted: days off (Sat 28 Nov 00:00 to Sun 29 Nov 24:00)\n" in said
    assert re.search(r"^  .* not counted: night, \d+ times$", said, re.MULTILINE)
    assert "You have 7 days left." in said
    match = club.match()
    assert match.due_at is not None
    assert match.due_at - club.now > timedelta(days=9)


def test_the_spans_that_it_names_and_the_budget_make_up_the_deadline(club: Club) -> None:
    club.begin("off=weekends", "time=5d+1d")
    mover = to_move(club)
    club.answer(club.last(mover), "off weekends\nabsence 1 Dec to 2 Dec")
    play_round(club)
    club.answer(club.last(other_than(mover)), "grant 2")
    club.answer(club.last(mover), "time")
    said = lines_of(club.last(mover))
    told = re.findall(r"^  (\d+) days (?:not counted|added): ([a-z ]+?)(?: \(|$)", said, re.MULTILINE)
    assert sorted(told) == [("2", "away"), ("2", "days off"), ("2", "days off"), ("2", "given by others")]
    due = club.match().due_at
    assert due is not None
    assert due - club.now == timedelta(days=5 + 4 + 2 + 2)


def test_both_seats_are_told_and_only_ones_own_region(club: Club) -> None:
    club.begin("off=weekends,nights,holidays", "time=10d+1d max=20d")
    mover = to_move(club)
    waiting = other_than(mover)
    club.answer(club.last(mover), "off weekends nights 22-6 holidays FR\nabsence 20 Dec to 3 Jan")
    for reader, mine in ((mover, True), (waiting, False)):
        club.answer(club.last(reader), "time")
        said = prose_of(club.last(reader))
        name = "You" if mine else mover.partition(" ")[0]
        place = " off: France." if mine else " off."
        assert (
            f"{name}: Time left: 10 days. Days off: Saturday and Sunday. Nights off: 22:00 to 6:00."
            f" Public holidays{place}"
            " Away from 20 December 2026 to 3 January 2027. Days of absence left in 2026: 18."
        ) in said
        assert "France" in said or not mine


def test_what_a_match_does_not_honour_is_not_told(club: Club) -> None:
    club.begin("absence=0")
    mover = to_move(club)
    club.answer(club.last(mover), "off weekends")
    club.answer(club.last(mover), "time")
    assert "You: no free times" in lines_of(club.last(mover))


def test_a_match_that_is_over_has_no_clock(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    club.answer(club.last(mover), "resign")
    assert club.match().state is MatchState.FINISHED
    club.answer(club.last(mover), "time")
    assert "No clock runs in this match." in lines_of(club.last(mover))


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language_with_a_word_of_its_own(club: Club, language: str) -> None:
    club.begin("off=weekends", "time=30d+1d")
    mover = to_move(club)
    club.answer(club.last(mover), f"language {language}\noff weekends")
    club.answer(club.last(mover), word_for("time", language))
    said = prose_of(club.last(mover))
    assert language_for(language).gettext("How the time stands") in said
    assert "%(" not in said


@pytest.mark.parametrize(
    ("time", "said", "narrow"),
    [
        ("days=3", "19:00 UTC: 3 days. You play", "Time left: 3 days\n"),
        (
            "time=10d+36h",
            "19:00 UTC: 10 days. That is your whole bank; your move adds 36 hours. You play",
            "Time left: 10 days (bank)\n",
        ),
        (
            "time=50d/10",
            "19:00 UTC: 50 days. That is for this turn and those after it; 50 days are added after 10 turns. You play",
            "Time left: 50 days (for 10 turns)\n",
        ),
        ("time=none", "It is your turn; there is no time limit. You play", ""),
    ],
)
def test_the_first_sentence_says_how_much_time_that_is(club: Club, time: str, said: str, narrow: str) -> None:
    club.begin(time)
    mover = to_move(club)
    assert said in prose_of(club.last(mover))
    club.answer(club.last(mover), "layout narrow\nboard")
    shown = lines_of(club.last(mover))
    assert ("Time left: " in shown) == bool(narrow)
    assert narrow in shown


def test_what_is_left_goes_down_and_stands_while_the_clock_does(club: Club) -> None:
    club.begin("days=3")
    mover = to_move(club)
    club.pass_time(days=1, hours=5, minutes=30)
    club.answer(club.last(mover), "board")
    assert "19:00 UTC: 1 day, 18 hours." in prose_of(club.last(mover)).replace(" and ", ", ")
    club.answer(club.last(mover), "absence 5 days")
    club.pass_time(days=1)
    club.answer(club.last(mover), "board")
    assert "because you are away. You then have 1 day and 18 hours left, until " in prose_of(club.last(mover))


def test_many_spans_of_a_kind_are_told_as_one() -> None:
    nights = [TimeReason(kind=ReasonKind.NIGHT, seconds=3600) for _ in range(4)]
    away = [TimeReason(kind=ReasonKind.ABSENCE, seconds=7200) for _ in range(3)]
    assert sum_reasons([*away, *nights], 3) == (*away, TimeReason(kind=ReasonKind.NIGHT, seconds=4 * 3600, times=4))


def test_the_player_of_the_other_seat_is_told_the_same_deadline(club: Club) -> None:
    club.begin("days=3")
    mover = to_move(club)
    waiting = other_than(mover)
    club.answer(club.last(waiting), "time")
    said = prose_of(club.last(waiting))
    assert f"{player_of(club, mover).name} has 3 days left." in said
    assert "If no move comes, a claim is possible from Tuesday 1 December, 19:00 UTC on." in said


@pytest.mark.parametrize("minutes", [1, 22, 59])
def test_the_time_that_is_left_leads_to_the_deadline_that_is_told(club: Club, minutes: int) -> None:
    club.pass_time(minutes=minutes)
    club.begin("days=5", "grace=0")
    club.pass_time(hours=7, minutes=30)
    due = club.match().due_at
    assert due
    left = due - club.now
    club.answer(club.last(to_move(club)), "board")
    assert f": {left.days} days and {left.seconds // 3600} hours." in prose_of(club.last(to_move(club)))

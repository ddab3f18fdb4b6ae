"""A day of absence that is taken at a deadline: letters name its true end, and nothing goes out that says no more."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import cycle

from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.texts.language.lasting import format_timespan
from adjudicator.texts.times.times import format_date, format_deadline
from testkit.automatic_mail import sweep
from testkit.cases import check_cases
from testkit.club import Club, other, prose_of, to_move, want_all_letters

ZONE = "Europe/Berlin"
ENGLISH = language_for("en")


def due_of(club: Club) -> datetime:
    due = club.match().due_at
    assert due is not None
    return due


def miss_deadline(club: Club, **more: float) -> None:
    """Let the running deadline pass, and some time more; the day of absence that is taken then begins at it."""
    club.pass_time(seconds=(due_of(club) - club.now).total_seconds() + 1)
    sweep(club)
    if more:
        club.pass_time(**more)


def test_all_that_is_written_in_a_taken_day_names_its_end_to_the_minute(club: Club) -> None:
    match = club.begin("days=2")
    mover = to_move(club)
    for person in (mover, other(mover)):
        club.answer(club.last(person), "zone Berlin", sender=person)
    miss_deadline(club, hours=2)
    with check_cases() as case:
        for code in LANGUAGES:
            language, due = language_for(code), due_of(club)
            end, nothing = format_deadline(due, ZONE, language), format_timespan(0, language.locale)
            for person in (mover, other(mover)):
                club.answer(club.last(person), f"language {code}\ntime", sender=person)
                with case(code, person):
                    said = prose_of(club.last(person)).partition(f"{match.code} turn")[0]
                    state = said[: said.index(end) + len(end)]
                    assert format_date(due, ZONE, language) not in state
                    assert nothing not in state


def test_no_letter_goes_out_when_a_taken_day_ends_with_nothing_behind_it(club: Club) -> None:
    """A sweep may come in the very second in which the day ends, before the next one is taken or the flag falls."""
    match = club.begin("days=2")
    mover, subjects = to_move(club), list[str]()
    for _ in range(4):
        club.pass_time(seconds=(due_of(club) - club.now).total_seconds())
        sweep(club)
        told = len(club.letters(mover))
        miss_deadline(club)
        subjects += [str(one["Subject"]).removeprefix(f"[{match.code}] ") for one in club.letters(mover)[told:]]
        told = len(club.letters(mover))
        club.pass_time(hours=1)
        sweep(club)
        assert len(club.letters(mover)) == told
    assert subjects == [
        "A day of absence was taken: your turn until Mon 30 Nov 19:00",
        "A day of absence was taken: your turn until Tue 1 Dec 19:00",
        "A day of absence was taken: your turn until Wed 2 Dec 19:00",
        "Your time for this turn of Egyptos has passed",
    ]
    assert not [one for one in club.letters(mover) if "0 minutes" in prose_of(one)]
    assert club.match().stopped_at is None


def test_a_taken_day_with_time_behind_it_tells_when_the_clock_goes_on(club: Club) -> None:
    club.begin("days=2")
    mover = to_move(club)
    miss_deadline(club, hours=2)
    until = format_deadline(due_of(club), "UTC", ENGLISH)
    club.answer(club.last(other(mover)), "grant 3", sender=other(mover))
    club.answer(club.last(mover), "time", sender=mover)
    club.answer(club.last(other(mover)), "time", sender=other(mover))
    then = format_deadline(due_of(club), "UTC", ENGLISH)
    assert (
        f"Your clock is stopped until {until}, because a day of your absence was taken. "
        f"You then have 3 days left, until {then}."
    ) in prose_of(club.last(mover))
    assert f"The clock is stopped until {until}, because a day of" in prose_of(club.last(other(mover)))


def test_a_day_taken_in_one_match_stops_the_clock_of_another_to_the_minute(club: Club) -> None:
    """The day ends at the hour at which it was taken; the others read the letter of a clock that was stopped."""
    club.begin("days=2")
    mover, until = to_move(club), due_of(club) + timedelta(days=1)
    match = club.begin("days=7")
    if to_move(club) != mover:
        club.answer(club.last(other(mover), match.code), "M14", sender=other(mover))
    want_all_letters(club)
    club.pass_time(seconds=(until - timedelta(days=1) - club.now).total_seconds() + 1)
    sweep(club)
    club.pass_time(hours=1)
    sweep(club)
    stopped = club.last(other(mover), match.code)
    assert "is away, the clock is stopped" in stopped["Subject"]
    assert f"The clock is stopped until {format_deadline(until, 'UTC', ENGLISH)}, because a day of" in prose_of(stopped)


def test_how_the_match_stands_is_told_once_beside_the_news_that_was_kept(club: Club) -> None:
    """An absence stops the clock and ends: the others read it in their next answer, which tells the standing anyway."""
    club.begin("days=9")
    mover, changes = to_move(club), cycle(("absence 5 days", "absence over"))
    with check_cases() as case:
        for code, change in zip((*LANGUAGES, LANGUAGES[0]), changes, strict=False):
            club.answer(club.last(other(mover)), f"language {code}", sender=other(mover))
            club.answer(club.last(mover), change, sender=mover)
            sweep(club)
            club.answer(club.last(other(mover)), "time", sender=other(mover))
            with case(code, change):
                said = prose_of(club.last(other(mover))).partition(language_for(code).gettext("How the time stands"))[0]
                name = mover.partition(" <")[0]
                sentences = [one for one in said.split(". ") if name in one]
                assert len(sentences) == len(set(sentences)), said

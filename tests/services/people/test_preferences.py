"""Preferences by letter: language, layout, zone, and which letters a player gets."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from adjudicator.store.states import Letters
from adjudicator.store.tables import Player
from adjudicator.texts.language.language import LANGUAGES
from testkit.club import ANNA, BOB, Club, address_of, prose_of, text_of


def player(club: Club, person: str) -> Player:
    with club.context.store.reading() as session:
        return session.scalars(select(Player).where(Player.address == address_of(person))).one()


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("layout linear", "layout", "linear"),
        ("Darstellung schmal", "layout", "narrow"),
        ("zone Europe/Rome", "zone", "Europe/Rome"),
        ("fuseau horaire Paris", "zone", "Europe/Paris"),
        ("zone GMT+1", "zone", "Etc/GMT-1"),
        ("zone UTC +5:30", "zone", "UTC+05:30"),
        ("language en", "language", "en"),
        ("stop", "letters", Letters.NONE),
    ],
)
def test_a_choice_is_made_by_a_line_in_an_answer(club: Club, line: str, key: str, value: str) -> None:
    club.begin()
    number = club.answer(club.last(ANNA), line)
    assert club.inbox(number).verdict == "done"
    assert getattr(player(club, ANNA), key) == value


@pytest.mark.parametrize("line", ["layout sideways", "zone Atlantis/Capital", "zone EST", "language xx"])
def test_a_choice_that_does_not_exist_is_refused_with_those_that_do(club: Club, line: str) -> None:
    club.begin()
    number = club.answer(club.last(ANNA), line)
    assert club.inbox(number).verdict == "refused: bad_argument"


def test_a_choice_in_a_fresh_letter_waits_for_a_signed_yes(club: Club) -> None:
    club.begin()
    club.write(ANNA, club.context.addresses.service, "layout linear")
    assert player(club, ANNA).layout == "wide"
    club.answer(club.last(ANNA), "yes")
    assert player(club, ANNA).layout == "linear"


def test_a_signed_yes_counts_once(club: Club) -> None:
    club.begin()
    club.write(ANNA, club.context.addresses.service, "layout linear")
    question = club.last(ANNA)
    club.answer(question, "yes")
    number = club.answer(question, "yes please")
    assert club.inbox(number).verdict == "refused: already_answered"


def test_a_player_who_stopped_letters_still_gets_answers(club: Club) -> None:
    club.begin()
    club.answer(club.last(BOB), "stop")
    before = len(club.letters(BOB))
    seat = club.match().to_move
    mover = (ANNA, BOB)[seat or 0]
    club.answer(club.last(mover), "M14")
    assert len(club.letters(BOB)) == before + (mover == BOB)
    club.answer(club.last(BOB), "board")
    assert "M14" in text_of(club.last(BOB)) or mover == BOB


def test_a_linear_board_has_no_drawing(club: Club) -> None:
    club.begin()
    club.answer(club.last(ANNA), "layout linear\nboard")
    text = text_of(club.last(ANNA))
    assert ": M13." in text
    assert "Black, " in text
    assert "(X)" not in text


@pytest.mark.parametrize(
    ("line", "shown", "due"),
    [
        ("zone GMT+1", "UTC+1. It is 20:00 there now", "20:00 your time (19:00 UTC)"),
        ("zone GMT-5", "UTC-5. It is 14:00 there now", "14:00 your time (19:00 UTC)"),
        ("zone gmt+2", "UTC+2. It is 21:00 there now", "21:00 your time (19:00 UTC)"),
        ("zone London", "London. It is 19:00 there now", "19:00 your time"),
    ],
)
def test_a_zone_is_shown_back_with_the_time_that_it_is_there(club: Club, line: str, shown: str, due: str) -> None:
    club.begin()
    club.answer(club.last(ANNA), f"{line}\nstatus")
    said = prose_of(club.last(ANNA))
    assert f"Times are in this zone from now on: {shown}" in said
    assert due in said
    assert "19:00 your time (19:00 UTC)" not in said
    assert f"Time zone: {shown.partition('. ')[0]}" in said


@pytest.mark.parametrize(
    ("language", "layout"), [("en", "narrow"), ("en", "wide"), *((one, "linear") for one in LANGUAGES)]
)
def test_another_layout_is_shown_at_once(club: Club, language: str, layout: str) -> None:
    club.begin()
    club.answer(club.last(ANNA), f"language {language}")
    club.answer(club.last(ANNA), f"layout {layout}")
    text = text_of(club.last(ANNA))
    drawn = any(line.split()[:1] == ["13"] for line in text.splitlines())
    assert drawn == (layout != "linear")
    assert drawn or "M13" in text

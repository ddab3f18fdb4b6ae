"""A player's calendar: what it shows, that it is sound (RFC 5545), and how its address is made and ended."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar

from adjudicator.services.links import BadLink
from adjudicator.services.match_reader import MatchReader
from adjudicator.services.matches.view.calendars import find_subscriber, write_calendar
from testkit.automatic_mail import player_of
from testkit.calendar_programs import KHAL, list_readers
from testkit.club import ANNA, BOB, Club, address_of, other, prose_of, text_of, to_move
from testkit.identity_changes import agree
from tests.services.time.test_reminders import tell


def calendar_text(club: Club, person: str) -> str:
    with club.context.store.reading() as session:
        return write_calendar(session, club.context, player_of(club, person), club.now, MatchReader())


def events(text: str) -> list[Any]:
    return list(Calendar.from_ical(text).walk("VEVENT"))


def url_of(club: Club, person: str) -> str:
    """Find the address of the feed in the newest letter."""
    return next(line for line in text_of(club.last(person)).splitlines() if "/calendar/" in line)


def owner(club: Club, url: str) -> str:
    token = url.rpartition("/")[2].removesuffix(".ics")
    with club.context.store.reading() as session:
        player = find_subscriber(session, club.context, token)
        return player.address if player else ""


def test_a_running_turn_is_the_hour_before_its_deadline(club: Club) -> None:
    match = club.begin("days=5")
    mover = to_move(club)
    (event,) = events(calendar_text(club, mover))
    assert event["UID"] == f"{match.code}-{match.turn}-{match.to_move}@{club.context.addresses.domain}"
    assert event.decoded("DTEND") == match.due_at
    assert event.decoded("DTEND") - event.decoded("DTSTART") == timedelta(hours=1)
    assert event["SUMMARY"] == f"{match.code}, Egyptos: your turn ends"
    assert event["URL"] == f"{club.context.site}/m/{match.code}"
    assert (event["CLASS"], event["TRANSP"]) == ("PRIVATE", "TRANSPARENT")
    assert not events(calendar_text(club, other(mover)))


def test_the_sequence_rises_when_the_deadline_moves_and_the_uid_stays(club: Club) -> None:
    club.begin("days=5")
    mover = to_move(club)
    (before,) = events(calendar_text(club, mover))
    club.answer(club.last(other(mover)), "grant 3", sender=other(mover))
    (after,) = events(calendar_text(club, mover))
    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after.decoded("DTEND") - before.decoded("DTEND") == timedelta(days=3)
    club.answer(club.last(mover, "Egyptos"), "absence 10 days")
    (again,) = [one for one in events(calendar_text(club, mover)) if one["UID"] == before["UID"]]
    assert again["SEQUENCE"] > after["SEQUENCE"]
    club.answer(club.last(mover, "Egyptos"), "M14")
    assert all("absence" in one["UID"] for one in events(calendar_text(club, mover)))
    (theirs,) = events(calendar_text(club, other(mover)))
    assert theirs["UID"] != before["UID"]


def test_absences_are_whole_days(club: Club) -> None:
    club.begin("days=5")
    tell(club, ANNA, "absence 20 Dec to 3 Jan")
    (event,) = [one for one in events(calendar_text(club, ANNA)) if "absence" in one["UID"]]
    assert event.decoded("DTSTART") == date(2026, 12, 20)
    assert event.decoded("DTEND") == date(2027, 1, 4), "the day behind the last"
    tell(club, ANNA, "absence cancel 20 Dec")
    assert not [one for one in events(calendar_text(club, ANNA)) if "absence" in one["UID"]]


def test_an_absence_says_in_which_matches_the_clock_runs_on(club: Club) -> None:
    club.begin("days=5 absence=0")
    runs = f"Matches in which your clock runs while you are away: {club.match().code}."
    tell(club, ANNA, "absence 20 Dec to 3 Jan")
    (event,) = [one for one in events(calendar_text(club, ANNA)) if "absence" in one["UID"]]
    assert (event["SUMMARY"], event["DESCRIPTION"]) == ("Away", runs)
    club.begin("days=5")
    (event,) = [one for one in events(calendar_text(club, ANNA)) if "absence" in one["UID"]]
    assert (event["SUMMARY"], event["DESCRIPTION"]) == ("Away: your clock at Adjudicator stands", runs)


def test_it_is_sound_and_names_nobody(club: Club) -> None:
    club.begin("days=5")
    mover = to_move(club)
    tell(club, mover, "language fr")
    text = calendar_text(club, mover)
    assert "METHOD:PUBLISH\r\n" in text
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n" in text
    assert text.count("\n") == text.count("\r\n")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert Calendar.from_ical(text).to_ical().decode() == text
    (event,) = events(text)
    assert "fin de votre tour" in event["SUMMARY"]
    assert "C'est à vous de jouer" in event["DESCRIPTION"].replace("\u2019", "'")
    assert not any(name in text for name in ("Anna", "Bob", "anna@", "bob@"))


@pytest.mark.skipif(KHAL is None, reason="khal is not installed")
def test_calendar_programs_read_it(club: Club, tmp_path: Path) -> None:
    match = club.begin("days=5")
    mover = to_move(club)
    tell(club, mover, "language fr")
    tell(club, mover, "absence 20 Dec to 3 Jan")
    turn, away = (str(event["SUMMARY"]) for event in events(calendar_text(club, mover)))
    due = match.due_at
    assert due is not None
    ends = [f"{at:%Y-%m-%d %H:%M}" for at in (due - timedelta(hours=1), due)]
    expected = [(turn, *ends), (away, "2026-12-20", "2027-01-03")]
    for read in list_readers():
        assert read(tmp_path, calendar_text(club, mover)) == sorted(expected)


def test_the_letter_has_the_file_and_the_address(club: Club) -> None:
    club.begin("days=5")
    mover = to_move(club)
    club.answer(club.last(mover), "calendar")
    letter = club.last(mover)
    (file,) = letter.iter_attachments()
    assert file.get_content_type() == "text/calendar"
    assert file.get_filename() == "adjudicator.ics"
    assert len(events(file.get_content())) == 1
    assert "Your calendar" in str(letter["Subject"])
    assert owner(club, url_of(club, mover)) == address_of(mover)
    assert "calendar new" in prose_of(letter)


def test_asking_again_tells_the_same_address_and_new_makes_another(club: Club) -> None:
    club.begin("days=5")
    mover = to_move(club)
    urls = []
    for line in ("calendar", "Kalender", "calendrier nouveau", "calendar"):
        club.answer(club.last(mover, "["), line)
        urls.append(url_of(club, mover))
    assert urls[0] == urls[1] != urls[2] == urls[3]
    assert owner(club, urls[0]) == ""
    assert owner(club, urls[2]) == address_of(mover)
    club.answer(club.last(mover, "["), "calendar off")
    assert "The address of your calendar has ended." in prose_of(club.last(mover))
    assert owner(club, urls[2]) == ""


def test_a_letter_to_the_service_is_answered_to_the_player_and_asks_before_it_changes_anything(club: Club) -> None:
    club.begin("days=5")
    club.write(ANNA, club.context.addresses.service, "agenda")
    first = url_of(club, ANNA)
    club.write(ANNA, club.context.addresses.service, "calendar new")
    assert owner(club, first) == address_of(ANNA)
    club.answer(club.last(ANNA), "yes", sender=ANNA)
    assert owner(club, first) == ""
    assert owner(club, url_of(club, ANNA)) == address_of(ANNA)
    assert [part.get_filename() for part in club.last(ANNA).iter_attachments()] == ["adjudicator.ics"]
    tell(club, ANNA, "calendar off")
    assert player_of(club, ANNA).calendar_key == ""


def test_revoking_ends_the_address(club: Club) -> None:
    club.begin("days=5")
    club.write(BOB, club.context.addresses.service, "calendar")
    url = url_of(club, BOB)
    assert agree(club, BOB, "revoke") == "confirmed"
    assert owner(club, url) == ""


def test_no_other_letter_has_the_file_or_the_address(club: Club) -> None:
    club.begin("days=5")
    mover = to_move(club)
    club.answer(club.last(mover), "calendar")
    club.answer(club.last(mover), "board")
    assert not list(club.last(mover).iter_attachments())
    assert "/calendar/" not in text_of(club.last(mover))


def test_a_forged_address_is_none(club: Club) -> None:
    with pytest.raises(BadLink):
        owner(club, "https://club.example/calendar/WzEsIiJd.abc.ics")


def test_what_the_calendar_cannot_be_is_refused_with_what_would_be_right(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    number = club.answer(club.last(mover), "calendar 7")
    assert club.inbox(number).verdict == "refused: bad_argument"
    assert "calendar new" in text_of(club.last(mover))
    assert player_of(club, mover).calendar_key == ""

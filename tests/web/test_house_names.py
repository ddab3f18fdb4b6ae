"""A house player from before there were levels has a name in the language of each reader, and one in the database."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from flask import Flask
from sqlalchemy import select

from adjudicator.match.course.verify import verify_published
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.names.shown_names import seat_names
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Seat
from adjudicator.texts.language.language import language_for
from testkit.agreed_match import PEOPLE, agree
from testkit.club import ANNA, BOB, Club, text_of
from testkit.seats_at_table import resign
from tests.web.conftest import signed_in

NAMES = {"de": "Haus", "fr": "La Maison", "it": "La Casa", "nl": "Het Huis"}
"""The article is small within a sentence: `test_fitted_names`."""
QUESTIONS = "board\nstatus\ntime\nhistory\nlist\nlegal\n? {order}"


@pytest.fixture(params=NAMES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def parts(letter: EmailMessage) -> list[str]:
    """List the subject, the text and the HTML of a letter."""
    html = letter.get_body(("html",))
    return [str(letter["Subject"]), text_of(letter), html.get_content() if html else ""]


def begin(club: Club, language: str, line: str = "new cheops with house house") -> Match:
    def letters() -> None:
        club.write(ANNA, club.context.addresses.service, f"language {language}\n{line}")
        club.answer(club.last(ANNA), "yes")

    club.play_beginning((language, line), letters)
    with club.context.store.writing() as session:
        for number, seat in enumerate(session.scalars(select(Seat).where(Seat.house).order_by(Seat.number))):
            seat.level, seat.called = None, f"House ({number})" if number else "House"
    return club.match()


def test_no_letter_names_it_in_english(club: Club, language: str) -> None:
    begin(club, language)
    for _ in range(3):
        order = load_match(club.match()).orders[0]
        club.answer(club.last(ANNA), QUESTIONS.format(order=order))
        club.answer(club.last(ANNA), order)
    club.answer(club.last(ANNA), f"expel {NAMES[language]}\nexpel nobody")
    club.answer(club.last(ANNA), "resign")
    assert club.match().state is MatchState.FINISHED
    letters = club.letters(ANNA)
    bare = NAMES[language].split()[-1]
    assert sum(bare in text_of(letter) for letter in letters) > len(letters) // 2
    for letter in letters:
        assert not any("House" in part for part in parts(letter)), text_of(letter)


def test_who_sits_at_a_seat_that_was_left_is_said_in_the_readers_language(club: Club, language: str) -> None:
    agree(club, "cheops", PEOPLE[:3], "days=2 grace=0 absence=0 late=claim")
    first = club.match().to_move or 0
    leaver, reader, _ = PEOPLE[first:3] + PEOPLE[:first]
    club.answer(club.last(reader), f"language {language}")
    before = len(club.letters(reader))
    resign(club, leaver)
    letters = club.letters(reader)[before:]
    bare = NAMES[language].split()[-1]
    assert any(f" ({bare})" in text_of(letter) for letter in letters)
    assert not any("House" in part for letter in letters for part in parts(letter))


def test_no_page_names_it_in_english(club: Club, app: Flask, language: str) -> None:
    code = begin(club, language).code
    browser = signed_in(app, club, ANNA)
    order = load_match(club.match()).orders[0]
    for path in (f"/m/{code}", f"/m/{code}?step={order}", f"/m/{code}/1", "/mine", "/", "/archive"):
        page = browser.open(path).page
        assert "House" not in page.html, path
    assert NAMES[language] in browser.open(f"/m/{code}").page.text
    club.answer(club.last(ANNA), "resign")
    for path in (f"/m/{code}", "/archive", "/mine"):
        assert "House" not in browser.open(path).page.html, path
        assert NAMES[language] in browser.page.text, path


def test_a_command_may_call_it_by_its_name_in_any_language(club: Club, language: str) -> None:
    begin(club, "en", "new cheops with house bob@bob.example")
    club.answer(club.last(BOB), "yes")
    verdicts = {club.inbox(club.answer(club.last(BOB), f"expel {name}")).verdict for name in (NAMES[language], "House")}
    assert len(verdicts) == 1
    assert "name_unknown" not in str(verdicts)


def test_two_are_told_apart_and_the_record_is_the_same_for_all(club: Club, language: str) -> None:
    match = begin(club, language)
    with club.context.store.reading() as session:
        row = session.get_one(Match, match.id)
        shown = seat_names(row, language_for(language), public=True)
        assert len(set(shown)) == 3
        assert sum(name.startswith(NAMES[language]) for name in shown) == 2
        assert [seat.called.startswith("House") for seat in row.seats] == [seat.house for seat in row.seats]
        assert not list(verify_published(record_of(row, club.now)))

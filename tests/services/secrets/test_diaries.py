"""`diary`: nobody but its player reads it before the end, by letter, page, file, feed or database; then everybody."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask
from sqlalchemy import select

from adjudicator.config.settings import Settings
from adjudicator.services.matches.annotations.diaries import LONGEST_ENTRY
from adjudicator.store.tables import ArchivedMatch, DiaryEntry
from adjudicator.web import create_app
from testkit.browser import Browser
from testkit.club import ANNA, BOB, Club, address_of, html_of, prose_of, text_of, to_move
from testkit.seats_at_table import begin_table, resign, seat_of

MARK = "QUINCUNX77"
XAVER = "Xaver <xaver@xaver.example>"


def answered(club: Club, person: str, words: str) -> str:
    club.answer(club.last(person), words)
    return prose_of(club.last(person))


def read_by(club: Club, person: str) -> str:
    """Join all that a person was ever sent."""
    return "\n".join(f"{letter['Subject']}\n{text_of(letter)}\n{html_of(letter)}" for letter in club.letters(person))


def published(club: Club, settings: Settings, paths: tuple[str, ...]) -> dict[str, str]:
    """Fetch what anybody can fetch about the newest match."""
    app: Flask = create_app(replace(settings, site=club.context.site), club.context, limits_url="memory://")
    browser = Browser(app.test_client())
    code = club.match().code
    return {path: browser.client.get(path.replace("CODE", code)).text for path in paths}


SHOWN = ("/m/CODE/1", "/m/CODE/film", "/m/CODE.txt", "/m/CODE.html")
NEVER = (
    "/m/CODE/record.json",
    "/m/CODE.atom",
    "/archive.atom",
    "/archive",
    "/m/CODE",
    "/m/CODE/1.json",
    "/m/CODE/1.txt",
)


def test_a_diary_is_ones_own_until_the_end_and_everybodys_then(club: Club, settings: Settings) -> None:
    club.begin()
    said = answered(club, ANNA, f"diary {MARK} <b>&\n{'no further ' * 5}")
    assert "Until the match is over only you read it. Then it is published with the match: everybody can" in said
    assert MARK in answered(club, ANNA, "diary")
    for path, text in published(club, settings, (*SHOWN, *NEVER)).items():
        assert MARK not in text, path
    with club.context.store.reading() as session:
        assert all(MARK.encode() not in row.sealed for row in session.scalars(select(DiaryEntry)))
    assert MARK not in read_by(club, BOB)
    assert "You have not noted anything" in answered(club, BOB, "diary")
    club.answer(club.last(BOB), "resign")
    for path, text in published(club, settings, SHOWN).items():
        assert MARK in text, path
        assert "<b>" not in text or path.endswith(".txt"), path
    for path, text in published(club, settings, NEVER).items():
        assert MARK not in text, path
    assert "the diaries are published" in answered(club, ANNA, "diary too late")


def test_after_an_end_by_time_it_is_published_a_week_later(club: Club, settings: Settings) -> None:
    club.begin("days=1", "grace=0", "absence=0")
    answered(club, ANNA, f"diary {MARK}")
    late, other = (ANNA, BOB) if to_move(club) == ANNA else (BOB, ANNA)
    club.pass_time(days=2)
    club.answer(club.last(other), "claim")
    assert club.match().end is not None, late
    with club.context.store.reading() as session:
        assert session.scalars(select(ArchivedMatch.annotated)).all() == [True]
    assert answered(club, ANNA, "comment 1 already").count("can be commented on from") == 1


@pytest.mark.parametrize(
    ("line", "left"), [("diary none 2", ["first"]), ("Tagebuch keine", []), ("diary none 7", ["first", MARK])]
)
def test_it_can_be_taken_back_before_and_after_the_end(
    club: Club, line: str, left: list[str], settings: Settings
) -> None:
    club.begin()
    for text in ("first", MARK):
        answered(club, ANNA, f"diary {text}")
    club.answer(club.last(BOB), "resign")
    said = answered(club, ANNA, line)
    assert ("has no entry 7" in said) is (len(left) == len(("first", MARK)))
    shown = published(club, settings, ("/m/CODE/1",))["/m/CODE/1"]
    assert [text for text in ("first", MARK) if f">{text}<" in shown] == left


def test_who_left_keeps_theirs_and_a_stand_in_sees_nothing(club: Club, settings: Settings) -> None:
    leaver, *others = begin_table(club)
    answered(club, leaver, f"diary {MARK}")
    seat = seat_of(club, leaver)
    resign(club, leaver)
    club.write(XAVER, club.context.addresses.service, f"takeover {club.match().code}")
    club.answer(club.last(XAVER), "yes")
    for person in others:
        club.answer(club.last(person), "agree")
    player = club.match().seats[seat].player
    assert player is not None
    assert player.address == address_of(XAVER)
    assert "You have not noted anything" in answered(club, XAVER, "diary")
    for person in (XAVER, *others):
        resign(club, person) if person != others[-1] else club.answer(club.last(person), "finish match")
    assert MARK not in read_by(club, XAVER)
    name = leaver.partition(" ")[0]
    assert f"{name} noted in turn 1" in published(club, settings, ("/m/CODE.txt",))["/m/CODE.txt"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"diary:{(chr(10) + 'words ' * 9) * (LONGEST_ENTRY // 50)}", f"there is room for {LONGEST_ENTRY}"),
        ("diary none", "You have no diary of this match."),
    ],
)
def test_what_is_wrong_is_told(club: Club, text: str, why: str) -> None:
    club.begin()
    assert why in answered(club, ANNA, text)

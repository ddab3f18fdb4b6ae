"""A private match is on no list and no page but those of its players."""

from __future__ import annotations

import pytest
from flask import Flask

from adjudicator.services.players.players import find_player
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from testkit.agreed_match import CARLA, DIRK, PEOPLE, agree
from testkit.browser import Browser
from testkit.cases import check_cases
from testkit.club import ANNA, BOB, Club, address_of, to_move
from testkit.lent_seats import hand_over, lend_seat
from testkit.private_matches import EVE
from tests.web.conftest import signed_in


@pytest.fixture
def private(club: Club) -> Match:
    return club.begin("private")


def test_its_pages_are_there_for_its_players_alone(private: Match, anna: Browser, browser: Browser) -> None:
    for ending in ("", "/1", "/record.json", ".txt", ".html", ".svg.zip", ".mbox"):
        path = f"/m/{private.code}{ending}"
        assert anna.open(path).status == 200
        assert browser.open(path).status == 404
    assert "Only the players of this match see it." in anna.open(f"/m/{private.code}").page.text
    assert "/sign-in" in [link.partition("?")[0] for link in browser.open(f"/m/{private.code}").page.links]


def test_nothing_tells_it_from_a_match_that_is_not_there(private: Match, browser: Browser) -> None:
    there, not_there = browser.open(f"/m/{private.code}").page.text, browser.open("/m/Z9Z9").page.text
    assert there == not_there


def test_no_list_names_it_while_it_runs_and_when_it_is_over(club: Club, private: Match, browser: Browser) -> None:
    assert private.code not in browser.open("/").page.text
    club.answer(club.last(to_move(club)), "resign")
    for path in ("/", "/archive"):
        assert private.code not in browser.open(path).page.text


def test_the_form_asks_for_it_and_refuses_an_open_seat(club: Club, anna: Browser) -> None:
    club.begin()
    assert "Private: only the players see this match" in anna.open("/new?game=egyptos").page.text
    anna.submit("/new", **{"private": "on", "kind-1": "open"})
    assert "A private match has no open seat" in anna.page.text
    anna.open("/new?game=egyptos").submit("/new", **{"private": "on", "kind-1": "house"})
    assert club.match().private


def read_files(browser: Browser, code: str) -> list[str]:
    """Read what the files of a match tell, but that it is private."""
    found = [browser.client.get(f"/m/{code}{ending}").get_data(as_text=True) for ending in (".txt", "/record.json")]
    return [line for text in found for line in text.split("\n") if "nly the players" not in line]


def publish(club: Club, *, public: bool) -> None:
    with club.context.store.writing() as session:
        session.get_one(Match, club.match().id).private = not public


def test_it_is_known_to_its_guests_and_to_those_who_lent_their_seat_or_gave_it_away(app: Flask, club: Club) -> None:
    """Each link of a letter about it leads somewhere: on pages it is known to the same people as in letters."""
    agree(club, "cheops", PEOPLE[:3], "private days=5")
    code, planted = club.match().code, "Q77XYZZY"
    club.answer(club.last(BOB), f"press {planted}", sender=BOB)
    lend_seat(club, code, ANNA, EVE)
    hand_over(club, code, CARLA, DIRK)
    stranger, nobody = signed_in(app, club, "Fred <fred@fred.example>"), Browser(app.test_client())
    with check_cases() as case:
        for person in (ANNA, CARLA):
            browser = signed_in(app, club, person)
            for page in (f"/m/{code}", f"/m/{code}/1", f"/m/{code}.txt", f"/m/{code}/record.json", f"/takeover/{code}"):
                with case(person, page):
                    assert browser.open(page).status == 200
                    assert planted not in browser.page.html
                    assert [other.open(page).status for other in (stranger, nobody)] == [404, 404]
        anna = signed_in(app, club, ANNA)
        with case("what a spectator sees"):
            seen = read_files(anna, code)
            publish(club, public=True)
            assert seen == read_files(nobody, code)
            publish(club, public=False)
        with case("the list"):
            assert code in anna.open("/mine").page.text
            assert code not in stranger.open("/mine").page.text
            assert code not in signed_in(app, club, CARLA).open("/mine").page.text
        with case("the way back"):
            assert f"/takeover/{code}" in anna.open(f"/m/{code}").page.links
            assert f"/takeover/{code}" not in signed_in(app, club, CARLA).open(f"/m/{code}").page.links
            anna.open(f"/takeover/{code}").submit(f"/takeover/{code}")
            assert "Your" in anna.page.text
            assert club.match().seats[0].owner_id is None


def test_a_guest_follows_the_link_of_the_invitation(app: Flask, club: Club) -> None:
    club.begin()
    club.write(ANNA, club.context.addresses.service, "new egyptos private with bob@bob.example")
    club.answer(club.last(ANNA), "yes")
    bob, code = signed_in(app, club, BOB), club.match().code
    assert f"/join/{code}" in bob.open(f"/m/{code}").page.links
    bob.open(f"/join/{code}").submit(f"/join/{code}")
    assert club.match().state is MatchState.RUNNING


def test_who_has_the_address_of_a_former_guest_sees_nothing(app: Flask, club: Club, private: Match) -> None:
    """An address that its owner has given up may be somebody else's later."""
    with club.context.store.writing() as session:
        bob = find_player(session, address_of(BOB))
        assert bob is not None
        bob.address = "bob@new.example"
    assert signed_in(app, club, BOB).open(f"/m/{private.code}").status == 404

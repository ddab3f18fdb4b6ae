"""Beginning a match and taking a seat, signed in or not."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from sqlalchemy import func, select

from adjudicator.match.record.sealing import digest_seed, salt_from_word
from adjudicator.services.players.players import find_player
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from testkit.browser import Browser
from testkit.club import ANNA, BOB, Club, prose_of, text_of
from testkit.seats_at_table import begin_table, resign
from tests.web.conftest import signed_in

XAVER = "Xaver <xaver@xaver.example>"


def matches(club: Club) -> int:
    with club.context.store.reading() as session:
        return session.scalar(select(func.count()).select_from(Match)) or 0


def test_a_signed_in_player_invites_at_once(club: Club, anna: Browser) -> None:
    anna.open("/new").submit("/new", **{"kind-1": "mail", "address-1": "bob@bob.example", "days": "3"})
    match = club.match()
    assert anna.at == f"/m/{match.code}"
    assert (match.state, match.days) == (MatchState.INVITING, 3)
    assert "bob@bob.example" in anna.page.text
    assert "bob" not in Browser(anna.client.application.test_client()).open(anna.at).page.text
    club.answer(club.last(BOB), "join")
    assert club.match().state is MatchState.RUNNING
    assert club.match().seats[0].player is not None


def test_a_match_against_the_house_player_begins_at_once(club: Club, anna: Browser) -> None:
    anna.open("/new").submit("/new", **{"kind-1": "house"})
    assert club.match().state is MatchState.RUNNING
    assert "House" in anna.page.text


def test_pressing_the_button_twice_makes_one_match(club: Club, anna: Browser) -> None:
    form = anna.open("/new").page.form("/new")
    pages = {anna.post("/new", form.fields | {"kind-1": "house"}).at for _ in range(2)}
    assert matches(club) == 1
    assert len(pages) == 1


def test_a_visitor_who_is_not_signed_in_confirms_by_mail(club: Club, browser: Browser) -> None:
    opponent = {"kind-1": "mail", "address-1": "bob@bob.example", "days": "none"}
    browser.open("/new").submit("/new", address="anna@anna.example", name="Anna", **opponent)
    assert "We have written to anna@anna.example" in browser.page.text
    assert matches(club) == 0
    assert "1 guest" in text_of(club.last(ANNA))
    assert "bob@" not in text_of(club.last(ANNA)), "perhaps somebody else has filled the form in"
    club.answer(club.last(ANNA), "yes")
    match = club.match()
    assert (match.state, match.days) == (MatchState.INVITING, None)
    assert match.seats[0].own_name == "Anna"


def test_the_language_of_the_page_is_the_language_of_the_letter(club: Club, browser: Browser) -> None:
    browser.open("/new?lang=en").submit("/new", **{"kind-1": "house", "address": "anna@anna.example"})
    club.answer(club.last(ANNA), "yes")
    with club.context.store.reading() as session:
        player = find_player(session, "anna@anna.example")
        assert player is not None
        assert player.language == "en"


def test_options_and_presets_are_stored_in_the_match(club: Club, anna: Browser) -> None:
    anna.open("/new?game=egyptos").submit(
        "/new",
        **{
            "kind-1": "house",
            "egyptos-preset": "collector",
            "egyptos-option-opening": "swap",
            "egyptos-option-move_cap": "50",
        },
    )
    options = club.match().options
    assert (options["isolation"], options["opening"], options["move_cap"]) == ("allowed", "swap", 50)
    assert "is allowed" in anna.page.text


def test_every_option_has_a_label_without_javascript(anna: Browser) -> None:
    text = anna.open("/new?game=egyptos").page.text
    assert "Cutting pyramids off from the others" in text
    assert "isolation" not in text


CASES = [
    ({"kind-1": "mail", "address-1": ""}, "Write the address of the person you want to play against"),
    ({"kind-1": "mail", "address-1": "bob"}, "Write the address of the person you want to play against"),
    ({"kind-1": ""}, "Write the address of the person you want to play against"),
    ({"kind-1": "house", "egyptos-option-move_cap": "99999"}, "0..10000"),
    ({"kind-1": "house", "egyptos-option-opening": "magic"}, "none, swap"),
    ({"kind-1": "house", "days": "366"}, "365"),
    ({"kind-1": "house", "days": "0"}, "365"),
    ({"kind-1": "mail", "address-1": "anna@anna.example"}, "yourself"),
]


@pytest.mark.parametrize(("filled", "told"), CASES)
def test_an_invalid_form_comes_back_with_valid_values(
    club: Club, anna: Browser, filled: dict[str, str], told: str
) -> None:
    anna.open("/new?game=egyptos").submit("/new", **filled)
    assert anna.status == 422
    assert told in anna.page.text
    assert matches(club) == 0
    kept = anna.page.form("/new").fields
    assert all(kept[key] == value for key, value in filled.items() if key.startswith("address"))


def test_a_stranger_must_give_an_address(club: Club, browser: Browser) -> None:
    browser.open("/new").submit("/new", **{"kind-1": "house", "address": "anna", "name": "Anna"})
    assert browser.status == 422
    assert browser.page.form("/new").fields["name"] == "Anna"
    assert not club.transport.letters


@pytest.mark.parametrize("game", ["chess", "../etc", "<b>"])
def test_an_unknown_game_is_not_found(browser: Browser, game: str) -> None:
    assert browser.open("/new", query_string={"game": game}).status == 404
    assert browser.open(f"/rules/{game}").status == 404


@pytest.mark.parametrize(("typed", "game"), [("pharaoh", "pharao"), ("Cheop", "cheops"), ("egypt", "egyptos")])
def test_a_mistyped_game_leads_to_the_one_that_was_meant(browser: Browser, typed: str, game: str) -> None:
    assert browser.open(f"/rules/{typed}").at == f"/rules/{game}"
    assert browser.open("/new", query_string={"game": typed}).status == 200


def test_a_name_cannot_smuggle_a_header_into_the_letter(club: Club, browser: Browser) -> None:
    name = "Anna\r\nBcc: all@example.org"
    browser.open("/new").submit("/new", **{"kind-1": "house", "address": "anna@anna.example", "name": name})
    assert "We have written" in browser.page.text
    club.answer(club.last(ANNA), "yes")
    assert club.match().seats[0].own_name == "Anna Bcc all example. org"


def test_a_free_seat_is_taken_by_a_signed_in_player(club: Club, anna: Browser, bob: Browser, browser: Browser) -> None:
    anna.open("/new").submit("/new", **{"kind-1": "open"})
    code = club.match().code
    assert "A seat is free" in browser.open("/").page.text
    assert f"/join/{code}" in browser.open(f"/m/{code}").page.links
    assert bob.open(f"/join/{code}").status == 200
    assert club.match().state is MatchState.INVITING
    assert digest_seed(code, club.match().seed) in bob.page.text
    bob.submit(f"/join/{code}", word="pomegranate")
    assert bob.at == f"/m/{code}"
    assert club.match().state is MatchState.RUNNING
    assert club.match().seats[1].salt == salt_from_word(code, 1, "pomegranate").salt


def test_a_free_seat_is_taken_by_mail_when_one_has_not_signed_in(club: Club, anna: Browser, browser: Browser) -> None:
    anna.open("/new").submit("/new", **{"kind-1": "open"})
    code = club.match().code
    browser.open(f"/join/{code}").submit(f"/join/{code}", address="bob@bob.example", name="Bob")
    assert club.match().state is MatchState.INVITING
    club.answer(club.last(BOB), "yes")
    assert club.match().state is MatchState.RUNNING


def test_a_seat_reserved_for_a_guest_is_not_given_away(club: Club, anna: Browser, bob: Browser) -> None:
    anna.open("/new").submit("/new", **{"kind-1": "mail", "address-1": "carl@carl.example"})
    code = club.match().code
    assert "kept for those who were invited" in bob.open(f"/join/{code}").page.text
    bob.post(f"/join/{code}", {"mark": "1" * 32} | session_token(bob))
    assert club.match().state is MatchState.INVITING
    assert "invited" in bob.page.text


def test_ones_own_match_cannot_be_joined_twice(club: Club, anna: Browser) -> None:
    anna.open("/new").submit("/new", **{"kind-1": "open"})
    code = club.match().code
    assert "You have a seat" in anna.open(f"/join/{code}").page.text
    anna.post(f"/join/{code}", {"mark": "1" * 32} | session_token(anna))
    assert club.match().state is MatchState.INVITING


def test_a_full_match_has_no_form_to_join(club: Club, match: Match, browser: Browser) -> None:
    assert "There is no free seat" in browser.open(f"/join/{match.code}").page.text
    assert browser.open("/join/ZZZZ").status == 404


def test_the_owner_decides_about_a_free_seat_on_the_page(club: Club, anna: Browser) -> None:
    anna.open("/new").submit("/new", **{"kind-1": "mail", "address-1": "bob@bob.example"})
    code = club.match().code
    club.answer(club.last(BOB), "no")
    page = anna.open(f"/m/{code}").page
    commands = [attributes["data-command"] for tag, attributes in page.tags if "data-command" in attributes]
    assert commands == ["invite", "seat", "seat", "cancel"]
    anna.submit(f"/m/{code}/seats", address="carla@carla.example")
    assert "We have written to carla@carla.example" in anna.page.text
    assert "Not answered so far: carla@carla.example" in anna.page.text
    anna.post(f"/m/{code}/seats", page.form(f"/m/{code}/seats").fields | {"order": "seat house", "mark": "2" * 32})
    assert club.match().state is MatchState.RUNNING


def test_the_owner_calls_a_match_off_on_the_page(club: Club, anna: Browser) -> None:
    anna.open("/new").submit("/new", **{"kind-1": "mail", "address-1": "bob@bob.example"})
    code = club.match().code
    forms = anna.open(f"/m/{code}").page.forms
    anna.post(f"/m/{code}/seats", next(form.fields for form in forms if form.fields.get("order") == "cancel"))
    assert club.match().state is MatchState.CANCELLED
    assert f"Match {code} is off" in anna.page.text
    assert "called off before it began" in anna.page.text
    assert "does not take place" in text_of(club.last(BOB))


def test_nobody_but_the_owner_can_decide_on_the_page(club: Club, anna: Browser) -> None:
    club.write(BOB, club.context.addresses.service, "new cheops with anna@anna.example carla@carla.example")
    club.answer(club.last(BOB), "yes")
    club.answer(club.last(ANNA), "join")
    code = club.match().code
    assert "data-command" not in anna.open(f"/m/{code}").page.html
    anna.post(f"/m/{code}/seats", {"order": "cancel", "turn": "0", "mark": "1" * 32} | session_token(anna))
    assert club.match().state is MatchState.INVITING
    assert "Only the player who opened" in anna.page.text
    stranger = Browser(anna.client.application.test_client()).open(f"/m/{code}")
    assert "data-command" not in stranger.page.html


def session_token(browser: Browser) -> dict[str, str]:
    """Take the token of the session out of a form of the page."""
    fields = browser.open("/new").page.form("/new").fields
    return {name: value for name, value in fields.items() if "token" in name}


@pytest.mark.parametrize("order", ["", "resign", "seat", "invite x"])
def test_only_decisions_about_seats_are_taken_there(anna: Browser, order: str) -> None:
    fields = {"order": order, "turn": "0", "mark": "1" * 32} | session_token(anna)
    assert anna.post("/m/K7Q2/seats", fields).status == 400


def test_a_visitor_is_asked_about_a_seat_in_their_language(club: Club, browser: Browser, anna: Browser) -> None:
    anna.open("/new").submit("/new", **{"kind-1": "open", "game": "egyptos"})
    path = f"/join/{club.match().code}"
    browser.open(f"{path}?lang=fr").submit(path, address="bob@bob.example", name="Bob")
    letter = text_of(club.last(BOB))
    assert "Rien ne se passe" in letter
    assert "Les autres voient le nom" in " ".join(letter.split()), "a name that was given is not asked for"


def test_the_form_shows_the_fingerprint_of_a_seed_and_takes_a_word(club: Club, anna: Browser, browser: Browser) -> None:
    form = anna.open("/new").page.form("/new")
    digest = re.findall(r'<code class="digest">([0-9a-f]{64})</code>', anna.page.html)[0]
    word = {"word": "pomegranate"}
    anna.post("/new", form.fields | {"game": "egyptos", "kind-1": "house"} | word)
    match = club.match()
    assert digest_seed(match.code, match.seed) == digest
    assert (match.seats[0].salt, match.seats[0].salt_from) == (
        salt_from_word(match.code, 0, "pomegranate").salt,
        "word",
    )
    # The same seed is not used twice, and nobody can bring one of their own.
    for seed in (form.fields["seed"], "x", form.fields["seed"][:-4]):
        fresh = anna.open("/new").page.form("/new").fields | {"game": "egyptos", "kind-1": "open", "seed": seed}
        anna.post("/new", fresh | word)
        other = club.match()
        assert digest_seed(other.code, other.seed) != digest
        match = other
    assert f"<code>{digest_seed(match.code, match.seed)[:16]}…</code>" in browser.open("/").page.html
    assert 'name="seed"' not in browser.open("/new").page.html


def test_a_wish_for_a_seat_is_taken_back_on_the_page(app: Flask, club: Club) -> None:
    first, second, _ = begin_table(club)
    resign(club, second)
    code, xaver = club.match().code, signed_in(app, club, XAVER)
    other = signed_in(app, club, first)
    xaver.open(f"/takeover/{code}").submit(f"/takeover/{code}")
    path = f"/takeover/{code}/withdraw"
    assert "You are to get a seat at this match" in xaver.page.text
    assert f"/takeover/{code}" not in xaver.page.links, "nobody else can ask for it meanwhile"
    assert path not in [form.action for form in other.open(f"/m/{code}").page.forms]
    other.post(path, {"mark": "1" * 32} | session_token(other))
    assert "nothing here that is still open" in other.page.text
    xaver.open(f"/m/{code}").submit(path)
    assert f"You do not want the seat at match {code} any more" in xaver.page.text
    assert f"/takeover/{code}" in xaver.page.links
    assert "xaver does not want the seat any more" in prose_of(club.last(first))
    club.write(XAVER, club.context.addresses.service, f"takeover {code}")
    club.answer(club.last(XAVER), "yes")
    club.write(XAVER, club.context.addresses.service, f"withdraw {code}")
    link = next(word for word in text_of(club.last(XAVER)).split() if "/r/" in word).removeprefix(club.context.site)
    assert "Give up this seat?" in xaver.open(link).page.text
    xaver.submit(link, answer="yes")
    assert "do not want the seat any more" in xaver.page.text
    assert path not in [form.action for form in xaver.open(f"/m/{code}").page.forms]

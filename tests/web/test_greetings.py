"""A line of the inviter's own, from the form for a new match and from the page of one that waits."""

from __future__ import annotations

from testkit.browser import Browser
from testkit.club import ANNA, BOB, Club, prose_of

SLOW = "Fancy a slow game over the winter?"
INVITED = {"kind-1": "mail", "address-1": "bob@bob.example"}
CARLA = "Carla <carla@carla.example>"


def test_a_signed_in_player_sends_it_at_once(club: Club, anna: Browser) -> None:
    anna.open("/new").submit("/new", **INVITED, greeting=f"  {SLOW} ")
    assert SLOW in prose_of(club.last(BOB))


def test_a_visitor_confirms_it_first(club: Club, browser: Browser) -> None:
    browser.open("/new").submit("/new", **INVITED, greeting=SLOW, address="anna@anna.example", name="Anna")
    question = prose_of(club.last(ANNA))
    assert "a line in your words (34 characters)" in question
    assert SLOW not in question, "perhaps somebody else has filled the form in"
    assert SLOW in browser.open(f"/r/{question.partition('/r/')[2].split()[0]}").page.text
    club.answer(club.last(ANNA), "yes")
    assert SLOW in prose_of(club.last(BOB))


def test_a_link_in_it_is_refused_and_nothing_typed_is_lost(club: Club, anna: Browser) -> None:
    anna.open("/new").submit("/new", **INVITED, greeting="look at evil.example")
    assert anna.status == 422
    assert "mail programs may take for a link" in anna.page.text
    assert anna.page.form("/new").fields["greeting"] == "look at evil.example"
    assert not club.letters(BOB)


def test_one_who_is_invited_later_gets_a_line_too(club: Club, anna: Browser) -> None:
    anna.open("/new").submit("/new", **INVITED)
    club.answer(club.last(BOB), "no")
    path = f"/m/{club.match().code}"
    anna.open(path).submit(f"{path}/seats", address="carla@carla.example", greeting=SLOW)
    assert SLOW in prose_of(club.last(CARLA))

"""The page "My turn": every match that waits, a board and a form each, one button for all of them."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from adjudicator.store.tables import Match, Player
from testkit.browser import Browser
from testkit.club import ANNA, BOB, Club, address_of
from tests.web.match_state import now, steps

PAGE = "/turns"


@pytest.fixture
def two(club: Club, match: Match, mover: Browser) -> tuple[Match, Match]:
    """Begin a second match in which the same person is to move."""
    del mover
    second = club.begin()
    if second.awaited_id != now(club, match).awaited_id:
        seat = second.to_move or 0
        address = club.context.addresses.seat(second.code, seat, second.turn)
        club.write((ANNA, BOB)[seat], address, "N14")
    found = now(club, second)
    assert found.awaited_id == now(club, match).awaited_id
    return match, found


def test_all_that_wait_are_on_it_and_one_button_plays_in_all(
    club: Club, two: tuple[Match, Match], mover: Browser
) -> None:
    first, second = (now(club, one) for one in two)
    before = steps(club, first), steps(club, second)
    mover.open(PAGE)
    assert first.code in mover.page.text
    assert second.code in mover.page.text
    mover.submit(PAGE, **{f"step-{first.code}": "M14", f"text-{second.code}": "L13"})
    assert mover.at.startswith(f"{PAGE}/answer/")
    assert "Played: M14." in mover.page.text
    assert "Played: L13." in mover.page.text
    assert "No match waits for you now." in mover.page.text
    assert steps(club, first) == [*before[0], "M14"]
    assert steps(club, second) == [*before[1], "L13"]


def test_each_picture_is_named_by_its_own_title(two: tuple[Match, Match], mover: Browser) -> None:
    mover.open(PAGE)
    ids = [given["id"] for _, given in mover.page.tags if given.get("id")]
    named = {one for _, given in mover.page.tags for one in (given.get("aria-labelledby") or "").split()}
    assert {f"board-title-{match.code}" for match in two} <= named
    assert all(ids.count(one) == 1 for one in named)


def test_a_form_that_is_not_filled_in_sends_nothing(club: Club, two: tuple[Match, Match], mover: Browser) -> None:
    first, second = two
    mover.open(PAGE).submit(PAGE, **{f"step-{first.code}": "M14"})
    assert now(club, second).turn == second.turn
    assert f"match-{second.code}" in mover.page.html
    mover.open(PAGE).submit(PAGE)
    assert "Nothing was filled in." in mover.page.text


def test_one_is_refused_and_the_other_played(club: Club, two: tuple[Match, Match], mover: Browser) -> None:
    first, second = two
    mover.open(PAGE).submit(PAGE, **{f"text-{first.code}": "Q20", f"step-{second.code}": "L13"})
    assert "Not played: Q20." in mover.page.text
    assert "Played: L13." in mover.page.text
    assert now(club, first).turn == first.turn
    form = mover.page.form(PAGE)
    assert form.fields[f"text-{first.code}"] == "Q20", "what was written is there again"


def test_a_stale_page_is_refused_match_by_match(
    club: Club, two: tuple[Match, Match], mover: Browser, waiter: Browser
) -> None:
    first, second = two
    form = mover.open(PAGE).page.form(PAGE)
    path = f"/m/{first.code}"
    mover.open(path).submit(f"{path}/orders", text="M14")
    waiter.open(path).submit(f"{path}/orders", text="M15")
    before = steps(club, first)
    mover.post(form.action, form.fields | {f"step-{first.code}": "L14", f"step-{second.code}": "L13"})
    assert steps(club, first) == before
    assert "Not played: L14." in mover.page.text
    assert "Played: L13." in mover.page.text


def test_a_note_stands_above_its_board(two: tuple[Match, Match], mover: Browser) -> None:
    path = f"/m/{two[1].code}"
    mover.open(path).submit(f"{path}/memo", text="Watch N15")
    part = mover.open("/turns").page.html.partition(f'id="match-{two[1].code}"')[2]
    assert mover.page.text.count("Watch N15") == 1
    assert "Watch N15" in part.partition("<svg")[0]


def test_what_became_of_a_plan_stands_above_its_board(
    club: Club, two: tuple[Match, Match], mover: Browser, waiter: Browser
) -> None:
    path = f"/m/{two[1].code}"
    mover.open(path).submit(f"{path}/orders", text="M14\nif N13 then L12")
    waiter.open(path).submit(f"{path}/orders", text="L14")
    part = mover.open(PAGE).page.html.partition(f'id="match-{two[1].code}"')[2].partition("<svg")[0]
    assert "Your plan did not foresee this" in part
    assert "if N13 then L12" in part
    assert "Your plan did not foresee this" not in waiter.open(PAGE).page.text


def test_questions_are_answered_there(two: tuple[Match, Match], mover: Browser) -> None:
    first, second = two
    mover.open(PAGE).submit(PAGE, **{f"text-{first.code}": "time", f"step-{second.code}": "L13"})
    assert "How the time stands" in mover.page.text
    assert f"match-{first.code}" in mover.page.html


def test_sent_twice_it_is_one_letter_for_each_match(club: Club, two: tuple[Match, Match], mover: Browser) -> None:
    first, _ = two
    form = mover.open(PAGE).page.form(PAGE)
    filled = form.fields | {f"step-{first.code}": "M14"}
    assert mover.post(form.action, filled).at == mover.post(form.action, filled).at


def test_results_are_shown_to_nobody_else(two: tuple[Match, Match], mover: Browser, waiter: Browser) -> None:
    first, _ = two
    mover.open(PAGE).submit(PAGE, **{f"step-{first.code}": "M14"})
    assert waiter.open(mover.at).status == 404
    for wrong in ("0", "9999999999", "x", ",".join(map(str, range(1, 40)))):
        assert mover.open(f"{PAGE}/answer/{wrong}").status == 404


def test_it_is_linked_where_something_waits(two: tuple[Match, Match], mover: Browser, waiter: Browser) -> None:
    del two
    for path in ("/", "/mine"):
        assert PAGE in mover.open(path).page.links
        assert PAGE not in waiter.open(path).page.links


def test_the_digest_is_set_on_its_page(club: Club, match: Match, mover: Browser) -> None:
    del match
    mover.open("/preferences/digest").submit(
        "/preferences/digest", wanted="yes", time="08:30", **{"day-0": "1", "day-3": "1"}, boards="1", turns="wait"
    )
    assert "at 8:30 by your clock" in mover.page.text
    assert "The time of a turn runs meanwhile." in mover.page.text
    player = player_of(club, mover)
    assert player.digest is not None
    assert (player.digest.minute, player.digest.days, player.turns_in_digest) == (510, (0, 3), True)
    mover.open("/preferences/digest").submit("/preferences/digest", wanted="yes", time="25:00")
    assert mover.status == 422
    mover.open("/preferences/digest").submit("/preferences/digest", wanted="no")
    assert player_of(club, mover).digest is None


def player_of(club: Club, mover: Browser) -> Player:
    address = ANNA if address_of(ANNA) in mover.open("/preferences").page.text else BOB
    with club.context.store.reading() as session:
        return session.scalars(select(Player).where(Player.address == address_of(address))).one()

"""The page of a match tells its moves in words, turn by turn, beside the canonical steps."""

from __future__ import annotations

import re

from adjudicator.services.matches.rows.match_rows import find_match, load_match
from testkit.browser import Browser
from testkit.club import ANNA, BOB, Club, address_of
from tests.web.match_state import steps


def told(browser: Browser, path: str) -> tuple[str, str]:
    """Return what happened lately, and all moves, as text."""
    html = browser.open(path).page.html
    news = re.search(r'<section aria-labelledby="happened">.*?</section>', html, re.DOTALL)
    moves = re.search(r'<details class="history">.*?</details>', html, re.DOTALL)
    assert news
    assert moves
    plain = [" ".join(re.sub(r"<[^>]*>", " ", found[0]).split()) for found in (news, moves)]
    return plain[0], plain[1]


def begin(club: Club) -> str:
    club.write(ANNA, club.context.addresses.service, "new cheops with bob@bob.example")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), "join")
    return club.match().code


def play(club: Club, *numbers: int) -> str:
    """Play the legal order of each number, for whoever is to move; return who began."""
    began = ""
    for number in numbers:
        with club.context.store.reading() as session:
            match = find_match(session, club.match().code)
            assert match is not None
            assert match.to_move is not None
            seat = match.seats[match.to_move]
            person = ANNA if seat.player and seat.player.address == address_of(ANNA) else BOB
            address = club.context.addresses.seat(match.code, seat.number, match.turn, seat.epoch)
            order = load_match(match).orders[number]
        club.write(person, address, order)
        began = began or person
    return began


def test_what_happened_is_told_since_ones_last_turn_and_everything_below(
    club: Club, anna: Browser, bob: Browser, browser: Browser
) -> None:
    path = f"/m/{begin(club)}"
    first = play(club, 0, -1, 0, -1, 0)
    mover, waiter = (anna, bob) if first == ANNA else (bob, anna)
    news, moves = told(mover, path)
    assert "laid" in news
    assert moves.count("You laid") == 2
    assert news.count("You laid") == 1, "the step of the running turn; not those of the turn before"
    news, moves = told(waiter, path)
    assert "You" not in news
    assert moves.count("You laid") == 1
    assert "You" not in told(browser, path)[1]


def test_a_step_is_shown_as_it_is_written_and_leads_to_the_position_after_it(club: Club, anna: Browser) -> None:
    code = begin(club)
    play(club, 0, -1)
    html = anna.open(f"/m/{code}").page.html
    for number, step in enumerate(steps(club, club.match()), 1):
        assert re.search(rf'<a href="/m/{code}/{number}" aria-label="{step}: [^"]*"><code>{step}</code></a>', html)
    assert '<li value="1">' in html

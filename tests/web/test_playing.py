"""Playing a match on its page: moves, previews, refusals, and everything else a seat may do."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from sqlalchemy import func, select

from adjudicator.desk.desk import Bell
from adjudicator.desk.matches import find
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Inbox, Match
from adjudicator.web import counter
from tests.desk.club import ANNA, BOB, Club, address_of, text_of
from tests.web.browser import Browser


def now(club: Club, match: Match) -> Match:
    with club.desk.store.reading() as session:
        found = find(session, match.code)
        assert found is not None
        return found


def steps(club: Club, match: Match) -> list[str]:
    with club.desk.store.reading() as session:
        found = find(session, match.code)
        assert found is not None
        return [row.step for row in found.steps]


def letters_in(club: Club) -> int:
    with club.desk.store.reading() as session:
        return session.scalar(select(func.count()).select_from(Inbox)) or 0


@pytest.fixture
def mover(club: Club, match: Match, anna: Browser, bob: Browser) -> Browser:
    """The browser of the one who is to move: the toss decides who begins, and the first pyramid lies by itself."""
    return _browser_of(club, match, anna, bob)


@pytest.fixture
def waiter(club: Club, match: Match, anna: Browser, bob: Browser) -> Browser:
    return bob if _browser_of(club, match, anna, bob) is anna else anna


def _browser_of(club: Club, match: Match, anna: Browser, bob: Browser) -> Browser:
    standing = now(club, match)
    assert standing.to_move is not None
    player = standing.seats[standing.to_move].player
    assert player is not None
    return anna if player.address == address_of(ANNA) else bob


def test_a_move_from_the_list_is_played_and_accounted_for(club: Club, match: Match, mover: Browser) -> None:
    path = f"/m/{match.code}"
    mover.open(path).submit(f"{path}/orders", text="M14")
    assert mover.at.startswith(f"{path}/answer/")
    assert "Played: M14." in mover.page.text
    assert steps(club, match) == ["M13", "M14"]


def test_the_other_player_gets_a_letter_and_the_mover_no_receipt(club: Club, match: Match, mover: Browser) -> None:
    club.postman.letters.clear()
    path = f"/m/{match.code}"
    mover.open(path).submit(f"{path}/orders", text="M14")
    assert [letter["Subject"] for letter in club.postman.letters if "Your turn" in letter["Subject"]]
    assert not [letter for letter in club.postman.letters if "Played" in letter["Subject"]]


def test_pressing_the_button_twice_is_one_letter(club: Club, match: Match, mover: Browser) -> None:
    path = f"/m/{match.code}"
    form = mover.open(path).page.form(f"{path}/orders")
    before = letters_in(club)
    answers = {mover.post(form.action, form.fields | {"text": "M14"}).at for _ in range(2)}
    assert letters_in(club) == before + 1
    assert len(answers) == 1
    assert steps(club, match) == ["M13", "M14"]


def test_a_refused_order_is_in_the_form_again_with_what_would_be_right(mover: Browser, match: Match) -> None:
    path = f"/m/{match.code}"
    mover.open(path).submit(f"{path}/orders", text="Q20")
    assert "Not played: Q20." in mover.page.text
    forms = [form for form in mover.page.forms if form.action == f"{path}/orders"]
    assert forms[-1].fields["text"] == "Q20"
    nearest = [link for link in mover.page.links if "step=" in link]
    assert nearest


def test_several_orders_with_one_wrong_change_nothing(club: Club, match: Match, mover: Browser) -> None:
    path = f"/m/{match.code}"
    mover.open(path).submit(f"{path}/orders", text="resign\nM14")
    assert "Nothing was changed." in mover.page.text
    assert steps(club, match) == ["M13"]


def test_an_old_page_cannot_play_a_later_turn(club: Club, match: Match, mover: Browser, waiter: Browser) -> None:
    path = f"/m/{match.code}"
    form = mover.open(path).page.form(f"{path}/orders")
    mover.submit(f"{path}/orders", text="M14")
    waiter.open(path).submit(f"{path}/orders", text="M15")
    mover.post(form.action, form.fields | {"text": "N14", "mark": "0" * 32})
    assert steps(club, match) == ["M13", "M14", "M15"]
    assert "Not played: N14." in mover.page.text


@pytest.mark.parametrize("mark", ["", "0" * 31, "Z" * 32, "../../etc"])
def test_a_form_without_its_mark_is_refused(mover: Browser, match: Match, mark: str) -> None:
    path = f"/m/{match.code}"
    mover.open(path).submit(f"{path}/orders", text="M14", mark=mark)
    assert mover.status == 400


def test_a_turn_that_has_not_come_is_refused(mover: Browser, match: Match) -> None:
    path = f"/m/{match.code}"
    mover.open(path).submit(f"{path}/orders", text="M14", turn="99")
    assert mover.status == 400


def test_the_button_that_shows_plays_nothing(club: Club, match: Match, mover: Browser) -> None:
    path = f"/m/{match.code}"
    mover.open(path).submit(f"{path}/orders", text="M14", preview="1")
    assert mover.at == path
    assert "This would be the board after M14" in mover.page.text
    assert steps(club, match) == ["M13"]
    mover.submit(f"{path}/orders")
    assert steps(club, match) == ["M13", "M14"]


def test_a_preview_of_what_is_illegal_says_why(mover: Browser, match: Match) -> None:
    mover.open(f"/m/{match.code}?step=Q20")
    assert mover.status == 200
    assert "This would be the board" not in mover.page.text


def test_the_cells_of_the_board_lead_to_previews(mover: Browser, match: Match) -> None:
    links = [link for link in mover.open(f"/m/{match.code}").page.links if "?step=" in link]
    assert len(links) == 8
    assert mover.open(links[0].partition("#")[0]).status == 200
    assert "Nothing is played yet" in mover.page.text


def test_only_the_one_to_move_has_a_form(waiter: Browser, browser: Browser, match: Match) -> None:
    for reader in (waiter, browser):
        page = reader.open(f"/m/{match.code}").page
        assert f"/m/{match.code}/orders" not in [form.action for form in page.forms]
        assert not [link for link in page.links if "?step=" in link]


def test_a_stranger_can_do_nothing(club: Club, match: Match, browser: Browser, anna: Browser) -> None:
    token = browser.open("/sign-in").page.form("/sign-in").fields["csrf_token"]
    fields = {"csrf_token": token, "turn": "1", "mark": "0" * 32, "text": "M14", "days": "3"}
    for verb in ("orders", "press", "resign", "claim", "grant"):
        assert browser.post(f"/m/{match.code}/{verb}", fields).status == 401
    assert steps(club, match) == ["M13"]


def test_a_player_of_another_match_can_do_nothing_here(club: Club, match: Match, anna: Browser) -> None:
    other = club.begin(first="Carl <carl@carl.example>", second="Dora <dora@dora.example>")
    form = anna.open("/preferences").page.form("/preferences")
    fields = {"csrf_token": form.fields["csrf_token"], "turn": "1", "mark": "0" * 32, "text": "M14"}
    assert anna.post(f"/m/{other.code}/orders", fields).status == 403
    assert anna.open(f"/m/{other.code}/resign").status == 403


def test_an_answer_is_for_the_one_who_asked(
    club: Club, match: Match, mover: Browser, waiter: Browser, browser: Browser
) -> None:
    path = f"/m/{match.code}"
    answer = mover.open(path).submit(f"{path}/orders", text="M14").at
    assert waiter.open(answer).status == 404
    assert browser.open(answer).at == "/sign-in"
    assert mover.open(answer.replace(match.code, "ZZZZ")).status == 404


def test_letters_that_came_by_mail_have_no_answer_page(club: Club, match: Match, anna: Browser) -> None:
    assert anna.open(f"/m/{match.code}/answer/1").status == 404


def test_press_reaches_the_other_player_and_no_spectator(
    club: Club, match: Match, mover: Browser, waiter: Browser, browser: Browser
) -> None:
    path = f"/m/{match.code}"
    mover.open(path).submit(f"{path}/press", text="Good luck,\nand have fun!")
    assert "Good luck, and have fun!" in mover.open(path).page.text
    assert "Good luck, and have fun!" in waiter.open(path).page.text
    assert "Good luck" not in browser.open(path).page.text
    assert any("Good luck" in text_of(letter) for letter in club.postman.letters)


def test_giving_up_is_asked_once_more(club: Club, match: Match, mover: Browser, waiter: Browser) -> None:
    path = f"/m/{match.code}"
    assert f"{path}/resign" in mover.open(path).page.links
    mover.open(f"{path}/resign")
    assert now(club, match).state is MatchState.RUNNING
    mover.submit(f"{path}/resign")
    assert now(club, match).state is MatchState.FINISHED
    assert "You have won" in waiter.open(path).page.text


def test_a_late_turn_can_be_given_days_or_claimed(club: Club, match: Match, mover: Browser, waiter: Browser) -> None:
    path = f"/m/{match.code}"
    assert f"{path}/claim" not in [form.action for form in waiter.open(path).page.forms]
    due = now(club, match).due_at
    assert due is not None
    with time_machine.travel(due + timedelta(hours=1)):
        waiter.open(path).submit(f"{path}/grant", days="3")
        extended = now(club, match).due_at
        assert extended is not None
        assert extended > due + timedelta(days=2)
        assert f"{path}/claim" not in [form.action for form in waiter.open(path).page.forms]
    with time_machine.travel(extended + timedelta(hours=1)):
        waiter.open(path).submit(f"{path}/claim")
        assert "You have won" in waiter.open(path).page.text
    assert now(club, match).state is MatchState.FINISHED


@pytest.mark.parametrize("days", ["0", "61", "-1", "many", ""])
def test_days_that_do_not_exist_are_refused(waiter: Browser, match: Match, days: str) -> None:
    path = f"/m/{match.code}"
    waiter.open(path).submit(f"{path}/grant", days=days)
    assert waiter.status == 400


def test_while_no_worker_answers_the_page_says_that_it_is_kept(
    club: Club, match: Match, mover: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudicator.web.moves.PATIENCE_SECONDS", 0.0)
    path = f"/m/{match.code}"
    mover.open(path)
    club.bells.broken = True
    answer = mover.submit(f"{path}/orders", text="M14").at
    assert "will be judged as soon as possible" in mover.page.text
    assert ("meta", {"http-equiv": "refresh", "content": "3"}) in mover.page.tags
    club.bells.broken = False
    with club.desk.store.reading() as session:
        waiting = session.scalars(select(Inbox.id).order_by(Inbox.id.desc())).first()
    assert waiting is not None
    club.bells.ring(Bell.JUDGE, waiting)
    club.now = counter.now()
    club.work()
    assert "Played: M14." in mover.open(answer).page.text


def test_moves_by_mail_and_by_page_make_one_match(club: Club, match: Match, mover: Browser) -> None:
    path = f"/m/{match.code}"
    mover.open(path).submit(f"{path}/orders", text="M14")
    other = BOB if mover.page.text.count("anna@anna.example") else ANNA
    club.now = counter.now()
    club.answer(club.last(other, "Your turn"), "M15")
    assert steps(club, match) == ["M13", "M14", "M15"]
    assert "M15" in mover.open(path).page.text

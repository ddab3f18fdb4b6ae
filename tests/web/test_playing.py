"""Playing a match on its page: moves, previews and refusals."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from adjudicator.services.job_queue import Job
from adjudicator.store.tables import Inbox, Match, Player
from adjudicator.web.request import app_context
from testkit.browser import Browser
from testkit.club import ANNA, BOB, Club, address_of
from tests.web.match_state import now, steps


def letters_in(club: Club) -> int:
    with club.context.store.reading() as session:
        return session.scalar(select(func.count()).select_from(Inbox)) or 0


def test_a_move_from_the_list_is_played_and_accounted_for(club: Club, match: Match, mover: Browser) -> None:
    path = f"/m/{match.code}"
    mover.open(path).submit(f"{path}/orders", text="M14")
    assert mover.at.startswith(f"{path}/answer/")
    assert "Played: M14." in mover.page.text
    assert steps(club, match) == ["M13", "M14"]


def test_the_other_player_gets_a_letter_and_the_mover_no_receipt(club: Club, match: Match, mover: Browser) -> None:
    club.transport.letters.clear()
    path = f"/m/{match.code}"
    mover.open(path).submit(f"{path}/orders", text="M14")
    assert [letter["Subject"] for letter in club.transport.letters if "Your turn" in letter["Subject"]]
    assert not [letter for letter in club.transport.letters if "You laid" in letter["Subject"]]


def test_pressing_the_button_twice_is_one_letter(club: Club, match: Match, mover: Browser) -> None:
    path = f"/m/{match.code}"
    form = mover.open(path).page.form(f"{path}/orders")
    before = letters_in(club)
    answers = {mover.post(form.action, form.fields | {"text": "M14"}).at for _ in range(2)}
    assert letters_in(club) == before + 1
    assert len(answers) == 1
    assert steps(club, match) == ["M13", "M14"]


def test_a_refused_order_is_in_the_form_again_with_valid_ones(mover: Browser, match: Match) -> None:
    path = f"/m/{match.code}"
    mover.open(path).submit(f"{path}/orders", text="Q20")
    assert "Not played: Q20." in mover.page.text
    forms = [form for form in mover.page.forms if form.action == f"{path}/orders" and form.below == "move"]
    assert forms[-1].fields["text"] == "Q20"
    nearest = [link for link in mover.page.links if "step=" in link]
    assert nearest


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("press Hello!\nQ20", "Q20"),
        ("Q20\n\npress Hello!", "Q20"),
        ("press One; two!\nQ20", "Q20"),
        ("Good evening\nPRESS Hello!\nq20", "Good evening\nq20"),
    ],
)
def test_beside_a_refused_order_what_was_done_is_not_in_the_form_again(
    mover: Browser, match: Match, written: str, left: str
) -> None:
    path = f"/m/{match.code}"
    mover.open(path).submit(f"{path}/orders", text=written)
    forms = [form for form in mover.page.forms if form.action == f"{path}/orders" and form.below == "move"]
    assert forms[-1].fields["text"] == left


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


def test_a_preview_of_an_illegal_order_says_why(mover: Browser, match: Match) -> None:
    mover.open(f"/m/{match.code}?step=Q20")
    assert mover.status == 200
    assert "This would be the board" not in mover.page.text


def test_the_cells_of_the_board_lead_to_previews(mover: Browser, match: Match) -> None:
    links = [link for link in mover.open(f"/m/{match.code}").page.links if "?step=" in link]
    assert len(links) == 8
    assert mover.open(links[0].partition("#")[0]).status == 200
    assert "Nothing is played yet" in mover.page.text


def test_only_the_one_to_move_has_a_form_of_moves(waiter: Browser, browser: Browser, match: Match) -> None:
    for reader in (waiter, browser):
        page = reader.open(f"/m/{match.code}").page
        assert "Your move" not in page.text
        assert "move" not in [form.below for form in page.forms]
        orders = [form.below for form in page.forms if form.action == f"/m/{match.code}/orders"]
        assert orders == (["plan", "plan", "commands"] if reader is waiter else [])
        assert not [link for link in page.links if "?step=" in link]


def test_a_stranger_can_do_nothing(club: Club, match: Match, browser: Browser, anna: Browser) -> None:
    token = browser.open("/sign-in").page.form("/sign-in").fields["csrf_token"]
    fields = {"csrf_token": token, "turn": "1", "mark": "0" * 32, "text": "M14", "days": "3"}
    for verb in ("orders", "press", "resign", "claim", "grant", "nudge", "rematch"):
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


def test_without_a_worker_the_page_says_that_the_order_is_stored(
    club: Club, match: Match, mover: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudicator.web.matches.move_forms.PATIENCE_SECONDS", 0.0)
    path = f"/m/{match.code}"
    mover.open(path)
    club.queue.broken = True
    answer = mover.submit(f"{path}/orders", text="M14").at
    assert "will be judged as soon as possible" in mover.page.text
    assert ("meta", {"http-equiv": "refresh", "content": "3"}) in mover.page.tags
    club.queue.broken = False
    with club.context.store.reading() as session:
        waiting = session.scalars(select(Inbox.id).order_by(Inbox.id.desc())).first()
    assert waiting is not None
    club.queue.enqueue(Job.JUDGE, waiting)
    club.now = app_context.now()
    club.work()
    assert "Played: M14." in mover.open(answer).page.text


def test_moves_by_mail_and_by_page_make_one_match(club: Club, match: Match, mover: Browser) -> None:
    path = f"/m/{match.code}"
    mover.open(path).submit(f"{path}/orders", text="M14")
    other = BOB if mover.page.text.count("anna@anna.example") else ANNA
    club.now = app_context.now()
    club.answer(club.last(other, "Your turn"), "M15")
    assert steps(club, match) == ["M13", "M14", "M15"]
    assert "M15" in mover.open(path).page.text


def test_the_next_match_that_waits_is_one_link_away(club: Club, match: Match, anna: Browser, bob: Browser) -> None:
    other = club.begin("days=3")
    with club.context.store.reading() as session:
        awaited = {one.code: session.get_one(Player, now(club, one).awaited_id).address for one in (match, other)}
    for person, browser in ((ANNA, anna), (BOB, bob)):
        for here, there in ((match, other), (other, match)):
            offered = f"Next match that waits for you: {there.code}" in browser.open(f"/m/{here.code}").page.text
            address = address_of(person)
            assert offered == (awaited[there.code] == address != awaited[here.code])


def test_a_player_jumps_to_the_move_and_nobody_else_does(mover: Browser, waiter: Browser, match: Match) -> None:
    path = f"/m/{match.code}"
    assert "#move" in mover.open(path).page.links
    assert "#move" not in waiter.open(path).page.links


@pytest.mark.parametrize(
    ("preferred", "picked", "unfolded"),
    [
        ("wide", "", False),
        ("narrow", "", False),
        ("linear", "", True),
        *(("wide", layout, True) for layout in ("wide", "narrow", "linear")),
    ],
)
def test_the_text_board_is_unfolded_for_who_wants_it(
    match: Match, club: Club, anna: Browser, preferred: str, picked: str, unfolded: bool
) -> None:
    """It is long: on a phone, the form for a move would be three screens down."""
    with club.context.store.writing() as session:
        for player in session.scalars(select(Player)):
            player.layout = preferred
    page = anna.open(f"/m/{match.code}" + (f"?layout={picked}" if picked else "")).answer
    assert page is not None
    assert ('<details class="as-text" open>' in page.get_data(as_text=True)) is unfolded

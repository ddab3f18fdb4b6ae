"""The plan on the page of a match: made by a form, shown as a tree, dropped by a button; nobody else sees it."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from sqlalchemy import select

from adjudicator.services.matches.plans.sealed_plans import KeptPlan, read_habits, read_plan
from adjudicator.store.tables import PlanReview
from testkit.agreed_match import PEOPLE
from testkit.browser import Browser
from testkit.club import ANNA, BOB, Club, prose_of, to_move
from testkit.seats_at_table import begin_table, seat_of
from tests.services.recorder import twin_of
from tests.web.conftest import signed_in


def kept(club: Club, person: str) -> KeptPlan:
    return read_plan(club.context.secret, club.match().seats[seat_of(club, person)])


def press(browser: Browser, path: str, text: str) -> None:
    """Press the button that hands in a line."""
    lines = [form.fields.get("text") for form in browser.open(path).page.forms]
    assert text in lines, lines
    browser.submit(f"{path}/orders", text=text)


def write(browser: Browser, path: str, text: str) -> None:
    browser.open(path).submit(f"{path}/orders", text=text)


def test_a_plan_is_made_shown_and_dropped_on_the_page(club: Club, app: Flask) -> None:
    club.begin()
    planner = to_move(club)
    browser, path = signed_in(app, club, planner), f"/m/{club.match().code}"
    assert "You have planned nothing" in browser.open(path).page.text
    write(browser, path, "M12\nif N13 then M14, if L11 then L13\nif L14 then N12\notherwise L13")
    shown = browser.open(path).page.text
    assert "if N13, then you play M14" in shown
    assert "1.1" in shown
    press(browser, path, "confirm plan")
    assert not any(node.waits for node in kept(club, planner).plan.nodes)
    press(browser, path, "cancel plan 3")
    press(browser, path, "cancel plan 1.1")
    assert [len(node.below) for node in kept(club, planner).plan.nodes] == [0, 0]
    for person in (BOB if planner == ANNA else ANNA, None):
        other = signed_in(app, club, person) if person else Browser(app.test_client())
        other.open(path)
        assert "then you play" not in other.page.html


def test_a_plan_is_added_where_a_move_is_previewed(club: Club, app: Flask) -> None:
    club.begin()
    planner = to_move(club)
    browser, path = signed_in(app, club, planner), f"/m/{club.match().code}"
    browser.open(f"{path}?step=M12")
    (form,) = (form for form in browser.page.forms if "plan" in form.fields)
    assert form.fields["text"] == "M12"
    browser.post(form.action, form.fields | {"plan": "if N13 then M14"})
    assert to_move(club) != planner
    assert kept(club, planner).plan.size == 1


def test_what_became_of_a_plan_stands_on_the_page_until_its_player_plays(club: Club, app: Flask) -> None:
    club.begin()
    planner = to_move(club)
    browser, path = signed_in(app, club, planner), f"/m/{club.match().code}"
    write(browser, path, "M12\nif N13 then M14")
    club.answer(club.last(BOB if planner == ANNA else ANNA), "L14")
    shown = browser.open(path).page.text
    assert "did not foresee" in shown
    assert "if N13 then M14" in shown
    write(browser, path, "L13")
    assert "did not foresee" not in browser.open(path).page.text


def test_what_became_of_plans_is_shown_to_their_player_and_to_all_once_they_publish_it(club: Club, app: Flask) -> None:
    club.begin()
    planner, path = to_move(club), f"/m/{club.match().code}"
    other = BOB if planner == ANNA else ANNA
    browser = signed_in(app, club, planner)
    write(browser, path, "M12\nif N13 then M14, if L11 then L13\nif L14 then N12")
    assert "What became of" not in browser.open(path).page.text
    club.answer(club.last(other), "N13")
    club.answer(club.last(other), "L13")
    shown = " ".join(browser.open(path).page.text.split())
    assert "Turn 4 Fired: if N13 then M14 Missed: if L14 then N12" in shown
    assert "Turn 6 (no line fitted) Missed: if L11 then L13" in shown
    write(browser, path, "publish plans")
    assert "only when the match is over" in browser.page.text
    others = [Browser(app.test_client()), signed_in(app, club, other)]
    assert not any("What became of" in one.open(path).page.text for one in others)
    club.answer(club.last(other), "resign")
    assert "publish plans" in prose_of(club.last(planner))
    assert "publish plans" not in prose_of(club.last(other))
    assert not any("What became of" in one.open(path).page.text for one in others)
    press(browser, path, "publish plans")
    assert all("if N13 then M14" in one.open(path).page.text for one in others)
    assert not any("The match was over before" in one.open(path).page.text for one in (browser, *others))
    with club.context.store.reading() as session:
        rows = session.scalars(select(PlanReview)).all()
        assert rows
        assert not any(b"N13" in row.sealed for row in rows)


def test_what_was_never_asked_stands_on_the_page_of_its_player_and_is_published_with_the_rest(
    club: Club, app: Flask
) -> None:
    club.begin()
    planner, path = to_move(club), f"/m/{club.match().code}"
    other = BOB if planner == ANNA else ANNA
    browser = signed_in(app, club, planner)
    write(browser, path, "M12\nif N13 then M14, if L11 then L13\nif L14 then N12")
    club.answer(club.last(other), "resign")
    told = "The match was over before these lines were asked: if N13 then M14, if L11 then L13 if L14 then N12"
    assert told in " ".join(browser.open(path).page.text.split())
    others = [Browser(app.test_client()), signed_in(app, club, other)]
    assert not any("these lines were asked" in one.open(path).page.text for one in others)
    assert not any("if L11" in one.page.html for one in others)
    press(browser, path, "publish plans")
    assert all(told in " ".join(one.open(path).page.text.split()) for one in others)


def test_a_match_planned_on_pages_is_the_one_planned_by_letters(club: Club, app: Flask, tmp_path: Path) -> None:
    club.begin()
    planner = to_move(club)
    other, lines = BOB if planner == ANNA else ANNA, "M12\nif N13 then M14, if L11 then L13"
    with twin_of(club, tmp_path) as twin:
        twin.transport.letters[:] = club.transport.letters
        twin.answer(twin.last(planner), lines)
        write(signed_in(app, club, planner), f"/m/{club.match().code}", lines)
        assert kept(club, planner).plan == kept(twin, planner).plan
        for one in (club, twin):
            one.answer(one.last(other), "N13")
        assert club.match().position == twin.match().position


def test_habits_are_set_and_ended_on_the_page(club: Club, app: Flask) -> None:
    begin_table(club)
    person = PEOPLE[0]
    browser, path = signed_in(app, club, person), f"/m/{club.match().code}"
    write(browser, path, "habit draw stack 2, 1, 3")
    press(browser, path, "cancel habit draw stack 2 1 3")
    assert read_habits(club.context.secret, club.match().seats[seat_of(club, person)]) == ()
    press(browser, path, "habit")
    assert "habit end" in browser.page.text

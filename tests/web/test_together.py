"""What players decide together on the page of a match; and that pages write the same record as letters (C0.7)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from flask import Flask

from adjudicator.store.tables import Match
from testkit.browser import Browser
from testkit.club import Club, address_of
from testkit.seats_at_table import begin_table, checked_record, resign, seat_of
from tests.web.conftest import sign_in

XAVER = "Xaver <xaver@xaver.example>"
ACTS = ("pause", "resume", "seat", "end")


def press(browser: Browser, path: str, order: str, **fields: str) -> None:
    """Press the button of the match's page that gives an order."""
    browser.open(path)
    found = [form for form in browser.page.forms if form.fields.get("order", "").startswith(order)]
    assert found, f"no button for {order}"
    browser.post(found[0].action, found[0].fields | fields)


def told(club: Club, first: int) -> list[tuple[str, object, dict[str, Any]]]:
    """List the acts of a record without moments, digests and ways, the seats counted from who began."""
    return [
        (entry.kind, relative(entry.by, first), bare(msgspec.to_builtins(entry.values), first))
        for entry in checked_record(club).entries
        if entry.kind in ACTS
    ]


def relative(seat: object, first: int) -> object:
    return (seat - first) % 3 if isinstance(seat, int) else seat


def bare(values: dict[str, Any], first: int) -> dict[str, Any]:
    kept = {key: value for key, value in values.items() if key not in ("until", "holder", "people", "places", "scores")}
    for key in ("agreed", "silent"):
        kept[key] = sorted(relative(seat, first) for seat in kept.get(key, ()))
    return kept | ({"seat": relative(values["seat"], first)} if "seat" in values else {})


def by_letters(club: Club) -> list[Any]:
    mover, second, third = begin_table(club)
    first = seat_of(club, mover)
    club.answer(club.last(second), "pause 2 weeks")
    for person in (mover, third):
        club.answer(club.last(person, "do you agree?"), "agree")
    club.answer(club.last(third), "resume")
    resign(club, second)
    club.write(second, club.context.addresses.service, f"takeover {club.match().code}")
    club.answer(club.last(second, "confirm"), "yes")
    resign(club, third)
    resign(club, second)
    club.answer(club.last(mover), "finish match")
    return told(club, first)


def by_pages(club: Club, app: Flask) -> list[Any]:
    people = begin_table(club)
    first, path = seat_of(club, people[0]), f"/m/{club.match().code}"
    mover, second, third = (sign_in(app, club, person) for person in people)
    press(second, path, "pause", text=(club.now + timedelta(days=14)).date().isoformat())
    press(mover, path, "agree")
    press(third, path, "agree")
    press(third, path, "resume")
    leave(second, path)
    second.open(path).submit(f"/takeover/{club.match().code}")
    leave(third, path)
    leave(second, path)
    press(mover, path, "finish match")
    club.now = datetime.now(UTC)  # pages go by the clock of the machine
    return told(club, first)


def leave(browser: Browser, path: str) -> None:
    browser.open(f"{path}/resign").submit(f"{path}/resign")


def test_letters_and_pages_write_the_same_record(club: Club, app: Flask) -> None:
    letters = by_letters(club)
    assert [kind for kind, _, _ in letters] == ["pause", "resume", "seat", "seat", "seat", "seat", "end"]
    assert by_pages(club, app) == letters


def test_a_stranger_takes_over_on_the_page_and_the_table_is_asked(club: Club, app: Flask) -> None:
    _, second, third = begin_table(club)
    code = club.match().code
    resign(club, second)
    stranger = sign_in(app, club, XAVER)
    stranger.open("/")
    assert "Somebody has left: play on for them" in stranger.page.text
    stranger.open(f"/takeover/{code}").submit(f"/takeover/{code}")
    assert "If nobody is against it within three days" in stranger.page.text
    asked = sign_in(app, club, third)
    press(asked, f"/m/{code}", "refuse")
    assert "Not everybody agrees" in asked.page.text
    assert club.letters(XAVER, "Not everybody agrees")


def test_a_visitor_who_is_not_signed_in_confirms_by_mail(club: Club, browser: Browser) -> None:
    _, second, _ = begin_table(club)
    code = club.match().code
    resign(club, second)
    browser.open(f"/takeover/{code}").submit(f"/takeover/{code}", address=address_of(XAVER), name="Xaver")
    club.answer(club.last(XAVER), "yes", sender=XAVER)
    assert club.letters(XAVER, "are asked")


def test_a_seat_is_offered_to_somebody_by_a_form(club: Club, app: Flask) -> None:
    _, second, _ = begin_table(club)
    path = f"/m/{club.match().code}"
    browser = sign_in(app, club, second)
    press(browser, path, "hand over", address=address_of(XAVER))
    assert "We have written to xaver@xaver.example." in browser.page.text
    assert club.letters(XAVER, "asks you to take over their seat")


def test_a_pause_is_proposed_and_answered_with_buttons(match: Match, mover: Browser, waiter: Browser) -> None:
    path = f"/m/{match.code}"
    day = datetime.now(UTC) + timedelta(days=20)
    press(mover, path, "pause", text=day.date().isoformat())
    assert "The others are asked." in mover.page.text
    waiter.open(path)
    assert "asks for a pause until" in waiter.page.text
    press(waiter, path, "agree")
    assert "The match pauses until" in waiter.page.text
    press(mover, path, "resume")
    assert "The pause ends early" in mover.page.text


def test_a_draw_is_offered_refused_by_a_move_and_agreed_to_with_buttons(
    match: Match, mover: Browser, waiter: Browser, club: Club
) -> None:
    path = f"/m/{match.code}"
    press(mover, path, "offer draw")
    assert "The others are asked." in mover.page.text
    assert "Take it back" in mover.open(path).page.text
    assert "offers a draw" in waiter.open(path).page.text
    press(waiter, path, "refuse")
    assert "You do not agree to a draw" in waiter.page.text
    assert not [form for form in mover.open(path).page.forms if form.fields.get("order") == "offer draw"]
    press(waiter, path, "offer draw")
    mover.open(path).submit(f"{path}/orders", text="M14")
    assert "You have moved, and so refuse the draw" in mover.page.text
    assert "The other player has moved, and so refuses the draw" in waiter.open(path).page.text
    press(mover, path, "offer draw")
    press(waiter, path, "agree")
    assert "The match is a draw" in waiter.page.text
    assert "All players agreed to a draw." in mover.open(path).page.text
    assert club.match().end

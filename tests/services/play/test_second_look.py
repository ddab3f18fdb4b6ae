"""Orders that wait for a second look: shown, played by a yes or by themselves, and known to nobody else before."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

import pytest

from adjudicator.config.settings import Settings
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.services.matches.plans.sealed_plans import read_plan
from adjudicator.services.matches.plans.waiting_orders import find_waiting
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.store.player_tables import SecondLook
from adjudicator.store.tables import EntryRow
from testkit.automatic_mail import player_of, sweep
from testkit.cases import check_cases
from testkit.club import ANNA, BOB, Club, address_of, prose_of, text_of, to_move
from testkit.seats_at_table import begin_table, check_verifies, resign, seat_of
from tests.services.digest_club import begin_three, digest_of, match_of
from tests.services.recorder import record_findings, twin_of

CONFIRM, DELAY = "confirm orders on", "delay 30m"


def entries(club: Club) -> list[EntryRow]:
    """List the steps of the newest match."""
    with club.context.store.reading() as session:
        return [row for row in session.merge(club.match()).entries if row.step]


def steps(club: Club) -> list[str]:
    return [row.step for row in entries(club) if not row.forced]


def answer(club: Club, person: str, text: str) -> str:
    """Answer the newest letter of a person about the newest match; return what they got."""
    code = club.match().code
    before = len(club.letters(person, code))
    club.answer(club.last(person, code), text)
    assert len(club.letters(person, code)) == before + 1
    return prose_of(club.last(person, code))


def waiting(club: Club, person: str) -> tuple[str, ...]:
    match = club.match()
    found = find_waiting(club.context.secret, match, match.seats[seat_of(club, person)])
    return found.lines if found else ()


def begin(club: Club, setting: str, *options: str) -> tuple[str, str]:
    """Begin a match whose player to move wants a second look; return who moves, and the other one."""
    club.begin(*options)
    mover = to_move(club)
    club.play_beginning(setting, lambda: answer(club, mover, setting))
    return mover, BOB if mover == ANNA else ANNA


def test_orders_wait_for_a_yes_with_the_board_behind_them(club: Club, tmp_path: Path) -> None:
    mover, other = begin(club, CONFIRM)
    heard = len(club.letters(other))
    with twin_of(club, tmp_path) as twin:
        twin.transport.letters[:] = club.transport.letters
        told = answer(club, mover, "M14\nif N13 then L12\npress Good luck")
        assert 'Not done yet: M14. Waiting for your yes: "yes" plays it, "wait" takes it back.' in told
        assert "The board after M14; nothing was played" in told
        assert "The plan and the messages of your letter wait with it." in told
        assert waiting(club, mover) == ("M14", "if N13 then L12", "press Good luck")
        assert (steps(club), len(club.letters(other))) == ([], heard)
        told = answer(club, mover, "Yes")
        assert "Played: M14." in told
        assert "Your plan" in told
        twin.answer(twin.last(mover), "M14\nif N13 then L12\npress Good luck\nyes")
        for one in (club, twin):
            assert "Good luck" in "".join(map(text_of, one.letters(other)[heard:]))
            assert read_plan(one.context.secret, one.match().seats[seat_of(one, mover)]).plan.size == 1
            assert waiting(one, mover) == ()
        assert [row.digest for row in entries(club)] == [row.digest for row in entries(twin)]
        check_verifies(club)


def test_delayed_orders_count_by_themselves_once(club: Club) -> None:
    mover, other = begin(club, DELAY)
    heard = len(club.letters(other))
    assert "This counts in 30 minutes" in answer(club, mover, "M14\npress:\nGood\nluck")
    due = club.match().seats[seat_of(club, mover)].orders_due_at
    club.pass_time(minutes=29)
    sweep(club)
    assert (steps(club), len(club.letters(other))) == ([], heard)
    club.pass_time(minutes=3)
    run_sweep(club.context, club.now)
    club.queue.enqueued.clear()  # as after a crash
    assert (steps(club), waiting(club, mover)) == ([], ())
    club.pass_time(minutes=1)
    for _ in range(2):
        sweep(club)
    assert steps(club) == ["M14"]
    assert [row.at for row in entries(club) if row.step == "M14"] == [due]
    assert "Played: M14." in prose_of(club.last(mover))
    assert "Good\r\n  luck" in "".join(map(text_of, club.letters(other)[heard:]))
    check_verifies(club)


def test_orders_that_wait_are_in_time_if_their_letter_was(club: Club) -> None:
    """A delay ends at the deadline; a yes may come behind it, until the turn ends otherwise."""
    terms = ("time=2d", "grace=1d", "late=house", "off=none", "absence=0")
    with check_cases() as case:
        with case("delay"):
            mover, other = begin(club, "delay 5h", *terms)
            due = club.match().due_at
            club.pass_time(hours=46)
            answer(club, mover, "M14")
            club.pass_time(hours=4)
            answer(club, other, "status")  # before any sweep
            sweep(club)
            (row,) = [one for one in entries(club) if one.step == "M14"]
            assert due is not None
            assert (row.late, row.at <= due) == (False, True)
            assert not club.letters(other, "late")
        with case("yes"):
            mover, other = begin(club, CONFIRM, *terms)
            club.pass_time(hours=46)
            answer(club, mover, "M14")
            club.pass_time(hours=10)
            sweep(club)
            assert club.match().overdue_at is not None
            assert waiting(club, mover) == ("M14",)
            assert 'Your orders "M14" are not played yet.' in answer(club, mover, "status")
            answer(club, mover, "yes")
            (row,) = [one for one in entries(club) if one.step == "M14"]
            assert row.late is False
        with case("a letter behind the deadline is late"):
            mover, other = begin(club, CONFIRM, *terms)
            club.pass_time(hours=56)
            sweep(club)
            answer(club, mover, "M14")
            answer(club, mover, "yes")
            (row,) = [one for one in entries(club) if one.step == "M14"]
            assert row.late is True
        with case("no yes"):
            mover, other = begin(club, CONFIRM, *terms)
            club.pass_time(hours=46)
            answer(club, mover, "M14")
            club.pass_time(hours=40)
            sweep(club)
            assert waiting(club, mover) == ()
            told = answer(club, mover, "status")
            assert 'Your orders "M14" were waiting when their turn ended or changed' in told


def test_what_takes_waiting_orders_back(club: Club) -> None:
    mover, _ = begin(club, CONFIRM)
    with check_cases() as case:
        for line, kept, said in (
            ("wait", (), "This was waiting and is not played: M14."),
            ("no", (), "This was waiting and is not played: M14."),
            ("Hi,\nM14", ("M14",), "Not done yet: M14."),
            ("M12", ("M12",), "Taken back because of that: M14."),
            ("A99", ("M14",), 'Your orders "M14" are not played yet.'),
            ("status", ("M14",), 'Your orders "M14" are not played yet.'),
            ("M12\nwait", ("M14",), "M12"),
            ("wait\nM12", ("M12",), "Not done yet: M12."),
            ("M12\nyes", (), "Taken back because of that: M14."),
        ):
            with case(line):
                answer(club, mover, "M14")
                assert said in answer(club, mover, line)
                assert waiting(club, mover) == kept
                assert steps(club) == (["M12"] if line.endswith("yes") else [])
        with case("the end"):
            mover, _ = begin(club, CONFIRM)
            answer(club, mover, "M14")
            club.answer(club.last(mover), "resign")
            told = [prose_of(letter) for letter in club.letters(mover, club.match().code)]
            assert sum("Taken back because of that: M14." in one for one in told) == 1


def test_undo_and_leaving_let_waiting_orders_fall(club: Club) -> None:
    first, *_ = begin_table(club)
    answer(club, first, CONFIRM)
    answer(club, first, f"{load_match(club.match()).orders[0]}\nyes")
    order = load_match(club.match()).orders[0]
    answer(club, first, order)
    assert f"Taken back because of that: {order}." in answer(club, first, "undo")
    assert waiting(club, first) == ()
    order = load_match(club.match()).orders[0]
    answer(club, first, order)
    resign(club, first)
    lapsed = f'Your orders "{order}" were waiting when their turn ended or changed'
    told = [letter for letter in club.transport.letters if lapsed in prose_of(letter)]
    assert {address_of(letter["To"]) for letter in told} == {address_of(first)}


def test_a_yes_means_the_orders_that_its_writer_has_seen(club: Club) -> None:
    mover, _ = begin(club, CONFIRM)
    answer(club, mover, "M14")
    shown = club.last(mover)
    club.pass_time(minutes=1)
    answer(club, mover, "M12")
    newest = club.last(mover)
    club.answer(shown, "yes")
    assert "from before these orders waited: M12" in prose_of(club.last(mover))
    assert (steps(club), waiting(club, mover)) == ([], ("M12",))
    club.answer(newest, "yes, thanks")
    assert steps(club) == ["M12"]


def test_a_letter_in_time_takes_delayed_orders_back_though_it_is_judged_later(club: Club) -> None:
    mover, _ = begin(club, DELAY)
    answer(club, mover, "M14")
    club.pass_time(minutes=29)
    last = club.last(mover)
    number = club.drop(mover, address_of(last["Reply-To"]), "wait")
    club.queue.enqueued.clear()
    club.pass_time(minutes=2)
    run_sweep(club.context, club.now)
    assert waiting(club, mover) == ("M14",)
    club.work()
    sweep(club)
    assert (steps(club), waiting(club, mover), club.inbox(number).verdict) == ([], (), "done")


def test_the_settings(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    with check_cases() as case:
        for line, here, everywhere, said in (
            ("delay yesterday", None, None, "yesterday"),
            ("delay 40d", None, None, "at most"),
            ("delay 0m", None, None, "at least"),
            ("confirm orders perhaps", None, None, "perhaps"),
            ("wait", None, None, "No orders of yours are waiting"),
            ("delay", None, None, "Your orders count at once."),
            ("delay 1 hour 30 minutes", SecondLook(minutes=90), None, "count after 1 hour and 30 minutes"),
            ("confirm orders on", SecondLook(confirm=True), None, "wait for your yes"),
            ("delay always 2h", None, SecondLook(minutes=120), "In all your matches"),
            ("delay off", SecondLook(), SecondLook(minutes=120), "count at once"),
            ("confirm orders off always", None, None, "Your orders count at once."),
        ):
            with case(line):
                assert said in answer(club, mover, line)
                assert club.match().seats[seat_of(club, mover)].second_look == here
                assert player_of(club, mover).second_look == everywhere
    club.answer(club.last(mover), "M14\nyes")
    assert steps(club) == ["M14"]


def test_others_learn_nothing_of_orders_that_wait(club: Club, settings: Settings, tmp_path: Path) -> None:
    mover, other = begin(club, CONFIRM)
    letter = club.last(mover)
    with twin_of(club, tmp_path) as twin:
        twin.transport.letters[:] = club.transport.letters
        for one, lines in ((club, "M14\nif N13 then L12\npress See M14"), (twin, "status\nboard")):
            one.answer(letter, lines)
        assert waiting(club, mover)
        for reader in (other, None):
            shown, usual = (record_findings(one, settings, reader, []) for one in (club, twin))
            assert shown.keys() == usual.keys()
            assert [name for name in shown if shown[name] != usual[name]] == []
    sealed = club.match().seats[seat_of(club, mover)].waiting_orders
    assert sealed is not None
    assert b"M14" not in sealed + b64decode(sealed, altchars=b"-_")


@pytest.mark.parametrize("late", [False, True])
def test_in_an_answer_to_a_digest_orders_wait_in_their_match(club: Club, *, late: bool) -> None:
    mover, codes = begin_three(club)
    club.answer(digest_of(club, mover), "\n".join(f"{code} {CONFIRM}" for code in codes[:2]))
    digest = club.last(mover)
    club.pass_time(minutes=1)
    club.answer(digest, f"{codes[0]} M12\n{codes[1]}\nM12\nyes\n{codes[2]} M12")
    told = prose_of(club.last(mover))
    assert f'Not done yet: M12. Waiting for your yes: "{codes[0]} yes" plays it' in told

    def moved() -> list[bool]:
        return [match_of(club, code).to_move != seat_of_mover(club, code, mover) for code in codes]

    assert moved() == [False, True, True]
    club.answer(digest if late else club.last(mover), f"{codes[0]} yes")
    assert moved() == [not late, True, True]


def seat_of_mover(club: Club, code: str, mover: str) -> int:
    match = match_of(club, code)
    return next(seat.number for seat in match.seats if seat.player and seat.player.address == address_of(mover))

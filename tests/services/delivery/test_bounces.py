"""Bounces: which letter it was, whether the address is dead, and the consequences for the match."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage

import pytest
from sqlalchemy import select

from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.services.matches.clock.match_clock import standing_until
from adjudicator.store.states import MatchState, OutboxState
from adjudicator.store.tables import Outbox
from testkit.automatic_mail import FULL, GONE, bounce, envelope_of, player_of, report, sweep
from testkit.club import ANNA, BOB, Club, address_of, other, prose_of, to_move, want_all_letters

HOST = "host@club.example"


def begin(club: Club) -> tuple[str, str]:
    club.begin("days=3", "grace=0", "absence=0")
    want_all_letters(club)
    mover = to_move(club)
    return mover, other(mover)


def test_a_dead_address_stops_its_letters_and_its_clock_and_others_are_informed(club: Club) -> None:
    mover, waiting = begin(club)
    letter = club.last(mover)
    club.pass_time(hours=2)
    assert bounce(club, letter) == "bounce"
    sweep(club)
    match = club.match()
    assert player_of(club, mover).bounced_at == club.now
    assert (match.stopped_at, match.due_at) == (club.now, club.now + timedelta(days=21, hours=70))
    assert "cannot be reached, the clock is stopped" in str(club.last(waiting)["Subject"])
    assert address_of(mover) in prose_of(club.last(HOST))
    assert "5.1.1" in prose_of(club.last(HOST))
    before = len(club.transport.letters)
    club.pass_time(days=20)
    sweep(club)
    assert len(club.transport.letters) == before
    assert club.inbox(club.answer(club.last(waiting), "claim")).verdict == "refused: nothing_to_claim"


def test_a_player_who_writes_again_gets_letters_and_the_rest_of_their_time(club: Club) -> None:
    mover, waiting = begin(club)
    bounce(club, club.last(mover))
    sweep(club)
    club.pass_time(days=20)
    club.answer(club.last(mover), "board")
    match = club.match()
    assert player_of(club, mover).bounced_at is None
    assert (match.due_at, match.stopped_at) == (club.now + timedelta(days=3), None)
    assert "is back, the clock" in str(club.last(waiting)["Subject"])
    assert "until" in prose_of(club.last(mover))


def test_a_player_who_signs_in_again_gets_the_letter_of_their_turn(club: Club) -> None:
    from adjudicator.services.identity.sign_in_links import send_link, use_link

    mover, waiting = begin(club)
    bounce(club, club.last(mover))
    sweep(club)
    send_link(club.context, address_of(mover), "en", club.now)
    club.work()
    token = prose_of(club.last(mover)).partition("/sign-in/")[2].split()[0]
    use_link(club.context, token, "", club.now)
    sweep(club)
    assert "Your turn" in str(club.last(mover)["Subject"])
    assert "is back, the clock" in str(club.last(waiting)["Subject"])


def test_the_clock_of_an_unreachable_player_does_not_start(club: Club) -> None:
    mover, waiting = begin(club)
    bounce(club, club.last(waiting))
    before = len(club.letters(waiting))
    club.answer(club.last(mover), "M14")
    assert club.match().stopped_at is not None
    assert "The clock is stopped" in prose_of(club.last(mover))
    assert len(club.letters(waiting)) == before


@pytest.mark.parametrize("status", [FULL, "4.4.7", "5.7.1"])
def test_temporary_failures_are_counted_and_too_many_mark_the_player(club: Club, status: str) -> None:
    mover, _ = begin(club)
    letters = [club.last(mover)]
    for _ in range(4):
        club.answer(club.last(mover), "board")
        letters.append(club.last(mover))
    for letter in letters[:4]:
        for _ in range(2):  # twice of the same letter is once
            assert bounce(club, letter, status) == "bounce"
            club.pass_time(hours=1)
    assert player_of(club, mover).bounced_at is None
    bounce(club, letters[4], status)
    assert player_of(club, mover).bounced_at == club.now


def test_old_bounces_do_not_count(club: Club) -> None:
    mover, _ = begin(club)
    for _ in range(8):
        bounce(club, club.last(mover), FULL)
        club.pass_time(days=4)
        club.answer(club.last(mover), "board")
    assert player_of(club, mover).bounced_at is None


@pytest.mark.parametrize("action", ["delayed", "relayed", "delivered"])
def test_a_report_that_is_no_failure_means_nothing(club: Club, action: str) -> None:
    mover, _ = begin(club)
    assert bounce(club, club.last(mover), "4.4.1" if action == "delayed" else "2.0.0", action=action).startswith(
        "robot"
    )
    assert player_of(club, mover).bounced_at is None


def forge_number(name: str) -> str:
    number, _, rest = name.strip("<>").partition(".")
    return f"<{int(number) - 1}.{rest}>"


def forge_domain(name: str) -> str:
    return name.replace("club.example", "elsewhere.example")


@pytest.mark.parametrize("forge", [forge_number, forge_domain, lambda _: "<1@club.example>", lambda _: ""])
def test_a_forged_message_id_marks_nobody(club: Club, forge: object) -> None:
    assert callable(forge)
    mover, waiting = begin(club)
    raw = report(GONE, forge(str(club.last(mover)["Message-ID"])))
    number = club.bring(raw, club.context.addresses.service, "")
    club.work()
    assert club.inbox(number).verdict == "robot: bounce"
    assert not player_of(club, mover).bounced_at
    assert not player_of(club, waiting).bounced_at


def test_a_bounce_names_its_addressee_by_a_signed_address_alone(club: Club) -> None:
    mover, _ = begin(club)
    forged = envelope_of(club, club.last(mover))[::-1].replace("a", "b", 1)[::-1]
    club.bring(report(GONE), forged.replace("bounce-", "bounce-1"), "")
    club.work()
    assert not player_of(club, mover).bounced_at


def test_an_address_that_the_relay_itself_refuses_is_dead_too(club: Club) -> None:
    mover, _ = begin(club)
    club.transport.fault = Undelivered("550 5.1.1 no such user", permanent=True, dead=True)
    club.answer(club.last(mover), "board")
    club.transport.fault = None
    assert player_of(club, mover).bounced_at == club.now
    with club.context.store.reading() as session:
        assert session.scalars(select(Outbox).where(Outbox.kind == "host_bounce")).one().to_address == HOST


def test_an_invitation_to_a_dead_address_leaves_a_free_seat_and_says_why(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    club.answer(club.last(ANNA), "yes")
    bounce(club, club.last(BOB))
    assert club.match().state is MatchState.INVITING
    assert "The invitation to bob@bob.example came back" in str(club.last(ANNA)["Subject"])


def test_waiting_letters_to_a_dead_address_are_dropped_except_answers(club: Club) -> None:
    mover, waiting = begin(club)
    letter = club.last(waiting)
    club.transport.fault = Undelivered("relay is down", permanent=False)
    club.answer(club.last(mover), "M14")
    club.transport.fault = None
    bounce(club, letter)
    with club.context.store.reading() as session:
        rows = session.scalars(
            select(Outbox).where(Outbox.to_address == address_of(waiting), Outbox.kind == "your_turn")
        )
        assert [row.state for row in rows][-1] is OutboxState.DROPPED


def test_a_bounce_of_an_answer_to_a_bounce_ends_there(club: Club) -> None:
    mover, _ = begin(club)
    before = len(club.transport.letters)
    for _ in range(5):
        bounce(club, club.last(mover))
    assert [str(letter["To"]) for letter in club.transport.letters[before:]] == [HOST]


def test_a_clock_stopped_by_bounces_runs_after_three_weeks_and_all_are_informed(club: Club) -> None:
    mover, waiting = begin(club)
    club.pass_time(hours=70)
    bounce(club, club.last(mover))
    sweep(club)
    assert f"until {club.now + timedelta(days=21):%A}" in prose_of(club.last(waiting))
    club.pass_time(days=21)
    sweep(club)
    match = club.match()
    assert (match.stopped_at, match.due_at) == (None, club.now + timedelta(hours=12))
    assert "still cannot be reached" in str(club.last(waiting)["Subject"])
    assert "runs again" in str(club.last(mover)["Subject"])
    club.pass_time(hours=13)
    sweep(club)
    assert club.inbox(club.answer(club.last(waiting), "claim")).verdict == "done"


@pytest.mark.parametrize("spent", [0, 15])
def test_all_bounce_stops_of_a_player_in_a_match_share_three_weeks(club: Club, spent: int) -> None:
    mover, _ = begin(club)
    bounce(club, club.last(mover))
    sweep(club)
    club.pass_time(days=spent)
    club.answer(club.last(mover), "board")
    bounce(club, club.last(mover))
    sweep(club)
    assert standing_until(club.match(), club.now) == club.now + timedelta(days=21 - spent)
    club.pass_time(days=21 - spent)
    sweep(club)
    club.answer(club.last(mover), "board")
    bounce(club, club.last(mover))
    before = club.match().due_at
    sweep(club)
    assert (club.match().stopped_at, club.match().due_at) == (None, before)


def test_bounces_and_an_absence_at_once_are_one_standstill(club: Club) -> None:
    club.begin("days=3", "grace=0")
    mover = to_move(club)
    club.answer(club.last(mover), f"absence {club.now + timedelta(days=4):%Y-%m-%d}")
    bounce(club, club.last(mover))
    sweep(club)
    bounced = club.now
    club.pass_time(days=6)
    sweep(club)
    assert standing_until(club.match(), club.now) == bounced + timedelta(days=21)
    assert club.match().stopped_at is not None


SELF_MADE: dict[str, Callable[[Club, EmailMessage], str]] = {
    "to the service": lambda club, letter: club.context.addresses.service,
    "to the seat": lambda _club, letter: address_of(letter["Reply-To"]),
    "to the bounce address of a letter that never left": lambda club, _letter: club.context.addresses.bounce(
        9999, club.now
    ),
}


def accuse(club: Club, letter: EmailMessage, to: str, n: int) -> None:
    """Bring a report on a letter that anybody could have written, each a letter of its own."""
    raw = report(GONE, str(letter["Message-ID"]))
    club.bring(raw.replace(b"Subject:", f"Message-ID: <{n}@mx.example>\r\nSubject:".encode()), to, "")


@pytest.mark.parametrize("where", SELF_MADE)
@pytest.mark.parametrize("victim", ["mover", "other"])
def test_a_self_made_report_stops_no_clock_however_often_it_comes(club: Club, where: str, victim: str) -> None:
    mover, waiting = begin(club)
    person = mover if victim == "mover" else waiting
    letter = club.last(person)
    before, count = club.match().due_at, len(club.letters(person))
    for n in range(10):
        accuse(club, letter, SELF_MADE[where](club, letter), n)
        club.pass_time(minutes=1)
    club.work()
    sweep(club)
    assert (club.match().due_at, player_of(club, person).bounced_at) == (before, None)
    assert len(club.letters(person)) <= count + 1, "at most one probe a day"


def test_a_report_to_another_address_leads_to_a_probe_a_day_whose_own_return_counts(club: Club) -> None:
    mover, _ = begin(club)
    for n in range(4):
        accuse(club, club.last(mover, f"[{club.match().code}]"), club.context.addresses.service, n)
        club.work()
        club.pass_time(hours=13)
    first, second = club.letters(mover, "Do our letters reach you?")
    assert player_of(club, mover).bounced_at is None
    assert bounce(club, second) == "bounce"
    assert player_of(club, mover).bounced_at == club.now
    assert first["Message-ID"] != second["Message-ID"]


def test_a_letter_bounces_once(club: Club) -> None:
    mover, _ = begin(club)
    letter = club.last(mover)
    bounce(club, letter)
    sweep(club)
    club.answer(letter, "board")
    assert bounce(club, letter) == "bounce"
    assert player_of(club, mover).bounced_at is None

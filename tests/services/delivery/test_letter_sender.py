"""The sender of the outbox: oldest first, each letter once, and none that is no longer current."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.mail.trust.dkim_verify import dkim_signers
from adjudicator.services.identity.sign_in_links import send_link
from adjudicator.services.job_queue import ANY, Job
from adjudicator.services.jobs import judging, letter_sender, periodic_sweep
from adjudicator.services.outbox.enqueue import CLOCK_SKEW
from adjudicator.services.outbox.message import build_message, message_id_of
from adjudicator.store.states import MatchState, OutboxState
from adjudicator.store.tables import Match, Outbox
from testkit.club import ANNA, BOB, Club, html_of, offered, prose_of, to_move
from testkit.mail.dkim_keys import dkim_signer, records


def rows(club: Club, state: OutboxState) -> list[Outbox]:
    with club.context.store.reading() as session:
        return list(session.scalars(select(Outbox).where(Outbox.state == state).order_by(Outbox.id)))


def next_try(row: Outbox) -> datetime:
    assert row.next_try_at is not None
    return row.next_try_at


def send_one(club: Club) -> int:
    return letter_sender.send_due(club.context, club.transport, lambda: club.now, most=1)


def help_me(club: Club, times: int = 1) -> None:
    for _ in range(times):
        club.write(ANNA, club.context.addresses.service, "help")


def test_the_oldest_letter_goes_first_whatever_job_woke_the_sender(club: Club) -> None:
    club.transport.fault = Undelivered("relay is down", permanent=False)
    help_me(club, 3)
    club.transport.fault = None
    club.pass_time(hours=1)
    assert send_one(club)
    assert [row.id for row in rows(club, OutboxState.SENT)] == [1]


def test_one_job_sends_all_due_letters_and_a_long_queue_enqueues_another(club: Club) -> None:
    club.transport.fault = Undelivered("relay is down", permanent=False)
    help_me(club, 3)
    club.transport.fault = None
    club.pass_time(hours=1)
    assert letter_sender.send_due(club.context, club.transport, lambda: club.now, most=2) == 2
    assert [row.id for row in rows(club, OutboxState.SENT)] == [1, 2]
    assert [job for job, _ in club.queue.enqueued] == [Job.POST]
    club.work()
    assert len(rows(club, OutboxState.SENT)) == 3
    assert letter_sender.send_due(club.context, club.transport, lambda: club.now) == 0
    assert not club.queue.enqueued


def test_a_machine_with_a_slow_clock_sends_letters_of_another_machine(club: Club) -> None:
    number = club.drop(ANNA, club.context.addresses.service, "help")
    judging.judge_letter(club.context, number, club.now)
    behind = club.now - CLOCK_SKEW
    assert letter_sender.send_due(club.context, club.transport, lambda: behind - timedelta(milliseconds=1)) == 0
    assert letter_sender.send_due(club.context, club.transport, lambda: behind) == 1


def test_a_relay_that_is_down_delays_letters_and_loses_none(club: Club) -> None:
    club.transport.fault = Undelivered("relay is down", permanent=False)
    help_me(club)
    (row,) = rows(club, OutboxState.WAITING)
    assert row.tries == 1
    assert next_try(row) > club.now
    assert not send_one(club)
    club.transport.fault = None
    club.pass_time(minutes=1)
    assert send_one(club)
    assert len(club.letters(ANNA)) == 1


def judged(club: Club) -> None:
    number = club.drop(ANNA, club.context.addresses.service, "help")
    judging.judge_letter(club.context, number, club.now)


def test_a_letter_that_did_not_reach_the_relay_keeps_its_place_and_no_other_is_claimed(club: Club) -> None:
    club.transport.fault = Undelivered("the relay cannot be reached", permanent=False, relay_down=True)
    for _ in range(3):
        judged(club)
        club.pass_time(seconds=1)
        assert letter_sender.send_due(club.context, club.transport, lambda: club.now) == 1
    waiting = rows(club, OutboxState.WAITING)
    assert [(row.tries, row.error) for row in waiting] == [(0, "the relay cannot be reached"), (0, ""), (0, "")]
    club.transport.fault = None
    assert letter_sender.send_due(club.context, club.transport, lambda: club.now) == 3
    assert [letter["Message-ID"] for letter in club.transport.letters] == [
        message_id_of(club.context, row) for row in waiting
    ]


def test_a_relay_that_hangs_with_a_letter_gets_no_other_one_behind_it(club: Club) -> None:
    club.transport.fault = Undelivered("timed out", permanent=False, no_answer=True)
    judged(club)
    judged(club)
    assert letter_sender.send_due(club.context, club.transport, lambda: club.now) == 1
    first, second = rows(club, OutboxState.WAITING)
    assert next_try(first) > club.now
    assert (second.tries, second.error) == (0, "")


HANGS = """
import sys
from datetime import datetime
from threading import Event
from adjudicator.services.jobs import letter_sender
from testkit.club import Club

class Hanging:
    def send(self, envelope_from, recipient, raw):
        print("on its way", flush=True)
        Event().wait()

now = datetime.fromisoformat(sys.argv[2])
letter_sender.send_due(Club.found(sys.argv[1]).context, Hanging(), lambda: now)
"""


def test_a_killed_workers_letter_is_due_within_seconds_and_is_sent_unchanged(club: Club) -> None:
    judged(club)
    url = club.context.store.engine.url.render_as_string(hide_password=False)
    words = [sys.executable, "-c", HANGS, url, club.now.isoformat()]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == b"on its way\n"
        worker.kill()
    (row,) = rows(club, OutboxState.SENDING)
    assert not letter_sender.send_due(club.context, club.transport, lambda: club.now)
    club.pass_time(seconds=20)
    periodic_sweep.run_sweep(club.context, club.now)
    assert (Job.POST, ANY) in club.queue.enqueued
    club.work()
    (letter,) = club.transport.letters
    assert letter["Message-ID"] == message_id_of(club.context, row)


def test_a_slow_letter_is_not_claimed_again_while_its_lease_is_renewed(club: Club) -> None:
    judged(club)
    judged(club)

    class Slow:
        def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
            for _ in range(30):
                club.pass_time(seconds=letter_sender.RENEW_EVERY.total_seconds())
                letter_sender.renew_leases(club.context, [1], club.now)
                letter_sender.send_due(club.context, club.transport, lambda: club.now)

    assert letter_sender.send_due(club.context, Slow(), lambda: club.now, most=1) == 1
    assert [letter["Message-ID"] for letter in club.transport.letters] == [
        message_id_of(club.context, row) for row in rows(club, OutboxState.SENT)[1:]
    ]


def test_renewing_a_lease_does_not_revive_a_finished_letter(club: Club) -> None:
    help_me(club)
    letter_sender.renew_leases(club.context, [1, 2], club.now)
    (row,) = rows(club, OutboxState.SENT)
    assert row.next_try_at is None


def test_pauses_grow_and_retries_end_after_five_days(club: Club) -> None:
    club.transport.fault = Undelivered("relay is down", permanent=False)
    help_me(club)
    waits: list[timedelta] = []
    while waiting := rows(club, OutboxState.WAITING):
        waits.append(next_try(waiting[0]) - club.now)
        club.now = next_try(waiting[0])
        send_one(club)
    assert waits == sorted(waits)
    assert waits[0] < timedelta(minutes=1)
    (failed,) = rows(club, OutboxState.FAILED)
    assert failed.error == "relay is down"


def test_a_letter_refused_for_good_is_shown_and_not_tried_again(club: Club) -> None:
    club.transport.fault = Undelivered("550 no such mailbox", permanent=True)
    help_me(club)
    (failed,) = rows(club, OutboxState.FAILED)
    assert "550" in failed.error
    club.transport.fault = None
    club.pass_time(days=1)
    assert not send_one(club)


def test_a_letter_that_breaks_us_does_not_stop_those_behind_it_and_backs_off(club: Club) -> None:
    club.transport.fault = Undelivered("relay is down", permanent=False)
    help_me(club, 2)
    club.transport.fault = None
    with club.context.store.writing() as session:
        session.get_one(Outbox, 1).headers = {}
    club.pass_time(hours=1)
    assert letter_sender.send_due(club.context, club.transport, lambda: club.now) == 2
    assert [row.id for row in rows(club, OutboxState.SENT)] == [2]
    (broken,) = rows(club, OutboxState.WAITING)
    assert broken.error.startswith("our fault: ")
    assert next_try(broken) > club.now


def test_a_turn_that_is_over_is_dropped_before_it_is_sent(club: Club) -> None:
    club.begin()
    seat = club.match().to_move
    assert seat is not None
    mover, waiting = ((ANNA, BOB), (BOB, ANNA))[seat]
    letter = club.last(mover)
    club.transport.fault = Undelivered("relay is down", permanent=False)
    club.answer(letter, "M14")
    seat_address = club.context.addresses.seat(club.match().code, 1 - seat, club.match().turn)
    club.write(waiting, seat_address, "M15")
    club.transport.fault = None
    club.pass_time(hours=1)
    club.queue.enqueued.append((Job.POST, 0))
    club.work()
    assert [row.kind for row in rows(club, OutboxState.DROPPED)] == ["your_turn"]
    assert not [letter for letter in club.letters(waiting) if "M14" in str(letter["Subject"])]


def hold(club: Club, *, down: bool) -> None:
    club.transport.fault = Undelivered("relay is down", permanent=False) if down else None


@pytest.mark.parametrize("end", ["link", "request", "invitation", "match"])
def test_a_letter_that_is_not_current_when_it_is_due_is_not_sent(club: Club, end: str) -> None:
    if end in ("invitation", "match"):
        club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example cleo@cleo.example")
        club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    hold(club, down=True)
    if end == "link":
        send_link(club.context, "anna@anna.example", "en", club.now)
        club.pass_time(hours=2, seconds=1)
    elif end == "request":
        club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
        club.pass_time(days=4)
        assert send_one(club) == 1
        club.pass_time(days=11)
    else:
        club.answer(club.last(ANNA), "yes")
        club.pass_time(days=15)
        periodic_sweep.run_sweep(club.context, club.now)
        if end == "match":
            with club.context.store.writing() as session:
                session.get_one(Match, club.match().id).state = MatchState.CANCELLED
    hold(club, down=False)
    before = len(club.transport.letters)
    club.queue.enqueued.append((Job.POST, 0))
    club.work()
    kinds = {"link": "sign_in", "request": "confirm_new", "invitation": "invitation", "match": "waiting"}
    assert kinds[end] in [row.kind for row in rows(club, OutboxState.DROPPED)]
    sent = [str(letter["Subject"]) for letter in club.transport.letters[before:]]
    unwanted = ("invites", "sign in", *(("have a seat",) if end == "match" else ()))
    assert not [subject for subject in sent if any(words in subject for words in unwanted)]


def test_a_throttled_domain_does_not_delay_others(club: Club) -> None:
    club.context = replace(club.context, pace=3)
    hold(club, down=True)
    for person in (*(f"A <a{number}@anna.example>" for number in range(5)), "Al <al@ANNA.example>", BOB):
        club.write(person, club.context.addresses.service, "help")
    hold(club, down=False)
    club.pass_time(hours=1)
    counts = []
    for _ in range(4):
        club.queue.enqueued.append((Job.POST, 0))
        club.work()
        theirs = [one for one in club.transport.letters if "@anna.example" in str(one["To"]).lower()]
        counts.append((len(theirs), len(club.letters(BOB))))
        club.pass_time(seconds=40)
    assert counts == [(3, 1), (3, 1), (6, 1), (6, 1)]


def test_a_worker_that_died_while_sending_is_taken_over_with_the_same_letter(club: Club) -> None:
    club.drop(ANNA, club.context.addresses.service, "help")
    job, row = club.queue.enqueued.pop()
    from adjudicator.services.jobs import judging

    judging.judge_letter(club.context, row, club.now)
    with club.context.store.connect_relaxed() as connection:
        claimed = letter_sender._claim(club.context, connection, club.now)
    assert claimed is not None
    first = build_message(club.context, claimed)
    assert not send_one(club)
    club.pass_time(minutes=4)
    assert send_one(club)
    again = club.last(ANNA)
    assert str(again["Message-ID"]).encode() in first
    assert job is Job.JUDGE


def test_a_letter_leaves_with_an_envelope_that_names_it_and_a_way_to_stop_it(club: Club) -> None:
    club.begin()
    letter = club.last(ANNA)
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"{club.context.site}/l/" in str(letter["List-Unsubscribe"])
    assert all(sender.startswith("play+bounce-") for sender, _ in club.transport.envelopes)


def test_a_letter_is_signed_when_the_host_has_a_key(club: Club) -> None:
    by = dkim_signer("club.example")
    sent: list[bytes] = []

    class Relay:
        def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
            sent.append(raw)

    club.drop(ANNA, club.context.addresses.service, "help")
    club.queue.enqueued.clear()
    judging.judge_letter(club.context, 1, club.now)
    assert letter_sender.send_due(replace(club.context, dkim_signer=by), Relay(), lambda: club.now) == 1
    (raw,) = sent
    assert dkim_signers(raw, "club.example", records(by)) == ("club.example",)


def test_without_intake_letters_lead_to_the_pages(club: Club) -> None:
    club.begin()
    answered = club.last(to_move(club))
    club.context = replace(club.context, intake=False)
    club.answer(answered, offered(answered)[0])
    letter = club.last(to_move(club))
    assert letter["Reply-To"] is None
    assert "Please do not answer this letter" in prose_of(letter)
    assert f"{club.context.site}/m/{club.match().code}" in prose_of(letter)
    assert "mailto:" not in html_of(letter)

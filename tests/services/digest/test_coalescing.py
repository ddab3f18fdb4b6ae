"""Coalescing: several events become one letter to a player; a letter that asks for a move never waits."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from adjudicator.services.job_queue import Job
from adjudicator.services.jobs import letter_sender
from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Outbox
from testkit.automatic_mail import bounce, sweep
from testkit.club import Club, html_of, offered, other, prose_of, text_of, to_move, want_all_letters


@pytest.fixture
def patient(club: Club) -> Club:
    club.context = replace(club.context, merge_window=timedelta(minutes=1))
    club.begin("days=3")
    return club


def post_round(club: Club, **span: float) -> None:
    club.pass_time(**span)
    club.queue.enqueued.append((Job.POST, 0))
    club.work()


def states(club: Club, kind: str) -> list[OutboxState]:
    with club.context.store.reading() as session:
        return list(session.scalars(select(Outbox.state).where(Outbox.kind == kind).order_by(Outbox.id)))


def test_a_letter_that_asks_nothing_waits_a_minute(patient: Club) -> None:
    mover = to_move(patient)
    before = len(patient.letters(other(mover)))
    patient.answer(patient.last(mover), "press Good luck!")
    assert len(patient.letters(other(mover))) == before
    post_round(patient, seconds=59)
    assert len(patient.letters(other(mover))) == before
    post_round(patient, seconds=1)
    assert "Good luck!" in text_of(patient.last(other(mover)))


def test_a_message_and_a_move_become_one_letter_without_repetition(patient: Club) -> None:
    mover = to_move(patient)
    before = len(patient.letters(other(mover)))
    step = offered(patient.last(mover))[0]
    patient.answer(patient.last(mover), f"{step}\npress Good luck!")
    letter = patient.last(other(mover))
    assert len(patient.letters(other(mover))) == before + 1
    assert "Your turn" in str(letter["Subject"])
    assert (text_of(letter).count("Good luck!"), html_of(letter).count("Good luck!")) == (1, 1)
    assert states(patient, "press") == [OutboxState.JOINED]


def test_news_that_a_letter_lacks_is_merged_into_it(patient: Club) -> None:
    mover = to_move(patient)
    patient.answer(patient.last(mover), "press <Good> luck!")
    patient.pass_time(seconds=20)
    patient.answer(patient.last(mover), offered(patient.last(mover))[0])
    letter = patient.last(other(mover))
    assert "Your turn" in str(letter["Subject"])
    assert text_of(letter).count("<Good> luck!") == 1
    assert html_of(letter).count("&lt;Good&gt; luck!") == 1
    assert html_of(letter).startswith("<!DOCTYPE html>")
    told = prose_of(letter)
    assert told.index("It is your turn") < told.index("Good") < told.index("You are to lay a pyramid")
    assert states(patient, "press") == [OutboxState.JOINED]


def test_two_waiting_letters_are_sent_as_one(patient: Club) -> None:
    mover = to_move(patient)
    before = len(patient.letters(other(mover)))
    for words in ("One.", "Two.", "Three."):
        patient.answer(patient.last(mover), f"press {words}")
        patient.pass_time(seconds=10)
    post_round(patient, seconds=60)
    assert len(patient.letters(other(mover))) == before + 1
    text = text_of(patient.last(other(mover)))
    assert [text.count(words) for words in ("One.", "Two.", "Three.")] == [1, 1, 1]


def test_a_letter_that_is_no_longer_current_is_not_merged(patient: Club) -> None:
    want_all_letters(patient)
    mover = to_move(patient)
    bounce(patient, patient.last(mover))
    sweep(patient)
    patient.pass_time(seconds=5)
    patient.answer(patient.last(mover), "board")
    post_round(patient, seconds=61)
    assert (states(patient, "stopped"), states(patient, "resumed")) == ([OutboxState.DROPPED], [OutboxState.SENT])
    assert "cannot be reached" not in prose_of(patient.last(other(mover)))


def test_other_players_and_other_matches_have_letters_of_their_own(patient: Club) -> None:
    mover = to_move(patient)
    reader, first = other(mover), {person: patient.last(person) for person in (mover, other(mover))}
    patient.begin("days=3")
    second = patient.last(reader)
    patient.answer(first[mover], "press Hello!", sender=mover)
    patient.write(reader, patient.context.addresses.service, "help")
    for letter, person in ((second, reader), (first[mover], mover)):
        patient.answer(letter, "help", sender=person)
    assert "Hello!" not in "".join(map(text_of, patient.letters(reader)))
    assert states(patient, "press") == [OutboxState.WAITING]
    patient.answer(first[reader], "help", sender=reader)
    assert "Hello!" in text_of(patient.last(reader))
    assert states(patient, "press") == [OutboxState.JOINED]


def test_a_merged_letter_is_the_same_when_it_is_sent_again(patient: Club) -> None:
    from adjudicator.mail.incoming.delivery_status import Undelivered

    mover = to_move(patient)
    patient.answer(patient.last(mover), "press Hello!")
    patient.transport.fault = Undelivered("relay is down", permanent=False)
    post_round(patient, seconds=60)
    patient.transport.fault = None
    patient.pass_time(minutes=10)
    assert letter_sender.send_due(patient.context, patient.transport, lambda: patient.now) == 1
    assert text_of(patient.last(other(mover))).count("Hello!") == 1


def test_nothing_is_merged_into_a_letter_that_may_have_arrived(patient: Club) -> None:
    from adjudicator.mail.incoming.delivery_status import Undelivered

    mover = to_move(patient)
    patient.transport.fault = Undelivered("the line was cut before the answer", permanent=False)
    patient.answer(patient.last(mover), "press Hello!")
    post_round(patient, seconds=60)
    patient.transport.fault = None
    patient.answer(patient.last(mover), "press Are you there?")
    post_round(patient, minutes=10)
    letters = patient.letters(other(mover), "writes")
    assert ["Hello!" in text_of(letter) for letter in letters] == [True, False]
    assert ["Are you there?" in text_of(letter) for letter in letters] == [False, True]

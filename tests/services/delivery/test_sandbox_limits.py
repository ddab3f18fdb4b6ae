"""Letters that exceed the limits of the sandbox: quarantined, reported, retried; later letters go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from sqlalchemy import select

from adjudicator.infra.sandbox.pool import SandboxPool
from adjudicator.mail.errors import SandboxLimit, SandboxUnavailable
from adjudicator.services.inbound import quarantine
from adjudicator.services.job_queue import Job
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Outbox
from testkit.club import Club, address_of, text_of, to_move
from testkit.hostile_functions import read_halves_or_explode

LONG = "> as long as what is opened elsewhere\n" * 500


@pytest.fixture
def careful(club: Club, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    """A club that parses letters in sandbox processes, whose limits some letters exceed."""
    opener = SandboxPool(1 << 20, seconds=0.5)
    club.context = replace(club.context, sandbox=opener)
    monkeypatch.setattr("adjudicator.services.jobs.judging.read_alternatives", read_halves_or_explode)
    yield club
    opener.close()


def test_a_letter_over_the_limits_is_quarantined_and_reported_and_later_ones_are_judged(
    careful: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    careful.begin()
    mover = to_move(careful)
    seat = address_of(careful.last(mover)["Reply-To"])
    bomb, order = careful.drop(mover, seat, f"M14\nboom\n{LONG}"), careful.drop(mover, seat, "M14")
    careful.work()
    assert careful.inbox(bomb).state is InboxState.ASIDE
    assert careful.inbox(order).verdict == "played"
    with careful.context.store.reading() as session:
        (row,) = quarantine.quarantined_letters(session)
        assert row.traceback == "reading it takes more than 0.5 seconds of a processor"
    assert "more than 0.5 seconds" in text_of(careful.last("host@club.example"))
    assert any(f"{bomb}" in text_of(letter) for letter in careful.letters(mover))
    monkeypatch.undo()
    assert quarantine.retry_letter(careful.context, bomb, careful.now)
    careful.work()
    assert careful.inbox(bomb).state is InboxState.DONE


def test_a_letter_that_exceeds_the_limits_again_is_reported_once(careful: Club) -> None:
    careful.begin()
    mover = to_move(careful)
    bomb = careful.drop(mover, address_of(careful.last(mover)["Reply-To"]), f"boom\n{LONG}")
    careful.work()
    told = len(careful.transport.letters)
    assert quarantine.retry_letter(careful.context, bomb, careful.now)
    careful.work()
    assert (careful.inbox(bomb).state, careful.inbox(bomb).tries) == (InboxState.ASIDE, 2)
    assert len(careful.transport.letters) == told


def test_many_letters_over_the_limits_are_all_quarantined_and_a_few_are_reported(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def explode(*_arguments: object) -> None:
        raise SandboxLimit("too much")

    club.begin()
    mover = to_move(club)
    monkeypatch.setattr("adjudicator.services.jobs.judging.read_alternatives", explode)
    for n in range(8):
        club.write(mover, address_of(club.last(mover)["Reply-To"]), f"boom {n}")
    assert len(club.letters("host@club.example")) == 1
    assert len([kind for kind in kinds(club) if kind == "fault"]) == 5
    with club.context.store.reading() as session:
        assert len(quarantine.quarantined_letters(session)) == 8
    for hours, letters in ((23, 1), (2, 2)):
        club.pass_time(hours=hours)
        club.write(mover, address_of(club.last(mover)["Reply-To"]), "boom")
        assert len(club.letters("host@club.example")) == letters


def kinds(club: Club) -> list[str]:
    with club.context.store.reading() as session:
        return list(session.scalars(select(Outbox.kind)))


def test_letters_wait_while_the_sandbox_is_unavailable(careful: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    careful.begin()
    mover = to_move(careful)
    number = careful.drop(mover, address_of(careful.last(mover)["Reply-To"]), f"M14\n{LONG}")
    sandbox = careful.context.sandbox
    assert isinstance(sandbox, SandboxPool)
    sandbox.close()
    with monkeypatch.context() as patched:
        patched.setattr(sandbox, "_command", ("/nowhere/at/all",))
        with pytest.raises(SandboxUnavailable):
            careful.work()
    assert careful.inbox(number).state is InboxState.WAITING
    careful.queue.enqueue(Job.JUDGE, number)
    careful.work()
    assert careful.inbox(number).verdict == "played"


def test_a_short_plain_letter_is_parsed_without_a_sandbox_process(
    careful: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    careful.begin()
    mover = to_move(careful)
    monkeypatch.setattr(careful.context.sandbox, "_command", ("/nowhere/at/all",))
    number = careful.write(mover, address_of(careful.last(mover)["Reply-To"]), "M14")
    assert careful.inbox(number).verdict == "played"

"""Whoever was not told that we have his letter brings it again: it is the same letter, and one move."""

from __future__ import annotations

import select
import socket

from adjudicator.store.tables import Inbox
from testkit.waiting import await_until
from tests.end_to_end.egyptos_match import EgyptosMatch
from tests.end_to_end.person import reply_address


def bring(play: EgyptosMatch, raw: bytes) -> socket.socket:
    """Hand a letter over to its end, without waiting for what is said to it."""
    line = socket.create_connection(("127.0.0.1", play.installation.settings.smtp_in.port), timeout=20)
    with line.makefile("rb") as answers:
        for words in (
            b"",
            b"EHLO x",
            b"MAIL FROM:<%b>" % play.mover.address.encode(),
            b"RCPT TO:<%b>" % reply_address(play.letter).encode(),
            b"DATA",
        ):
            if words:
                line.sendall(words + b"\r\n")
            while (answer := answers.readline())[3:4] == b"-":
                pass
            assert answer[:1] in b"23", answer
    line.sendall(raw.replace(b"\n", b"\r\n") + b".\r\n")
    return line


def kept(play: EgyptosMatch) -> list[Inbox]:
    to = reply_address(play.letter)
    return [row for row in play.installation.inbox(play.mover) if row.recipient == to]


def assert_played_once(play: EgyptosMatch, raw: bytes) -> None:
    play.mover.send(reply_address(play.letter), raw)
    play.mover.read("You laid N13")
    play.installation.await_quiet()
    assert len(kept(play)) == 1
    assert play.steps == ["M13", "N13"]
    assert len(play.mover.received("You laid")) == 1


def test_a_sender_who_hangs_up_before_the_answer_and_comes_again_has_moved_once(play: EgyptosMatch) -> None:
    raw = play.mover.draft_answer(play.letter, "N13")
    bring(play, raw).close()
    await_until(lambda: kept(play), "the letter is kept")
    assert_played_once(play, raw)


def test_a_listener_killed_between_its_commit_and_its_answer_has_lost_nothing(play: EgyptosMatch) -> None:
    installation = play.installation
    installation.listener.kill()
    installation.listener.start("listening")
    raw = play.mover.draft_answer(play.letter, "N13")
    # A job is enqueued after the commit: while the broker hangs, the listener is between the two.
    with installation.broker.held_up(), bring(play, raw) as line:
        await_until(lambda: kept(play), "the letter is kept")
        assert select.select([line], [], [], 0)[0] == []
        installation.listener.kill()
    installation.listener.start("listening")
    assert_played_once(play, raw)

"""A letter that Postfix hands over by LMTP and was not told that we have comes again: it is the same letter."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator.config.env_reader import Endpoint
from testkit.postfix import PostfixMissing, PrivatePostfix
from testkit.postfix_delivery import postfix_with_lmtp
from testkit.waiting import await_until
from tests.end_to_end.egyptos_match import EgyptosMatch
from tests.end_to_end.installation import Installation
from tests.end_to_end.person import reply_address


def put_off(play: EgyptosMatch, postfix: PrivatePostfix, raw: bytes) -> str:
    """Bring a letter whose listener dies between its commit and its answer, and return its number at Postfix."""
    installation = play.installation
    before = len(installation.inbox(play.mover))
    # A job is enqueued after the commit: while the broker hangs, the listener is between the two.
    with installation.broker.held_up():
        number = postfix.send(raw, play.mover.address, reply_address(play.letter))
        await_until(lambda: len(installation.inbox(play.mover)) > before, "the letter is kept")
        installation.listener.kill()
    assert postfix.becomes(number) == "deferred"
    return number


def test_postfix_comes_again_after_a_listener_was_killed_and_the_move_is_one(
    small: Installation, free_port: Callable[[], int]
) -> None:
    small.mend()
    small.listener.kill()
    small.listener.start("listening")
    play = EgyptosMatch.begin(small)
    assert isinstance(small.settings.lmtp_in, Endpoint)
    try:
        with postfix_with_lmtp(free_port, small.settings.lmtp_in.port) as server:
            number = put_off(play, server.postfix, play.mover.draft_answer(play.letter, "N13"))
            small.listener.start("listening")
            server.postfix.await_sent(number)
    except PostfixMissing as fault:
        pytest.skip(str(fault))
    play.mover.read("You laid N13")
    small.await_quiet()
    rows = [row for row in small.inbox(play.mover) if row.recipient == reply_address(play.letter)]
    assert [(row.channel, row.verdict) for row in rows] == [("lmtp", "played")]
    assert play.steps == ["M13", "N13"]
    assert len(play.mover.received("You laid")) == 1

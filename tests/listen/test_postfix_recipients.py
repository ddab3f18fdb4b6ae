"""Postfix, set up as the docs say, refuses unknown recipients at RCPT, so that it never sends a bounce."""

from __future__ import annotations

import os
import pwd
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adjudicator.config.env_reader import Endpoint
from adjudicator.listen.smtp_server import Listener
from testkit.doc_snippets import adapted, blocks, files
from testkit.host_command import write_host_command
from testkit.pipe_commands import PipedLetter
from testkit.postfix import PrivatePostfix
from testkit.postfix_delivery import LMTP, PAGE, PIPE, PostfixWithLmtp, PostfixWithPipe
from tests.listen.running_listener import BOOK, HERE, FakeInbox, running

SEAT = BOOK.seat("k7q2", 1, 4, 2)
NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
NUMBERED = (BOOK.bounce(7, NOON), BOOK.confirm(7, NOON), BOOK.digest(7, NOON), BOOK.host(7, NOON), BOOK.host_alone())
JUNK = (
    "play+junk@club.example",
    "play+k7q2-1-9@club.example",
    "play+bounce-7@club.example",
    "PLAY+Sales@club.example",
    "stranger@club.example",
)
FORGED = SEAT.replace("-1-", "-0-")
LETTER = b"From: anna@anna.example\r\nTo: play@club.example\r\n\r\nhelp\r\n"


def goes_to_the_host(postfix: PrivatePostfix) -> bool:
    """Write to postmaster and abuse, and tell whether their letters reach the host's mailbox."""
    for name in ("postmaster", "Abuse"):
        number = postfix.send(LETTER, "eve@evil.example", f"{name}@club.example")
        assert postfix.becomes(number) == "sent"
    # A name may have several lines, if a busy machine puts the first try off.
    went = re.findall(r"to=<me@home.example>, orig_to=<(postmaster|Abuse)@club.example>.* status=sent", postfix.told())
    return {*went} == {"postmaster", "Abuse"}


def test_before_lmtp_it_asks_us_whom_we_know(with_lmtp: PostfixWithLmtp) -> None:
    postfix, kept = with_lmtp.postfix, FakeInbox()
    before = postfix.told().count("status=bounced")
    late = BOOK.seat("k7q2", 1, 5)
    assert postfix.asks(late) == [450]
    with running(Listener(kept, BOOK.read, 10_000), HERE, Endpoint("127.0.0.1", with_lmtp.port)):
        # Each new address takes a second, after which Postfix looks whether it was answered.
        assert postfix.asks(JUNK[0], JUNK[-1], FORGED, SEAT) == [550, 550, 550, 250]
        assert goes_to_the_host(postfix)
        number = postfix.send(LETTER, "anna@anna.example", SEAT)
        assert postfix.becomes(number) == "sent"
    assert [recipient for _, recipient, *_ in kept.letters] == [SEAT]
    assert postfix.asks(SEAT) == [250]
    assert postfix.told().count("status=bounced") == before


def test_before_a_pipe_it_knows_the_form_of_our_addresses(with_pipe: PostfixWithPipe) -> None:
    postfix = with_pipe.postfix
    assert postfix.asks(*JUNK) == [550] * len(JUNK)
    assert postfix.asks(SEAT, FORGED, "play@club.example", *NUMBERED) == [250] * (3 + len(NUMBERED))
    assert goes_to_the_host(postfix)


@pytest.mark.parametrize(("code", "told"), [(0, 0), (67, 67), (75, 75), (1, 75), (127, 75), (None, 75)])
def test_the_script_of_the_pipe_tells_no_fault_of_ours_for_a_refusal(
    tmp_path: Path, code: int | None, told: int
) -> None:
    program, settings, script, command = (tmp_path / name for name in ("program", "env", "script", "adjudicator"))
    program.write_text(f"#!/bin/sh\nexit {code}\n")
    program.chmod(0o755)
    if code is not None:
        settings.write_text("ADJUDICATOR_MAIL_DOMAIN=club.example\n")
    write_host_command(command, pwd.getpwuid(os.geteuid()).pw_name, settings, tmp_path, str(program))
    places = {"/usr/local/bin/adjudicator": str(command)}
    script.write_text(files(adapted(blocks(PAGE, PIPE)[0], places))["/srv/adjudicator/deliver"])
    assert subprocess.run(["/bin/sh", script, "play@club.example"], check=False).returncode == told
    settings.write_text("ADJUDICATOR_MAIL_DOMAIN = club.example\n")
    assert subprocess.run(["/bin/sh", script, "play@club.example"], check=False).returncode == 75


def test_what_a_pipe_refuses_goes_back(with_pipe: PostfixWithPipe) -> None:
    def refuse(_handed: PipedLetter) -> int:
        return 67

    with_pipe.set(ADJUDICATOR_MAIL_DOMAIN="club.example")
    with with_pipe.hands.doing(refuse):
        number = with_pipe.postfix.send(LETTER, "anna@anna.example", "play@club.example")
        assert with_pipe.postfix.becomes(number) == "bounced"


@pytest.mark.parametrize("heading", [LMTP, PIPE])
def test_every_table_that_the_lines_name_is_made_by_the_commands(heading: str) -> None:
    recipe, commands = blocks(PAGE, heading)
    named = set(re.findall(r"hash:(/etc/postfix/\w+)", recipe))
    assert named == set(re.findall(r"/etc/postfix/\w+", commands))
    assert {path.rpartition("/")[2] for path in named} <= set(files(recipe))
    assert "newaliases" in commands

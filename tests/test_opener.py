"""The sandbox: a letter may exceed every limit, and its caller goes on."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from adjudicator.infra.sandbox.pool import SandboxPool
from adjudicator.mail.address import AddressBook
from adjudicator.mail.errors import LetterRefused, SandboxCrash, SandboxLimit, SandboxUnavailable
from adjudicator.mail.incoming.letter import read_letter
from adjudicator.mail.reply.reply import read_reply
from testkit import hostile_functions

LETTER = b"From: Bert <bert@example.org>\nDate: Mon, 30 Nov 2026 09:14:00 +0100\nSubject: Re: M16\n\nM16\n-- \nBert\n"
NOBODYS = b"Subject: a\n\nM16\n"
RETURNED = (
    b"From: Mailer-Daemon\nContent-Type: multipart/report; boundary=b\n\n--b\n\nsorry\n"
    b"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns;x\n\nAction: failed\nStatus: 5.1.1\n--b--\n"
)

ASKS = """
from adjudicator.infra.sandbox.pool import SandboxPool
from testkit.hostile_functions import answer
opener = SandboxPool(1 << 20)
opener.run(answer, 1)
print(opener._free[0].pid, flush=True)
input()
"""


@pytest.fixture(scope="module")
def opener() -> Iterator[SandboxPool]:
    opener = SandboxPool(1 << 20, seconds=0.5)
    yield opener
    opener.close()


@pytest.mark.parametrize("raw", [LETTER, NOBODYS, RETURNED], ids=["a letter", "of nobody", "returned"])
def test_a_letter_parsed_in_the_sandbox_equals_one_parsed_here(opener: SandboxPool, raw: bytes) -> None:
    there, here = opener.run(read_letter, raw, ""), read_letter(raw, "")
    assert (str(there.sender_fault), there.bounce) == (str(here.sender_fault), here.bounce)
    for name in ("sender", "subject", "text", "date", "recipients", "references", "robot", "unread"):
        assert getattr(there, name) == getattr(here, name)


def test_a_reply_parsed_in_the_sandbox_equals_one_parsed_here(opener: SandboxPool) -> None:
    is_ours = AddressBook("club.example", secret=b"a secret for tests only").is_ours
    text = "M16\n\nOn Fri, play@club.example wrote:\n> M15\n"
    assert opener.run(read_reply, text, is_ours, name="Bert") == read_reply(text, is_ours, "Bert")


@pytest.mark.parametrize(
    ("explosive", "why"),
    [(hostile_functions.backtrack, "more than 0.5 seconds"), (hostile_functions.hoard, "more memory")],
)
def test_a_function_over_a_limit_is_ended_with_that_reason(
    opener: SandboxPool, explosive: Callable[[], int], why: str
) -> None:
    with pytest.raises(SandboxLimit, match=why):
        opener.run(explosive)
    assert opener.run(hostile_functions.answer, 3) == 3


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS])
def test_a_function_that_kills_its_process_is_reported(opener: SandboxPool, number: int) -> None:
    with pytest.raises(SandboxLimit, match="ended its reader"):
        opener.run(hostile_functions.end_by, number)
    assert opener.run(hostile_functions.answer, 4) == 4


def test_a_child_killed_from_outside_is_not_the_letters_fault(opener: SandboxPool, tmp_path: Path) -> None:
    assert opener.run(hostile_functions.taken_away_once, str(tmp_path / "mark")) == 7
    with pytest.raises(SandboxLimit, match="Killed"):
        opener.run(hostile_functions.end_by, signal.SIGKILL)


def test_a_refusal_in_the_sandbox_is_raised_here(opener: SandboxPool) -> None:
    with pytest.raises(LetterRefused) as refused:
        opener.run(hostile_functions.refuse)
    assert (refused.value.reason, refused.value.measured, refused.value.allowed) == ("nested", 30, 20)


def test_a_crash_comes_with_its_traceback(opener: SandboxPool) -> None:
    with pytest.raises(SandboxCrash, match="a wheel came off") as broke:
        opener.run(hostile_functions.fault)
    assert "in fault" in str(broke.value)


def test_an_answer_of_another_type_is_rejected(opener: SandboxPool) -> None:
    with pytest.raises(msgspec.ValidationError):
        opener.run(hostile_functions.lie)


def test_an_idle_child_exits_and_the_next_letter_gets_another() -> None:
    opener = SandboxPool(1 << 20, idle=0.2)
    assert opener.run(hostile_functions.answer, 1) == 1
    (child,) = opener._free
    assert child.wait(20) == 0
    assert opener.run(hostile_functions.answer, 2) == 2
    opener.close()


def test_a_closed_pool_has_no_children_and_starts_one_when_used_again(opener: SandboxPool) -> None:
    opener.run(hostile_functions.answer, 1)
    child = opener._free[-1]
    opener.close()
    assert child.returncode == 0
    assert opener.run(hostile_functions.answer, 1) == 1


def test_a_child_ends_with_its_killed_parent() -> None:
    parent = subprocess.Popen([sys.executable, "-c", ASKS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    sandbox = os.pidfd_open(int(parent.stdout.readline()))
    parent.kill()
    parent.communicate()
    assert select.select([sandbox], [], [], 20)[0]
    os.close(sandbox)


def test_concurrent_threads_get_their_own_answers(opener: SandboxPool) -> None:
    wrong: list[int] = []

    def ask(start: int) -> None:
        wrong.extend(n for n in range(start, start + 50) if opener.run(hostile_functions.answer, n) != n)

    threads = [threading.Thread(target=ask, args=(1000 * n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not wrong
    assert len(opener._free) <= 2


def test_larger_letters_get_higher_limits() -> None:
    raw = LETTER + b"x" * 76 + (b"\n" + b"x" * 76) * 200_000
    opener = SandboxPool(32 << 20)
    assert opener.run(read_letter, raw, "bert@example.org", 32 << 20).subject == "Re: M16"
    opener.close()


def test_a_child_that_cannot_be_started_makes_the_sandbox_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    opener = SandboxPool(1 << 20)
    monkeypatch.setattr(opener, "_command", (str(Path(os.devnull) / "nothing"),))
    with pytest.raises(SandboxUnavailable):
        opener.run(hostile_functions.answer, 1)

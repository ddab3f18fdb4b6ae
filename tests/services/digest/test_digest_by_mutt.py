"""A digest of three matches, answered once in a real mail program: quoted whole above, below and between."""

from __future__ import annotations

import mailbox
import os
import pty
import select
import shutil
import sys
from collections.abc import Sequence
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from testkit.club import Club, address_of, prose_of
from tests.services.digest_club import begin_three, digest_of, last_step, turns

MUTT = shutil.which("mutt")
PATIENCE = 20
"""Seconds without a sign of mutt."""
ORDERS = ("M14", "L14", "M12")
SETTINGS = """
set folder="{folder}" mbox_type=mbox include=yes fast_reply=yes record="" signature="" reply_to=yes
set realname="Player" from="{sender}" use_from=yes copy=no confirmappend=no move=no quit=yes
set editor="{python} {folder}/editor.py" sendmail="{folder}/sendmail"
push "<reply><send-message><quit>"
"""
EDITOR = """
import sys
from pathlib import Path
said, where = {said!r}, {where!r}
file = Path(sys.argv[1])
quote = file.read_text().splitlines()
if where == "above":
    lines = [*said, "", *quote]
elif where == "below":
    lines = [*quote, "", *said]
else:
    lines = list(quote)
    for line in said:
        at = next(n for n, one in enumerate(lines) if one.startswith("> " + line.split()[0] + " ") and ":" not in one)
        lines[at + 2 : at + 2] = ["", line, ""]
file.write_text("\\n".join(lines) + "\\n")
"""


def reply_by_mutt(folder: Path, raw: bytes, sender: str, said: Sequence[str], where: str) -> bytes:
    """Let mutt answer a letter, with an editor that writes lines into the quote; return what it sends."""
    box = mailbox.mbox(folder / "mbox")
    box.add(raw)
    box.close()
    (folder / "rc").write_text(SETTINGS.format(sender=sender, python=sys.executable, folder=folder))
    (folder / "editor.py").write_text(EDITOR.format(said=list(said), where=where))
    relay = folder / "sendmail"
    relay.write_text(f"#!/bin/sh\ncat > {folder}/sent\n")
    relay.chmod(0o755)
    child, terminal = pty.fork()
    if not child:
        os.environ.update(TERM="xterm", HOME=str(folder), LC_ALL="C.UTF-8")
        os.execv(str(MUTT), ["mutt", "-n", "-F", str(folder / "rc"), "-f", str(folder / "mbox")])
    shown = b""
    try:
        while select.select([terminal], [], [], PATIENCE)[0] and (more := os.read(terminal, 4096)):
            shown += more
    except OSError:
        pass  # so a terminal ends whose program is gone
    finally:
        os.close(terminal)  # hangs up mutt, if it still asks something
        os.waitpid(child, 0)
    assert (folder / "sent").is_file(), shown[-400:]
    return (folder / "sent").read_bytes()


@pytest.mark.skipif(MUTT is None, reason="mutt is not installed")
@pytest.mark.parametrize("where", ["above", "below", "between"])
def test_every_order_comes_to_its_match_and_nothing_else(club: Club, tmp_path: Path, where: str) -> None:
    mover, found = begin_three(club)
    before, letter, count = turns(club), digest_of(club, mover), len(club.letters(mover))
    raw = club.transport.raws[[id(one) for one in club.transport.letters].index(id(letter))]
    said = [f"{code} {order}" for code, order in zip(found, ORDERS, strict=True)]
    sent = reply_by_mutt(tmp_path, raw, address_of(mover), said, where)
    to = address_of(message_from_bytes(sent, policy=default)["To"])
    assert to == address_of(letter["Reply-To"])
    number = club.bring(sent, to, mover)
    club.work()
    assert club.inbox(number).verdict == "played"
    assert turns(club) == [turn + 1 for turn in before]
    assert [last_step(club, code) for code in found] == list(ORDERS)
    assert len(club.letters(mover)) == count + 1
    assert all(f"Played: {order}." in prose_of(club.last(mover)) for order in ORDERS)

"""Threading: mail programs group the letters of a match, each by its own rule, and separate two matches."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from testkit.club import ANNA, BOB, Club, address_of, offered, to_move

FEW_SECONDS = 30
REPLY = re.compile(r"(?i)^(?:(?:re|aw|sv|antw|r|fwd?|wg)\s*:\s*)+")
MUTT = """\
set folder={folder}
set header_cache=""
set sort=threads
set strict_threads=yes
set quit=yes
set confirmappend=no
set confirmcreate=no
set move=no
set delete=no
set wait_key=no
macro index X "<first-entry><tag-thread><tag-prefix><copy-message><kill-line>{folder}/thread<enter><exit>"
push "X"
"""


def answer_of(letter: EmailMessage) -> EmailMessage:
    """Answer a letter as every mail program does."""
    answer = EmailMessage()
    answer["From"] = str(letter["To"])
    answer["To"] = str(letter["Reply-To"])
    answer["Date"] = str(letter["Date"])
    answer["Subject"] = f"Re: {letter['Subject']}"
    answer["Message-ID"] = f"<answer-{str(letter['Message-ID'])[1:]}"
    answer["In-Reply-To"] = str(letter["Message-ID"])
    answer["References"] = f"{letter['References']} {letter['Message-ID']}"
    answer.set_content("M14")
    return answer


def mailbox_of(club: Club, person: str) -> list[EmailMessage]:
    """Collect the letters of a match in a player's mailbox: ours, and their answers."""
    ours = [letter for letter in club.letters(person) if letter["List-Id"]]
    return [*ours, *map(answer_of, ours)]


def play(club: Club, turns: int) -> None:
    club.begin("days=3")
    for _ in range(turns):
        mover = to_move(club)
        club.answer(club.last(mover), offered(club.last(mover))[0])
        club.pass_time(hours=1)


def as_mbox(letters: list[EmailMessage]) -> bytes:
    return b"".join(b"From somebody Mon Nov 30 19:00:00 2026\n" + letter.as_bytes() + b"\n" for letter in letters)


def roots(letters: list[EmailMessage]) -> set[str]:
    """Name the threads of letters by the rule that Thunderbird and others follow: the oldest letter referred to."""
    return {str(letter["References"] or letter["Message-ID"]).split()[0] for letter in letters}


def conversations(letters: list[EmailMessage]) -> list[set[str]]:
    """Sort letters into conversations as Gmail says that it does: tied by their references, and of like subject."""
    found: list[tuple[str, set[str], set[str]]] = []
    for letter in letters:
        subject = REPLY.sub("", " ".join(str(letter["Subject"]).split())).casefold()
        names = {str(letter["Message-ID"]), *str(letter["References"] or "").split()}
        for known, tied, members in found:
            if known == subject and tied & names:
                tied.update(names)
                members.add(str(letter["Message-ID"]))
                break
        else:
            found.append((subject, names, {str(letter["Message-ID"])}))
    return [members for _, _, members in found]


@pytest.mark.skipif(not shutil.which("mutt"), reason="needs Debian's mutt")
def test_mutt_puts_the_letters_of_a_match_and_the_answers_into_one_thread(club: Club, tmp_path: Path) -> None:
    play(club, 4)
    first = mailbox_of(club, ANNA)
    play(club, 2)
    everything = mailbox_of(club, ANNA)
    (tmp_path / "box").write_bytes(as_mbox(everything))
    (tmp_path / "muttrc").write_text(MUTT.format(folder=tmp_path))
    words = f"mutt -n -F {tmp_path}/muttrc -f {tmp_path}/box"
    environ = {"TERM": "xterm", "PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "EDITOR": "true"}
    subprocess.run(
        ["script", "-qec", words, "/dev/null"],
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=FEW_SECONDS,
        check=False,
    )
    thread = (tmp_path / "thread").read_bytes()
    assert thread.count(b"\nMessage-ID: ") == len(first) < len(everything)


def test_a_thread_has_one_root_and_two_matches_have_two(club: Club) -> None:
    play(club, 4)
    assert len(roots(mailbox_of(club, ANNA))) == len(roots(mailbox_of(club, BOB))) == 1
    play(club, 2)
    assert len(roots(mailbox_of(club, ANNA))) == 2


def test_by_gmails_rule_an_answer_stays_with_its_letter(club: Club) -> None:
    play(club, 4)
    for letter in mailbox_of(club, ANNA):
        if not str(letter["Subject"]).startswith("Re:"):
            assert len(conversations([letter, answer_of(letter)])) == 1


def test_by_gmails_rule_a_match_of_one_subject_is_one_conversation(club: Club) -> None:
    club.context = replace(club.context, one_subject=True)
    play(club, 4)
    letters = mailbox_of(club, ANNA)
    assert {REPLY.sub("", str(letter["Subject"])) for letter in letters} == {f"[{club.match().code}]"}
    assert len(conversations(letters)) == 1
    play(club, 2)
    assert len(conversations(mailbox_of(club, ANNA))) == 2


def test_a_name_is_the_letters_own_and_stays_in_one_piece(club: Club) -> None:
    play(club, 4)
    names = [str(letter["Message-ID"]) for letter in club.transport.letters]
    assert len(set(names)) == len(names)
    long = f"<{'x' * 120}@{'y' * 60}.outlook.example>"
    mover = to_move(club)
    to = address_of(club.last(mover)["Reply-To"])
    club.bring(f"From: {mover}\r\nTo: {to}\r\nMessage-ID: {long}\r\n\r\nboard\r\n".encode(), to, mover)
    club.work()
    answer = club.last(mover)
    assert str(answer["In-Reply-To"]).strip() == long
    assert str(answer["References"]).split()[-1] == long

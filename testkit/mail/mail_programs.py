"""Real mail programs that answer a digest of three games, and the letters that they write.

Runs as a program: ``python -m testkit.mail.mail_programs FOLDER [PROGRAM…]``. It plays three matches until a digest
tells them, lets each program answer with the whole digest quoted and the orders above, between and below, and has each
answer judged in a copy of the club. The letters stay in the folder; tests read the kept ones (`tests/mail/digest`).

The programs come from Debian: mutt neomutt s-nail alpine nmh aerc claws-mail sylpheed thunderbird, and tmux, xvfb,
xdotool, openbox and dbus to drive them. One that is missing is left out.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import structlog
from sqlalchemy import select

from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.store.tables import Match
from testkit.club import ANNA, BOB, Club, address_of, offered, text_of, to_move
from testkit.database import make_tables
from testkit.mail.thunderbird import keeping_smtp_server, reply_by_thunderbird
from testkit.mail.windows import running_on_display, write_settings

GAMES = ("egyptos", "cheops", "pharao")
PLACES = ("above", "between", "below")
PATIENCE = 60
"""Seconds that a program has for its letter."""
HEADING = r"(?i)^[>|:\t]* ?{code} [^:]*$"
"""A match's heading in a quoted digest."""


@dataclass(frozen=True, slots=True)
class Task:
    """A digest to answer: the folder for a program's files, the letter, and what is to be written where."""

    folder: Path
    raw: bytes
    sender: str
    said: Sequence[str]
    place: str

    @property
    def sent(self) -> Path:
        """The letter that the program sends."""
        return self.folder / "sent"

    @property
    def address(self) -> str:
        """The bare address of the sender."""
        return address_of(self.sender)

    def script(self, name: str, text: str) -> Path:
        """Write a program for the folder."""
        path = self.folder / name
        path.write_text(textwrap.dedent(text).lstrip())
        path.chmod(0o755)
        return path

    @property
    def sendmail(self) -> Path:
        """A relay that keeps the letter."""
        return self.script("sendmail", f"#!/bin/sh\ncat > {self.folder}/part && mv {self.folder}/part {self.sent}\n")

    @property
    def editor(self) -> Path:
        """An editor that writes the orders into the quoted letter."""
        return self.script(
            "editor",
            f"""\
            #!{sys.executable}
            import sys
            from pathlib import Path
            sys.path.insert(0, {str(Path(__file__).parents[2])!r})
            from testkit.mail.mail_programs import insert_orders
            file = Path(sys.argv[-1])
            file.write_text(insert_orders(file.read_text(), {list(self.said)!r}, {self.place!r}))
            Path({str(self.edited)!r}).touch()
            """,
        )

    @property
    def edited(self) -> Path:
        """A file that is there once the editor has written."""
        return self.folder / "edited"

    def environment(self, **more: str) -> dict[str, str]:
        """Give a program the folder as its home, and the editor."""
        editor = str(self.editor)
        own = {"HOME": str(self.folder), "LC_ALL": "C.UTF-8", "TZ": "UTC", "EDITOR": editor, "VISUAL": editor}
        return {"PATH": os.environ["PATH"], "TERM": "xterm", **own, **more}


def insert_orders(text: str, said: Sequence[str], place: str) -> str:
    """Write lines into a quoted letter; headers above a blank line or a row of dashes stay above."""
    lines = text.splitlines()
    begin = _end_of_headers(lines)
    head, quote = lines[:begin], lines[begin:]
    if place == "above":
        quote = [*said, "", *quote]
    elif place == "below":
        quote = [*quote, "", *said]
    else:
        for line in said:
            heading = re.compile(HEADING.format(code=line.split()[0]))
            at = next(number for number, one in enumerate(quote) if heading.match(one))
            quote[at + 2 : at + 2] = ["", line, ""]
    return "\n".join([*head, *quote]) + "\n"


def _end_of_headers(lines: Sequence[str]) -> int:
    """Find where the text begins in the file that nmh and Claws give to an editor."""
    if not lines or not re.match(r"(?i)(from|to|subject|cc|fcc|bcc):", lines[0]):
        return 0
    return next(number for number, line in enumerate(lines) if not line.strip("-")) + 1


def _deliver(task: Task) -> Path:
    """Put the digest into a mailbox file and into a maildir."""
    box = task.folder / "mbox"
    quoted = re.sub(rb"(?m)^From ", b">From ", task.raw.replace(b"\r\n", b"\n"))
    box.write_bytes(b"From play@club.example Sat Nov 28 20:00:00 2026\n" + quoted + b"\n")
    for name in ("cur", "new", "tmp"):
        (task.folder / "maildir" / name).mkdir(parents=True, exist_ok=True)
    (task.folder / "maildir" / "cur" / "1.digest:2,").write_bytes(task.raw)
    return box


@contextmanager
def _terminal(task: Task, command: str, **environment: str) -> Iterator[Callable[..., None]]:
    """Run a program in a terminal of its own; what is given out presses keys."""
    socket = ["tmux", "-S", str(task.folder / "tmux"), "-f", "/dev/null"]
    variables = [f"{name}={value}" for name, value in task.environment(**environment).items()]
    begin = [*socket, "new-session", "-d", "-x", "120", "-y", "50", "env", "-i", *variables, "sh", "-c", command]
    subprocess.run(begin, check=True)

    def press(*keys: str, until: str = "") -> None:
        _await_words(socket, until)
        subprocess.run([*socket, "send-keys", *keys], check=True)

    try:
        yield press
        _await_letter(task, lambda: _screen(socket))
    finally:
        subprocess.run([*socket, "kill-server"], check=False, stderr=subprocess.DEVNULL)


def _screen(socket: Sequence[str]) -> str:
    return subprocess.run([*socket, "capture-pane", "-p"], check=False, capture_output=True, text=True).stdout


def _await_words(socket: Sequence[str], words: str) -> None:
    """Wait until the screen shows some words."""
    limit = monotonic() + PATIENCE
    while words and words not in (shown := _screen(socket)):
        assert monotonic() < limit, f"{words!r} is not shown:\n{shown}"
        sleep(0.1)


def _await_letter(task: Task, screen: Callable[[], str] = str) -> None:
    limit = monotonic() + PATIENCE
    while not task.sent.exists():
        assert monotonic() < limit, f"no letter was sent:\n{screen()}"
        sleep(0.1)


def _reply_by_mutt(task: Task, program: str = "mutt", more: str = "") -> None:
    box = _deliver(task)
    (task.folder / "rc").write_text(
        f'set folder="{task.folder}" mbox_type=mbox include=yes fast_reply=yes record="" signature="" reply_to=yes\n'
        f'set realname="Bob" from="{task.sender}" use_from=yes copy=no confirmappend=no move=no quit=yes {more}\n'
        f'set editor="{task.editor}" sendmail="{task.sendmail}"\npush "<reply><send-message><quit>"\n'
    )
    with _terminal(task, f"{program} -n -F {task.folder}/rc -f {box}"):
        pass


def _reply_by_neomutt(task: Task) -> None:
    _reply_by_mutt(task, "neomutt")


def _reply_by_flowing_mutt(task: Task) -> None:
    _reply_by_mutt(task, "mutt", "text_flowed=yes")


def _reply_by_snail(task: Task) -> None:
    """Let s-nail answer: its compose mode takes the quote, and an escape starts the editor."""
    box = _deliver(task)
    said = f'set quote mta={task.sendmail} from="{task.sender}" EDITOR={task.editor} VISUAL={task.editor}\n'
    (task.folder / "rc").write_text("set v15-compat fullnames dot\n" + said)
    keys = "reply 1\n~e\n~.\nxit\n"
    command = ["s-nail", "-:u", "-~", "-#", "-f", str(box)]
    environment = task.environment(MAILRC=str(task.folder / "rc"))
    subprocess.run(command, input=keys, env=environment, text=True, check=False, capture_output=True, timeout=PATIENCE)
    _await_letter(task)


def _reply_by_alpine(task: Task) -> None:
    box = _deliver(task)
    (task.folder / "mail").mkdir()
    (task.folder / "pinerc").write_text(
        f"personal-name=Bob\nuser-domain=bob.example\ninbox-path={box}\nsendmail-path={task.sendmail} -t\n"
        f'editor={task.editor}\nlast-version-used=9.99\nlast-time-prune-questioned=999.12\ndefault-fcc=""\n'
        "feature-list=enable-alternate-editor-cmd,enable-alternate-editor-implicitly,include-text-in-reply,"
        "allow-changing-from,reply-always-uses-reply-to,quit-without-confirm,no-enable-mouse-in-xterm\n"
        f"customized-hdrs=From: {task.sender}\n"
    )
    command = f"alpine -P /dev/null -p {task.folder}/pinerc -i"
    with _terminal(task, command) as press:
        press("R", until="MESSAGE INDEX")
        press("n", until="Reply to all")
        press("C-x", until="^X Send")
        press("y", until="Send message")


def _reply_by_nmh(task: Task) -> None:
    """Let nmh answer: repl quotes by a filter, and ``whatnow`` sends."""
    mail = task.folder / "Mail" / "inbox"
    mail.mkdir(parents=True)
    (mail / "1").write_bytes(task.raw.replace(b"\r\n", b"\n"))
    (task.folder / ".mh_profile").write_text(
        f"Path: {task.folder}/Mail\nlocal-mailbox: {task.sender}\nsend: -mts sendmail/pipe -sendmail {task.sendmail}\n"
    )
    command = ["/usr/bin/mh/repl", "-nocc", "all", "-format", "-editor", str(task.editor), "1"]
    environment = task.environment(PATH=f"/usr/bin/mh:{os.environ['PATH']}")
    subprocess.run(
        command, input="send\n", env=environment, text=True, check=False, capture_output=True, timeout=PATIENCE
    )
    _await_letter(task)


def _reply_by_aerc(task: Task) -> None:
    _deliver(task)
    (task.folder / "store").mkdir()
    (task.folder / "maildir").rename(task.folder / "store" / "INBOX")
    settings = task.folder / ".config" / "aerc"
    settings.mkdir(parents=True)
    accounts = settings / "accounts.conf"
    accounts.write_text(
        f"[club]\nsource=maildir://{task.folder}/store\noutgoing={task.sendmail}\ndefault=INBOX\nfrom={task.sender}\n"
    )
    accounts.chmod(0o600)
    with _terminal(task, "aerc") as press:
        press(":reply -q", "Enter", until="3 matches")
        press("y", until="Send this email")


def _press_until(done: Callable[[], bool], press: Callable[[], None], what: str) -> None:
    """Press keys, and again if the window was not ready for them, until something has happened."""
    for _ in range(6):
        press()
        limit = monotonic() + 4
        while monotonic() < limit and not done():
            sleep(0.1)
        if done():
            return
    raise AssertionError(what)


def _reply_by_claws(task: Task) -> None:
    write_settings(
        task.folder, ".claws-mail", "clawsrc", protocol=5, smtp=0, sendmail=task.sendmail, editor=task.editor
    )
    (task.folder / "Mail" / "inbox" / "1").write_bytes(task.raw)
    command = ["claws-mail", "--select", "#mh/Mailbox/inbox/1"]
    with running_on_display(command, task.environment()) as press:
        _press_until(task.edited.exists, lambda: press("Claws Mail", "ctrl+r"), "the editor is run")
        _press_until(task.sent.exists, lambda: press("Compose message", "ctrl+Return"), "Claws Mail sends")


def _reply_by_sylpheed(task: Task) -> None:
    with keeping_smtp_server() as (port, letters):
        write_settings(
            task.folder, ".sylpheed-2.0", "sylpheedrc", protocol=0, smtp=port, sendmail="", editor=task.editor
        )
        letter = task.folder / "Mail" / "inbox" / "1"
        letter.write_bytes(task.raw)
        with running_on_display(["sylpheed", "--open", f"file://{letter}"], task.environment()) as press:
            _press_until(task.edited.exists, lambda: press("3 matches", "alt+m", "r"), "the editor is run")
            _press_until(lambda: bool(letters), lambda: press("Compose", "alt+f", "s"), "Sylpheed sends")
        task.sent.write_bytes(letters[0][2])


def _reply_by_thunderbird(task: Task, *, html: bool = False) -> None:
    box = _deliver(task)
    sent = reply_by_thunderbird(box, task.said, task.place, task.environment(), html=html)
    task.sent.write_bytes(sent)


def _reply_by_thunderbird_in_html(task: Task) -> None:
    _reply_by_thunderbird(task, html=True)


PROGRAMS: dict[str, tuple[str, Callable[[Task], None]]] = {
    "mutt": ("mutt", _reply_by_mutt),
    "mutt-flowed": ("mutt", _reply_by_flowing_mutt),
    "neomutt": ("neomutt", _reply_by_neomutt),
    "s-nail": ("s-nail", _reply_by_snail),
    "alpine": ("alpine", _reply_by_alpine),
    "nmh": ("/usr/bin/mh/repl", _reply_by_nmh),
    "aerc": ("aerc", _reply_by_aerc),
    "claws-mail": ("claws-mail", _reply_by_claws),
    "sylpheed": ("sylpheed", _reply_by_sylpheed),
    "thunderbird": ("thunderbird", _reply_by_thunderbird),
    "thunderbird-html": ("thunderbird", _reply_by_thunderbird_in_html),
}
"""How each program is called, and how it answers."""


def play_until_digest(club: Club) -> list[str]:
    """Bring three matches to Bob's turn, one of each game, and send him a digest; return an order for each match."""
    said = []
    for game in GAMES:
        club.write(ANNA, club.context.addresses.service, f"new {game} with {address_of(BOB)}")
        club.answer(club.last(ANNA), "yes")
        club.answer(club.last(BOB), "join", sender=BOB)
        while to_move(club) == ANNA:
            club.answer(club.last(ANNA), offered(club.last(ANNA))[-1])
        said.append(f"{club.match().code} {offered(club.last(BOB))[1]}")
    club.answer(club.last(BOB), "digest 18:00", sender=BOB)
    club.pass_time(hours=24)
    run_sweep(club.context, club.now)
    club.work()
    return said


def _answer_by(reply: Callable[[Task], None], raw: bytes, said: Sequence[str], place: str, attempts: int = 3) -> bytes:
    """Let a program answer; again in a new home if its window did not come or did not listen."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        task = Task(Path(home), raw, BOB, said, place)
        try:
            reply(task)
        except AssertionError:
            if attempts == 1:
                raise
        else:
            return task.sent.read_bytes()
    return _answer_by(reply, raw, said, place, attempts - 1)


def _judge(origin: Path, answer: bytes, said: Sequence[str], now: datetime) -> str:
    """Have an answer judged in a copy of the club; return what is wrong about what came of it."""
    with TemporaryDirectory() as folder:
        club = Club.found(f"sqlite:///{shutil.copy(origin, folder)}")
        club.now = now
        with club.context.store.reading() as session:
            before = {match.code: len(match.entries) for match in session.scalars(select(Match))}
        to = address_of(message_from_bytes(answer, policy=default)["To"])
        row = club.inbox(club.bring(answer, to, BOB))
        club.work()
        with club.context.store.reading() as session:
            played = [
                f"{match.code} {'; '.join(entry.step or '' for entry in match.entries[before[match.code] :])}"
                for match in session.scalars(select(Match).order_by(Match.id))
            ]
        verdict = club.inbox(row.id).verdict
        receipt = text_of(club.last(BOB))
        club.context.store.close()
    return "" if verdict == "played" and played == list(said) else f"{verdict}: {played}\n{receipt}"


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("programs", nargs="*", default=PROGRAMS, metavar="PROGRAM")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    structlog.configure(processors=[lambda *_: (_ for _ in ()).throw(structlog.DropEvent)])
    with TemporaryDirectory() as folder:
        origin = Path(folder) / "club.sqlite3"
        make_tables(f"sqlite:///{origin}")
        club = Club.found(f"sqlite:///{origin}")
        said = play_until_digest(club)
        club.context.store.close()
        raw = club.transport.raws[-1]
        (asked.folder / "digest.eml").write_bytes(raw)
        (asked.folder / "orders.txt").write_text("".join(f"{line}\n" for line in said))
        for name in asked.programs:
            executable, reply = PROGRAMS[name]
            if shutil.which(executable) is None:
                sys.stdout.write(f"{name:15} is not installed\n")
                continue
            for place in PLACES:
                answer = _answer_by(reply, raw, said, place)
                (asked.folder / f"{name}_{place}.eml").write_bytes(answer)
                wrong = _judge(origin, answer, said, club.now)
                sys.stdout.write(f"{name:15} {place:8} {wrong or 'every order in its match'}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    _main()

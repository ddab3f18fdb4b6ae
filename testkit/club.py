"""A club in memory: services with a real database, a transport that keeps letters, a job queue run on request."""

from __future__ import annotations

import pickle
import re
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from hashlib import blake2b
from os import fstat
from pathlib import Path
from shutil import copyfile
from tempfile import mkdtemp

from sqlalchemy import select, update

from adjudicator.mail.address import AddressBook
from adjudicator.mail.incoming.delivery_status import Undelivered
from adjudicator.services.context import Context
from adjudicator.services.inbound import intake
from adjudicator.services.job_queue import Job
from adjudicator.services.jobs import bot_turns, hint_answers, judging, letter_sender
from adjudicator.services.matches.rows.outage_rows import record_awake
from adjudicator.store.session import Store
from adjudicator.store.states import Letters
from adjudicator.store.tables import Inbox, Match, Player
from adjudicator.texts.games.order_purposes import PURPOSES
from testkit.received_letter import POLICY, ReceivedLetters

ANNA = "Anna <anna@anna.example>"
BOB = "Bob <bob@bob.example>"
START = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)
MOST_KEPT = 4
"""Beginnings of one name that a worker keeps: some come after something that is different each time."""
SECRET = b"a secret for tests, long enough to sign with"


@dataclass(slots=True)
class RecordingQueue:
    """A job queue that only records."""

    enqueued: list[tuple[Job, int]] = field(default_factory=list)
    broken: bool = False
    exports: int = 0
    """How often a new export was asked for."""

    def enqueue(self, job: Job, row: int) -> None:
        if not self.broken:
            self.enqueued.append((job, row))

    def ask_for_export(self) -> None:
        self.exports += 1


@dataclass(slots=True)
class RecordingTransport:
    """A mail transport that keeps letters, or fails as told."""

    letters: ReceivedLetters = field(default_factory=ReceivedLetters)
    raws: list[bytes] = field(default_factory=list)
    envelopes: list[tuple[str, str]] = field(default_factory=list)
    fault: Undelivered | None = None

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        if self.fault is not None:
            raise self.fault
        self.envelopes.append((envelope_from, recipient))
        self.letters.receive(raw)
        self.raws.append(raw)


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a club came to by some letters: its database, what went out, and how many letters were written in all."""

    database: Path
    sent: tuple[tuple[str, str, bytes], ...]
    written: int


@dataclass(frozen=True, slots=True)
class Beginnings:
    """Matches begin by the same few letters in most tests. Each beginning is played once and then taken over.

    All workers of a run share the folder, and with it what any of them has played. While a test has put something else
    into the program, it must not use them: its own beginning would not be played, and others would take it over.
    """

    folder: Path
    _known: dict[str, Beginning] = field(default_factory=dict)
    _digests: dict[bytes, bytes] = field(default_factory=dict)
    _kept: Counter[object] = field(default_factory=Counter)

    def play(self, club: Club, name: object, letters: Callable[[], object]) -> None:
        """Let a club come to where its letters lead from what is in its database."""
        key = self._key(name, _content(club))
        found = self._find(key)
        if found is not None:
            _take_over(club, found)
            return
        before = len(club.transport.raws)
        letters()
        self._kept[name] += 1
        if self._kept[name] <= MOST_KEPT:
            self._keep(club, key, before)

    def _key(self, name: object, before: bytes) -> str:
        if before not in self._digests:
            while len(self._digests) > MOST_KEPT:
                del self._digests[next(iter(self._digests))]
            self._digests[before] = blake2b(before).digest()
        return blake2b(repr(name).encode() + self._digests[before], digest_size=16).hexdigest()

    def _find(self, key: str) -> Beginning | None:
        kept = self.folder / key
        if key not in self._known and kept.exists():
            sent, written = pickle.loads((kept / "letters").read_bytes())
            self._known[key] = Beginning(kept / "club.sqlite3", sent, written)
        return self._known.get(key)

    def _keep(self, club: Club, key: str, before: int) -> None:
        made = Path(mkdtemp(dir=self.folder))
        with club.connected() as connection, closing(sqlite3.connect(made / "club.sqlite3")) as copy:
            connection.backup(copy)
        envelopes = zip(club.transport.envelopes, club.transport.raws, strict=True)
        sent = tuple((*envelope, raw) for envelope, raw in envelopes)[before:]
        (made / "letters").write_bytes(pickle.dumps((sent, club.written)))
        with suppress(OSError):  # another worker was quicker
            made.rename(self.folder / key)


def _content(club: Club) -> bytes:
    """Read a database; what nobody has written to since it was copied is all in its file."""
    path = club.database
    log = path.with_name(f"{path.name}-wal")
    if not log.exists() or not log.stat().st_size:
        return path.read_bytes()
    with club.connected() as connection:
        return connection.serialize()


def _take_over(club: Club, beginning: Beginning) -> None:
    club.context.store.engine.dispose()  # the last one who leaves a SQLite file removes what is beside it
    club.database.unlink()
    copyfile(beginning.database, club.database)
    club.written = beginning.written
    for letter in beginning.sent:
        club.transport.send(*letter)


@dataclass(slots=True)
class Club:
    """Everything a test needs to write letters and to read what came back."""

    context: Context
    queue: RecordingQueue
    transport: RecordingTransport
    now: datetime = START
    written: int = 0
    _beginnings: Beginnings | None = None
    _is_patched: Callable[[], bool] = bool
    _as_given: tuple[Context, datetime] | None = None
    """How the club was when it was given the beginnings; another one plays for itself."""
    _looked: tuple[tuple[int, bytes] | None, Match] | None = None
    """The newest match, and the state of the database in which it was read."""

    @classmethod
    def found(cls, url: str) -> Club:
        """Open a club at a database that has its tables."""
        queue = RecordingQueue()
        context = Context(
            store=Store(url),
            addresses=AddressBook(domain="club.example", secret=SECRET),
            queue=queue,
            site="https://club.example",
            secret=SECRET,
            host_address="host@club.example",
            house_seconds=0.05,
        )
        return cls(context, queue, RecordingTransport())

    @property
    def database(self) -> Path:
        """The file of the database."""
        return Path(str(self.context.store.engine.url.database))

    def connected(self) -> closing[sqlite3.Connection]:
        """Open the database without anything of ours in between."""
        return closing(sqlite3.connect(self.database))

    def write(
        self, sender: str, to: str, text: str, *, subject: str = "", channel: str = "smtp", **headers: str
    ) -> int:
        """Hand in a letter and run every job that follows from it."""
        number = self.drop(sender, to, text, subject=subject, channel=channel, **headers)
        self.work()
        return number

    def drop(self, sender: str, to: str, text: str, *, subject: str = "", channel: str = "smtp", **headers: str) -> int:
        """Hand in a letter, and run nothing."""
        self.written += 1
        letter = EmailMessage(policy=POLICY)
        letter["From"] = sender
        letter["To"] = to
        letter["Subject"] = subject
        letter["Message-ID"] = f"<{self.written}@mail.example>"
        for name, value in headers.items():
            letter[name.replace("_", "-")] = value
        letter.set_content(text)
        return self.bring(letter.as_bytes(), to, sender, channel)

    def bring(self, raw: bytes, to: str, sender: str, channel: str = "smtp", *, trusted: bool = True) -> int:
        return intake.accept_letter(
            self.context, intake.Arrival(raw, to, address_of(sender), channel, trusted_relay=trusted), self.now
        )

    def answer(self, letter: EmailMessage, text: str, *, sender: str | None = None) -> int:
        """Answer a letter of ours as a mail program does: to its Reply-To, with its text quoted below."""
        body = letter.get_body(("plain",))
        assert body is not None
        quoted = "\n".join(f"> {line}" for line in body.get_content().splitlines())
        reply_to = address_of(letter["Reply-To"])
        return self.write(
            sender or str(letter["To"]),
            reply_to,
            f"{text}\n\nOn Fri, 27 Nov 2026 at 20:00, Adjudicator <{reply_to}> wrote:\n{quoted}\n",
            subject=f"Re: {letter['Subject']}",
            In_Reply_To=str(letter["Message-ID"]),
            References=f"{letter['References'] or ''} {letter['Message-ID']}",
        )

    def work(self) -> None:
        """Run jobs until none is left."""
        while self.queue.enqueued:
            job, row = self.queue.enqueued.pop(0)
            if job is Job.JUDGE:
                judging.judge_letter(self.context, row, self.now)
            elif job is Job.POST:
                letter_sender.send_due(self.context, self.transport, lambda: self.now)
            else:
                bot_turns.play_bot_turn(self.context, row, self.now)
                hint_answers.answer_hints(self.context, row, self.now)

    def pass_time(self, **span: float) -> None:
        """Let time pass while the service is there."""
        self.be_away(**span)
        with self.context.store.writing() as session:
            record_awake(session, self.now)

    def be_away(self, **span: float) -> None:
        """Let time pass in which the service is down."""
        self.now += timedelta(**span)

    def letters(self, person: str, about: str = "") -> list[EmailMessage]:
        """List the letters that a person got, perhaps only those whose subject has some words."""
        address = address_of(person)
        return [
            letter
            for letter in self.transport.letters.mentioning(address)
            if address in str(letter["To"]) and about in str(letter["Subject"])
        ]

    def last(self, person: str, about: str = "") -> EmailMessage:
        """Take the newest letter of a person."""
        return self.letters(person, about)[-1]

    def match(self) -> Match:
        """Look at the newest match; it is read again when the database has changed."""
        state = self._state()
        if self._looked is not None and state is not None and self._looked[0] == state:
            return self._looked[1]
        with self.context.store.reading() as session:
            match = session.scalars(select(Match).order_by(Match.id.desc())).first()
            assert match is not None
            assert match.seats is not None
        self._looked = state, match
        return match

    def _state(self) -> tuple[int, bytes] | None:
        """Read the head of the index that SQLite keeps of its log, which every transaction changes; None without one.

        It is described in https://www.sqlite.org/walformat.html, 2.1; each index is another file.
        """
        if not self.context.store.has_one_writer:
            return None
        with suppress(FileNotFoundError), Path(f"{self.database}-shm").open("rb", buffering=0) as index:
            return fstat(index.fileno()).st_ino, index.read(48)
        return None

    def inbox(self, number: int) -> Inbox:
        with self.context.store.reading() as session:
            return session.get_one(Inbox, number)

    def give(self, beginnings: Beginnings, is_patched: Callable[[], bool] = bool) -> None:
        """Let the club take over what others of its kind have played, while the program is not patched."""
        self._beginnings, self._is_patched, self._as_given = beginnings, is_patched, (self.context, self.now)

    def play_beginning(self, name: object, letters: Callable[[], object]) -> None:
        """Let letters be written, or take over what came of the same letters in another club with the same database."""
        untouched = self.transport.fault is None and self.queue == RecordingQueue() and not self._is_patched()
        context, now = self._as_given or (None, None)
        if self._beginnings is not None and untouched and context is self.context and now == self.now:
            self._beginnings.play(self, name, letters)
        else:
            letters()

    def begin(self, *options: str, first: str = ANNA, second: str = BOB) -> Match:
        """Let two people agree on a match of Egyptos by letters."""

        def letters() -> None:
            self.write(
                first, self.context.addresses.service, f"new egyptos with {address_of(second)} {' '.join(options)}"
            )
            self.answer(self.last(first), "yes")
            self.answer(self.last(second), "join", sender=second)

        self.play_beginning(("begin", options, first, second), letters)
        return self.match()


def want_all_letters(club: Club) -> None:
    """Let all players get all letters, not only those that ask them for something."""
    with club.context.store.writing() as session:
        session.execute(update(Player).values(letters=Letters.ALL))


def to_move(club: Club) -> str:
    """Name who decides now, in a match that `Club.begin` began."""
    seat = club.match().to_move
    assert seat is not None
    return (ANNA, BOB)[seat]


def other(person: str) -> str:
    """Name the other one of the two."""
    return BOB if person == ANNA else ANNA


def address_of(person: object) -> str:
    """Take the address out of a name and an address."""
    return str(person).rpartition("<")[2].rstrip(">")


def text_of(letter: EmailMessage) -> str:
    """Read the text part of a letter."""
    body = letter.get_body(("plain",))
    assert body is not None
    content: str = body.get_content()
    return content


def prose_of(letter: EmailMessage) -> str:
    """Read the text part with its lines joined, for sentences that may be folded anywhere."""
    return " ".join(text_of(letter).split())


_OFFERS = re.compile(r"^(?:  )?(\S.*?)(?: {2,}|: )(\S.*)", re.MULTILINE)
_OTHERS = frozenset(PURPOSES.values()) - {PURPOSES["play"]}
"""What letters say beside an order that plays nothing."""
_PLAN = PURPOSES["plan"].partition("%")[0]


def offered(letter: EmailMessage) -> list[str]:
    """List the orders that a letter offers to play."""
    text = text_of(letter).replace("\r\n", "\n")
    listed = text.partition("for example\n")[2].partition("\n\n")[0]
    return [order for order, said in _OFFERS.findall(listed) if said not in _OTHERS and not said.startswith(_PLAN)]


def html_of(letter: EmailMessage) -> str:
    """Read the HTML part of a letter."""
    body = letter.get_body(("html",))
    assert body is not None
    content: str = body.get_content()
    return content

"""Matches that are played by letters: what each player answers next, and to which address."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec
from sqlalchemy import select

from adjudicator.match.record.given_salt import NOTHING_GIVEN
from adjudicator.services.context import Context
from adjudicator.services.matches.opening import lobby
from adjudicator.services.matches.opening.lobby import OPEN, build_setup
from adjudicator.services.players.players import get_or_create_player
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Match, Outbox
from adjudicator.texts.games.boards import TEXT_SHAPES
from adjudicator.texts.language.language import LANGUAGES
from bench.scripted_match import GAME, Turn
from bench.smtp_sink import Arrival

_SEAT = re.compile(r"[+-](?P<code>[a-z0-9]+)-(?P<seat>\d+)-(?P<turn>\d+)-")


@dataclass(slots=True)
class Answer:
    """A letter to the service, and the two letters that it waits for: the receipt, and what the other player gets."""

    raw: bytes
    sender: str
    recipient: str
    name: str
    accepted_at: float = 0.0
    delivered_at: float = 0.0
    receipt: bool = False
    notice: bool = False

    @property
    def latency(self) -> float:
        """The seconds from being taken to the last letter."""
        return self.delivered_at - self.accepted_at


@dataclass(slots=True)
class Board:
    """One match on the bench: its two players, the script, and where each of them may write to."""

    code: str
    first: int
    players: tuple[str, str]
    turns: Sequence[Turn]
    quoted: str
    answers_to: list[str] = field(default_factory=lambda: ["", ""])
    played: int = 0
    waits_for: Answer | None = None

    @property
    def ready(self) -> bool:
        """Tell whether the next order can be written."""
        return self.waits_for is None and all(self.answers_to)

    def next_answer(self) -> Answer:
        """Write the next order of the script, in answer to the last letter and above its words."""
        turn = self.turns[self.played]
        self.played += 1
        seat = self.first ^ turn.second
        sender, recipient = self.players[seat], self.answers_to[seat]
        name = f"{self.code}.{self.played}@mail.example"
        raw = _reply(sender, recipient, name, turn.order, self.quoted)
        self.waits_for = Answer(raw, sender, recipient, name)
        return self.waits_for

    def arrived(self, arrival: Arrival) -> Answer | None:
        """Take note of a letter; return the answer that is judged and reported to everybody by it."""
        self.answers_to[self.players.index(arrival.to)] = arrival.reply_to
        answer = self.waits_for
        if answer is None:
            return None
        answer.receipt |= arrival.in_reply_to == answer.name
        answer.notice |= arrival.to != answer.sender
        if not (answer.receipt and answer.notice):
            return None
        answer.delivered_at = arrival.at
        self.waits_for = None
        return answer


def code_in(arrival: Arrival) -> str:
    """Find out which match a letter is about."""
    found = _SEAT.search(arrival.reply_to)
    return found["code"].upper() if found else ""


def begin(context: Context, number: int, turns: Sequence[Turn], options: dict[str, str | int]) -> Board:
    """Begin a match of two people who read what they chose: the languages and layouts take turns."""
    now = datetime.now(UTC)
    names = (f"anna{number}@a.example", f"bob{number}@b.example")
    with unit_of_work(context, now) as work:
        owner, guest = (get_or_create_player(work, name, name[:3].title(), "en") for name in names)
        for n, player in enumerate((owner, guest), 2 * number):
            player.language = LANGUAGES[n % len(LANGUAGES)]
            player.layout = TEXT_SHAPES[n % len(TEXT_SHAPES)]
        match = lobby.open_match(work, owner, build_setup(GAME, [OPEN], options))
        lobby.join_match(work, match, guest, NOTHING_GIVEN)
        start = work.session.scalars(select(Outbox).where(Outbox.match_id == match.id).order_by(Outbox.id)).first()
        return Board(match.code, _first(match), names, turns, _quoted(start.text if start else ""))


def counted(context: Context, kind: str) -> int:
    """Count the letters of a kind that went out."""
    with context.store.reading() as session:
        return len(session.scalars(select(Outbox.id).where(Outbox.kind == kind)).all())


def _first(match: Match) -> int:
    return msgspec.convert((match.deal or {})["first"], int)


def _quoted(text: str) -> str:
    return "".join(f"> {line}\r\n" for line in text.splitlines())


def _reply(sender: str, recipient: str, name: str, order: str, quoted: str) -> bytes:
    return (
        f"Date: Fri, 27 Nov 2026 20:05:00 +0000\r\nMessage-ID: <{name}>\r\nFrom: {sender}\r\nTo: {recipient}\r\n"
        f"Subject: Re: a match\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{order}\r\n\r\n"
        f"On Fri, 27 Nov 2026 at 20:00, Adjudicator <{recipient}> wrote:\r\n{quoted}"
    ).encode()

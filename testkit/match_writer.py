"""Writes whole records of version 2: a match is played and things are done to it, entry by entry."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Generic

from adjudicator.engines.contract import Engine, Options, P, S, Seat, View
from adjudicator.match.course.correction import Correction, play_instead, rewind
from adjudicator.match.course.entry_rules import CHANNELS
from adjudicator.match.course.places import Ending, end_values
from adjudicator.match.course.replay import Replay, deal_again
from adjudicator.match.course.undo import find_last_turn, find_own_undo, undo_consent
from adjudicator.match.dealing.seeded_dealer import SeededDealer, commitment
from adjudicator.match.record.chain import chain_entry, first_digest
from adjudicator.match.record.record import (
    By,
    Entry,
    Header,
    Holder,
    How,
    Opening,
    Record,
    RulingValues,
    SeatHeader,
    StepValues,
    UndoValues,
    Use,
    Values,
    read_terms,
)
from adjudicator.match.record.sealing import NO_SALT, digest_seed, salt_from_letter, seal_text
from adjudicator.match.rulings.table import Played

MATCH = "K7Q2"
ASKED = datetime(2027, 1, 1, 12, tzinfo=UTC)
STARTED = datetime(2027, 1, 4, 12, tzinfo=UTC)


class MatchWriter(Generic[P, S]):
    """A match that is being written. People are known by their names; ``house`` is the house player."""

    def __init__(
        self,
        engine: Engine[P, S, View],
        names: Sequence[str],
        *,
        options: Options | None = None,
        terms: Options | None = None,
        seed: bytes = bytes(16),
    ) -> None:
        self.engine = engine
        self.openings: dict[str, Opening] = {}
        self.chance = SeededDealer(seed, ["moves"])
        terms = {"late": "claim", "names": "shown", "undo": "ask", "vacant": "house"} | dict(terms or {})
        hidden = terms["names"] == "hidden"
        salts = [
            NO_SALT if name == "house" else salt_from_letter(MATCH, seat, f"<yes.{seat}@example.org>")
            for seat, name in enumerate(names)
        ]
        self.header = Header.of(
            match=MATCH,
            rules=engine.rules.key,
            options=engine.rules.complete(options or {}),
            terms=terms,
            seats=[SeatHeader(self.holder(name), f"Seat {seat}" * hidden) for seat, name in enumerate(names)],
            asked=ASKED,
            seed_digest=digest_seed(MATCH, seed),
            salts=salts,
            commitment=commitment(seed, [salt.salt for salt in salts]),
            started=STARTED,
        )
        self.terms = read_terms(self.header)
        self.seed = seed
        self.deal = dict(deal_again(engine, self.header.options, len(names), seed, [salt.salt for salt in salts]))
        self.replay = Replay(engine, self.header, self.deal)

    @property
    def entries(self) -> list[Entry]:
        """The entries so far."""
        return self.replay.course.entries

    @property
    def n(self) -> int:
        """The number of the last entry."""
        return len(self.entries)

    @property
    def to_move(self) -> Seat | None:
        """The seat to move."""
        return self.replay.table.to_move

    def record(self) -> Record:
        """Return all that is known, also what may not be published yet."""
        return Record(self.header, tuple(self.entries), dict(self.openings), self.seed.hex(), self.deal)

    def holder(self, name: str) -> Holder:
        """Return somebody, and keep the opening of their name."""
        if name in ("house", "nobody"):
            return Holder("house") if name == "house" else Holder("nobody")
        return Holder("person", self.seal("name", name))

    def because(self, reason: str) -> str:
        """Seal a reason."""
        return self.seal("reason", reason)

    def seal(self, use: Use, text: str) -> str:
        """Seal a text and keep its opening."""
        salt = (use + text).encode().ljust(16, b".")[:16]
        digest = seal_text(use, salt, text)
        self.openings[digest] = Opening(use, text, salt.hex())
        return digest

    def enter(self, by: By, values: Values) -> Entry:
        """Enter something, an hour after the last entry."""
        previous = self.entries[-1].digest if self.entries else first_digest(self.header)
        entry = chain_entry(previous, self.n + 1, by, STARTED + timedelta(hours=self.n + 1), values)
        self.replay.enter(entry)
        return entry

    def play(self, text: str | None = None, how: How = "letter", *, steps: int = 1) -> None:
        """Play a step, or so many, by default at random. The house plays where nobody sits."""
        for _ in range(steps):
            table = self.replay.table
            seat = table.to_move
            assert seat is not None
            order = text or table.legal_orders[self.chance.below(len(table.legal_orders))]
            _, result = table.after(self.engine.parse(table.position, order).step)
            forced = len(table.legal_orders) == 1
            values = StepValues(
                turn=table.turn,
                step=order,
                how="forced" if forced and how != "house" else self._how(seat, how),
                forced=forced,
                late=False,
                revealed=result.revealed,
            )
            self.enter(seat, values)

    def _how(self, seat: Seat, how: How) -> How:
        if seat not in self.replay.course.players():
            return "house"
        hidden = self.terms.names == "hidden" and how in CHANNELS
        return "player" if hidden else how

    def play_until_turn_of(self, seat: Seat) -> None:
        """Play at random until a seat is to move."""
        while self.to_move != seat:
            self.play()

    def undo(self, seat: Seat, to: int | None = None) -> None:
        """Take steps back; all others who must agree do."""
        to = find_last_turn(self.replay.course, seat) if to is None else to
        assert to is not None
        self.enter(seat, UndoValues(to, undo_consent(self.replay.course, self.terms, seat, to)))

    def undo_own(self, seat: Seat) -> None:
        """Take steps of the running turn back; nobody is asked."""
        to = find_own_undo(self.replay.course, self.terms, seat)
        assert isinstance(to, int)
        self.enter(seat, UndoValues(to, ()))

    def rewind(self, to: int) -> None:
        """Go back by a ruling."""
        self._rule(rewind(self.replay, to), "rewind")

    def play_instead(self, n: int, text: str) -> None:
        """Correct a step by a ruling."""
        self._rule(play_instead(self.replay, n, text), "play")

    def _rule(self, correction: Correction[P, S], do: str) -> None:
        because = self.because(f"{do} to {correction.to}")
        self.enter("host", RulingValues("play" if do == "play" else "rewind", correction.to, correction.known, because))
        for played in correction.played:
            self.enter(played.seat, _again(played))

    def end(self, ending: Ending, by: By = "server") -> None:
        """End the match."""
        self.enter(by, end_values(self.replay.course, ending, self.replay.turns))

    def end_by_rules(self) -> None:
        """Play at random until the rules end the match."""
        while self.to_move is not None:
            self.play()
        self.end(Ending("rules", outcome=self.replay.table.outcome))


def _again(played: Played) -> StepValues:
    return StepValues(
        turn=played.turn, step=played.step, how="ruling", forced=played.forced, late=False, revealed=played.revealed
    )

"""A seat's letter before its match: what stands, and what there is to account for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.command_lines import GivenCommand
from adjudicator.mail.commands.order_lines import OrderLines
from adjudicator.match.order_reader import Refused
from adjudicator.match.refusals import Refusal
from adjudicator.match.ruling import AnyRuling
from adjudicator.match.table import AnyTable, Played
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome, VerdictKind
from adjudicator.services.matches.match_rows import LoadedMatch, load_match
from adjudicator.services.outbox.letter_headers import AttachedText
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Seat, StepRow
from adjudicator.texts.answer_facts import Answer


@dataclass(slots=True)
class Receipt:
    """What became of a letter's lines, gathered while it is carried out and worded at its end."""

    played: list[Played] = field(default_factory=list)
    done: list[tuple[str, Note]] = field(default_factory=list)
    waiting: list[tuple[str, Note]] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    not_reached: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    untried: list[str] = field(default_factory=list)
    asked: list[tuple[GivenCommand, Callable[[SeatLetter, GivenCommand], Answer]]] = field(default_factory=list)
    """Answers are looked up at the end, when everything else of the letter has happened."""
    attachment: AttachedText | None = None
    sorted: OrderLines = field(default_factory=OrderLines)
    """The lines as they were sorted, for those on which nobody acted."""
    readings: tuple[tuple[str, ...], ...] = ()
    """What may have been meant, where it is unclear what was written and what was quoted."""
    from_quote: int = 0
    """The lines inside a quote that were taken for his all the same, or are shown to him as a reading."""

    def rule(self, ruling: AnyRuling) -> None:
        """Take over what a ruling says."""
        self.played += ruling.played
        self.refused += ruling.refused
        self.undone += ruling.undone
        self.not_reached += ruling.not_reached
        self.ignored += ruling.ignored
        self.untried += ruling.untried

    def do(self, said: GivenCommand, note: Note) -> None:
        """Enter a command that was carried out."""
        self.done.append((said.line, note))

    def wait_for(self, said: GivenCommand, note: Note) -> None:
        """Enter a command that is carried out once another letter says yes."""
        self.waiting.append((said.line, note))

    def refuse(self, order: str, refusal: Refusal) -> None:
        """Enter a line that changes nothing, and why."""
        self.refused.append(Refused(order, refusal))

    def ask(self, said: GivenCommand, find: Callable[[SeatLetter, GivenCommand], Answer]) -> None:
        """Enter a question, and what will find its answer."""
        self.asked.append((said, find))

    @property
    def verdict(self) -> Outcome:
        """What came of the letter."""
        if self.played:
            return Outcome(VerdictKind.PLAYED)
        if self.refused:
            return Outcome.refused(self.refused[0].refusal)
        if self.done:
            return Outcome(VerdictKind.DONE)
        return Outcome(VerdictKind.ASKED_BACK if self.waiting else VerdictKind.ANSWERED)


@dataclass(slots=True)
class SeatLetter:
    """One letter before its match: who wrote, what stands, and the receipt as it grows."""

    case: InboundLetter
    match: Match
    seat: Seat
    loaded: LoadedMatch
    letter_turn: int
    receipt: Receipt = field(default_factory=Receipt)
    granted: int = 0
    """Days that the letter gave the one who is to move: the others are told once, at its end."""
    found: tuple[int, MatchState] = field(init=False)
    """The turn and the state in which the letter found the match."""

    def __post_init__(self) -> None:
        self.found = (self.match.turn, self.match.state)

    @property
    def turn_ended(self) -> bool:
        """Tell whether the others have something to be told: a turn is told once it is complete."""
        return self.found != (self.match.turn, self.match.state)

    def play(self, table: AnyTable, steps: tuple[StepRow, ...]) -> None:
        """Go on with the table as a ruling left it: its match has been kept like that, with these steps."""
        self.loaded = LoadedMatch(self.match, self.loaded.engine, table, steps)

    def advance(self) -> None:
        """Take the match up anew after it changed in another way."""
        self.loaded = load_match(self.match)

"""The state of judging a seat's letter: the letter, the match as the letter changes it, and the growing receipt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.lines.order_lines import OrderLines
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.match.plans.plan import Path
from adjudicator.match.rulings.order_reader import Refused
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.match.rulings.ruling import AnyRuling
from adjudicator.match.rulings.table import AnyTable, Played
from adjudicator.services.inbound.inbound_letter import InboundLetter, Outcome, VerdictKind
from adjudicator.services.matches.plans.waiting_orders import WaitingOrders
from adjudicator.services.matches.rows.match_rows import LoadedMatch, load_match_for
from adjudicator.services.outbox.letter_headers import AttachedText
from adjudicator.services.players.greetings import write_greeting
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.states import MatchState
from adjudicator.store.tables import EntryRow, Match, ProposalRow, Seat
from adjudicator.texts.facts.answer_facts import Answer
from adjudicator.texts.language.language import SOURCE, Language, language_for

LONGEST_SHOWN = 72
"""Characters of a refused line of commands that a receipt shows."""
_NO_ORDER = frozenset(
    {RefusalKey.UNREADABLE, RefusalKey.NOT_YOUR_TURN, RefusalKey.MATCH_OVER, RefusalKey.OVER_TALK, RefusalKey.SAYS_DRAW}
)
"""Why lines are refused that may be words for somebody."""


@dataclass(slots=True)
class Receipt:
    """The results of a letter's lines, collected while it is carried out and worded at the end (`receipts`)."""

    played: list[Played] = field(default_factory=list)
    taken_back: list[tuple[str, Note]] = field(default_factory=list)
    """An `undo` that was carried out, before all else."""
    done: list[tuple[str, Note]] = field(default_factory=list)
    waiting: list[tuple[str, Note]] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    not_reached: list[str] = field(default_factory=list)
    after_turn: list[str] = field(default_factory=list)
    """Orders below the one that ended the turn."""
    beyond: list[str] = field(default_factory=list)
    """Commands beyond the limit of one letter."""
    halted: bool = False
    """Whether the orders stopped at a secret that came to light."""
    ignored: list[str] = field(default_factory=list)
    untried: list[str] = field(default_factory=list)
    asked: list[tuple[GivenCommand, Callable[[SeatLetter, GivenCommand], Answer]]] = field(default_factory=list)
    """Questions, and the functions that answer them at the end, after all other lines."""
    delayed: bool = False
    """Whether the orders that wait count by themselves when their time has come."""
    asked_in_letter: bool = False
    """Whether a letter of its own asks back, which answers this one if nothing else was written."""
    told_in: str = ""
    """The code of another match whose letter may tell all that there is to tell."""
    attachment: AttachedText | None = None
    sorted: OrderLines = field(default_factory=OrderLines)
    """The sorted lines, for the report on those that nothing acted on."""
    readings: tuple[tuple[str, ...], ...] = ()
    """Possible readings, if it is unclear which lines are the writer's and which are quoted."""
    from_quote: int = 0
    """Number of lines inside a quote that count as the writer's, or are shown as a reading."""

    def add_ruling(self, ruling: AnyRuling) -> None:
        """Add the results of a ruling."""
        self.played += ruling.played
        self.refused += ruling.refused
        self.undone += ruling.undone
        stopped = ruling.refused or ruling.halted
        (self.not_reached if stopped else self.after_turn).extend(ruling.not_reached)
        self.halted = ruling.halted
        self.ignored += ruling.ignored
        self.untried += ruling.untried

    def add_done(self, given: GivenCommand, note: Note) -> None:
        """Add a command that was carried out."""
        self.done.append((given.line, note))

    def add_greeting(self, given: GivenCommand) -> None:
        """Tell the result of the words to a guest below a command."""
        if given.greeting:
            self.done.append((given.greeting, Note.of("match.greeted")))

    def add_word(self, given: GivenCommand, *, host: bool) -> None:
        """Tell the result of a word for the deal below a command; one of the `host` is not added."""
        if given.word:
            self.done.append((given.word, Note.of("match.shuffled", host=host)))

    def find_unsaid(self, given: GivenCommand, language: Language) -> str:
        """Write a line for a guest, if the letter has none below a command that invites one, but has other words."""
        loose = self.ignored or any(one.refusal.key in _NO_ORDER for one in self.refused)
        return write_greeting(language) if loose and not given.greeting else ""

    def add_waiting(self, given: GivenCommand, note: Note) -> None:
        """Add a command that waits for a confirmation."""
        self.waiting.append((given.line, note))

    def add_refused(self, order: str, refusal: Refusal) -> None:
        """Add a refused line."""
        self.refused.append(Refused(order, refusal))

    def add_question(self, given: GivenCommand, find: Callable[[SeatLetter, GivenCommand], Answer]) -> None:
        """Add a question, and the function that will answer it."""
        self.asked.append((given, find))

    @property
    def is_answered(self) -> bool:
        """Whether the letter that asks back says all that a receipt would say."""
        acted = self.played or self.taken_back or self.done
        return self.asked_in_letter and not (acted or self.refused or self.asked or self.not_reached)

    @property
    def verdict(self) -> Outcome:
        """The verdict on the whole letter: the first of played, refused, done, waiting, answered."""
        if self.played:
            return Outcome(VerdictKind.PLAYED)
        if self.refused:
            return Outcome.refused(self.refused[0].refusal)
        if self.taken_back or self.done:
            return Outcome(VerdictKind.DONE)
        return Outcome(VerdictKind.ASKED_BACK if self.waiting else VerdictKind.ANSWERED)


@dataclass(slots=True)
class SeatLetter:
    """One letter to a seat, with its match and its receipt."""

    inbound: InboundLetter
    match: Match
    seat: Seat
    begun: LoadedMatch | None
    """The match with its table; None before it begins."""
    letter_turn: int
    receipt: Receipt = field(default_factory=Receipt)
    as_planned: tuple[str, ...] = ()
    """The orders that ``as planned`` stood for."""
    waited: WaitingOrders | None = None
    """The writer's orders that waited when the letter came, until something becomes of them."""
    counting: WaitingOrders | None = None
    """Those of them to which the letter says yes."""
    confirmed: bool = False
    """Whether the orders of the letter count at once, even for a writer who wants a second look."""
    held: bool = False
    """Whether the orders of the letter wait for a second look."""
    tree_before: str = ""
    """The mark of the tree of the writer's plan before this letter, as soon as it has changed that."""
    dropped: list[Path] = field(default_factory=list)
    """The answers of that tree that this letter has cancelled."""
    offered: tuple[GivenCommand, ProposalRow] | None = None
    """The line that offers a draw, and the offer."""
    asks_undo: bool = False
    """Whether the letter asks the others for an undo: orders below it are for another board."""
    granted: int = 0
    """Days that the letter granted. The others get one letter about all grants, at the end."""
    before: tuple[int, MatchState] = field(init=False)
    """Turn and state of the match before this letter."""

    def __post_init__(self) -> None:
        self.before = (self.match.turn, self.match.state)

    @property
    def language(self) -> Language:
        """The language of the writer."""
        return language_for(self.seat.player.language if self.seat.player else SOURCE)

    @property
    def turn_ended(self) -> bool:
        """Has the letter ended a turn or the match? Other players are informed of complete turns only."""
        return self.before != (self.match.turn, self.match.state)

    @property
    def loaded(self) -> LoadedMatch:
        """The match with its table. Raises `ValueError` before it begins."""
        if self.begun is None:
            raise ValueError(f"match {self.match.code} has not begun")
        return self.begun

    def set_table(self, table: AnyTable, steps: tuple[EntryRow, ...]) -> None:
        """Continue with the table of a ruling, whose steps are stored already."""
        self.begun = LoadedMatch(self.match, self.loaded.engine, table, steps)

    def go_back(self, table: AnyTable) -> None:
        """Continue with the table of an undo. For everybody else the turn goes on, also under its new number."""
        self.begun = LoadedMatch(self.match, self.loaded.engine, table)
        self.letter_turn = self.match.turn
        self.before = (self.match.turn, self.match.state)

    def note_changes(self) -> None:
        """Look again at the proposals: the cached list is from before a command."""
        if self.begun is not None:
            self.begun = replace(self.begun)

    def reload_match(self) -> None:
        """Load the match again after a command has changed it, or how the player's orders are read."""
        self.begun = load_match_for(self.match, self.seat.player)


def refusable(act: Callable[[SeatLetter, GivenCommand], Note]) -> Callable[[SeatLetter, GivenCommand], None]:
    """Make a command of a function that returns a note of its work, or raises `RefusedError`."""

    def command(seat_letter: SeatLetter, given: GivenCommand) -> None:
        try:
            with refusals_roll_back(seat_letter.inbound.work):
                note = act(seat_letter, given)
        except RefusedError as fault:
            seat_letter.receipt.add_refused(given.line[:LONGEST_SHOWN], fault.refusal)
        else:
            seat_letter.receipt.add_done(given, note)

    return command
